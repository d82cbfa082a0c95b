//! The irrational values at operands that are no numbers to an enclosure (zeros, infinities, the ends of
//! a domain), to 128 bits: multiples of pi/4, and ln 2.

use softfloat::Unrounded;

use super::Known;

/// pi/4 in units of 2^-128, rounded down.
const QUARTER: u128 = 0xc90f_daa2_2168_c234_c4c6_628b_80dc_1cd1;
/// 3 pi/4 in units of 2^-126, rounded down.
const THREE_QUARTERS: u128 = 0x96cb_e3f9_990e_91a7_9394_c9e8_a0a5_159c;
/// ln 2 in units of 2^-128, rounded down.
const LN_2: u128 = 0xb172_17f7_d1cf_79ab_c9e3_b398_03f2_f6af;

/// So many eighths of a turn, 1 to 4: multiples of pi/4.
pub(super) const fn turn(sign: bool, eighths: u128) -> Known {
    let (significand, exponent) = match eighths {
        3 => (THREE_QUARTERS, -126),
        eighths => (QUARTER, eighths.ilog2() as i32 - 128),
    };
    Known::Value(Unrounded { sign, exponent, significand, sticky: true })
}

/// ln 2.
pub(super) const fn ln_2(sign: bool) -> Known {
    Known::Value(Unrounded { sign, exponent: -128, significand: LN_2, sticky: true })
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;

    /// Bits that the sums are found to, far more than what they leave out costs.
    const BITS: u32 = 300;

    fn one() -> BigUint {
        BigUint::from(1u32) << BITS
    }

    /// arctan(1/n), by its series.
    fn arc(n: u32) -> BigUint {
        let term = |k: u32| one() / (BigUint::from(n).pow(2 * k + 1) * (2 * k + 1));
        let sum = |first: usize| (first as u32..140).step_by(2).map(term).sum::<BigUint>();
        sum(0) - sum(1)
    }

    fn top(x: BigUint) -> u128 {
        let up = x.bits() - 128;
        (x >> up).try_into().unwrap()
    }

    #[test]
    fn they_are_the_sums_of_their_series() {
        // Machin's formula.
        let quarter = arc(5) * 4u32 - arc(239);
        assert_eq!(top(quarter.clone()), QUARTER);
        assert_eq!(top(quarter * 3u32), THREE_QUARTERS);
        let ln_2 = (1..BITS).map(|k| one() / (BigUint::from(k) << k)).sum::<BigUint>();
        assert_eq!(top(ln_2), LN_2);
    }
}
