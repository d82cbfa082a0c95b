//! The operations of MN-Core 2, from the formulas of the developer manual ("s. 4.3" is its section) and the decisions
//! of `docs/decisions.md` ("MN-D13"), and from nothing else. Each decision is taken at its default.

pub(super) mod alu;
pub(super) mod block;
pub(super) mod matrix;
pub(super) mod number;
pub(super) mod reduce;
pub(super) mod vector;
use super::{Outcome, Reference};
use crate::reference::options::Options;
use number::{Format, Number};

// Conversions between the formats (s. 3.6.9.23 to .25, 3.6.12.19, 4.1).

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

// What the options of MN-Core 2 make of an operand before the operation sees it (s. 3.6.9.22 to .24).

/// Which operands are converted and which negated (s. 3.6.9.22 to .24).
struct Inputs {
    extended: Vec<usize>,
    shortened: Vec<usize>,
    negated: Vec<usize>,
}

impl Inputs {
    /// Reads `ext=`, `short=` and `neg=` for an operation with `count` operands.
    pub(crate) fn new(options: Options<'_>, count: usize) -> Option<Self> {
        Some(Self {
            extended: options.indices("ext", count)?,
            shortened: options.indices("short", count)?,
            negated: options.indices("neg", count)?,
        })
    }

    /// Whether operand `index` is negated.
    pub(crate) fn negates(&self, index: usize) -> bool {
        self.negated.contains(&index)
    }

    /// Operand `index` as the operation sees it, in `format`: convert, then negate (s. 3.6.9.22 to .24).
    ///
    /// `e` reads the next lower format and extends; `r`, at a half operand only, reads a single and
    /// shortens.
    pub(crate) fn number(&self, index: usize, format: Format, bits: u64) -> Option<Number> {
        let mut number = match (self.extended.contains(&index), self.shortened.contains(&index)) {
            (false, false) => Number::read(format, bits),
            (true, false) => Number::read(format.narrower()?, bits).extend(format),
            (false, true) if format == Format::H => {
                Number::read(Format::F, bits).shorten_in(format)
            }
            _ => return None,
        };
        number.negative ^= self.negates(index);
        Some(number)
    }
}
