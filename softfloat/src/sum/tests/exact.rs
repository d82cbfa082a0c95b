//! The exact accumulator against integers.

use crate::sum::Exact;
use crate::{Bits, Rounding, StaticFormat, Unrounded};

use seeded::{Draw, Random};

fn of(x: i128, exponent: i32) -> Unrounded<u128> {
    Unrounded::exact(x < 0, exponent, x.unsigned_abs())
}

/// Sums of random terms against i128, at any place of the accumulator, and their leading bits.
#[test]
fn sums_are_exact() {
    let mut state = Random::new(1);
    for round in 0..20_000 {
        let place = [-2148, -64, 0, 1, 63, 1000][round % 6] + (state.next() % 64) as i32;
        let (mut sum, mut expected): (Exact, i128) = (Exact::new(), 0);
        for _ in 0..state.next() % 8 {
            let up = (state.next() % 56) as u32;
            let narrow = state.next() % 60;
            let x = (state.next() as i64 >> narrow) as i128;
            sum.add(of(x, place + up as i32));
            expected += x << up;
        }
        let got = sum.unrounded::<u128>();
        assert!(!got.sticky);
        assert_eq!(got.sign, expected < 0);
        assert_eq!(sum.is_zero(), expected == 0);
        if expected == 0 {
            continue;
        }
        let down = place - got.exponent;
        let magnitude = match down {
            0.. => expected.unsigned_abs() << down,
            _ => expected.unsigned_abs() >> -down,
        };
        assert_eq!((got.significand, got.significand == 0), (magnitude, expected == 0));
        leading_bits(&sum, expected, place);
    }
}

fn leading_bits(sum: &Exact, expected: i128, place: i32) {
    let got = sum.unrounded::<u64>();
    if expected == 0 {
        return;
    }
    let (magnitude, down) = (expected.unsigned_abs(), got.exponent - place);
    let (kept, lost) = if down <= 0 {
        (magnitude << -down, false)
    } else {
        (magnitude >> down, magnitude & u128::mask(down as u32) != 0)
    };
    assert_eq!((u128::from(got.significand), got.sticky), (kept, lost));
    assert!(!lost || got.significand >> 63 == 1);
}

/// Bit 127 of a fixed-point number stands for itself and all above, whatever the bits below are.
#[test]
fn a_number_beyond_is_seen_from_its_top_bit() {
    for up in [0, 1, 126, 127, 128, 200, 300] {
        for (sign, low) in [(false, 0u64), (true, 0), (false, 5), (true, 5)] {
            let mut sum: Exact = Exact::new();
            sum.add(Unrounded::exact(sign, up - 7, 1u64));
            sum.add(Unrounded::exact(sign, -7, low));
            let top = 1u128 << up.min(127);
            let got = sum.unrounded_fixed(-7);
            assert_eq!(got, Unrounded::exact(sign, -7, top + u128::from(low)), "{up}");
        }
    }
}

/// Every direction against integer division, on both sides of zero and across limbs.
#[test]
fn rounds_to_a_place() {
    for place in [0, 3, 60, 62, 64] {
        for x in -600i128..=600 {
            for rounding in Rounding::ALL {
                let mut sum: Exact = Exact::new();
                sum.add(of(x, place - 3));
                let lost = sum.round_to(place, rounding);
                assert_eq!(lost, x % 8 != 0);
                let (below, rest) = (x.div_euclid(8), x.rem_euclid(8));
                let up = match rounding {
                    Rounding::NearestEven => rest > 4 || rest == 4 && below % 2 != 0,
                    Rounding::NearestAway => rest > 4 || rest == 4 && x > 0,
                    Rounding::TowardZero => x < 0,
                    Rounding::Up => true,
                    Rounding::Down => false,
                    Rounding::ToOdd => below % 2 == 0,
                };
                let mut expected: Exact = Exact::new();
                expected.add(of(below + i128::from(up && rest != 0), place));
                assert_eq!(sum, expected, "{x} {rounding:?}");
            }
        }
    }
}

/// The ends of the accumulator: products of the largest and smallest binary64 numbers.
#[test]
fn holds_products_of_binary64() {
    let (max, min) =
        (Unrounded::exact(false, 971, (1 << 53) - 1), Unrounded::exact(true, -1074, 1));
    let mut sum: Exact = Exact::new();
    for _ in 0..100 {
        sum.add_product(max, max);
    }
    sum.add_product(min, min);
    let top = sum.unrounded::<u64>();
    assert_eq!((top.sign, top.sticky), (false, true));
    for _ in 0..100 {
        sum.sub(Unrounded::exact(false, 1942, ((1u128 << 53) - 1) * ((1 << 53) - 1)));
    }
    let smallest = sum.unrounded::<u64>();
    let lead = smallest.exponent + smallest.significand.ilog2() as i32;
    assert_eq!((lead, smallest.significand.count_ones(), smallest.sticky), (-2148, 1, false));
    sum.add_product(min, Unrounded::exact(false, -1074, 1));
    assert!(sum.is_zero());
}

/// Widths of 5 bits at several places against integers.
#[test]
fn limits_its_width() {
    for place in [0, 61, 64, 500] {
        for x in -100i128..=100 {
            for saturate in [false, true] {
                let (mut sum, mut expected): (Exact, Exact) = (Exact::new(), Exact::new());
                sum.add(of(x, place));
                let beyond = sum.limit(place, 5, saturate);
                let limited =
                    if saturate { x.clamp(-16, 15) } else { (x + 16).rem_euclid(32) - 16 };
                expected.add(of(limited, place));
                assert_eq!((sum, beyond), (expected, x != limited), "{x}");
            }
        }
    }
}

#[test]
fn fixed_bits_keep_the_place() {
    let mut sum: Exact = Exact::new();
    sum.add(of(-5, -1));
    let u = sum.unrounded_fixed(0);
    assert_eq!((u.sign, u.significand, u.sticky), (true, 2, true));
    sum.add(of(1, 500));
    assert_eq!(sum.unrounded_fixed(0).significand, ((u128::MAX >> 1) - 2) | 1 << 127);
}

/// As many low bits of the factors as may be are left out of a product, and a constant stands for them.
#[test]
fn all_low_bits_may_be_omitted() {
    use crate::format::Binary64;
    use crate::sum::{Datapath, ProductRule, Term, plain};
    let f = Binary64::FORMAT;
    let fma = plain::fma(f, f, f, crate::Rounding::TowardZero);
    let Term::Product { a, b, .. } = fma.term else { panic!("products") };
    let with = |bits, correction| Datapath {
        term: Term::Product { a, b, rule: ProductRule::Omitted { bits, correction } },
        ..fma
    };
    // (2^52 + x) (2^52 + y) without x y, in units of 2^-104.
    let product = |bits, x: u64, y: u64| {
        let code = |low: u64| 1.0f64.to_bits() | low;
        f64::from_bits(with(bits, 0).evaluate(&[code(x)], &[code(y)], 0).bits)
    };
    let unit = 2f64.powi(-52);
    for bits in 1..=32u32 {
        let x = 1u64 << (bits - 1);
        let right = (1u128 << 104) + (u128::from(x) << 53);
        let right = (right >> 52) as f64 * unit;
        assert_eq!(product(bits, x, x), right, "{bits}");
        // The next bit is multiplied.
        let x = 1u64 << bits;
        let right = ((1u128 << 52) + u128::from(x)).pow(2) >> 52;
        assert_eq!(product(bits, x, x), right as f64 * unit, "{bits}");
    }
}
