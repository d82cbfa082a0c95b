//! Whether a generated file is whole: its cases are counted and digested from mark to mark.

use super::counts::Places;
use crate::file::seal::Seal;
use crate::file::{About, Case, Digest, Mark};
use crate::generate::Asked;
use crate::registry::{Options, Plan};
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

/// Cases between marks, or between a mark and an end of the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Stretch {
    digest: Digest,
    /// The plans of its cases in one chunk, each with its first line.
    plans: Vec<(Arc<Plan>, u64)>,
    /// Which of the file's plans are among them.
    seen: Vec<bool>,
    /// Cases that are known to be altered, so that the digest says nothing new.
    pub(super) altered: u64,
    /// Cases without a seal.
    unsealed: Places,
}

impl Stretch {
    #[inline]
    pub(super) fn take(&mut self, case: &Case<'_>, line: u64) {
        self.digest.take(case.question);
        if !self.seen.get(case.number).is_some_and(|seen| *seen) {
            self.see(case, line);
        }
        if case.seal == Seal::None {
            self.unsealed.take(line);
        }
    }

    #[cold]
    fn see(&mut self, case: &Case<'_>, line: u64) {
        let room = self.seen.len().max(case.number + 1);
        self.seen.resize(room, false);
        self.seen[case.number] = true;
        self.plans.push((Arc::clone(case.plan), line));
    }

    /// Takes over what follows so many lines, but the plans.
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// What the first mark says cannot be, or this version does not know it.
    Header(String),
    /// A case is not what the first mark says of all.
    Contradicts(String),
}

impl fmt::Display for Torn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.what.fmt(f)
    }
}

impl fmt::Display for Tear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
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
                let plural = if *cases == 1 { "" } else { "s" };
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
            Tear::Header(why) => f.write_str(why),
            Tear::Contradicts(how) => write!(f, "{how}, as the file's first mark says"),
        }
    }
}

/// Cases that have begun.
#[derive(Clone, Debug)]
struct Begun {
    cases: u64,
    /// What was asked for, and the addresses of its operations, where the mark says so.
    asked: Option<(Asked, HashSet<usize>)>,
    /// Operations and options that are what was asked for.
    fit: HashSet<(usize, Options)>,
}

impl Begun {
    /// What is in a plan that was not asked for.
    fn contradiction(&mut self, plan: &Plan) -> Option<String> {
        let (asked, chosen) = self.asked.as_ref()?;
        let new = self.fit.insert((std::ptr::from_ref(plan.op).addr(), plan.options));
        new.then(|| asked.contradicts(plan, chosen))?
    }
}

/// A file as far as it was read.
#[derive(Clone, Debug, Default)]
pub(super) struct Whole {
    /// What is behind the last mark.
    stretch: Stretch,
    /// Cases that have begun and not ended.
    begun: Option<Begun>,
    /// The first thing that is wrong.
    torn: Option<Torn>,
}

impl Whole {
    /// Takes over a chunk behind so many lines.
    pub(super) fn append(&mut self, all: Vec<(Stretch, Mark, u64)>, last: Stretch, lines: u64) {
        for (stretch, mark, line) in all {
            self.stretch(stretch, lines);
            self.mark(mark, line + lines);
        }
        self.stretch(last, lines);
    }

    fn stretch(&mut self, mut later: Stretch, lines: u64) {
        for (plan, line) in std::mem::take(&mut later.plans) {
            if let Some(how) = self.begun.as_mut().and_then(|begun| begun.contradiction(&plan)) {
                self.tear(line + lines, Tear::Contradicts(how));
            }
        }
        self.stretch.append(later, lines);
    }

    fn mark(&mut self, mark: Mark, line: u64) {
        let stretch = std::mem::take(&mut self.stretch);
        match (self.begun.take(), mark) {
            (None, Mark::Begin(about)) => self.begin(&about, line),
            (Some(_), Mark::Begin(about)) => {
                self.tear(line, Tear::Begun);
                self.begin(&about, line);
            }
            (None, Mark::End(_)) => self.tear(line, Tear::Ended),
            (Some(Begun { cases, .. }), Mark::End(written)) => {
                self.compare(stretch, cases, written, line);
            }
        }
    }

    fn begin(&mut self, about: &About, line: u64) {
        let asked = Asked::of(about).and_then(|asked| {
            asked.map(|asked| asked.chosen().map(|chosen| (asked, chosen))).transpose()
        });
        let asked = asked.unwrap_or_else(|why| {
            self.tear(line, Tear::Header(why));
            None
        });
        self.begun = Some(Begun { cases: about.cases, asked, fit: HashSet::new() });
    }

    /// Compares what ends in this line with what was written.
    fn compare(&mut self, stretch: Stretch, begun: u64, written: Digest, line: u64) {
        let Stretch { digest, altered, unsealed, .. } = stretch;
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
        if let Some(Begun { cases: written, .. }) = self.begun {
            let found = self.stretch.digest.cases;
            self.tear(lines + 1, Tear::Cut { found, written });
        }
        self.torn
    }
}
