//! NaN boxing of RISC-V (F and D extensions, "NaN Boxing of Narrower Values"): in a register that is wider than its
//! elements an operand counts where all bits above it are ones, else the canonical NaN stands for it; a result has ones
//! above it.

use crate::draw::corner::codes;
use crate::draw::random::element::Operand;
use crate::draw::rng::Rng;
use crate::draw::{Cases, Draw};
use crate::registry::Form::Words;
use crate::registry::{Kernels, OptionSpec, Plan, Resolved, Setting, Shape};
use softfloat::format::{Bf16, Binary16, Binary32, Binary64, Uint32, Uint64};
use softfloat::{Env, Format, StaticFormat};
use std::sync::{Arc, OnceLock};

/// The width of the registers that box operands and result.
pub(super) static BOX: Setting<Option<u32>> =
    Setting::new("box", Words(&["none", "32", "64"]), |at| [None, Some(32), Some(64)][at]).asked();

/// The registers that are wider than a format's numbers; why there are none.
pub(super) fn choice(f: &Format) -> (OptionSpec, Option<&'static str>) {
    const BOXED: [Format; 3] = [Binary16::FORMAT, Bf16::FORMAT, Binary32::FORMAT];
    let missing = match () {
        () if *f == Binary64::FORMAT => Some("no register is wider than its numbers of 64 bits"),
        () if !BOXED.contains(f) => Some("RISC-V boxes f16, bf16 and f32 alone"),
        () => None,
    };
    (if f.width < 32 { BOX.any() } else { BOX.among(0b101) }, missing)
}

const fn register(width: u32) -> Format {
    if width == 32 { Uint32::FORMAT } else { Uint64::FORMAT }
}

/// The ones above a number of a format in a register.
const fn ones(f: &Format, register: u32) -> u64 {
    u64::MAX >> (64 - register) ^ u64::MAX >> (64 - f.declared().width)
}

/// The number in a register: what is boxed, else the canonical NaN.
pub(super) fn opened(f: &Format, register: u32, code: u64) -> u64 {
    let ones = ones(f, register);
    if code & ones == ones { code ^ ones } else { f.canonical_nan().unwrap_or_default() }
}

/// A number in a register.
pub(super) fn closed(f: &Format, register: u32, code: u64) -> u64 {
    code | ones(f, register)
}

/// An operation on numbers of a format, with them in registers of this width.
pub(super) fn resolved(f: Format, width: u32, plain: Resolved, env: Env) -> Resolved {
    let number = |shape: &Shape| shape.format == f;
    let operands: Vec<bool> = plain.operands.iter().map(number).collect();
    let result = plain.results.iter().all(number);
    let wide = |shape: &Shape| if number(shape) { Shape::one(register(width)) } else { *shape };
    let shapes = |all: &[Shape]| all.iter().map(wide).collect::<Vec<_>>();
    let (own, out) = (shapes(&plain.operands), shapes(&plain.results));
    let Kernels::Number(_, kernel) = plain.kernels else { return plain };
    let run = move |e: &Env, x: &[u64], out: &mut [u64]| {
        let mut numbers = [0; 3];
        for ((number, code), boxed) in numbers.iter_mut().zip(x).zip(&operands) {
            *number = if *boxed { opened(&f, width, *code) } else { *code };
        }
        let flags = (kernel.one)(e, &numbers[..x.len().min(3)], out);
        if result {
            out[0] = closed(&f, width, out[0]);
        }
        flags
    };
    Resolved { operands: own, results: out, kernels: Kernels::Dynamic(env, Arc::new(run)) }
}

/// The same operation without registers, and what drawing its operands takes.
#[derive(Debug, Default)]
pub(super) struct Inner(OnceLock<(Plan, Vec<Operand>)>);

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
    pub(super) fn random(&self, rng: &mut Rng, plan: &Plan, draw: &dyn Draw, x: &mut [u64]) {
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
    pub(super) fn corner(&self, plan: &Plan, draw: &dyn Draw, cases: &mut Cases) {
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
pub(super) fn inner(plan: &Plan) -> Plan {
    plan.op.plan(&plan.options.without(&BOX))
}
