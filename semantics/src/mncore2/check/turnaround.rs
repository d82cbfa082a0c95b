//! The turnaround register (s. 3.6.8.2, MN-D55, MN-D103).

use super::Violation;
use crate::mncore2::account::holds;
use crate::mncore2::isa::{Down, DownKind, Expr, L1bmPlace, Up, UpKind};

/// A type of transfer: long words a cycle at L1BM and at a PE (table 3.8).
type Kind = (u8, u8);

const fn kind(mab4: bool, double: bool) -> Kind {
    match (mab4, double) {
        (false, false) => (4, 1),
        (false, true) => (8, 2),
        (true, false) => (16, 1),
        (true, true) => (32, 2),
    }
}

/// What a transfer from the PEs leaves; a shortened reduction counts as what it writes.
const fn left_by(up: &Up) -> Kind {
    match up.kind {
        UpKind::Mab(_) | UpKind::Reduce { .. } => kind(false, up.to.double),
        UpKind::Mab4(_) | UpKind::Reduce4 { .. } => kind(true, up.to.double),
        UpKind::Gather(_) => (64, 1),
    }
}

/// What a transfer to the PEs needs; `l1bmp` has no partner.
const fn needed_by(down: &Down) -> Option<Kind> {
    match down.kind {
        DownKind::Pe => None,
        DownKind::Mab => Some(kind(false, down.from.double)),
        DownKind::Mab4 => Some(kind(true, down.from.double)),
        DownKind::Distribute(_) => Some((64, 1)),
    }
}

/// What the register holds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Turnaround {
    /// The type and line of the last transfer into it.
    written: Option<(Kind, u32)>,
    /// The line of a read since then.
    read: Option<u32>,
}

impl Turnaround {
    /// Checks the read of a step, then takes what it writes. A step with noforward changes nothing.
    pub(super) fn step(&mut self, line: u32, exprs: &[Expr], found: &mut Vec<Violation>) {
        let mut reads = false;
        for (i, expr) in exprs.iter().enumerate() {
            if let Expr::Down(down) = expr
                && down.from.place == L1bmPlace::Turnaround
            {
                reads = true;
                found.extend(self.judge(i, needed_by(down)));
            }
        }
        if holds(exprs) {
            return;
        }
        if reads {
            self.read = Some(line);
        }
        for expr in exprs {
            if let Expr::Up(up) = expr {
                *self = Self { written: Some((left_by(up), line)), read: None };
            }
        }
    }

    fn judge(&self, i: usize, needed: Option<Kind>) -> Option<Violation> {
        let error = |message| {
            let help = "write it with a transfer of the same type before: l1bmm with l1bmm@ or \
                        l1bmr, l1bmm4 with l1bmm4@ or l1bmr4, l1bmd with l1bmd, $lb with $lb, $llb \
                        with $llb";
            Violation::error("MN-E-TURNAROUND-TYPE", "3.6.8.2", [i], message).help(help)
        };
        let Some(needed) = needed else {
            return Some(error("l1bmp cannot read the turnaround register".to_owned()));
        };
        let Some((kind, line)) = self.written else {
            return Some(error("the turnaround register was never written".to_owned()));
        };
        if kind != needed {
            return Some(error(format!(
                "the turnaround register is read with {} and {} long words a cycle at L1BM and PE, \
                 but was written with {} and {} in line {line}",
                needed.0, needed.1, kind.0, kind.1
            )));
        }
        self.read.map(|read| {
            Violation::warning(
                "MN-W-TURNAROUND-STALE",
                "3.6.8.2",
                [i],
                format!(
                    "the turnaround register, written in line {line}, was already read in line \
                     {read} and not renewed since"
                ),
            )
            .help("read it once, or write noforward in the step that reads it first")
        })
    }
}
