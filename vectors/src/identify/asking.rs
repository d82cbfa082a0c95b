//! Questions to a design, or to what was recorded of one.

use super::questions::Questions;
use super::search::Search;
use super::space::{Asked, Judge};
use super::{Identified, Inconsistent, Source};
use crate::diff::{Answer, Reader};
use crate::domain::{Domain, DomainError, Within};
use crate::draw::rng::Rng;
use crate::registry::Plan;
use std::collections::{HashMap, HashSet};
use std::time::Instant;

/// So many cases without an answer end the questions.
const MOST_FAILED: u64 = 100;

/// Recorded cases that are looked at together.
const CHUNK: usize = 64;

/// Cases that are asked a second time.
const AGAIN: usize = 1024;

/// Who is asked, and what came of it.
pub(super) struct Asking<'a> {
    source: Source<'a>,
    plan: Plan,
    reader: Reader,
    progress: &'a mut dyn FnMut(u64),
    asked: u64,
    failed: u64,
    why: Option<String>,
    until: Option<Instant>,
    over: bool,
    /// The part of the operands that is meant, and what puts questions there.
    within: Option<(Within, Rng)>,
}

impl<'a> Asking<'a> {
    pub(super) fn new(source: Source<'a>, plan: &Plan, progress: &'a mut dyn FnMut(u64)) -> Self {
        let (plan, reader) = (plan.clone(), Reader::new(plan));
        let (until, over) = (None, false);
        let within = None;
        Self { source, plan, reader, progress, asked: 0, failed: 0, why: None, until, over, within }
    }

    /// The same of cases of a domain.
    pub(super) fn within(mut self, domain: Option<&Domain>) -> Result<Self, DomainError> {
        let Some(domain) = domain else { return Ok(self) };
        let within = domain.of(&self.plan)?;
        within.codes()?;
        if let Source::Recorded(all) = &mut self.source {
            all.retain(|one| within.takes(&one.x));
        }
        Ok(Self { within: Some((within, Rng::new(0, 0))), ..self })
    }

    /// Whether a case lies in the domain.
    pub(super) fn takes(&self, x: &[u64]) -> bool {
        self.within.as_ref().is_none_or(|(own, _)| own.takes(x))
    }

    /// Questions of the domain in the place of others.
    fn fit(&mut self, cases: &mut [Vec<u64>]) {
        if let Some((within, rng)) = &mut self.within {
            cases.iter_mut().for_each(|x| within.fit(rng, x));
        }
    }

    /// The same with an end of the time.
    pub(super) fn until(mut self, until: Option<Instant>) -> Self {
        if let Source::Design(design) = &mut self.source {
            design.begin(0, until);
        }
        Self { until, ..self }
    }

    /// About so many cases will be asked.
    pub(super) fn expect(&mut self, cases: u64) {
        if let Source::Design(design) = &mut self.source {
            design.begin(cases, self.until);
        }
    }

    /// Narrows a search down; of the answers those count that are `usable`. Whether it came to its end.
    pub(super) fn search(
        &mut self,
        search: &mut Search<'_>,
        questions: &mut dyn Questions,
        usable: &dyn Fn(&Asked) -> bool,
    ) -> bool {
        if let Source::Recorded(all) = &self.source {
            self.asked = all.len() as u64;
            let all: Vec<Asked> = all.iter().filter(|one| usable(one)).cloned().collect();
            for some in all.chunks(CHUNK) {
                search.take(some.to_vec());
                (self.progress)(search.left.len() as u64);
            }
            return true;
        }
        let mut fit = self.within.clone();
        let mut more = |count| {
            let mut cases = questions.more(count);
            if let Some((within, rng)) = &mut fit {
                cases.iter_mut().for_each(|x| within.fit(rng, x));
            }
            cases
        };
        search.run(&mut more, &mut |cases, left| {
            (self.progress)(left);
            let mut asked = self.ask(cases)?;
            asked.retain(|one| usable(one));
            Some(asked)
        })
    }

    /// Whether there is no design to ask.
    pub(super) const fn is_recorded(&self) -> bool {
        matches!(self.source, Source::Recorded(_))
    }

