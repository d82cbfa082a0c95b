//! What a family knows of its operations. The engines (evaluation, generation, explanation,
//! provenance) ask an operation's [`Kind`] and know no family.

use super::{Arithmetic, Group, Op, Options, Plan, Questions, Reduction, Resolved, Terms};
use crate::datapath::Own;
use crate::draw::Cases;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::explain::Told;
use crate::explain::steps::Steps;
use softfloat::Env;
use std::fmt;

/// How an operation is computed, how its cases are made, and how one is explained.
pub(crate) trait Kind: fmt::Debug + Send + Sync {
    /// The family, by its folder: `mncore2.vector` is `family/mncore2/vector`.
    fn family(&self) -> &'static str;

    /// Shapes and evaluator under a choice of options.
    fn resolve(&self, options: &Options) -> Resolved;

    /// Operands directed at the rules of the operation. Combinations of the operands' corner codes
    /// are added without asking.
    fn corner(&self, plan: &Plan, cases: &mut Cases);

    /// The operands of one random case.
    fn random(&self, rng: &mut Rng, plan: &Plan, operands: &[Operand], x: &mut Elements);

    /// What it computes lane by lane, where that is an operation of IEEE 754 on elements.
    fn arithmetic(&self, _plan: &Plan) -> Option<Arithmetic> {
        None
    }

    /// The terms that it sums, where it does.
    fn terms(&self, _plan: &Plan) -> Option<Terms> {
        None
    }

    /// A remainder or a product with a power of two, where it is one.
    fn reduction(&self, _plan: &Plan) -> Option<Reduction> {
        None
    }

    /// What it does with blocks, where it does.
    fn group(&self, _plan: &Plan) -> Option<Group> {
        None
    }

    /// The datapath of a sum, where it is one.
    fn sum(&self) -> Option<Own> {
        None
    }

    /// The rules of that arithmetic, where the plan's evaluator does not say them.
    fn rules(&self, plan: &Plan) -> Env {
        plan.env().copied().unwrap_or(Env::IEEE)
    }

    /// How a case comes to its result, step by step, in arithmetic of its own. Where there are no
    /// steps: operands and result.
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        crate::explain::plain(steps, plan, x)
    }

    /// What stands before the numbers of sections.
    fn cites(&self) -> &'static str {
        ""
    }

    /// What the machine's documents leave open.
    fn questions(&self) -> &'static Questions {
        &Questions::NONE
    }

    /// A quick look that tells whether a case surely hangs on no open question; `None` where there is
    /// none for this operation.
    fn quick(&self, _op: &Op) -> Option<SurelyClosed> {
        None
    }

    /// What the documents leave undefined altogether, so that no list of answers is complete.
    fn undefined(&self) -> Option<Undefined> {
        None
    }
}

/// The elements of all operands of a case, and perhaps more.
pub(crate) type Elements = [u64];

/// Plan, operands and result -> whether the case surely hangs on no open question.
pub(crate) type SurelyClosed = fn(&Plan, &[u64], &[u64]) -> bool;

/// A decision on which cases hang whatever other answers would give.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undefined {
    /// Its id.
    pub(crate) decision: &'static str,
    /// Plan and operands -> whether the case hangs on it.
    pub(crate) hangs: fn(&Plan, &[u64]) -> bool,
}

impl Op {
    /// The family that the operation belongs to: `mncore2.vector`.
    #[must_use]
    pub fn family(&self) -> &'static str {
        self.kind.family()
    }
}
