//! Exceptions that a source marks: `# lint: allow CODE: reason`.
//!
//! On a line of its own it holds from there to the end of the program, behind a statement for that
//! line. What breaks the grammar, a value rule or the rules of simultaneous issue is no instruction
//! of the machine, so only hazards and warnings can be allowed.

use super::super::fault::{Fault, Span};
use crate::mncore2::check::{Lint, Rules};
use std::collections::BTreeMap;

/// An exception.
#[derive(Clone, Debug)]
struct Allow {
    /// The line and the place in it.
    at: (u32, Span),
    reason: Box<str>,
    used: bool,
}

/// The exceptions in force.
#[derive(Clone, Debug, Default)]
pub(super) struct Allows {
    /// From their line on, by code.
    from: BTreeMap<Box<str>, Allow>,
    /// In this line only.
    here: Vec<(Box<str>, Allow)>,
}

/// A code and the reason why it is allowed.
type Exception = (Box<str>, Box<str>);

/// The code and the reason of a comment that is meant as an exception.
///
/// A comment may be in any encoding that keeps ASCII.
fn read(comment: &[u8]) -> Option<Result<Exception, &'static str>> {
    let text = comment.trim_ascii_start().strip_prefix(b"#")?;
    let text = String::from_utf8_lossy(text.trim_ascii_start().strip_prefix(b"lint:")?);
    let parts = || -> Option<Exception> {
        let text = text.trim().strip_prefix("allow")?;
        let (code, reason) = text.strip_prefix([' ', '\t'])?.split_once(':')?;
        let (code, reason) = (code.trim(), reason.trim());
        (!code.is_empty() && !reason.is_empty()).then(|| (code.into(), reason.into()))
    };
    Some(match parts() {
        None => Err("an exception needs a code and a reason"),
        Some((code, _)) if !(code.starts_with("MN-W-") || code.starts_with("MN-E-HAZARD-")) => {
            Err("only hazards and warnings can be allowed")
        }
        Some(parts) => Ok(parts),
    })
}

/// Whether these rules look at what a code stands for.
fn looked_at(code: &str, rules: Rules) -> bool {
    match Lint::ALL.into_iter().find(|lint| lint.code() == code) {
        Some(lint) => rules.has(lint),
        None if code.contains("-HAZARD-") => rules.hazards,
        None => rules.issue,
    }
}

fn unused(code: &str, span: Span) -> Fault {
    let message = format!("nothing here breaks {code}");
    Fault::warning("MN-W-ALLOW-UNUSED", "", span, message).help("take the exception away")
}

impl Allows {
    /// Takes the exception of a comment, if it is one. `alone`: no statement stands before it.
    pub(super) fn take(
        &mut self,
        line: u32,
        span: Span,
        comment: &[u8],
        alone: bool,
    ) -> Option<Fault> {
        let (code, reason) = match read(comment)? {
            Ok(parts) => parts,
            Err(why) => {
                let fault = Fault::warning("MN-W-ALLOW", "", span, why);
                return Some(fault.help(
                    "right is `# lint: allow CODE: reason`, CODE one of MN-E-HAZARD-.. and MN-W-..",
                ));
            }
        };
        if let Some(other) = self.from.get(&code) {
            let message = format!("{code} is allowed from line {} on", other.at.0);
            let fault = Fault::warning("MN-W-ALLOW-UNUSED", "", span, message);
            return Some(fault.help("take one of the two away"));
        }
        let allow = Allow { at: (line, span), reason, used: false };
        if alone {
            self.from.insert(code, allow);
        } else {
            self.here.push((code, allow));
        }
        None
    }

    /// Whether any exception is in force.
    pub(super) fn any(&self) -> bool {
        !self.from.is_empty() || !self.here.is_empty()
    }

    /// Why a code is allowed in this line; the exception is needed.
    pub(super) fn reason(&mut self, code: &str) -> Option<Box<str>> {
        let here = self.here.iter_mut().find(|(other, _)| **other == *code).map(|(_, allow)| allow);
        let allow = here.or_else(|| self.from.get_mut(code))?;
        allow.used = true;
        Some(allow.reason.clone())
    }

    /// The line ends; exceptions of it that nothing needed.
    pub(super) fn end_line(&mut self, rules: Rules) -> impl Iterator<Item = Fault> {
        let ended =
            self.here.drain(..).filter(move |(code, allow)| !allow.used && looked_at(code, rules));
        ended.map(|(code, allow)| unused(&code, allow.at.1))
    }

    /// The program ends; exceptions that nothing needed, with their lines.
    pub(super) fn finish(&mut self, rules: Rules) -> Vec<(u32, Fault)> {
        let mut left: Vec<_> = std::mem::take(&mut self.from)
            .into_iter()
            .filter(|(code, allow)| !allow.used && looked_at(code, rules))
            .map(|(code, allow)| (allow.at.0, unused(&code, allow.at.1)))
            .collect();
        left.sort_by_key(|(line, _)| *line);
        left
    }
}
