//! Which NaN comes out, by the rules of each platform, in binary32 and binary64.

use crate::format::{Binary32, Fp8E4m3Fnuz, Fp8E4m3Ocp};
use crate::ieee::{add, div, fma, mul, sqrt, sub};
use crate::{Env, Flags, NanRule};

const QUIET: u32 = 0x7fc0_0001;
const NEGATIVE: u32 = 0xffc0_0002;
const SIGNALLING: u32 = 0x7f80_0003;
const QUIETED: u32 = 0x7fc0_0003;
const ONE: u32 = 0x3f80_0000;
const INFINITY: u32 = 0x7f80_0000;
const ZERO: u32 = 0;
/// The default NaN of all rules, and that of x86.
const DEFAULT: u32 = 0x7fc0_0000;
const INDEFINITE: u32 = 0xffc0_0000;

const NONE: Flags = Flags::NONE;
const INVALID: Flags = Flags::INVALID;

fn env(nan: NanRule) -> Env {
    Env { nan, ..Env::IEEE }
}

/// Results under Canonical, Propagate, Sse, Arm.
const RULES: [NanRule; 4] = [NanRule::Canonical, NanRule::Propagate, NanRule::Sse, NanRule::Arm];

#[test]
fn of_two_operands() {
    let cases = [
        (QUIET, NEGATIVE, [DEFAULT, QUIET, QUIET, QUIET], NONE),
        (NEGATIVE, QUIET, [DEFAULT, NEGATIVE, NEGATIVE, NEGATIVE], NONE),
        (ONE, NEGATIVE, [DEFAULT, NEGATIVE, NEGATIVE, NEGATIVE], NONE),
        (SIGNALLING, QUIET, [DEFAULT, QUIETED, QUIETED, QUIETED], INVALID),
        (QUIET, SIGNALLING, [DEFAULT, QUIET, QUIET, QUIETED], INVALID),
    ];
    for (a, b, due, flags) in cases {
        for (rule, due) in RULES.into_iter().zip(due) {
            let env = &env(rule);
            // A difference keeps the sign of the NaN it subtracts.
            let all = [add::<Binary32>, sub::<Binary32>, mul::<Binary32>, div::<Binary32>];
            for (i, operation) in all.into_iter().enumerate() {
                let r = operation(a, b, env);
                assert_eq!((r.bits, r.flags), (due, flags), "{i} {a:x} {b:x} {rule:?}");
            }
        }
    }
}

#[test]
fn of_an_invalid_operation() {
    for rule in RULES {
        let due = if rule == NanRule::Sse { INDEFINITE } else { DEFAULT };
        let env = &env(rule);
        let results = [
            sub::<Binary32>(INFINITY, INFINITY, env),
            mul::<Binary32>(INFINITY, ZERO, env),
            div::<Binary32>(ZERO, ZERO, env),
            div::<Binary32>(INFINITY, INFINITY, env),
            sqrt::<Binary32>(0xbf80_0000, env),
            fma::<Binary32>(ZERO, INFINITY, ONE, env),
            fma::<Binary32>(ONE, INFINITY, 0xff80_0000, env),
        ];
        for (i, r) in results.into_iter().enumerate() {
            assert_eq!((r.bits, r.flags), (due, INVALID), "{i} {rule:?}");
        }
    }
}

#[test]
fn of_three_operands() {
    let cases = [
        // Factors before the addend, but on Arm.
        ([QUIET, ONE, NEGATIVE], [DEFAULT, QUIET, QUIET, NEGATIVE], [NONE; 4]),
        ([ONE, QUIET, NEGATIVE], [DEFAULT, QUIET, QUIET, NEGATIVE], [NONE; 4]),
        ([QUIET, SIGNALLING, NEGATIVE], [DEFAULT, QUIET, QUIET, QUIETED], [INVALID; 4]),
        // An infinity times zero beside a NaN.
        (
            [INFINITY, ZERO, NEGATIVE],
            [DEFAULT, NEGATIVE, NEGATIVE, DEFAULT],
            [INVALID, INVALID, NONE, INVALID],
        ),
        ([ZERO, INFINITY, SIGNALLING], [DEFAULT, QUIETED, QUIETED, QUIETED], [INVALID; 4]),
    ];
    for ([a, b, c], due, flags) in cases {
        for ((rule, due), flags) in RULES.into_iter().zip(due).zip(flags) {
            let r = fma::<Binary32>(a, b, c, &env(rule));
            assert_eq!((r.bits, r.flags), (due, flags), "{a:x} {b:x} {c:x} {rule:?}");
        }
    }
}

#[test]
fn of_eight_bit_formats() {
    // OCP E4M3 has a NaN of either sign and no infinity: zero divides to NaN.
    let e4m3 = |rule| div::<Fp8E4m3Ocp>(0, 0, &env(rule)).bits;
    assert_eq!(RULES.map(e4m3), [0x7f, 0x7f, 0xff, 0x7f]);
    let r = div::<Fp8E4m3Ocp>(0xb8, 0, &Env::IEEE);
    assert_eq!((r.bits, r.flags), (0xff, Flags::DIVIDE_BY_ZERO));
    assert_eq!(add::<Fp8E4m3Ocp>(0xff, 0x7f, &env(NanRule::Propagate)).bits, 0xff);
    // "fnuz": one NaN, quiet, which a sign cannot change.
    for rule in RULES {
        let r = sub::<Fp8E4m3Fnuz>(0x80, 0x80, &env(rule));
        assert_eq!((r.bits, r.flags), (0x80, NONE));
    }
}
