//! Tags of MV statements and `wait` (s. 3.5.4, 3.6.13, MN-D60).
//!
//! A tag is given by an MV or by the host's transfers, which no program shows. One that no MV of the
//! program gives is the host's, and a wait for it is right. So a wait for a tag that nothing has given
//! yet is judged when an MV behind it gives it, or never.

use super::place::{Here, Spot};
use super::{OperandRef, Role, Violation};
use crate::mncore2::isa::{Expr, MvTransfer, Tag};

/// A wait for a tag that no MV before gives.
#[derive(Clone, Copy, Debug)]
struct Early {
    tag: Tag,
    line: u32,
    expr: usize,
}

/// What is known of each tag.
#[derive(Clone, Debug)]
pub(super) struct Tags {
    /// The MV statement or the copy that has it, in line 0 where nothing is to be waited for.
    open: [Spot; 256],
    /// The line of the first MV statement of this program that has it, 0 where none has.
    given: [u32; 256],
    early: Vec<Early>,
}

impl Default for Tags {
    fn default() -> Self {
        Self { open: [Spot::default(); 256], given: [0; 256], early: Vec::new() }
    }
}

impl Tags {
    /// A further program begins: its own MVs tell which tags are the host's.
    pub(super) fn begin(&mut self) {
        self.given = [0; 256];
        self.early.clear();
    }

    /// An MV statement takes its tag; `i00` is no tag.
    pub(super) fn issue(&mut self, here: Here<'_>, mv: &MvTransfer, found: &mut Vec<Violation>) {
        let Some(tag) = mv.tag.filter(|t| t.0 != 0) else { return };
        // Lines count from 1; a caller that counts from 0 is still told that the tag is taken.
        let here = Here { line: here.line.max(1), ..here };
        let given = &mut self.given[usize::from(tag.0)];
        if *given == 0 {
            *given = here.line;
        }
        let open = std::mem::replace(&mut self.open[usize::from(tag.0)], here.operand(None));
        if open.line != 0 {
            let message = format!("tag i{:02x} of line {} was not waited for", tag.0, open.line);
            found.push(
                Violation::warning("MN-W-TAG-REUSE", "3.5.4", Vec::new(), message)
                    .since(open, tag)
                    .help("use another tag, or wait for this one before"),
            );
        }
    }

    /// A copy by the host gives its tag (MN-D105).
    pub(super) fn host(&mut self, here: Here<'_>, tag: Tag) {
        if tag.0 != 0 {
            let here = Here { line: here.line.max(1), ..here };
            let place = OperandRef::new(0, Role::Tag, 0);
            self.open[usize::from(tag.0)] = here.operand(Some(place));
        }
    }

    /// The waits of a step.
    pub(super) fn wait(&mut self, line: u32, exprs: &[Expr], found: &mut Vec<Violation>) {
        for (expr, wait) in exprs.iter().enumerate() {
            let Expr::Wait(tag) = *wait else { continue };
            let index = usize::from(tag.0);
            let open = std::mem::take(&mut self.open[index]).line != 0;
            let given = self.given[index] != 0;
            match (tag.0, open, given) {
                (0, ..) => found.push(no_tag(expr)),
                (_, true, _) => {}
                (_, false, true) => found.push(unissued(
                    expr,
                    format!("every MV statement before with the tag {tag} was already waited for"),
                )),
                (_, false, false) => self.early.push(Early { tag, line, expr }),
            }
        }
    }

    /// Whether a wait of this line is not judged yet.
    pub(super) fn awaits(&self, line: u32) -> bool {
        self.early.last().is_some_and(|early| early.line == line)
    }

    /// Waits that stand before every MV statement with their tag, at the end of the program.
    pub(super) fn finish(&mut self, found: &mut Vec<(u32, Violation)>) {
        for Early { tag, line, expr } in std::mem::take(&mut self.early) {
            let given = self.given[usize::from(tag.0)];
            if given != 0 {
                let message = format!("the first MV statement with the tag {tag} is line {given}");
                found.push((line, unissued(expr, message)));
            }
        }
    }
}

fn no_tag(expr: usize) -> Violation {
    let message = "i00 stands for no tag, so nothing can be waited for".to_owned();
    Violation::error("MN-E-WAIT-UNISSUED", "3.6.13", [expr], message)
        .help("give the tag, i01 to iff, to the MV statement that is meant")
}

fn unissued(expr: usize, message: String) -> Violation {
    Violation::warning("MN-W-WAIT-UNISSUED", "3.6.13", [expr], message)
        .help("wait behind the MV statement that is meant, once for each")
}
