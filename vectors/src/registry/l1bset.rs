//! Sets of L1B, as `l2bmr` and its kin name them (s. 3.6.7.1).

use std::fmt;

/// The L1Bs that take part in an `l2bmr`: bit b for L1B b.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct L1bSet(pub u8);

impl L1bSet {
    /// All eight.
    pub const ALL: Self = Self(0xff);

    /// `{ b : b & (7^i) = b0 & (7^i) }` (s. 3.6.7.1).
    #[must_use]
    pub fn new(b0: u8, i: u8) -> Self {
        let members = (0..8u8).filter(|b| b & (7 ^ i) == b0 & (7 ^ i));
        Self(members.fold(0, |set, b| set | 1 << b))
    }

    /// Every set that can be written, the whole first.
    #[must_use]
    pub fn every() -> Vec<Self> {
        let mut sets: Vec<Self> = Vec::new();
        for i in (0..8).rev() {
            for b0 in 0..8 {
                let set = Self::new(b0, i);
                if !sets.contains(&set) {
                    sets.push(set);
                }
            }
        }
        sets
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let digit = |t: &str| t.parse::<u8>().ok().filter(|b| *b < 8 && t.len() == 1);
        if let Some((b0, i)) = text.split_once('/') {
            return Some(Self::new(digit(b0)?, digit(i)?));
        }
        let mut set = 0u8;
        for item in text.split(',') {
            let bit = 1 << digit(item)?;
            if set & bit != 0 {
                return None;
            }
            set |= bit;
        }
        Self::every().contains(&Self(set)).then_some(Self(set))
    }
}

impl fmt::Display for L1bSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_indices(f, self.0)
    }
}

/// The members of a bit set, joined by commas.
pub(super) fn write_indices(f: &mut fmt::Formatter<'_>, set: u8) -> fmt::Result {
    for (n, b) in (0..8).filter(|b| set >> b & 1 == 1).enumerate() {
        write!(f, "{}{b}", if n > 0 { "," } else { "" })?;
    }
    Ok(())
}
