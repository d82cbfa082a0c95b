//! A set of cases: segments of one operation each, found by the index.

use super::listed::{Kept, Listed, Recipe};
use super::source::Source;
use super::{Error, MOST_BITS, Request, Shapes};
use crate::domain::Within;
use crate::draw::corner::{self, Picks};
use crate::draw::random::Random;
use crate::file::Asked;
use crate::part::{Cover, Shard};
use crate::registry::batch::Batch;
use crate::registry::{Op, Plan};
use std::ops::Range;
use std::sync::Arc;

/// A set of cases.
#[derive(Clone, Debug)]
pub struct Set {
    request: Request,
    segments: Vec<Segment>,
    len: u64,
    columns: usize,
    /// The most elements that the operands of a case have.
    elements: usize,
    /// The number of plans of all segments.
    plans: usize,
    /// The formats of operands and results, where all plans have the same.
    formats: Option<String>,
}

/// Cases that one source gives, from the set's case `start` on.
#[derive(Clone, Debug)]
struct Segment {
    start: u64,
    /// The number of its first plan in the set.
    plan: usize,
    source: Source,
}

impl Set {
    /// The set of a request.
    ///
    /// ```
    /// use vectors::{generate::{Request, Set}, part::Cover};
    /// let op = vectors::operations().find("ieee.f16.sqrt").unwrap();
    /// let set = Set::new(&Request::new(vec![op], Cover::Exhaustive)).unwrap();
    /// assert_eq!((set.len(), set.columns(), set.elements()), (1 << 16, 1, 1));
    /// ```
    ///
    /// # Errors
    /// Where options are not an operation's, or there are too many cases.
    pub fn new(request: &Request) -> Result<Self, Error> {
        let mut set = Self {
            request: request.clone(),
            segments: Vec::new(),
            len: 0,
            columns: 0,
            elements: 0,
            plans: 0,
            formats: None,
        };
        let mut shapes = Shapes::default();
        let kept = Arc::new(Kept::default());
        let covers = request.cover.all().iter();
        let both = covers.flat_map(|cover| request.ops.iter().map(move |op| (*cover, *op)));
        for (cover, op) in both {
            let plans = plans(op, request, cover)?;
            plans.iter().for_each(|plan| shapes.take(plan));
            set.columns = set.columns.max(op.operands.len());
            set.elements = plans.iter().map(Plan::elements).fold(set.elements, usize::max);
            match cover {
                Cover::Corner => {
                    // Choices that were asked for are worth as much as the plainest.
                    let picks: Vec<Picks> = match request.wanted.is_some() {
                        true => {
                            plans.into_iter().flat_map(|plan| corner::picks(vec![plan])).collect()
                        }
                        false => corner::picks(plans),
                    };
                    for picks in picks {
                        let source = match within(request, &picks.plan)? {
                            None => Source::Corner(picks),
                            Some(within) => {
                                let recipe = Recipe::Corner(picks, within);
                                Source::Listed(Listed::new(recipe, set.segments.len(), &kept))
                            }
                        };
                        set.push(source.len(), source, request)?;
                    }
                }
                Cover::Random => {
                    let domains = plans.iter().map(|plan| within(request, plan));
                    let domains = domains.collect::<Result<Vec<_>, Error>>()?;
                    let random = Random::new(op, plans, request.seed);
                    let source = Source::Random(random, domains.into_iter().flatten().collect());
                    set.push(request.count, source, request)?;
                }
                Cover::Model => {
                    for plan in plans {
                        let recipe = Recipe::Model(plan.clone(), within(request, &plan)?);
                        let listed = Listed::new(recipe, set.segments.len(), &kept);
                        set.push(listed.len(), Source::Listed(listed), request)?;
                    }
                }
                Cover::Exhaustive => {
                    let most = if request.wanted.is_some() { plans.len() } else { 1 };
                    for plan in plans.into_iter().take(most) {
                        let within = within(request, &plan)?;
                        let count = combinations(&plan, within.as_deref())?;
                        set.push(count, Source::Exhaustive(plan, within), request)?;
                    }
                }
            }
        }
        set.formats = shapes.formats();
        if *request.cover.all() == [Cover::Model] && set.len == 0 {
            let op = request.ops.first().map_or_else(String::new, |op| op.id.clone());
            return Err(Error::NoModel { op });
        }
        Ok(set)
    }

    /// The request that it is of.
    pub(super) const fn request(&self) -> &Request {
        &self.request
    }

    /// The formats of operands and results, where all cases have the same.
    pub(super) fn formats(&self) -> Option<&str> {
        self.formats.as_deref()
    }

    fn push(&mut self, len: u64, source: Source, request: &Request) -> Result<(), Error> {
        let plans = match &source {
            Source::Random(random, _) => random.plans(),
            Source::Corner(_) | Source::Exhaustive(..) | Source::Listed(_) => 1,
        };
        self.segments.push(Segment { start: self.len, plan: self.plans, source });
        self.plans += plans;
        self.len = self
            .len
            .checked_add(len)
            .ok_or(Error::TooMany { count: request.count, ops: request.ops.len() })?;
        Ok(())
    }

    /// The number of cases.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Whether there are no cases.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cases of a shard.
    #[must_use]
    pub fn shard(&self, shard: Shard) -> Range<u64> {
        shard.range(self.len)
    }

    /// The operand columns of a file that holds the set.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// The elements that room is made for: of the case that has most.
    #[must_use]
    pub const fn elements(&self) -> usize {
        self.elements
    }

