//! Additions as pictures show them: places of bits, from the leading one down.

use super::exact::Dyadic;

/// The significand of a number that is not zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    /// The sign.
    pub negative: bool,
    /// The leading one stands for 2 to this power.
    pub lead: i64,
    /// The bits, from the leading one to the last place.
    pub ones: Vec<bool>,
}

impl Bits {
    pub(crate) fn of(value: &Dyadic) -> Option<Self> {
        let n = value.magnitude.bits();
        let ones = (0..n).rev().map(|i| value.magnitude.bit(i)).collect();
        (n > 0).then(|| Self { negative: value.negative, lead: value.lead(), ones })
    }

    /// The last place stands for 2 to this power.
    #[must_use]
    pub fn last(&self) -> i64 {
        self.lead + 1 - self.ones.len() as i64
    }

    /// The bit that stands for a power of two.
    #[must_use]
    pub fn at(&self, place: i64) -> bool {
        usize::try_from(self.lead - place).is_ok_and(|i| self.ones.get(i) == Some(&true))
    }
}

/// An input or the sum: what it is, and what is left of it. Zeros have no bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// All its bits.
    pub exact: Option<Bits>,
    /// Those that are added; of the sum, the result's.
    pub kept: Option<Bits>,
}

/// An addition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// What its sum is called.
    pub name: String,
    /// The inputs, in order.
    pub rows: Vec<Row>,
    /// The power of two that the alignment goes by.
    pub reference: Option<i64>,
    /// The last place that the alignment keeps.
    pub place: Option<i64>,
    /// The sum of what is kept.
    pub sum: Row,
    /// The rounded sum in words; nothing where it goes on as it is.
    pub result: Option<String>,
    /// Its bits.
    pub rounded: Option<Bits>,
}
