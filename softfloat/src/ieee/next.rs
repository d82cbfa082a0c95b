//! The neighbours of a number.

use crate::{Env, Format, Rounded, StaticFormat};

/// The least number above `a` (nextUp).
///
/// Above the largest number stands infinity; in a format without one NaN, in a format without
/// either the largest number itself. Quiet but for a signalling NaN; nothing is flushed. Formats
/// without a hidden bit have no such order of their codes: there the operand comes back.
///
/// ```
/// use softfloat::{format::{Binary16, Fp8E4m3Ocp}, ieee::next_up, Env};
/// assert_eq!(next_up::<Binary16>(0x8000, &Env::IEEE).bits, 0x0001);
/// assert_eq!(next_up::<Binary16>(0x8001, &Env::IEEE).bits, 0x8000);
/// assert_eq!(next_up::<Fp8E4m3Ocp>(0x7e, &Env::IEEE).bits, 0x7f);
/// ```
pub fn next_up<F: StaticFormat>(a: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.neighbour(a, true, env)
}

/// The greatest number below `a` (nextDown): [`next_up`] with all signs turned.
///
/// ```
/// use softfloat::{format::Binary16, ieee::next_down, Env};
/// assert_eq!(next_down::<Binary16>(0x0000, &Env::IEEE).bits, 0x8001);
/// assert_eq!(next_down::<Binary16>(0xfbff, &Env::IEEE).bits, 0xfc00); // -65504, -infinity
/// ```
pub fn next_down<F: StaticFormat>(a: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.neighbour(a, false, env)
}

impl Format {
    /// [`next_up`](crate::ieee::next_up()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.next_up(0x3c00, &Env::IEEE).bits, 0x3c01); // 1, 1 + 2^-10
    /// ```
    #[must_use]
    pub fn next_up(&self, a: u64, env: &Env) -> Rounded<u64> {
        self.neighbour(a, true, env)
    }

    /// [`next_down`](crate::ieee::next_down()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.next_down(0x3c00, &Env::IEEE).bits, 0x3bff); // 1, 1 - 2^-11
    /// ```
    #[must_use]
    pub fn next_down(&self, a: u64, env: &Env) -> Rounded<u64> {
        self.neighbour(a, false, env)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Flags;
    use crate::format::{Binary32, Binary64, E8m0, MnHalf, Tf32};
    use crate::ieee::small::{Coding, SMALL, Small, environments, patterns};

    /// nextUp by its definition: the least value of the format above `v`.
    fn above(s: &Small, v: f64) -> Option<f64> {
        let values = s.codes().map(|c| s.value(c)).filter(|w| *w > v);
        // The zero above a negative number is -0, where there is one.
        values.min_by(f64::total_cmp)
    }

    fn want(s: &Small, v: f64) -> u64 {
        match above(s, v) {
            Some(w) => s.code(w).unwrap(),
            None if v == f64::INFINITY => s.code(v).unwrap(),
            // The largest, in a format without infinity.
            None => s.default_nan(false).unwrap_or_else(|| s.code(v).unwrap()),
        }
    }

    #[test]
    fn every_small_code() {
        for s in &SMALL {
            for env in environments() {
                for code in s.codes() {
                    let (up, down) = (s.format.next_up(code, &env), s.format.next_down(code, &env));
                    let v = s.operand(code, &env);
                    let flags = Flags::INVALID.when(s.is_signalling(code));
                    assert_eq!((up.flags, down.flags), (flags, flags), "{code:x}");
                    if v.is_nan() {
                        let nan = s.kept_nan(code, env.nan);
                        assert_eq!((up.bits, down.bits), (nan, nan), "{code:x}");
                        continue;
                    }
                    assert_eq!(up.bits, want(s, v), "{} {code:x}", s.format.name);
                    // The mirror image; the zero and the NaN of "fnuz" formats have one sign.
                    let mirror = want(s, -v);
                    let same = s.coding == Coding::Fnuz
                        && (s.value(mirror).is_nan() || s.value(mirror) == 0.0);
                    let turned = if same { mirror } else { mirror ^ 1 << (s.format.width - 1) };
                    assert_eq!(down.bits, turned, "{} {code:x}", s.format.name);
                }
            }
        }
    }

    #[test]
    fn like_the_machine() {
        for x in patterns(200_000) {
            let v = f64::from_bits(x);
            if !v.is_nan() {
                assert_eq!(next_up::<Binary64>(x, &Env::IEEE).bits, v.next_up().to_bits());
                assert_eq!(next_down::<Binary64>(x, &Env::IEEE).bits, v.next_down().to_bits());
            }
            let v = f32::from_bits(x as u32);
            if !v.is_nan() {
                assert_eq!(next_up::<Binary32>(x as u32, &Env::IEEE).bits, v.next_up().to_bits());
                assert_eq!(
                    next_down::<Binary32>(x as u32, &Env::IEEE).bits,
                    v.next_down().to_bits()
                );
            }
        }
    }

    #[test]
    fn formats_with_padding_without_subnormals_without_zero() {
        let up = |f: &Format, x| f.next_up(x, &Env::IEEE).bits;
        let down = |f: &Format, x| f.next_down(x, &Env::IEEE).bits;
        assert_eq!(up(&Tf32::FORMAT, 0x3f80_1fff), 0x3f80_2000);
        assert_eq!(down(&Tf32::FORMAT, 0), 0x8000_2000);
        assert_eq!(up(&MnHalf::FORMAT, 0x8000), 0x0200);
        assert_eq!(up(&MnHalf::FORMAT, 0x8200), 0x8000);
        assert_eq!(up(&MnHalf::FORMAT, 0x7dff), 0x7e00);
        assert_eq!((up(&E8m0::FORMAT, 0), down(&E8m0::FORMAT, 0)), (1, 0));
        assert_eq!(up(&E8m0::FORMAT, 0xfe), 0xff);
    }

    #[test]
    fn nothing_is_flushed() {
        let env = Env { underflow: crate::Underflow::FlushSigned, ..Env::IEEE };
        let r = next_up::<Binary32>(0, &env);
        assert_eq!((r.bits, r.flags), (1, Flags::NONE));
    }
}
