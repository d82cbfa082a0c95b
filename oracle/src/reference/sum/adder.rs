//! The adder of the sums: terms and a running value, exact, aligned where a profile says so, rounded once.

use crate::Rational;

use crate::reference::engine::{self, Env, Facts, Flags, NanRule, Rounding, Value, read};
use crate::reference::random::{self, Random};

/// A term before any rounding.
pub(super) struct Term {
    /// What it was made of, in order.
    operands: Vec<Value>,
    /// An infinity or a number; nothing of an infinity times zero. Of a NaN it does not count.
    value: Option<Value>,
}

/// The terms that the codes of one operand are.
pub(super) fn elements(f: &Facts, x: &[u64], adder: &Adder<'_>) -> Vec<Term> {
    let term = |&code: &u64| {
        let value = adder.read(f, code);
        Term { operands: vec![value.clone()], value: Some(value) }
    };
    x.iter().map(term).collect()
}

/// The products of two operands, exact.
pub(super) fn products(f: &Facts, g: &Facts, x: &[u64], y: &[u64], adder: &Adder<'_>) -> Vec<Term> {
    let term = |(&x, &y): (&u64, &u64)| {
        let operands = vec![adder.read(f, x), adder.read(g, y)];
        let value = product(&operands[0], &operands[1]);
        Term { operands, value }
    };
    x.iter().zip(y).map(term).collect()
}

/// The product of two values that are not NaN; none of an infinity and zero.
fn product(a: &Value, b: &Value) -> Option<Value> {
    let sign = a.sign() != b.sign();
    match (a, b) {
        (Value::Finite { magnitude: a, .. }, Value::Finite { magnitude: b, .. }) => {
            Some(Value::Finite { sign, magnitude: a * b })
        }
        (Value::Infinite { .. }, Value::Finite { magnitude, .. })
        | (Value::Finite { magnitude, .. }, Value::Infinite { .. })
            if magnitude.is_zero() =>
        {
            None
        }
        _ => Some(Value::Infinite { sign }),
    }
}

/// Whether infinities of both signs are among the terms and the running value; a product with a NaN is none.
fn clash(terms: &[Term], running: Option<&Value>) -> bool {
    let is_nan = |value: &Value| matches!(value, Value::Nan { .. });
    let values = || {
        let own = terms.iter().filter(|term| !term.operands.iter().any(is_nan));
        own.filter_map(|term| term.value.as_ref()).chain(running)
    };
    [false, true]
        .iter()
        .all(|negative| values().any(|v| matches!(v, Value::Infinite { sign } if sign == negative)))
}

/// What adds: the format and the rules of the sum, and of an aligned one the bits kept below the largest term.
pub(super) struct Adder<'a> {
    pub(super) to: &'a Facts,
    pub(super) env: Env,
    pub(super) kept: Option<i32>,
    /// Whether Tile's rules hold (TILE-D34, D83): what is cut signals nothing, infinities of both signs do beside a NaN too.
    pub(super) tile: bool,
    /// The random bits that decide the last place, where there are any.
    pub(super) random: Option<Random<'a>>,
}

