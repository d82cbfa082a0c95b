//! Tenstorrent: the vector unit's multiply-add, the matrix unit's operands and integers (SIL-D31 to D34).

/// The chips whose multiply-adds differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chip {
    /// Wormhole.
    Wormhole,
    /// Blackhole.
    Blackhole,
}

const NAN: u32 = 0x7fc0_0000;
const INFINITY: u32 = 0x7f80_0000;

/// Exponent field and significand with its hidden bit; field 0 is zero.
const fn unpack(x: u32) -> (i32, u64) {
    let (field, fraction) = ((x >> 23 & 0xff) as i32, x & 0x7f_ffff);
    (field, if field == 0 { 0 } else { (fraction | 1 << 23) as u64 })
}

const fn sign(x: u32) -> u32 {
    x & 1 << 31
}

/// What the special operands and a product out of range leave to do.
enum First {
    Return(u32),
    /// Go on, with the NaN that bits leak into, if there is one.
    Go(u32),
}

/// The operands of one multiply-add.
struct Operands {
    chip: Chip,
    x: u32,
    y: u32,
    z: u32,
    /// Signs of the product and of the addend.
    product: u32,
    addend: u32,
}

impl Operands {
    fn is_infinite(x: u32) -> bool {
        x << 1 == INFINITY << 1
    }

    fn is_nan(x: u32) -> bool {
        x << 1 > INFINITY << 1
    }

    /// A factor is NaN, or infinity is multiplied by zero.
    fn product_is_nan(&self) -> bool {
        let zero = |x: u32| unpack(x).0 == 0;
        let times_zero = |x, y| Self::is_infinite(x) && zero(y);
        Self::is_nan(self.x)
            || Self::is_nan(self.y)
            || times_zero(self.x, self.y)
            || times_zero(self.y, self.x)
    }

    fn has_infinite_factor(&self) -> bool {
        Self::is_infinite(self.x) || Self::is_infinite(self.y)
    }

    /// Special operands, and products beyond the exponent's range (step 3).
    fn special(&self, beyond: bool) -> First {
        let opposite =
            |infinite: bool| Self::is_infinite(self.z) && infinite && self.product != self.addend;
        match self.chip {
            Chip::Blackhole => First::Return(match () {
                () if self.product_is_nan() || Self::is_nan(self.z) => NAN,
                () if opposite(self.has_infinite_factor()) => NAN,
                () if Self::is_infinite(self.z) => self.z,
                () => self.product | INFINITY,
            }),
            Chip::Wormhole => match () {
                () if self.product_is_nan() || opposite(self.has_infinite_factor() || beyond) => {
                    First::Go(self.product | INFINITY | 1)
                }
                () if Self::is_nan(self.z) => First::Go(self.addend | INFINITY | 1),
                () if Self::is_infinite(self.z) => First::Return(self.z),
                () => First::Return(self.product | INFINITY),
            },
        }
    }

    /// A zero result.
    fn zero(&self, nan: u32) -> u32 {
        match self.chip {
            Chip::Wormhole => nan,
            Chip::Blackhole => self.product & self.addend,
        }
    }
}

/// `x y + z` of the vector unit in binary32 (SIL-D34): the product keeps 28 bits, the last of them sticky, small results
/// are zeros.
///
/// ```
/// use softfloat::silicon::tenstorrent::{Chip, multiply_add};
/// let [one, two] = [1f32, 2.0].map(f32::to_bits);
/// assert_eq!(multiply_add(Chip::Blackhole, one, two, one), 3f32.to_bits());
/// ```
#[must_use]
pub fn multiply_add(chip: Chip, x: u32, y: u32, z: u32) -> u32 {
    let ((ex, mx), (ey, my), (ez, mz)) = (unpack(x), unpack(y), unpack(z));
    let operands = Operands { chip, x, y, z, product: sign(x) ^ sign(y), addend: sign(z) };
    let product = (mx * my) << 3;
    let mut pm = product >> 23 | u64::from(product & 0x7f_ffff != 0);
    let mut pe = ex + ey - 127;
    let zm = mz << 3;
    let mut nan = 0;
    if [ex, ey, ez].contains(&255) || pe >= 255 {
        match operands.special(pe >= 255) {
            First::Return(code) => return code,
            First::Go(found) => nan = found,
        }
        pe = pe.min(255);
    }
    if pm == 0 || pe < 0 {
        if nan == 0 {
            return if mz > 0 { z } else { operands.zero(0) };
        }
        (pm, pe) = (0, 0);
    }
    let larger = pe.max(ez);
    let (pm, zm) = (shifted(pm, larger - pe), shifted(zm, larger - ez));
    let sum = if operands.product == operands.addend { pm + zm } else { pm.abs_diff(zm) };
    let sign = if pm >= zm { operands.product } else { operands.addend };
    if sum == 0 {
        return operands.zero(nan);
    }
    rounded(&operands, nan, sign, larger, sum)
}

