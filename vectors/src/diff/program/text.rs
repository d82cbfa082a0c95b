//! What was found, as text.

use super::{Finding, Found, Wrong};
use std::fmt::{self, Display, Formatter};

/// The most parts of a finding that are told.
const PARTS: usize = 4;

impl Display for Found {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { asked, differing, failed, .. } = self;
        writeln!(f, "asked {asked}, answered {}, differing {differing}", asked - failed)?;
        if self.stopped {
            writeln!(f, "stopped: {failed} cases without an answer")?;
        }
        for Finding { question, wrong } in &self.findings {
            writeln!(f, "{}: {wrong}", question.case.id)?;
        }
        let kept = self.findings.len() as u64;
        if differing + failed > kept {
            writeln!(f, "{} more are not shown", differing + failed - kept)?;
        }
        for complaint in &self.complaints {
            writeln!(f, "the emulator {complaint}")?;
        }
        if let Some(Finding { question, wrong }) = &self.simplest {
            writeln!(f, "\nthe simplest, with what is right: {wrong}")?;
            write!(f, "system {}{}", question.machine.name(), question.case.to_text())?;
        }
        Ok(())
    }
}

impl Display for Wrong {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Differs(found) => {
                for (n, part) in found.iter().take(PARTS).enumerate() {
                    let comma = if n > 0 { "; " } else { "" };
                    let (at, [said, right]) = cut(&part.expected, &part.found);
                    write!(f, "{comma}{}{at}: {said}, right is {right}", part.target)?;
                }
                more(f, found.len())
            }
            Self::Lacks(parts) => {
                let told: Vec<&str> = parts.iter().take(PARTS).map(String::as_str).collect();
                write!(f, "the answer lacks {}", told.join(", "))?;
                more(f, parts.len())
            }
            Self::Unreadable(what) => write!(f, "the answer cannot be read: {what}"),
            Self::Ended(how) => write!(f, "the emulator ended: {how}"),
            Self::Silent(long) => write!(f, "silent for {} s", long.as_secs_f64()),
            Self::Unasked => f.write_str("the time was over before it answered"),
        }
    }
}

fn more(f: &mut Formatter<'_>, count: usize) -> fmt::Result {
    if count > PARTS { write!(f, ", and {} more", count - PARTS) } else { Ok(()) }
}

/// Of two long values the first digits that differ, and where they stand.
fn cut<'a>(said: &'a str, right: &'a str) -> (String, [&'a str; 2]) {
    let first = said.bytes().zip(right.bytes()).position(|(a, b)| a != b).unwrap_or(0);
    let start = first / DIGITS * DIGITS;
    let end = start + DIGITS;
    match [said, right].map(|text| text.get(start..end.min(text.len()))) {
        [Some(a), Some(b)] if said.len() > 2 * DIGITS => {
            (format!(" (byte {} on)", start / 2), [a, b])
        }
        _ => (String::new(), [said, right]),
    }
}

/// Digits of a long value that are told.
const DIGITS: usize = 16;
