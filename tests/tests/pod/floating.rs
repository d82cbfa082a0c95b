//! Floating-point operations: bits and all six sticky bits, in four directions, with DAZ and FTZ and without.
//!
//! Scalar forms meet every combination of the corner codes, so that each raises its sticky bits alone; whole registers
//! meet random codes.
#![allow(unsafe_code)] // instructions by name

use crate::pod::processor::{Instruction, agree, form, instruction};
use rstest::rstest;
use seeded::{Code, Draw, Random};
use semantics::pod::isa::Operation;
use std::arch::is_x86_feature_detected;

const SINGLE: Code = Code { width: 32, sign: true, exp_bits: 8, man_bits: 23, pad: 0, bias: 127 };
const DOUBLE: Code = Code { width: 64, sign: true, exp_bits: 11, man_bits: 52, pad: 0, bias: 1023 };

/// Four directions, each with and without DAZ and FTZ.
fn rules() -> impl Iterator<Item = u32> {
    let flushes = [0, 1 << 6, 1 << 15, 1 << 6 | 1 << 15];
    flushes.into_iter().flat_map(|flush| (0..4).map(move |rc| 0x1f80 | flush | rc << 13))
}

/// Zeros, infinities, NaN of both kinds, the ends of subnormal and normal numbers, one and its neighbours, of both signs.
fn corners(f: &Code) -> Vec<u64> {
    let one = f.bias << f.man_bits;
    let infinity = f.top() << f.man_bits;
    let least = 1 << f.man_bits;
    let quiet = infinity | 1 << (f.man_bits - 1);
    let bodies = [
        0,
        1,
        least - 1,
        least,
        least + 1,
        one - 1,
        one,
        one + 1,
        one + least,
        one | 1 << (f.man_bits - 1),
        infinity - 1,
        infinity,
        infinity | 1,
        quiet,
        quiet | 5,
    ];
    bodies.into_iter().flat_map(|body| [body, body | f.sign_bit()]).collect()
}

/// Whether a mnemonic computes doubles, and only lane 0.
fn shape(mnemonic: &str) -> (&'static Code, bool) {
    (if mnemonic.contains(".dp") { &DOUBLE } else { &SINGLE }, mnemonic.contains("scalar"))
}

fn check(mnemonic: &str, operands: usize, instruction: Instruction) {
    let (f, scalar) = shape(mnemonic);
    let operation = form(mnemonic).operation;
    if scalar {
        directed(f, operation, operands, instruction);
    }
    random(mnemonic, f, scalar, operation, instruction);
}

/// Every combination of corners.
fn directed(f: &Code, operation: Operation, operands: usize, instruction: Instruction) {
    let corners: Vec<u128> = corners(f).into_iter().map(u128::from).collect();
    let count = corners.len();
    let computed = u128::from(f.mask());
    for at in 0..count.pow(operands as u32) {
        let [a, b, d] = [1, count, count * count].map(|step| corners[at / step % count]);
        let upper = 0x1234_5678_9abc_def0 << 64 | 0x5555_5555 << 32;
        let d = if operands == 3 { d | upper & !computed } else { upper };
        rules().for_each(|mxcsr| agree(operation, instruction, computed, mxcsr, [d, a, b]));
    }
}

/// Random codes in all lanes, near each other often enough that sums cancel and results are tiny.
fn random(mnemonic: &str, f: &Code, scalar: bool, operation: Operation, instruction: Instruction) {
    let mut random = Random::of(mnemonic);
    let lanes = 128 / f.width;
    let computed = if scalar { u128::from(f.mask()) } else { u128::MAX };
    for _ in 0..seeded::Kind::Code.cases() / 4 {
        let mut x = [0u128; 3];
        for _ in 0..lanes {
            let a = f.any(&mut random);
            let b = f.second(&mut random, a);
            let d = if random.below(2) == 0 {
                f.any(&mut random)
            } else {
                product(f, &mut random, a, b)
            };
            for (register, code) in x.iter_mut().zip([d, a, b]) {
                *register = if f.width == 64 { *register << 64 } else { *register << 32 }
                    | u128::from(code);
            }
        }
        rules().for_each(|mxcsr| agree(operation, instruction, computed, mxcsr, x));
    }
}

