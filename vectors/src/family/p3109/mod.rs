//! `p3109.*`: arithmetic on P3109's formats: for those of 8 bits that gfloat names, and on demand for every one of 3 to 16 bits.

mod decisions;
mod draw;
mod explain;
mod mixed;
mod op;
mod operation;

use crate::cover::Modelled;
use crate::draw::random::element::Operand as Element;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw, Elements};
use crate::explain::steps::Steps;
use crate::explain::{Explain, Told};
use crate::formats::{self, BOOL};
use crate::registry::rules::{RM, SAT};
use crate::registry::{
    Arithmetic, DynamicKernel, Evaluate, Family, Kernels, Op, Options, Plan, Refusal, Resolved,
    Shape,
};
use op::{format, id, op};
use operation::{Operation, Predicate, TABLE};
use softfloat::ieee::MinMax;
use softfloat::p3109::{Numbers, Operand, Projection, rules};
use softfloat::{Category, Env, Flags, Format};
use std::sync::Arc;

pub(crate) static FAMILY: Family = Family {
    on_demand,
    unlisted,
    refuses,
    ..Family::listed(NAME, &[&RM.row, &SAT.row], operations, decisions::DECISIONS)
};

const NAME: &str = "p3109";

/// Operation on numbers of these formats, with results of another.
#[derive(Clone, Debug)]
struct Of {
    operands: Vec<Format>,
    to: Format,
    operation: Operation,
}

impl Evaluate for Of {
    fn resolve(&self, o: &Options) -> Resolved {
        let result = if self.operation.decides() { BOOL } else { self.to };
        let env = rules(o.get(&RM), o.get(&SAT));
        Resolved {
            operands: self.operands.iter().copied().map(Shape::one).collect(),
            results: vec![Shape::one(result)],
            kernels: Kernels::Dynamic(env, kernel(self.clone())),
        }
    }
}

/// The evaluator of an operation.
fn kernel(of: Of) -> DynamicKernel {
    Arc::new(move |env, x, out| {
        if let Some(first) = out.first_mut() {
            *first = match of.operation.projects(&of.to) {
                true => of.projected(env, x),
                false => code(&of.to, of.operation, env, x),
            };
        }
        Flags::NONE
    })
}

impl Of {
    /// The result of an operation that projects.
    fn projected(&self, env: &Env, x: &[u64]) -> u64 {
        use Operation as O;
        let Some(to) = Projection::into(&self.to, env.rounding, env.overflow) else { return 0 };
        let at = |i: usize| Operand {
            format: self.operands.get(i).unwrap_or(&self.to),
            code: x.get(i).copied().unwrap_or(0),
        };
        match self.operation {
            O::Add => to.add([at(0), at(1)]),
            O::Sub => to.sub([at(0), at(1)]),
            O::Mul => to.mul([at(0), at(1)]),
            O::Div => to.div([at(0), at(1)]),
            O::Sqrt => to.sqrt([at(0)]),
            O::Recip => to.recip([at(0)]),
            O::Fma => to.fma([at(0), at(1), at(2)]),
            O::Faa => to.faa([at(0), at(1), at(2)]),
            _ => to.negate([at(0)]),
        }
    }

    /// Whether operands and result are of one format.
    fn is_uniform(&self) -> bool {
        self.operands.iter().all(|format| *format == self.to)
    }
}

/// The result of an operation that does not.
fn code(format: &Format, operation: Operation, env: &Env, x: &[u64]) -> u64 {
    use Operation as O;
    let Some(n) = Numbers::of(format, env.rounding, env.overflow) else { return 0 };
    let at = |i: usize| x.get(i).copied().unwrap_or(0);
    let (a, b) = (at(0), at(1));
    match operation {
        O::Negate => n.negate(a),
        O::Abs => n.abs(a),
        O::Extreme(variant) => n.min_max(variant, a, b),
        O::Finite(MinMax::Minimum) => n.minimum_finite(a, b),
        O::Finite(_) => n.maximum_finite(a, b),
        O::Next => n.next(a),
        O::Prior => n.prior(a),
        O::Compare(comparison) => comparison.holds(n.compare(a, b)).into(),
        O::Is(predicate) => holds(&n, format, predicate, a).into(),
        O::Add | O::Sub | O::Mul | O::Div | O::Sqrt | O::Recip | O::Fma | O::Faa => n.nan(),
    }
}

/// Whether a code is what is asked for.
fn holds(n: &Numbers, format: &Format, predicate: Predicate, a: u64) -> bool {
    let category = format.classify(a).category;
    let finite = matches!(category, Category::Zero | Category::Subnormal | Category::Normal);
    match predicate {
        Predicate::Zero => category == Category::Zero,
        Predicate::One => a == n.one(),
        Predicate::Nan => a == n.nan(),
        Predicate::Infinite => category == Category::Infinite,
        Predicate::Finite => finite,
        Predicate::SignMinus => a != n.nan() && format.classify(a).sign,
        Predicate::Normal => category == Category::Normal,
        Predicate::Subnormal => category == Category::Subnormal,
    }
}

impl Draw for Of {
    fn corner(&self, _: &Plan, cases: &mut Cases) {
        match self.is_uniform() {
            true => draw::directed(&self.to, self.operation, cases),
            false => mixed::directed(self, cases),
        }
    }

    #[inline]
    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Element], x: &mut Elements) {
        let x = &mut x[..self.operands.len()];
        match self.is_uniform() {
            true => draw::draw(rng, &self.to, self.operation, x),
            false => mixed::draw(rng, self, operands, x),
        }
    }
}

impl Explain for Of {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::explain(steps, plan, x, self.operation)
    }
}

impl Modelled for Of {
    fn arithmetic(&self, _: &Plan) -> Option<Arithmetic> {
        self.operation.arithmetic().filter(|_| self.is_uniform())
    }
}

/// The listed operations.
fn operations() -> Vec<Op> {
    let own = |s: formats::Source| TABLE.iter().map(move |row| op(s.name, s.format, row));
    formats::p3109().flat_map(own).collect()
}

/// The operation of this id.
fn on_demand(id: &str) -> Option<Op> {
    let parts: Vec<&str> = id.split('.').collect();
    let [NAME, name, operation, ref rest @ ..] = parts[..] else { return None };
    let row = TABLE.iter().find(|row| row.name == operation)?;
    match rest {
        [] => Some(op(name, format(name)?, row)),
        ["from", from @ ..] => mixed::op(name, row, from),
        _ => None,
    }
}

/// The ids of `p3109.binary8p5se.*`.
fn unlisted(pattern: &str) -> Vec<String> {
    let names = formats::unlisted_in(pattern).filter(|name| format(name).is_some());
    names.flat_map(|name| TABLE.iter().map(move |row| id(name, row))).collect()
}

/// A format that is none of P3109's.
fn refuses(id: &str) -> Option<Refusal> {
    let (NAME, rest) = id.split_once('.')? else { return None };
    let (name, rest) = rest.split_once('.').unwrap_or((rest, ""));
    if format(name).is_none() && formats::is_p3109(name) {
        return Some(Refusal::Limits(name.to_owned(), formats::P3109S));
    }
    mixed::refuses(name, rest).map(Refusal::Parts)
}
