//! Truncated sums in lanes: factors are taken apart once, and a group of ordinary numbers is computed without branches.
//! Everything else goes through [`Truncated::evaluate`], which is the definition; tests tie them together.

use super::profile::Profile;
use super::truncated::{Output, Truncated};
use crate::slice::{Kernel, LengthError, vectorised};
use crate::{Bits, Format};

/// An exponent below all that count.
const NONE: i32 = i32::MIN / 4;

/// The factors of one side of a group, taken apart.
#[derive(Clone, Copy, Debug)]
struct Factors<const N: usize> {
    significand: [i32; N],
    exponent: [i32; N],
    /// Whether all are finite.
    ordinary: bool,
}

/// What taking codes of a format apart takes.
#[derive(Clone, Copy, Debug)]
struct Fields {
    width: u32,
    pad: u32,
    fraction: u32,
    mask: u32,
    bias: i32,
    /// The least code without sign that is no finite number.
    least_special: u32,
}

impl Fields {
    fn of(format: &Format) -> Self {
        let top = ((1u32 << format.exp_bits) - 1) << format.man_bits;
        let least_special = match (format.has_infinity(), format.has_nan()) {
            (true, _) => top,
            (false, true) => top | ((1 << format.man_bits) - 1),
            (false, false) => u32::MAX,
        };
        Self {
            width: format.width - format.pad,
            pad: format.pad,
            fraction: format.man_bits,
            mask: (1 << format.exp_bits) - 1,
            bias: format.bias,
            least_special,
        }
    }

    /// Significand and exponent, and whether the number is finite.
    #[inline(always)]
    fn take(&self, code: u32) -> (i32, i32, bool) {
        let code = code >> self.pad;
        let magnitude = code & ((1 << (self.width - 1)) - 1);
        let field = magnitude >> self.fraction & self.mask;
        let hidden = u32::from(field != 0) << self.fraction;
        let significand = (magnitude & ((1 << self.fraction) - 1) | hidden) as i32;
        let minus = -((code >> (self.width - 1) & 1) as i32);
        let exponent = field.max(1) as i32 - self.bias;
        ((significand ^ minus) - minus, exponent, magnitude < self.least_special)
    }

    #[inline(always)]
    fn factors<A: Bits, const N: usize>(&self, codes: &[A; N]) -> Factors<N> {
        let (mut significand, mut exponent) = ([0; N], [0; N]);
        let mut special = 0;
        for i in 0..N {
            let (own, place, finite) = self.take(codes[i].wide() as u32);
            significand[i] = own;
            exponent[i] = place;
            special |= u32::from(!finite);
        }
        Factors { significand, exponent, ordinary: special == 0 }
    }
}

/// A truncated sum over many elements, in groups of `N`; of 0 for other groups, which have no short way.
struct Elements<'a, A, B, C, const N: usize> {
    sum: &'a Truncated,
    k: usize,
    a: &'a [A],
    b: &'a [B],
    c: &'a [C],
    out: &'a mut [C],
}

impl<A: Bits, B: Bits, C: Bits, const N: usize> Kernel for Elements<'_, A, B, C, N> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { sum, k, a, b, c, out } = self;
        let quick = Quick::of(sum);
        let rows = a.chunks_exact(k).zip(b.chunks_exact(k));
        for (((a, b), c), out) in rows.zip(c).zip(out) {
            let c = sum.converted(c.wide() as u64);
            *out = C::low(quick.element::<A, B, N>(sum, a, b, c).into());
        }
    }
}

/// A sum made ready.
struct Quick {
    sides: [Fields; 2],
    /// Places from the products' last to that of the alignment of the largest.
    up: u32,
    /// Whether sums of this kind have a short way.
    short: bool,
}

impl Quick {
    fn of(sum: &Truncated) -> Self {
        let [a, b] = &sum.factors;
        let up = sum.bits - (a.man_bits + b.man_bits) as i32;
        let narrow = |f: &Format| f.man_bits <= 10 && f.exp_bits <= 8;
        let short = up >= 0 && narrow(a) && narrow(b) && sum.bits <= 25;
        Self { sides: [Fields::of(a), Fields::of(b)], up: up.max(0) as u32, short }
    }

    #[inline(always)]
    fn element<A: Bits, B: Bits, const N: usize>(
        &self,
        sum: &Truncated,
        a: &[A],
        b: &[B],
        c: u64,
    ) -> u64 {
        let mut running = c;
        if N == 0 || !self.short {
            for (a, b) in a.chunks(sum.group).zip(b.chunks(sum.group)) {
                running = whole(sum, a, b, running);
            }
            return running;
        }
        for (a, b) in a.as_chunks::<N>().0.iter().zip(b.as_chunks::<N>().0) {
            running = match self.group::<A, B, N>(sum, a, b, running) {
                Some(code) => code,
                None => whole(sum, a, b, running),
            };
        }
        running
    }

