//! Statements with a field changed.

use super::Changes;
use semantics::mncore2::isa::{Expr, MaskWidth, Mv, MvOp, MvOperand, Statement};

impl Changes {
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

    pub(in super::super) fn statement(&mut self, statement: &mut Statement) {
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
