//! The instructions of POD that compute, in numbers of any size: from the report and the decisions of
//! `docs/decisions.md` ("POD-D34"), and from nothing else. A lane is one operation on numbers; [`packed`] and [`general`]
//! work on whole registers.

pub mod float;
pub mod general;
pub mod packed;

use super::options::Options;
use super::{Outcome, Reference};
use float::{Lane, lane};
use general::Flags;
use packed::{join, lanes};
use semantics::pod::isa::{Arithmetic, Extend, Float, Form, Operation, Precision};

pub(super) const REFERENCE: Reference = Reference { name: "pod", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let operation = operation(id.strip_prefix("pod.")?)?;
    let options = options.only(&["rc", "ftz", "daz"])?;
    let rounding = match options.value("rc").unwrap_or("rne") {
        "rne" => 0,
        "rdn" => 1,
        "rup" => 2,
        "rtz" => 3,
        _ => return None,
    };
    let bit = |name, place: u32| u32::from(options.has(name)) << place;
    let mxcsr = 0x1f80 | rounding << 13 | bit("ftz", 15) | bit("daz", 6);
    let out = of_xmm(operation, mxcsr, operands).or_else(|| of_general(operation, operands))?;
    Some(Outcome { out, flag: None })
}

/// The operation of a name such as `pfpadd.4s`.
fn operation(name: &str) -> Option<Operation> {
    if name == "pfpshuffle.sp" {
        return Some(Operation::Shuffle(0));
    }
    let (base, lanes) = name.rsplit_once('.').unwrap_or((name, ""));
    let precision = match lanes {
        "1s" => ".scalar.sp",
        "4s" => ".pack.sp",
        "1d" => ".scalar.dp",
        "2d" => ".pack.dp",
        _ => return Some(Form::of_mnemonic(name).next()?.operation),
    };
    let end = if base == "pcvtf2i" { ".mxcsr" } else { "" };
    Some(Form::of_mnemonic(&format!("{base}{precision}{end}")).next()?.operation)
}

/// Lanes, and the sticky bits of floating-point operations.
fn of_xmm(operation: Operation, mxcsr: u32, x: &[Vec<u64>]) -> Option<Vec<u64>> {
    let (what, precision) = match operation {
        Operation::Float(kind, p) => (Lane::Float(kind), p),
        Operation::Fused(signs, p) => (Lane::Fused(signs), p),
        Operation::Unary(kind, p) => (Lane::Unary(kind), p),
        Operation::FloatCompare(predicate, p) => (Lane::Compare(predicate), p),
        Operation::HorizontalAdd(p) => {
            let all = [x.first()?.as_slice(), x.get(1)?].concat();
            let add = |pair: &[u64]| lane(Lane::Float(Float::Add), p.is_double(), mxcsr, pair);
            return Some(with_sticky(all.chunks(2).map(add)));
        }
        _ => return of_integers(operation, x),
    };
    let one = |i: usize| {
        let operands: Option<Vec<u64>> = x.iter().map(|lanes| lanes.get(i).copied()).collect();
        Some(lane(what, precision.is_double(), mxcsr, &operands?))
    };
    let count = match precision {
        Precision::ScalarSp | Precision::ScalarDp => 1,
        Precision::PackDp => 2,
        Precision::PackSp => 4,
    };
    let all: Option<Vec<(u64, u32)>> = (0..count).map(one).collect();
    Some(with_sticky(all?.into_iter()))
}

fn with_sticky(lanes: impl Iterator<Item = (u64, u32)>) -> Vec<u64> {
    let (mut out, mut sticky) = (Vec::new(), 0);
    for (code, raised) in lanes {
        out.push(code);
        sticky |= raised;
    }
    out.push(sticky.into());
    out
}

fn of_integers(operation: Operation, x: &[Vec<u64>]) -> Option<Vec<u64>> {
    let register = |i: usize, bits| Some(join(x.get(i)?, bits));
    let (result, bits) = match operation {
        Operation::Integer(kind, size) => {
            let bits = size.bits();
            (packed::integer(kind, size, register(0, bits)?, register(1, bits)?), bits)
        }
        Operation::IntegerCompare(predicate, size) => {
            let bits = size.bits();
            (packed::compare(predicate, size, register(0, bits)?, register(1, bits)?), bits)
        }
        Operation::PackedShift(kind, size) => {
            let count = *x.get(1)?.first()? as u32;
            (packed::shift(kind, size, register(0, size.bits())?, count), size.bits())
        }
        Operation::PackedLogic(kind) => {
            (packed::logic(kind, register(0, 64)?, register(1, 64)?), 64)
        }
        Operation::PackedNot => (!register(0, 64)?, 64),
        Operation::Shuffle(_) => {
            let select = *x.get(2)?.first()? as u8;
            (packed::shuffle(select, register(0, 32)?, register(1, 32)?), 32)
        }
        _ => return None,
    };
    Some(lanes(result, bits))
}

/// The result, if there is one, and the flags, if they are written.
fn of_general(operation: Operation, x: &[Vec<u64>]) -> Option<Vec<u64>> {
    let at = |i: usize| x.get(i).and_then(|operand| operand.first()).copied();
    let (a, b) = (at(0)?, at(1).unwrap_or(0));
    let before = Flags::of(at(2).unwrap_or(0) as u32);
    let both = |(result, flags): (u64, Flags)| vec![result, flags.bits().into()];
    Some(match operation {
        Operation::Arithmetic(kind, size, extend) => {
            both(general::arithmetic(kind, size, extend, a, b, before.carry))
        }
        Operation::Compare(size) => {
            let (_, flags) = general::arithmetic(Arithmetic::Sub, size, Extend::Zero, a, b, false);
            vec![flags.bits().into()]
        }
        Operation::Multiply => both(general::multiply(a, b)),
        Operation::Logic(kind) => both(general::logic(kind, a, b)),
        Operation::Shift(kind) => {
            let (result, flags) = general::shift(kind, a, b);
            both((result, flags.unwrap_or(before)))
        }
        Operation::ShiftAdd(n) => vec![general::shift_add(n, a, b)],
        Operation::Not => vec![!a],
        Operation::BitTest => {
            vec![Flags { carry: a >> (b % 64) & 1 == 1, ..before }.bits().into()]
        }
        Operation::ConditionalMove(condition) => {
            vec![if general::holds(condition, before) { a } else { b }]
        }
        _ => return None,
    })
}
