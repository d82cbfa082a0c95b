//! What is no sum of many products: conversions, multiply-adds, operands and integers of Tenstorrent.

use super::super::options::{self, ASSIGN, NEG, PHASE};
use super::super::what::What;
use super::stepwise::extended;
use super::tenstorrent;
use crate::explain::Told;
use crate::explain::exact::Dyadic;
use crate::explain::steps::{Steps, row};
use crate::family::number::explain::operand::{self, Operand};
use crate::family::number::explain::{Work, account, convert, value_hex};
use crate::family::sum::explain::code as sum;
use crate::registry::Plan;
use crate::registry::rules::RM;
use softfloat::format::{Bf16, Binary32};
use softfloat::silicon::arm::Fpcr;
use softfloat::silicon::tenstorrent::{Block, Source};
use softfloat::sum::{Datapath, Target, plain};
use softfloat::{Env, Flags, Format, NanRule, Rounding, StaticFormat, Tininess, Underflow};

const F32: Format = Binary32::FORMAT;

/// Explains a case.
pub(in super::super) fn explain(what: What, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
    let o = &plan.options;
    let make = |work: &mut Work<'_>, x: &mut [Operand]| {
        operand::show_elements(work, x);
        match what {
            What::ToBf16(n) => to_bf16(work, n, x),
            What::Block(block) => elements(work, block, x),
            What::Bfmlal => vec![bfmlal(work, options::fpcr(o), x)],
            What::Vfwmaccbf16 => vec![fused(work, Env::IEEE.rounding(o.get(&RM)), x)],
            What::MultiplyAdd(chip) => vec![tenstorrent::explain(work, chip, o.get(&NEG), x)],
            What::Part(source) => vec![part(work, source, o.get(&PHASE), &x[0])],
            What::Products(n) => vec![products(work, o.get(&PHASE), n, x)],
            What::Sum => vec![integers(work, o.get(&ASSIGN), x)],
            What::Fp8 => vec![moved(work, "eight zeros are appended", x[0].code << 8)],
            What::ToTf32 => vec![moved(work, "the low 13 bits are cleared", x[0].code & !0x1fff)],
        }
    };
    Told { decisions: true, ..account(steps, plan, x, make) }
}

fn moved(work: &mut Work<'_>, how: &str, code: u64) -> u64 {
    work.steps.begin("bits");
    work.steps.say(how);
    code
}

/// Each source, the last one first, to nearest even; subnormal numbers are zeros.
fn to_bf16(work: &mut Work<'_>, n: usize, x: &mut [Operand]) -> Vec<u64> {
    work.env = Env { daz: true, nan: NanRule::Sse, ..Env::IEEE };
    operand::flush(work, x);
    x[..n].iter().rev().map(|x| convert::explain(work, &Bf16::FORMAT, x)).collect()
}

/// x y + z with x and y in bf16.
fn fused(work: &mut Work<'_>, env: Env, x: &mut [Operand]) -> u64 {
    let target = Target::new(F32, env);
    let plain = plain::fma(Bf16::FORMAT, Bf16::FORMAT, F32, Rounding::NearestEven);
    work.env = env;
    sum(work, &Datapath { partial: target, result: target, ..plain }, 1, x)
}

/// `BFMLAL`: with AH its own rules and no exceptions; a flushed result underflows, and that is all.
fn bfmlal(work: &mut Work<'_>, fpcr: Fpcr, x: &mut [Operand]) -> u64 {
    let nan = if fpcr.dn { NanRule::Canonical } else { NanRule::Arm };
    if !fpcr.ah {
        let code = fused(work, Env { nan, ..extended(fpcr) }, x);
        if fpcr.fz && work.flags().contains(Flags::UNDERFLOW) {
            work.silence(Flags::INEXACT);
        }
        return code;
    }
    let env = Env {
        tininess: Tininess::After,
        underflow: Underflow::FlushSigned,
        daz: true,
        nan,
        ..Env::IEEE
    };
    let code = fused(work, env, x);
    let own = x.iter().any(|x| x.is_nan());
    let made = fpcr.dn || !own || work.flags().contains(Flags::INVALID);
    work.silence(work.flags());
    if code == 0x7fc0_0000 && made {
        work.steps.begin("NaN (FPCR.AH)");
        work.steps.say("the default NaN is negative");
        return code | 1 << 31;
    }
    code
}

