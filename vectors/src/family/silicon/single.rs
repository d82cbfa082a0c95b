//! What is no sum of many products: conversions, fused multiply-adds, Tenstorrent's vector unit, operands and integers.

use super::decisions;
use super::options::{self, ASSIGN, NEG, PHASE};
use super::rows::Standing;
use super::what::What;
use super::{FAMILY, NAME, explain};
use crate::cover::Modelled;
use crate::draw::random::element::Operand;
use crate::draw::{Cases, Draw, Elements, rng::Rng};
use crate::explain::{Explain, Told, steps::Steps};
use crate::family::operations::link;
use crate::family::sum::corner;
use crate::registry::rules::RM;
use crate::registry::{
    Evaluate, FlagKind, Kernels, Op, OptionSpec, Options, Plan, Resolved, Shape,
};
use softfloat::format::{Bf16, Binary16, Binary32, Fp8E5m2Ocp, Uint8, Uint32};
use softfloat::silicon::tenstorrent::{self, Block, Chip, Source};
use softfloat::silicon::{arm, x86};
use softfloat::{Env, Flags, Format, StaticFormat};
use std::sync::Arc;

/// A row.
struct Row {
    id: &'static str,
    what: What,
    summary: &'static str,
    operands: &'static [&'static str],
    section: &'static str,
    standing: Standing,
    source: &'static str,
    open: &'static [&'static str],
}

const fn block(bits: u32, half: bool) -> What {
    What::Block(Block { bits, half })
}

const fn row(
    id: &'static str,
    what: What,
    summary: &'static str,
    operands: &'static [&'static str],
    section: &'static str,
    source: &'static str,
) -> Row {
    Row { id, what, summary, operands, section, standing: Standing::Told, source, open: &[] }
}

const ABC: &[&str] = &["a", "b", "c"];
const XYZ: &[&str] = &["x", "y", "z"];
const X: &[&str] = &["x"];
const BLOCK: &[&str] = &["x", "scale"];

#[rustfmt::skip]
static ROWS: &[Row] = &[
    Row { standing: Standing::Seen, ..row("x86.vcvtneps2bf16", What::ToBf16(1), "x in bf16", X, "SIL-D23", "SDM, Zen 4") },
    Row { standing: Standing::Seen, ..row("x86.vcvtne2ps2bf16", What::ToBf16(2), "b and a in bf16", &["a", "b"], "SIL-D23", "SDM, Zen 4") },
    Row { open: &["SIL-D38"], ..row("arm.bfmlal", What::Bfmlal, "a * b + c", ABC, "SIL-D28", "ARM") },
    row("riscv.vfwmaccbf16", What::Vfwmaccbf16, "a * b + c", ABC, "SIL-D30", "RVV"),
    row("tenstorrent.wormhole.sfpmad", What::MultiplyAdd(Chip::Wormhole), "x * y + z, the product in 28 bits", XYZ, "SIL-D34", "TT"),
    row("tenstorrent.blackhole.sfpmad", What::MultiplyAdd(Chip::Blackhole), "x * y + z, the product in 28 bits", XYZ, "SIL-D34", "TT"),
    Row { open: &["SIL-D39"], ..row("tenstorrent.srca", What::Part(Source::A), "what a phase multiplies of SrcA", X, "SIL-D31, D32", "TT") },
    Row { open: &["SIL-D39"], ..row("tenstorrent.srcb", What::Part(Source::B), "what a phase multiplies of SrcB", X, "SIL-D31, D32", "TT") },
    Row { open: &["SIL-D41"], ..row("tenstorrent.mvmul_int", What::Products(16), "a . b + c of 16 integers in sign and magnitude", ABC, "SIL-D33", "TT") },
    Row { open: &["SIL-D41"], ..row("tenstorrent.elwmul_int", What::Products(1), "a * b + c of integers in sign and magnitude", ABC, "SIL-D33", "TT") },
    Row { open: &["SIL-D41"], ..row("tenstorrent.elwadd_int", What::Sum, "a + b + c of integers in sign and magnitude", ABC, "SIL-D33", "TT") },
    row("tenstorrent.bfp8.bf16", block(7, false), "elements under an exponent, in bf16", BLOCK, "SIL-D31", "TT"),
    row("tenstorrent.bfp4.bf16", block(3, false), "elements under an exponent, in bf16", BLOCK, "SIL-D31", "TT"),
    row("tenstorrent.bfp2.bf16", block(1, false), "elements under an exponent, in bf16", BLOCK, "SIL-D31", "TT"),
    Row { open: &["SIL-D40"], ..row("tenstorrent.bfp8a.f16", block(7, true), "elements under an exponent, in binary16", BLOCK, "SIL-D31", "TT") },
    Row { open: &["SIL-D40"], ..row("tenstorrent.bfp4a.f16", block(3, true), "elements under an exponent, in binary16", BLOCK, "SIL-D31", "TT") },
    Row { open: &["SIL-D40"], ..row("tenstorrent.bfp2a.f16", block(1, true), "elements under an exponent, in binary16", BLOCK, "SIL-D31", "TT") },
    row("tenstorrent.fp8.f16", What::Fp8, "x in binary16", X, "SIL-D31", "TT"),
    row("tenstorrent.f32.tf32", What::ToTf32, "x without its low 13 bits", X, "SIL-D31", "TT"),
];

