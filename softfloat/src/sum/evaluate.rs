//! The evaluator: walks the terms in the order that the datapath gives, one adder a step.

use super::Exact;
use super::adder::{Adder, Others};
use super::datapath::{
    Addend, Alignment, Datapath, Join, Normalise, Order, ProductRule, Target, Term,
};
use super::term::{Item, Terms};
use crate::{Flags, Format, Rounded};

impl Datapath {
    /// The sum of the terms of `a` and `b` and the addend, as the datapath computes it. Of products
    /// there are as many as the shorter slice has codes; elements are those of `a`. Codes stand in
    /// the low bits.
    ///
    /// ```
    /// use softfloat::{format::Binary16, sum::plain, Rounding, StaticFormat};
    /// let half = Binary16::FORMAT;
    /// // 2048 + 1 + 1: the sequence loses the ones, the exact sum does not.
    /// let (ones, start) = ([0x3c00, 0x3c00], 0x6800);
    /// let nearest = Rounding::NearestEven;
    /// assert_eq!(plain::add(half, nearest).evaluate(&ones, &[], start).bits, 0x6800);
    /// assert_eq!(plain::exact(half, half, nearest).evaluate(&ones, &[], start).bits, 0x6801);
    /// ```
    #[must_use]
    pub fn evaluate(&self, a: &[u64], b: &[u64], addend: u64) -> Rounded<u64> {
        const USUAL: usize = 70;
        if self.reach() < -Exact::<USUAL>::MIN_EXPONENT - 64 {
            Evaluation::<USUAL>::new(self, a, b).evaluate(addend)
        } else {
            Evaluation::<{ Exact::WIDE }>::new(self, a, b).evaluate(addend)
        }
    }

    /// A bound of the exponents of all terms.
    fn reach(&self) -> i32 {
        let term = match &self.term {
            Term::Element(format) => reach(format),
            Term::Product { a, b, rule } => {
                let rounded = match rule {
                    ProductRule::Rounded(target) => reach(&target.format),
                    _ => 0,
                };
                reach(a.format()).saturating_add(reach(b.format())).max(rounded)
            }
        };
        let unit = match self.alignment {
            Alignment::Fixed { unit, .. } => unit.saturating_abs(),
            _ => 0,
        };
        let others = [&self.addend_format, &self.partial.format, &self.result.format];
        others.into_iter().map(reach).fold(term.max(unit), i32::max)
    }
}

/// A bound of the exponents of a format's bits. Extended block elements lie 6 lower.
fn reach(format: &Format) -> i32 {
    let bits = format.precision() as i32 + 8;
    let low = format.bias.saturating_abs().saturating_add(bits);
    low.max(format.top().saturating_sub(format.bias).saturating_add(bits))
}

/// One evaluation.
struct Evaluation<'d, const LIMBS: usize> {
    datapath: &'d Datapath,
    terms: Terms<'d>,
    adder: Adder<'d, LIMBS>,
    flags: Flags,
}

impl<'d, const LIMBS: usize> Evaluation<'d, LIMBS> {
    fn new(datapath: &'d Datapath, a: &'d [u64], b: &'d [u64]) -> Self {
        Self {
            datapath,
            terms: Terms::new(datapath, a, b),
            adder: Adder::new(datapath),
            flags: Flags::NONE,
        }
    }

    fn evaluate(mut self, addend: u64) -> Rounded<u64> {
        let d = self.datapath;
        let read = || Item::read(&d.addend_format, addend, d.result.env.daz);
        let addend = (d.addend != Addend::None).then(read);
        let sum = match (d.addend, d.order) {
            (Addend::After, _) => {
                let sum = self.ordered(None, &d.partial);
                let sum = self.reread(sum, &d.partial);
                self.add_two(addend, sum, &d.result)
            }
            _ => self.ordered(addend, &d.result),
        };
        Rounded { flags: self.flags, ..sum }
    }

    fn ordered(&mut self, addend: Option<Item>, last: &Target) -> Rounded<u64> {
        match self.datapath.order {
            Order::Sequential { chunk } if self.datapath.normalise == Normalise::End => {
                self.unrounded_sequence(chunk.max(1), addend, last)
            }
            Order::Sequential { chunk } => self.sequence(chunk.max(1), addend, last),
            Order::Tree { fan_in } => {
                let leaves = self.terms.len().saturating_add(usize::from(addend.is_some()));
                let fan_in = fan_in.clamp(2, Order::MAX_FAN_IN);
                self.tree(fan_in, addend, 0, leaves, last)
            }
            Order::Groups { size, strided } => self.groups(size.max(1), strided, addend, last),
        }
    }