/// The bits of a factor that a phase multiplies (SIL-D32).
fn part(work: &mut Work<'_>, source: Source, phase: u32, x: &Operand) -> u64 {
    let (name, high, bits) = match source {
        Source::A if phase & 1 == 0 => ("SrcA", true, 19..24),
        Source::A => ("SrcA", false, 14..19),
        Source::B if phase & 2 == 0 => ("SrcB", true, 17..24),
        Source::B => ("SrcB", false, 13..17),
    };
    work.steps.begin(format!("phase {phase} of {name}"));
    let field = (x.code >> 23 & 0xff) as i64;
    let negative = x.code >> 31 == 1;
    let (from, to) = (bits.end - 1, bits.start);
    work.steps.item("bits", format!("{from} to {to} of the significand; 23 is the hidden one"));
    if field == 0 {
        let text = if high { "a zero of its sign" } else { "+0" };
        work.steps.item("exponent field", format!("0: {text}"));
        return if high { x.code & 1 << 31 } else { 0 };
    }
    let significand = x.code & 0x7f_ffff | 1 << 23;
    let kept = bits.fold(0, |kept, i| kept | significand & 1 << i);
    if kept == 0 {
        work.steps.item("value", "no bit is set: +0");
        return 0;
    }
    let value = Dyadic::new(negative, kept, field - 150);
    work.steps.item("value", value.hex_float());
    crate::family::number::explain::code::of_number(&F32, &value)
}

/// The sum of products of integers in sign and magnitude, and the addend (SIL-D33).
fn products(work: &mut Work<'_>, phase: u32, n: usize, x: &[Operand]) -> u64 {
    let low = [phase & 1 == 1, phase & 2 == 2];
    let masks = [if low[0] { 0x1f } else { 0xe0 }, if low[1] { 0xf } else { 0x3f0 }];
    work.steps.begin(format!("products of phase {phase}"));
    let bits = |mask: u64| format!("bits {} to {}", mask.ilog2(), mask.trailing_zeros());
    work.steps.item("a", bits(masks[0]));
    work.steps.item("b", bits(masks[1]));
    let mut rows = vec![row!["", ">", ">", ">"]];
    let mut sum = 0;
    for (a, b) in x.iter().zip(&x[n..]).take(n) {
        let [p, q] = [(a, masks[0]), (b, masks[1])].map(|(x, mask)| magnitude(x.code, mask));
        sum += p * q;
        if p * q != 0 {
            rows.push(row![format!("{}*{}", a.name, b.name), p, q, p * q]);
        }
    }
    rows.push(row!["sum", "", "", sum]);
    work.steps.table(&rows);
    accumulated(work, sum, x.get(2 * n))
}

fn magnitude(code: u64, mask: u64) -> i64 {
    let value = (code & mask) as i64;
    if code >> 10 & 1 == 1 { -value } else { value }
}

/// Two integers, and the addend where the destination is not assigned.
fn integers(work: &mut Work<'_>, assign: bool, x: &[Operand]) -> u64 {
    work.steps.begin("integers in sign and magnitude");
    let both = [&x[0], &x[1]].map(|x| magnitude(x.code, 0x3ff));
    for (x, value) in x.iter().zip(both) {
        work.steps.item(&x.name, value.to_string());
    }
    if assign {
        work.steps.item("c", "is assigned, not added to");
    }
    accumulated(work, both.iter().sum(), x.get(2).filter(|_| !assign))
}

fn accumulated(work: &mut Work<'_>, sum: i64, c: Option<&Operand>) -> u64 {
    let own = c.map_or(0, |c| {
        let value = (c.code & 0x7fff_ffff) as i64;
        if c.code >> 31 == 1 { -value } else { value }
    });
    work.steps.begin("accumulator of 31 bits and a sign");
    work.steps.item("c", own.to_string());
    let total = own + sum;
    let most = (1 << 31) - 1;
    let text = match total.abs() > most {
        true => format!("{total}: beyond, saturates"),
        false => total.to_string(),
    };
    work.steps.item("sum", text);
    let sign = u64::from(total < 0) << 31;
    sign | total.unsigned_abs().min(most as u64)
}

/// Elements under an exponent (SIL-D31).
fn elements(work: &mut Work<'_>, block: Block, x: &[Operand]) -> Vec<u64> {
    let Some((scale, codes)) = x.split_last() else { return Vec::new() };
    let (fraction, width) = if block.half { (10, 5) } else { (7, 8) };
    let mut rows = vec![row!["", "magnitude", ">zeros before", ">field", "code"]];
    let one = |x: &Operand| {
        let minus = x.code >> block.bits & 1;
        let magnitude = x.code & ((1 << block.bits) - 1);
        let width_of = block.bits as usize;
        let digits = format!("{magnitude:0width_of$b}");
        let fields = (1 << width) - 1;
        let Some(top) = magnitude.checked_ilog2() else {
            // A zero with a sign has all exponent bits.
            let code = minus * (1 << (width + fraction) | fields << fraction);
            return (code, row![x.name, digits, "", "", format!("{code:04x}")]);
        };
        let zeros = block.bits - 1 - top;
        let field = (scale.code as i64 - i64::from(zeros)).rem_euclid(1 << width) as u64;
        let below = (magnitude - (1 << top)) << (fraction - top);
        let code = minus << (width + fraction) | field << fraction | below;
        (code, row![x.name, digits, zeros, field, format!("{code:04x}")])
    };
    let (out, shown): (Vec<u64>, Vec<Vec<String>>) = codes.iter().map(one).unzip();
    rows.extend(shown);
    work.steps.begin("elements: the leading one is hidden, and moves the exponent");
    work.steps.item("exponent", value_hex(&scale.format, scale.code));
    work.steps.table(&rows);
    out
}
