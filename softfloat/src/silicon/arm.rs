//! Arm: BFloat16 and FP8 dot products (SIL-D26 to D29), and RISC-V's widening multiply-add (SIL-D30).

use super::number::{Number, Read, Seen, Special, exact, read};
use crate::format::{Bf16, Binary32};
use crate::{
    Env, Flags, Format, NanRule, Overflow, Rounded, Rounding, StaticFormat, Tininess, Underflow,
    Unrounded, Value,
};

const F32: Format = Binary32::FORMAT;

/// What of FPCR these instructions look at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fpcr {
    /// `RMode`: one of the first four directions.
    pub rounding: Rounding,
    /// `FZ`.
    pub fz: bool,
    /// `FIZ`.
    pub fiz: bool,
    /// `DN`.
    pub dn: bool,
    /// `AH`.
    pub ah: bool,
}

impl Fpcr {
    const fn nan(self) -> u64 {
        if self.ah { 0xffc0_0000 } else { 0x7fc0_0000 }
    }

    /// The rules of `BFDOT` with EBF = 1 (SIL-D27).
    fn extended(self) -> Env {
        Env {
            rounding: self.rounding,
            tininess: if self.ah { Tininess::After } else { Tininess::Before },
            underflow: if self.fz { Underflow::FlushSigned } else { Underflow::Gradual },
            daz: self.fiz || self.fz && !self.ah,
            ..Env::IEEE
        }
    }
}

/// Rounded to odd, small results and operands flushed, too large ones infinite (SIL-D26).
const STANDARD: Env = Env {
    rounding: Rounding::ToOdd,
    tininess: Tininess::Before,
    underflow: Underflow::FlushSigned,
    overflow: Overflow::Infinity,
    daz: true,
    ..Env::IEEE
};

fn single(code: u64) -> u64 {
    code << 16
}

/// The pairs of a sum in turn.
fn in_turn(a: &[u64], b: &[u64], c: u64, pair: impl Fn([u64; 2], [u64; 2], u64) -> u64) -> u64 {
    let pairs = a.as_chunks::<2>().0.iter().zip(b.as_chunks::<2>().0);
    pairs.fold(c, |c, (&a, &b)| pair(a, b, c))
}

/// `BFDOT` of two elements, `BFMMLA` of four, with FPCR.EBF = 0 (SIL-D26).
///
/// ```
/// use softfloat::silicon::arm::bfdot;
/// // 1 + 2^-24: the last bit says that something was lost.
/// assert_eq!(bfdot(&[0x3f80, 0x3380], &[0x3f80, 0x3f80], 0), 0x3f80_0001);
/// ```
#[must_use]
pub fn bfdot(a: &[u64], b: &[u64], c: u64) -> u64 {
    in_turn(a, b, c, |a, b, c| {
        let product = |i: usize| F32.mul(single(a[i]), single(b[i]), &STANDARD).bits;
        let sum = F32.add(product(0), product(1), &STANDARD).bits;
        F32.add(c, sum, &STANDARD).bits
    })
}

/// The same with FPCR.EBF = 1 (SIL-D27).
///
/// ```
/// use softfloat::silicon::arm::{bfdot_extended, Fpcr};
/// // 1 + 2^-24, a tie
/// let sum = bfdot_extended(Fpcr::default(), &[0x3f80, 0x3380], &[0x3f80, 0x3f80], 0);
/// assert_eq!(sum, 0x3f80_0000);
/// ```
#[must_use]
pub fn bfdot_extended(fpcr: Fpcr, a: &[u64], b: &[u64], c: u64) -> u64 {
    let env = fpcr.extended();
    let sum = in_turn(a, b, c, |a, b, c| F32.add(c, pair(&env, a, b), &env).bits);
    match F32.decode::<u64>(sum) {
        Value::Nan { .. } => fpcr.nan(),
        _ => sum,
    }
}

/// Two products, exact, rounded once.
fn pair(env: &Env, a: [u64; 2], b: [u64; 2]) -> u64 {
    let factor = |code| match read(&Bf16::FORMAT, code) {
        Read::Finite(n) if env.daz && n.exponent == -126 && n.significand.abs() < 128 => {
            (Read::Finite(Number { significand: 0, ..n }), code >> 15 == 1)
        }
        x => (x, code >> 15 == 1),
    };
    let mut seen = Seen::default();
    let mut minus = [false; 2];
    let terms = [0, 1].map(|i| {
        let [(x, s), (y, t)] = [factor(a[i]), factor(b[i])];
        minus[i] = s ^ t;
        seen.product(x, y).unwrap_or_default()
    });
    match seen.special() {
        Some(Special::Nan) => return 0x7fc0_0000,
        Some(Special::Infinite(sign)) => return 0x7f80_0000 | u64::from(sign) << 31,
        None => {}
    }
    let sum = exact(terms.into_iter());
    let zeros = terms.iter().all(Number::is_zero);
    let sign = match sum.significand == 0 && !sum.sticky {
        true if zeros && minus[0] == minus[1] => minus[0],
        true => env.rounding == Rounding::Down,
        false => sum.sign,
    };
    F32.round_pack(env, Unrounded { sign, ..sum }).bits as u64
}