pub(super) fn operations() -> Vec<Op> {
    ROWS.iter().map(op).collect()
}

fn op(row: &Row) -> Op {
    let options: Vec<OptionSpec> = match row.what {
        What::Bfmlal => options::fused(),
        What::Vfwmaccbf16 => options::riscv(),
        What::MultiplyAdd(Chip::Blackhole) => vec![NEG.among(0b101)],
        What::Part(_) | What::Products(_) => vec![PHASE.any()],
        What::Sum => vec![ASSIGN.any()],
        _ => Vec::new(),
    };
    Op {
        id: format!("{NAME}.{}", row.id),
        summary: row.summary.to_owned(),
        operands: row.operands,
        flags: match row.what {
            What::Bfmlal | What::Vfwmaccbf16 => FlagKind::Exceptions,
            _ => FlagKind::None,
        },
        senseless: options::senseless(&options),
        options,
        section: decisions::section(row.section, row.standing, row.source),
        decisions: decisions::of(row.section, row.open),
        link: link(&FAMILY, Single(row.what)),
    }
}

/// One of these operations.
#[derive(Clone, Copy, Debug)]
struct Single(What);

/// Bits of an integer in sign and magnitude.
const MAGNITUDE: u32 = 11;

/// An unsigned code of so many bits.
fn code(bits: u32) -> Format {
    Format::integer(bits, false).expect("2 to 64 bits")
}

impl Single {
    /// Operands and result.
    fn shapes(self) -> (Vec<Shape>, Shape) {
        let one = Shape::one;
        let (bf16, f16, f32) = (Bf16::FORMAT, Binary16::FORMAT, Binary32::FORMAT);
        match self.0 {
            What::ToBf16(n) => (vec![one(f32); n], Shape::many(bf16, n)),
            What::Bfmlal | What::Vfwmaccbf16 => (vec![one(bf16), one(bf16), one(f32)], one(f32)),
            What::MultiplyAdd(_) => (vec![one(f32); 3], one(f32)),
            What::Part(_) | What::ToTf32 => (vec![one(f32)], one(f32)),
            What::Products(n) => {
                let side = Shape::many(code(MAGNITUDE), n);
                (vec![side, side, one(Uint32::FORMAT)], one(Uint32::FORMAT))
            }
            What::Sum => {
                let side = one(code(MAGNITUDE));
                (vec![side, side, one(Uint32::FORMAT)], one(Uint32::FORMAT))
            }
            What::Block(Block { bits, half }) => {
                let elements = Shape::many(code(bits + 1), 16);
                (vec![elements, one(Uint8::FORMAT)], Shape::many(if half { f16 } else { bf16 }, 16))
            }
            What::Fp8 => (vec![one(Fp8E5m2Ocp::FORMAT)], one(f16)),
        }
    }

