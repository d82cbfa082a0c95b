//! glibc's functions of `_Float128`, in four directions, with their flags.
//!
//! Rust has no such type: what is passed in vector registers is called by hand.
#![allow(unsafe_code)] // functions of C

use crate::wide::operands;
use seeded::{Draw, Kind, Random, seed};
use softfloat::ieee::MinMax;
use softfloat::wide::{Rules, Wide};
use softfloat::{Env, Flags, NanRule, Rounded, Rounding};
use std::arch::asm;
use std::arch::x86_64::__m128i;
use std::ffi::{c_int, c_void};
use std::mem::transmute;

/// A function of `_Float128`, whose arguments are not said here.
type Function = unsafe extern "C" fn();

// SAFETY: the functions are those of math.h and fenv.h, of glibc since 2.35. Those without arguments are called by `call` alone.
#[link(name = "m")]
unsafe extern "C" {
    fn fmodf128();
    fn remainderf128();
    fn nextupf128();
    fn nextdownf128();
    fn scalblnf128();
    fn logbf128();
    fn ilogbf128();
    fn fminimumf128();
    fn fmaximumf128();
    fn fminimum_magf128();
    fn fmaximum_magf128();
    fn fminimum_numf128();
    fn fmaximum_numf128();
    fn fminimum_mag_numf128();
    fn fmaximum_mag_numf128();
    fn totalorderf128(x: *const c_void, y: *const c_void) -> c_int;
    fn totalordermagf128(x: *const c_void, y: *const c_void) -> c_int;
    fn fesetround(direction: c_int) -> c_int;
    fn feclearexcept(all: c_int) -> c_int;
    fn fetestexcept(all: c_int) -> c_int;
}

const ALL: c_int = 0x3d;

/// Calls a function of up to two numbers and an integer (System V ABI, 3.2.3): what it returns as a number, and as an integer.
fn call(function: Function, x: u128, y: u128, n: i64) -> (u128, i64) {
    let (number, integer): (__m128i, i64);
    // SAFETY: both are 128 bits of any value; the functions look at their arguments alone, and what they may overwrite is named.
    unsafe {
        let [x, y] = [x, y].map(|x| transmute::<u128, __m128i>(x));
        asm!(
            "call {function}",
            function = in(reg) function,
            inlateout("xmm0") x => number,
            inlateout("xmm1") y => _,
            inlateout("rdi") n => _,
            lateout("rax") integer,
            clobber_abi("C"),
        );
        (transmute::<__m128i, u128>(number), integer)
    }
}

/// What a function gives in a direction, and its flags.
fn asked<T>(direction: c_int, call: impl FnOnce() -> T) -> (T, Flags) {
    // SAFETY: the direction is put back.
    let (result, raised) = unsafe {
        fesetround(direction);
        feclearexcept(ALL);
        let result = call();
        let raised = fetestexcept(ALL);
        feclearexcept(ALL);
        fesetround(0);
        (result, raised)
    };
    let rows = [
        (1, Flags::INVALID),
        (4, Flags::DIVIDE_BY_ZERO),
        (8, Flags::OVERFLOW),
        (16, Flags::UNDERFLOW),
        (32, Flags::INEXACT),
    ];
    let flags = rows.into_iter().filter(|(bit, _)| raised & bit != 0);
    (result, flags.fold(Flags::NONE, |all, (_, flag)| all | flag))
}

const EXTREMA: [(MinMax, Function); 8] = [
    (MinMax::Minimum, fminimumf128),
    (MinMax::Maximum, fmaximumf128),
    (MinMax::MinimumMagnitude, fminimum_magf128),
    (MinMax::MaximumMagnitude, fmaximum_magf128),
    (MinMax::MinimumNumber, fminimum_numf128),
    (MinMax::MaximumNumber, fmaximum_numf128),
    (MinMax::MinimumMagnitudeNumber, fminimum_mag_numf128),
    (MinMax::MaximumMagnitudeNumber, fmaximum_mag_numf128),
];

