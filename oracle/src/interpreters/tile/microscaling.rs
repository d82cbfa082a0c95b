//! Elements and scales of MX blocks (TILE-D23, D24, D28, D29, D40, D45 to D47, D83).

use super::float::{self, Format, INEXACT, INVALID, OVERFLOW};
use super::state::{TILE, Thread};
use super::sum::Number;
use crate::Rational;
use crate::reference::engine::{self, Rounding, Value, to_integer};

/// The elements of MX blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    E4m3,
    E5m2,
    E3m2,
    E2m3,
    E2m1,
    Int8,
    Int4,
}

use Element::{E2m1, E2m3, E3m2, E4m3, E5m2, Int4, Int8};

/// The formats of plain FP8: with OCP's codes or those of Table 29 (TILE-D26).
pub(super) fn fp8(e4m3: bool, ocp: bool) -> Format {
    float::format(match (e4m3, ocp) {
        (true, true) => "fp8_e4m3_ocp",
        (true, false) => "fp8_e4m3_fnuz",
        (false, true) => "fp8_e5m2_ocp",
        (false, false) => "fp8_e5m2_fnuz",
    })
}

impl Element {
    pub(super) const fn bits(self) -> usize {
        match self {
            E4m3 | E5m2 | Int8 => 8,
            E3m2 | E2m3 => 6,
            E2m1 | Int4 => 4,
        }
    }

    /// The registers that hold a group of blocks.
    pub(super) const fn registers(self) -> usize {
        if self.bits() == 6 { 3 } else { 1 }
    }

    pub(super) fn format(self, thread: &Thread) -> Format {
        match self {
            E4m3 | E5m2 => fp8(self == E4m3, thread.control(3, 1) == 0),
            E3m2 => float::format("fp6_e3m2"),
            E2m3 => float::format("fp6_e2m3"),
            E2m1 => float::format("fp4_e2m1"),
            Int8 => float::format("mxint8_elem"),
            Int4 => float::format("mxint4_elem"),
        }
    }

    /// The scale of the element at a bit from a tile on.
    fn scale(self, thread: &Thread, (tile, bit): (usize, usize)) -> u8 {
        let block = bit / self.bits() / 32;
        thread.scales[tile + block / 64][block % 64]
    }

    /// A number of this element with its scale; scale FF makes a quiet NaN of everything.
    pub(super) fn scaled(self, thread: &Thread, place: (usize, usize), number: Number) -> Number {
        match self.scale(thread, place) {
            0xff => Number::Nan { signalling: false },
            scale => number.scaled(i32::from(scale) - 127),
        }
    }

    /// The same of a value.
    pub(super) fn scaled_value(
        self,
        thread: &Thread,
        place: (usize, usize),
        value: Value,
    ) -> Value {
        match (self.scale(thread, place), value) {
            (0xff, _) => Value::Nan { sign: false, signalling: false, payload: 1 },
            (scale, Value::Finite { sign, magnitude }) => {
                Value::Finite { sign, magnitude: magnitude << (i32::from(scale) - 127) }
            }
            (_, value) => value,
        }
    }

    /// Bits of the fraction, and the exponent of the largest element (TILE-D45).
    fn widths(self, f: Format) -> (i32, i32) {
        match self {
            Int8 => (6, 0),
            Int4 => (2, 0),
            _ => {
                let most = engine::decode(f, f.max_finite).magnitude();
                (f.man_bits as i32, most.floor_log2())
            }
        }
    }

    /// The exponent that the elements of a block share, by the rule of `mxscale`.
    fn exponent(self, f: Format, largest: &Rational, rule: u64) -> i32 {
        let (fraction, top) = self.widths(f);
        let exponent = match rule {
            0 => largest.floor_log2() - top,
            1 => {
                let most = engine::decode(f, f.max_finite).magnitude();
                let ratio = largest / most;
                let below = ratio.floor_log2();
                if ratio == Rational::from(1) << below { below } else { below + 1 }
            }
            _ => {
                let unit = largest.floor_log2() - fraction;
                let half_up = to_integer(&(largest >> unit), false, Rounding::NearestAway);
                (Rational::from(half_up) << unit).floor_log2() - top
            }
        };
        exponent.clamp(-127, 127)
    }

    /// The code of a number.
    fn encode(self, f: Format, sign: bool, magnitude: Rational, rounding: Rounding) -> (u64, u8) {
        let (places, most) = match self {
            Int8 => (6, 127),
            Int4 => (2, 7),
            _ => return float::round(f, &Value::Finite { sign, magnitude }, rounding, true),
        };
        let exact: Rational = magnitude << places;
        let integer = to_integer(&exact, sign, rounding);
        let flags = match () {
            () if integer > most => OVERFLOW,
            () if exact != integer => INEXACT,
            () => 0,
        };
        let limited = integer.to_i64().unwrap_or(most).min(most);
        let code = if sign { -limited } else { limited } as u64;
        (code & ((1 << f.width) - 1), flags)
    }

    /// A block: its scale, its elements, its flags.
    pub(super) fn quantise(
        self,
        f: Format,
        values: &[Value],
        rounding: Rounding,
        rule: u64,
    ) -> (u8, Vec<u64>, u8) {
        if values.iter().any(|value| !matches!(value, Value::Finite { .. })) {
            let signalling = |v: &Value| matches!(v, Value::Nan { signalling: true, .. });
            let flags = if values.iter().any(signalling) { INVALID } else { 0 };
            return (0xff, vec![0; values.len()], flags);
        }
        let largest = values.iter().map(Value::magnitude).max().expect("a block has elements");
        let exponent = if largest == 0 { -127 } else { self.exponent(f, &largest, rule) };
        let encoded = values
            .iter()
            .map(|value| self.encode(f, value.sign(), value.magnitude() >> exponent, rounding));
        let (codes, flags): (Vec<u64>, Vec<u8>) = encoded.unzip();
        ((exponent + 127) as u8, codes, flags.into_iter().fold(0, |all, one| all | one))
    }
}

/// The bits from a bit of a tile on; a six-bit element may lie in two tiles.
pub(super) fn code(tiles: &[[u8; TILE]], first: usize, bit: usize, bits: usize) -> u64 {
    let at = |bit: usize| tiles[first + bit / 8192][bit % 8192 / 8] >> (bit % 8) & 1;
    if bits.is_multiple_of(8) {
        let byte = |i: usize| u64::from(tiles[first + bit / 8192][bit % 8192 / 8 + i]) << (8 * i);
        return (0..bits / 8).map(byte).sum();
    }
    (0..bits).map(|i| u64::from(at(bit + i)) << i).sum()
}