    fn run(self, o: &Options, x: &[u64], out: &mut [u64]) -> Flags {
        let at = |i: usize| x.get(i).copied().unwrap_or_default();
        let word = |i: usize| at(i) as u32;
        let single = |code: u32| (u64::from(code), Flags::NONE);
        let (result, flags) = match self.0 {
            What::ToBf16(n) => {
                let sources = (0..n).rev().map(|i| x86::vcvtneps2bf16(at(i)));
                out.iter_mut().zip(sources).for_each(|(out, code)| *out = code);
                return Flags::NONE;
            }
            What::Block(block) => {
                let scale = at(16);
                out.iter_mut().zip(x).for_each(|(out, &code)| *out = block.element(scale, code));
                return Flags::NONE;
            }
            What::Bfmlal => {
                let r = arm::bfmlal(options::fpcr(o), at(0), at(1), at(2));
                (r.bits, r.flags)
            }
            What::Vfwmaccbf16 => {
                let r = arm::vfwmaccbf16(o.get(&RM), at(0), at(1), at(2));
                (r.bits, r.flags)
            }
            What::MultiplyAdd(chip) => {
                let negated = |i: usize| word(i) ^ (o.get(&NEG) >> i & 1) << 31;
                single(tenstorrent::multiply_add(chip, negated(0), word(1), negated(2)))
            }
            What::Part(source) => single(tenstorrent::part(source, o.get(&PHASE), word(0))),
            What::Products(n) => {
                let (a, rest) = x.split_at(n.min(x.len()));
                let (b, c) = rest.split_at(n.min(rest.len()));
                let c = c.first().copied().unwrap_or_default();
                (tenstorrent::integer_products(o.get(&PHASE), a, b, c), Flags::NONE)
            }
            What::Sum => {
                let c = (!o.get(&ASSIGN)).then(|| at(2));
                (tenstorrent::integer_sum(at(0), at(1), c), Flags::NONE)
            }
            What::Fp8 => (at(0) << 8, Flags::NONE),
            What::ToTf32 => (at(0) & !0x1fff, Flags::NONE),
        };
        out.iter_mut().take(1).for_each(|out| *out = result);
        flags
    }
}

impl Evaluate for Single {
    fn resolve(&self, o: &Options) -> Resolved {
        let (operands, result) = self.shapes();
        let (single, o) = (*self, *o);
        let kernel = move |_: &Env, x: &[u64], out: &mut [u64]| single.run(&o, x, out);
        let env = Env::IEEE.rounding(o.get(&RM));
        Resolved {
            operands,
            results: vec![result],
            kernels: Kernels::Dynamic(env, Arc::new(kernel)),
        }
    }
}

impl Draw for Single {
    /// Beside the combinations of corner codes those of many elements.
    fn corner(&self, plan: &Plan, cases: &mut Cases) {
        if plan.operands.iter().any(|shape| shape.len > 1) {
            corner::directed(plan, cases);
        }
    }

    #[inline]
    fn random(&self, rng: &mut Rng, _: &Plan, operands: &[Operand], x: &mut Elements) {
        let mut at = 0;
        for operand in operands {
            for _ in 0..operand.len {
                x[at] = match at.checked_sub(1) {
                    Some(before) if operand.len == 1 && rng.one_in(4) => {
                        operand.like(rng, x[before])
                    }
                    _ => operand.element(rng),
                };
                at += 1;
            }
        }
    }
}

impl Explain for Single {
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        explain::explain_single(self.0, steps, plan, x)
    }
}

impl Modelled for Single {}
