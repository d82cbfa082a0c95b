//! Formats G and L (E.1, E.4): one PE, general registers and flags.

use super::Machine;
use super::write::Write;
use crate::reference::pod::general as of;
use crate::reference::pod::general::{Flags, holds};
use semantics::pod::isa::{Condition, Extend, Instruction, Operation, Size, Source};

impl Machine {
    /// What an instruction writes in a PE that takes part.
    pub(super) fn general(&self, pe: usize, x: &Instruction, writes: &mut Vec<Write>) {
        let state = &self.pes[pe];
        let a = state.general[usize::from(x.a)];
        let b = match x.b {
            Source::Register(n) => state.general[usize::from(n)],
            Source::Immediate(value) => value as u64,
        };
        let old = Flags::of(state.flags);
        let (result, flags) = match x.operation {
            Operation::Arithmetic(kind, size, extend) => {
                let (result, flags) = of::arithmetic(kind, size, extend, a, b, old.carry);
                (Some(result), Some(flags))
            }
            Operation::Compare(size) => (None, Some(compared(size, a, b))),
            Operation::Multiply => both(of::multiply(a, b)),
            Operation::Logic(kind) => both(of::logic(kind, a, b)),
            // The only source is `a`, or the constant in the place of `b` (POD-D20).
            Operation::Not => match x.b {
                Source::Immediate(value) => (Some(!(value as u64)), None),
                Source::Register(_) => (Some(!a), None),
            },
            Operation::Shift(kind) => {
                let (result, flags) = of::shift(kind, a, b);
                (Some(result), flags)
            }
            Operation::ShiftAdd(n) => (Some(of::shift_add(n, a, b)), None),
            Operation::BitTest => (None, Some(Flags { carry: a >> (b % 64) & 1 == 1, ..old })),
            Operation::ConditionalMove(condition) => {
                (Some(if holds(condition, old) { a } else { b }), None)
            }
            Operation::Transfer(hop) => {
                if let Some(to) = self.neighbour(pe, hop.direction, hop.wrap) {
                    writes.push(Write::General(to, x.d, a));
                }
                (None, None)
            }
            Operation::MoveLong => (Some(b), None),
            _ => (None, None),
        };
        writes.extend(result.map(|value| Write::General(pe, x.d, value)));
        writes.extend(flags.map(|flags| Write::Flags(pe, flags.bits())));
    }
}

fn both((result, flags): (u64, Flags)) -> (Option<u64>, Option<Flags>) {
    (Some(result), Some(flags))
}

/// As a difference, whose result nobody wants.
fn compared(size: Size, a: u64, b: u64) -> Flags {
    use semantics::pod::isa::Arithmetic;
    of::arithmetic(Arithmetic::Sub, size, Extend::Zero, a, b, false).1
}

// The mask instructions, which every PE executes (POD-D23 to D26).

impl Machine {
    pub(super) fn masks(&self, operation: Operation, writes: &mut Vec<Write>) {
        for (pe, state) in self.pes.iter().enumerate() {
            let flags = Flags::of(state.flags);
            let bit = |place: u32| state.mask >> place & 1 == 1;
            let mask = match operation {
                Operation::PushMask { or, condition } => {
                    state.mask >> 1 & !TOP | top(bit(63), or, condition, flags)
                }
                // Bit 62 is the enclosing level.
                Operation::SetTopMask { or, condition } => {
                    state.mask & !TOP | top(bit(62), or, condition, flags)
                }
                _ => state.mask << 1,
            };
            writes.push(Write::Mask(pe, mask));
        }
    }
}

const TOP: u64 = 1 << 63;

/// The level that counts, from the one before and a condition.
fn top(before: bool, or: bool, condition: Condition, flags: Flags) -> u64 {
    let holds = holds(condition, flags);
    if if or { before || holds } else { before && holds } { TOP } else { 0 }
}
