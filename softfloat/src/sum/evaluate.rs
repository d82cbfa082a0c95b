//! The evaluator: walks the terms in the order that the datapath gives, one adder a step.

use super::Exact;
use super::adder::Adder;
use super::datapath::{Addend, Alignment, Datapath, Normalise, Order, ProductRule, Target, Term};
use super::item::Item;
use super::reader::Reader;
use super::term::Terms;
use crate::misfit::check_length;
use crate::{Flags, Format, Misfit, Rounded};

impl Datapath {
    /// The sum of the terms of `a` and `b` and the addend, as the datapath computes it. Of products
    /// there are as many as the shorter slice has codes; elements are those of `a`. Codes stand in
    /// the low bits, what stands above is not looked at; [`Datapath::try_evaluate`] refuses that, and slices that do not fit.
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

    /// [`Datapath::evaluate`] of slices of one length (of elements: the second is empty) and of codes of the formats.
    ///
    /// ```
    /// use softfloat::{format::Binary16, sum::plain, Rounding, StaticFormat};
    /// let sum = plain::add(Binary16::FORMAT, Rounding::NearestEven);
    /// assert_eq!(sum.try_evaluate(&[0x3c00], &[], 0x3c00)?.bits, 0x4000);
    /// assert!(sum.try_evaluate(&[0x3c00], &[0x3c00], 0).is_err());
    /// assert!(sum.try_evaluate(&[0x3c00], &[], 0x10000).is_err());
    /// # Ok::<(), softfloat::Misfit>(())
    /// ```
    ///
    /// # Errors
    /// The first [`Misfit`]; the addend is operand 2.
    pub fn try_evaluate(&self, a: &[u64], b: &[u64], addend: u64) -> Result<Rounded<u64>, Misfit> {
        let (first, second) = match &self.term {
            Term::Element(format) => (format, None),
            Term::Product { a, b, .. } => (a.format(), Some(b.format())),
        };
        check_length(1, b.len(), if second.is_some() { a.len() } else { 0 })?;
        first.check(0, a)?;
        second.map_or(Ok(()), |format| format.check(1, b))?;
        if self.addend != Addend::None {
            self.addend_format.check(2, &[addend])?;
        }
        Ok(self.evaluate(a, b, addend))
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
            Alignment::Fixed { unit, .. } => unit.saturating_abs().min(Alignment::MAX_UNIT),
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
pub(super) struct Evaluation<'d, const LIMBS: usize> {
    pub(super) datapath: &'d Datapath,
    pub(super) terms: Terms<'d>,
    pub(super) adder: Adder<'d, LIMBS>,
    /// Reads what was rounded to `partial`.
    partial: Reader,
    flags: Flags,
}

impl<'d, const LIMBS: usize> Evaluation<'d, LIMBS> {
    fn new(datapath: &'d Datapath, a: &'d [u64], b: &'d [u64]) -> Self {
        Self {
            datapath,
            terms: Terms::new(datapath, a, b),
            adder: Adder::new(datapath),
            partial: Reader::new(datapath.partial.format, datapath.result.env.daz),
            flags: Flags::NONE,
        }
    }

    fn evaluate(mut self, addend: u64) -> Rounded<u64> {
        let d = self.datapath;
        let read = || Reader::new(d.addend_format, d.result.env.daz).read(addend);
        let addend = (d.addend != Addend::None).then(read);
        let sum = match (d.addend, d.order) {
            (Addend::After, _) => {
                let sum = self.ordered(None, &d.partial);
                let sum = self.reread(sum);
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
    pub(super) fn note(&mut self, rounded: Rounded<u64>) -> Rounded<u64> {
        self.flags |= rounded.flags;
        rounded
    }

    /// What was rounded to `partial` as an input of the next adder.
    #[inline(always)]
    pub(super) fn reread(&self, rounded: Rounded<u64>) -> Item {
        self.partial.read(rounded.bits)
    }

    pub(super) fn add_two(&mut self, x: Option<Item>, y: Item, target: &Target) -> Rounded<u64> {
        let rounded = self.adder.round(0, |_| Item::ZERO, [x, Some(y)], target);
        self.note(rounded)
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
                self.reread(sum)
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
        let (terms, flags, reader) = (&mut self.terms, &mut self.flags, &self.partial);
        let mut partial = |k: usize| {
            let (from, step) = if strided { (k, groups) } else { (k * size, 1) };
            let members = if strided { (len - k).div_ceil(groups) } else { size.min(len - from) };
            let sum = group.round(members, |i| terms.get(from + i * step), [None; 2], &d.partial);
            *flags |= sum.flags;
            reader.read(sum.bits)
        };
        let others = [addend, None];
        // Aligned sums look at their inputs twice.
        let mut inputs = [Item::ZERO; Order::MAX_FAN_IN];
        let rounded = if groups <= inputs.len() {
            inputs.iter_mut().take(groups).enumerate().for_each(|(k, input)| *input = partial(k));
            self.adder.round(groups, |k| inputs[k], others, last)
        } else {
            self.adder.round(groups, partial, others, last)
        };
        self.note(rounded)
    }
}
