//! This processor's x87: four directions, three precisions, flags, all codes that are no operands, and its choice among NaN.
#![allow(unsafe_code)] // instructions by name

use crate::wide::{operands, ours};
use seeded::{Draw, Kind, Random, seed};
use softfloat::format::Int32;
use softfloat::wide::{Rules, Wide};
use softfloat::{Env, Flags, NanRule, Rounding, StaticFormat};
use std::arch::asm;

/// An instruction on what lies in two registers, under a control word: the result, and the status word.
macro_rules! instruction {
    ($($line:literal),+) => {
        |control: u16, a: &[u8; 16], b: &[u8; 16]| -> ([u8; 16], u16) {
            let (mut out, mut words) = ([0u8; 16], [control, 0, 0]);
            // SAFETY: the stack of registers is empty again afterwards, the control word is put back, exceptions stay masked; the memory
            // is that of the arrays.
            unsafe {
                asm!(
                    "fnstcw [{words} + 4]",
                    "fnclex",
                    "fld tbyte ptr [{b}]",
                    "fld tbyte ptr [{a}]",
                    "fldcw [{words}]",
                    $($line,)+
                    "fstp tbyte ptr [{out}]",
                    "fnstsw [{words} + 2]",
                    "fstp st(0)",
                    "fnclex",
                    "fldcw [{words} + 4]",
                    words = in(reg) words.as_mut_ptr(),
                    a = in(reg) a.as_ptr(),
                    b = in(reg) b.as_ptr(),
                    out = in(reg) out.as_mut_ptr(),
                    out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                    out("ax") _, out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                );
            }
            (out, words[1])
        }
    };
}

type Instruction = fn(u16, &[u8; 16], &[u8; 16]) -> ([u8; 16], u16);

/// Each leaves its result on top, and one register below it. Remainders come piece by piece, until the second condition bit is 0.
const INSTRUCTIONS: [(&str, Instruction); 10] = [
    ("add", instruction!("fadd st(0), st(1)")),
    ("sub", instruction!("fsub st(0), st(1)")),
    ("mul", instruction!("fmul st(0), st(1)")),
    ("div", instruction!("fdiv st(0), st(1)")),
    ("sqrt", instruction!("fsqrt")),
    ("integral", instruction!("frndint")),
    ("rem", instruction!("2:", "fprem1", "fnstsw ax", "test ax, 0x400", "jnz 2b")),
    ("fmod", instruction!("2:", "fprem", "fnstsw ax", "test ax, 0x400", "jnz 2b")),
    ("scale", instruction!("fscale")),
    ("exponent", instruction!("fxtract", "fstp st(0)")),
];

/// The flags of a status word; that of a subnormal operand has no counterpart.
fn flags(status: u16) -> Flags {
    let rows = [
        (1, Flags::INVALID),
        (4, Flags::DIVIDE_BY_ZERO),
        (8, Flags::OVERFLOW),
        (16, Flags::UNDERFLOW),
        (32, Flags::INEXACT),
    ];
    let raised = rows.into_iter().filter(|(bit, _)| status & bit != 0);
    raised.fold(Flags::NONE, |all, (_, flag)| all | flag)
}

/// Any bits, now and then.
fn code(random: &mut Random) -> u128 {
    let w = Wide::EXTENDED80;
    let code = operands::code(random, &w);
    match random.next() % 4 {
        0 => code & !(1 << 63),
        1 => code | 1 << 63,
        _ => code,
    }
}

/// What to scale by: few, to the ends of the range, or any.
fn power(random: &mut Random) -> i32 {
    match random.next() % 4 {
        0 => (random.next() % 9) as i32 - 4,
        1 | 2 => (random.next() % 66_000) as i32 - 33_000,
        _ => random.next() as i32,
    }
}

#[test]
fn this_processor_agrees() {
    let (count, mut random, w) = (Kind::Code.cases() / 4, Random::new(seed()), Wide::EXTENDED80);
    let directions = [
        (Rounding::NearestEven, 0),
        (Rounding::Down, 1),
        (Rounding::Up, 2),
        (Rounding::TowardZero, 3),
    ];
    for (rounding, direction) in directions {
        for (precision, field) in [(24, 0), (53, 2), (64, 3)] {
            let control = 0x3f | direction << 10 | field << 8;
            let env = Env { rounding, nan: NanRule::Sse, ..Env::IEEE };
            let rules = Rules { env, precision };
            for (name, instruction) in INSTRUCTIONS {
                for _ in 0..count {
                    let (a, n) = (code(&mut random), power(&mut random));
                    let b = match name {
                        "scale" => {
                            w.of_narrow(&Int32::FORMAT, n.cast_unsigned().into(), &rules).bits
                        }
                        _ => code(&mut random),
                    };
                    let (out, status) = instruction(control, &a.to_le_bytes(), &b.to_le_bytes());
                    let right = u128::from_le_bytes(out) & ((1 << 80) - 1);
                    let found = match name {
                        "integral" => w.round_to_integral(a, true, &rules),
                        "fmod" => w.fmod(a, b, &rules),
                        "scale" => w.scale_b(a, n.into(), &rules),
                        "exponent" => w.log_b(a, &rules),
                        _ => ours(&w, name, [a, b, 0], &rules),
                    };
                    assert_eq!(
                        (found.bits, found.flags),
                        (right, flags(status)),
                        "{name} {rules:?} {a:020x} {b:020x}: found {:020x}, right {right:020x}",
                        found.bits
                    );
                }
            }
        }
    }
}
