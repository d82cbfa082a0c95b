//! Operations with their ids, options and decisions.

use super::operation::{Operation, Row};
use super::{FAMILY, NAME, Of};
use crate::family::number::chosen;
use crate::family::number::options::{NO_FLAGS, PROJECTED, projected};
use crate::family::operations::link;
use crate::formats;
use crate::registry::rules::{RM, SAT};
use crate::registry::{FlagKind, Op};
use softfloat::Format;

/// The format of this name.
pub(super) fn format(name: &str) -> Option<Format> {
    formats::named(name).filter(Format::is_p3109)
}

pub(super) fn id(name: &str, row: &Row) -> String {
    format!("{NAME}.{name}.{}", row.name)
}

/// An operation on numbers of one format.
pub(super) fn op(name: &str, format: Format, row: &'static Row) -> Op {
    let of =
        Of { operands: vec![format; row.operands.len()], to: format, operation: row.operation };
    declared(id(name, row), format!("{}, {name}", row.formula), row, of)
}

/// The operation of these formats, by its id and what it computes.
pub(super) fn declared(id: String, summary: String, row: &'static Row, of: Of) -> Op {
    let operation = row.operation;
    let projects = operation.projects(&of.to);
    let projection = ["rm", "sat"].map(|name| (name, "its results are codes, not projected"));
    let senseless = ["tininess", "nan", "ftz", "daz", "exact"]
        .map(|name| (name, if name == "tininess" { NO_FLAGS } else { PROJECTED }));
    let options = match of.to.is_p3109() {
        true => projected(&of.to),
        false => SAT.among(0b111),
    };
    Op {
        id,
        summary,
        operands: row.operands,
        flags: FlagKind::None,
        options: if projects { vec![RM.any(), options] } else { Vec::new() },
        section: "P3109, report 4.0, 4.7 to 4.16".to_owned(),
        decisions: decisions(&of, operation),
        senseless: projection.into_iter().filter(|_| !projects).chain(senseless).collect(),
        link: link(&FAMILY, of),
    }
}

/// The decisions that the bits of an operation can depend on.
fn decisions(of: &Of, operation: Operation) -> Vec<&'static str> {
    use Operation as O;
    let projects = operation.projects(&of.to);
    let compares = matches!(operation, O::Compare(_) | O::Extreme(_) | O::Finite(_));
    let below = matches!(operation, O::Sub | O::Negate) || of.operands.iter().any(|f| f.sign);
    chosen([
        ("P3109-D01", true),
        ("P3109-D02", !operation.decides()),
        ("P3109-D03", projects),
        ("P3109-D04", projects && below && !of.to.sign),
        ("P3109-D06", projects && operation != O::Negate),
        ("P3109-D07", matches!(operation, O::Div | O::Recip)),
        ("P3109-D08", compares),
        ("P3109-D09", !projects && !operation.decides()),
        ("P3109-D10", !of.is_uniform()),
        ("P3109-O1", projects && of.to.p3109().is_some_and(|own| !own.extended)),
    ])
}