    /// Keeps a rounding's flags.
    fn note(&mut self, rounded: Rounded<u64>) -> Rounded<u64> {
        self.flags |= rounded.flags;
        rounded
    }

    /// A rounded value as an input of the next adder.
    fn reread(&self, rounded: Rounded<u64>, target: &Target) -> Item {
        Item::read(&target.format, rounded.bits, self.datapath.result.env.daz)
    }

    fn add_two(&mut self, x: Option<Item>, y: Item, target: &Target) -> Rounded<u64> {
        let rounded = self.adder.round(0, |_| Item::ZERO, [x, Some(y)], target);
        self.note(rounded)
    }

    fn sequence(&mut self, chunk: usize, addend: Option<Item>, last: &Target) -> Rounded<u64> {
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
            running = Some(self.reread(sum, target));
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
                let sum = self.reread(sum, partial);
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
            inner = Some(self.reread(sum, &d.partial));
            if done {
                break inner;
            }
            i = next;
        };
        match (sum, extra) {
            (Some(sum), Some(extra)) if after => {
                let sum = self.add_two(Some(sum), extra, &d.partial);
                let sum = self.reread(sum, &d.partial);
                self.add_two(running, sum, target)
            }
            (Some(sum), Some(extra)) => self.add_two(Some(sum), extra, target),
            (sum, _) => self.add_two(running, sum.unwrap_or(Item::ZERO), target),
        }
    }

    /// A sequence that is rounded at its end only.
    fn unrounded_sequence(
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

    /// The i-th leaf of a tree: the addend stands before or behind the terms.
    fn leaf(&mut self, addend: Option<Item>, i: usize) -> Item {
        match (addend, self.datapath.addend) {
            (Some(addend), Addend::First) if i == 0 => addend,
            (Some(_), Addend::First) => self.terms.get(i - 1),
            (Some(addend), _) if i == self.terms.len() => addend,
            _ => self.terms.get(i),
        }
    }

    /// The adder over `count` leaves from `from` on, and all adders above it.
    fn tree(
        &mut self,
        fan_in: usize,
        addend: Option<Item>,
        from: usize,
        count: usize,
        target: &Target,
    ) -> Rounded<u64> {
        // The leaves below each input: the smallest power of the fan-in that suffices.
        let mut span = 1usize;
        while span.saturating_mul(fan_in) < count {
            span *= fan_in;
        }
        let mut inputs = [Item::ZERO; Order::MAX_FAN_IN];
        let children = count.div_ceil(span);
        for (k, input) in inputs.iter_mut().enumerate().take(children) {
            let below = span.min(count - k * span);
            *input = if below == 1 {
                self.leaf(addend, from + k * span)
            } else {
                let partial = &self.datapath.partial;
                let sum = self.tree(fan_in, addend, from + k * span, below, partial);
                self.reread(sum, partial)
            };
        }
        let rounded = self.adder.round(children, |k| inputs[k], [None; 2], target);
        self.note(rounded)
    }

    /// Two stages.
    fn groups(
        &mut self,
        size: usize,
        strided: bool,
        addend: Option<Item>,
        last: &Target,
    ) -> Rounded<u64> {
        let d = self.datapath;
        let len = self.terms.len();
        let groups = len.div_ceil(size);
        let mut group = Adder::<LIMBS>::new(d);
        let (terms, flags) = (&mut self.terms, &mut self.flags);
        let partial = |k: usize| {
            let (from, step) = if strided { (k, groups) } else { (k * size, 1) };
            let members = if strided { (len - k).div_ceil(groups) } else { size.min(len - from) };
            let sum = group.round(members, |i| terms.get(from + i * step), [None; 2], &d.partial);
            *flags |= sum.flags;
            Item::read(&d.partial.format, sum.bits, d.result.env.daz)
        };
        let rounded = self.adder.round(groups, partial, [addend, None], last);
        self.note(rounded)
    }
}