    /// A group of ordinary numbers whose sum is one; nothing where the long way must be gone.
    #[inline(always)]
    fn group<A: Bits, B: Bits, const N: usize>(
        &self,
        sum: &Truncated,
        a: &[A; N],
        b: &[B; N],
        c: u64,
    ) -> Option<u64> {
        let (x, y) = (self.sides[0].factors(a), self.sides[1].factors(b));
        if !(x.ordinary && y.ordinary) {
            return None;
        }
        let addend = addend(sum.output, c)?;
        let (mut product, mut exponent) = ([0; N], [NONE; N]);
        for i in 0..N {
            product[i] = x.significand[i] * y.significand[i];
            let own = x.exponent[i] + y.exponent[i];
            exponent[i] = if product[i] == 0 { NONE } else { own };
        }
        let largest = exponent.iter().fold(NONE, |largest, &own| largest.max(own));
        let (significand, last, own) = addend;
        let reference = largest.max(if significand == 0 { NONE } else { own });
        if reference == NONE {
            return Some(0);
        }
        let reference = reference.max(sum.least.unwrap_or(NONE));
        let mut cut = [0; N];
        for i in 0..N {
            let magnitude = product[i].unsigned_abs() << self.up;
            let down = (reference - exponent[i]).min(31) as u32;
            let kept = (magnitude >> down) as i32;
            cut[i] = if product[i] < 0 { -kept } else { kept };
        }
        // Sixteen terms below 2^27 fit.
        let sums = cut.chunks(16).map(|own| i64::from(own.iter().sum::<i32>()));
        let products: i64 = sums.sum();
        let unit = reference - sum.bits;
        let down = unit - last;
        let magnitude = significand.unsigned_abs();
        let kept =
            if down <= 0 { magnitude << (-down & 63) } else { magnitude >> down.min(63) } as i64;
        let addend = if significand < 0 { -kept } else { kept };
        packed(sum.output, products + addend, unit)
    }
}

/// The addend's significand, the weight of its last bit, and the exponent by which it counts; nothing where it is no number.
#[inline(always)]
fn addend(output: Output, c: u64) -> Option<(i64, i32, i32)> {
    let (fraction, bias, top, width) = match output {
        Output::Single | Output::E8m13 => (23, 127, 255, 32),
        Output::Half => (10, 15, 31, 16),
    };
    let field = (c >> fraction & top) as i32;
    let hidden = i64::from(field != 0) << fraction;
    let magnitude = (c & ((1 << fraction) - 1)) as i64 | hidden;
    let exponent = field.max(1) - bias;
    let last = exponent - fraction;
    let counted = match output {
        Output::Half => last + 63 - (magnitude | 1).leading_zeros() as i32,
        Output::Single | Output::E8m13 => exponent,
    };
    let minus = c >> (width - 1) & 1 == 1;
    (field != top as i32).then_some((if minus { -magnitude } else { magnitude }, last, counted))
}

/// The sum's code, where it is a normal number.
#[inline(always)]
fn packed(output: Output, sum: i64, unit: i32) -> Option<u64> {
    if sum == 0 {
        return Some(0);
    }
    let zeros = sum.unsigned_abs().leading_zeros();
    let top = sum.unsigned_abs() << zeros;
    let exponent = unit + 63 - zeros as i32;
    let sign = u64::from(sum < 0);
    if output == Output::Half {
        let field = exponent + 15;
        let (kept, lost) = (top >> 53, top << 11);
        let up = u64::from(lost + (kept & 1) > 1 << 63);
        // A carry goes on into the exponent, and from the largest number to infinity.
        let code = || (((field - 1) as u64) << 10) + kept + up;
        return (1..31).contains(&field).then(|| sign << 15 | code());
    }
    let field = exponent + 127;
    let fraction = top << 1 >> 41;
    let kept = if output == Output::E8m13 { fraction & !0x3ff } else { fraction };
    (1..255).contains(&field).then_some(sign << 31 | (field as u64) << 23 | kept)
}

/// The long way.
#[cold]
#[inline(never)]
fn whole<A: Bits, B: Bits>(sum: &Truncated, a: &[A], b: &[B], c: u64) -> u64 {
    let codes = a.iter().zip(b).map(|(a, b)| (a.wide() as u64, b.wide() as u64));
    sum.group(&Profile::DECIDED, codes, c, 0)
}

impl Truncated {
    /// Many elements, `k` products each, under the decided answers: element i of the result has the factors from `i k` on.
    ///
    /// ```
    /// use softfloat::silicon::{Output, Truncated};
    /// use softfloat::{format::{Binary16, Binary32}, StaticFormat};
    /// let (factors, addend) = ([Binary16::FORMAT; 2], Binary32::FORMAT);
    /// let (least, output) = (Some(-133), Output::Single);
    /// let sum = Truncated { factors, addend, group: 16, bits: 25, least, output };
    /// let mut out = [0u64];
    /// sum.elements(2, &[0x3c00u64, 0x4000], &[0x3c00u64, 0x4000], &[0x3f80_0000], &mut out)?;
    /// assert_eq!(out, [0x40c0_0000]); // 1 * 1 + 2 * 2 + 1
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    ///
    /// # Errors
    /// Where factors or addends are not as many as the results want.
    pub fn elements<A: Bits, B: Bits, C: Bits>(
        &self,
        k: usize,
        a: &[A],
        b: &[B],
        c: &[C],
        out: &mut [C],
    ) -> Result<(), LengthError> {
        let expected = out.len();
        for (operand, found) in
            [a.len() / k.max(1), b.len() / k.max(1), c.len()].into_iter().enumerate()
        {
            if found != expected {
                return Err(LengthError { operand, found, expected });
            }
        }
        if k == 0 {
            return Err(LengthError { operand: 0, found: 0, expected: 1 });
        }
        match self.group {
            _ if !k.is_multiple_of(self.group.max(1)) => {
                vectorised(Elements::<_, _, _, 0> { sum: self, k, a, b, c, out })
            }
            4 => vectorised(Elements::<_, _, _, 4> { sum: self, k, a, b, c, out }),
            8 => vectorised(Elements::<_, _, _, 8> { sum: self, k, a, b, c, out }),
            16 => vectorised(Elements::<_, _, _, 16> { sum: self, k, a, b, c, out }),
            32 => vectorised(Elements::<_, _, _, 32> { sum: self, k, a, b, c, out }),
            _ => vectorised(Elements::<_, _, _, 0> { sum: self, k, a, b, c, out }),
        }
        Ok(())
    }
}
