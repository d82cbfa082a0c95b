//! General registers: results and flags by value, in integers of any size (POD-D12 to D20).

use rug::Integer;
use rug::ops::RemRounding;
use semantics::pod::isa::{Arithmetic, Condition, Extend, Logic, Shift, Size};

/// The four flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// C
    pub carry: bool,
    /// Z
    pub zero: bool,
    /// S
    pub sign: bool,
    /// O
    pub overflow: bool,
}

impl Flags {
    /// From bits 0, 6, 7 and 11 (POD-D13).
    #[must_use]
    pub const fn of(bits: u32) -> Self {
        Self {
            carry: bits & 1 == 1,
            zero: bits >> 6 & 1 == 1,
            sign: bits >> 7 & 1 == 1,
            overflow: bits >> 11 & 1 == 1,
        }
    }

    /// As bits 0, 6, 7 and 11.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.carry as u32
            | (self.zero as u32) << 6
            | (self.sign as u32) << 7
            | (self.overflow as u32) << 11
    }
}

/// A number modulo 2^bits.
fn low(n: Integer, bits: u32) -> Integer {
    n.rem_euc(Integer::from(1) << bits)
}

/// The number that the low bits mean without a sign.
fn unsigned(x: u64, bits: u32) -> Integer {
    low(Integer::from(x), bits)
}

/// The number that the low bits mean in two's complement.
pub(super) fn signed(x: u64, bits: u32) -> Integer {
    let n = unsigned(x, bits);
    if n >= Integer::from(1) << (bits - 1) { n - (Integer::from(1) << bits) } else { n }
}

/// A number in 64 bits of two's complement.
fn word(n: &Integer) -> u64 {
    low(n.clone(), 64).to_u64_wrapping()
}

/// Whether a number is none of so many bits in two's complement.
fn overflows(n: &Integer, bits: u32) -> bool {
    let half = Integer::from(1) << (bits - 1);
    *n >= half || *n < -half
}

/// S and Z of the low bits.
fn sign_and_zero(n: &Integer, bits: u32) -> Flags {
    let low = low(n.clone(), bits);
    Flags { zero: low == 0, sign: low >= Integer::from(1) << (bits - 1), ..Flags::default() }
}

/// `add`, `adc`, `sub`, `sbb` at a width, the result extended (POD-D12).
pub fn arithmetic(
    kind: Arithmetic,
    size: Size,
    extend: Extend,
    a: u64,
    b: u64,
    carry: bool,
) -> (u64, Flags) {
    let bits = size.bits();
    let c = Integer::from(u32::from(carry && matches!(kind, Arithmetic::Adc | Arithmetic::Sbb)));
    let (ua, ub) = (unsigned(a, bits), unsigned(b, bits));
    let (sa, sb) = (signed(a, bits), signed(b, bits));
    let (natural, exact) = match kind {
        Arithmetic::Add | Arithmetic::Adc => (ua + ub + &c, sa + sb + &c),
        Arithmetic::Sub | Arithmetic::Sbb => (ua - ub - &c, sa - sb - &c),
    };
    // Carry out of the width, or borrow.
    let carry = natural < 0 || natural >= Integer::from(1) << bits;
    let flags = Flags { carry, overflow: overflows(&exact, bits), ..sign_and_zero(&natural, bits) };
    let code = low(natural, bits).to_u64_wrapping();
    let result = match extend {
        Extend::Zero => code,
        Extend::Sign => word(&signed(code, bits)),
    };
    (result, flags)
}

/// `imul4`: the low 32 bits, sign-extended (POD-D18).
pub fn multiply(a: u64, b: u64) -> (u64, Flags) {
    let product = signed(a, 32) * signed(b, 32);
    let overflow = overflows(&product, 32);
    let flags = Flags { carry: overflow, overflow, ..sign_and_zero(&product, 32) };
    (word(&signed(word(&product), 32)), flags)
}

/// `and`, `or`, `xor` (POD-D14).
pub fn logic(kind: Logic, a: u64, b: u64) -> (u64, Flags) {
    let result = match kind {
        Logic::And => a & b,
        Logic::Or => a | b,
        Logic::Xor => a ^ b,
    };
    (result, sign_and_zero(&Integer::from(result), 64))
}

/// `shl`, `shr`, `sar`: the count modulo 64; without one no flags are written (POD-D15).
pub fn shift(kind: Shift, a: u64, count: u64) -> (u64, Option<Flags>) {
    let count = (count % 64) as u32;
    if count == 0 {
        return (a, None);
    }
    let natural = Integer::from(a);
    let bit = |n: &Integer, place: u32| n.get_bit(place);
    let (result, carry) = match kind {
        Shift::Left => (natural.clone() << count, bit(&natural, 64 - count)),
        Shift::Right => (natural.clone() >> count, bit(&natural, count - 1)),
        Shift::Arithmetic => (signed(a, 64) >> count, bit(&natural, count - 1)),
    };
    let result = word(&result);
    let overflow = count == 1
        && match kind {
            Shift::Left => (result >> 63 == 1) != carry,
            Shift::Right => a >> 63 == 1,
            Shift::Arithmetic => false,
        };
    let flags = Flags { carry, overflow, ..sign_and_zero(&Integer::from(result), 64) };
    (result, Some(flags))
}

/// `shladd`: a times 2^n plus b (POD-D19).
pub fn shift_add(n: u8, a: u64, b: u64) -> u64 {
    word(&((Integer::from(a) << u32::from(n)) + b))
}

/// The 14 conditions: O, C, Z, C or Z, S, S != O, Z or S != O, and what is none of them.
pub fn holds(condition: Condition, flags: Flags) -> bool {
    let less = flags.sign != flags.overflow;
    let holds = match Condition::NAMES[usize::from(condition.kind)] {
        "o" => flags.overflow,
        "b" => flags.carry,
        "e" => flags.zero,
        "be" => flags.carry || flags.zero,
        "s" => flags.sign,
        "l" => less,
        "le" => flags.zero || less,
        name => panic!("{name} is no condition"),
    };
    holds != condition.not
}
