//! Which rows of a torn file are missing, doubled or added.

use crate::{Remarks, printable};
use std::path::Path;
use vectors::file::{self, Format};
use vectors::merge::{Head, Rows};

/// Says so, where the file is a shard that can be made again.
pub(super) fn tell(path: &Path, format: Format, remarks: Remarks) {
    if !path.metadata().is_ok_and(|found| found.is_file()) {
        return;
    }
    let name = printable::path(path);
    let head = file::open(path)
        .ok()
        .and_then(|input| Head::read(input, format, vectors::operations()).ok().flatten());
    let Some(head) = head else { return };
    let Some(rows) = Rows::of(&head, format, || file::open(path)) else {
        remarks.say(format_args!(
            "{name}: which rows differ cannot be told: too many do, or this version cannot make the set again"
        ));
        return;
    };
    for row in &rows.missing {
        remarks.say(format_args!("{name}: missing: {row}"));
    }
    for (line, first) in &rows.doubled {
        remarks.say(format_args!("{name}:{line}: stands twice, first in line {first}"));
    }
    for line in &rows.added {
        remarks.say(format_args!("{name}:{line}: added: the set does not ask this"));
    }
    if rows.more > 0 {
        remarks.say(format_args!("{name}: {} more rows differ", rows.more));
    }
}
