//! Fused multiply-add.

use super::multiply::product;
use super::operand::sum;
use crate::{Bits, Env, Flags, Format, NanRule, Rounded, StaticFormat, Value};

/// `a * b + c`, rounded once.
///
/// ```
/// use softfloat::{format::Binary32, ieee::fma, Env};
/// let [a, b, c] = [1.5f32, 2.0, 0.25].map(f32::to_bits);
/// assert_eq!(fma::<Binary32>(a, b, c, &Env::IEEE).bits, 3.25f32.to_bits());
/// ```
#[inline(always)]
pub fn fma<F: StaticFormat>(a: F::Bits, b: F::Bits, c: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.fma(a.wide() as u64, b.wide() as u64, c.wide() as u64, env).cast()
}

impl Format {
    /// [`fma`](crate::ieee::fma()) in this format.
    #[must_use]
    pub fn fma(&self, a: u64, b: u64, c: u64, env: &Env) -> Rounded<u64> {
        let [a, b, c] = [a, b, c].map(|x| self.read(env, x));
        if [a, b, c].iter().any(|v| matches!(v, Value::Nan { .. })) {
            return self.fused_nan(env, a, b, c);
        }
        if invalid_product(&a, &b) {
            return self.invalid(env);
        }
        let infinite = |v: &Value<u64>| matches!(v, Value::Infinite { .. });
        let sign = sign(&a) ^ sign(&b);
        match (infinite(&a) || infinite(&b), c) {
            (true, Value::Infinite { sign: other }) if other != sign => self.invalid(env),
            (true, _) => self.encode(env, Value::Infinite { sign }),
            (false, Value::Infinite { .. }) => self.encode(env, c),
            _ => {
                let (Value::Finite(x), Value::Finite(y), Value::Finite(z)) = (a, b, c) else {
                    return self.invalid(env);
                };
                self.round_pack(env, sum(product(x, y), z.cast(), env)).cast()
            }
        }
    }

    #[cold]
    fn fused_nan(&self, env: &Env, a: Value<u64>, b: Value<u64>, c: Value<u64>) -> Rounded<u64> {
        let invalid = invalid_product(&a, &b);
        let r = match env.nan {
            NanRule::Arm if invalid => match c {
                Value::Nan { signalling: true, .. } => self.nan_result(env, &[c]),
                _ => self.invalid(env),
            },
            NanRule::Arm => self.nan_result(env, &[c, a, b]),
            _ => self.nan_result(env, &[a, b, c]),
        };
        let raised = Flags::INVALID.when(invalid && env.nan != NanRule::Sse);
        Rounded { flags: r.flags | raised, ..r }
    }
}

fn sign(v: &Value<u64>) -> bool {
    match *v {
        Value::Nan { sign, .. } | Value::Infinite { sign } => sign,
        Value::Finite(u) => u.sign,
    }
}

/// Infinity times zero.
fn invalid_product(a: &Value<u64>, b: &Value<u64>) -> bool {
    let zero = |v: &Value<u64>| matches!(v, Value::Finite(u) if u.significand == 0);
    let infinite = |v: &Value<u64>| matches!(v, Value::Infinite { .. });
    infinite(a) && zero(b) || zero(a) && infinite(b)
}
