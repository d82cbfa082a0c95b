//! What was found, as text.

use super::{Complaint, Failing, Found, Stopped, Why};
use std::fmt::{self, Display, Formatter};

impl Display for Found {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mismatched = self.report.counts.mismatched;
        let answered = self.asked - self.failed;
        write!(f, "asked {}, answered {answered}, mismatched {mismatched}", self.asked)?;
        writeln!(f, "{}", self.report.counts.remarks())?;
        match self.stopped {
            Some(Stopped::Failings) => {
                writeln!(f, "stopped: {} cases without an answer", self.failed)?
            }
            Some(Stopped::Time) if self.asked < self.wanted => {
                writeln!(
                    f,
                    "stopped: the time was over, {} of {} cases were asked",
                    self.asked, self.wanted
                )?;
            }
            Some(Stopped::Time) | None => {}
        }
        write!(f, "{}", self.report.details())?;
        if let Some(simplest) = &self.simplest {
            write!(f, "\nthe simplest that differs:\n{simplest}")?;
        }
        if !self.failings.is_empty() {
            writeln!(f, "\nwithout an answer:")?;
        }
        for failing in &self.failings {
            write!(f, "{failing}")?;
        }
        let kept = self.failings.len() as u64;
        if self.failed > kept {
            writeln!(f, "{} more are not shown", self.failed - kept)?;
        }
        for complaint in &self.complaints {
            writeln!(f, "the design {complaint}")?;
        }
        Ok(())
    }
}

impl Display for Failing {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "case {}: {}\n  {}", self.number, self.why, self.command)
    }
}

impl Display for Why {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended(how) => write!(f, "the design ended: {how}"),
            Self::Silent(long) => write!(f, "silent for {} s", long.as_secs_f64()),
            Self::Count { asked: 1, answered: 0 } => {
                f.write_str("no answer, and the design went on")
            }
            Self::Count { asked: 1, answered } => {
                write!(f, "{answered} answers to this case alone")
            }
            Self::Count { asked, answered } => {
                write!(f, "{answered} answers to {asked} cases, and nobody knows which is whose")
            }
            Self::Unreadable { line, what } => {
                write!(f, "the answer `{}` cannot be read: {what}", line.escape_debug())
            }
        }
    }
}

impl Display for Complaint {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if self.times > 1 { write!(f, " ({} times)", self.times) } else { Ok(()) }
    }
}