impl Adder<'_> {
    /// A code as an operand. The fraction field of a NaN is brought to the width of the sum's.
    fn read(&self, f: &Facts, code: u64) -> Value {
        let (from, to) = (f.man_bits, self.to.man_bits);
        match read(f, code, &self.env) {
            Value::Nan { sign, signalling, payload } => {
                let payload =
                    if from > to { payload >> (from - to) } else { payload << (to - from) };
                Value::Nan { sign, signalling, payload }
            }
            value => value,
        }
    }

    /// So many terms at a time join the running value, which is a code of the sum's format in between.
    pub(super) fn chunks(&self, terms: &[Term], chunk: usize, addend: u64) -> Option<(u64, Flags)> {
        let parts: Vec<&[Term]> = terms.chunks(chunk).collect();
        fold(addend, &parts, |sum, part| self.round(part, Some(self.read(self.to, sum))))
    }

    /// The sum of the terms and the running value, rounded once.
    pub(super) fn round(&self, terms: &[Term], running: Option<Value>) -> (u64, Flags) {
        let is_nan = |value: &&Value| matches!(value, Value::Nan { .. });
        let operands = || terms.iter().flat_map(|term| &term.operands).chain(&running);
        let invalid_product = terms.iter().any(|term| term.value.is_none());
        if operands().any(|value| is_nan(&value)) {
            return self.nan(terms, running.as_ref(), invalid_product);
        }
        let values: Vec<&Value> =
            terms.iter().filter_map(|t| t.value.as_ref()).chain(&running).collect();
        let infinite = |negative: bool| {
            values.iter().any(|v| matches!(v, Value::Infinite { sign } if *sign == negative))
        };
        match (infinite(false), infinite(true)) {
            (plus, minus) if invalid_product || plus && minus => {
                engine::invalid(self.to, &self.env)
            }
            (false, false) => self.finite(&values),
            (_, sign) => engine::result(self.to, &Value::Infinite { sign }, None, &self.env),
        }
    }

    /// A sum of numbers. The truncation of a term that loses something makes the sum inexact.
    fn finite(&self, values: &[&Value]) -> (u64, Flags) {
        let mut lost = false;
        let top = values.iter().map(|v| v.magnitude()).filter(|m| !m.is_zero()).max();
        let total: Rational = match (self.kept, top) {
            (Some(kept), Some(top)) => {
                let place = top.floor_log2() - kept;
                let truncated = |value: &&Value| {
                    let exact = value.signed() >> place;
                    let cut = Rational::from(exact.trunc());
                    lost |= cut != exact;
                    cut << place
                };
                values.iter().map(truncated).sum()
            }
            _ => values.iter().map(|v| v.signed()).sum(),
        };
        // IEEE 754-2019, 6.3; TILE-D36: zeros of one sign keep it.
        let negative = |v: &&Value| v.magnitude().is_zero() && v.sign();
        let positive = |v: &&Value| v.magnitude().is_zero() && !v.sign();
        let sign = if !total.is_zero() {
            total < 0
        } else if values.iter().all(positive) {
            false
        } else {
            values.iter().all(negative) || self.env.rounding == Rounding::Down
        };
        let sum = Value::Finite { sign, magnitude: total.abs() };
        let (code, flags) = match self.random {
            Some(word) => {
                random::encode(self.to, &sum, None, &self.env, word).expect("a tail that is known")
            }
            None => engine::encode(self.to, &sum, None, &self.env),
        };
        (code, flags.and(Flags { inexact: lost && !self.tile, ..Flags::NONE }))
    }

    /// The NaN of a sum with NaNs among its operands: that of the first operand, where elements follow the running value
    /// and factors precede it; Arm looks at it first, and at signalling ones before all. An infinity times zero beside
    /// them is invalid too, but not on x86 (POD-D34); it gives the default NaN on Arm unless a NaN is signalling.
    fn nan(&self, terms: &[Term], running: Option<&Value>, invalid_product: bool) -> (u64, Flags) {
        let rule = self.env.nan;
        let factors = terms.iter().any(|term| term.operands.len() == 2);
        let operands = terms.iter().flat_map(|term| &term.operands);
        let in_order: Vec<&Value> = if factors && rule != NanRule::Arm {
            operands.chain(running).collect()
        } else {
            running.into_iter().chain(operands).collect()
        };
        let nans: Vec<(bool, bool, u64)> = in_order
            .into_iter()
            .filter_map(|value| match *value {
                Value::Nan { sign, signalling, payload } => Some((signalling, sign, payload)),
                _ => None,
            })
            .collect();
        let any_signalling = nans.iter().any(|nan| nan.0);
        if invalid_product && !any_signalling && rule == NanRule::Arm {
            return engine::invalid(self.to, &self.env);
        }
        let first_signalling = nans.iter().find(|nan| nan.0 && rule == NanRule::Arm);
        let &(_, sign, payload) = first_signalling.unwrap_or(&nans[0]);
        let signalling = any_signalling
            || invalid_product && rule != NanRule::Sse
            || self.tile && clash(terms, running);
        engine::encode(self.to, &Value::Nan { sign, signalling, payload }, None, &self.env)
    }
}

/// A step for each item, with the exceptions of all of them.
pub(super) fn fold<T>(
    start: u64,
    items: &[T],
    step: impl Fn(u64, &T) -> (u64, Flags),
) -> Option<(u64, Flags)> {
    Some(items.iter().fold((start, Flags::NONE), |(sum, before), item| {
        let (sum, raised) = step(sum, item);
        (sum, before.and(raised))
    }))
}
