//! The six kernels, each beside the plain computation that it must equal.

pub mod cosine;
pub mod fourier;
pub mod matrix;
pub mod means;
pub mod option;
pub mod sampling;

use crate::host::{Host, Result, and, between};
use semantics::pod::Counters;
use std::fmt::Debug;

/// A stretch of a kernel that is counted by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Input from system memory or from the host.
    Load,
    /// The computation.
    Main,
    /// Output to system memory.
    Store,
}

/// What a kernel's counters say, for each of the host's clocks.
#[derive(Clone, Debug)]
pub struct Outcome {
    begin: Vec<Counters>,
    last: Vec<Counters>,
    /// The counters of each part.
    pub parts: Vec<(Part, Vec<Counters>)>,
}

fn differences(from: &[Counters], to: &[Counters]) -> Vec<Counters> {
    from.iter().zip(to).map(|(from, to)| between(from, to)).collect()
}

impl Outcome {
    /// Counting begins here.
    #[must_use]
    pub fn begin(host: &Host) -> Self {
        let now = host.counters();
        Self { begin: now.clone(), last: now, parts: Vec::new() }
    }

    /// A stretch of a part ends here.
    pub fn part(&mut self, host: &Host, part: Part) {
        let now = host.counters();
        let new = differences(&self.last, &now);
        match self.parts.iter_mut().find(|(other, _)| *other == part) {
            Some((_, old)) => old.iter_mut().zip(&new).for_each(|(old, new)| *old = and(old, new)),
            None => self.parts.push((part, new)),
        }
        self.last = now;
    }

    /// The counters of all parts together.
    #[must_use]
    pub fn total(&self) -> Vec<Counters> {
        differences(&self.begin, &self.last)
    }
}

/// Runs the text of a key, which is made once.
fn blocks<K: Debug>(host: &mut Host, key: K, make: impl FnOnce(&K) -> String) -> Result<()> {
    host.block(format!("{key:?}"), || make(&key))
}
