//! The processor as the outside judge of the rules of x86: SSE arithmetic, comparison, conversion,
//! minimum and maximum, and FMA, with its four directions, denormals-are-zero and flush-to-zero,
//! bits and flags.
//!
//! [`SSE`] with [`Env::daz`] and [`Underflow::FlushSigned`] is MXCSR.
#![allow(unsafe_code)] // instructions by name

use crate::ieee::operands::draw;
use crate::ieee::operations::ours;
use crate::random::{Codes, Random, cases, seed};
use oracle::reference::ieee::Operation;
use rstest::rstest;
use seeded::code;
use softfloat::ieee::{MinMax, Relation};
use softfloat::{
    Env, Flags, Format, IntegerRule, NanRule, Rounded, Rounding, Underflow, convert_any,
};
use std::arch::asm;

/// What x86 does wherever IEEE 754 leaves a choice.
const SSE: Env = Env { nan: NanRule::Sse, integer: IntegerRule::X86, ..Env::IEEE };

/// An instruction on up to three codes under a value of MXCSR: its result, and MXCSR afterwards.
type Instruction = unsafe fn(u32, [u64; 3]) -> (u64, u32);

/// An instruction from the registers `x`, `y` and `z` into the general register `r`.
macro_rules! instruction {
    ($($line:literal),+) => {{
        let f: Instruction = |rules, [a, b, c]| {
            let mut status = [rules, 0u32];
            let result: u64;
            // SAFETY: MXCSR is put back; exceptions stay masked; the memory is the array.
            unsafe {
                asm!(
                    "stmxcsr [{status} + 4]",
                    "movq {x}, {a}",
                    "movq {y}, {b}",
                    "movq {z}, {c}",
                    "ldmxcsr [{status}]",
                    $($line,)+
                    "stmxcsr [{status}]",
                    "ldmxcsr [{status} + 4]",
                    status = in(reg) status.as_mut_ptr(),
                    a = in(reg) a,
                    b = in(reg) b,
                    c = in(reg) c,
                    x = out(xmm_reg) _,
                    y = out(xmm_reg) _,
                    z = out(xmm_reg) _,
                    r = out(reg) result,
                );
            }
            (result, status[0])
        };
        f
    }};
}

/// All exceptions masked, none raised.
const MASKED: u32 = 0x1f80;

/// MXCSR for these rules.
fn rules(env: &Env) -> u32 {
    let direction = match env.rounding {
        Rounding::NearestEven => 0,
        Rounding::Down => 1,
        Rounding::Up => 2,
        Rounding::TowardZero => 3,
        Rounding::NearestAway | Rounding::ToOdd => panic!("no direction of MXCSR"),
    };
    let flush = u32::from(env.underflow == Underflow::FlushSigned);
    MASKED | direction << 13 | flush << 15 | u32::from(env.daz) << 6
}

/// The exceptions in MXCSR; that of subnormal operands is none of IEEE's.
fn flags(status: u32) -> Flags {
    let each = [
        (0, Flags::INVALID),
        (2, Flags::DIVIDE_BY_ZERO),
        (3, Flags::OVERFLOW),
        (4, Flags::UNDERFLOW),
        (5, Flags::INEXACT),
    ];
    let raised = each.into_iter().filter(|(bit, _)| status >> bit & 1 == 1);
    raised.fold(Flags::NONE, |all, (_, flag)| all | flag)
}

/// The result and the exceptions of an instruction on these codes, cut to `width` bits.
fn judged(instruction: Instruction, env: &Env, width: u32, x: &[u64]) -> Rounded<u64> {
    let mut operands = [0; 3];
    operands[..x.len()].copy_from_slice(x);
    // SAFETY: the callers see to it that the processor has the instruction.
    let (bits, status) = unsafe { instruction(rules(env), operands) };
    Rounded { bits: bits & u64::MAX >> (64 - width), flags: flags(status) }
}

/// Four directions, each with and without flushed results and with and without flushed operands.
fn environments() -> Vec<Env> {
    let directions = [Rounding::NearestEven, Rounding::TowardZero, Rounding::Up, Rounding::Down];
    let mut all = Vec::new();
    for rounding in directions {
        for underflow in [Underflow::Gradual, Underflow::FlushSigned] {
            all.extend([false, true].map(|daz| Env { rounding, underflow, daz, ..SSE }));
        }
    }
    all
}

fn agree(what: &str, x: &[u64], env: &Env, ours: Rounded<u64>, theirs: Rounded<u64>) {
    assert!(
        ours == theirs,
        "{what} {x:x?}: {ours:x?}, by the processor {theirs:x?}, {env:?}, seed {}",
        seed()
    );
}

fn named(name: &str) -> &'static Format {
    Format::by_name(name).expect("a format of the table")
}

