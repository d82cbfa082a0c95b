//! Readings of the manual that were not decided for, from what they say.

use super::rsqrt::rsqrt;
use super::{Half, MauZero, ProductRange, Profile, RsqrtHalf, Single, vector};
use crate::StaticFormat;

/// `(2 s + by)^2 x`, against 1, for a root `s 2^e` and x `significand 2^exponent`.
fn middle_squared(s: u128, e: i32, by: i128, x: u128, exponent: i32) -> std::cmp::Ordering {
    let middle = (2 * s).wrapping_add_signed(by);
    let (left, places) = (middle * middle * x, -(2 * (e - 1) + exponent));
    left.cmp(&(1u128 << places))
}

/// MN-D20, `rsqrt_half=exact`: no number of the format is nearer to 1/sqrt(x).
#[test]
fn roots_of_halves_are_the_nearest() {
    let profile = Profile { rsqrt_half: RsqrtHalf::Exact, ..Profile::DECIDED };
    let f = Half::FORMAT;
    let parts = |code: u64| {
        let (field, mantissa) = (code >> f.man_bits & 63, code & ((1 << f.man_bits) - 1));
        (field, u128::from(mantissa | 1 << f.man_bits), field as i32 - f.bias - f.man_bits as i32)
    };
    let mut seen = 0;
    for code in 0..1 << f.width {
        let (field, x, exponent) = parts(code);
        if field == 0 || field == 63 {
            continue;
        }
        let root = rsqrt::<Half>(&profile, code as u16);
        assert_eq!(root.flag, code >> (f.width - 1) == 0, "{code:04x}");
        let (_, s, e) = parts(root.bits.into());
        // Below a power of two numbers are twice as dense.
        let (s, e, up) = if s == 1 << f.man_bits { (2 * s, e - 1, 2) } else { (s, e, 1) };
        assert!(middle_squared(s, e, -1, x, exponent).is_lt(), "{code:04x}: {root:?}");
        assert!(middle_squared(s, e, up, x, exponent).is_gt(), "{code:04x}: {root:?}");
        seen += 1;
    }
    assert_eq!(seen, (2 * 62) << f.man_bits);
}

/// MN-D30, `product_range=checked`: a product from the infinite exponent on is infinite, one below the smallest number is
/// zero, whatever the addend; any other is as it was.
#[test]
fn products_are_held_to_the_range() {
    let open = Profile::DECIDED;
    let checked = Profile { product_range: ProductRange::Checked, ..open };
    let sum = |profile: &Profile, x, y, z| vector::fma::<Single, Single>(profile, x, y, z);
    let mut seen = [0; 3];
    // Mantissas of few bits: nothing is omitted of their products.
    for (x, y) in [(0, 0), (0x40_0000, 0), (0x40_0000, 0x40_0000), (0x7f_8000, 0x7f_8000)] {
        for (i, j) in (1..255).flat_map(|i| (1..255).map(move |j| (i, j))) {
            let significands = u128::from(x | 1 << 23) * u128::from(y | 1 << 23);
            let lead = (i - 127) + (j - 127) - 46 + significands.ilog2() as i32;
            let codes = [x | (i as u32) << 23, y | (j as u32) << 23 | 1 << 31];
            for z in [0, 0x3f80_0000, 0x7f7f_ffff, 0xff7f_ffff, 0x0080_0000, 0x8080_0001] {
                let found = sum(&checked, codes[0], codes[1], z);
                let (class, right) = match lead {
                    128.. => (0, 0xff80_0000),
                    ..-126 => (1, sum(&open, 0, codes[1], z).bits),
                    _ => (2, sum(&open, codes[0], codes[1], z).bits),
                };
                assert_eq!(found.bits, right, "{codes:08x?} {z:08x}");
                seen[class] += 1;
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 100_000), "{seen:?}");
}

/// MN-D27: a factor with exponent field 0 makes the product zero, or, `mau_zero=mantissa`, has the mantissa that it has, without
/// a leading one, at the exponent below the smallest number's.
#[test]
fn factors_without_an_exponent() {
    let mantissa = Profile { mau_zero: MauZero::Mantissa, ..Profile::DECIDED };
    let product = |profile: &Profile, x, y| vector::fma::<Single, Single>(profile, x, y, 0).bits;
    let two_to_the_40th = (40 + 127) << 23;
    let mut seen = 0;
    for place in 0..23u32 {
        let x = 1 << place;
        assert_eq!(product(&Profile::DECIDED, x, two_to_the_40th), 0);
        // 2^(place - 23 - 127 + 40)
        let field = place + 40 - 23;
        assert_eq!(product(&mantissa, x, two_to_the_40th), field << 23, "{x:08x}");
        // Numbers are what they are in either reading.
        for y in [two_to_the_40th, 0x3f80_0000, 0x3fc0_0000] {
            let number = x | 0x4000_0000;
            let found = [&Profile::DECIDED, &mantissa].map(|profile| product(profile, number, y));
            assert_eq!(found[0], found[1]);
            seen += u32::from(found[0] != 0);
        }
    }
    assert_eq!(seen, 3 * 23);
}
