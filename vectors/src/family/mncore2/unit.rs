//! What every operation of MN-Core 2 has: ports, the manual's sections, its open questions.

use super::decisions::DECISIONS;
use super::options::{E, R};
use super::{explain, ports};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::{Cases, Draw, Elements, rng::Rng};
use crate::explain::steps::{self, Steps};
use crate::explain::{Explain, Told};
use crate::family::operations;
use crate::registry::provenance::any_special;
use crate::registry::{
    Arithmetic, Evaluate, Family, Group, Link, List, Op, Options, Outcome, Plan, Ports, Questions,
    Resolved, Shape, SurelyClosed, Terms, Undefined, split,
};
use softfloat::mncore2::{Half, Profile};
use softfloat::{Env, Overflow, StaticFormat, Underflow};
use std::fmt;

/// Options of one letter, which is no operand either.
const BARE: List = &[&E.row, &R.row];

/// A family of these operations, with its options.
pub(super) const fn family(
    name: &'static str,
    options: List,
    operations: fn() -> Vec<Op>,
) -> Family {
    // What the developer manual leaves open.
    let questions = Questions::of::<Profile>();
    Family {
        questions,
        bare: BARE,
        cites: "s. ",
        ..Family::listed(name, options, operations, DECISIONS)
    }
}

/// Shapes and evaluator of an operation under its options.
pub(super) type Resolve = fn(&Options) -> Resolved;

/// What a family knows beside what all share.
pub(super) trait Unit: fmt::Debug + Send + Sync + 'static {
    const FAMILY: &'static Family;

    fn resolve(&self, options: &Options) -> Resolved;

    fn corner(&self, plan: &Plan, cases: &mut Cases);

    fn random(&self, rng: &mut Rng, plan: &Plan, operands: &[Operand], x: &mut Elements);

    /// From the operands behind the ports to the result.
    fn steps(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Outcome;

    fn undefined(&self) -> Option<Undefined> {
        None
    }

    /// Whether it hangs on open questions where no code is special, whichever they are.
    fn open_everywhere(&self) -> bool {
        false
    }

    fn arithmetic(&self, _plan: &Plan) -> Option<Arithmetic> {
        None
    }

    fn group(&self, _plan: &Plan) -> Option<Group> {
        None
    }

    fn terms(&self, _plan: &Plan) -> Option<Terms> {
        None
    }

    fn rules(&self, _plan: &Plan) -> Env {
        Env::IEEE
    }
}

/// The rules by which every result of the MAU and of RRN fadd is rounded (s. 4.1, MN-D29).
pub(super) const RULES: Env =
    Env { overflow: Overflow::Infinity, underflow: Underflow::FlushPositive, ..Env::IEEE };

/// What stands behind an operation of this unit.
pub(super) fn link<U: Unit>(unit: U) -> Link {
    operations::link(U::FAMILY, Of(unit))
}

#[derive(Debug)]
struct Of<U>(U);

impl<U: Unit> Evaluate for Of<U> {
    fn resolve(&self, options: &Options) -> Resolved {
        self.0.resolve(options)
    }

    fn ports(&self, options: &Options) -> Option<Ports> {
        ports::of(options)
    }

    fn quick(&self, op: &Op) -> Option<SurelyClosed> {
        // These speak of codes that are not special.
        let always = ["MN-D08", "MN-D10", "MN-D16", "MN-D21", "MN-D32"];
        let beyond = self.0.open_everywhere() || op.decisions.iter().any(|d| always.contains(d));
        (!beyond).then_some(surely_closed as SurelyClosed)
    }

    fn undefined(&self) -> Option<Undefined> {
        self.0.undefined()
    }
}

impl<U: Unit> Draw for Of<U> {
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        self.0.corner(plan, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, plan: &Plan, operands: &[Operand], x: &mut Elements) {
        self.0.random(rng, plan, operands, x);
    }
}

impl<U: Unit> Explain for Of<U> {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        steps::operands(steps, plan, x);
        let inside = explain::ports::through(steps, plan, x);
        let outcome = self.0.steps(steps, plan, &inside);
        steps::result(steps, plan, &outcome);
        Told { outcome, decisions: true }
    }
}

impl<U: Unit> Modelled for Of<U> {
    fn group(&self, plan: &Plan) -> Option<Group> {
        self.0.group(plan)
    }

    fn arithmetic(&self, plan: &Plan) -> Option<Arithmetic> {
        self.0.arithmetic(plan)
    }

    fn terms(&self, plan: &Plan) -> Option<Terms> {
        self.0.terms(plan)
    }

    fn rules(&self, plan: &Plan) -> Env {
        self.0.rules(plan)
    }
}

/// No special code among operands and results.
fn surely_closed(plan: &Plan, x: &[u64], out: &[u64]) -> bool {
    !any_special(&plan.results, out)
        && !any_special(&plan.operands, x)
        && plan.ports.is_none_or(|ports| ports.narrowed == 0 || narrowed_closed(plan, &ports, x))
}

/// The same of operands that are shortened on their way in, to half precision whatever the unit
/// takes them for.
fn narrowed_closed(plan: &Plan, ports: &Ports, x: &[u64]) -> bool {
    let ported = (ports.decided)(plan, x);
    (0..).zip(split(&plan.ported, &ported[..x.len()])).all(|(i, (shape, own))| {
        let halves = Shape::many(Half::FORMAT, shape.len);
        ports.narrowed >> i & 1 == 0 || !any_special(&[halves], own)
    })
}
