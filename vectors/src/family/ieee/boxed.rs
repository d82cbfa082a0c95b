//! NaN boxing of RISC-V (F and D extensions, "NaN Boxing of Narrower Values"): in a register that is wider than its
//! elements an operand counts where all bits above it are ones, else the canonical NaN stands for it; a result has ones
//! above it. In a register of 64 bits an integer result of 32 is sign-extended, an unsigned one too (RV64: FCVT.W, FCVT.WU).

use crate::draw::corner::codes;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw};
use crate::explain::{Told, steps::Steps};
use crate::family::number::explain::value_hex;
use crate::registry::Form::Words;
use crate::registry::{
    DynamicKernel, Kernels, OptionSpec, Outcome, Plan, Resolved, Setting, Shape,
};
use softfloat::format::{Bf16, Binary16, Binary32, Binary64, Int32, Int64, Uint32, Uint64};
use softfloat::{Env, Format, StaticFormat};
use std::sync::{Arc, OnceLock};

/// The width of the registers that box operands and result.
pub(crate) static BOX: Setting<Option<u32>> =
    Setting::new("box", Words(&["none", "32", "64"]), |at| [None, Some(32), Some(64)][at]).asked();

/// The formats whose numbers are boxed, and the others that instructions convert them from and to.
const BOXED: [Format; 3] = [Binary16::FORMAT, Bf16::FORMAT, Binary32::FORMAT];
const BESIDE: [Format; 5] =
    [Binary64::FORMAT, Int32::FORMAT, Uint32::FORMAT, Int64::FORMAT, Uint64::FORMAT];

const NOT_BOXED: &str = "RISC-V boxes f16, bf16 and f32 alone";

/// Whether numbers of a format are boxed in registers of this width.
fn is_boxed(f: &Format, register: u32) -> bool {
    BOXED.contains(f) && f.declared().width < register
}

/// Whether a result of this format is an integer that is narrower than a register of this width.
fn is_extended(f: &Format, register: u32) -> bool {
    register == 64 && [Int32::FORMAT, Uint32::FORMAT].contains(f)
}

/// The registers that are wider than a format's numbers; why there are none.
pub(super) fn choice(f: &Format) -> (OptionSpec, Option<&'static str>) {
    let missing = match () {
        () if *f == Binary64::FORMAT => Some("no register is wider than its numbers of 64 bits"),
        () if !BOXED.contains(f) => Some(NOT_BOXED),
        () => None,
    };
    (if f.width < 32 { BOX.any() } else { BOX.among(0b101) }, missing)
}

/// The registers that hold the numbers of a conversion and box one of them; why there are none.
pub(crate) fn of_conversion(from: &Format, to: &Format) -> (OptionSpec, Option<&'static str>) {
    let both = || [from, to].into_iter();
    let known = both().all(|f| BOXED.contains(f) || BESIDE.contains(f));
    let extends = !from.is_fixed() && is_extended(to, 64);
    let floats = both().filter(|f| !f.is_fixed());
    let (mut narrow, mut wide) = (u32::MAX, 0);
    for f in floats {
        (narrow, wide) = (narrow.min(f.width), wide.max(f.width));
    }
    let missing = match () {
        () if !known || both().all(|f| BESIDE.contains(f)) && !extends => Some(NOT_BOXED),
        () => None,
    };
    (if narrow < 32 && wide <= 32 { BOX.any() } else { BOX.among(0b101) }, missing)
}

const fn register(width: u32) -> Format {
    if width == 32 { Uint32::FORMAT } else { Uint64::FORMAT }
}

/// The ones above a number of a format in a register.
const fn ones(f: &Format, register: u32) -> u64 {
    u64::MAX >> (64 - register) ^ u64::MAX >> (64 - f.declared().width)
}

/// The number in a register: what is boxed, else the canonical NaN.
fn opened(f: &Format, register: u32, code: u64) -> u64 {
    let ones = ones(f, register);
    if code & ones == ones { code ^ ones } else { f.canonical_nan().unwrap_or_default() }
}

/// A number in a register.
fn closed(f: &Format, register: u32, code: u64) -> u64 {
    code | ones(f, register)
}

/// A result in a register.
fn made(f: &Format, register: u32, code: u64) -> u64 {
    match is_extended(f, register) {
        true => i64::from(code as u32 as i32) as u64,
        false => closed(f, register, code),
    }
}

