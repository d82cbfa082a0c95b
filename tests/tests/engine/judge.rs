//! The reference's results under many rules at once, without asking it twice for the same.

use oracle::reference::engine;
use softfloat::{Env, NanRule, Overflow, Rounded, Tininess, Underflow, Unrounded, Value};
use std::collections::HashMap;
use tests::bridge::{Pair, expected, magnitude, value};

/// The results of writing values from one format into another under a list of rules.
pub(crate) struct Judge<'a> {
    from: &'a Pair,
    to: &'a Pair,
    environments: &'a [Env],
    known: HashMap<(bool, i32, u64, bool), Vec<Rounded<u64>>>,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(from: &'a Pair, to: &'a Pair, environments: &'a [Env]) -> Self {
        Self { from, to, environments, known: HashMap::new() }
    }

    /// One result for each of the rules. What rounds alike is worked out once.
    pub(crate) fn shared(&mut self, v: &Value<u64>) -> &[Rounded<u64>] {
        let (key, v) = match *v {
            Value::Finite(u) => {
                let u = representative(self.to, u);
                ((u.sign, u.exponent, u.significand, u.sticky), Value::Finite(u))
            }
            // No finite value has one of these keys.
            Value::Infinite { sign } => ((sign, i32::MAX, 0, false), *v),
            Value::Nan { sign, signalling, payload } => ((sign, i32::MIN, payload, signalling), *v),
        };
        if !self.known.contains_key(&key) {
            let results = self.results(&v);
            self.known.insert(key, results);
        }
        &self.known[&key]
    }

    /// One result for each of the rules, of this very value.
    pub(crate) fn results(&self, v: &Value<u64>) -> Vec<Rounded<u64>> {
        let exact = value(v, &self.from.facts);
        let matters = Matters::to(self.to, v);
        let mut known = HashMap::new();
        let result = |env: &Env| {
            let key = matters.reduce(env);
            *known.entry(key).or_insert_with(|| expected(self.to, &exact, self.from, &key))
        };
        self.environments.iter().map(result).collect()
    }
}

/// Which rules the reference looks at for a value; the others stand at their defaults.
struct Matters {
    finite: bool,
    /// Less than twice the smallest normal number.
    small: bool,
    /// Above the largest number, or below 0 without a sign.
    large: bool,
}

impl Matters {
    fn to(to: &Pair, v: &Value<u64>) -> Self {
        let Value::Finite(u) = v else {
            return Self { finite: false, small: false, large: true };
        };
        let magnitude = magnitude(u);
        let small = magnitude < to.facts.min_normal_value() * 2u32;
        let largest = engine::decode(&to.facts, to.facts.max_finite);
        let engine::Value::Finite { magnitude: largest, .. } = largest else {
            unreachable!("the largest number of {} is a number", to.facts.name)
        };
        let large = magnitude > largest || u.sign && !to.facts.sign;
        Self { finite: true, small, large }
    }

    fn reduce(&self, env: &Env) -> Env {
        Env {
            rounding: if self.finite { env.rounding } else { Env::IEEE.rounding },
            tininess: if self.small { env.tininess } else { Tininess::After },
            underflow: if self.small { env.underflow } else { Underflow::Gradual },
            overflow: if self.large { env.overflow } else { Overflow::Ieee },
            nan: if self.finite { NanRule::Canonical } else { env.nan },
            ..*env
        }
    }
}

/// A value that rounds into `to` as `u` does: its bits down to the first that `to` can never
/// keep, and whether anything lies below; all that are far too large are one. How many bits a posit keeps hangs on its value:
/// there each value is its own.
fn representative(to: &Pair, u: Unrounded<u64>) -> Unrounded<u64> {
    if u.significand == 0 {
        return Unrounded { exponent: 0, ..u };
    }
    let f = &to.facts;
    if matches!(f.kind, engine::Kind::Posit { .. }) {
        return u;
    }
    let lead = u.significand.leading_zeros();
    let (top, exponent) = (u.significand << lead, u.exponent - lead as i32);
    let above = exponent + 63;
    let (place, beyond) = match f.kind {
        engine::Kind::Fixed { frac, .. } => (-(frac as i32) - 1, f.width as i32 - frac as i32),
        // Tininess after rounding looks one binade lower than the smallest normal number.
        _ => {
            (above.max(f.min_exponent() - 1) - f.precision(), f.top_exponent() as i32 - f.bias + 1)
        }
    };
    if above > beyond {
        return Unrounded { significand: 1, exponent: beyond + 1, ..u };
    }
    match place - exponent {
        ..=0 => Unrounded { significand: top, exponent, ..u },
        drop @ 1..64 => {
            let significand = top >> drop;
            let sticky = u.sticky || significand << drop != top;
            Unrounded { significand, exponent: place, sticky, ..u }
        }
        _ => Unrounded { significand: 0, exponent: place, sticky: true, ..u },
    }
}
