//! Which goals the cases of vector files hit.

use super::Model;
use crate::domain::{Domain, DomainError, Within};
use crate::file::chunks::Chunks;
use crate::file::{Case, Error, Fault, Format, Mark, Parser, Stretch, What, Whole};
use crate::registry::{Op, Operations, Options, Plan};
use crate::waive::Waivers;
use std::collections::HashMap;
use std::io::Read;
use std::num::NonZero;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Chunks that wait at a worker or are worked on, for each worker.
const AHEAD: usize = 2;

/// An operation under one choice of options.
type Key = (usize, Options);

/// The goals that were hit, of every operation and choice of options that was seen.
#[derive(Debug, Default)]
pub struct Measure {
    models: Mutex<HashMap<Key, Arc<Model>>>,
    /// The part of the operands that is meant, where it is not all.
    domain: Option<Domain>,
    /// Goals that are accepted without a case.
    waivers: Arc<Waivers>,
    counts: HashMap<Key, Counts>,
    /// What was seen first comes first.
    order: Vec<Key>,
    lines: u64,
}

/// The cases of an operation under one choice of options, and how many of them hit each goal.
#[derive(Debug)]
struct Counts {
    model: Arc<Model>,
    within: Option<Arc<Within>>,
    cases: u64,
    outside: u64,
    hits: Vec<u64>,
}

/// What was hit of a model.
#[derive(Clone, Debug)]
pub struct Covered {
    /// The goals.
    pub model: Arc<Model>,
    /// The cases that there were.
    pub cases: u64,
    /// Cases that lie outside of the domain, which do not count.
    pub outside: u64,
    /// Goals that were not hit, and are accepted.
    pub waived: Vec<usize>,
    /// How many cases hit each goal.
    pub hits: Vec<u64>,
}

/// Which cases count.
#[derive(Clone, Copy)]
struct Only<'a> {
    op: Option<&'static Op>,
    /// All where there are none.
    options: &'a [Options],
}

impl Only<'_> {
    fn takes(self, plan: &Plan) -> bool {
        self.op.is_none_or(|op| std::ptr::eq(op, plan.op))
            && (self.options.is_empty() || self.options.contains(&plan.options))
    }
}

/// A worker's own counts.
#[derive(Default)]
struct Tally {
    counts: Vec<(Key, Counts)>,
    /// The number of a plan in the file -> its place among the counts, from 1; 0 where it has none.
    places: Vec<u32>,
}

/// A worker: chunk k goes to worker k modulo their number.
struct Lane<'s> {
    jobs: Sender<Vec<u8>>,
    done: Receiver<Done>,
    tally: thread::ScopedJoinHandle<'s, Tally>,
}

/// A chunk that was read.
#[derive(Default)]
struct Done {
    buffer: Vec<u8>,
    lines: u64,
    /// What ends with a mark, and the mark with its line.
    stretches: Vec<(Stretch, Mark, u64)>,
    /// What is behind the last mark.
    stretch: Stretch,
    /// The first bad line.
    fault: Option<(u64, Box<Fault>)>,
}

impl Done {
    fn mark(&mut self, mark: Mark) {
        self.stretches.push((std::mem::take(&mut self.stretch), mark, self.lines));
    }
}

impl Measure {
    /// What cases of a domain hit, where goals are accepted.
    #[must_use]
    pub fn of(domain: Option<Domain>, waivers: Arc<Waivers>) -> Self {
        Self { domain, waivers, ..Self::default() }
    }

