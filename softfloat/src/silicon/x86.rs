//! x86: AVX512_BF16, VNNI, AMX (SIL-D22 to D25).

use super::profile::{NanWord, Profile, X86Tininess};
use crate::format::{Bf16, Binary32};
use crate::{Env, Format, NanRule, StaticFormat, Tininess, Underflow, Value, convert_any};

const F32: Format = Binary32::FORMAT;
const QUIET: u64 = 1 << 22;

/// How these instructions round: to nearest even, results that are tiny become zeros; MXCSR has no say.
const FLUSHING: Env =
    Env { underflow: Underflow::FlushSigned, nan: NanRule::Sse, daz: true, ..Env::IEEE };

/// The same where nobody showed when results are tiny (SIL-O11).
fn unseen(profile: &Profile) -> Env {
    let tininess = match profile.x86_tininess {
        X86Tininess::After => Tininess::After,
        X86Tininess::Before => Tininess::Before,
    };
    Env { tininess, ..FLUSHING }
}

fn is_nan(format: &Format, code: u64) -> bool {
    matches!(format.decode::<u64>(code), Value::Nan { .. })
}

/// The code as a binary32 word.
fn single(format: &Format, code: u64) -> u64 {
    if *format == Bf16::FORMAT { code << 16 } else { convert_any(format, &F32, &SSE, code).bits }
}

const SSE: Env = Env { nan: NanRule::Sse, ..Env::IEEE };

/// `VDPBF16PS`: the odd elements' product and the addend, then the even ones' (SIL-D22).
///
/// ```
/// use softfloat::silicon::x86::vdpbf16ps;
/// // 1 * 1 + 2 * 3 + 0.5
/// let sum = vdpbf16ps([0x3f80, 0x4000], [0x3f80, 0x4040], 0x3f00_0000);
/// assert_eq!(sum, 0x40f0_0000);
/// ```
#[must_use]
pub fn vdpbf16ps(a: [u64; 2], b: [u64; 2], c: u64) -> u64 {
    let [a, b] = [a, b].map(|pair| pair.map(|code| single(&Bf16::FORMAT, code)));
    let order = [a[0], b[0], a[1], b[1], c];
    if let Some(nan) = order.into_iter().find(|&code| is_nan(&F32, code)) {
        return nan | QUIET;
    }
    let odd = F32.fma(a[1], b[1], c, &FLUSHING).bits;
    F32.fma(a[0], b[0], odd, &FLUSHING).bits
}

/// `VCVTNEPS2BF16` of one element (SIL-D23).
///
/// ```
/// use softfloat::silicon::x86::vcvtneps2bf16;
/// assert_eq!(vcvtneps2bf16(0x3f80_8000), 0x3f80); // 1 + 2^-8, a tie
/// assert_eq!(vcvtneps2bf16(0x8000_0001), 0x8000); // subnormal
/// ```
#[must_use]
pub fn vcvtneps2bf16(x: u64) -> u64 {
    match x & 0x7fff_ffff {
        ..0x0080_0000 => x >> 16 & 0x8000,
        0x7f80_0001.. => x >> 16 | 0x40,
        _ => (x + 0x7fff + (x >> 16 & 1)) >> 16,
    }
}

/// `TDPBF16PS` and `TDPFP16PS`: even and odd elements are chains of their own from +0 (SIL-D24).
///
/// ```
/// use softfloat::silicon::{x86::tile_pairs, Profile};
/// use softfloat::{format::Bf16, StaticFormat};
/// let (a, b) = ([0x3f80, 0x4000], [0x3f80, 0x4040]); // 1 * 1 + 2 * 3 + 0.5
/// let sum = tile_pairs(&Profile::DECIDED, &Bf16::FORMAT, &a, &b, 0x3f00_0000);
/// assert_eq!(sum, 0x40f0_0000);
/// ```
#[must_use]
pub fn tile_pairs(profile: &Profile, factor: &Format, a: &[u64], b: &[u64], c: u64) -> u64 {
    // Of bfloat16 a processor answered all that is open of binary16, whose numbers are normal ones of binary32.
    let seen = *factor == Bf16::FORMAT;
    let env = if seen { FLUSHING } else { unseen(profile) };
    let word = |code: u64| if seen { code } else { word(profile, code) };
    let chain = |parity: usize| {
        let pairs = a.iter().zip(b).skip(parity).step_by(2);
        pairs.fold(0, |t, (&a, &b)| {
            word(F32.fma(single(factor, a), single(factor, b), t, &env).bits)
        })
    };
    let sum = F32.add(chain(0), chain(1), &env).bits;
    word(F32.add(c, sum, &env).bits)
}

/// `TMMULTF32PS`: one chain from +0 in TF32, subnormal operands kept (SIL-D24).
///
/// ```
/// use softfloat::silicon::{x86::tile_tf32, Profile};
/// // The low 13 bits of a factor do not count: 1 * 1 + 2.
/// let sum = tile_tf32(&Profile::DECIDED, &[0x3f80_1fff], &[0x3f80_0000], 0x4000_0000);
/// assert_eq!(sum, 0x4040_0000);
/// ```
#[must_use]
pub fn tile_tf32(profile: &Profile, a: &[u64], b: &[u64], c: u64) -> u64 {
    let env = Env { daz: false, ..unseen(profile) };
    let factor = |code: u64| {
        let quiet = if is_nan(&F32, code) { code | QUIET } else { code };
        quiet & !0x1fff
    };
    let product = a
        .iter()
        .zip(b)
        .fold(0, |t, (&a, &b)| word(profile, F32.fma(factor(a), factor(b), t, &env).bits));
    word(profile, F32.add(product, c, &env).bits)
}

/// A NaN of AMX has another word under the other answer (SIL-O5).
fn word(profile: &Profile, code: u64) -> u64 {
    let other = profile.nan_word == NanWord::Other && is_nan(&F32, code);
    if other { code ^ 1 } else { code }
}

/// How products of integers are added to an accumulator of 32 bits (SIL-D25).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IntegerDot {
    /// Width of the factors in bits.
    pub bits: u32,
    /// Whether the factors have signs.
    pub signed: [bool; 2],
    /// Whether the exact sum is clamped; else it wraps.
    pub saturate: bool,
}

impl IntegerDot {
    /// One element.
    ///
    /// ```
    /// use softfloat::silicon::x86::IntegerDot;
    /// let dot = IntegerDot { bits: 8, signed: [true, false], saturate: false };
    /// assert_eq!(dot.evaluate(&[0xff], &[0xff], 0), 0xffff_ff01); // -1 * 255
    /// ```
    #[must_use]
    pub fn evaluate(&self, a: &[u64], b: &[u64], c: u64) -> u64 {
        let factor = |code: u64, signed: bool| {
            let up = 64 - self.bits;
            let top = (code << up) as i64;
            if signed { top >> up } else { (top as u64 >> up) as i64 }
        };
        let [x, y] = self.signed;
        let products = a.iter().zip(b).map(|(&a, &b)| factor(a, x) * factor(b, y));
        let sum = products.sum::<i64>() + i64::from(c as u32 as i32);
        let sum = match self.saturate {
            true => sum.clamp(i32::MIN.into(), i32::MAX.into()),
            false => sum,
        };
        u64::from(sum as u32)
    }
}
