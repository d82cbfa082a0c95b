//! Format X (E.2): one PE, xmm registers.

use super::Machine;
use super::write::Write;
use crate::reference::pod::float::{Lane, lane};
use crate::reference::pod::packed::{self, join, lanes};
use semantics::pod::isa::{Float, Instruction, Operation, Precision};

impl Machine {
    /// What an instruction writes in a PE that takes part; gives its floating-point operations.
    pub(super) fn xmm(&self, pe: usize, x: &Instruction, writes: &mut Vec<Write>) -> u64 {
        let state = &self.pes[pe];
        let register = |n: u8| state.xmm[usize::from(n)];
        let (d, a, b) = (register(x.d), register(x.a), register(x.b_register()));
        let mut write = |value| writes.push(Write::Xmm(pe, x.d, value));
        let count = x.immediate() as u32;
        match x.operation {
            Operation::Integer(kind, size) => write(packed::integer(kind, size, a, b)),
            Operation::IntegerCompare(kind, size) => write(packed::compare(kind, size, a, b)),
            Operation::PackedLogic(kind) => write(packed::logic(kind, a, b)),
            Operation::PackedNot => write(!a),
            Operation::PackedShift(kind, size) => write(packed::shift(kind, size, a, count)),
            Operation::Shuffle(select) => write(packed::shuffle(select, a, b)),
            Operation::TransferXmm(hop) => {
                if let Some(to) = self.neighbour(pe, hop.direction, hop.wrap) {
                    writes.push(Write::Xmm(to, x.d, a));
                }
            }
            operation => {
                let (value, sticky, flops) = floating(operation, state.mxcsr, d, a, b);
                writes.push(Write::Xmm(pe, x.d, value));
                writes.push(Write::Sticky(pe, sticky));
                return flops;
            }
        }
        0
    }
}

/// A floating-point instruction: the register, the sticky bits, the floating-point operations.
fn floating(operation: Operation, mxcsr: u32, d: u128, a: u128, b: u128) -> (u128, u32, u64) {
    let (what, precision, each) = match operation {
        Operation::Float(kind, precision) => (Lane::Float(kind), precision, 1),
        Operation::Fused(signs, precision) => (Lane::Fused(signs), precision, 2),
        Operation::Unary(kind, precision) => (Lane::Unary(kind), precision, 0),
        Operation::FloatCompare(predicate, precision) => (Lane::Compare(predicate), precision, 1),
        Operation::HorizontalAdd(precision) => return pairs(precision, mxcsr, a, b),
        _ => panic!("{operation:?} is no floating-point operation"),
    };
    let (bits, count) = form(precision);
    let (mut out, a, b) = (lanes(d, bits), lanes(a, bits), lanes(b, bits));
    let mut sticky = 0;
    // A scalar form computes lane 0 and leaves the others of d (POD-D29).
    for i in 0..count {
        let operands = match what {
            Lane::Fused(_) => vec![out[i], a[i], b[i]],
            Lane::Unary(_) => vec![a[i]],
            Lane::Float(_) | Lane::Compare(_) => vec![a[i], b[i]],
        };
        let (code, raised) = lane(what, bits == 64, mxcsr, &operands);
        out[i] = code;
        sticky |= raised;
    }
    (join(&out, bits), sticky, each * count as u64)
}

/// The bits of a lane, and how many lanes are computed.
const fn form(precision: Precision) -> (u32, usize) {
    match precision {
        Precision::ScalarSp => (32, 1),
        Precision::PackSp => (32, 4),
        Precision::ScalarDp => (64, 1),
        Precision::PackDp => (64, 2),
    }
}

/// POD-D35: (a0 + a1, a2 + a3, b0 + b1, b2 + b3), or (a0 + a1, b0 + b1). A full register counts 4 or 2 (POD-D69).
fn pairs(precision: Precision, mxcsr: u32, a: u128, b: u128) -> (u128, u32, u64) {
    let (bits, count) = form(precision);
    let all = [lanes(a, bits), lanes(b, bits)].concat();
    let add = |pair: &[u64]| lane(Lane::Float(Float::Add), bits == 64, mxcsr, pair);
    let sums: Vec<(u64, u32)> = all.chunks(2).map(add).collect();
    let out: Vec<u64> = sums.iter().map(|(code, _)| *code).collect();
    (join(&out, bits), sums.iter().fold(0, |all, (_, raised)| all | raised), count as u64)
}
