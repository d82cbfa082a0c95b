//! Forwarding registers that were not renewed (s. 3.6.1.15 to 3.6.1.18, MN-D43).

use super::Violation;
use crate::mncore2::account::{Unit, holds, inputs};
use crate::mncore2::isa::{Expr, Forward, Source};

/// Which units put something out in the last step that counts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Forwarding {
    issued: [bool; 4],
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
        for (place, input) in inputs(exprs) {
            let Source::Forward(f) = input.source else { continue };
            if !self.issued[f as usize] {
                found.push(
                    Violation::warning(
                        "MN-W-FORWARD-STALE",
                        "3.6.1.15",
                        [place.expr],
                        format!(
                            "{input} is read, but {} put nothing out in the last step without nop \
                             and noforward",
                            unit(f)
                        ),
                    )
                    .at(place)
                    .help("write noforward in the steps between, or keep the value in a memory"),
                );
            }
        }
        if !holds(exprs) {
            self.issued = [false; 4];
            for f in exprs.iter().filter_map(|e| Unit::of(e)?.forward()) {
                self.issued[f as usize] = true;
            }
        }
    }
}