/// About minus the product, by exponents alone.
fn product(f: &Code, random: &mut Random, a: u64, b: u64) -> u64 {
    let field = |code: u64| code >> f.man_bits & f.top();
    let sum = (field(a) + field(b)).saturating_sub(f.bias);
    let sign = !(a ^ b) & f.sign_bit();
    f.with_field(random, sum) & !f.sign_bit() | sign
}

/// The forms of a name: the same instruction for lane 0 and for all lanes, single and double.
macro_rules! four {
    ($test:ident, $operands:literal, $name:literal, $end:literal, [$($ss:literal),+], [$($ps:literal),+], [$($sd:literal),+], [$($pd:literal),+]) => {
        #[test]
        fn $test() {
            let name = |shape: &str| format!(concat!($name, ".{}", $end), shape);
            check(&name("scalar.sp"), $operands, instruction!($($ss),+));
            check(&name("pack.sp"), $operands, instruction!($($ps),+));
            check(&name("scalar.dp"), $operands, instruction!($($sd),+));
            check(&name("pack.dp"), $operands, instruction!($($pd),+));
        }
    };
}

macro_rules! binary {
    ($test:ident, $name:literal, $ss:literal, $ps:literal, $sd:literal, $pd:literal) => {
        four!(
            $test,
            2,
            $name,
            "",
            [$ss, "movaps {d}, {a}"],
            [$ps, "movaps {d}, {a}"],
            [$sd, "movaps {d}, {a}"],
            [$pd, "movaps {d}, {a}"]
        );
    };
}

binary!(sum, "pfpadd", "addss {a}, {b}", "addps {a}, {b}", "addsd {a}, {b}", "addpd {a}, {b}");
binary!(
    difference,
    "pfpsub",
    "subss {a}, {b}",
    "subps {a}, {b}",
    "subsd {a}, {b}",
    "subpd {a}, {b}"
);
binary!(
    product_of_two,
    "pfpmul",
    "mulss {a}, {b}",
    "mulps {a}, {b}",
    "mulsd {a}, {b}",
    "mulpd {a}, {b}"
);
binary!(quotient, "pfpdiv", "divss {a}, {b}", "divps {a}, {b}", "divsd {a}, {b}", "divpd {a}, {b}");
binary!(minimum, "pfpmin", "minss {a}, {b}", "minps {a}, {b}", "minsd {a}, {b}", "minpd {a}, {b}");
binary!(maximum, "pfpmax", "maxss {a}, {b}", "maxps {a}, {b}", "maxsd {a}, {b}", "maxpd {a}, {b}");
binary!(
    less,
    "pfpcmp.lt",
    "cmpss {a}, {b}, 1",
    "cmpps {a}, {b}, 1",
    "cmpsd {a}, {b}, 1",
    "cmppd {a}, {b}, 1"
);
binary!(
    less_or_equal,
    "pfpcmp.le",
    "cmpss {a}, {b}, 2",
    "cmpps {a}, {b}, 2",
    "cmpsd {a}, {b}, 2",
    "cmppd {a}, {b}, 2"
);
binary!(
    equal,
    "pfpcmp.eq",
    "cmpss {a}, {b}, 0",
    "cmpps {a}, {b}, 0",
    "cmpsd {a}, {b}, 0",
    "cmppd {a}, {b}, 0"
);
binary!(
    not_equal,
    "pfpcmp.ne",
    "cmpss {a}, {b}, 4",
    "cmpps {a}, {b}, 4",
    "cmpsd {a}, {b}, 4",
    "cmppd {a}, {b}, 4"
);
binary!(
    unordered,
    "pfpcmp.unord",
    "cmpss {a}, {b}, 3",
    "cmpps {a}, {b}, 3",
    "cmpsd {a}, {b}, 3",
    "cmppd {a}, {b}, 3"
);
four!(
    root,
    1,
    "pfpsqrt",
    "",
    ["sqrtss {d}, {a}"],
    ["sqrtps {d}, {a}"],
    ["sqrtsd {d}, {a}"],
    ["sqrtpd {d}, {a}"]
);

