//! One function in one format, many times.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use softfloat::{Env, Flags, Format, Rounded, Unrounded, ieee::Exact};

use crate::evaluate::{evaluate, exact};
use crate::outcome::Undecided;
use crate::{Function, Shape};

/// A function of one or two numbers in a format. Of one number in a format of at most 16 bits, what is
/// rounded is looked up in a table, once many have asked for it.
#[derive(Debug)]
pub struct Evaluator {
    function: Function,
    format: Format,
    asked: AtomicU32,
    table: OnceLock<Option<Arc<Table>>>,
}

/// Evaluations after which a table pays.
const MANY: u32 = 4096;

impl Evaluator {
    /// The function in the format.
    ///
    /// ```
    /// use functions::{Evaluator, Function};
    /// use softfloat::{format::Binary16, Env, StaticFormat};
    /// let rcp = Evaluator::new(Function::Rcp, Binary16::FORMAT);
    /// assert_eq!(rcp.evaluate(&[0x4000], &Env::IEEE).unwrap().bits, 0x3800); // 1 / 2
    /// ```
    #[must_use]
    pub fn new(function: Function, format: Format) -> Self {
        let (asked, table) = (AtomicU32::new(0), OnceLock::new());
        if function.row().shape != Shape::Unary || format.width > 16 {
            // Never a table.
            let _ = table.set(None);
        }
        Self { function, format, asked, table }
    }

    /// As [`exact`], operands as for [`evaluate`](crate::evaluate()).
    ///
    /// ```
    /// use functions::{Evaluator, Function};
    /// use softfloat::{format::Binary16, ieee::Exact, Env, StaticFormat};
    /// let exp2 = Evaluator::new(Function::Exp2, Binary16::FORMAT);
    /// let r = exp2.exact(&[0x4200], &Env::IEEE).unwrap(); // 2^3
    /// assert!(matches!(r, Exact::Unrounded(u) if !u.sticky));
    /// assert_eq!(r.round(&Binary16::FORMAT, &Env::IEEE).bits, 0x4800); // 8
    /// ```
    ///
    /// # Errors
    /// Where no enclosure decides ([`Undecided`]).
    #[inline]
    pub fn exact(&self, operands: &[u64], env: &Env) -> Result<Exact, Undecided> {
        match self.table.get() {
            Some(Some(table)) if !env.daz => {
                let code = operands.first().copied().unwrap_or(0) as usize;
                if let Some(u) = table.get(code).and_then(Entry::unrounded) {
                    return Ok(Exact::Unrounded(u));
                }
            }
            Some(_) => {}
            None => {
                if self.asked.fetch_add(1, Ordering::Relaxed) >= MANY {
                    self.table.get_or_init(|| shared(self.function, &self.format));
                }
            }
        }
        exact(self.function, &self.format, operands, env)
    }

    /// As [`evaluate`](crate::evaluate()).
    ///
    /// ```
    /// use functions::{Evaluator, Function};
    /// use softfloat::{format::Binary16, Env, Flags, StaticFormat};
    /// let rcp = Evaluator::new(Function::Rcp, Binary16::FORMAT);
    /// let r = rcp.evaluate(&[0x0000], &Env::IEEE).unwrap();
    /// assert_eq!((r.bits, r.flags), (0x7c00, Flags::DIVIDE_BY_ZERO)); // 1 / 0
    /// ```
    ///
    /// # Errors
    /// Where no enclosure decides ([`Undecided`]).
    #[inline]
    pub fn evaluate(&self, operands: &[u64], env: &Env) -> Result<Rounded<u64>, Undecided> {
        match self.table.get() {
            Some(None) => evaluate(self.function, &self.format, operands, env),
            _ => Ok(self.exact(operands, env)?.round(&self.format, env)),
        }
    }

    /// Every element of `operands` (a slice for each operand, all of one length), rounded; the flags of
    /// each. Elements beyond the shortest slice are left as they are.
    ///
    /// ```
    /// use functions::{Evaluator, Function};
    /// use softfloat::{format::Binary16, Env, Flags, StaticFormat};
    /// let hypot = Evaluator::new(Function::Hypot, Binary16::FORMAT);
    /// let (mut out, mut flags) = ([0; 2], [Flags::NONE; 2]);
    /// // Of 3 and 4, and of 1 and 1.
    /// let (x, y) = ([0x4200, 0x3c00], [0x4400, 0x3c00]);
    /// hypot.slice([&x, &y], &mut out, &mut flags, &Env::IEEE).unwrap();
    /// assert_eq!(out, [0x4500, 0x3da8]); // 5, sqrt 2
    /// assert_eq!(flags, [Flags::NONE, Flags::INEXACT]);
    /// ```
    ///
    /// # Errors
    /// Where no enclosure decides ([`Undecided`]); elements from there on are not written.
    pub fn slice(
        &self,
        operands: [&[u64]; 2],
        out: &mut [u64],
        flags: &mut [Flags],
        env: &Env,
    ) -> Result<(), Undecided> {
        let binary = self.function.row().shape.arity() == 2;
        for (i, (out, flag)) in out.iter_mut().zip(flags).enumerate() {
            let Some(&x) = operands[0].get(i) else { break };
            let y = operands[1].get(i).copied();
            if binary && y.is_none() {
                break;
            }
            let r = self.evaluate(&[x, y.unwrap_or(0)], env)?;
            (*out, *flag) = (r.bits, r.flags);
        }
        Ok(())
    }
}

