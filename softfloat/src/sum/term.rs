//! The terms of a sum: elements and products.

use super::datapath::{Datapath, Operand, ProductRule, Target, Term, TimesZero};
use super::item::{Item, Nan, Number};
use super::reader::{Codes, Reader};
use crate::round::round_off;
use crate::{Bits, Env, Flags, NanRule, Rounded, Unrounded, Value};

/// The code of a number, where it stands alone.
pub(super) fn encode(target: &Target, number: Number) -> Rounded<u64> {
    let Target { format, env, .. } = target;
    match number {
        Number::Finite(u) => format.round_pack(env, u).cast(),
        Number::Infinite(sign) => format.encode_result(env, Value::Infinite { sign }),
        Number::Nan(Nan { sign, signalling, payload }) => {
            format.encode_result(env, Value::Nan { sign, signalling, payload })
        }
        Number::Invalid => invalid(target),
    }
}

/// The default NaN, and *invalid*.
pub(super) fn invalid(target: &Target) -> Rounded<u64> {
    let sign = target.env.nan == NanRule::Sse;
    target.format.encode_result(&target.env, Value::Nan { sign, signalling: true, payload: 0 })
}

/// The terms of two slices of codes.
#[derive(Debug)]
pub(super) struct Terms<'a> {
    term: Term,
    env: Env,
    times_zero: TimesZero,
    products: bool,
    /// Elements or exact products: of normal numbers there is nothing more to ask.
    usual: bool,
    a: Codes<'a>,
    b: Codes<'a>,
}

impl<'a> Terms<'a> {
    pub(super) fn new(datapath: &Datapath, a: &'a [u64], b: &'a [u64]) -> Self {
        let daz = datapath.result.env.daz;
        let (first, second, usual) = match datapath.term {
            Term::Element(format) => (Operand::Scalar(format), Operand::Scalar(format), true),
            Term::Product { a, b, rule } => (a, b, rule == ProductRule::Exact),
        };
        Self {
            term: datapath.term,
            env: datapath.result.env,
            times_zero: datapath.times_zero,
            products: matches!(datapath.term, Term::Product { .. }),
            usual,
            a: Codes::new(a, first, daz),
            b: Codes::new(b, second, daz),
        }
    }

    /// The number of terms; of two slices the shorter one counts.
    pub(super) fn len(&self) -> usize {
        match self.term {
            Term::Element(_) => self.a.len(),
            Term::Product { .. } => self.a.len().min(self.b.len()),
        }
    }

    /// The i-th term.
    #[inline(always)]
    pub(super) fn get(&mut self, i: usize) -> Item {
        match (self.usual, self.products, self.a.normal(i)) {
            (true, false, Some(x)) => x.item(),
            (true, true, Some(x)) => match self.b.normal(i) {
                Some(y) => x.times(y),
                None => self.any(i),
            },
            _ => self.any(i),
        }
    }

    #[inline(never)]
    fn any(&mut self, i: usize) -> Item {
        let x = self.a.read(i);
        match self.term {
            Term::Element(_) => x,
            Term::Product { rule, .. } => {
                let y = self.b.read(i);
                self.product(&rule, x, y)
            }
        }
    }

    fn product(&self, rule: &ProductRule, x: Item, y: Item) -> Item {
        let item = |number| Item { number, field: x.field + y.field, flags: Flags::NONE };
        let daz = self.env.daz;
        match (x.number, y.number) {
            (Number::Finite(u), Number::Finite(v)) => {
                let exact = Unrounded::exact(
                    u.sign != v.sign,
                    u.exponent + v.exponent,
                    u.significand * v.significand,
                );
                match rule {
                    ProductRule::Exact => item(Number::Finite(exact)),
                    _ => kept(rule, u.significand, v.significand, item(Number::Finite(exact)), daz),
                }
            }
            (x, y) => kept(rule, 0, 0, item(self.special_product(x, y)), daz),
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
fn kept(rule: &ProductRule, x: u128, y: u128, product: Item, daz: bool) -> Item {
    match (rule, product.number) {
        (ProductRule::Rounded(target), number) => {
            let r = encode(target, number);
            let read = Reader::new(target.format, daz).read(r.bits);
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
