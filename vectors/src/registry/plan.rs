//! An operation under one choice of options: the shapes of its operands and results, and its
//! evaluator.

use super::provenance::Open;
use super::{Answers, FlagKind, Kernels, Op, Options, Outcome, Plan, Resolved, Shape, Shapes};
use softfloat::{Env, Misfit, check_length};

impl Op {
    /// The operation under a choice of its options.
    ///
    /// ```
    /// let op = vectors::operations().find("ieee.f16.add").unwrap();
    /// let up = op.plan(&op.parse_options(["rm=rup"]).unwrap());
    /// assert_eq!((up.elements(), up.input_bits()), (2, 32));
    /// assert_eq!(up.run(&[0x3c00, 0x1000]).out(), [0x3c01]); // 1 + 2^-11, rounded up
    /// ```
    #[must_use]
    pub fn plan(&'static self, options: &Options) -> Plan {
        let options = self.own(options);
        let Resolved { operands: ported, results, kernels } = self.link.evaluate.resolve(&options);
        let ports = self.link.evaluate.ports(&options);
        let operands = match &ports {
            Some(ports) => (0..).zip(&ported).map(|(i, s)| (ports.outside)(ports, *s, i)).collect(),
            None => ported.clone(),
        };
        let open = Open::of(self);
        let (operands, results) = (Shapes::from(operands), Shapes::from(results));
        Plan { op: self, options, operands, ported, results, kernels, ports, open }
    }
}

impl Plan {
    /// Elements of all operands together, in words of 64 bits.
    #[must_use]
    #[inline]
    pub const fn elements(&self) -> usize {
        self.operands.words()
    }

    /// The operands but the last, for what draws that one by itself.
    pub(crate) fn without_last(&self) -> Self {
        let others = self.operands.split_last().map_or(&[][..], |(_, others)| others);
        Self { operands: others.to_vec().into(), ..self.clone() }
    }

    /// Whether an element of an operand or result takes several words.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        self.operands.iter().chain(&self.results).any(|shape| shape.words_per_element() > 1)
    }

    /// Bits of all operands together: the input space is 2 to this power.
    #[must_use]
    pub fn input_bits(&self) -> u32 {
        self.operands.iter().map(|s| s.format.width * s.len as u32).sum()
    }

    /// The operands whose sign is inverted on their way in: bit i for operand i.
    #[inline]
    pub(crate) fn negated(&self) -> u8 {
        self.ports.map_or(0, |ports| ports.negated)
    }

    /// Elements of all results together, in words of 64 bits.
    #[must_use]
    #[inline]
    pub const fn outs(&self) -> usize {
        self.results.words()
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
    /// ([`Plan::elements`] of them, each a code of its operand's format). Of a function [`Outcome::undecided`] tells whether
    /// there is one.
    ///
    /// It does not ask whether elements are missing, too many or too wide: then the result means nothing.
    /// [`Plan::try_run`] asks.
    ///
    /// ```
    /// let op = vectors::operations().find("ieee.f16.add").unwrap();
    /// let plan = op.plan(&op.parse_options([]).unwrap());
    /// let r = plan.run(&[0x3c00, 0x1000]); // 1 + 2^-11, a tie
    /// assert_eq!((r.out(), r.flag), (&[0x3c00][..], Some(1))); // 1, inexact
    /// let r = plan.run(&[0x7bff, 0x7bff]); // 65504 + 65504
    /// assert_eq!((r.out(), r.flag), (&[0x7c00][..], Some(5))); // infinity, overflow and inexact
    /// ```
    ///
    /// # Panics
    /// It may, where the number of elements is another.
    #[must_use]
    #[inline]
    pub fn run(&self, x: &[u64]) -> Outcome {
        let mut outcome = Outcome::blank(self.outs());
        let out = outcome.out_mut();
        let flag = match &self.kernels {
            Kernels::Open { decided, .. } => match &self.ports {
                Some(ports) => {
                    decided(&self.options, &(ports.decided)(self, x)[..x.len()], out).into()
                }
                None => decided(&self.options, x, out).into(),
            },
            Kernels::Number(env, run) => (run.one)(env, x, out).bits(),
            Kernels::Dynamic(env, run) => run(env, x, out).bits(),
            Kernels::Enclosed(env, run) => match run(env, x, out) {
                Ok(flags) => flags.bits(),
                Err(why) => {
                    out.fill(0);
                    outcome.undecided = Some(why);
                    0
                }
            },
        };
        outcome.flag = (self.op.flags != FlagKind::None).then_some(flag);
        outcome
    }

    /// Whether elements are the operands of a case: as many as there are, each a code of its operand's format. Where
    /// the number is wrong, that of the operand with which it goes wrong is named.
    ///
    /// ```
    /// let op = vectors::operations().find("ieee.f16.add").unwrap();
    /// let plan = op.plan(&op.parse_options([]).unwrap());
    /// assert_eq!(plan.check(&[0x3c00, 0x3c00]), Ok(()));
    /// assert!(plan.check(&[0x3c00]).is_err() && plan.check(&[0x1_0000, 0]).is_err());
    /// ```
    ///
    /// # Errors
    /// The first [`Misfit`].
    pub fn check(&self, x: &[u64]) -> Result<(), Misfit> {
        let (mut rest, last) = (x, self.operands.len().saturating_sub(1));
        for (i, shape) in self.operands.iter().enumerate() {
            let found = if i == last { rest.len() } else { rest.len().min(shape.words()) };
            check_length(i, found, shape.words())?;
            let (own, others) = rest.split_at(found);
            shape.check(i, own)?;
            rest = others;
        }
        check_length(0, rest.len(), 0)
    }

    /// [`Plan::run`], where the elements are the operands of a case.
    ///
    /// ```
    /// use vectors::registry::Options;
    /// let plan = vectors::operations().find("ieee.f16.add").unwrap().plan(&Options::NONE);
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
        let Kernels::Open { any, .. } = &self.kernels else { return self.run(x) };
        let mut outcome = Outcome::blank(self.outs());
        let out = outcome.out_mut();
        let flag = match &self.ports {
            Some(ports) => {
                any(answers, &self.options, &(ports.any)(answers, self, x)[..x.len()], out)
            }
            None => any(answers, &self.options, x, out),
        };
        outcome.flag = (self.op.flags != FlagKind::None).then_some(flag.into());
        outcome
    }
}