/// `BFMLALB`, `BFMLALT`: a fused multiply-add with its exceptions (SIL-D28).
///
/// ```
/// use softfloat::silicon::arm::{bfmlal, Fpcr};
/// let r = bfmlal(Fpcr::default(), 0x4000, 0x4040, 0x3f80_0000);
/// assert_eq!((r.bits, r.flags.is_empty()), (0x40e0_0000, true)); // 2 * 3 + 1
/// ```
#[must_use]
pub fn bfmlal(fpcr: Fpcr, a: u64, b: u64, c: u64) -> Rounded<u64> {
    let alternate = Env {
        tininess: Tininess::After,
        underflow: Underflow::FlushSigned,
        daz: true,
        nan: NanRule::Arm,
        ..Env::IEEE
    };
    let nan = if fpcr.dn { NanRule::Canonical } else { NanRule::Arm };
    let usual = Env { nan, ..Fpcr { ah: false, ..fpcr }.extended() };
    let env = if fpcr.ah {
        Env { nan: if fpcr.dn { NanRule::Canonical } else { alternate.nan }, ..alternate }
    } else {
        usual
    };
    let Rounded { bits, flags } = F32.fma(single(a), single(b), c, &env);
    if fpcr.ah {
        let own = [single(a), single(b), c].iter().any(|&x| x << 33 > 0xff << 56);
        let made = bits == 0x7fc0_0000 && (fpcr.dn || !own || flags.contains(Flags::INVALID));
        return Rounded { bits: if made { fpcr.nan() } else { bits }, flags: Flags::NONE };
    }
    // A flushed result underflows, and that is all.
    let flushed = fpcr.fz && flags.contains(Flags::UNDERFLOW);
    Rounded { bits, flags: if flushed { flags.without(Flags::INEXACT) } else { flags } }
}

/// What of FPMR and FPCR the FP8 instructions look at (SIL-D29).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fpmr {
    /// `LSCALE`: products count 2^-LSCALE; of binary16 its low four bits.
    pub scale: u32,
    /// `OSM`: overflow gives the largest number.
    pub saturate: bool,
    /// FPCR.AH.
    pub ah: bool,
}

/// FP8 products: the exact sum of products, scaled, and the addend, rounded once (SIL-D29).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fp8 {
    /// The factors' formats, E4M3 or E5M2 of OCP.
    pub factors: [Format; 2],
    /// The addend's and the result's, binary16 or binary32.
    pub to: Format,
}

impl Fp8 {
    /// Products count 2 to the power of minus this.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Fp8E4m3Ocp}, StaticFormat};
    /// use softfloat::silicon::arm::{Fp8, Fpmr};
    /// let sum = Fp8 { factors: [Fp8E4m3Ocp::FORMAT; 2], to: Binary16::FORMAT };
    /// assert_eq!(sum.scale(Fpmr { scale: 17, ..Fpmr::default() }), 1);
    /// ```
    #[must_use]
    pub fn scale(&self, fpmr: Fpmr) -> u32 {
        fpmr.scale % if self.to == F32 { 128 } else { 16 }
    }

    /// One element.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Fp8E4m3Ocp}, StaticFormat};
    /// use softfloat::silicon::arm::{Fp8, Fpmr};
    /// let sum = Fp8 { factors: [Fp8E4m3Ocp::FORMAT; 2], to: Binary16::FORMAT };
    /// let fpmr = Fpmr { scale: 1, ..Fpmr::default() };
    /// assert_eq!(sum.evaluate(fpmr, &[0x38], &[0x38], 0x3c00), 0x3e00); // 1 * 1 / 2 + 1
    /// ```
    #[must_use]
    pub fn evaluate(&self, fpmr: Fpmr, a: &[u64], b: &[u64], c: u64) -> u64 {
        let top = 1 << (self.to.width - 1);
        let mut seen = Seen::default();
        let addend = seen.addend(read(&self.to, c));
        let [x, y] = &self.factors;
        let factors = || a.iter().zip(b).map(|(&a, &b)| (read(x, a), read(y, b)));
        for (a, b) in factors() {
            let _ = seen.product(a, b);
        }
        let env = Env {
            overflow: if fpmr.saturate { Overflow::SaturateFinite } else { Overflow::Ieee },
            ..Env::IEEE
        };
        match seen.special() {
            Some(Special::Nan) => {
                return self.to.nan_code::<u64>(false) | if fpmr.ah { top } else { 0 };
            }
            Some(Special::Infinite(sign)) => return self.to.infinity_code(sign),
            None => {}
        }
        let products = factors().filter_map(|(a, b)| Seen::default().product(a, b));
        let products = products.map(|n| n.scaled(-(self.scale(fpmr) as i32)));
        let sum = exact(products.chain(addend));
        let zero = sum.significand == 0 && !sum.sticky;
        let sign = if zero { self.zero_sign(a, b, c) } else { sum.sign };
        self.to.round_pack(&env, Unrounded { sign, ..sum }).bits as u64
    }

    /// The sign of a zero sum: that of all terms, where they are zeros of one sign.
    fn zero_sign(&self, a: &[u64], b: &[u64], c: u64) -> bool {
        let [x, y] = &self.factors;
        let is_zero = |f: &Format, code: u64| code & ((1 << (f.width - 1)) - 1) == 0;
        let products = a.iter().zip(b);
        is_zero(&self.to, c)
            && c >> (self.to.width - 1) == 1
            && products
                .into_iter()
                .all(|(&a, &b)| (is_zero(x, a) || is_zero(y, b)) && (a ^ b) >> 7 == 1)
    }
}

/// `vfwmaccbf16`: a fused multiply-add of two bf16 and a binary32 (SIL-D30).
///
/// ```
/// use softfloat::{silicon::arm::vfwmaccbf16, Rounding};
/// let r = vfwmaccbf16(Rounding::NearestEven, 0x4000, 0x4040, 0x3f80_0000);
/// assert_eq!(r.bits, 0x40e0_0000); // 2 * 3 + 1
/// ```
#[must_use]
pub fn vfwmaccbf16(rounding: Rounding, a: u64, b: u64, c: u64) -> Rounded<u64> {
    F32.fma(single(a), single(b), c, &Env::IEEE.rounding(rounding))
}
