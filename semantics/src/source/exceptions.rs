//! Exceptions that a source marks: `# lint: allow CODE: reason`.
//!
//! On a line of its own it holds from there to the end of the program, behind a statement for that
//! line. Each machine says which of its codes can be allowed.

use super::fault::{Fault, Span};
use std::collections::BTreeMap;

/// A machine's part in exceptions.
#[derive(Debug)]
pub(crate) struct Wording {
    /// Which codes can be allowed.
    pub(crate) can: fn(&str) -> bool,
    /// What is said of the others, and of right ones.
    pub(crate) refused: &'static str,
    pub(crate) help: &'static str,
    /// The code of an exception that cannot be read.
    pub(crate) wrong: &'static str,
    /// The code of one that nothing needs.
    pub(crate) unused: &'static str,
}

/// An exception.
#[derive(Clone, Debug)]
struct Allow {
    /// The line and the place in it.
    at: (u32, Span),
    reason: Box<str>,
    used: bool,
}

/// The exceptions in force.
#[derive(Clone, Debug)]
pub(crate) struct Exceptions {
    wording: &'static Wording,
    /// From their line on, by code.
    from: BTreeMap<Box<str>, Allow>,
    /// In this line only.
    here: Vec<(Box<str>, Allow)>,
    /// In earlier lines of which something is judged at the end.
    late: Vec<(Box<str>, Allow)>,
}

/// A code and the reason why it is allowed.
type Exception = (Box<str>, Box<str>);

/// The code and the reason of a comment that is meant as an exception.
///
/// A comment may be in any encoding that keeps ASCII.
fn read(comment: &[u8], wording: &Wording) -> Option<Result<Exception, &'static str>> {
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
        Some((code, _)) if !(wording.can)(&code) => Err(wording.refused),
        Some(parts) => Ok(parts),
    })
}

impl Exceptions {
    /// None yet.
    pub(crate) const fn new(wording: &'static Wording) -> Self {
        Self { wording, from: BTreeMap::new(), here: Vec::new(), late: Vec::new() }
    }

    /// Takes the exception of a comment, if it is one. `alone`: no statement stands before it.
    pub(crate) fn take(
        &mut self,
        line: u32,
        span: Span,
        comment: &[u8],
        alone: bool,
    ) -> Option<Fault> {
        let (code, reason) = match read(comment, self.wording)? {
            Ok(parts) => parts,
            Err(why) => {
                let fault = Fault::warning(self.wording.wrong, "", span, why);
                return Some(fault.help(self.wording.help));
            }
        };
        if let Some(other) = self.from.get(&code) {
            let message = format!("{code} is allowed from line {} on", other.at.0);
            let fault = Fault::warning(self.wording.unused, "", span, message);
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
    pub(crate) fn any(&self) -> bool {
        !self.from.is_empty() || !self.here.is_empty()
    }

    /// Why a code is allowed in this line; the exception is needed.
    pub(crate) fn reason(&mut self, code: &str) -> Option<Box<str>> {
        let here = self.here.iter_mut().find(|(other, _)| **other == *code).map(|(_, allow)| allow);
        let allow = here.or_else(|| self.from.get_mut(code))?;
        allow.used = true;
        Some(allow.reason.clone())
    }

    /// The same at the end of the program, for something in a line.
    pub(crate) fn reason_in(&mut self, code: &str, line: u32) -> Option<Box<str>> {
        let is_meant =
            |(other, allow): &&mut (Box<str>, Allow)| **other == *code && allow.at.0 == line;
        match self.late.iter_mut().find(is_meant) {
            Some((_, allow)) => {
                allow.used = true;
                Some(allow.reason.clone())
            }
            None => self.reason(code),
        }
    }

    /// The line ends; exceptions of it that nothing needed, of codes that are looked at. `late`:
    /// something of it is judged at the end.
    pub(crate) fn end_line(&mut self, late: bool, looked_at: impl Fn(&str) -> bool) -> Vec<Fault> {
        if late {
            self.late.append(&mut self.here);
        }
        let ended = self.here.drain(..).filter(|(code, allow)| !allow.used && looked_at(code));
        ended.map(|(code, allow)| unused(self.wording, &code, allow.at.1)).collect()
    }

    /// The program ends; exceptions that nothing needed, with their lines.
    pub(crate) fn finish(&mut self, looked_at: impl Fn(&str) -> bool) -> Vec<(u32, Fault)> {
        let mut left: Vec<_> = std::mem::take(&mut self.from)
            .into_iter()
            .chain(std::mem::take(&mut self.late))
            .filter(|(code, allow)| !allow.used && looked_at(code))
            .map(|(code, allow)| (allow.at.0, unused(self.wording, &code, allow.at.1)))
            .collect();
        left.sort_by_key(|(line, _)| *line);
        left
    }
}

fn unused(wording: &Wording, code: &str, span: Span) -> Fault {
    let message = format!("nothing here breaks {code}");
    Fault::warning(wording.unused, "", span, message).help("take the exception away")
}
