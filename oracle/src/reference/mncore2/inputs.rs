//! What the options of MN-Core 2 make of an operand before the operation sees it (s. 3.6.9.22 to .24).

use super::number::{Format, Number};
use crate::reference::options::Options;

/// Which operands are converted and which negated (s. 3.6.9.22 to .24).
pub(crate) struct Inputs {
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
