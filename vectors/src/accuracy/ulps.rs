//! Numbers of ulp.

use num_bigint::{BigInt, BigUint};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// Bits behind the point.
const FINE: i64 = 64;

/// Digits behind the point that are printed.
const DIGITS: u32 = 6;

/// A number of ulp, between two multiples of 2^-64.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ulps {
    low: BigUint,
    high: BigUint,
}

/// Not a number of ulp.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no number of ulp; right is a decimal number from 0 on, such as 1 or 0.75")]
pub struct NoUlps(String);

/// An integer times a power of two.
pub(super) type Scaled<'a> = (&'a BigInt, i64);

impl Ulps {
    /// How far a number lies from what stands between two others, in units of `2^ulp`.
    pub(super) fn between(found: Scaled<'_>, ends: [Scaled<'_>; 2], ulp: i64) -> Self {
        let unit = ulp - FINE;
        let least = ends.iter().chain([&found]).map(|(_, e)| *e).fold(unit, i64::min);
        let at = |(n, e): Scaled<'_>| n << (e - least) as u64;
        let number = at(found);
        let [lower, upper] = ends.map(at);
        let inside = lower <= number && number <= upper;
        let [a, b] = [&number - lower, &number - upper].map(|d| d.magnitude().clone());
        let (near, far) = if a <= b { (a, b) } else { (b, a) };
        let shift = (unit - least) as u64;
        let low = if inside { BigUint::ZERO } else { near >> shift };
        let high = (far + ((BigUint::from(1u8) << shift) - 1u8)) >> shift;
        Self { low, high }
    }

    /// Whether it is surely no more than another.
    #[must_use]
    pub fn within(&self, most: &Self) -> bool {
        self.high <= most.low
    }

    /// Which of two is surely, or else probably, larger.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Ordering {
        self.high.cmp(&other.high).then_with(|| self.low.cmp(&other.low))
    }

    /// The nearest binary64 number.
    #[must_use]
    pub fn approximate(&self) -> f64 {
        let digits = self.high.to_u64_digits();
        digits.iter().rev().fold(0.0, |n, d| n * 2f64.powi(64) + *d as f64) / 2f64.powi(64)
    }

    /// The mean of a sum.
    pub(super) fn divided(&self, by: u64) -> Self {
        Self { low: &self.low / by, high: (&self.high + (by - 1)) / by }
    }
}

impl std::ops::AddAssign<&Self> for Ulps {
    fn add_assign(&mut self, other: &Self) {
        self.low += &other.low;
        self.high += &other.high;
    }
}

/// The digits that are sure: at most six behind the point.
impl fmt::Display for Ulps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = (0..=DIGITS).rev();
        let mut texts = digits.map(|d| [decimal(&self.low, d), decimal(&self.high, d)]);
        match texts.find(|[low, high]| low == high) {
            Some([text, _]) => f.write_str(&text),
            None => write!(f, "{} to {}", decimal(&self.low, 0), decimal(&self.high, 0)),
        }
    }
}

/// Both ends in hex.
impl Serialize for Ulps {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        [&self.low, &self.high].map(|n| format!("{n:x}")).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Ulps {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let ends = <[String; 2]>::deserialize(from)?;
        let [low, high] = ends.each_ref().map(|n| BigUint::parse_bytes(n.as_bytes(), 16));
        match (low, high) {
            (Some(low), Some(high)) if low <= high => Ok(Self { low, high }),
            _ => Err(de::Error::custom(format!("`{ends:?}`, right are two hex numbers that rise"))),
        }
    }
}

/// Rounded to so many digits behind the point, halves up.
fn decimal(fixed: &BigUint, digits: u32) -> String {
    let ten = BigUint::from(10u8).pow(digits);
    let half = BigUint::from(1u8) << (FINE - 1) as u64;
    let all = ((fixed * ten + half) >> FINE as u64).to_string();
    let digits = digits as usize;
    let all = format!("{all:0>w$}", w = digits + 1);
    let (whole, fraction) = all.split_at(all.len() - digits);
    if digits == 0 { whole.to_owned() } else { format!("{whole}.{fraction}") }
}

/// A decimal number; what 2^-64 does not hold is cut.
impl FromStr for Ulps {
    type Err = NoUlps;

    fn from_str(text: &str) -> Result<Self, NoUlps> {
        let refused = || NoUlps(text.to_owned());
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
        let point = text.contains('.') != fraction.is_empty();
        if whole.is_empty() || !digits(whole) || !digits(fraction) || !point || text.len() > 40 {
            return Err(refused());
        }
        let all: BigUint = format!("{whole}{fraction}").parse().map_err(|_| refused())?;
        let fixed = (all << FINE as u64) / BigUint::from(10u8).pow(fraction.len() as u32);
        Ok(Self { low: fixed.clone(), high: fixed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(found: i64, low: i64, high: i64, ulp: i64) -> String {
        let [found, low, high] = [found, low, high].map(BigInt::from);
        Ulps::between((&found, -10), [(&low, -10), (&high, -10)], ulp).to_string()
    }

    #[test]
    fn distances_are_in_ulp() {
        assert_eq!(text(1024, 1024, 1024, 0), "0.000000");
        assert_eq!(text(1024, 512, 512, 0), "0.500000");
        assert_eq!(text(512, 1024, 1024, -1), "1.000000");
        assert_eq!(text(-1024, 1024, 1024, 0), "2.000000");
        // Only what both ends say is printed.
        assert_eq!(text(0, 1023, 1025, 0), "1.00");
        assert_eq!(text(0, -1, 1, -10), "0 to 1");
    }

    #[test]
    fn limits_are_decimal() {
        for (text, right) in [("1", "1.000000"), ("0.5", "0.500000"), ("12.25", "12.250000")] {
            assert_eq!(text.parse::<Ulps>().map(|u| u.to_string()).as_deref(), Ok(right));
        }
        for bad in ["", "-1", "abc", "1.", ".5", "1e3", "1.2.3", "+1", "0x1", "inf"] {
            assert!(bad.parse::<Ulps>().is_err(), "{bad}");
        }
    }
}
