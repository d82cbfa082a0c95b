//! The parts of a factor that the multiplier takes in a phase (SIL-D31, D32).

use crate::Rational;

use crate::reference::engine::{Env, Value, encode};
use crate::reference::silicon::operand::f32;

/// binary32 as TF32: the low 13 bits dropped.
pub(super) fn tf32(x: u64) -> u64 {
    x & !0x1fff
}

/// SrcA: the one and four bits, or the next five.
pub(super) fn a(x: u64, phase: i32) -> u64 {
    let x = tf32(x);
    if phase % 2 == 0 { kept(x, 0xfff8_0000) } else { rest(x, 0xfff8_3fff) }
}

/// SrcB: the one and six bits, or the next four.
pub(super) fn b(x: u64, phase: i32) -> u64 {
    let x = tf32(x);
    if phase < 2 { kept(x, 0xfffe_0000) } else { rest(x, 0xfffe_1fff) }
}

/// The bits of a word; a zero has none but its sign.
fn kept(x: u64, mask: u64) -> u64 {
    if zero(x) { x & 0x8000_0000 } else { x & mask }
}

/// What a word exceeds the same without some bits by, as a number.
fn rest(x: u64, mask: u64) -> u64 {
    written(number(x) - number(x & mask))
}

fn zero(x: u64) -> bool {
    x & 0x7f80_0000 == 0
}

/// A word's number, where the topmost exponent is one like the others.
fn number(x: u64) -> Rational {
    if zero(x) {
        return Rational::new();
    }
    let significand = Rational::from(x & 0x7f_ffff | 0x80_0000);
    let magnitude = significand << ((x >> 23 & 0xff) as i32 - 127 - 23);
    if x >> 31 & 1 == 1 { -magnitude } else { magnitude }
}

/// The word of a number that has one, below the topmost exponent.
fn written(number: Rational) -> u64 {
    let sign = number < 0;
    let magnitude = number.abs();
    assert!(magnitude.is_zero() || magnitude.floor_log2() < 128);
    encode(f32(), &Value::Finite { sign, magnitude }, None, &Env::default()).0
}
