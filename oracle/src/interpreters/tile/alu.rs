//! TALU: functions, sums, products, minima, maxima, fused sums (TILE-D52 to D59, D83, D97).

use super::float::{self, Format};
use super::state::{Kind, TILE, Thread};
use super::word::{Word, legal};
use crate::reference::engine::Rounding;
use crate::reference::ieee::Operation;
use std::collections::HashMap;

/// An operand.
#[derive(Clone, Copy)]
enum Source {
    Tile(usize),
    /// One element for all.
    Scalar(u64),
}

impl Source {
    fn element(self, thread: &Thread, i: usize, bytes: usize) -> u64 {
        match self {
            Self::Tile(tile) => thread.element(tile, i, bytes),
            Self::Scalar(element) => element,
        }
    }
}

/// The operand `src1` by its type.
fn first(thread: &Thread, f: Format, kind: usize, register: usize) -> Result<Source, Kind> {
    legal(kind == 0 || register < 32)?;
    match kind {
        0 => Ok(Source::Tile(register)),
        1 => Ok(Source::Scalar(thread.x[register] & (u64::MAX >> (64 - f.width)))),
        2 => Ok(Source::Scalar(float::unboxed(f, thread.f[register]))),
        _ => Err(Kind::Illegal),
    }
}

/// Writes what becomes of each enabled element, and accrues the flags.
fn each(
    thread: &mut Thread,
    f: Format,
    masked: bool,
    to: usize,
    sources: &[(Source, bool)],
    mut evaluate: impl FnMut(&[u64]) -> (u64, u8),
) {
    let bytes = f.width as usize / 8;
    let mut result = thread.tiles[to];
    let mut raised = 0;
    for i in (0..TILE / bytes).filter(|i| thread.enabled(masked, i * bytes)) {
        let operand = |&(source, negated): &(Source, bool)| {
            let element = source.element(thread, i, bytes);
            if negated { float::negate(f, element) } else { element }
        };
        let operands: Vec<u64> = sources.iter().map(operand).collect();
        let (code, flags) = evaluate(&operands);
        result[i * bytes..][..bytes].copy_from_slice(&code.to_le_bytes()[..bytes]);
        raised |= flags;
    }
    thread.tiles[to] = result;
    thread.flags |= raised;
}

/// The functions by their rows (s. 2.2).
const FUNCTIONS: [&str; 10] =
    ["sigmoid", "sin", "cos", "exp2", "log2", "exp", "rcp", "sqrt", "rsqrt", "tanh"];

pub(super) fn function(w: Word, thread: &mut Thread) -> Result<(), Kind> {
    w.zero(63, 63)?;
    let (code, to, register, kind, high) =
        (w.bits(17, 12), w.bits(25, 18), w.bits(33, 26), w.bits(35, 34), w.bits(59, 36));
    let f = float::column(code % 4).ok_or(Kind::Illegal)?;
    let name = FUNCTIONS.get(code / 4).ok_or(Kind::Illegal)?;
    let source = if kind == 3 {
        let immediate = (high << 8 | register) as u64;
        legal(f.width == 32 || immediate >> 16 == 0)?;
        Source::Scalar(immediate)
    } else {
        legal(high == 0)?;
        first(thread, f, kind, register)?
    };
    let rounding = float::rounding(thread.rounding)?;
    let mut known = HashMap::new();
    each(thread, f, w.bit(62), to, &[(source, w.bit(61))], |operands| {
        let x = operands[0];
        *known.entry(x).or_insert_with(|| float::function(name, f, x, rounding))
    });
    Ok(())
}

pub(super) fn binary(w: Word, thread: &mut Thread) -> Result<(), Kind> {
    w.zero(63, 49)?;
    let code = w.bits(17, 12);
    let f = float::column(code % 4).ok_or(Kind::Illegal)?;
    let a = first(thread, f, w.bits(43, 42), w.bits(33, 26))?;
    let sources = [(a, w.bit(46)), (Source::Tile(w.bits(41, 34)), w.bit(47))];
    let operation = match code / 4 {
        0 => Some(Operation::Add),
        1 => Some(Operation::Mul),
        8 | 9 => None,
        _ => return Err(Kind::Illegal),
    };
    let (masked, to) = (w.bit(48), w.bits(25, 18));
    match operation {
        Some(operation) => {
            let rounding = float::rounding(thread.rounding)?;
            each(thread, f, masked, to, &sources, |operands| {
                float::operation(operation, f, operands, rounding)
            });
        }
        None => each(thread, f, masked, to, &sources, |operands| {
            float::min_max(f, code / 4 == 9, operands[0], operands[1])
        }),
    }
    Ok(())
}

pub(super) fn fused(w: Word, thread: &mut Thread) -> Result<(), Kind> {
    w.zero(63, 59)?;
    let code = w.bits(17, 12);
    legal(code < 3)?;
    let f = float::column(code).ok_or(Kind::Illegal)?;
    let a = first(thread, f, w.bits(51, 50), w.bits(33, 26))?;
    let (b, c) = (Source::Tile(w.bits(41, 34)), Source::Tile(w.bits(49, 42)));
    let sources = [(a, w.bit(55)), (b, w.bit(56)), (c, w.bit(57))];
    let rounding: Rounding = float::rounding(thread.rounding)?;
    each(thread, f, w.bit(58), w.bits(25, 18), &sources, |operands| {
        float::operation(Operation::Fma, f, operands, rounding)
    });
    Ok(())
}
