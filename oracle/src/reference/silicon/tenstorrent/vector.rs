//! x y + z of the vector unit, whose product loses bits before the sum (SIL-D34), step by step.

/// A binary32 word in parts.
#[derive(Clone, Copy)]
struct Word {
    code: u64,
    /// The sign bit in its place.
    sign: u64,
    exponent: i64,
    /// 1.f in 24 bits, nothing of exponent 0.
    m: u64,
}

impl Word {
    fn new(code: u64) -> Self {
        let exponent = code >> 23 & 0xff;
        let m = if exponent == 0 { 0 } else { code & 0x7f_ffff | 1 << 23 };
        Self { code, sign: code & 1 << 31, exponent: exponent as i64, m }
    }

    fn nan(self) -> bool {
        self.exponent == 255 && self.m != 1 << 23
    }

    fn infinite(self) -> bool {
        self.exponent == 255 && self.m == 1 << 23
    }
}

const INFINITY: u64 = 0x7f80_0000;
const NAN: u64 = 0x7fc0_0000;
/// Wormhole's, of a sign.
const LEAKING: u64 = 0x7f80_0001;

/// Steps 1 to 3: what enters the sum.
struct Fused {
    z: Word,
    /// The product's sign, exponent, and significand with three bits below the fraction.
    sp: u64,
    pe: i64,
    pm: u64,
    zm: u64,
    /// x or y NaN, or infinity times zero.
    invalid: bool,
    /// x or y infinite.
    infinite: bool,
}

impl Fused {
    fn new(x: u64, y: u64, z: u64) -> Self {
        let (x, y, z) = (Word::new(x), Word::new(y), Word::new(z));
        let wide = (x.m * y.m) << 3;
        let sticky = u64::from(wide & 0x7f_ffff != 0);
        let times_zero = x.infinite() && y.m == 0 || x.m == 0 && y.infinite();
        Self {
            z,
            sp: x.sign ^ y.sign,
            pe: x.exponent + y.exponent - 127,
            pm: wide >> 23 | sticky,
            zm: z.m << 3,
            invalid: x.nan() || y.nan() || times_zero,
            infinite: x.infinite() || y.infinite(),
        }
    }

    /// Whether step 3 has to look.
    fn special(&self, x: u64, y: u64) -> bool {
        let top = |code| Word::new(code).exponent == 255;
        top(x) || top(y) || self.z.exponent == 255 || self.pe >= 255
    }

    /// Step 5: r, rm and the sign.
    fn sum(&self) -> (i64, u64, u64) {
        let r = self.pe.max(self.z.exponent);
        let pm = shifted(self.pm, r - self.pe);
        let zm = shifted(self.zm, r - self.z.exponent);
        let rm = if self.sp == self.z.sign { pm + zm } else { pm.abs_diff(zm) };
        (r, rm, if pm >= zm { self.sp } else { self.z.sign })
    }
}

/// m >> n with bit 0 set if bits were lost, but nothing of what is shifted out whole.
fn shifted(m: u64, n: i64) -> u64 {
    if n >= 64 {
        return 0;
    }
    let rest = m >> n;
    if rest != 0 && rest << n != m { rest | 1 } else { rest }
}

/// The bits above the 27th.
fn excess(rm: u64) -> i64 {
    i64::from(64 - rm.leading_zeros()) - 27
}

/// Step 8: w, rounded.
fn rounded(r: i64, rm: u64) -> u64 {
    let w = ((r as u64) << 23) + (rm >> 3 & 0x7f_ffff);
    if (rm & 7) + (w & 1) > 4 { w + 1 } else { w }
}

/// On Wormhole.
pub(super) fn wormhole(x: u64, y: u64, z: u64) -> u64 {
    let mut fused = Fused::new(x, y, z);
    let Word { code, sign: sz, .. } = fused.z;
    let mut leak = None;
    if fused.special(x, y) {
        let beyond = fused.infinite || fused.pe >= 255;
        if fused.invalid || fused.z.infinite() && beyond && fused.sp != sz {
            leak = Some(fused.sp | LEAKING);
        } else if fused.z.nan() {
            leak = Some(sz | LEAKING);
        } else if fused.z.infinite() {
            return code;
        } else {
            return fused.sp | INFINITY;
        }
        fused.pe = fused.pe.min(255);
    }
    if fused.pm == 0 || fused.pe < 0 {
        if leak.is_none() {
            return if fused.z.m > 0 { code } else { 0 };
        }
        (fused.pm, fused.pe) = (0, 0);
    }
    let (r, rm, sign) = fused.sum();
    if rm == 0 {
        return leak.unwrap_or(0);
    }
    let n = excess(rm);
    let r = r + n;
    if r >= 255 {
        return leak.unwrap_or(sign | INFINITY);
    }
    if r < 0 {
        return leak.unwrap_or(0);
    }
    let rm = if n > 0 { rm >> n | rm & 1 } else { rm << -n };
    let w = rounded(r, rm);
    if w < 1 << 23 { leak.unwrap_or(0) } else { leak.unwrap_or(sign) | w }
}

/// On Blackhole.
pub(super) fn blackhole(x: u64, y: u64, z: u64) -> u64 {
    let fused = Fused::new(x, y, z);
    let Word { code, sign: sz, .. } = fused.z;
    if fused.special(x, y) {
        let opposed = fused.z.infinite() && fused.infinite && fused.sp != sz;
        return if fused.invalid || fused.z.nan() || opposed {
            NAN
        } else if fused.z.infinite() {
            code
        } else {
            fused.sp | INFINITY
        };
    }
    // Minus if both signs are.
    let zero = fused.sp & sz;
    if fused.pm == 0 || fused.pe < 0 {
        return if fused.z.m > 0 { code } else { zero };
    }
    let (r, rm, sign) = fused.sum();
    if rm == 0 {
        return zero;
    }
    let mut n = excess(rm);
    let mut r = r + n;
    if r >= 255 {
        return sign | INFINITY;
    }
    if r <= 0 {
        (r, n) = (0, n + 1);
    }
    let rm = if n > 0 { rm >> n | u64::from(rm & (n as u64 | 1) != 0) } else { rm << -n };
    let w = rounded(r, rm);
    if w < 1 << 23 { sign } else { sign | w }
}
