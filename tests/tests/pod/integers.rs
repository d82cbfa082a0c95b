//! Packed integers, bitwise operations and shuffles.
#![allow(unsafe_code)] // instructions by name

use crate::pod::processor::{Instruction, form, instruction};
use rstest::rstest;
use seeded::{Code, Draw, Random};
use semantics::pod::isa::Operation;
use semantics::pod::lane::{Mxcsr, Operands, register};
use std::arch::is_x86_feature_detected;

/// A register of integers of 8, 16, 32 or 64 bits, near those of another.
fn drawn(random: &mut Random, near: u128) -> u128 {
    let width = 8 << random.below(4);
    let f = Code { width, sign: true, exp_bits: 0, man_bits: width - 1, pad: 0, bias: 0 };
    (0..128 / width).fold(0, |x: u128, lane| {
        let other = (near >> (width * lane)) as u64 & f.mask();
        let code = if random.below(3) == 0 { f.near(random, other) } else { f.integer(random) };
        x | u128::from(code) << (width * lane)
    })
}

/// Random registers; `immediate` makes the constant out of a number, which is the lower half of `b`, too.
fn check(name: &str, operation: Operation, instruction: Instruction, counts: u64) {
    if !is_x86_feature_detected!("sse4.2") {
        needs::skip_processor("SSE4.2");
        return;
    }
    let mut random = Random::of(name);
    for _ in 0..seeded::Kind::Code.cases() {
        let a = drawn(&mut random, 0);
        let immediate = random.below(counts.max(1)) as u32;
        let b = if counts > 0 { immediate.into() } else { drawn(&mut random, a) };
        let ours = register(operation, Operands { d: 0, a, b, immediate }, Mxcsr::RESET);
        // SAFETY: the processor has the instruction.
        let (theirs, status) = unsafe { instruction(0x1f80, [0, a, b]) };
        assert!(
            ours.bits == theirs && ours.status == 0 && status == 0x1f80,
            "{name} {a:032x} {b:032x}: {:032x}, by the processor {theirs:032x}",
            ours.bits
        );
    }
}

macro_rules! two {
    ($($line:literal),+) => { instruction!($($line),+, "movaps {d}, {a}") };
}

#[rstest]
#[case("pintadd1", two!("paddb {a}, {b}"))]
#[case("pintadd2", two!("paddw {a}, {b}"))]
#[case("pintadd4", two!("paddd {a}, {b}"))]
#[case("pintadd8", two!("paddq {a}, {b}"))]
#[case("pintsub1", two!("psubb {a}, {b}"))]
#[case("pintsub2", two!("psubw {a}, {b}"))]
#[case("pintsub4", two!("psubd {a}, {b}"))]
#[case("pintsub8", two!("psubq {a}, {b}"))]
#[case("pintmul4", two!("pmulld {a}, {b}"))]
#[case("pinthadd2", two!("phaddw {a}, {b}"))]
#[case("pinthadd4", two!("phaddd {a}, {b}"))]
#[case("pintand", two!("pand {a}, {b}"))]
#[case("pintor", two!("por {a}, {b}"))]
#[case("pintxor", two!("pxor {a}, {b}"))]
#[case("pintcmp1.eq", two!("pcmpeqb {a}, {b}"))]
#[case("pintcmp2.eq", two!("pcmpeqw {a}, {b}"))]
#[case("pintcmp4.eq", two!("pcmpeqd {a}, {b}"))]
#[case("pintcmp8.eq", two!("pcmpeqq {a}, {b}"))]
// Less is greater the other way round; the rest are complements.
#[case("pintcmp1.lt", instruction!("pcmpgtb {b}, {a}", "movaps {d}, {b}"))]
#[case("pintcmp2.lt", instruction!("pcmpgtw {b}, {a}", "movaps {d}, {b}"))]
#[case("pintcmp4.lt", instruction!("pcmpgtd {b}, {a}", "movaps {d}, {b}"))]
#[case("pintcmp8.lt", instruction!("pcmpgtq {b}, {a}", "movaps {d}, {b}"))]
#[case("pintcmp1.le", instruction!("pcmpgtb {a}, {b}", "pcmpeqd {d}, {d}", "pxor {d}, {a}"))]
#[case("pintcmp2.le", instruction!("pcmpgtw {a}, {b}", "pcmpeqd {d}, {d}", "pxor {d}, {a}"))]
#[case("pintcmp4.le", instruction!("pcmpgtd {a}, {b}", "pcmpeqd {d}, {d}", "pxor {d}, {a}"))]
#[case("pintcmp8.le", instruction!("pcmpgtq {a}, {b}", "pcmpeqd {d}, {d}", "pxor {d}, {a}"))]
#[case("pintcmp1.ne", instruction!("pcmpeqb {a}, {b}", "pcmpeqd {d}, {d}", "pxor {d}, {a}"))]
#[case("pintcmp2.ne", instruction!("pcmpeqw {a}, {b}", "pcmpeqd {d}, {d}", "pxor {d}, {a}"))]
#[case("pintcmp4.ne", instruction!("pcmpeqd {a}, {b}", "pcmpeqd {d}, {d}", "pxor {d}, {a}"))]
#[case("pintcmp8.ne", instruction!("pcmpeqq {a}, {b}", "pcmpeqd {d}, {d}", "pxor {d}, {a}"))]
#[case("pintnot", instruction!("pcmpeqd {d}, {d}", "pxor {d}, {a}"))]
fn two_registers(#[case] mnemonic: &str, #[case] instruction: Instruction) {
    check(mnemonic, form(mnemonic).operation, instruction, 0);
}

/// The counts are beyond the width, too; the processor has no shifts of bytes, nor arithmetic ones of 64 bits in SSE.
#[rstest]
#[case("pintshl2", two!("psllw {a}, {b}"))]
#[case("pintshl4", two!("pslld {a}, {b}"))]
#[case("pintshl8", two!("psllq {a}, {b}"))]
#[case("pintshr2", two!("psrlw {a}, {b}"))]
#[case("pintshr4", two!("psrld {a}, {b}"))]
#[case("pintshr8", two!("psrlq {a}, {b}"))]
#[case("pintsar2", two!("psraw {a}, {b}"))]
#[case("pintsar4", two!("psrad {a}, {b}"))]
fn shifts(#[case] mnemonic: &str, #[case] instruction: Instruction) {
    check(mnemonic, form(mnemonic).operation, instruction, 64);
}

/// SHUFPS with each of its constants.
fn shuffle<const SELECT: i32>() -> Instruction {
    instruction!("shufps {a}, {b}, {select}", "movaps {d}, {a}"; select = const SELECT,)
}

macro_rules! shuffles {
    ($($high:literal)+) => { [$(shuffles!(@ $high: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)),+] };
    (@ $high:literal: $($low:literal)+) => { [$(shuffle::<{ $high * 16 + $low }>()),+] };
}

#[test]
fn shuffled_lanes() {
    let all = shuffles!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    let mut random = Random::of("shuffles");
    for (select, instruction) in (0u8..=255).zip(all.as_flattened()) {
        for _ in 0..20 {
            let [a, b] = [drawn(&mut random, 0), drawn(&mut random, 0)];
            let operands = Operands { a, b, ..Operands::default() };
            let ours = register(Operation::Shuffle(select), operands, Mxcsr::RESET).bits;
            // SAFETY: every x86-64 processor has SHUFPS.
            let (theirs, _) = unsafe { instruction(0x1f80, [0, a, b]) };
            assert!(
                ours == theirs,
                "{select:02x} {a:032x} {b:032x}: {ours:032x}, not {theirs:032x}"
            );
        }
    }
}
