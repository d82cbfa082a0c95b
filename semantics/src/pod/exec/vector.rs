//! The X slot: xmm registers (s. 2.2 of appendix E).
//!
//! What is common is a pass over the lanes of all PEs; [`lane::register`] is the definition, and does the rest.

use super::floats;
use crate::pod::isa::{Instruction, Operation, PackedInteger, Precision, Size};
use crate::pod::lane::{self, Lane, Operands};
use crate::pod::state::{Array, Scratch, XMM_WORDS, words};

/// Works out results and sticky bits of every active PE. Whether there are sticky bits that a PE does not have yet.
pub(super) fn compute(array: &Array, x: &Instruction, scratch: &mut Scratch) -> bool {
    if let Some(precision) = precision(x.operation) {
        return match floats::compute(array, x, precision, scratch) {
            Some(status) => own(array, x, status, &mut scratch.status),
            None => {
                registers(array, x, scratch);
                true
            }
        };
    }
    let (a, b) = (array.xmm_row(x.a), array.xmm_row(x.b_register()));
    let out = &mut scratch.xmm;
    match x.operation {
        Operation::Nop(_) => {}
        Operation::Integer(
            op @ (PackedInteger::Add | PackedInteger::Sub | PackedInteger::Mul),
            Size::B4,
        ) => match op {
            PackedInteger::Add => pairs(a, b, out, word(PackedInteger::Add)),
            PackedInteger::Sub => pairs(a, b, out, word(PackedInteger::Sub)),
            _ => pairs(a, b, out, word(PackedInteger::Mul)),
        },
        Operation::IntegerCompare(p, Size::B4) => {
            pairs(a, b, out, |a, b| lane::integer_compare(p, Size::B4, a.into(), b.into()) as u32);
        }
        Operation::PackedLogic(op) => {
            pairs(a, b, out, |a, b| lane::packed_logic(op, a.into(), b.into()) as u32);
        }
        Operation::PackedNot => pairs(a, b, out, |a, _| !a),
        Operation::TransferXmm(_) => out.copy_from_slice(a),
        Operation::Shuffle(lanes) => {
            let [i, j, k, l] = [0, 2, 4, 6].map(|at| usize::from(lanes >> at & 3));
            let registers = a.as_chunks::<XMM_WORDS>().0.iter().zip(b.as_chunks::<XMM_WORDS>().0);
            for (to, (a, b)) in out.as_chunks_mut().0.iter_mut().zip(registers) {
                *to = [a[i], a[j], b[k], b[l]];
            }
        }
        _ => registers(array, x, scratch),
    }
    false
}

/// An operation of words of 32 bits.
#[inline(always)]
fn word(operation: PackedInteger) -> impl Fn(u32, u32) -> u32 {
    move |a, b| lane::integer(operation, Size::B4, a.into(), b.into()) as u32
}

/// A function of every pair of words.
#[inline(always)]
fn pairs(a: &[u32], b: &[u32], out: &mut [u32], f: impl Fn(u32, u32) -> u32) {
    for (to, (a, b)) in out.iter_mut().zip(a.iter().zip(b)) {
        *to = f(*a, *b);
    }
}

/// The lanes of a floating-point instruction.
const fn precision(operation: Operation) -> Option<Precision> {
    match operation {
        Operation::Float(_, p)
        | Operation::Fused(_, p)
        | Operation::HorizontalAdd(p)
        | Operation::Unary(_, p)
        | Operation::FloatCompare(_, p) => Some(p),
        _ => None,
    }
}

/// Which sticky bits of `any` PEs set that lack one of them; whether there is such a PE.
fn own(array: &Array, x: &Instruction, any: u32, status: &mut [u32]) -> bool {
    if array.mxcsr.iter().fold(0, |lacking, mxcsr| lacking | any & !mxcsr.0) == 0 {
        return false;
    }
    for (pe, status) in status.iter_mut().enumerate() {
        let lacks = any & !array.mxcsr[pe].0 != 0 && array.is_active(pe);
        *status = if lacks { result(array, x, pe).status } else { 0 };
    }
    true
}

/// The definition at a PE.
fn result(array: &Array, x: &Instruction, pe: usize) -> Lane<u128> {
    let operands = Operands {
        d: array.xmm(pe, x.d.into()),
        a: array.xmm(pe, x.a.into()),
        b: array.xmm(pe, x.b_register().into()),
        immediate: x.immediate() as u32,
    };
    lane::register(x.operation, operands, array.mxcsr[pe])
}

/// One active PE after the other.
fn registers(array: &Array, x: &Instruction, scratch: &mut Scratch) {
    let Scratch { xmm, status, .. } = scratch;
    let out = xmm.chunks_exact_mut(XMM_WORDS).zip(status);
    for (pe, (out, status)) in out.enumerate().filter(|(pe, _)| array.is_active(*pe)) {
        let r = result(array, x, pe);
        out.copy_from_slice(&words(r.bits));
        *status = r.status;
    }
}
