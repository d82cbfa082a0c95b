//! How near a value lies to a border of rounding: a number of the format, or the middle of two.

use functions::{Bounds, Function, bounds};
use num_bigint::{BigInt, BigUint};
use softfloat::{Env, Format};

/// The bits of the widest enclosure that is asked for: what is nearer to a border than that is so for a
/// reason (sin x beside a tiny x), and not by chance.
const MOST_BITS: u32 = 480;

/// The k of a distance below 2^-k and not below 2^-(k + 1) units in the last place, at least 1; `None`
/// where the value is exact, no number, outside of the format's range, or nearer than was asked for.
pub(crate) fn distance(function: Function, format: &Format, code: u64) -> Option<u32> {
    let mut bits = format.precision() + 40;
    while bits <= MOST_BITS {
        let found = bounds(function, format, &[code], &Env::IEEE, bits)?;
        match apart(format, &found) {
            Apart::Outside => return None,
            Apart::By(k) => return Some(k),
            // Integers have no other answer.
            Apart::Unknown if found.bits == 0 => return None,
            Apart::Unknown => bits *= 2,
        }
    }
    None
}

/// What an enclosure says of the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Apart {
    /// The value lies beyond the largest or far below the smallest number.
    Outside,
    /// As [`distance`].
    By(u32),
    /// The enclosure is too wide, or has a border at its end.
    Unknown,
}

fn apart(format: &Format, found: &Bounds) -> Apart {
    let (lower, upper) = (&found.lower, &found.upper);
    let exponent = lower.exponent.min(upper.exponent);
    let at = |integer: &BigInt, of: i64| integer << (of - exponent) as u64;
    let (a, b) = (at(&lower.integer, lower.exponent), at(&upper.integer, upper.exponent));
    if a.sign() != b.sign() {
        return Apart::Unknown;
    }
    let (a, b) = (a.into_parts().1, b.into_parts().1);
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    // The exponents of the leading bit, and of the distance between two borders.
    let lead = exponent + low.bits() as i64 - 1;
    let least = i64::from(format.min_field() - format.bias);
    let border = lead.max(least) - i64::from(format.precision());
    if lead > i64::from(format.max_field() - format.bias) || lead < border - 1 {
        return Apart::Outside;
    }
    let Ok(cell) = u64::try_from(border - exponent) else { return Apart::Unknown };
    let below = &low >> cell;
    let to_low = &low - (&below << cell);
    let next = (below + 1u32) << cell;
    if high >= next {
        return Apart::Unknown;
    }
    let nearest = to_low.min(&next - &high);
    // A sixteenth: the enclosure must not blur it.
    if nearest == BigUint::ZERO || &high - &low > &nearest >> 4u32 {
        return Apart::Unknown;
    }
    Apart::By((cell + 1 - nearest.bits()) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use functions::exact::Dyadic;
    use softfloat::StaticFormat;
    use softfloat::format::Binary16;

    fn at(integer: i64, width: i64, exponent: i64) -> Apart {
        let dyadic = |integer: i64| Dyadic { integer: integer.into(), exponent };
        let (lower, upper) = (dyadic(integer), dyadic(integer + width));
        apart(&Binary16::FORMAT, &Bounds { lower, upper, bits: 64 })
    }

    #[test]
    fn distances_are_in_places() {
        // 1 + 2^-20: places are 2^-10 wide, so 2^-10 of one; not below 2^-10, and so below 2^-9.
        assert_eq!(at((1 << 40) + (1 << 20), 1, -40), Apart::By(9));
        assert_eq!(at(-(1 << 40) - (1 << 20), 1, -40), Apart::By(10));
        // A little above the middle of 1 and the next.
        assert_eq!(at((1 << 40) + (1 << 29) + (1 << 20), 1, -40), Apart::By(9));
        assert_eq!(at(1 << 40, 1, -40), Apart::Unknown);
        assert_eq!(at((1 << 40) + 1, 100, -40), Apart::Unknown);
        assert_eq!(at((1 << 40) + 5, 1, -20), Apart::Outside);
        assert_eq!(at((1 << 40) + 5, 1, -80), Apart::Outside);
        // Subnormal numbers are multiples of 2^-24.
        assert_eq!(at((1 << 40) + (1 << 30), 1, -64), Apart::By(9));
    }
}
