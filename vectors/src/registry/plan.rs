//! An operation under one choice of options: the shapes of its operands and results, and its
//! evaluator.

use super::evaluator::enclosed;
use super::provenance::Open;
use super::{Answers, FlagKind, Kernels, MAX_TERMS, Op, Options, Resolved};
use softfloat::{Env, Format, Misfit, check_length};

/// The most elements that the operands of an operation have together: two blocks.
pub const MAX_ELEMENTS: usize = 2 * MAX_TERMS as usize;

/// The most elements that the results of an operation have together: a block.
pub const MAX_RESULTS: usize = MAX_TERMS as usize;

/// The most elements that pass through ports: two blocks of 16 and an addend.
pub(crate) const MAX_PORTED: usize = 33;

/// Results of so many elements are kept in place; longer ones, of blocks, are not worth the time that
/// clearing and copying them would take from all others.
const FEW: usize = 16;

/// The format and number of elements of an operand or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Each element's format.
    pub format: Format,
    /// The number of elements.
    pub len: usize,
}

impl Shape {
    /// A single element.
    #[must_use]
    pub const fn one(format: Format) -> Self {
        Self { format, len: 1 }
    }

    /// A block or row.
    #[must_use]
    pub const fn many(format: Format, len: usize) -> Self {
        Self { format, len }
    }

    /// Hex digits of an element.
    #[must_use]
    pub const fn digits(&self) -> usize {
        self.format.declared().width.div_ceil(4) as usize
    }
}

/// An operation under one choice of options.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The operation.
    pub op: &'static Op,
    /// The options.
    pub options: Options,
    /// The operands' shapes, as they are written.
    pub operands: Vec<Shape>,
    /// The operands' shapes behind the ports, as the unit sees them.
    pub ported: Vec<Shape>,
    /// The results' shapes.
    pub results: Vec<Shape>,
    /// Elements of all results together.
    outs: usize,
    pub(super) kernels: Kernels,
    /// What no source settles.
    pub(super) open: Open,
}

/// The result of one case.
#[derive(Clone, Debug)]
pub struct Outcome {
    few: [u64; FEW],
    many: Option<Box<[u64]>>,
    len: usize,
    /// The mask flag or the exceptions, where the operation has them.
    pub flag: Option<u8>,
}

impl Outcome {
    /// Results of at most [`MAX_RESULTS`] elements, and the flags.
    pub(crate) fn new(out: &[u64], flag: Option<u8>) -> Self {
        let len = out.len().min(MAX_RESULTS);
        let mut outcome = Self::blank(len);
        outcome.out_mut().copy_from_slice(&out[..len]);
        Self { flag, ..outcome }
    }

    /// Results of zeros.
    #[inline(always)]
    fn blank(len: usize) -> Self {
        let many = if len > FEW { Some(vec![0; len].into()) } else { None };
        Self { few: [0; FEW], many, len, flag: None }
    }

    #[inline(always)]
    fn out_mut(&mut self) -> &mut [u64] {
        match &mut self.many {
            None => &mut self.few[..self.len],
            Some(many) => many,
        }
    }

    /// The results' elements, in order.
    #[must_use]
    #[inline]
    pub fn out(&self) -> &[u64] {
        match &self.many {
            None => &self.few[..self.len],
            Some(many) => many,
        }
    }
}

impl PartialEq for Outcome {
    fn eq(&self, other: &Self) -> bool {
        self.out() == other.out() && self.flag == other.flag
    }
}

impl Op {
    /// The operation under a choice of its options.
    #[must_use]
    pub fn plan(&'static self, options: &Options) -> Plan {
        let Resolved { operands: ported, results, kernels } = self.kind.resolve(options);
        let operands = match &kernels {
            Kernels::Open { ports, .. } => {
                (0..).zip(&ported).map(|(i, s)| ports.outside(*s, options, i)).collect()
            }
            Kernels::Number(..) | Kernels::Dynamic(..) | Kernels::Enclosed(..) => ported.clone(),
        };
        let open = Open::of(self);
        let outs = results.iter().map(|s| s.len).sum();
        Plan { op: self, options: *options, operands, ported, results, outs, kernels, open }
    }
}

impl Plan {
    /// Elements of all operands together.
    #[must_use]
    pub fn elements(&self) -> usize {
        self.operands.iter().map(|s| s.len).sum()
    }

