//! Sums that round at each step: CDNA2, x86, Arm's BFloat16.

use super::shared::{split, word};
use crate::family::number::explain::operand::{self, Operand};
use crate::family::number::explain::{Work, add, convert, nan, value_hex};
use crate::family::sum::explain::order::Walk;
use crate::family::sum::explain::{Item, code, term};
use softfloat::format::Binary32;
use softfloat::silicon::Cdna2;
use softfloat::silicon::arm::Fpcr;
use softfloat::sum::{Datapath, Operand as Factor, ProductRule, Target, Term, plain};
use softfloat::{
    Category, Env, Format, NanRule, Overflow, Rounding, StaticFormat, Tininess, Underflow,
};

const F32: Format = Binary32::FORMAT;
const NAN: u64 = 0x7fc0_0000;

/// Additions that are shown in full; of more the last.
const FULL: usize = 3;

/// Fused multiply-adds in binary32 under these rules.
fn fused(factor: Format, env: Env) -> Datapath {
    let target = Target::new(F32, env);
    let plain = plain::fma(factor, factor, F32, Rounding::NearestEven);
    Datapath { partial: target, result: target, ..plain }
}

/// The same with products that are rounded.
fn multiplied(factor: Format, env: Env) -> Datapath {
    let (side, rule) = (Factor::Scalar(factor), ProductRule::Rounded(Target::new(F32, env)));
    Datapath { term: Term::Product { a: side, b: side, rule }, ..fused(factor, env) }
}

/// CDNA2: products, pairs, pairs of pairs and the addend's addition, small numbers flushed (SIL-D18).
pub(super) fn cdna2(work: &mut Work<'_>, sum: &Cdna2, k: usize, x: &mut [Operand]) -> u64 {
    work.steps.begin("subnormal operands and zeros");
    let mut read = 0;
    for own in x.iter_mut() {
        if own.class == Category::Subnormal || own.is_zero() && own.negative {
            work.steps.item(&own.name, "read as +0");
            read += 1;
            (own.class, own.negative) = (Category::Zero, false);
            own.value.negative = false;
            own.value.magnitude = 0u8.into();
        }
    }
    if read == 0 {
        work.steps.say("no operand is subnormal or -0");
    }
    // Rounded as IEEE 754 has it; what is subnormal then is a zero of its sign.
    let datapath = multiplied(sum.factor, Env { daz: true, ..Env::IEEE });
    let (a, b, rest) = split(x, k);
    let Some(c) = rest.first() else { return 0 };
    let products = term::terms(work, &datapath, a, b);
    let sides = a.iter().zip(b);
    let times_zero = |(a, b): (&Operand, &Operand)| a.is_zero() || b.is_zero();
    let products: Vec<Item> = products
        .into_iter()
        .zip(sides.map(times_zero))
        .map(|(product, zero)| if zero { plus_zero(product) } else { product })
        .collect();
    let groups = k.div_ceil(sum.group);
    let brief = groups * sum.group > FULL;
    let mut walk = Walk::new(work, &datapath, brief);
    let mut running = Item::of(c);
    let mut made = 0;
    for (i, group) in products.chunks(sum.group).enumerate() {
        let mut level = group.to_vec();
        while level.len() > 1 {
            level = level.chunks(2).map(|pair| walk.partial(pair)).collect();
        }
        let inputs = [plus_zero(running), level.remove(0)];
        if i + 1 == groups {
            made = walk.last(&inputs);
            break;
        }
        running = walk.partial(&inputs);
    }
    let code = flushed(work, made);
    word(work, &F32, code, NAN)
}

/// A zero as +0.
fn plus_zero(item: Item) -> Item {
    match item.value() {
        Some(value) if value.is_zero() => {
            let mut value = value.clone();
            value.negative = false;
            Item::new(item.name(), value, item.field())
        }
        _ => item,
    }
}

/// A subnormal result as a zero of its sign.
fn flushed(work: &mut Work<'_>, code: u64) -> u64 {
    if Operand::of("", &F32, code).class != Category::Subnormal {
        return code;
    }
    work.steps.begin("flush");
    let zero = code & 1 << 31;
    work.steps.item("", format!("a subnormal sum becomes {}", value_hex(&F32, zero)));
    zero
}

/// How x86 rounds here: MXCSR has no say.
const fn x86(daz: bool) -> Env {
    let (underflow, nan) = (Underflow::FlushSigned, NanRule::Sse);
    Env { tininess: Tininess::After, underflow, nan, daz, ..Env::IEEE }
}

/// `VDPBF16PS` (SIL-D22).
pub(super) fn vdpbf16ps(work: &mut Work<'_>, x: &mut [Operand]) -> u64 {
    work.env = x86(true);
    let [a0, a1, b0, b1, c] = x else { return 0 };
    if [&*a0, a1, b0, b1, c].iter().any(|own| own.is_nan()) {
        return nan::chosen(work, &F32, &[a0, b0, a1, b1, c]);
    }
    work.steps.begin("order");
    work.steps.say("the odd elements first, a fused multiply-add each");
    let datapath = fused(a0.format, work.env);
    let mut turned = [a1, a0, b1, b0, c].map(|own| own.clone());
    code(work, &datapath, 2, &mut turned)
}

