//! A format for tests: six bits that fit no field layout.

use super::{Declaration, Format, Kind, Nonfinite, StaticFormat};

/// Sign, regime, exponent bit, up to two fraction bits; 20 is NaN, and there is no negative zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Toy;

impl StaticFormat for Toy {
    type Bits = u8;
    const FORMAT: Format = Format::declare(Declaration {
        name: "toy",
        width: 6,
        sign: true,
        exp_bits: 0,
        man_bits: 5,
        pad: 0,
        bias: 0,
        kind: Kind::TAPERED,
        nonfinite: Nonfinite::NegativeZero,
        neg_zero: false,
        subnormal: false,
    });
}

#[cfg(test)]
mod tests {
    use super::super::Binary64;
    use super::*;
    use crate::{Env, Flags, Rounding, Underflow, Unrounded, Value, convert};

    const F: Format = Toy::FORMAT;

    /// The value of a code.
    fn value(code: u8) -> f64 {
        f64::from_bits(convert::<Toy, Binary64>(code, &Env::IEEE).bits)
    }

    #[test]
    fn values() {
        // From 1 on: 1, 1.25, ..., 3.5; then a fraction bit less, none, and no exponent bit either.
        let from_one = [
            1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.5, 4.0, 6.0, 8.0, 12.0, 16.0, 32.0, 64.0, 256.0,
        ];
        for (code, v) in (16..).zip(from_one) {
            assert_eq!((value(code), value(code | 0x20)), (v, -v));
        }
        let to_one = [
            0.0,
            1.0 / 256.0,
            1.0 / 64.0,
            1.0 / 32.0,
            1.0 / 16.0,
            3.0 / 32.0,
            0.125,
            0.1875,
            0.25,
            0.3125,
            0.375,
            0.4375,
            0.5,
            0.625,
            0.75,
            0.875,
        ];
        for (code, v) in (0..).zip(to_one) {
            assert_eq!(value(code), v);
        }
        assert!(matches!(F.decode(0x20u8), Value::Nan { sign: true, signalling: false, .. }));
        assert_eq!((F.canonical_nan(), F.max_finite(), F.min_normal()), (Some(0x20), 0x1f, 1));
        assert_eq!((F.precision(), F.exponents(), F.lowest_place()), (3, (-8, 8), -8));
        assert_eq!([0, 1, 2, 4, 7].map(|e| F.last_place(e)), [-2, -1, 1, 4, 7]);
    }

    /// Every direction, by binary64 arithmetic over all pairs of neighbours.
    #[test]
    fn rounding() {
        for rounding in Rounding::ALL {
            let env = Env::IEEE.rounding(rounding);
            let to = |x: f64| convert::<Binary64, Toy>(x.to_bits(), &env);
            for code in 0..31u8 {
                let (low, high) = (value(code), value(code + 1));
                let tiny = if code == 0 { Flags::UNDERFLOW } else { Flags::NONE };
                for (part, loss) in [(0.25, -1), (0.5, 0), (0.75, 1)] {
                    let x = low + part * (high - low);
                    for (factor, bit) in [(1.0, 0), (-1.0, 0x20)] {
                        let up = match rounding {
                            Rounding::NearestEven => loss + i32::from(code & 1) > 0,
                            Rounding::NearestAway => loss >= 0,
                            Rounding::TowardZero => false,
                            Rounding::Up => factor > 0.0,
                            Rounding::Down => factor < 0.0,
                            Rounding::ToOdd => code & 1 == 0,
                        };
                        let expected =
                            if code == 0 && !up { 0 } else { bit | (code + u8::from(up)) };
                        let r = to(factor * x);
                        assert_eq!((r.bits, r.flags), (expected, Flags::INEXACT | tiny), "{x}");
                    }
                }
                assert_eq!((to(low).bits, to(low).flags), (code, Flags::NONE));
            }
        }
    }

    #[test]
    fn ends() {
        let to = |x: f64| convert::<Binary64, Toy>(x.to_bits(), &Env::IEEE);
        let overflow = Flags::OVERFLOW | Flags::INEXACT;
        assert_eq!((to(351.0).bits, to(351.0).flags), (0x1f, Flags::INEXACT));
        assert_eq!((to(352.0).bits, to(352.0).flags), (0x20, overflow));
        assert_eq!((to(1e300).bits, to(-1e300).bits), (0x20, 0x20));
        assert_eq!((to(f64::INFINITY).bits, to(f64::INFINITY).flags), (0x20, Flags::INVALID));
        assert_eq!((to(f64::NAN).bits, to(-0.0).bits), (0x20, 0));
        let tiny = Flags::UNDERFLOW | Flags::INEXACT;
        assert_eq!((to(f64::MIN_POSITIVE).bits, to(f64::MIN_POSITIVE).flags), (0, tiny));
        let flush = Env { underflow: Underflow::FlushSigned, ..Env::IEEE };
        let u = Unrounded::exact(false, -10, 3u64);
        assert_eq!((F.round_pack(&flush, u).bits, F.round_pack(&Env::IEEE, u).bits), (0, 1));
    }

    #[test]
    fn neighbours() {
        let up = |code| F.next_up(code, &Env::IEEE).bits;
        let down = |code| F.next_down(code, &Env::IEEE).bits;
        assert_eq!([0, 1, 0x1e, 0x21, 0x22].map(up), [1, 2, 0x1f, 0, 0x21]);
        assert_eq!([0, 1, 0x1f, 0x3e].map(down), [0x21, 0, 0x1e, 0x3f]);
        assert_eq!((F.distance(0, 5), F.distance(0x23, 2)), (Some(5), Some(5)));
    }

    /// What is printed reads back.
    #[test]
    fn text() {
        use crate::text::Style;
        for code in (0..64).filter(|code| *code != 0x20) {
            let text = F.print(code, Style::SHORTEST, &Env::IEEE).to_string();
            assert_eq!(F.parse(&Env::IEEE, &text).map(|r| r.bits), Ok(code), "{text}");
        }
    }
}
