//! CSRs, waits, barriers, semaphores, fences.

use super::data::Init;
use super::draw::Drawing;
use super::line::Line;
use crate::programs::choices::{Choices, chance, pick};
use semantics::tile::isa::Field;

impl Drawing<'_> {
    pub(super) fn control(&mut self, c: &mut dyn Choices, mut line: Line) -> Line {
        match line.get(Field::CtrlUop) {
            0 => self.csr(c, &mut line),
            1 => sync(c, &mut line),
            2 => wait(c, &mut line),
            3 => self.semaphore(c, &mut line),
            _ => {
                line.set(Field::Pred, c.below(16))
                    .set(Field::Succ, c.below(16))
                    .set(Field::Scope, c.below(2));
            }
        }
        line
    }

    fn csr(&mut self, c: &mut dyn Choices, line: &mut Line) {
        match line.get(Field::CsrUop) {
            0 => {
                // From a register that is known or to the mask.
                if chance(c, 1, 2) {
                    line.set(Field::Rd, 2).set(Field::Rs0, c.below(10));
                } else {
                    self.control = 0;
                    line.set(Field::Rd, 0).set(Field::Rs0, 0).set(Field::Num, 0);
                    if chance(c, 1, 2) {
                        line.set(Field::Rd, 1);
                    }
                }
            }
            1 => {
                let control = c.below(3) | c.below(8) << 2 | c.below(4) << 5 | c.below(2) << 7;
                match c.below(3) {
                    0 => line.set(Field::Rd, 2).set(Field::Imm, c.bits() & 0xffff_ffff),
                    1 => line.set(Field::Rd, 0),
                    _ => {
                        self.control = control;
                        line.set(Field::Rd, 1).set(Field::Imm, control | c.below(2) << 20)
                    }
                };
            }
            _ => {
                let first = pick(c, &[0, 1, 2, 16, 17, 18, 19, 20, 25]);
                let most = if first < 3 { 3 - first } else { 30 - first };
                line.set(Field::Rd, first)
                    .set(Field::Num, c.below(most.min(8)))
                    .set(Field::Rs0, c.below(3));
                if chance(c, 1, 4) {
                    self.init.push(Init::Csr("tid", c.bits() >> 1));
                }
            }
        }
    }

    fn semaphore(&mut self, c: &mut dyn Choices, line: &mut Line) {
        let id = c.below(32);
        line.set(Field::SemId, id);
        let value = c.below(256);
        match line.get(Field::SemOp) {
            3 => {
                line.set(Field::Rd, c.below(10));
                return;
            }
            2 => {
                // What a semaphore has that was set just before.
                let mut set = Line::named("tctrl.tsem.set");
                set.set(Field::SemId, id).set(Field::Imm, 1).set(Field::ImmSrc0, value);
                self.lines.push(set);
                line.set(Field::Imm, 1).set(Field::ImmSrc0, c.below(value + 1));
                return;
            }
            _ => {}
        }
        if chance(c, 1, 2) {
            line.set(Field::Imm, 1).set(Field::ImmSrc0, value);
        } else {
            line.set(Field::Rs0, pick(c, &[16, 17, 22, 24, 1]));
        }
    }
}

/// A barrier of one, or one that only arrives.
fn sync(c: &mut dyn Choices, line: &mut Line) {
    let only = c.below(2);
    line.set(Field::NonBlk, only);
    if chance(c, 1, 2) {
        line.set(Field::DirectId, 1).set(Field::Rs0, 23);
        if chance(c, 1, 2) {
            return;
        }
    } else {
        line.set(Field::SyncId, c.below(32));
        if chance(c, 1, 4) {
            line.set(Field::Rs0, 23);
            return;
        }
    }
    line.set(Field::Imm, 1).set(Field::ImmSrc0, if only == 1 { 1 + c.below(3) } else { 1 });
}

/// Waits that are over.
fn wait(c: &mut dyn Choices, line: &mut Line) {
    match (line.get(Field::WaitOp), line.get(Field::Tgld)) {
        (0, _) => {
            for (flag, count) in [
                (Field::Tgld, Field::TgldCnt),
                (Field::Tgst, Field::TgstCnt),
                (Field::Tsld, Field::TsldCnt),
                (Field::Tsst, Field::TsstCnt),
            ] {
                if chance(c, 1, 2) {
                    line.set(flag, 1).set(count, c.below(64));
                }
            }
        }
        (2, 1) => {
            // The word's phase is not known: one of the two registers is another.
            line.set(Field::TgldCnt, 26 + c.below(2)).set(Field::TgstCnt, 24 + c.below(2));
        }
        _ => {
            line.set(Field::TgldCnt, c.below(64));
        }
    }
}
