//! Codes -> terms: elements and products, with what an adder wants to know of them.

use super::datapath::{Datapath, Operand, ProductRule, Target, Term, TimesZero};
use crate::block::{BlockFormat, Scale};
use crate::format::Kind;
use crate::round::round_off;
use crate::{Bits, Env, Flags, Format, NanRule, Rounded, Unrounded, Value};

/// A NaN among the operands; of several the one that the rule keeps, signalling if any is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nan {
    pub(super) sign: bool,
    pub(super) signalling: bool,
    pub(super) payload: u64,
}

impl Nan {
    /// The one of two that the rule keeps.
    pub(super) fn or_later(self, rule: NanRule, later: Option<Self>) -> Self {
        let Some(later) = later else { return self };
        let kept = match rule {
            NanRule::Arm if later.signalling && !self.signalling => later,
            _ => self,
        };
        Self { signalling: self.signalling || later.signalling, ..kept }
    }
}

/// The value of a term.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number {
    Finite(Unrounded<u128>),
    Infinite(bool),
    Nan(Nan),
    /// An infinity times zero.
    Invalid,
}

/// A term, its exponent as the fields have it, and what making it signalled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) number: Number,
    pub(super) field: i32,
    pub(super) flags: Flags,
}

impl Item {
    pub(super) const ZERO: Self = Self {
        number: Number::Finite(Unrounded::exact(false, 0, 0)),
        field: 0,
        flags: Flags::NONE,
    };

    /// The meaning of a code.
    #[inline]
    pub(super) fn read(format: &Format, code: u64, daz: bool) -> Self {
        let number = number(format, format.decode(code), daz);
        Self { number, field: field(format, number), flags: Flags::NONE }
    }
}

#[inline(always)]
fn number(format: &Format, value: Value<u64>, daz: bool) -> Number {
    match value {
        Value::Finite(u) => {
            let subnormal =
                matches!(format.kind, Kind::Hidden) && u.significand >> format.man_bits == 0;
            let significand = if daz && subnormal { 0 } else { u128::from(u.significand) };
            Number::Finite(Unrounded::exact(u.sign, u.exponent, significand))
        }
        Value::Infinite { sign } => Number::Infinite(sign),
        Value::Nan { sign, signalling, payload } => Number::Nan(Nan { sign, signalling, payload }),
    }
}

#[inline(always)]
fn field(format: &Format, number: Number) -> i32 {
    match number {
        Number::Finite(u) => u.exponent + format.precision() as i32 - 1,
        _ => 0,
    }
}

/// The weight of the leading one, as an exponent; `None` of a zero.
#[inline(always)]
pub(super) fn leading(u: &Unrounded<u128>) -> Option<i32> {
    u.significand.checked_ilog2().map(|place| u.exponent + place as i32)
}

/// The code of a number, where it stands alone.
pub(super) fn encode(target: &Target, number: Number) -> Rounded<u64> {
    let Target { format, env } = target;
    match number {
        Number::Finite(u) => format.round_pack(env, u).cast(),
        Number::Infinite(sign) => format.encode(env, Value::Infinite { sign }),
        Number::Nan(Nan { sign, signalling, payload }) => {
            format.encode(env, Value::Nan { sign, signalling, payload })
        }
        Number::Invalid => invalid(target),
    }
}

/// The default NaN, and *invalid*.
pub(super) fn invalid(target: &Target) -> Rounded<u64> {
    let sign = target.env.nan == NanRule::Sse;
    target.format.encode(&target.env, Value::Nan { sign, signalling: true, payload: 0 })
}

/// The terms of two slices of codes.
#[derive(Debug)]
pub(super) struct Terms<'a> {
    term: Term,
    env: Env,
    times_zero: TimesZero,
    a: Codes<'a>,
    b: Codes<'a>,
}

/// A slice of codes, and the block that was looked at last with its common exponent field.
#[derive(Debug)]
struct Codes<'a> {
    codes: &'a [u64],
    block: Option<(usize, u64)>,
}

impl Codes<'_> {
    #[inline(always)]
    fn read(&mut self, operand: &Operand, i: usize, daz: bool) -> Item {
        let code = self.codes.get(i).copied().unwrap_or(0);
        match *operand {
            Operand::Scalar(ref format) => Item::read(format, code, daz),
            Operand::Shared { element, len } => self.read_shared(element, len.max(1), i, code),
        }
    }

    fn read_shared(&mut self, element: Format, len: usize, i: usize, code: u64) -> Item {
        let scale = Scale::CommonExponent { extended: element.subnormal };
        let format = BlockFormat { name: element.name, element, len, scale };
        let common = match self.block {
            Some((block, common)) if block == i / len => common,
            _ => {
                let first = i - i % len;
                let last = first.saturating_add(len).min(self.codes.len());
                let common = format.common_exponent(self.codes.get(first..last).unwrap_or(&[]));
                self.block = Some((i / len, common));
                common
            }
        };
        let number = number(&element, format.decode(common, code), false);
        Item { number, field: field(&element, number), flags: Flags::NONE }
    }
}

