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

    type Slices = fn(&[u16], &[u16], &mut [u16], &Env) -> Result<Flags, LengthError>;

    /// An operation and its two judges.
    trait Operation {
        const NAME: &str;
        const SLICES: Slices;
        /// The result in binary32.
        fn single(a: f32, b: f32) -> f32;
        /// Whether `r` is the exact result of `a` and `b`.
        fn is_exact(a: f64, b: f64, r: f64) -> bool;
        /// Whether the magnitude of the exact result lies below the limit.
        fn is_below(a: f64, b: f64, limit: f64) -> bool;
    }

    macro_rules! operations {
        ($($name:ident, $ty:ident: |$a:ident, $b:ident| $single:expr;
            exact |$r:ident| $exact:expr; below |$limit:ident| $below:expr;)*) => {
            $(
                struct $ty;

                impl Operation for $ty {
                    const NAME: &str = stringify!($name);
                    const SLICES: Slices = slice::$name::<Binary16>;
                    #[inline(always)]
                    fn single($a: f32, $b: f32) -> f32 {
                        $single
                    }
                    #[inline(always)]
                    fn is_exact($a: f64, $b: f64, $r: f64) -> bool {
                        $exact
                    }
                    #[inline(always)]
                    fn is_below($a: f64, $b: f64, $limit: f64) -> bool {
                        $below
                    }
                }
            )*

            /// The operations by name; each runs all pairs on some threads and yields the number
            /// of mismatches.
            pub(super) const ALL: &[(&str, fn(usize) -> u64)] =
                &[$((stringify!($name), run::<$ty>)),*];
        };
    }

    // Sums, differences and products of binary16 numbers are exact in binary64.
    operations! {
        add, Add: |a, b| a + b; exact |r| a + b == r; below |limit| (a + b).abs() < limit;
        sub, Sub: |a, b| a - b; exact |r| a - b == r; below |limit| (a - b).abs() < limit;
        mul, Mul: |a, b| a * b; exact |r| a * b == r; below |limit| (a * b).abs() < limit;
        div, Div: |a, b| a / b; exact |r| r * b == a; below |limit| a.abs() < limit * b.abs();
    }

    /// Second operands of one slice: the union of the flags is compared for each.
    const SLICE: usize = 256;

    /// What the processor has to say.
    #[allow(unsafe_code)]
    mod processor {
        use std::arch::x86_64::{
            __m128i, __m256, _MM_FROUND_TO_NEAREST_INT, _mm256_cvtph_ps, _mm256_cvtps_ph,
        };
        use std::mem::transmute;

        use super::{Operation, flags};

        /// Whether it has AVX2 and F16C.
        pub(super) fn serves() -> bool {
            is_x86_feature_detected!("avx2") && is_x86_feature_detected!("f16c")
        }

        /// All numbers of the format.
        pub(super) fn numbers() -> Vec<f32> {
            assert!(serves());
            let eight = |base: u16| {
                // SAFETY: the processor has F16C.
                unsafe { widen(std::array::from_fn(|i| base + i as u16)) }
            };
            (0..1 << 13).flat_map(|k| eight(k << 3)).collect()
        }

        /// The results of `a` with every `b`, NaN the canonical one, and the union of the flags.
        pub(super) fn row<O: Operation>(a: (u16, f32), b: (&[u16], &[f32]), out: &mut [u16]) -> u8 {
            assert!(serves());
            // SAFETY: just asserted.
            unsafe { wide_row::<O>(a, b, out) }
        }

        #[target_feature(enable = "avx2,f16c")]
        fn wide_row<O: Operation>(a: (u16, f32), b: (&[u16], &[f32]), out: &mut [u16]) -> u8 {
            for (b, out) in b.1.as_chunks::<8>().0.iter().zip(out.as_chunks_mut::<8>().0) {
                *out = narrow(b.map(|b| O::single(a.1, b)));
            }
            let mut union = 0;
            for ((&code, &number), r) in b.0.iter().zip(b.1).zip(out) {
                *r = if *r & 0x7fff > 0x7c00 { 0x7e00 } else { *r };
                union |= flags::<O>(a, (code, number), *r);
            }
            union
        }

        #[target_feature(enable = "avx2,f16c")]
        fn narrow(x: [f32; 8]) -> [u16; 8] {
            // SAFETY: arrays and vectors of one size, for which all bits are a value.
            let x = unsafe { transmute::<[f32; 8], __m256>(x) };
            let r = _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(x);
            // SAFETY: likewise.
            unsafe { transmute::<__m128i, [u16; 8]>(r) }
        }

        #[target_feature(enable = "avx2,f16c")]
        fn widen(x: [u16; 8]) -> [f32; 8] {
            // SAFETY: likewise.
            let x = unsafe { transmute::<[u16; 8], __m128i>(x) };
            let r = _mm256_cvtph_ps(x);
            // SAFETY: likewise.
            unsafe { transmute::<__m256, [f32; 8]>(r) }
        }
    }

    /// The number of a finite code, computed here so that no table is read in the loop.
    #[inline(always)]
    fn number(code: u16) -> f64 {
        let magnitude = u64::from(code & 0x7fff);
        // The fields read as binary64's, whose bias is greater by 1008.
        let small = f64::from_bits(magnitude << 42) * f64::from_bits((1023 + 1008) << 52);
        if code >> 15 == 1 { -small } else { small }
    }

    /// The flags of one pair, codes and numbers, with the result `r`; without branches.
    #[inline(always)]
    fn flags<O: Operation>(a: (u16, f32), b: (u16, f32), r: u16) -> u8 {
        let nan = |code: u16| code & 0x7fff > 0x7c00;
        let signalling = |code: u16| nan(code) & (code & 0x200 == 0);
        let finite = |code: u16| code & 0x7c00 != 0x7c00;
        let (x, y) = (f64::from(a.1), f64::from(b.1));
        let invalid = signalling(a.0) | signalling(b.0) | nan(r) & !nan(a.0) & !nan(b.0);
        let numbers = finite(a.0) & finite(b.0) & !invalid;
        let infinite = numbers & (y == 0.0) & (O::NAME == "div");
        let beyond = numbers & !infinite & !finite(r);
        let inexact = numbers & finite(r) & !O::is_exact(x, y, number(r));
        // After rounding: half a last place below the smallest normal number a tie goes up to it.
        let tiny = inexact & O::is_below(x, y, 2f64.powi(-14) - 2f64.powi(-26));
        u8::from(inexact | beyond)
            | u8::from(tiny) << 1
            | u8::from(beyond) << 2
            | u8::from(infinite) << 3
            | u8::from(invalid) << 4
    }

    /// First operands in a range with every second operand; the number of mismatches.
    fn rows<O: Operation>(range: Range<u32>, numbers: &[f32]) -> u64 {
        let codes: Vec<u16> = (0..=u16::MAX).collect();
        let (mut got, mut expected) = ([0; SLICE], [0; SLICE]);
        let mut wrong = 0;
        for a in range.map(|a| a as u16) {
            let number = numbers[usize::from(a)];
            for b in codes.chunks(SLICE).zip(numbers.chunks(SLICE)) {
                let raised = O::SLICES(&[a; SLICE], b.0, &mut got, &Env::IEEE).map(Flags::bits);
                let union = processor::row::<O>((a, number), b, &mut expected);
                let differ = (0..SLICE).filter(|&i| got[i] != expected[i]).count() as u64;
                if differ != 0 || raised != Ok(union) {
                    let (name, first) = (O::NAME, b.0[0]);
                    eprintln!("{name} {a:04x}, {first:04x}..: {differ} codes, flags {raised:?}");
                    wrong += differ.max(1);
                }
            }
        }
        wrong
    }

    /// All pairs; prints time and mismatches.
    fn run<O: Operation>(threads: usize) -> u64 {
        let numbers = processor::numbers();
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
                        let found = rows::<O>(block..block + 64, &numbers);
                        wrong.fetch_add(found, Ordering::Relaxed);
                    }
                });
            }
        });
        let wrong = wrong.into_inner();
        let (name, seconds) = (O::NAME, start.elapsed().as_secs_f64());
        println!("f16 {name}: 2^32 pairs, {wrong} mismatches, {threads} threads, {seconds:.1} s");
        wrong
    }

    pub(super) fn possible() -> bool {
        processor::serves()
    }
}

#[cfg(target_arch = "x86_64")]
fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let which = arguments.next().unwrap_or_else(|| "add".to_owned());
    let threads = arguments.next().map_or(Ok(2), |n| n.parse::<usize>());
    let operations = || pairs::ALL.iter().filter(|op| which == "all" || which == op.0);
    let (Ok(threads), 1..) = (threads, operations().count()) else {
        eprintln!("half_pairs [add|sub|mul|div|all] [THREADS]");
        return ExitCode::from(2);
    };
    if !pairs::possible() {
        eprintln!("half_pairs: this processor lacks AVX2 and F16C");
        return ExitCode::from(2);
    }
    let wrong: u64 = operations().map(|op| op.1(threads.max(1))).sum();
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[cfg(not(target_arch = "x86_64"))]
fn main() -> ExitCode {
    eprintln!("half_pairs: compares with the conversions of an x86-64 processor");
    ExitCode::from(2)
}
