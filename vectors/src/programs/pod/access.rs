//! Accesses and blocks that reach memory; and one that may not.

use super::draw::{Drawing, any, data, nop, xmm};
use super::pointer::{LENGTHS, POINTERS, STEPS, steps_by_ar11};
use crate::programs::choices::{Choices, chance, pick};
use semantics::pod::isa::{Form, Instruction, Operation, Space, Strided, forms};

/// So many pointers are tried.
const TRIES: usize = 12;

/// An access: its space, its bytes, whether it increments, whether it writes a register or reads one, and which kind.
struct Access {
    space: Space,
    size: usize,
    increments: bool,
    loads: bool,
    xmm: bool,
}

impl Access {
    fn of(operation: Operation) -> Option<Self> {
        let (space, size, increments, loads, xmm) = match operation {
            Operation::Load(size, _, space, increments) => {
                (space, size.bytes(), increments, true, false)
            }
            Operation::Store(size, space, increments) => {
                (space, size.bytes(), increments, false, false)
            }
            Operation::LoadXmm(width, space, increments) => {
                (space, width.bytes(), increments, true, true)
            }
            Operation::StoreXmm(width, space, increments) => {
                (space, width.bytes(), increments, false, true)
            }
            _ => return None,
        };
        Some(Self { space, size, increments, loads, xmm })
    }

    fn register(&self, c: &mut dyn Choices) -> u8 {
        match (self.xmm, self.loads) {
            (true, _) => xmm(c),
            (false, true) => data(c),
            (false, false) => any(c),
        }
    }
}

impl Drawing<'_> {
    /// An access of this form that reaches memory in every PE; none where no pointer that was tried does.
    pub(super) fn access(&mut self, c: &mut dyn Choices, form: &Form) -> Option<Instruction> {
        let access = Access::of(form.operation)?;
        for _ in 0..TRIES {
            let pointer = c.below(POINTERS.1 as u64) as usize;
            let immediate = if access.increments { 0 } else { displacement(c) };
            if !self.known.reaches(pointer, immediate, access.space, access.size) {
                continue;
            }
            let step = c.below(STEPS.1 as u64) as usize;
            if access.increments && !self.known.increment(pointer, step) {
                continue;
            }
            let mut d = access.register(c);
            let loads = access.increments && access.loads && !access.xmm;
            if self.settings.double_writes && loads && chance(c, 1, 6) {
                // What is loaded and what is incremented are one register (POD-D05).
                d = POINTERS.0 + pointer as u8;
                self.known.pointers[pointer].lost = true;
            }
            let b = if access.increments { i64::from(STEPS.0) + step as i64 } else { immediate };
            return Some(form.instruction(d, POINTERS.0 + pointer as u8, b));
        }
        None
    }

    /// Blocks that lie in memory in every PE.
    pub(super) fn block(&self, c: &mut dyn Choices, form: &Form) -> Option<Instruction> {
        for _ in 0..TRIES {
            let [left, right] = [(); 2].map(|()| c.below(POINTERS.1 as u64) as usize);
            let length = c.below(LENGTHS.1 as u64) as usize;
            let reaches = |pointer, strided, side| {
                self.known.blocks_reach(pointer, length, steps_by_ar11(strided, side))
            };
            let fits = match form.operation {
                Operation::CopyBlock { to_sys: true, strided } => {
                    reaches(right, strided, Strided::Right)
                }
                Operation::CopyBlock { strided, .. } => reaches(left, strided, Strided::Left),
                Operation::TransferBlock(_, strided) => {
                    reaches(left, strided, Strided::Left) && reaches(right, strided, Strided::Right)
                }
                _ => false,
            };
            if fits {
                let [left, right] = [left, right].map(|pointer| POINTERS.0 + pointer as u8);
                let length = i64::from(LENGTHS.0) + length as i64;
                return Some(form.instruction(left, right, length));
            }
        }
        None
    }

    /// An access or blocks by registers of any value, in a packet of its own, and something behind it.
    pub(super) fn error(&mut self, c: &mut dyn Choices) {
        let reaches = |form: &&Form| match form.operation {
            Operation::CopyBlock { .. } | Operation::TransferBlock(..) => self.settings.system,
            operation => Access::of(operation).is_some_and(|access| access.space != Space::Sys),
        };
        let forms: Vec<&Form> = forms().iter().filter(reaches).collect();
        let form = pick(c, &forms);
        let a = any(c);
        let (d, b) = match Access::of(form.operation) {
            None => (any(c), i64::from(any(c))),
            Some(access) => {
                let d = access.register(c);
                // What an increment writes must not be what the load writes.
                let same = access.increments && access.loads && !access.xmm && d == a;
                let d = if same { (d + 1) % POINTERS.0 } else { d };
                (d, if access.increments { i64::from(STEPS.0) } else { displacement(c) })
            }
        };
        self.take(nop());
        self.take(form.instruction(d, a, b));
        self.take(nop());
    }
}

/// Signed, six bits.
fn displacement(c: &mut dyn Choices) -> i64 {
    let drawn = c.below(64) as i64 - 32;
    pick(c, &[0, 0, 1, 4, 8, 16, 31, -1, -8, -32, drawn])
}
