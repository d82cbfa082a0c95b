//! Rounding by the definition, of an exact value that is known by comparison only.

use core::cmp::Ordering;
use std::collections::HashMap;

use crate::ieee::small::{Coding, Small};
use crate::{Env, Flags, Rounding, Tininess};

/// A small format with its codes and values looked up.
pub(super) struct Known {
    pub(super) small: &'static Small,
    values: Vec<f64>,
    codes: HashMap<u64, u64>,
    /// The largest number.
    pub(super) largest: f64,
}

impl Known {
    pub(super) fn new(small: &'static Small) -> Self {
        let values: Vec<f64> = small.codes().map(|c| small.value(c)).collect();
        let codes = values.iter().zip(small.codes()).map(|(v, c)| (v.to_bits(), c)).collect();
        let largest = values.iter().copied().filter(|v| v.is_finite()).fold(0.0, f64::max);
        Self { small, values, codes, largest }
    }

    pub(super) fn value(&self, code: u64) -> f64 {
        self.values[code as usize]
    }

    /// The code of a number or an infinity that the format has; of either zero where it has one.
    pub(super) fn code(&self, v: f64) -> u64 {
        let v = if v == 0.0 && self.small.coding == Coding::Fnuz { 0.0 } else { v };
        self.codes[&v.to_bits()]
    }
}

/// A positive value: `about` within a factor of 1 + 2^-40, `against` compares it exactly.
pub(super) struct Exact<'a> {
    pub(super) about: f64,
    pub(super) against: &'a dyn Fn(f64) -> Ordering,
}

impl Exact<'_> {
    /// The multiple of `unit` that the value rounds to in a direction, and whether it is another.
    fn to_multiple(&self, unit: f64, env: &Env, sign: bool) -> (f64, bool) {
        let mut below = (self.about / unit).floor();
        while (self.against)(below * unit).is_lt() {
            below -= 1.0;
        }
        while (self.against)((below + 1.0) * unit).is_ge() {
            below += 1.0;
        }
        if (self.against)(below * unit).is_eq() {
            return (below * unit, false);
        }
        let half = (self.against)((below + 0.5) * unit);
        let odd = below % 2.0 == 1.0;
        let up = match env.rounding {
            Rounding::NearestEven => half.is_gt() || half.is_eq() && odd,
            Rounding::NearestAway => half.is_ge(),
            Rounding::TowardZero => false,
            Rounding::Up => !sign,
            Rounding::Down => sign,
            Rounding::ToOdd => !odd,
        };
        ((below + f64::from(u8::from(up))) * unit, true)
    }

    /// The largest power of two that is not above the value.
    fn binade(&self) -> f64 {
        let mut power = 2f64.powi(self.about.log2().floor() as i32 + 1);
        while (self.against)(power).is_lt() {
            power /= 2.0;
        }
        power
    }

    /// Rounded into a format: IEEE 754-2019, 4.3, 7.4 and 7.5.
    pub(super) fn round(&self, f: &Known, env: &Env, sign: bool) -> (u64, Flags) {
        let signed = |v: f64| if sign { -v } else { v };
        let precision = f.small.format.man_bits as i32;
        let least_normal = 2f64.powi(1 - f.small.format.bias);
        let unit = self.binade() * 2f64.powi(-precision);
        let (unbounded, _) = self.to_multiple(unit, env, sign);
        let least_unit = least_normal * 2f64.powi(-precision);
        let (rounded, inexact) = self.to_multiple(unit.max(least_unit), env, sign);
        if rounded > f.largest {
            return (overflow(f, env, sign), Flags::OVERFLOW | Flags::INEXACT);
        }
        let tiny = match env.tininess {
            Tininess::Before => (self.against)(least_normal).is_lt(),
            Tininess::After => unbounded < least_normal,
        };
        let flags = Flags::INEXACT.when(inexact) | Flags::UNDERFLOW.when(inexact && tiny);
        (f.code(signed(rounded)), flags)
    }
}

fn overflow(f: &Known, env: &Env, sign: bool) -> u64 {
    let stays = match env.rounding {
        Rounding::NearestEven | Rounding::NearestAway => false,
        Rounding::TowardZero | Rounding::ToOdd => true,
        Rounding::Up => sign,
        Rounding::Down => !sign,
    };
    let signed = |v: f64| if sign { -v } else { v };
    let largest = f.code(signed(f.largest));
    match f.small.coding {
        Coding::Ieee if !stays => f.code(signed(f64::INFINITY)),
        // Of either sign, where the sign of a NaN shows.
        Coding::AllOnes | Coding::Fnuz if !stays => f.small.default_nan(sign).expect("a NaN"),
        _ => largest,
    }
}