    /// Reads a file to its end; `progress` hears how many bytes were read. Lines of formats that name no
    /// operation are cases of `op` under the first of `options`; of other formats only cases of `op` and of one
    /// of `options` count, where these are given.
    ///
    /// # Errors
    /// The first bad line, a file that is not whole, or what keeps it from being read.
    pub fn read(
        &mut self,
        input: impl Read,
        format: Format,
        among: &'static Operations,
        (op, options): (Option<&'static Op>, &[Options]),
        threads: usize,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), Error> {
        let only = Only { op, options };
        let plan = op.map(|op| op.plan(options.first().unwrap_or(&Options::NONE)));
        if format.is_bare() && plan.is_none() {
            return Err(Error::NoOperation);
        }
        let mut parser = Parser::new(format, among, plan);
        let mut chunks = Chunks::new(input);
        let Some(mut first) = chunks.next(Vec::new()).map_err(Error::of_io)? else {
            return Err(Error::Empty { right: "a case on every line" });
        };
        let mut lines = 0;
        if parser.has_header() {
            let header = memchr::memchr(b'\n', &first).unwrap_or(first.len());
            parser.header(&first[..header]).map_err(|fault| Error::Line { line: 1, fault })?;
            first.drain(..(header + 1).min(first.len()));
            lines = 1;
        }
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        let count = if threads == 0 { cores() } else { threads };
        let models = self.models();
        let (tallies, failed) = thread::scope(|scope| {
            let mut lanes: Vec<Lane<'_>> =
                (0..count).map(|_| lane(scope, &parser, models, only)).collect();
            let failed = feed(&mut lanes, chunks, first, (&mut lines, Whole::of(among)), progress);
            let tallies: Vec<Tally> = lanes
                .into_iter()
                .filter_map(|lane| {
                    drop((lane.jobs, lane.done));
                    lane.tally.join().ok()
                })
                .collect();
            (tallies, failed)
        });
        failed?;
        self.lines += lines;
        tallies.into_iter().for_each(|tally| self.add(tally));
        Ok(())
    }

    fn add(&mut self, tally: Tally) {
        for (key, own) in tally.counts {
            match self.counts.get_mut(&key) {
                Some(all) => {
                    all.cases += own.cases;
                    all.outside += own.outside;
                    all.hits.iter_mut().zip(&own.hits).for_each(|(all, own)| *all += own);
                }
                None => {
                    self.order.push(key);
                    self.counts.insert(key, own);
                }
            }
        }
    }

    /// Counts a case of a plan; for those who have no file.
    pub fn case(&mut self, plan: &Plan, x: &[u64]) {
        let mut tally = Tally::default();
        let models = self.models();
        // Who has no file has no domain.
        let _ = tally.take(models, 0, plan, x);
        self.add(tally);
    }

    /// Takes what another measured of a plan: its cases, and how many of them hit each goal.
    ///
    /// # Errors
    /// Where the model has another number of goals.
    pub fn join(&mut self, plan: &Plan, cases: u64, hits: Vec<u64>) -> Result<(), String> {
        let mut tally = Tally::default();
        let models = self.models();
        tally.begin(models, 0, plan).map_err(|e| e.to_string())?;
        let own = &mut tally.counts[0].1;
        if own.hits.len() != hits.len() {
            let (found, right) = (hits.len(), own.hits.len());
            return Err(format!("{} has {right} goals, and {found} were counted", plan.op.id));
        }
        (own.cases, own.hits) = (cases, hits);
        self.add(tally);
        Ok(())
    }

    /// What was hit of every operation and choice of options, in the order of the registry.
    ///
    /// ```
    /// use vectors::cover::Measure;
    /// let plan = vectors::operations().find("ieee.f16.sqrt").unwrap().plan(&Default::default());
    /// let mut measure = Measure::default();
    /// measure.case(&plan, &[0x4400]); // of 4
    /// let covered = &measure.covered()[0];
    /// assert_eq!(covered.cases, 1);
    /// assert!(0 < covered.hit() && covered.hit() < covered.reachable());
    /// ```
    #[must_use]
    pub fn covered(&self) -> Vec<Covered> {
        let mut all: Vec<Covered> = self
            .order
            .iter()
            .filter_map(|key| self.counts.get(key))
            .map(|counts| self.one(counts))
            .collect();
        all.sort_by_key(|c| {
            let plan = c.model.plan();
            (plan.op.link.among.place(plan.op), plan.op.id.clone(), plan.options.to_string())
        });
        all
    }
}

impl Measure {
    fn models(&self) -> Models<'_> {
        Models { all: &self.models, domain: self.domain.as_ref() }
    }