    /// The one operation under one choice of options that all cases are of, if there is one.
    #[must_use]
    pub fn single_plan(&self) -> Option<&Plan> {
        let mut plans = self.segments.iter().map(|segment| segment.source.single_plan());
        let first = plans.next()??;
        let is_first =
            |plan: &Plan| std::ptr::eq(plan.op, first.op) && plan.options == first.options;
        plans.all(|plan| plan.is_some_and(is_first)).then_some(first)
    }

    /// Case `index`: its elements into the head of `x`, its plan back; `None` beyond the end.
    ///
    /// # Panics
    /// Where `x` has no room for them: [`Set::elements`] are enough.
    #[must_use]
    #[inline]
    pub fn case(&self, index: u64, x: &mut [u64]) -> Option<&Plan> {
        let (_, source, cases) = self.run(index..self.len.min(index.saturating_add(1)))?;
        let (_, plan) = source.plan(cases.start);
        source.draw(cases, &mut x[..plan.elements()]);
        Some(plan)
    }

    /// Draws the cases of a range.
    pub(super) fn draw<'s>(&'s self, mut range: Range<u64>, batch: &mut Batch<&'s Plan>) {
        while let Some((first, source, cases)) = self.run(range.clone()) {
            let count = cases.end - cases.start;
            let (number, plan) = source.plan(cases.start);
            let x = batch.room(first + number, || plan, count as usize);
            source.draw(cases, x);
            range.start += count;
        }
    }

    /// The first cases of a range that are of one plan: the number of their source's first plan, the source, and which
    /// they are there.
    #[inline]
    fn run(&self, range: Range<u64>) -> Option<(usize, &Source, Range<u64>)> {
        let end = range.end.min(self.len);
        if range.start >= end {
            return None;
        }
        let at = self.segments.partition_point(|s| s.start <= range.start).checked_sub(1)?;
        let Segment { start, plan, source } = &self.segments[at];
        let end = self.segments.get(at + 1).map_or(end, |next| next.start.min(end));
        Some((*plan, source, source.run(range.start - start..end - start)))
    }

    /// Calls `visit` with every case of a range: its plan and elements.
    ///
    /// ```
    /// use vectors::{generate::{Request, Set}, part::Cover};
    /// let op = vectors::operations().find("ieee.f16.sqrt").unwrap();
    /// let set = Set::new(&Request::new(vec![op], Cover::Exhaustive)).unwrap();
    /// let mut roots = Vec::new();
    /// set.for_each(0x4400..0x4402, |plan, x| roots.push((x[0], plan.run(x).out()[0])));
    /// assert_eq!(roots, [(0x4400, 0x4000), (0x4401, 0x4000)]); // of 4 and 4.00390625: 2
    /// ```
    pub fn for_each(&self, range: Range<u64>, mut visit: impl FnMut(&Plan, &[u64])) {
        let mut x = vec![0; self.elements];
        for index in range {
            if let Some(plan) = self.case(index, &mut x) {
                visit(plan, &x[..plan.elements()]);
            }
        }
    }

    /// What a file of a shard says of it.
    #[must_use]
    pub fn asked(&self, shard: Shard) -> Asked {
        let Request { ref cover, count, seed, .. } = *self.request();
        Asked {
            ops: self.request().names.clone(),
            options: match &self.request().wanted {
                Some(wanted) => Some(wanted.to_string()),
                None => self.request().options.map(|options| options.to_string()),
            },
            cover: cover.clone(),
            drawn: cover.draws().then_some((count, seed)),
            domain: self.request().domain.as_ref().map(ToString::to_string),
            shard,
            set: self.len(),
            formats: self.formats().map(str::to_owned),
        }
    }
}

/// The operation under the fixed options, or under every choice (for models, of rounding), the plainest
/// first.
fn plans(op: &'static Op, request: &Request, cover: Cover) -> Result<Vec<Plan>, Error> {
    let sets = match request.options {
        None if request.wanted.is_some() => {
            let wanted = request.wanted.clone().unwrap_or_default();
            wanted.of(op).map_err(Error::Wanted)?
        }
        None if cover == Cover::Model => op.roundings(),
        None => op.option_sets(),
        Some(options) if op.takes(&options) => vec![options],
        Some(options) => {
            let (op, options) = (op.id.clone(), options.to_string());
            return Err(Error::Options { op, options });
        }
    };
    Ok(sets.iter().map(|options| op.plan(options)).collect())
}

/// The domain of a plan, in which each operand has some code.
fn within(request: &Request, plan: &Plan) -> Result<Option<Arc<Within>>, Error> {
    let Some(domain) = &request.domain else { return Ok(None) };
    let within = domain.of(plan)?;
    within.codes()?;
    Ok(Some(Arc::new(within)))
}

/// The number of combinations of a plan's operand codes, of those of its domain.
fn combinations(plan: &Plan, within: Option<&Within>) -> Result<u64, Error> {
    let allowed = within.filter(|_| !plan.is_wide()).map(Within::codes).transpose()?;
    let counted = allowed
        .map(|codes| codes.iter().fold(1_u128, |all, spans| all.saturating_mul(spans.count())));
    if let Some(count) = counted.filter(|count| *count <= 1 << MOST_BITS) {
        return Ok(count as u64);
    }
    // In a domain that is too large, too.
    let least = counted.map_or(0, |count| count.ilog2() + 1);
    match plan.input_bits() {
        bits @ 0..=MOST_BITS if counted.is_none() => Ok(1 << bits),
        bits => {
            let bits = if counted.is_some() { least } else { bits };
            let options = plan.options.to_string();
            let options = (!options.is_empty()).then_some(options);
            Err(Error::TooWide { op: plan.op.id.clone(), options, bits })
        }
    }
}