#[rstest]
#[case("pfphadd.pack.sp", instruction!("haddps {a}, {b}", "movaps {d}, {a}"))]
#[case("pfphadd.pack.dp", instruction!("haddpd {a}, {b}", "movaps {d}, {a}"))]
fn sums_of_pairs(#[case] mnemonic: &str, #[case] instruction: Instruction) {
    check(mnemonic, 2, instruction);
}

macro_rules! fused {
    ($test:ident, $name:literal, $ss:literal, $ps:literal, $sd:literal, $pd:literal) => {
        #[test]
        fn $test() {
            if !is_x86_feature_detected!("fma") {
                needs::skip_processor("FMA");
                return;
            }
            let name = |shape: &str| format!("{}.{shape}", $name);
            check(&name("scalar.sp"), 3, instruction!($ss));
            check(&name("pack.sp"), 3, instruction!($ps));
            check(&name("scalar.dp"), 3, instruction!($sd));
            check(&name("pack.dp"), 3, instruction!($pd));
        }
    };
}

fused!(
    d_plus_ab,
    "pfpfma++",
    "vfmadd231ss {d}, {a}, {b}",
    "vfmadd231ps {d}, {a}, {b}",
    "vfmadd231sd {d}, {a}, {b}",
    "vfmadd231pd {d}, {a}, {b}"
);
fused!(
    d_minus_ab,
    "pfpfma+-",
    "vfnmadd231ss {d}, {a}, {b}",
    "vfnmadd231ps {d}, {a}, {b}",
    "vfnmadd231sd {d}, {a}, {b}",
    "vfnmadd231pd {d}, {a}, {b}"
);
fused!(
    ab_minus_d,
    "pfpfma-+",
    "vfmsub231ss {d}, {a}, {b}",
    "vfmsub231ps {d}, {a}, {b}",
    "vfmsub231sd {d}, {a}, {b}",
    "vfmsub231pd {d}, {a}, {b}"
);
fused!(
    minus_ab_minus_d,
    "pfpfma--",
    "vfnmsub231ss {d}, {a}, {b}",
    "vfnmsub231ps {d}, {a}, {b}",
    "vfnmsub231sd {d}, {a}, {b}",
    "vfnmsub231pd {d}, {a}, {b}"
);

#[rstest]
#[case("pcvtf2i.scalar.sp.mxcsr", instruction!("cvtps2dq {d}, {a}"))]
#[case("pcvtf2i.pack.sp.mxcsr", instruction!("cvtps2dq {d}, {a}"))]
#[case("pcvti2f.scalar.sp", instruction!("cvtdq2ps {d}, {a}"))]
#[case("pcvti2f.pack.sp", instruction!("cvtdq2ps {d}, {a}"))]
fn conversions_of_32_bits(#[case] mnemonic: &str, #[case] instruction: Instruction) {
    check(mnemonic, 1, instruction);
}

#[rstest]
#[case("pcvtf2i.scalar.dp.mxcsr", instruction!("vcvtpd2qq {d}, {a}"))]
#[case("pcvtf2i.pack.dp.mxcsr", instruction!("vcvtpd2qq {d}, {a}"))]
#[case("pcvti2f.scalar.dp", instruction!("vcvtqq2pd {d}, {a}"))]
#[case("pcvti2f.pack.dp", instruction!("vcvtqq2pd {d}, {a}"))]
fn conversions_of_64_bits(#[case] mnemonic: &str, #[case] instruction: Instruction) {
    if !is_x86_feature_detected!("avx512dq") || !is_x86_feature_detected!("avx512vl") {
        needs::skip_processor("AVX-512 DQ");
        return;
    }
    check(mnemonic, 1, instruction);
}
