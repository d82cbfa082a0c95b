//! `cargo run --release -p tests --example half_pairs [add|sub|mul|div|all] [THREADS]`: a binary16
//! operation on all 2^32 pairs of operands, the slice form against the processor.
//!
//! The processor computes in binary32 and converts to binary16 (F16C). Rounding twice is harmless
//! here, since 24 >= 2 * 11 + 2 (Figueroa, "When is double rounding innocuous?", 1995). The flags
//! are judged by exact arithmetic in binary64. NaN results only have to be the canonical one.
#![cfg_attr(not(target_arch = "x86_64"), allow(unused))]

use std::process::ExitCode;

#[cfg(target_arch = "x86_64")]
mod pairs {
    use std::ops::Range;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Instant;

    use softfloat::slice::{self, LengthError};
    use softfloat::{Env, Flags, format::Binary16};

    /// An operation and its two judges.
    pub(super) struct Operation {
        pub(super) name: &'static str,
        slices: fn(&[u16], &[u16], &mut [u16], &Env) -> Result<Flags, LengthError>,
        single: fn(f32, f32) -> f32,
        /// Whether `r` is the exact result of `a` and `b`.
        exact: fn(f64, f64, f64) -> bool,
        /// Whether the magnitude of the exact result lies below the limit.
        below: fn(f64, f64, f64) -> bool,
    }

    pub(super) const ALL: [Operation; 4] = [
        Operation {
            name: "add",
            slices: slice::add::<Binary16>,
            single: |a, b| a + b,
            exact: |a, b, r| a + b == r,
            below: |a, b, limit| (a + b).abs() < limit,
        },
        Operation {
            name: "sub",
            slices: slice::sub::<Binary16>,
            single: |a, b| a - b,
            exact: |a, b, r| a - b == r,
            below: |a, b, limit| (a - b).abs() < limit,
        },
        Operation {
            name: "mul",
            slices: slice::mul::<Binary16>,
            single: |a, b| a * b,
            exact: |a, b, r| a * b == r,
            below: |a, b, limit| (a * b).abs() < limit,
        },
        Operation {
            name: "div",
            slices: slice::div::<Binary16>,
            single: |a, b| a / b,
            exact: |a, b, r| r * b == a,
            below: |a, b, limit| a.abs() < limit * b.abs(),
        },
    ];

    /// Second operands of one slice: the union of the flags is compared for each.
    const SLICE: usize = 256;

    /// The processor's conversions, eight numbers at a time.
    #[allow(unsafe_code)]
    mod f16c {
        use std::arch::x86_64::{
            __m128i, __m256, _MM_FROUND_NO_EXC, _MM_FROUND_TO_NEAREST_INT, _mm256_cvtph_ps,
            _mm256_cvtps_ph,
        };
        use std::mem::transmute;

        const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;

        /// Binary16 codes of numbers. The caller has seen that the processor has F16C.
        #[target_feature(enable = "avx,f16c")]
        pub(super) fn narrow(x: [f32; 8]) -> [u16; 8] {
            // SAFETY: arrays and vectors of the same size, any bits are a value of both.
            let (x, narrow) =
                unsafe { (transmute::<[f32; 8], __m256>(x), transmute::<__m128i, [u16; 8]>) };
            narrow(_mm256_cvtps_ph::<NEAREST>(x))
        }

        /// Numbers of binary16 codes. The caller has seen that the processor has F16C.
        #[target_feature(enable = "avx,f16c")]
        pub(super) fn widen(x: [u16; 8]) -> [f32; 8] {
            // SAFETY: as above.
            unsafe { transmute(_mm256_cvtph_ps(transmute::<[u16; 8], __m128i>(x))) }
        }

        /// Whether the processor has F16C.
        pub(super) fn present() -> bool {
            is_x86_feature_detected!("avx") && is_x86_feature_detected!("f16c")
        }

        /// `f` of every pair, narrowed.
        #[target_feature(enable = "avx,f16c")]
        pub(super) fn row(a: f32, b: &[f32], out: &mut [u16], f: impl Fn(f32, f32) -> f32) {
            for (b, out) in b.as_chunks::<8>().0.iter().zip(out.as_chunks_mut::<8>().0) {
                *out = narrow(b.map(|b| f(a, b)));
            }
        }

        /// All numbers of the format.
        pub(super) fn numbers() -> Vec<f32> {
            assert!(present());
            let eight = |base: u16| -> [f32; 8] {
                // SAFETY: the processor has F16C.
                unsafe { widen(std::array::from_fn(|i| base + i as u16)) }
            };
            (0..1 << 13).flat_map(|k| eight(k << 3)).collect()
        }

