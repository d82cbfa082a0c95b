//! Statements with a field changed.

use semantics::mncore2::isa::{
    Access, AluForm, AluOp, Bank, Constant, Convert, Cycles, Dest, DownKind, Expr, Forward,
    Immediate, ImmediateKind, Input, L1bSet, L1bmOperand, L1bmPlace, L2bm, Mask, MaskFit,
    MaskWidth, MatrixAccess, MauKind, Modifier, Mv, MvOp, MvOperand, Pair, Precision, Rrn, RrnOp,
    Side, Source, Statement, Target, UpKind, Width,
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

    fn l2bm(&mut self, l2bm: &mut L2bm) {
        use L2bm::{
            Broadcast, Broadcast2, Dars, Darw, Distribute, Gather, Multicast, Reduce, Reduce2,
            Transfer,
        };
        let (a, b) = (self.number(0) as u16, self.number(0) as u16);
        let which = self.below(3);
        match l2bm {
            Broadcast { set, lc, lb } | Broadcast2 { set, lc, lb } | Distribute { set, lc, lb } => {
                match which {
                    0 => self.set(set),
                    1 => self.short(lc),
                    _ => self.short(lb),
                }
            }
            Multicast { set, from, to } => match which {
                0 => self.set(set),
                1 => self.short(from),
                _ => self.short(to),
            },
            Transfer { l1b, lb, lc } => match which {
                0 => self.byte(l1b),
                1 => self.short(lb),
                _ => self.short(lc),
            },
            Reduce { rrn, set, .. } => match which {
                0 => *rrn = self.rrn(),
                1 => self.set(set),
                _ => *l2bm = Reduce2 { rrn: *rrn, lb: a, lc: b },
            },
            Reduce2 { rrn, lb, .. } => match which {
                0 => *rrn = self.rrn(),
                1 => self.short(lb),
                _ => *l2bm = Gather { lb: a, lc: b },
            },
            Gather { lb, lc } => match which {
                0 => self.short(lb),
                1 => self.short(lc),
                _ => *l2bm = Darw,
            },
            Dars { lc, l2b, dar } => match which {
                0 => self.short(lc),
                1 => self.byte(l2b),
                _ => self.short(dar),
            },
            Darw => *l2bm = Dars { lc: a, l2b: 0, dar: b },
        }
    }

    fn form(&mut self, form: &mut AluForm) {
        match form {
            AluForm::Imm { upper, value } => match self.below(4) {
                0 => *upper = !*upper,
                1 => value.word ^= 1 << self.below(32),
                2 => {
                    value.kind = self.one(&[ImmediateKind::F, ImmediateKind::Us, ImmediateKind::I])
                }
                _ => {
                    let text = self.one(&[
                        "1", "-1", "70000", "1;", "1#", "1\"", "", " 1", "1e9", "nan", "0x1", "1\n",
                    ]);
                    *value = Immediate { text: text.into(), ..value.clone() };
                }
            },
            AluForm::Element { unsigned, precision, op, bits } => match self.below(4) {
                0 => *unsigned = !*unsigned,
                1 => *precision = self.precision(),
                2 => {
                    *op =
                        self.one(&[AluOp::Passa, AluOp::Bfn, AluOp::Max, AluOp::Relu1, AluOp::Ftoi])
                }
                _ => *bits = self.below(12) as u8,
            },
            other => {
                *other = match self.below(3) {
                    0 => AluForm::Zero,
                    1 => AluForm::Msl,
                    _ => AluForm::Msr,
                };
            }
        }
    }

    fn expression(&mut self, expr: &mut Expr) {
        let which = self.below(5);
        match expr {
            Expr::Nop(steps) => *steps = self.below(3) as u32,
            Expr::Noforward | Expr::Wait(_) => {}
            Expr::L2bm(l2bm) => self.l2bm(l2bm),
            Expr::Down(down) => match which {
                0 => self.flush(&mut down.flush),
                1 => self.l1bm(&mut down.from),
                2 => {
                    let by = self.below(18) as u8;
                    down.kind = self.one(&[
                        DownKind::Pe,
                        DownKind::Mab,
                        DownKind::Mab4,
                        DownKind::Distribute(by),
                    ]);
                }
                _ => self.dests(&mut down.dests),
            },
            Expr::Up(up) => match which {
                0 => self.l1bm(&mut up.to),
                1 | 2 => {
                    let (by, rrn, shorten) = (self.below(18) as u8, self.rrn(), self.below(2) == 0);
                    up.kind = self.one(&[
                        UpKind::Mab(by),
                        UpKind::Mab4(by % 6),
                        UpKind::Reduce { rrn, shorten },
                        UpKind::Reduce4 { rrn, shorten },
                        UpKind::Gather(by),
                    ]);
                }
                _ => self.input(&mut up.from),
            },
            Expr::Mau(mau) => match self.below(8) {
                0 => mau.precision = self.precision(),
                1 => {
                    mau.kind = self.one(&[MauKind::Fma, MauKind::Mul, MauKind::Add, MauKind::Passa])
                }
                2 => mau.matrix = self.one(&[None, Some(Side::X), Some(Side::Y)]),
                3 => mau.pair = self.one(&[None, Some(Pair::Upper), Some(Pair::Lower)]),
                4 => mau.shorten = !mau.shorten,
                5 => self.flush(&mut mau.flush),
                6 => self.inputs(&mut mau.inputs),
                _ => self.dests(&mut mau.dests),
            },
            Expr::Mwrite(mwrite) => match which {
                0 => mwrite.precision = self.precision(),
                1 | 2 => self.input(&mut mwrite.from),
                _ => self.matrix(&mut mwrite.to),
            },
            Expr::Mread(mread) => match which {
                0 => mread.precision = self.precision(),
                1 => self.flush(&mut mread.flush),
                2 => self.matrix(&mut mread.from),
                _ => self.dests(&mut mread.dests),
            },
            Expr::Alu(alu) => match which {
                0 | 1 => self.form(&mut alu.form),
                2 => self.flush(&mut alu.flush),
                3 => self.inputs(&mut alu.inputs),
                _ => self.dests(&mut alu.dests),
            },
        }
    }

    fn operand(&mut self, operand: &mut MvOperand) {
        let group = self.one(&[None, Some(0), Some(3), Some(4)]);
        let l2b = self.one(&[None, Some(0), Some(1), Some(2)]);
        let address = self.number(0);
        match (self.below(3), operand) {
            (0, operand) => {
                let small = address as u16;
                *operand = self.one(&[
                    MvOperand::Pdm { address: address as u32, group },
                    MvOperand::Dram { address: address as u32, group },
                    MvOperand::Indirect { entry: small, group },
                    MvOperand::L2bm { address: small, group, l2b },
                ]);
            }
            (1, MvOperand::L2bm { group: g, l2b: l, .. }) => (*g, *l) = (group, l2b),
            (
                1,
                MvOperand::Pdm { group: g, .. }
                | MvOperand::Dram { group: g, .. }
                | MvOperand::Indirect { group: g, .. },
            ) => {
                *g = group;
            }
            (_, MvOperand::Pdm { address: a, .. } | MvOperand::Dram { address: a, .. }) => {
                *a = self.number(u64::from(*a)) as u32;
            }
            (_, MvOperand::L2bm { address: a, .. } | MvOperand::Indirect { entry: a, .. }) => {
                self.short(a)
            }
        }
    }

    pub(super) fn statement(&mut self, statement: &mut Statement) {
        match statement {
            Statement::Mask(setting) => match self.below(4) {
                0 => self.byte(&mut setting.entry),
                1 => setting.width = MaskWidth::Double,
                2 => setting.masks = !setting.masks,
                _ => setting.lm0 = !setting.lm0,
            },
            Statement::Mv(Mv::Transfer(mv)) => match self.below(7) {
                0 => {
                    let rrn = self.rrn();
                    mv.op = self.one(&[
                        MvOp::P,
                        MvOp::B,
                        MvOp::B2,
                        MvOp::B4,
                        MvOp::D,
                        MvOp::R(rrn),
                        MvOp::R2(rrn),
                        MvOp::R4(rrn),
                    ]);
                }
                1 => mv.size = self.one(&[0, 63, 64, 128, 1 << 20, (1 << 20) + 64]),
                2 => mv.priority = Some(self.below(6) as u8),
                3 => mv.run = self.one(&[None, Some(0), Some(1), Some(u32::MAX)]),
                4 => mv.tag = None,
                5 => self.operand(&mut mv.from),
                _ => self.operand(&mut mv.to),
            },
            Statement::Step(step) => match (self.below(24), step.exprs.is_empty()) {
                (0, _) => step.exprs.clear(),
                (1, _) | (_, true) => step.exprs.push(Expr::Noforward),
                _ => {
                    let n = self.below(step.exprs.len() as u64) as usize;
                    self.expression(&mut step.exprs[n]);
                }
            },
            _ => {}
        }
    }
}