/// What is rounded, for every code.
type Table = [Entry];

/// A number before rounding: 32 bits are enough for significands of formats of 16 bits.
#[derive(Clone, Copy, Debug)]
struct Entry {
    significand: u32,
    exponent: i16,
    sign: bool,
    /// Not to be looked up: no number, or not decided.
    special: bool,
}

impl Entry {
    const SPECIAL: Self = Self { significand: 0, exponent: 0, sign: false, special: true };

    /// The top bit is sticky, the other 31 are the significand.
    fn of(exact: Result<Exact, Undecided>) -> Self {
        let Ok(Exact::Unrounded(u)) = exact else { return Self::SPECIAL };
        let shift = u.significand.leading_zeros();
        if shift == 128 {
            return Self { sign: u.sign, special: false, ..Self::SPECIAL };
        }
        let top = u.significand << shift;
        let sticky = u.sticky || top << 31 != 0;
        let exponent = u.exponent - shift as i32 + 97;
        Self {
            significand: (top >> 97) as u32 | u32::from(sticky) << 31,
            exponent: exponent.clamp(-30_000, 30_000) as i16,
            sign: u.sign,
            special: false,
        }
    }

    #[inline]
    fn unrounded(&self) -> Option<Unrounded<u128>> {
        (!self.special).then(|| Unrounded {
            sign: self.sign,
            exponent: self.exponent.into(),
            significand: (self.significand & u32::MAX >> 1).into(),
            sticky: self.significand >> 31 == 1,
        })
    }
}

type Key = (Function, Format);

/// The table of a function in a format, made by whoever asks first.
fn shared(function: Function, format: &Format) -> Option<Arc<Table>> {
    static TABLES: LazyLock<Mutex<HashMap<Key, Arc<Table>>>> = LazyLock::new(Mutex::default);
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let table = tables.entry((function, *format)).or_insert_with(|| {
        let codes = 0..1u64 << format.width;
        codes.map(|code| Entry::of(exact(function, format, &[code], &Env::IEEE))).collect()
    });
    Some(table.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use softfloat::StaticFormat;
    use softfloat::format::{Bf16, Binary16, Fp8E5m2Ocp};

    #[test]
    fn a_table_says_what_the_function_says() {
        let rounding = softfloat::Rounding::ALL;
        for format in [Binary16::FORMAT, Bf16::FORMAT, Fp8E5m2Ocp::FORMAT] {
            for function in [Function::Exp, Function::Log, Function::Rcp, Function::SinPi] {
                let evaluator = Evaluator::new(function, format);
                let _ = evaluator.table.set(shared(function, &format));
                for code in 0..1u64 << format.width {
                    let env = Env::IEEE.rounding(rounding[code as usize % 6]);
                    let table = evaluator.exact(&[code], &env).map(|e| e.round(&format, &env));
                    let plain = crate::evaluate(function, &format, &[code], &env);
                    assert_eq!(table, plain, "{function:?} {} {code:x}", format.name);
                }
            }
        }
    }

    #[test]
    fn slices_are_the_function_of_each_element() {
        let evaluator = Evaluator::new(Function::Atan2, Binary16::FORMAT);
        let (y, x) = ([0x3c00, 0xbc00, 0x0000], [0x3c00, 0x4000, 0x8000]);
        let (mut out, mut flags) = ([0; 3], [Flags::NONE; 3]);
        assert_eq!(evaluator.slice([&y, &x], &mut out, &mut flags, &Env::IEEE), Ok(()));
        for i in 0..3 {
            let one =
                crate::evaluate(Function::Atan2, &Binary16::FORMAT, &[y[i], x[i]], &Env::IEEE);
            assert_eq!(one.map(|r| (r.bits, r.flags)), Ok((out[i], flags[i])));
        }
    }
}
