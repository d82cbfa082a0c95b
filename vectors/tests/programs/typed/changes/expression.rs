//! Expressions with a field changed.

use super::Changes;
use semantics::mncore2::isa::{
    AluForm, AluOp, DownKind, Expr, Immediate, ImmediateKind, L2bm, MauKind, Pair, Side, UpKind,
};

impl Changes {
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

    pub(super) fn expression(&mut self, expr: &mut Expr) {
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
}
