//! The plans that a file's lines name, by the bytes that name them.

use super::Format;
use super::error::{Fault, What};
use super::field::Field;
use super::form::Form;
use super::seal::State;
use crate::registry::{Operations, Plan};
use std::collections::HashMap;
use std::sync::Arc;

/// The number of plans kept: more than there are operations with choices of options, unless the
/// same choice is written in many ways.
const KEPT: usize = 1 << 14;

/// A plan, what its lines begin with, its seal's beginning, and the form of its lines.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) head: Vec<u8>,
    pub(super) plan: Arc<Plan>,
    pub(super) seal: State,
    /// Where lines have one.
    pub(super) form: Option<Form>,
}

/// Plans by the bytes that name them.
#[derive(Clone, Debug)]
pub(super) struct Plans {
    format: Format,
    /// Operand columns of a CSV file.
    pub(super) columns: usize,
    /// The operations that lines may name.
    among: &'static Operations,
    entries: Vec<Entry>,
    places: HashMap<Vec<u8>, usize>,
    last: usize,
    /// Whether the plans were forgotten an odd number of times.
    odd: bool,
}

impl Plans {
    pub(super) fn of(format: Format, among: &'static Operations) -> Self {
        let (entries, places) = Default::default();
        Self { format, columns: 0, among, entries, places, last: 0, odd: false }
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

    /// Makes the entry the last one whose head a line begins with, which `head` tells the end of; nothing where there is none.
    #[inline]
    pub(super) fn find(
        &mut self,
        line: &[u8],
        head: impl Fn(&[u8]) -> Option<usize>,
    ) -> Option<&Entry> {
        if !self.last().is_some_and(|entry| line.starts_with(&entry.head)) {
            self.select(&line[..head(line)?]).then_some(())?;
        }
        self.last()
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
            self.add(head, found.plan(&options), (&op.text, &opts.text));
        }
        Ok(())
    }

    /// Adds the entry of a head, operation and options being named like this.
    pub(super) fn add(&mut self, head: &[u8], plan: Plan, (op, opts): (&str, &str)) {
        if self.entries.len() == KEPT {
            let (odd, columns) = (!self.odd, self.columns);
            *self = Self { odd, columns, ..Self::of(self.format, self.among) };
        }
        self.last = self.entries.len();
        self.places.insert(head.to_vec(), self.last);
        let seal = State::of(op, opts);
        let head = self.begin(head, op, opts);
        self.places.insert(head.clone(), self.last);
        let (format, columns) = (self.format, self.columns);
        let fits = format != Format::Csv || plan.operands.len() <= columns;
        let form = fits.then(|| Form::of(format, &head, &plan, columns, seal)).flatten();
        self.entries.push(Entry { head, plan: Arc::new(plan), seal, form });
    }

    /// What lines of a head begin with where they are written.
    fn begin(&self, head: &[u8], op: &str, opts: &str) -> Vec<u8> {
        match self.format {
            // No operation and no options have anything that is escaped.
            Format::Jsonl => format!("{{\"op\":\"{op}\",\"opts\":\"{opts}\"").into_bytes(),
            _ => head.to_vec(),
        }
    }
}
