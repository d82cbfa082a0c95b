//! The processor answers for itself, where it has the instructions: `VDPBF16PS`, the conversions to bf16, and the integer products, on random operands.
#![allow(unsafe_code)] // instructions by name

use seeded::{Draw, Kind, Random, code, seed};
use softfloat::StaticFormat;
use softfloat::format::{Bf16, Binary32};
use std::arch::{asm, is_x86_feature_detected};
use vectors::registry::Options;

/// An instruction on words: the destination, the first source, the second.
type Instruction = unsafe fn([u32; 3]) -> u32;

/// An instruction of three registers, of which the first is read, too.
macro_rules! instruction {
    ($name:literal) => {{
        let f: Instruction = |[c, a, b]| {
            let result: u32;
            // SAFETY: registers alone; who calls has asked whether the processor has the instruction.
            unsafe {
                asm!(
                    "vmovd {x}, {c:e}",
                    "vmovd {y}, {a:e}",
                    "vmovd {z}, {b:e}",
                    concat!($name, " {x}, {y}, {z}"),
                    "vmovd {r:e}, {x}",
                    c = in(reg) c,
                    a = in(reg) a,
                    b = in(reg) b,
                    x = out(xmm_reg) _,
                    y = out(xmm_reg) _,
                    z = out(xmm_reg) _,
                    r = lateout(reg) result,
                );
            }
            result
        };
        f
    }};
}

/// Bytes or halves of a word, the lowest first.
fn parts(word: u32, bits: u32) -> impl Iterator<Item = u64> {
    (0..32 / bits).map(move |i| u64::from(word >> (i * bits)) & ((1 << bits) - 1))
}

/// An operation, and what the processor does; the operands of the operation from the words.
struct Row {
    id: &'static str,
    run: Instruction,
    operands: fn([u32; 3]) -> Vec<u64>,
}

fn pairs([c, a, b]: [u32; 3]) -> Vec<u64> {
    parts(a, 16).chain(parts(b, 16)).chain([c.into()]).collect()
}

fn bytes([c, a, b]: [u32; 3]) -> Vec<u64> {
    parts(a, 8).chain(parts(b, 8)).chain([c.into()]).collect()
}

const BF16: &[Row] = &[
    Row { id: "silicon.x86.vdpbf16ps", run: instruction!("vdpbf16ps"), operands: pairs },
    Row {
        id: "silicon.x86.vcvtne2ps2bf16",
        run: |[_, a, b]| {
            let halves: Instruction = narrowed;
            // SAFETY: as of the instruction itself.
            unsafe { halves([0, a, b]) }
        },
        operands: |[_, a, b]| vec![a.into(), b.into()],
    },
];

const VNNI: &[Row] = &[
    Row { id: "silicon.x86.vpdpbusd", run: instruction!("{{evex}} vpdpbusd"), operands: bytes },
    Row { id: "silicon.x86.vpdpbusds", run: instruction!("{{evex}} vpdpbusds"), operands: bytes },
    Row { id: "silicon.x86.vpdpwssd", run: instruction!("{{evex}} vpdpwssd"), operands: pairs },
    Row { id: "silicon.x86.vpdpwssds", run: instruction!("{{evex}} vpdpwssds"), operands: pairs },
];

/// Both sources' first elements: the upper half of the result stands with the second half of the register.
unsafe fn narrowed([_, a, b]: [u32; 3]) -> u32 {
    let (low, high): (u32, u32);
    // SAFETY: registers alone; who calls has asked whether the processor has the instruction.
    unsafe {
        asm!(
            "vmovd {y}, {a:e}",
            "vmovd {z}, {b:e}",
            "vcvtne2ps2bf16 {x}, {y}, {z}",
            "vmovd {low:e}, {x}",
            "vpextrd {high:e}, {x}, 2",
            a = in(reg) a,
            b = in(reg) b,
            x = out(xmm_reg) _,
            y = out(xmm_reg) _,
            z = out(xmm_reg) _,
            low = lateout(reg) low,
            high = lateout(reg) high,
        );
    }
    low & 0xffff | high << 16
}

/// Words of random and directed halves.
fn words(random: &mut Random) -> [u32; 3] {
    let (single, half) = (code!(Binary32::FORMAT), code!(Bf16::FORMAT));
    let pair = |random: &mut Random| {
        let low = half.any(random);
        (low | half.second(random, low) << 16) as u32
    };
    let (mut a, b) = (pair(random), pair(random));
    let c = single.any(random) as u32;
    // The products cancel each other, or one of them the addend.
    if random.one_in(4) {
        a = a & 0xffff | (a & 0xffff ^ 0x8000) << 16;
    }
    [c, a, b]
}

fn compare(rows: &[Row]) {
    let mut random = Random::new(seed());
    for row in rows {
        let op = vectors::operations().find(row.id).expect("an operation");
        let plan = op.plan(&Options::NONE);
        for _ in 0..16 * Kind::Code.cases() {
            let own = words(&mut random);
            // SAFETY: the tests have asked whether the processor has the instructions.
            let right = unsafe { (row.run)(own) };
            let found = plan.run(&(row.operands)(own));
            let bits = plan.result().format.width;
            let word = found.out().iter().rev().fold(0, |word, code| word << (bits % 64) | code);
            assert_eq!(word, u64::from(right), "{} {own:x?}", row.id);
        }
    }
}

#[test]
fn the_processor_sums_bf16_alike() {
    if !is_x86_feature_detected!("avx512bf16") {
        return needs::skip_processor("AVX512_BF16");
    }
    compare(BF16);
}

#[test]
fn the_processor_sums_integers_alike() {
    if !is_x86_feature_detected!("avx512vnni") {
        return needs::skip_processor("AVX512_VNNI");
    }
    compare(VNNI);
}
