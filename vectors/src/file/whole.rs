//! Whether a generated file is whole: its cases are counted and digested from mark to mark.

use super::seal::Seal;
use super::tear::{Tear, Torn};
use super::{About, Asked, Case, Digest, Error, Fault, Mark, What};
use crate::registry::{Operations, Options, Plan};
use std::collections::HashSet;
use std::sync::Arc;

/// Lines of some kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// How many there are.
    pub count: u64,
    /// The first.
    pub first: u64,
}

impl Places {
    /// One more line, behind all others.
    #[inline]
    pub(crate) fn take(&mut self, line: u64) {
        self.append(Self { count: 1, first: line }, 0);
    }

    /// More of them, behind so many lines.
    #[inline]
    pub(crate) fn append(&mut self, later: Self, lines: u64) {
        if self.count == 0 && later.count > 0 {
            self.first = later.first + lines;
        }
        self.count += later.count;
    }
}

/// Cases between marks, or between a mark and an end of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stretch {
    digest: Digest,
    /// The plans of its cases in one chunk, each with its first line.
    plans: Vec<(Arc<Plan>, u64)>,
    /// Which of the file's plans are among them.
    seen: Vec<bool>,
    /// Cases that are known to be altered, so that the digest says nothing new.
    pub(crate) altered: u64,
    /// Cases without a seal.
    unsealed: Places,
}

impl Stretch {
    #[inline]
    pub(crate) fn take(&mut self, case: &Case<'_>, line: u64) {
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
#[derive(Clone, Debug)]
pub(crate) struct Whole {
    /// The operations that a mark may name.
    among: &'static Operations,
    /// What is behind the last mark.
    stretch: Stretch,
    /// Cases that have begun and not ended.
    begun: Option<Begun>,
    /// The first thing that is wrong.
    torn: Option<Torn>,
    /// Where cases last ended.
    ended: Option<u64>,
}

impl Whole {
    /// Before a file.
    pub(crate) fn of(among: &'static Operations) -> Self {
        Self { among, stretch: Stretch::default(), begun: None, torn: None, ended: None }
    }

    /// Takes over a chunk behind so many lines.
    pub(crate) fn append(&mut self, all: Vec<(Stretch, Mark, u64)>, last: Stretch, lines: u64) {
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
        self.behind(&stretch);
        let before = stretch.digest.cases;
        match (self.begun.take(), mark) {
            (None, Mark::Begin(about)) => {
                if self.ended.is_none() && before > 0 {
                    self.tear(line, Tear::Before { cases: before });
                }
                self.begin(&about, line);
            }
            (Some(_), Mark::Begin(about)) => {
                self.tear(line, Tear::Begun);
                self.begin(&about, line);
            }
            (None, Mark::End(_)) => self.tear(line, Tear::Ended),
            (Some(Begun { cases, .. }), Mark::End(written)) => {
                self.compare(stretch, cases, written, line);
                self.ended = Some(line);
            }
        }
    }

    /// Cases that no mark began, though others ended before them.
    fn behind(&mut self, stretch: &Stretch) {
        let cases = stretch.digest.cases;
        if let Some(line) = self.ended.filter(|_| self.begun.is_none() && cases > 0) {
            self.tear(line + 1, Tear::Behind { cases });
        }
    }

    fn begin(&mut self, about: &About, line: u64) {
        let asked = Asked::of(about).and_then(|asked| {
            asked.map(|asked| asked.chosen(self.among).map(|chosen| (asked, chosen))).transpose()
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
    pub(crate) fn end(mut self, lines: u64) -> Option<Torn> {
        let stretch = std::mem::take(&mut self.stretch);
        self.behind(&stretch);
        self.stretch = stretch;
        if let Some(Begun { cases: written, .. }) = self.begun {
            let found = self.stretch.digest.cases;
            self.tear(lines + 1, Tear::Cut { found, written });
        }
        self.torn
    }
}

/// Watches over a file that is read from its first line to its last.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    whole: Whole,
    stretch: Stretch,
}

impl Watch {
    /// Before a file.
    pub(crate) fn of(among: &'static Operations) -> Self {
        Self { whole: Whole::of(among), stretch: Stretch::default() }
    }

    /// A mark in this line.
    pub(crate) fn mark(&mut self, mark: Mark, line: u64) {
        let stretch = std::mem::take(&mut self.stretch);
        self.whole.append(vec![(stretch, mark, line)], Stretch::default(), 0);
    }

    /// A case in this line.
    ///
    /// # Errors
    /// It was altered.
    pub(crate) fn case(&mut self, case: &Case<'_>, line: u64) -> Result<(), Box<Fault>> {
        if case.is_altered() {
            return Err(What::Altered.whole());
        }
        case.marks.before.iter().for_each(|mark| self.mark(mark.clone(), line));
        self.stretch.take(case, line);
        case.marks.behind.iter().for_each(|mark| self.mark(mark.clone(), line));
        Ok(())
    }

    /// The file ends behind so many lines.
    ///
    /// # Errors
    /// It is not whole.
    pub(crate) fn end(mut self, lines: u64) -> Result<(), Error> {
        let last = std::mem::take(&mut self.stretch);
        self.whole.append(Vec::new(), last, 0);
        self.whole.end(lines).map_or(Ok(()), |torn| Err(torn.into()))
    }
}

impl From<Torn> for Error {
    fn from(Torn { line, what }: Torn) -> Self {
        Self::Line { line, fault: What::Torn(what).whole() }
    }
}