    fn one(&self, counts: &Counts) -> Covered {
        let Counts { model, cases, outside, hits, .. } = counts;
        let mut covered = Covered {
            model: model.clone(),
            cases: *cases,
            outside: *outside,
            waived: Vec::new(),
            hits: hits.clone(),
        };
        if !self.waivers.is_empty() {
            let accepted = |goal: &usize| {
                let goal = model.goal(*goal);
                self.waivers.goal(model.plan(), &format!("{} {}", goal.cross, goal.values))
            };
            covered.waived = covered.holes().filter(accepted).collect();
        }
        covered
    }
}

/// The models of all workers, and the domain of their cases.
#[derive(Clone, Copy)]
struct Models<'a> {
    all: &'a Mutex<HashMap<Key, Arc<Model>>>,
    domain: Option<&'a Domain>,
}

/// Hands the chunks to the workers, and takes them back in order.
fn feed(
    lanes: &mut [Lane<'_>],
    mut chunks: Chunks<impl Read>,
    first: Vec<u8>,
    (lines, mut whole): (&mut u64, Whole),
    progress: &mut dyn FnMut(u64),
) -> Result<(), Error> {
    let count = lanes.len();
    let (mut sent, mut done, mut bytes) = (0, 0, 0);
    let mut next = Some(first);
    let mut spare = Vec::new();
    loop {
        while sent - done < AHEAD * count
            && let Some(chunk) = next.take()
        {
            bytes += chunk.len() as u64;
            // A worker that has ended has panicked: joining it tells.
            let _ = lanes[sent % count].jobs.send(chunk);
            sent += 1;
            next = chunks.next(spare.pop().unwrap_or_default()).map_err(Error::of_io)?;
        }
        if done == sent {
            return whole.end(*lines).map_or(Ok(()), |torn| Err(torn.into()));
        }
        let Ok(read) = lanes[done % count].done.recv() else { return Ok(()) };
        done += 1;
        spare.push(read.buffer);
        if let Some((line, fault)) = read.fault {
            return Err(Error::Line { line: *lines + line, fault });
        }
        whole.append(read.stretches, read.stretch, *lines);
        *lines += read.lines;
        progress(bytes);
    }
}

fn lane<'s>(
    scope: &'s thread::Scope<'s, '_>,
    parser: &Parser,
    models: Models<'s>,
    only: Only<'s>,
) -> Lane<'s> {
    let (jobs, inbox) = channel::<Vec<u8>>();
    let (outbox, done) = channel();
    let mut parser = parser.clone();
    let tally = scope.spawn(move || {
        let mut tally = Tally::default();
        for chunk in inbox {
            let done = tally.chunk(&mut parser, models, only, chunk);
            if outbox.send(done).is_err() {
                break;
            }
        }
        tally
    });
    Lane { jobs, done, tally }
}

impl Tally {
    /// The cases of a chunk.
    fn chunk(
        &mut self,
        parser: &mut Parser,
        models: Models<'_>,
        only: Only<'_>,
        chunk: Vec<u8>,
    ) -> Done {
        let (mut start, mut done) = (0, Done::default());
        while start < chunk.len() {
            if let Some((case, length)) = parser.plain(&chunk[start..]) {
                done.lines += 1;
                if let Err(fault) = self.case(models, only, &case, &mut done) {
                    done.fault = Some((done.lines, fault));
                    break;
                }
                start += length;
                continue;
            }
            let end = memchr::memchr(b'\n', &chunk[start..]).map_or(chunk.len(), |n| start + n);
            done.lines += 1;
            if let Err(fault) = self.line(parser, models, only, &chunk[start..end], &mut done) {
                done.fault = Some((done.lines, fault));
                break;
            }
            start = end + 1;
        }
        Done { buffer: chunk, ..done }
    }