/// Shifted right, with a sticky last bit, but nothing where all is shifted out.
fn shifted(x: u64, places: i32) -> u64 {
    let places = places.min(63);
    let kept = x >> places;
    kept | u64::from(kept != 0 && kept << places != x)
}

/// Steps 7 and 8: normalised, rounded to nearest even, flushed.
fn rounded(operands: &Operands, nan: u32, sign: u32, larger: i32, sum: u64) -> u32 {
    let mut n = 37 - sum.leading_zeros() as i32;
    let mut field = larger + n;
    if field >= 255 {
        return if nan != 0 { nan } else { sign | INFINITY };
    }
    let sticky = match operands.chip {
        Chip::Wormhole if field < 0 => return nan,
        // Only the last bit sticks, also where two are shifted out.
        Chip::Wormhole => sum & 1,
        Chip::Blackhole => {
            if field <= 0 {
                (field, n) = (0, n + 1);
            }
            u64::from(sum & (n as u64 | 1) != 0)
        }
    };
    let kept = if n > 0 { sum >> n | sticky } else { sum << -n };
    let mut word = ((field as u32) << 23) + (kept >> 3 & 0x7f_ffff) as u32;
    if (kept & 7) as u32 + (word & 1) > 4 {
        word += 1;
    }
    match word {
        ..0x0080_0000 if operands.chip == Chip::Wormhole => nan,
        ..0x0080_0000 => sign,
        _ if nan != 0 => nan | word,
        _ => sign | word,
    }
}

/// Which bits of a factor a fidelity phase multiplies (SIL-D32).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// SrcA: five bits a phase.
    A,
    /// SrcB: seven bits in the first two phases, four in the others.
    B,
}

/// The part of a factor that a phase multiplies, as a binary32 word: a number that may be subnormal, and with an
/// exponent of all ones one binade more.
///
/// ```
/// use softfloat::silicon::tenstorrent::{part, Source};
/// let x = 0x3f84_0000; // 1 + 2^-5
/// assert_eq!(part(Source::A, 0, x), 0x3f80_0000); // 1
/// assert_eq!(part(Source::A, 1, x), 0x3d00_0000); // 2^-5
/// ```
#[must_use]
pub fn part(source: Source, phase: u32, x: u32) -> u32 {
    let x = x & !0x1fff;
    let (high, low) = match source {
        Source::A => (phase & 1 == 0, 0x0007_c000),
        Source::B => (phase & 2 == 0, 0x0001_e000),
    };
    match (source, high) {
        (_, true) if unpack(x).0 == 0 => sign(x),
        (_, false) if unpack(x).0 == 0 => 0,
        (Source::A, true) => x & 0xfff8_0000,
        (Source::B, true) => x & 0xfffe_0000,
        (_, false) => below(x, low),
    }
}

/// The number that fraction bits of a word stand for, without those above.
fn below(x: u32, bits: u32) -> u32 {
    let fraction = x & bits;
    if fraction == 0 {
        return 0;
    }
    let field = (x >> 23 & 0xff) as i32;
    let up = fraction.leading_zeros() as i32 - 8;
    match field - up {
        normal @ 1.. => sign(x) | (normal as u32) << 23 | (fraction << up & 0x7f_ffff),
        _ => sign(x) | fraction << (field - 1),
    }
}

