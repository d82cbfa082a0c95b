//! Forwarding registers that were not renewed (s. 3.6.1.15 to 3.6.1.18, MN-D43).

use super::Violation;
use crate::mncore2::account::{L1BM_WORDS, Run, Traffic, Unit, holds, inputs, shared};
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

// L1BM written from both sides in one step (MN-D81).

/// The two sides write no common address.
pub(super) fn l1bm(exprs: &[Expr], found: &mut Vec<Violation>) {
    let first = |of: fn(&Expr) -> bool| {
        let written = |e| Some(Traffic::of(e).l1bm_written?.whole());
        exprs.iter().enumerate().filter(|(_, e)| of(e)).find_map(|(i, e)| Some((i, written(e)?)))
    };
    let above = first(|e| matches!(e, Expr::L2bm(_)));
    let below = first(|e| matches!(e, Expr::Up(_)));
    let (Some((i, a)), Some((j, b))) = (above, below) else { return };
    if shared(a, b, L1BM_WORDS).is_some() {
        found.push(violation((i, a), (j, b)));
    }
}

fn violation((i, a): (usize, Run), (j, b): (usize, Run)) -> Violation {
    let message = format!(
        "L1BM is written from both sides at common addresses: {} words from $lb{} and {} words from \
         $lb{}",
        a.1, a.0, b.1, b.0
    );
    Violation::warning("MN-W-RACE", "3.6.1.4", [i, j], message)
        .help("put them into two steps; here the words from the PEs are the ones that stay")
}