    fn line(
        &mut self,
        parser: &mut Parser,
        models: Models<'_>,
        only: Only<'_>,
        line: &[u8],
        done: &mut Done,
    ) -> Result<(), Box<Fault>> {
        if let Some(mark) = parser.mark(line)? {
            done.mark(mark);
            return Ok(());
        }
        if parser.is_remark(line) {
            return Ok(());
        }
        let case = parser.line(line)?;
        if case.is_altered() {
            return Err(What::Altered.whole());
        }
        case.marks.before.iter().for_each(|mark| done.mark(mark.clone()));
        self.case(models, only, &case, done)?;
        case.marks.behind.iter().for_each(|mark| done.mark(mark.clone()));
        Ok(())
    }

    /// A case that was read.
    #[inline]
    fn case(
        &mut self,
        models: Models<'_>,
        only: Only<'_>,
        case: &Case<'_>,
        done: &mut Done,
    ) -> Result<(), Box<Fault>> {
        done.stretch.take(case, done.lines);
        if only.takes(case.plan) {
            let taken = self.take(models, case.number, case.plan, case.x);
            taken.map_err(|e| What::Domain(e).whole())?;
        }
        Ok(())
    }

    #[inline]
    fn take(
        &mut self,
        models: Models<'_>,
        number: usize,
        plan: &Plan,
        x: &[u64],
    ) -> Result<(), DomainError> {
        let place = match self.places.get(number) {
            Some(&place) if place > 0 => place as usize - 1,
            _ => self.begin(models, number, plan)?,
        };
        let Counts { model, within, cases, outside, hits } = &mut self.counts[place].1;
        if within.as_ref().is_some_and(|within| !within.takes(x)) {
            *outside += 1;
            return Ok(());
        }
        *cases += 1;
        let outcome = plan.run(x);
        model.hits(x, outcome.out(), outcome.flag, |goal| hits[goal] += 1);
        Ok(())
    }

    /// The place of a plan that has none yet.
    #[cold]
    fn begin(
        &mut self,
        models: Models<'_>,
        number: usize,
        plan: &Plan,
    ) -> Result<usize, DomainError> {
        let key = (std::ptr::from_ref(plan.op).addr(), plan.options);
        let within = models.domain.map(|domain| domain.of(plan).map(Arc::new)).transpose()?;
        let mut all = models.all.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Arc::new(Model::within(plan, within.clone()));
        let model = all.entry(key).or_insert_with(new).clone();
        if self.places.len() <= number {
            self.places.resize(number + 1, 0);
        }
        let hits = vec![0; model.len()];
        self.counts.push((key, Counts { within, cases: 0, outside: 0, hits, model }));
        self.places[number] = self.counts.len() as u32;
        Ok(self.counts.len() - 1)
    }
}

impl Covered {
    /// The goals that can be reached.
    #[must_use]
    pub fn reachable(&self) -> usize {
        (0..self.model.len()).filter(|goal| self.counts(*goal)).count()
    }

    /// Those of them that were hit.
    #[must_use]
    pub fn hit(&self) -> usize {
        (0..self.model.len()).filter(|goal| self.hits[*goal] > 0).count()
    }

    /// The goals that can be reached and were not.
    pub fn holes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.model.len()).filter(|goal| self.counts(*goal) && self.hits[*goal] == 0)
    }

    /// Whether a goal is one of those that count: that can be reached and is not accepted without a case, or was hit all the same.
    #[must_use]
    pub fn counts(&self, goal: usize) -> bool {
        let reachable = self.model.status(goal) == super::Status::Reachable;
        reachable && self.waived.binary_search(&goal).is_err() || self.hits[goal] > 0
    }
}