/// Bits of the magnitudes that a phase of the integer mode multiplies, in their places (SIL-D33).
fn integer_part(source: Source, phase: u32, code: u64) -> i64 {
    let bits = match source {
        Source::A if phase & 1 == 1 => 0x1f,
        Source::A => 0xe0,
        Source::B if phase & 2 == 2 => 0xf,
        Source::B => 0x3f0,
    };
    signed(code & bits, code >> 10 & 1 == 1)
}

const fn signed(magnitude: u64, minus: bool) -> i64 {
    if minus { -(magnitude as i64) } else { magnitude as i64 }
}

/// The sum of products of integers in sign and magnitude, added to one of 31 bits, which saturates (SIL-D33).
///
/// ```
/// use softfloat::silicon::tenstorrent::integer_products;
/// assert_eq!(integer_products(0, &[0x420], &[0x010], 1), 0x8000_01ff); // -32 * 16 + 1
/// ```
#[must_use]
pub fn integer_products(phase: u32, a: &[u64], b: &[u64], c: u64) -> u64 {
    let products = a
        .iter()
        .zip(b)
        .map(|(&a, &b)| integer_part(Source::A, phase, a) * integer_part(Source::B, phase, b));
    accumulated(products.sum(), c)
}

/// The sum of two integers in sign and magnitude, added to one of 31 bits; over `None` assigned.
///
/// ```
/// use softfloat::silicon::tenstorrent::integer_sum;
/// assert_eq!(integer_sum(3, 0x404, None), 0x8000_0001); // 3 - 4
/// ```
#[must_use]
pub fn integer_sum(a: u64, b: u64, c: Option<u64>) -> u64 {
    let whole = |code: u64| signed(code & 0x3ff, code >> 10 & 1 == 1);
    accumulated(whole(a) + whole(b), c.unwrap_or_default())
}

fn accumulated(sum: i64, c: u64) -> u64 {
    let most = i64::from(i32::MAX);
    let sum = (signed(c & 0x7fff_ffff, c >> 31 & 1 == 1) + sum).clamp(-most, most);
    u64::from(sum < 0) << 31 | sum.unsigned_abs()
}

/// A block format: elements of a sign and some bits of magnitude under one exponent (SIL-D31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// Bits of magnitude: 7, 3 or 1.
    pub bits: u32,
    /// Whether the elements become binary16 (`a`); else bf16.
    pub half: bool,
}

impl Block {
    /// One element in bf16 or binary16.
    ///
    /// ```
    /// use softfloat::silicon::tenstorrent::Block;
    /// let block = Block { bits: 7, half: false };
    /// assert_eq!(block.element(127, 0x40), 0x3f80); // 1
    /// ```
    #[must_use]
    pub fn element(&self, exponent: u64, code: u64) -> u64 {
        let (fraction, top) = if self.half { (10, 15) } else { (7, 15) };
        let minus = code >> self.bits & 1;
        let magnitude = code & ((1 << self.bits) - 1);
        let mask = (1 << (top - fraction)) - 1;
        if magnitude == 0 {
            return minus * (1 << top | mask << fraction);
        }
        let zeros = magnitude.leading_zeros() - (64 - self.bits);
        let field = exponent.wrapping_sub(zeros.into()) & mask;
        // Left-aligned, without the leading one.
        let rest = magnitude << (fraction + 1 - self.bits + zeros) & ((1 << fraction) - 1);
        minus << top | field << fraction | rest
    }

    /// Whether the exponent of an element stays within the format: where it leaves it, no source defines the element.
    ///
    /// ```
    /// use softfloat::silicon::tenstorrent::Block;
    /// let block = Block { bits: 7, half: true };
    /// assert!(block.is_defined(31, 0x40) && !block.is_defined(32, 0x40));
    /// ```
    #[must_use]
    pub fn is_defined(&self, exponent: u64, code: u64) -> bool {
        let magnitude = code & ((1 << self.bits) - 1);
        let zeros = u64::from(magnitude.leading_zeros()) - u64::from(64 - self.bits);
        !self.half || magnitude == 0 || (zeros..zeros + 32).contains(&exponent)
    }
}
