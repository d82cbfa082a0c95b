//! Batches: cases of several plans in one order, run as a column a plan.

use super::{Column, Plan};
use std::ops::{Deref, Range};

/// Cases of plans that `P` leads to. The buffers of a batch that was emptied are used again.
#[derive(Debug)]
pub(crate) struct Batch<P> {
    columns: Vec<(P, Column)>,
    /// The number of a plan -> its column, from 1; 0 where it has none.
    places: Vec<u32>,
    /// The numbers of the plans that have columns.
    used: Vec<usize>,
    /// Column and cases of each run of cases, in order.
    order: Vec<(u32, Range<u32>)>,
    spare: Vec<Column>,
}

impl<P> Default for Batch<P> {
    fn default() -> Self {
        let (columns, places, used, order, spare) = Default::default();
        Self { columns, places, used, order, spare }
    }
}

impl<P: Deref<Target = Plan>> Batch<P> {
    /// Removes all cases.
    pub(crate) fn clear(&mut self) {
        self.spare.extend(self.columns.drain(..).map(|(_, column)| column));
        self.used.drain(..).for_each(|number| self.places[number] = 0);
        self.order.clear();
    }

    /// Adds a case of the plan of this number: one number, one plan, until the batch is cleared.
    #[inline]
    pub(crate) fn push(&mut self, number: usize, plan: impl FnOnce() -> P, x: &[u64]) {
        self.own(number, plan, 1).push(x);
    }

    /// Adds so many cases, whose operands' elements are 0 until they are put into the place that comes back.
    #[inline]
    pub(crate) fn room(
        &mut self,
        number: usize,
        plan: impl FnOnce() -> P,
        count: usize,
    ) -> &mut [u64] {
        self.own(number, plan, count).room(count)
    }

    /// The column of a plan, so many cases of which follow.
    #[inline]
    fn own(&mut self, number: usize, plan: impl FnOnce() -> P, count: usize) -> &mut Column {
        let column = match self.places.get(number) {
            Some(&place) if place > 0 => place - 1,
            _ => self.begin(number, plan()),
        };
        let own = &mut self.columns[column as usize].1;
        let (start, end) = (own.len() as u32, (own.len() + count) as u32);
        match self.order.last_mut() {
            Some((last, run)) if *last == column => run.end = end,
            _ => self.order.push((column, start..end)),
        }
        own
    }

    /// The column of a plan that has none yet.
    fn begin(&mut self, number: usize, plan: P) -> u32 {
        let mut column = self.spare.pop().unwrap_or_default();
        column.reset(&plan);
        if self.places.len() <= number {
            self.places.resize(number + 1, 0);
        }
        self.columns.push((plan, column));
        self.used.push(number);
        self.places[number] = self.columns.len() as u32;
        self.places[number] - 1
    }

    /// Runs all cases.
    pub(crate) fn run(&mut self) {
        self.columns.iter_mut().for_each(|(plan, column)| plan.run_column(column));
    }

    /// The cases that were run, in the order in which they came, in runs of one plan: the plan's number, the plan, and its
    /// cases in the column.
    pub(crate) fn runs(&self) -> impl Iterator<Item = (usize, &P, &Column, Range<usize>)> {
        self.order.iter().map(|(column, run)| {
            let number = self.used[*column as usize];
            let (plan, column) = &self.columns[*column as usize];
            (number, plan, column, run.start as usize..run.end as usize)
        })
    }
}
