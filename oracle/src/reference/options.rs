//! The options of an operation, and what they make of an operand before the operation sees it
//! (s. 3.6.9.22 to .24).

use super::mncore2::number::{Format, Number};

/// The options as the caller gave them.
#[derive(Clone, Copy)]
pub(super) struct Options<'a>(&'a [(&'a str, &'a str)]);

impl<'a> Options<'a> {
    /// Wraps (name, value) pairs.
    pub(super) fn new(pairs: &'a [(&'a str, &'a str)]) -> Self {
        Self(pairs)
    }

    /// `None` if there is an option that is not among `names`.
    pub(super) fn only(self, names: &[&str]) -> Option<Self> {
        self.0.iter().all(|(name, _)| names.contains(name)).then_some(self)
    }

    /// The value of the option `name`.
    pub(super) fn value(self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|pair| pair.0 == name).map(|pair| pair.1)
    }

    /// Whether the bare option `name` is there.
    pub(super) fn has(self, name: &str) -> bool {
        self.value(name).is_some()
    }

    /// The numbers below `limit` listed in the option `name`; none without it.
    pub(super) fn indices(self, name: &str, limit: usize) -> Option<Vec<usize>> {
        let Some(list) = self.value(name) else {
            return Some(Vec::new());
        };
        let index = |text: &str| text.parse().ok().filter(|&index| index < limit);
        list.split(',').map(index).collect()
    }
}

/// Which operands are converted and which negated (s. 3.6.9.22 to .24).
pub(super) struct Inputs {
    extended: Vec<usize>,
    shortened: Vec<usize>,
    negated: Vec<usize>,
}

impl Inputs {
    /// Reads `ext=`, `short=` and `neg=` for an operation with `count` operands.
    pub(super) fn new(options: Options<'_>, count: usize) -> Option<Self> {
        Some(Self {
            extended: options.indices("ext", count)?,
            shortened: options.indices("short", count)?,
            negated: options.indices("neg", count)?,
        })
    }

    /// Whether operand `index` is negated.
    pub(super) fn negates(&self, index: usize) -> bool {
        self.negated.contains(&index)
    }

    /// Operand `index` as the operation sees it, in `format`: convert, then negate (s. 3.6.9.22 to .24).
    ///
    /// `e` reads the next lower format and extends; `r`, at a half operand only, reads a single and
    /// shortens.
    pub(super) fn number(&self, index: usize, format: Format, bits: u64) -> Option<Number> {
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