const DIRECTIONS: [(Rounding, c_int); 4] = [
    (Rounding::NearestEven, 0),
    (Rounding::Down, 0x400),
    (Rounding::Up, 0x800),
    (Rounding::TowardZero, 0xc00),
];

/// Two codes, often beside each other or of one magnitude.
fn pair(random: &mut Random) -> (u128, u128) {
    let a = operands::code(random, &Wide::BINARY128);
    match random.next() % 4 {
        0 => (a, a ^ 1 << 127),
        1 => (a, a ^ u128::from(random.next() % 3)),
        _ => (a, operands::code(random, &Wide::BINARY128)),
    }
}

fn is_nan(x: u128) -> bool {
    x << 1 > 0x7fff << 113
}

/// That two results are the same; of NaN, of which the standard leaves open which it is, that both are quiet ones.
#[track_caller]
fn assert_same(name: &dyn std::fmt::Debug, found: Rounded<u128>, (bits, flags): (u128, Flags)) {
    let open = is_nan(found.bits) && is_nan(bits) && bits >> 111 & 1 == 1;
    let found = Rounded { bits: if open { bits } else { found.bits }, ..found };
    assert_eq!((found.bits, found.flags), (bits, flags), "{name:x?}: right {bits:032x} {flags}");
}

#[test]
fn remainders_neighbours_and_exponents() {
    let (count, mut random, w) = (Kind::Code.cases() / 4, Random::new(seed()), Wide::BINARY128);
    for (rounding, direction) in DIRECTIONS {
        let rules = Rules::of(Env { nan: NanRule::Propagate, ..Env::IEEE.rounding(rounding) });
        for _ in 0..count {
            let (a, b) = pair(&mut random);
            let n = match random.next() % 3 {
                0 => (random.next() % 9) as i64 - 4,
                1 => (random.next() % 66_000) as i64 - 33_000,
                _ => random.next() as i64,
            };
            let rows: [(&str, Function, Rounded<u128>); 6] = [
                ("fmod", fmodf128, w.fmod(a, b, &rules)),
                ("remainder", remainderf128, w.remainder(a, b, &rules)),
                ("nextup", nextupf128, w.next_up(a, &rules)),
                ("nextdown", nextdownf128, w.next_down(a, &rules)),
                ("scalbln", scalblnf128, w.scale_b(a, n, &rules)),
                ("logb", logbf128, w.log_b(a, &rules)),
            ];
            for (name, function, found) in rows {
                let right = asked(direction, || call(function, a, b, n).0);
                assert_same(&(name, rounding, a, b, n), found, right);
            }
            let (right, flags) = asked(direction, || call(ilogbf128, a, b, n).1 as u32);
            let found = w.log_b_integer(a, &rules);
            // C's FP_ILOGBNAN of NaN is the least integer on x86, the largest here (NUM-D72).
            let bits = if is_nan(a) { 1 << 31 } else { found.bits };
            assert_eq!((bits, found.flags), (right, flags), "ilogb {a:x}");
        }
    }
}

#[test]
fn extrema_and_total_order() {
    let (count, mut random, w) = (Kind::Code.cases() / 4, Random::new(seed()), Wide::BINARY128);
    let rules = Rules::of(Env { nan: NanRule::Propagate, ..Env::IEEE });
    for _ in 0..count {
        let (a, b) = pair(&mut random);
        for (variant, function) in EXTREMA {
            let right = asked(0, || call(function, a, b, 0).0);
            assert_same(&(variant, a, b), w.min_max(variant, a, b, &rules), right);
        }
        let [x, y] = [&a, &b].map(|code| std::ptr::from_ref(code).cast());
        // SAFETY: both are there, at multiples of 16 bytes.
        let (all, sizes) = unsafe { (totalorderf128(x, y), totalordermagf128(x, y)) };
        assert_eq!(w.total_order(a, b), all != 0, "{a:032x} {b:032x}");
        assert_eq!(w.total_order_magnitude(a, b), sizes != 0, "{a:032x} {b:032x}");
    }
}
