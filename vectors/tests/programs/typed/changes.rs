//! Statements with a field changed: the fields. The files below change expressions and statements.

mod expression;
mod statement;

use semantics::mncore2::isa::{
    Access, Bank, Constant, Convert, Cycles, Dest, Forward, Input, L1bSet, L1bmOperand, L1bmPlace,
    Mask, MaskFit, MaskWidth, MatrixAccess, Modifier, Precision, Rrn, RrnOp, Side, Source, Target,
    Width,
};
use vectors::programs::{Choices, Seeded};

/// Draws fields, with a liking for what lies at the edge of right.
pub(super) struct Changes(pub(super) Seeded);

impl Changes {
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.0.below(n)
    }

    fn one<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.0.below(list.len() as u64) as usize]
    }

    /// A number near this one, or near the ends of the memories.
    fn number(&mut self, old: u64) -> u64 {
        const EDGES: [u64; 14] =
            [0, 1, 2, 4, 16, 56, 64, 512, 1024, 4096, 8192, 32768, 1 << 19, 1 << 29];
        let near = if self.below(2) == 0 { old } else { self.one(&EDGES) };
        near.saturating_add(self.below(5)).saturating_sub(2)
    }

    fn short(&mut self, old: &mut u16) {
        *old = self.number(u64::from(*old)) as u16;
    }

    fn byte(&mut self, old: &mut u8) {
        *old = if self.below(8) == 0 {
            self.below(256) as u8
        } else {
            self.number(u64::from(*old)) as u8
        };
    }

    fn width(&mut self) -> Width {
        self.one(&[Width::Single, Width::Long, Width::Double])
    }

    fn precision(&mut self) -> Precision {
        self.one(&Precision::ALL)
    }

    fn rrn(&mut self) -> Rrn {
        Rrn { precision: self.precision(), op: self.one(&RrnOp::ALL) }
    }

    fn access(&mut self, access: &mut Access) {
        match self.below(6) {
            0 => access.bank = self.one(&Bank::ALL),
            1 => access.width = self.width(),
            2 => {
                let k = self.below(5) as u8;
                access.modifier =
                    self.one(&[Modifier::None, Modifier::Within(k), Modifier::Indirect]);
            }
            3 => {
                let list = [0; 4].map(|n| self.number(n) as u16);
                access.cycles = Cycles::Flat(list);
            }
            _ => match &mut access.cycles {
                Cycles::Stride { start, increment } => {
                    let field = if self.below(2) == 0 { start } else { increment };
                    self.short(field);
                }
                Cycles::Flat(list) => {
                    let n = self.below(4) as usize;
                    self.short(&mut list[n]);
                }
            },
        }
    }

    fn any_access(&mut self) -> Access {
        let cycles = Cycles::Stride { start: 4 * self.below(8) as u16, increment: 4 };
        let (bank, width) = (self.one(&Bank::ALL), self.width());
        Access { bank, width, cycles, modifier: Modifier::None }
    }

    fn input(&mut self, input: &mut Input) {
        match self.below(4) {
            0 => input.negate = !input.negate,
            1 => input.convert = self.one(&[None, Some(Convert::Extend), Some(Convert::Shorten)]),
            2 => {
                let (access, width) = (self.any_access(), self.width());
                let forward =
                    self.one(&[Forward::Mau, Forward::Alu, Forward::Mread, Forward::L1bm]);
                let constant = self.one(&[
                    Constant::L2bid,
                    Constant::L1bid,
                    Constant::Mabid,
                    Constant::Peid,
                    Constant::Subpeid,
                    Constant::Msb1,
                ]);
                input.source = self.one(&[
                    Source::Memory(access),
                    Source::T(width),
                    Source::Forward(forward),
                    Source::Constant(constant),
                ]);
            }
            _ => {
                if let Source::Memory(access) = &mut input.source {
                    self.access(access);
                }
            }
        }
    }

    fn inputs(&mut self, inputs: &mut Vec<Input>) {
        match (self.below(8), inputs.is_empty()) {
            (0, false) => drop(inputs.pop()),
            (1, _) | (_, true) => inputs.push(Input::plain(Source::T(Width::Long))),
            _ => {
                let n = self.below(inputs.len() as u64) as usize;
                self.input(&mut inputs[n]);
            }
        }
    }

    fn mask(&mut self) -> Mask {
        let width = self.one(&[MaskWidth::Long, MaskWidth::Double]);
        let fit = self.one(&[None, Some(MaskFit::Truncate), Some(MaskFit::Pad)]);
        Mask { width, entry: self.below(34) as u8, fit }
    }

    fn flush(&mut self, flush: &mut Option<Mask>) {
        *flush = if self.below(3) == 0 { None } else { Some(self.mask()) };
    }

    fn dests(&mut self, dests: &mut Vec<Dest>) {
        let n = self.below(dests.len().max(1) as u64) as usize;
        match (self.below(7), dests.get_mut(n)) {
            (0, Some(_)) => drop(dests.pop()),
            (1, _) | (_, None) => dests.push(Dest::plain(Target::Nowrite)),
            (2, Some(dest)) => dest.mask = Some(self.mask()),
            (3, Some(dest)) => dest.mask = None,
            (4, Some(dest)) => {
                if let Target::Memory(access) = &mut dest.target {
                    self.access(access);
                }
            }
            (_, Some(dest)) => {
                let (access, bank, width) = (self.any_access(), self.one(&Bank::ALL), self.width());
                let entry = self.below(18) as u8;
                dest.target = self.one(&[
                    Target::Memory(access),
                    Target::Bar(bank, width),
                    Target::T(width),
                    Target::Mask(entry),
                    Target::Nowrite,
                ]);
            }
        }
    }

    fn matrix(&mut self, matrix: &mut MatrixAccess) {
        match self.below(3) {
            0 => matrix.side = self.one(&[Side::X, Side::Y]),
            1 => matrix.width = self.width(),
            _ => self.byte(&mut matrix.index),
        }
    }

    fn l1bm(&mut self, operand: &mut L1bmOperand) {
        match (self.below(3), &mut operand.place) {
            (0, _) => operand.double = !operand.double,
            (1, place) => *place = L1bmPlace::Turnaround,
            (_, L1bmPlace::At(address)) => self.short(address),
            (_, place) => *place = L1bmPlace::At(self.number(0) as u16),
        }
    }

    fn set(&mut self, set: &mut L1bSet) {
        *set = L1bSet { base: self.below(9) as u8, mode: self.below(9) as u8 };
    }
}
