//! Operands and their NaN.

use softfloat::{Env, Flags, Format, Rounded, Unrounded, Value, ieee::Exact};

use crate::operand::Operand;
use crate::{Function, Shape};

/// The operands of a function of one or two numbers (of a function of one the second is 0), or the
/// result where one of them is NaN.
pub(crate) fn operands(
    function: Function,
    format: &Format,
    codes: &[u64],
    env: &Env,
) -> Result<[Operand; 2], Exact> {
    let none = Ok(Operand::Zero { sign: false });
    let read = |code: Option<&u64>| code.map_or(none, |&code| Operand::read(format, env, code));
    let x = read(codes.first());
    let y = match (function.row().shape, codes.get(1)) {
        (Shape::Power, Some(&n)) => Ok(Operand::integer((n as u32 as i32).into())),
        (Shape::Power64, Some(&n)) => Ok(Operand::integer(n as i64)),
        (_, y) => read(y),
    };
    match (x, y) {
        (Ok(x), Ok(y)) => Ok([x, y]),
        _ => Err(stated(function, format, env, x, y).unwrap_or_else(|| {
            let values: Vec<Value<u64>> = [x, y].into_iter().filter_map(Result::err).collect();
            match Exact::nan(format, env, &values) {
                Exact::Special(r) if is_outside(function, x, y) => {
                    Exact::Special(Rounded { flags: r.flags | Flags::INVALID, ..r })
                }
                nan => nan,
            }
        })),
    }
}

/// Whether the other operand alone puts a case with a NaN outside of the domain, which is invalid whatever the NaN (IEEE 754-2019, 9.2.1):
/// powr(x, y) of x < 0, rootn(x, 0).
fn is_outside(function: Function, x: Read, y: Read) -> bool {
    match function {
        Function::Powr => x.is_ok_and(|x| x.sign() && !matches!(x, Operand::Zero { .. })),
        Function::Rootn | Function::Rootn64 => matches!(y, Ok(Operand::Zero { .. })),
        _ => false,
    }
}

type Read = Result<Operand, Value<u64>>;

/// The number or infinity that IEEE 754-2019, 9.2.1 states for a quiet NaN beside an operand that alone
/// decides: pow(1, y), pow(x, 0), pown(x, 0), compound(x, 0), hypot of an infinity.
fn stated(function: Function, format: &Format, env: &Env, x: Read, y: Read) -> Option<Exact> {
    let signalling = |x: Read| matches!(x, Err(Value::Nan { signalling: true, .. }));
    if signalling(x) || signalling(y) {
        return None;
    }
    let zero = matches!(y, Ok(Operand::Zero { .. }));
    let infinite = |x: Read| matches!(x, Ok(Operand::Infinite { .. }));
    let one = Exact::Unrounded(Unrounded::exact(false, 0, 1));
    match function {
        Function::Pow if zero || x.is_ok_and(Operand::is_one) => Some(one),
        Function::Pown | Function::Pown64 if zero => Some(one),
        Function::Compound | Function::Compound64 if zero => Some(one),
        Function::Hypot if infinite(x) || infinite(y) => Some(Exact::infinite(format, env, false)),
        _ => None,
    }
}
