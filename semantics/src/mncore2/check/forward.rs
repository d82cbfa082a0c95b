//! Forwarding registers that were not renewed (s. 3.6.1.15 to 3.6.1.18, MN-D43).

use super::Violation;
use super::uses::{all_inputs, counts};
use crate::mncore2::isa::{Expr, Forward, Source};

/// Which units put something out in the last step that counts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Forwarding {
    issued: [bool; 4],
}

/// The register that an expression renews.
const fn renews(expr: &Expr) -> Option<Forward> {
    match expr {
        Expr::Mau(_) => Some(Forward::Mau),
        Expr::Alu(_) => Some(Forward::Alu),
        Expr::Mread(_) => Some(Forward::Mread),
        Expr::Down(_) => Some(Forward::L1bm),
        _ => None,
    }
}

const fn unit(forward: Forward) -> &'static str {
    match forward {
        Forward::Mau => "the MAU",
        Forward::Alu => "the ALU",
        Forward::Mread => "the transposed read",
        Forward::L1bm => "the transfer from L1BM to PEs",
    }
}

impl Forwarding {
    /// Checks the reads of a step, then takes what it puts out.
    pub(super) fn step(&mut self, exprs: &[Expr], found: &mut Vec<Violation>) {
        for (i, input) in all_inputs(exprs) {
            let Source::Forward(f) = input.source else { continue };
            if !self.issued[f as usize] {
                found.push(
                    Violation::warning(
                        "MN-W-FORWARD-STALE",
                        "3.6.1.15",
                        [i],
                        format!(
                            "{input} is read, but {} put nothing out in the last step without nop \
                             and noforward",
                            unit(f)
                        ),
                    )
                    .at(i, input)
                    .help("write noforward in the steps between, or keep the value in a memory"),
                );
            }
        }
        if counts(exprs) {
            self.issued = [false; 4];
            for f in exprs.iter().filter_map(renews) {
                self.issued[f as usize] = true;
            }
        }
    }
}
