//! The G slot: general registers and flags (s. 2.1 of appendix E).

use crate::pod::isa::{Instruction, Operation, Source};
use crate::pod::lane::{self, Flagged};
use crate::pod::state::{Array, Scratch};

/// What the slot writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum General {
    /// Nothing.
    Nothing,
    /// `d`.
    Register,
    /// `d` and the flags.
    Both,
    /// The flags.
    Flags,
    /// The neighbour's `d`.
    Neighbour,
    /// The data return buffer.
    Buffer,
}

/// Works out the results of every PE, masked or not.
pub(super) fn compute(array: &Array, g: &Instruction, scratch: &mut Scratch) -> General {
    let mut rows = Rows { array, g, scratch };
    match g.operation {
        Operation::Arithmetic(op, size, extend) => {
            rows.both(|a, b, flags| lane::arithmetic(op, size, extend, a, b, flags))
        }
        Operation::Multiply => rows.both(|a, b, _| lane::multiply(a, b)),
        Operation::Logic(op) => rows.both(|a, b, _| lane::logic(op, a, b)),
        Operation::Shift(op) => rows.both(|a, b, flags| lane::shift(op, a, b, flags)),
        Operation::Compare(size) => rows.flags(|a, b, _| lane::compare(size, a, b)),
        Operation::BitTest => rows.flags(|a, b, flags| lane::bit_test(a, b as u32, flags)),
        Operation::Not if matches!(g.b, Source::Immediate(_)) => rows.register(|_, b, _| !b),
        Operation::Not => rows.register(|a, _, _| !a),
        Operation::ShiftAdd(by) => rows.register(|a, b, _| lane::shift_add(by, a, b)),
        Operation::ConditionalMove(condition) => {
            rows.register(|a, b, flags| lane::conditional_move(condition, a, b, flags))
        }
        Operation::Transfer(_) => {
            rows.register(|a, _, _| a);
            General::Neighbour
        }
        Operation::ToBuffer => {
            rows.register(|a, _, _| a);
            General::Buffer
        }
        _ => General::Nothing,
    }
}

/// An instruction over all PEs.
struct Rows<'a> {
    array: &'a Array,
    g: &'a Instruction,
    scratch: &'a mut Scratch,
}

impl Rows<'_> {
    /// `f` of a, b and flags of every PE.
    #[inline(always)]
    fn each(&mut self, mut f: impl FnMut(u64, u64, u32, &mut u64, &mut u32)) {
        let Scratch { general, flags, .. } = self.scratch;
        let out = general.iter_mut().zip(flags);
        let a = self.array.general_row(self.g.a).iter().zip(&self.array.flags);
        match self.g.b {
            Source::Register(n) => {
                let b = self.array.general_row(n);
                for (((a, before), b), (bits, flags)) in a.zip(b).zip(out) {
                    f(*a, *b, *before, bits, flags);
                }
            }
            Source::Immediate(b) => {
                for ((a, before), (bits, flags)) in a.zip(out) {
                    f(*a, b as u64, *before, bits, flags);
                }
            }
        }
    }

    #[inline(always)]
    fn both(&mut self, f: impl Fn(u64, u64, u32) -> Flagged) -> General {
        self.each(|a, b, before, bits, flags| {
            let r = f(a, b, before);
            (*bits, *flags) = (r.bits, r.flags);
        });
        General::Both
    }

    #[inline(always)]
    fn register(&mut self, f: impl Fn(u64, u64, u32) -> u64) -> General {
        self.each(|a, b, before, bits, _| *bits = f(a, b, before));
        General::Register
    }

    #[inline(always)]
    fn flags(&mut self, f: impl Fn(u64, u64, u32) -> u32) -> General {
        self.each(|a, b, before, _, flags| *flags = f(a, b, before));
        General::Flags
    }
}