    /// Bits of all operands together: the input space is 2 to this power.
    #[must_use]
    pub fn input_bits(&self) -> u32 {
        self.operands.iter().map(|s| s.format.width * s.len as u32).sum()
    }

    /// Elements of all results together.
    #[must_use]
    #[inline]
    pub const fn outs(&self) -> usize {
        self.outs
    }

    /// The shape of the only result; of several, the first.
    #[must_use]
    #[inline]
    pub fn result(&self) -> &Shape {
        &self.results[0]
    }

    /// The rules of a number operation; `None` where a machine's own rules hold.
    #[must_use]
    pub const fn env(&self) -> Option<&Env> {
        match &self.kernels {
            Kernels::Open { .. } => None,
            Kernels::Number(env, _) | Kernels::Dynamic(env, _) | Kernels::Enclosed(env, _) => {
                Some(env)
            }
        }
    }

    /// The result under the decided answers. `x` holds the operands' elements in order
    /// ([`Plan::elements`] of them, each a code of its operand's format). Of a function [`Ran::decided`](super::Ran::decided) tells whether
    /// there is one.
    ///
    /// It does not ask whether elements are missing, too many or too wide: then the result means nothing.
    /// [`Plan::try_run`] asks.
    ///
    /// # Panics
    /// It may, where the number of elements is another.
    #[must_use]
    #[inline]
    pub fn run(&self, x: &[u64]) -> Outcome {
        let mut outcome = Outcome::blank(self.outs);
        let out = outcome.out_mut();
        let flag = match &self.kernels {
            Kernels::Open { decided, ports, .. } if self.options.ports() => {
                let y = ports.decided(self, x);
                decided(&self.options, &y[..x.len()], out).into()
            }
            Kernels::Open { decided, .. } => decided(&self.options, x, out).into(),
            Kernels::Number(env, run) => (run.one)(env, x, out).bits(),
            Kernels::Dynamic(env, run) => run(env, x, out).bits(),
            Kernels::Enclosed(env, run) => enclosed(run(env, x, out), out),
        };
        outcome.flag = (self.op.flags != FlagKind::None).then_some(flag);
        outcome
    }

    /// Whether elements are the operands of a case: as many as there are, each a code of its operand's format. Where
    /// the number is wrong, that of the operand with which it goes wrong is named.
    ///
    /// # Errors
    /// The first [`Misfit`].
    pub fn check(&self, x: &[u64]) -> Result<(), Misfit> {
        let (mut rest, last) = (x, self.operands.len().saturating_sub(1));
        for (i, shape) in self.operands.iter().enumerate() {
            let found = if i == last { rest.len() } else { rest.len().min(shape.len) };
            check_length(i, found, shape.len)?;
            let (own, others) = rest.split_at(found);
            shape.format.check(i, own)?;
            rest = others;
        }
        check_length(0, rest.len(), 0)
    }

    /// [`Plan::run`], where the elements are the operands of a case.
    ///
    /// ```
    /// use vectors::registry::{self, Options};
    /// let plan = registry::find("ieee.f16.add").unwrap().plan(&Options::NONE);
    /// assert_eq!(plan.try_run(&[0x3c00, 0x3c00]).map(|r| r.out()[0]), Ok(0x4000));
    /// let why = plan.try_run(&[0x3c00]).unwrap_err().to_string();
    /// assert_eq!(why, "operand 1 has length 0, right is 1");
    /// ```
    ///
    /// # Errors
    /// The first [`Misfit`].
    pub fn try_run(&self, x: &[u64]) -> Result<Outcome, Misfit> {
        self.check(x)?;
        Ok(self.run(x))
    }

    /// The result under any answers, which only operations of machines that leave questions open hang
    /// on.
    #[must_use]
    pub fn run_with(&self, answers: &Answers, x: &[u64]) -> Outcome {
        let Kernels::Open { any, ports, .. } = &self.kernels else { return self.run(x) };
        let mut outcome = Outcome::blank(self.outs);
        let out = outcome.out_mut();
        let flag = if self.options.ports() {
            let y = ports.any(answers, self, x);
            any(answers, &self.options, &y[..x.len()], out).into()
        } else {
            any(answers, &self.options, x, out).into()
        };
        outcome.flag = (self.op.flags != FlagKind::None).then_some(flag);
        outcome
    }
}