fn check(f: &Format, operation: Operation, instruction: Instruction) {
    let environments = environments();
    let mut random = Random::of_run();
    for _ in 0..2 * cases() {
        let x = draw(&mut random, operation, f);
        for env in &environments {
            let theirs = judged(instruction, env, f.width, &x);
            agree(&format!("{operation:?}"), &x, env, ours(operation, f, &x, env), theirs);
        }
    }
}

#[rstest]
#[case(Operation::Add, instruction!("addss {x}, {y}", "movd {r:e}, {x}"))]
#[case(Operation::Sub, instruction!("subss {x}, {y}", "movd {r:e}, {x}"))]
#[case(Operation::Mul, instruction!("mulss {x}, {y}", "movd {r:e}, {x}"))]
#[case(Operation::Div, instruction!("divss {x}, {y}", "movd {r:e}, {x}"))]
#[case(Operation::Sqrt, instruction!("sqrtss {x}, {x}", "movd {r:e}, {x}"))]
fn single(#[case] operation: Operation, #[case] instruction: Instruction) {
    check(named("ieee_binary32"), operation, instruction);
}

#[rstest]
#[case(Operation::Add, instruction!("addsd {x}, {y}", "movq {r}, {x}"))]
#[case(Operation::Sub, instruction!("subsd {x}, {y}", "movq {r}, {x}"))]
#[case(Operation::Mul, instruction!("mulsd {x}, {y}", "movq {r}, {x}"))]
#[case(Operation::Div, instruction!("divsd {x}, {y}", "movq {r}, {x}"))]
#[case(Operation::Sqrt, instruction!("sqrtsd {x}, {x}", "movq {r}, {x}"))]
fn double(#[case] operation: Operation, #[case] instruction: Instruction) {
    check(named("ieee_binary64"), operation, instruction);
}

/// The form that adds to the product of the other two operands: NaN come in the order of the
/// factors, then the addend.
#[rstest]
#[case("ieee_binary32", instruction!("vfmadd231ss {z}, {x}, {y}", "movd {r:e}, {z}"))]
#[case("ieee_binary64", instruction!("vfmadd231sd {z}, {x}, {y}", "movq {r}, {z}"))]
fn fused(#[case] name: &str, #[case] instruction: Instruction) {
    if !std::arch::is_x86_feature_detected!("fma") {
        needs::skip_processor("FMA");
        return;
    }
    check(named(name), Operation::Fma, instruction);
}

/// Pairs for comparisons, with equal and neighbouring ones.
fn pairs(f: &Format, mut check: impl FnMut([u64; 2])) {
    let mask = u64::MAX >> (64 - f.width);
    let mut random = Random::of_run();
    for _ in 0..2 * cases() {
        let a = random.code(f, f);
        check([a, code!(f).second(&mut random, a) & mask]);
    }
}

#[rstest]
#[case("ieee_binary32", MinMax::SseMin, instruction!("minss {x}, {y}", "movd {r:e}, {x}"))]
#[case("ieee_binary32", MinMax::SseMax, instruction!("maxss {x}, {y}", "movd {r:e}, {x}"))]
#[case("ieee_binary64", MinMax::SseMin, instruction!("minsd {x}, {y}", "movq {r}, {x}"))]
#[case("ieee_binary64", MinMax::SseMax, instruction!("maxsd {x}, {y}", "movq {r}, {x}"))]
fn minimum_and_maximum(
    #[case] name: &str,
    #[case] variant: MinMax,
    #[case] instruction: Instruction,
) {
    let f = named(name);
    pairs(f, |x| {
        for env in environments() {
            let ours = f.min_max(variant, x[0], x[1], &env);
            agree(&format!("{variant:?}"), &x, &env, ours, judged(instruction, &env, f.width, &x));
        }
    });
}

/// The flags register afterwards: bit 0 carry, bit 2 parity, bit 6 zero.
#[rstest]
#[case("ieee_binary32", false, instruction!("ucomiss {x}, {y}", "pushfq", "pop {r}"))]
#[case("ieee_binary32", true, instruction!("comiss {x}, {y}", "pushfq", "pop {r}"))]
#[case("ieee_binary64", false, instruction!("ucomisd {x}, {y}", "pushfq", "pop {r}"))]
#[case("ieee_binary64", true, instruction!("comisd {x}, {y}", "pushfq", "pop {r}"))]
fn comparison(#[case] name: &str, #[case] signalling: bool, #[case] instruction: Instruction) {
    let f = named(name);
    pairs(f, |x| {
        for env in environments() {
            let (relation, flags) = f.compare(x[0], x[1], signalling, &env);
            let bits = match relation {
                Relation::Greater => 0,
                Relation::Less => 1,
                Relation::Equal => 0x40,
                Relation::Unordered => 0x45,
            };
            let mut theirs = judged(instruction, &env, 64, &x);
            theirs.bits &= 0x45;
            agree("compare", &x, &env, Rounded { bits, flags }, theirs);
        }
    });
}

