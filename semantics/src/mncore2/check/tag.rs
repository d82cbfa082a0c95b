//! Tags of MV statements and `wait` (s. 3.5.4, 3.6.13, MN-D60).

use super::Violation;
use crate::mncore2::isa::{Expr, MvTransfer};

/// The line of the MV statement that each tag belongs to, 0 where nothing is to be waited for.
#[derive(Clone, Debug)]
pub(super) struct Tags {
    issued: [u32; 256],
}

impl Default for Tags {
    fn default() -> Self {
        Self { issued: [0; 256] }
    }
}

impl Tags {
    /// An MV statement takes its tag; `i00` is no tag.
    pub(super) fn issue(&mut self, line: u32, mv: &MvTransfer, found: &mut Vec<Violation>) {
        let Some(tag) = mv.tag.filter(|t| t.0 != 0) else { return };
        let issued = &mut self.issued[usize::from(tag.0)];
        if *issued != 0 {
            found.push(
                Violation::warning(
                    "MN-W-TAG-REUSE",
                    "3.5.4",
                    Vec::new(),
                    format!("tag i{:02x} of line {issued} was not waited for", tag.0),
                )
                .since(*issued, tag)
                .help("use another tag, or wait for this one before"),
            );
        }
        // Lines count from 1; a caller that counts from 0 is still told that the tag is taken.
        *issued = line.max(1);
    }

    /// The waits of a step.
    pub(super) fn wait(&mut self, exprs: &[Expr], found: &mut Vec<Violation>) {
        for (i, expr) in exprs.iter().enumerate() {
            let Expr::Wait(tag) = expr else { continue };
            let issued = &mut self.issued[usize::from(tag.0)];
            if *issued == 0 {
                let message = match tag.0 {
                    0 => "i00 stands for no tag, so nothing can be waited for".to_owned(),
                    tag => format!(
                        "no MV statement before has the tag i{tag:02x}, or it was \
                                    already waited for"
                    ),
                };
                found.push(
                    Violation::error("MN-E-WAIT-UNISSUED", "3.6.13", [i], message)
                        .help("give the tag, i01 to iff, to the MV statement that is meant"),
                );
            }
            *issued = 0;
        }
    }
}