        /// [`row`], for processors that have F16C.
        pub(super) fn checked_row(a: f32, b: &[f32], out: &mut [u16], f: impl Fn(f32, f32) -> f32) {
            assert!(present());
            // SAFETY: just asserted.
            unsafe { row(a, b, out, f) }
        }
    }

    fn is_nan(code: u16) -> bool {
        code & 0x7fff > 0x7c00
    }

    /// The flags of one pair with the result `r`.
    fn flags(op: &Operation, a: u16, b: u16, r: u16, value: &[f32]) -> Flags {
        let number = |code: u16| f64::from(value[usize::from(code)]);
        let signalling = |code: u16| is_nan(code) && code & 0x200 == 0;
        let finite = |code: u16| code & 0x7c00 != 0x7c00;
        let (x, y, z) = (number(a), number(b), number(r));
        if signalling(a) || signalling(b) || is_nan(r) && !is_nan(a) && !is_nan(b) {
            return Flags::INVALID;
        }
        if !finite(a) || !finite(b) {
            return Flags::NONE;
        }
        if op.name == "div" && y == 0.0 {
            return Flags::DIVIDE_BY_ZERO;
        }
        if !finite(r) {
            return Flags::OVERFLOW | Flags::INEXACT;
        }
        if (op.exact)(x, y, z) {
            return Flags::NONE;
        }
        // After rounding: half a last place below the smallest normal number a tie goes up to it.
        let tiny = (op.below)(x, y, 2f64.powi(-14) - 2f64.powi(-26));
        if tiny { Flags::INEXACT | Flags::UNDERFLOW } else { Flags::INEXACT }
    }

    /// First operands in a range with every second operand; the number of mismatches.
    fn rows(op: &Operation, range: Range<u32>, value: &[f32]) -> u64 {
        let codes: Vec<u16> = (0..=u16::MAX).collect();
        let (mut got, mut expected) = ([0; SLICE], [0; SLICE]);
        let mut wrong = 0;
        for a in range.map(|a| a as u16) {
            let first = [a; SLICE];
            for (b, numbers) in codes.chunks(SLICE).zip(value.chunks(SLICE)) {
                let raised = (op.slices)(&first, b, &mut got, &Env::IEEE);
                f16c::checked_row(value[usize::from(a)], numbers, &mut expected, op.single);
                for r in &mut expected {
                    *r = if is_nan(*r) { 0x7e00 } else { *r };
                }
                let mut union = Flags::NONE;
                for (&b, &r) in b.iter().zip(&expected) {
                    union |= flags(op, a, b, r, value);
                }
                let differ = (0..SLICE).filter(|&i| got[i] != expected[i]).count() as u64;
                if differ + u64::from(raised != Ok(union)) != 0 {
                    eprintln!("{} {a:04x}, {:04x}..: {differ} codes, {raised:?}", op.name, b[0]);
                    wrong += differ.max(1);
                }
            }
        }
        wrong
    }

    /// All pairs; prints time and mismatches.
    pub(super) fn run(op: &Operation, threads: usize) -> u64 {
        let value = f16c::numbers();
        let (next, wrong) = (AtomicU64::new(0), AtomicU64::new(0));
        let start = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let block = next.fetch_add(64, Ordering::Relaxed) as u32;
                        if block >= 1 << 16 {
                            break;
                        }
                        wrong.fetch_add(rows(op, block..block + 64, &value), Ordering::Relaxed);
                    }
                });
            }
        });
        let wrong = wrong.into_inner();
        println!(
            "f16 {}: {} pairs, {wrong} mismatches, {threads} threads, {:.1} s",
            op.name,
            1u64 << 32,
            start.elapsed().as_secs_f64()
        );
        wrong
    }

    pub(super) fn possible() -> bool {
        f16c::present()
    }
}

#[cfg(target_arch = "x86_64")]
fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let which = arguments.next().unwrap_or_else(|| "add".to_owned());
    let threads = arguments.next().map_or(Ok(2), |n| n.parse::<usize>());
    let operations = || pairs::ALL.iter().filter(|op| which == "all" || which == op.name);
    let (Ok(threads), 1..) = (threads, operations().count()) else {
        eprintln!("half_pairs [add|sub|mul|div|all] [THREADS]");
        return ExitCode::from(2);
    };
    if !pairs::possible() {
        eprintln!("half_pairs: this processor has no F16C to compare with");
        return ExitCode::from(2);
    }
    let wrong: u64 = operations().map(|op| pairs::run(op, threads.max(1))).sum();
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[cfg(not(target_arch = "x86_64"))]
fn main() -> ExitCode {
    eprintln!("half_pairs: compares with the conversions of an x86-64 processor");
    ExitCode::from(2)
}