/// Codes for conversions, near those of the other format.
fn codes(from: &Format, to: &Format, mut check: impl FnMut(u64)) {
    let mut random = Random::of_run();
    (0..2 * cases()).for_each(|_| check(random.code(from, to)));
}

#[rstest]
#[case("ieee_binary32", "int32", false, instruction!("cvtss2si {r:e}, {x}"))]
#[case("ieee_binary32", "int64", false, instruction!("cvtss2si {r:r}, {x}"))]
#[case("ieee_binary64", "int32", false, instruction!("cvtsd2si {r:e}, {x}"))]
#[case("ieee_binary64", "int64", false, instruction!("cvtsd2si {r:r}, {x}"))]
#[case("ieee_binary32", "int32", true, instruction!("cvttss2si {r:e}, {x}"))]
#[case("ieee_binary32", "int64", true, instruction!("cvttss2si {r:r}, {x}"))]
#[case("ieee_binary64", "int32", true, instruction!("cvttsd2si {r:e}, {x}"))]
#[case("ieee_binary64", "int64", true, instruction!("cvttsd2si {r:r}, {x}"))]
fn to_integer(
    #[case] from: &str,
    #[case] to: &str,
    #[case] truncates: bool,
    #[case] instruction: Instruction,
) {
    let (f, to) = (named(from), named(to));
    codes(f, to, |code| {
        for env in environments() {
            let direction = if truncates { Rounding::TowardZero } else { env.rounding };
            let ours = f.to_integer(to, code, true, &env.rounding(direction));
            agree(to.name, &[code], &env, ours, judged(instruction, &env, to.width, &[code]));
        }
    });
}

#[rstest]
#[case("ieee_binary32", "ieee_binary64", instruction!("cvtss2sd {x}, {x}", "movq {r}, {x}"))]
#[case("ieee_binary64", "ieee_binary32", instruction!("cvtsd2ss {x}, {x}", "movd {r:e}, {x}"))]
#[case("int32", "ieee_binary32", instruction!("cvtsi2ss {x}, {a:e}", "movd {r:e}, {x}"))]
#[case("int64", "ieee_binary32", instruction!("cvtsi2ss {x}, {a:r}", "movd {r:e}, {x}"))]
#[case("int32", "ieee_binary64", instruction!("cvtsi2sd {x}, {a:e}", "movq {r}, {x}"))]
#[case("int64", "ieee_binary64", instruction!("cvtsi2sd {x}, {a:r}", "movq {r}, {x}"))]
fn conversion(#[case] from: &str, #[case] to: &str, #[case] instruction: Instruction) {
    let (from, to) = (named(from), named(to));
    codes(from, to, |code| {
        for env in environments() {
            let ours = convert_any(from, to, &env, code);
            agree(to.name, &[code], &env, ours, judged(instruction, &env, to.width, &[code]));
        }
    });
}

/// Conversion from and to binary16. It heeds neither flushed results nor flushed operands of
/// binary16, but flushed operands of binary32.
#[rstest]
#[case("ieee_binary16", "ieee_binary32", instruction!("vcvtph2ps {x}, {x}", "movd {r:e}, {x}"))]
#[case("ieee_binary32", "ieee_binary16", instruction!("vcvtps2ph {x}, {x}, 4", "movd {r:e}, {x}"))]
fn half(#[case] from: &str, #[case] to: &str, #[case] instruction: Instruction) {
    if !std::arch::is_x86_feature_detected!("f16c") {
        needs::skip_processor("F16C");
        return;
    }
    let (from, to) = (named(from), named(to));
    codes(from, to, |code| {
        for env in environments() {
            let heeded =
                Env { underflow: Underflow::Gradual, daz: env.daz && from.width > 16, ..env };
            let ours = convert_any(from, to, &heeded, code);
            agree(to.name, &[code], &env, ours, judged(instruction, &env, to.width, &[code]));
        }
    });
}

#[rstest]
#[case("ieee_binary32", true, instruction!("roundss {x}, {x}, 4", "movd {r:e}, {x}"))]
#[case("ieee_binary32", false, instruction!("roundss {x}, {x}, 12", "movd {r:e}, {x}"))]
#[case("ieee_binary64", true, instruction!("roundsd {x}, {x}, 4", "movq {r}, {x}"))]
#[case("ieee_binary64", false, instruction!("roundsd {x}, {x}, 12", "movq {r}, {x}"))]
fn integral_values(#[case] name: &str, #[case] exact: bool, #[case] instruction: Instruction) {
    if !std::arch::is_x86_feature_detected!("sse4.1") {
        needs::skip_processor("SSE4.1");
        return;
    }
    let f = named(name);
    codes(f, named("int64"), |code| {
        for env in environments() {
            let ours = f.round_to_integral(code, exact, &env);
            agree("round", &[code], &env, ours, judged(instruction, &env, f.width, &[code]));
        }
    });
}
