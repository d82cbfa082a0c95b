//! Whether a generated file is whole: its cases are counted and digested from mark to mark.

use super::counts::Places;
use crate::file::seal::Seal;
use crate::file::{Case, Digest, Mark};
use std::fmt;

/// Cases between marks, or between a mark and an end of the file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stretch {
    digest: Digest,
    /// Cases that are known to be altered, so that the digest says nothing new.
    pub(super) altered: u64,
    /// Cases without a seal.
    unsealed: Places,
}

impl Stretch {
    #[inline]
    pub(super) fn take(&mut self, case: &Case<'_>, line: u64) {
        self.digest.take(case.question);
        if case.seal == Seal::None {
            self.unsealed.take(line);
        }
    }

    /// Takes over what follows so many lines.
    fn append(&mut self, later: Self, lines: u64) {
        self.digest += later.digest;
        self.altered += later.altered;
        self.unsealed.append(later.unsealed, lines);
    }
}

/// What is wrong with a generated file as a whole. Displays as what follows `FILE:LINE: `.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// The line where it shows.
    pub line: u64,
    /// What is wrong.
    pub what: Tear,
}

/// What a generated file lacks, or has too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tear {
    /// Lines were lost, or stand twice.
    Cases {
        /// How many there are.
        found: u64,
        /// How many were written.
        written: u64,
    },
    /// As many cases as were written, but others.
    Questions,
    /// Classes without a seal.
    Unsealed {
        /// How many.
        cases: u64,
    },
    /// The file ends before its cases do.
    Cut {
        /// How many there are.
        found: u64,
        /// How many were written.
        written: u64,
    },
    /// Cases begin where others have not ended.
    Begun,
    /// Cases end that have not begun.
    Ended,
}

impl fmt::Display for Torn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what {
            Tear::Cases { found, written } if found < written => {
                let missing = written - found;
                write!(f, "{found} cases, right are the {written} that were written: {missing} ")?;
                f.write_str(if missing == 1 { "is missing" } else { "are missing" })
            }
            Tear::Cases { found, written } => {
                let more = found - written;
                write!(f, "{found} cases, right are the {written} that were written: {more} ")?;
                f.write_str(if more == 1 { "stands" } else { "stand" })?;
                f.write_str(" twice, or came from elsewhere")
            }
            Tear::Questions => f.write_str(
                "as many cases as were written, but others: the digest of what they ask differs, \
                 so lines are missing, and others stand twice or came from elsewhere",
            ),
            Tear::Unsealed { cases } => {
                let plural = if cases == 1 { "" } else { "s" };
                write!(
                    f,
                    "class has no seal, in {cases} case{plural} of a generated file, right is the \
                     class as it was written, or a file without the lines `# assay`"
                )
            }
            Tear::Cut { found, written } => write!(
                f,
                "the file ends after {found} of {written} cases, right is all that was written, \
                 with the last line, `# assay end`"
            ),
            Tear::Begun => f.write_str(
                "cases begin where those before have not ended, right is `# assay end` between",
            ),
            Tear::Ended => f.write_str(
                "cases end that have not begun, right is the line `# assay VERSION cases=N` \
                 before them",
            ),
        }
    }
}

/// A file as far as it was read.
#[derive(Clone, Debug, Default)]
pub(super) struct Whole {
    /// What is behind the last mark.
    stretch: Stretch,
    /// How many cases have begun, and in which line, where they have not ended.
    begun: Option<u64>,
    /// The first thing that is wrong.
    torn: Option<Torn>,
}

impl Whole {
    /// Takes over a chunk behind so many lines.
    pub(super) fn append(&mut self, all: Vec<(Stretch, Mark, u64)>, last: Stretch, lines: u64) {
        for (stretch, mark, line) in all {
            self.stretch.append(stretch, lines);
            self.mark(mark, line + lines);
        }
        self.stretch.append(last, lines);
    }

    fn mark(&mut self, mark: Mark, line: u64) {
        let stretch = std::mem::take(&mut self.stretch);
        match (self.begun, mark) {
            (None, Mark::Begin { cases }) => self.begun = Some(cases),
            (Some(_), Mark::Begin { cases }) => {
                self.tear(line, Tear::Begun);
                self.begun = Some(cases);
            }
            (None, Mark::End(_)) => self.tear(line, Tear::Ended),
            (Some(cases), Mark::End(written)) => {
                self.begun = None;
                self.compare(stretch, cases, written, line);
            }
        }
    }

    /// Compares what ends in this line with what was written.
    fn compare(&mut self, stretch: Stretch, begun: u64, written: Digest, line: u64) {
        let Stretch { digest, altered, unsealed } = stretch;
        let found = digest.cases;
        if let Some(written) = [begun, written.cases].into_iter().find(|n| *n != found) {
            self.tear(line, Tear::Cases { found, written });
        } else if unsealed.count > 0 {
            self.tear(unsealed.first, Tear::Unsealed { cases: unsealed.count });
        } else if digest != written && altered == 0 {
            self.tear(line, Tear::Questions);
        }
    }

    /// The first thing wrong is told.
    fn tear(&mut self, line: u64, what: Tear) {
        self.torn.get_or_insert(Torn { line, what });
    }

    /// What is wrong with the file, which ends here.
    pub(super) fn end(mut self, lines: u64) -> Option<Torn> {
        if let Some(written) = self.begun {
            let found = self.stretch.digest.cases;
            self.tear(lines + 1, Tear::Cut { found, written });
        }
        self.torn
    }
}
