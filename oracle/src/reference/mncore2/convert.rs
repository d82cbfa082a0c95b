//! Conversions between the formats (s. 3.6.9.23 to .25, 3.6.12.19, 4.1).

use super::number::{Format, Number};
use crate::reference::options::Options;
use crate::reference::{Outcome, Reference};

pub(in crate::reference) const REFERENCE: Reference =
    Reference { name: "mncore2.convert", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    of_unit(id.strip_prefix("mncore2.convert.")?, options, operands)
}

/// `A_to_B`: wider by wiring, narrower by one rounding at an output (default) or at an input port.
fn of_unit(operation: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (from, to) = operation.split_once("_to_")?;
    let (from, to) = (Format::of(from)?, Format::of(to)?);
    let [operand] = operands else { return None };
    let [bits] = operand[..] else { return None };
    let number = Number::read(from, bits);
    let result = if to.width() > from.width() {
        options.only(&[])?;
        number.extend(to)
    } else if to.width() < from.width() {
        match options.only(&["port"])?.value("port") {
            None | Some("output") => number.value().pack(to),
            Some("input") => number.shorten_in(to),
            Some(_) => return None,
        }
    } else {
        return None;
    };
    Some(Outcome { out: vec![result.bits()], flag: None })
}