    /// The answers to cases, those that were recorded where there is no design; and whether all could be asked.
    pub(super) fn hold(&mut self, cases: impl Iterator<Item = Vec<u64>>) -> (Vec<Asked>, bool) {
        let batch = match &self.source {
            Source::Recorded(all) => return (all.clone(), true),
            Source::Design(design) => design.batch(),
        };
        let mut all = Vec::new();
        let mut cases = cases.peekable();
        while cases.peek().is_some() {
            let mut some: Vec<Vec<u64>> = cases.by_ref().take(batch).collect();
            self.fit(&mut some);
            match self.ask(&some) {
                Some(asked) => all.extend(asked),
                None => return (all, false),
            }
        }
        (all, true)
    }

    /// Whether the same questions have the same answers: some of the cases are asked a second time, the latest first; of what
    /// was recorded, those that stand there twice are compared.
    pub(super) fn again(&mut self, asked: &[Asked], judge: &Judge) -> Option<Inconsistent> {
        let mut first: HashMap<&[u64], &Asked> = HashMap::new();
        let mut pairs: Vec<(Asked, Asked)> = Vec::new();
        for one in asked {
            let other = *first.entry(&one.x).or_insert(one);
            if !judge.again(one, other) {
                pairs.push((other.clone(), one.clone()));
            }
        }
        let step = asked.len().div_ceil(AGAIN).max(1);
        let some: Vec<&Asked> = asked.iter().rev().step_by(step).collect();
        let cases: Vec<Vec<u64>> = some.iter().map(|one| one.x.clone()).collect();
        if matches!(self.source, Source::Design(_)) {
            let second = self.ask(&cases).unwrap_or_default();
            for one in second {
                if let Some(other) = first.get(&one.x[..]).filter(|other| !judge.again(&one, other))
                {
                    pairs.push(((*other).clone(), one));
                }
            }
        }
        let count = pairs.iter().map(|(one, _)| &one.x).collect::<HashSet<_>>().len() as u64;
        pairs.into_iter().next().map(|(first, second)| Inconsistent { count, first, second })
    }

    /// The answers to questions; nothing where too many have none.
    pub(super) fn ask(&mut self, cases: &[Vec<u64>]) -> Option<Vec<Asked>> {
        // What answers nothing any more is not asked on and on.
        if self.failed >= MOST_FAILED {
            return None;
        }
        self.over |= self.until.is_some_and(|until| Instant::now() >= until);
        if self.over {
            return None;
        }
        let cases: Vec<Vec<u64>> = cases.iter().filter(|x| self.takes(x)).cloned().collect();
        let Source::Design(design) = &mut self.source else { return None };
        let answers = design.ask(&self.plan, &cases.concat());
        let mut all = Vec::with_capacity(cases.len());
        for (x, answer) in cases.iter().zip(answers) {
            self.asked += u64::from(answer != Answer::Unasked);
            let why = match answer {
                Answer::Unasked => {
                    self.over = true;
                    break;
                }
                Answer::Line(line) => {
                    match self.reader.answer(&self.plan.texts(x).join(" "), &line) {
                        Ok((out, flag)) => {
                            all.push(Asked { x: x.clone(), out, flag });
                            continue;
                        }
                        Err(why) => why.to_string(),
                    }
                }
                Answer::Ended(how) => format!("the design ended: {how}"),
                Answer::Silent(long) => format!("no answer within {} s", long.as_secs_f64()),
                Answer::Count { asked, answered } => format!("{answered} answers to {asked} cases"),
            };
            self.failed += 1;
            self.why.get_or_insert(why);
        }
        (self.failed < MOST_FAILED).then_some(all)
    }

    /// What was found, with what became of the questions.
    pub(super) fn told(self, found: Identified) -> Identified {
        let over = || self.until.is_some_and(|until| Instant::now() >= until);
        let over = self.over || !found.complete && over();
        let Self { asked, failed, why, .. } = self;
        Identified { asked, failed, why, over, ..found }
    }
}
