//! `mncore2.convert.A_to_B`: extension and shortening.

use super::options::PORT;
use super::{RULES, Resolve, Unit, family, kernels, link};
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{self, Cases, Elements, random};
use crate::explain::fields::Number;
use crate::explain::steps::Steps;
use crate::family::mncore2::explain::number::{assemble, extended, infinity};
use crate::family::mncore2::explain::pack::{Tiny, pack};
use crate::registry::{
    Arithmetic, Family, FlagKind, Kernels, Op, Options, Outcome, Plan, Resolved, Shape,
};
use softfloat::mncore2::{Double, Half, Precision, Profile, Single, extend, narrow, shorten_in};
use softfloat::{Bits, Env, Format, StaticFormat, Underflow};

pub(crate) static FAMILY: Family = family("mncore2.convert", &[&PORT.row], operations);

/// One precision to another.
#[derive(Debug)]
struct Convert(Resolve);

impl Unit for Convert {
    const FAMILY: &'static Family = &FAMILY;

    fn resolve(&self, options: &Options) -> Resolved {
        (self.0)(options)
    }

    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        draw::corner::elementwise::conversion(plan, cases);
    }

    #[inline]
    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        random::alike(rng, operands, x);
    }

    fn arithmetic(&self, _: &Plan) -> Option<Arithmetic> {
        Some(Arithmetic::Convert)
    }

    /// Wiring and the input port keep the sign of a zero (MN-D01, MN-D02).
    fn rules(&self, plan: &Plan) -> Env {
        let wider = plan.operands[0].format.width < plan.results[0].format.width;
        match wider || plan.options.get(&PORT) {
            true => Env { underflow: Underflow::FlushSigned, ..RULES },
            false => RULES,
        }
    }

    fn steps(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Outcome {
        explain(steps, plan, x)
    }
}

fn widen<A: Precision, B: Precision>(p: &Profile, _: &Options, x: &[u64], out: &mut [u64]) -> bool {
    out[0] = extend::<A, B>(p, A::Bits::low(x[0].into())).wide() as u64;
    true
}

#[inline(always)]
fn output<A: Precision, B: Precision>(
    p: &Profile,
    _: &Options,
    x: &[u64],
    out: &mut [u64],
) -> bool {
    out[0] = narrow::<A, B>(p, A::Bits::low(x[0].into())).wide() as u64;
    true
}

#[inline(always)]
fn input<A: Precision, B: Precision>(p: &Profile, _: &Options, x: &[u64], out: &mut [u64]) -> bool {
    out[0] = shorten_in::<A, B>(p, A::Bits::low(x[0].into())).wide() as u64;
    true
}

fn resolved<A: StaticFormat, B: StaticFormat>(kernels: Kernels) -> Resolved {
    Resolved {
        operands: vec![Shape::one(A::FORMAT)],
        results: vec![Shape::one(B::FORMAT)],
        kernels,
    }
}

fn widening<A: Precision, B: Precision>(_: &Options) -> Resolved {
    resolved::<A, B>(kernels!(widen::<A, B>))
}

fn narrowing<A: Precision, B: Precision>(o: &Options) -> Resolved {
    resolved::<A, B>(match o.get(&PORT) {
        true => kernels!(input::<A, B>),
        false => kernels!(output::<A, B>),
    })
}

fn op(a: char, b: char, wider: bool, resolve: Resolve) -> Op {
    let name = super::precision_name;
    let (verb, section, decisions) = if wider {
        ("extended", "3.6.9.23", vec!["MN-D01"])
    } else {
        ("rounded", "3.6.9.24, 3.6.9.25, 3.6.12.19, 4.1", vec!["MN-D02", "MN-D28", "MN-D29"])
    };
    Op {
        id: format!("mncore2.convert.{a}_to_{b}"),
        summary: format!("{} {verb} to {}", name(a), name(b)),
        operands: &["x"],
        flags: FlagKind::None,
        options: if wider { Vec::new() } else { vec![PORT.any()] },
        section: section.to_owned(),
        decisions,
        senseless: Vec::new(),
        link: link(Convert(resolve)),
    }
}

fn operations() -> Vec<Op> {
    vec![
        op('h', 'f', true, widening::<Half, Single>),
        op('h', 'd', true, widening::<Half, Double>),
        op('f', 'd', true, widening::<Single, Double>),
        op('f', 'h', false, narrowing::<Single, Half>),
        op('d', 'f', false, narrowing::<Double, Single>),
        op('d', 'h', false, narrowing::<Double, Half>),
    ]
}

// `mncore2.convert.*`: extension, shortening at an output, shortening at an input (s. 3.6.9.23 to
// 3.6.9.25, 3.6.12.19).

pub(crate) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64]) -> Outcome {
    let (from, to) = (plan.ported[0].format, plan.result().format);
    let code = if from.width < to.width {
        let (code, why) = extended(&from, &to, x[0]);
        steps.begin("extension (s. 3.6.9.23)");
        steps.say(why);
        code
    } else {
        narrowed(steps, plan, &from, &to, x[0])
    };
    Outcome::new(&[code], None)
}

fn narrowed(steps: &mut Steps, plan: &Plan, from: &Format, to: &Format, x: u64) -> u64 {
    let number = Number::of(from, x);
    let input = plan.options.get(&PORT);
    if number.is_zero() || number.is_infinite() {
        let (title, rule) = match input {
            true => {
                ("shortening at an input (s. 3.6.9.24, 3.6.12.19)", "the sign is kept (MN-D02)")
            }
            false => {
                ("shortening at an output (s. 3.6.9.25, 4.1)", "output normalisation (s. 4.1)")
            }
        };
        steps.begin(title);
        let negative = number.negative && (input || number.is_infinite());
        return if number.is_infinite() {
            steps.say(format!("top exponent: infinity of its sign, mantissa 0; {rule}"));
            infinity(to, negative)
        } else {
            let zero = if negative { "-0" } else { "+0" };
            steps.say(format!("exponent field 0: {zero}, mantissa 0; {rule}"));
            assemble(to, negative, 0, 0)
        };
    }
    match input {
        true => pack(steps, &number.value(), to, Tiny::Signed, "s. 3.6.9.24, 3.6.12.19"),
        false => pack(steps, &number.value(), to, Tiny::Plus, "s. 3.6.9.25, 4.1"),
    }
}
