//! Operations on the sign alone (IEEE 754-2019, 5.5.1): no rule, no exception, a signalling NaN stays one.

use crate::{Bits, Format, StaticFormat};

/// What becomes of the sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SignOp {
    /// It stays (copy).
    Copy,
    /// It is the other one (negate).
    Negate,
    /// It is positive (abs).
    Abs,
    /// It is that of the second operand (copySign).
    CopySign,
}

impl SignOp {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Copy, Self::Negate, Self::Abs, Self::CopySign];
}

/// `a` with its sign as the operation has it; `b` counts for [`SignOp::CopySign`] alone.
///
/// The one zero and the one NaN of a "fnuz" format stay what they are (NUM-D70).
///
/// ```
/// use softfloat::{format::{Binary16, Fp8E4m3Fnuz}, ieee::{sign_op, SignOp}};
/// assert_eq!(sign_op::<Binary16>(SignOp::Negate, 0x7c01, 0), 0xfc01); // a signalling NaN
/// assert_eq!(sign_op::<Binary16>(SignOp::CopySign, 0x3c00, 0x8000), 0xbc00);
/// assert_eq!(sign_op::<Fp8E4m3Fnuz>(SignOp::Negate, 0x00, 0), 0x00);
/// ```
#[must_use]
pub fn sign_op<F: StaticFormat>(operation: SignOp, a: F::Bits, b: F::Bits) -> F::Bits {
    F::FORMAT.signed_as(operation, a, b)
}

impl Format {
    /// [`sign_op`](crate::ieee::sign_op()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, ieee::SignOp, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.sign_op(SignOp::Abs, 0xbc00, 0), 0x3c00); // |-1|
    /// ```
    #[must_use]
    pub fn sign_op(&self, operation: SignOp, a: u64, b: u64) -> u64 {
        self.signed_as(operation, a, b)
    }

    fn signed_as<W: Bits>(&self, operation: SignOp, a: W, b: W) -> W {
        let body = (a >> self.pad) & W::mask(self.exp_bits + self.man_bits);
        let own = a.bit(self.width - 1);
        let sign = match operation {
            // Turned, the one zero would be NaN, and NaN the zero.
            _ if body == W::ZERO && !self.neg_zero => own,
            SignOp::Copy => own,
            SignOp::Negate => !own,
            SignOp::Abs => false,
            SignOp::CopySign => b.bit(self.width - 1),
        };
        self.assemble(sign, body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Binary32, Binary64, Tf32};
    use crate::ieee::small::{Coding, SMALL, patterns};

    /// By value, where NaN are looked at by their codes.
    #[test]
    fn every_small_pair() {
        for s in &SMALL {
            for (a, b) in s.codes().flat_map(|a| s.codes().map(move |b| (a, b))) {
                let name = (s.format.name, a, b);
                let [copy, negated, absolute, signed] =
                    SignOp::ALL.map(|operation| s.format.sign_op(operation, a, b));
                assert_eq!(copy, a, "{name:x?}");
                let single = s.coding == Coding::Fnuz && (s.value(a).is_nan() || s.value(a) == 0.0);
                if single {
                    assert_eq!([negated, absolute, signed], [a; 3], "{name:x?}");
                    continue;
                }
                assert_eq!([negated, absolute, signed].map(|c| s.body(c)), [s.body(a); 3]);
                assert_eq!(s.negative(negated), !s.negative(a), "{name:x?}");
                assert!(!s.negative(absolute), "{name:x?}");
                assert_eq!(s.negative(signed), s.negative(b), "{name:x?}");
            }
        }
    }

    #[test]
    fn like_the_machine() {
        let all: Vec<u64> = patterns(1000).collect();
        for (&x, &y) in all.iter().flat_map(|x| all.iter().map(move |y| (x, y))) {
            let (a, b) = (f64::from_bits(x), f64::from_bits(y));
            let of = |operation| sign_op::<Binary64>(operation, x, y);
            assert_eq!(of(SignOp::Negate), (-a).to_bits());
            assert_eq!(of(SignOp::Abs), a.abs().to_bits());
            assert_eq!(of(SignOp::CopySign), a.copysign(b).to_bits());
            let (x, y) = (x as u32, y as u32);
            let (a, b) = (f32::from_bits(x), f32::from_bits(y));
            assert_eq!(sign_op::<Binary32>(SignOp::CopySign, x, y), a.copysign(b).to_bits());
        }
    }

    #[test]
    fn padding_is_cleared() {
        assert_eq!(sign_op::<Tf32>(SignOp::Copy, 0x3f80_1fff, 0), 0x3f80_0000);
        assert_eq!(sign_op::<Tf32>(SignOp::Negate, 0x3f80_1fff, 0), 0xbf80_0000);
    }
}
