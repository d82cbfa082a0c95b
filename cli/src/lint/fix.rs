//! `assay lint --fix`: the nops that hazards need.

use super::Stop;
use crate::Remarks;
use crate::diagnose::{Text, name};
use crate::failure::Failure;
use crate::output;
use semantics::machine::Machine;
use semantics::source::ReadError;
use std::path::Path;

/// Mends a program and writes it; the mended text, or the text as it was where it cannot be read.
pub(super) fn fix(
    machine: &dyn Machine,
    file: &Path,
    place: &Path,
    text: Text,
    remarks: Remarks,
) -> Result<Text, Stop> {
    let name = name(file);
    let mended = match machine.mend(&mut &text.bytes[..]) {
        Ok(mended) => mended,
        // Its errors are told with all other findings.
        Err(ReadError::Errors(_)) => {
            remarks.say(format_args!("{name}: not mended, since it cannot be read"));
            return Ok(text);
        }
        Err(e) => return Err(Failure::input(format!("{name}: {e}")).into()),
    };
    // A file that is right already is not touched.
    if mended.nops > 0 || place != file || place == Path::new("-") {
        output::rewrite(file, place, &text, &mended.text, remarks).map_err(Stop::Unwritten)?;
    }
    let (nops, places) = (mended.nops, mended.places);
    let [s, p] = [nops, places].map(|n| if n == 1 { "" } else { "s" });
    remarks.say(format_args!("{name}: {nops} nop{s} inserted in {places} place{p}"));
    Ok(Text::new(mended.text))
}