impl<'a> Terms<'a> {
    pub(super) fn new(datapath: &Datapath, a: &'a [u64], b: &'a [u64]) -> Self {
        let codes = |codes| Codes { codes, block: None };
        Self {
            term: datapath.term,
            env: datapath.result.env,
            times_zero: datapath.times_zero,
            a: codes(a),
            b: codes(b),
        }
    }

    /// The number of terms; of two slices the shorter one counts.
    pub(super) fn len(&self) -> usize {
        match self.term {
            Term::Element(_) => self.a.codes.len(),
            Term::Product { .. } => self.a.codes.len().min(self.b.codes.len()),
        }
    }

    /// The i-th term.
    #[inline]
    pub(super) fn get(&mut self, i: usize) -> Item {
        let daz = self.env.daz;
        match self.term {
            Term::Element(ref format) => self.a.read(&Operand::Scalar(*format), i, daz),
            Term::Product { ref a, ref b, ref rule } => {
                let (x, y) = (self.a.read(a, i, daz), self.b.read(b, i, daz));
                self.product(rule, x, y)
            }
        }
    }

    #[inline(always)]
    fn product(&self, rule: &ProductRule, x: Item, y: Item) -> Item {
        let item = |number| Item { number, field: x.field + y.field, flags: Flags::NONE };
        match (x.number, y.number) {
            (Number::Finite(u), Number::Finite(v)) => {
                let exact = Unrounded::exact(
                    u.sign != v.sign,
                    u.exponent + v.exponent,
                    u.significand * v.significand,
                );
                match rule {
                    ProductRule::Exact => item(Number::Finite(exact)),
                    _ => kept(rule, u.significand, v.significand, item(Number::Finite(exact))),
                }
            }
            (x, y) => kept(rule, 0, 0, item(self.special_product(x, y))),
        }
    }

    #[cold]
    fn special_product(&self, x: Number, y: Number) -> Number {
        match (x, y) {
            (Number::Nan(x), Number::Nan(y)) => Number::Nan(x.or_later(self.env.nan, Some(y))),
            (Number::Nan(nan), _) | (_, Number::Nan(nan)) => Number::Nan(nan),
            (Number::Infinite(x), Number::Infinite(y)) => Number::Infinite(x != y),
            (Number::Infinite(sign), Number::Finite(u))
            | (Number::Finite(u), Number::Infinite(sign)) => {
                match (u.significand, self.times_zero) {
                    (0, TimesZero::Invalid) => Number::Invalid,
                    (0, TimesZero::Zero) => Number::Finite(Unrounded::exact(false, 0, 0)),
                    _ => Number::Infinite(sign != u.sign),
                }
            }
            // Only products are invalid.
            (x, _) => x,
        }
    }
}

/// What the rule keeps of a product of two significands.
fn kept(rule: &ProductRule, x: u128, y: u128, product: Item) -> Item {
    match (rule, product.number) {
        (ProductRule::Rounded(target), number) => {
            let r = encode(target, number);
            let read = Item::read(&target.format, r.bits, false);
            Item { flags: r.flags, ..read }
        }
        (&ProductRule::Precision { bits, rounding }, Number::Finite(u)) => {
            let length = u.significand.checked_ilog2().map_or(0, |place| place + 1);
            let drop = length.saturating_sub(bits.max(1));
            if drop == 0 {
                return product;
            }
            let (significand, lost) = round_off(rounding, u.sign, u.significand, drop, false);
            let rounded = Unrounded::exact(u.sign, u.exponent + drop as i32, significand);
            let flags = Flags::INEXACT.when(lost);
            Item { number: Number::Finite(rounded), flags, ..product }
        }
        (&ProductRule::Omitted { bits, correction }, Number::Finite(u)) => {
            let low = u128::mask(bits.min(32));
            let omitted = (x & low) * (y & low);
            let correction = if omitted == 0 { 0 } else { u128::from(correction) };
            let significand = u.significand - omitted + correction;
            Item { number: Number::Finite(Unrounded { significand, ..u }), ..product }
        }
        _ => product,
    }
}
