//! The plans that a file's lines name, by the bytes that name them.

use super::error::{Fault, What};
use super::field::Field;
use super::seal::State;
use crate::registry::{Operations, Plan};
use std::collections::HashMap;
use std::sync::Arc;

/// The number of plans kept: more than there are operations with choices of options, unless the
/// same choice is written in many ways.
const KEPT: usize = 1 << 14;

/// A plan, the bytes of the line that name it, and its seal's beginning.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    head: Vec<u8>,
    pub(super) plan: Arc<Plan>,
    pub(super) seal: State,
}

/// Plans by the bytes that name them.
#[derive(Clone, Debug)]
pub(super) struct Plans {
    /// The operations that lines may name.
    among: &'static Operations,
    entries: Vec<Entry>,
    places: HashMap<Vec<u8>, usize>,
    last: usize,
    /// Whether the plans were forgotten an odd number of times.
    odd: bool,
}

impl Plans {
    pub(super) fn of(among: &'static Operations) -> Self {
        let (entries, places) = Default::default();
        Self { among, entries, places, last: 0, odd: false }
    }

    /// The number of the last plan: not that of any other among the last [`KEPT`] plans.
    #[inline]
    pub(super) fn number(&self) -> usize {
        self.last + if self.odd { KEPT } else { 0 }
    }

    #[inline]
    pub(super) fn last(&self) -> Option<&Entry> {
        self.entries.get(self.last)
    }

    /// The last entry's head, if the line begins with it.
    #[inline]
    pub(super) fn last_head(&self, line: &[u8]) -> Option<usize> {
        self.last().filter(|e| line.starts_with(&e.head)).map(|e| e.head.len())
    }

    /// Makes the entry of this head the last one.
    pub(super) fn select(&mut self, head: &[u8]) -> bool {
        let place = self.places.get(head);
        self.last = place.copied().unwrap_or(self.last);
        place.is_some()
    }

    /// Reads operation and options, named by these bytes, and makes them the last entry.
    pub(super) fn read(
        &mut self,
        head: &[u8],
        op: &Field<'_>,
        opts: &Field<'_>,
    ) -> Result<(), Box<Fault>> {
        if !self.select(head) {
            let found = self.among.find(&op.text).map_err(|e| op.fault(0, What::Op(e)))?;
            let options = found
                .parse_options(opts.text.split(' ').filter(|o| !o.is_empty()))
                .map_err(|e| opts.fault(0, What::Options(e)))?;
            self.add(head, found.plan(&options), State::of(&op.text, &opts.text));
        }
        Ok(())
    }

    pub(super) fn add(&mut self, head: &[u8], plan: Plan, seal: State) {
        if self.entries.len() == KEPT {
            *self = Self { odd: !self.odd, ..Self::of(self.among) };
        }
        self.last = self.entries.len();
        self.places.insert(head.to_vec(), self.last);
        self.entries.push(Entry { head: head.to_vec(), plan: Arc::new(plan), seal });
    }
}