/// An operation with the numbers that are narrower in registers of this width.
pub(crate) fn resolved(width: u32, plain: Resolved, env: Env) -> Resolved {
    let boxed = |f: &Format| is_boxed(f, width);
    let wider = |f: &Format| is_boxed(f, width) || is_extended(f, width);
    let within = |all: &[Shape], held: &dyn Fn(&Format) -> bool| {
        all.iter().map(|shape| held(&shape.format).then_some(shape.format)).collect::<Vec<_>>()
    };
    let (operands, results) = (within(&plain.operands, &boxed), within(&plain.results, &wider));
    let outside = |all: &[Shape], held: &[Option<Format>]| {
        let shape = |(shape, held): (&Shape, &Option<Format>)| match held {
            Some(f) if is_extended(f, width) => Shape::one(Int64::FORMAT),
            Some(_) => Shape::one(register(width)),
            None => *shape,
        };
        all.iter().zip(held).map(shape).collect::<Vec<_>>()
    };
    let (own, out) = (outside(&plain.operands, &operands), outside(&plain.results, &results));
    let kernel: DynamicKernel = match plain.kernels {
        Kernels::Number(_, typed) => Arc::new(typed.one),
        Kernels::Dynamic(_, kernel) => kernel,
        Kernels::Open { .. } | Kernels::Enclosed(..) => return plain,
    };
    let run = move |e: &Env, x: &[u64], out: &mut [u64]| {
        let mut numbers = [0; 3];
        for ((number, code), boxed) in numbers.iter_mut().zip(x).zip(&operands) {
            *number = boxed.map_or(*code, |f| opened(&f, width, *code));
        }
        let flags = kernel(e, &numbers[..x.len().min(3)], out);
        for (out, boxed) in out.iter_mut().zip(&results) {
            *out = boxed.map_or(*out, |f| made(&f, width, *out));
        }
        flags
    };
    Resolved { operands: own, results: out, kernels: Kernels::Dynamic(env, Arc::new(run)) }
}

/// Explains a case whose numbers stand in wider registers: what is in them, the operation, the box of the result.
pub(crate) fn explain(
    steps: &mut Steps,
    plan: &Plan,
    x: &[u64],
    within: impl FnOnce(&mut Steps, &Plan, &[u64]) -> Told,
) -> Told {
    let inner = inner(plan);
    steps.begin("NaN boxes (RISC-V F and D, NUM-D74)");
    let mut numbers = x.to_vec();
    for ((code, shape), own) in numbers.iter_mut().zip(&plan.operands).zip(&inner.operands) {
        if shape.format == own.format {
            continue;
        }
        let wide = shape.format.width;
        let number = opened(&own.format, wide, *code);
        let how = match closed(&own.format, wide, number) == *code {
            true => "boxed",
            false => "not boxed, the canonical NaN",
        };
        let text = format!("{} {how}", value_hex(&own.format, number));
        steps.item(value_hex(&shape.format, *code), text);
        *code = number;
    }
    let Told { outcome, decisions } = within(steps, &inner, &numbers);
    let (own, wide) = (inner.result().format, plan.result().format);
    if own == wide {
        return Told { outcome, decisions };
    }
    let out = made(&own, wide.width, outcome.out()[0]);
    steps.begin(match is_extended(&own, wide.width) {
        true => "sign extension of the result (RV64)",
        false => "box of the result",
    });
    steps.item("out", value_hex(&wide, out));
    Told { outcome: Outcome::new(&[out], outcome.flag), decisions }
}

/// The same operation without registers, and what drawing its operands takes.
#[derive(Debug, Default)]
pub(crate) struct Inner(OnceLock<(Plan, Vec<Operand>)>);

impl Inner {
    fn of(&self, plan: &Plan) -> &(Plan, Vec<Operand>) {
        self.0.get_or_init(|| {
            let inner = inner(plan);
            let operand = |s: &Shape| Operand::new(s, codes(&s.format));
            let operands = inner.operands.iter().map(operand).collect();
            (inner, operands)
        })
    }

    /// The operands of a random case; one in eight is in no box.
    pub(crate) fn random(&self, rng: &mut Rng, plan: &Plan, draw: &dyn Draw, x: &mut [u64]) {
        let (inner, operands) = self.of(plan);
        draw.random(rng, inner, operands, x);
        for ((code, own), shape) in x.iter_mut().zip(&inner.operands).zip(&plan.operands) {
            if own.format != shape.format {
                let boxed = closed(&own.format, shape.format.width, *code);
                let spoilt = rng.next() & ones(&own.format, shape.format.width);
                let bit = 1
                    << (own.format.width
                        + rng.below(u64::from(shape.format.width - own.format.width)) as u32);
                *code = match rng.below(16) {
                    0 => *code | spoilt & !bit,
                    1 => boxed ^ bit,
                    _ => boxed,
                };
            }
        }
    }

    /// The corner cases of the operation in boxes, and each of the first ones with an operand in none.
    pub(crate) fn corner(&self, plan: &Plan, draw: &dyn Draw, cases: &mut Cases) {
        const SPOILT: usize = 64;
        let (inner, _) = self.of(plan);
        let mut own = Cases::new(inner.elements());
        draw.corner(inner, &mut own);
        let widths = || inner.operands.iter().zip(&plan.operands);
        for (at, x) in own.all().enumerate() {
            let boxed: Vec<u64> = x
                .iter()
                .zip(widths())
                .map(|(code, (own, shape))| {
                    if own.format == shape.format {
                        *code
                    } else {
                        closed(&own.format, shape.format.width, *code)
                    }
                })
                .collect();
            cases.push(&boxed);
            let spoilt = at % boxed.len();
            if at < SPOILT && boxed[spoilt] != x[spoilt] {
                let top = 1 << (plan.operands[spoilt].format.width - 1);
                for bit in [top, 1 << inner.operands[spoilt].format.width] {
                    let mut one = boxed.clone();
                    one[spoilt] ^= bit;
                    cases.push(&one);
                }
            }
        }
    }
}

/// The plan without registers.
fn inner(plan: &Plan) -> Plan {
    plan.op.plan(&plan.options.without(&BOX))
}
