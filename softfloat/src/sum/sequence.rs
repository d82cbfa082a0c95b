//! Sequences: chunk after chunk.

use super::adder::Others;
use super::datapath::{Addend, Join, Normalise, Target};
use super::evaluate::Evaluation;
use super::item::Item;
use crate::Rounded;

impl<const LIMBS: usize> Evaluation<'_, LIMBS> {
    /// A sequence whose running value is rounded.
    pub(super) fn sequence(
        &mut self,
        chunk: usize,
        addend: Option<Item>,
        last: &Target,
    ) -> Rounded<u64> {
        let d = self.datapath;
        let len = self.terms.len();
        let (mut running, extra) = match d.addend {
            Addend::Last => (None, addend),
            _ => (addend, None),
        };
        let mut from = 0usize;
        loop {
            let to = from.saturating_add(chunk).min(len);
            let done = to == len;
            let target = if done { last } else { &d.partial };
            let extra = if done { extra } else { None };
            let sum = match d.normalise {
                Normalise::Addition => self.one_by_one(from, to, running, extra, target),
                _ => self.chunk(from, to, running, extra, target),
            };
            if done {
                return sum;
            }
            running = Some(self.reread(sum));
            from = to;
        }
    }

    /// A chunk in one addition, joined to the running value.
    fn chunk(
        &mut self,
        from: usize,
        to: usize,
        running: Option<Item>,
        extra: Option<Item>,
        target: &Target,
    ) -> Rounded<u64> {
        match (running, self.datapath.join) {
            (Some(running), Join::After) if from < to => {
                let partial = &self.datapath.partial;
                let sum = self.terms(from, to, [None, extra], partial);
                let sum = self.reread(sum);
                self.add_two(Some(running), sum, target)
            }
            _ => self.terms(from, to, [running, extra], target),
        }
    }

    fn terms(&mut self, from: usize, to: usize, others: Others, target: &Target) -> Rounded<u64> {
        let terms = &mut self.terms;
        let rounded = self.adder.round(to - from, |i| terms.get(from + i), others, target);
        self.note(rounded)
    }

    /// A chunk in as many additions as it has terms.
    fn one_by_one(
        &mut self,
        from: usize,
        to: usize,
        running: Option<Item>,
        extra: Option<Item>,
        target: &Target,
    ) -> Rounded<u64> {
        let d = self.datapath;
        let after = d.join == Join::After && running.is_some() && from < to;
        let mut inner = if after { None } else { running };
        let mut i = from;
        let sum = loop {
            let next = (i + 1).min(to);
            let done = next == to;
            let rounds_last = done && extra.is_none() && !after;
            let within = if rounds_last { target } else { &d.partial };
            let sum = self.terms(i, next, [inner, None], within);
            if rounds_last {
                return sum;
            }
            inner = Some(self.reread(sum));
            if done {
                break inner;
            }
            i = next;
        };
        match (sum, extra) {
            (Some(sum), Some(extra)) if after => {
                let sum = self.add_two(Some(sum), extra, &d.partial);
                let sum = self.reread(sum);
                self.add_two(running, sum, target)
            }
            (Some(sum), Some(extra)) => self.add_two(Some(sum), extra, target),
            (sum, _) => self.add_two(running, sum.unwrap_or(Item::ZERO), target),
        }
    }

    /// A sequence that is rounded at its end only.
    pub(super) fn unrounded_sequence(
        &mut self,
        chunk: usize,
        addend: Option<Item>,
        last: &Target,
    ) -> Rounded<u64> {
        let len = self.terms.len();
        let at_end = self.datapath.addend == Addend::Last;
        let (mut from, mut first) = (0usize, true);
        loop {
            let to = from.saturating_add(chunk).min(len);
            let joins = if at_end { to == len } else { first };
            let terms = &mut self.terms;
            let others = [addend.filter(|_| joins), None];
            self.adder.add(to - from, |i| terms.get(from + i), others);
            if to == len {
                let rounded = self.adder.finish(last);
                return self.note(rounded);
            }
            (from, first) = (to, false);
        }
    }
}