/// `TDPBF16PS` and `TDPFP16PS`: chains of even and of odd elements, their sum, the addend (SIL-D24).
pub(super) fn tile_pairs(work: &mut Work<'_>, k: usize, x: &[Operand]) -> u64 {
    let env = x86(true);
    // Numbers of binary16 are normal ones of binary32.
    let wide: Vec<Operand> = x.iter().map(single).collect();
    let (a, b, rest) = split(&wide, k);
    let Some(c) = rest.first() else { return 0 };
    let [even, odd] = [(0, "even"), (1, "odd")].map(|(from, name)| {
        work.steps.begin(format!("the {name} elements, from +0 on"));
        work.steps.say("a chain of fused multiply-adds");
        work.env = env;
        let own = |side: &[Operand]| side.iter().skip(from).step_by(2).cloned().collect();
        let sides: [Vec<Operand>; 2] = [own(a), own(b)];
        chain(work, name, sides)
    });
    work.env = env;
    let sum = add::explain(work, &F32, &even, &odd, false);
    let sum = Operand::of("even + odd", &F32, sum);
    let mut c = c.clone();
    operand::flush(work, std::slice::from_mut(&mut c));
    add::explain(work, &F32, &c, &sum, false)
}

/// `TMMULTF32PS`: one chain in TF32, then the addend (SIL-D24).
pub(super) fn tile_tf32(work: &mut Work<'_>, k: usize, x: &[Operand]) -> u64 {
    work.steps.begin("factors in TF32");
    work.steps.say("the low 13 bits are cleared; a NaN is made quiet first");
    let factor = |own: &Operand| {
        let quiet = if own.is_nan() { own.code | 1 << 22 } else { own.code };
        Operand::of(own.name.clone(), &F32, quiet & !0x1fff)
    };
    let (a, b, rest) = split(x, k);
    let Some(c) = rest.first() else { return 0 };
    work.env = x86(false);
    let sides = [a, b].map(|side| side.iter().map(factor).collect());
    let products = chain(work, "products", sides);
    work.env = x86(false);
    add::explain(work, &F32, &products, c, false)
}

/// Fused multiply-adds in binary32 from +0 on, under the rules of `work`.
fn chain(work: &mut Work<'_>, name: &str, [a, b]: [Vec<Operand>; 2]) -> Operand {
    let (n, datapath) = (a.len(), fused(F32, work.env));
    let zero = Operand::of("+0", &F32, 0);
    let mut all: Vec<Operand> = a.into_iter().chain(b).chain([zero]).collect();
    let code = code(work, &datapath, n, &mut all);
    Operand::of(name, &F32, code)
}

/// The same in binary32, which holds it; a NaN keeps its payload.
fn single(x: &Operand) -> Operand {
    let env = Env { nan: NanRule::Sse, ..Env::IEEE };
    let exact = x.format == F32 || x.is_zero();
    let code = match exact {
        true if x.format == F32 => x.code,
        true => u64::from(x.negative) << 31,
        false => Work::aside(env, |work| convert::explain(work, &F32, x)).0,
    };
    Operand::of(x.name.clone(), &F32, code)
}

/// `BFDOT` and `BFMMLA` with EBF = 0: to odd at each step (SIL-D26).
pub(super) fn bfdot(work: &mut Work<'_>, k: usize, x: &mut [Operand]) -> u64 {
    let env = Env {
        rounding: Rounding::ToOdd,
        tininess: Tininess::Before,
        underflow: Underflow::FlushSigned,
        overflow: Overflow::Infinity,
        daz: true,
        ..Env::IEEE
    };
    pairs(work, &multiplied(x[0].format, env), k, x)
}

/// The same with EBF = 1: pairs of exact products, rounded as FPCR says (SIL-D27).
pub(super) fn bfdot_extended(work: &mut Work<'_>, fpcr: Fpcr, k: usize, x: &mut [Operand]) -> u64 {
    let env = extended(fpcr);
    let nan = if fpcr.ah { NAN | 1 << 31 } else { NAN };
    let code = pairs(work, &fused(x[0].format, env), k, x);
    word(work, &F32, code, nan)
}

/// FPCR's rules for them.
pub(super) fn extended(fpcr: Fpcr) -> Env {
    Env {
        rounding: fpcr.rounding,
        tininess: if fpcr.ah { Tininess::After } else { Tininess::Before },
        underflow: if fpcr.fz { Underflow::FlushSigned } else { Underflow::Gradual },
        daz: fpcr.fiz || fpcr.fz && !fpcr.ah,
        ..Env::IEEE
    }
}

/// Each pair's products are added, then the addend.
fn pairs(work: &mut Work<'_>, datapath: &Datapath, k: usize, x: &mut [Operand]) -> u64 {
    work.env = datapath.result.env;
    operand::flush(work, x);
    let (a, b, rest) = split(x, k);
    let Some(c) = rest.first() else { return 0 };
    let products = term::terms(work, datapath, a, b);
    let mut walk = Walk::new(work, datapath, k > FULL);
    let (mut running, mut left) = (Item::of(c), k / 2);
    for pair in products.chunks(2) {
        left -= 1;
        let inputs = [running, walk.partial(pair)];
        if left == 0 {
            return walk.last(&inputs);
        }
        running = walk.partial(&inputs);
    }
    0
}
