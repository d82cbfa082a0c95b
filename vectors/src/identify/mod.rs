//! Which datapath a design is: candidates, and the questions that tell them apart.
//!
//! Of any operation the candidates are its options (rounding direction, tininess, flushing, NaN rule) with every
//! combination of answers to what a machine's documents leave open, and of what rounds once other structures: unfused, ties
//! elsewhere, bits without a sticky one. Of a sum (`sum.*`) they are structures, what
//! products keep, to which place terms are cut and how, which terms meet, where sums are rounded, and then, of
//! the structures that are left, the rules for zeros, infinities, NaN, subnormal numbers, overflow and flags.
//!
//! What is left of them is then held against the corner set, the model set and many random cases, and some cases are asked
//! a second time: [`Identified::is_named`] says whether a name may be trusted.
//!
//! ```
//! use vectors::diff::{Answer, Design};
//! use vectors::identify::{Settings, Source, identify};
//! use vectors::registry::{Options, Plan};
//!
//! /// Adds as the model does, toward zero.
//! struct Truncating(Plan);
//!
//! impl Design for Truncating {
//!     fn ask(&mut self, _: &Plan, cases: &[u64]) -> Vec<Answer> {
//!         let line = |x| Answer::Line(format!("{:04x}", self.0.run(x).out()[0]));
//!         cases.chunks(2).map(line).collect()
//!     }
//! }
//!
//! let op = vectors::operations().find("ieee.f16.add").unwrap();
//! let mut design = Truncating(op.plan(&op.parse_options(["rm=rtz"]).unwrap()));
//! let found = identify(op, &Settings::default(), Source::Design(&mut design), &mut |_| {}).unwrap();
//! assert_eq!(found.left[0].to_string(), "ieee.f16.add rm=rtz");
//! ```

mod asking;
mod held;
mod members;
mod questions;
mod rules;
mod search;
mod space;
mod specials;
mod structures;

pub use space::{Asked, Name};

use crate::cover::MODELLED;
use crate::diff::Design;
use crate::domain::{Domain, DomainError};
use crate::generate::Set;
use crate::registry::{Op, OptionError, Plan, Wanted, split};
use asking::Asking;
use members::Members;
use questions::{Both, Cases, Finite, Questions, Special};
use search::Search;
use space::{Judge, Space};
use specials::Specials;
use std::collections::HashSet;
use std::time::Instant;
use structures::Structures;

/// Structures that are asked for their special rules.
pub const KEPT: usize = 6;

/// So many times structures are asked for their special rules.
const TURNS: usize = 16;

/// The most names that are given.
const NAMED: usize = 64;

/// Cases that refute the nearest are made simpler in at most so many rounds.
const SIMPLER: usize = 60;

/// Who answers.
pub enum Source<'a> {
    /// A design, which is asked what tells most.
    Design(&'a mut dyn Design),
    /// What was recorded of one.
    Recorded(Vec<Asked>),
}

/// How to find out.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Options that are known, each to be one of some values.
    pub fixed: Wanted,
    /// The seed of the questions.
    pub seed: u64,
    /// How many random cases the candidates that are left are held against, beside the corner and the model set.
    pub random: u64,
    /// Whether any quiet NaN is right where NaN is.
    pub any_nan: bool,
    /// A family whose operations are the candidates, where they ask and answer alike.
    pub family: Option<String>,
    /// The part of the operands that is meant, where it is not all.
    pub domain: Option<Domain>,
    /// Nothing is asked after this time, and what is computed ends soon.
    pub until: Option<Instant>,
}

impl Default for Settings {
    fn default() -> Self {
        let (fixed, family, domain) = (Wanted::default(), None, None);
        Self { fixed, seed: 0, random: 100_000, any_nan: false, family, domain, until: None }
    }
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Identified {
    /// Candidates in all. Of a sum: structures times special rules.
    pub candidates: u64,
    /// The candidates that are left, the simplest first; no question told them apart.
    pub left: Vec<Name>,
    /// How many are left, named or not.
    pub count: u64,
    /// Of these, how many were too many to be held against all cases.
    pub unheld: u64,
    /// Of a sum: the structures that finite numbers did not tell apart. The simplest [`KEPT`] were asked for their
    /// special rules.
    pub structures: u64,
    /// Cases that the candidates were held against.
    pub held: u64,
    /// Where none is left: the candidate that agrees with most of the cases.
    pub nearest: Option<Nearest>,
    /// Where the design answered the same case in two ways.
    pub inconsistent: Option<Inconsistent>,
    /// Cases asked.
    pub asked: u64,
    /// Cases without an answer, and the first reason.
    pub failed: u64,
    /// Why the first of them has none.
    pub why: Option<String>,
    /// Cases that leave no other candidate, few of them.
    pub proof: Vec<Asked>,
    /// Of results that were recorded: cases that would tell the candidates apart that are left, the best first.
    pub next: Vec<Vec<u64>>,
    /// Whether the questions came to their end.
    pub complete: bool,
    /// Whether the time was over before they did.
    pub over: bool,
}

impl Identified {
    /// The same, with a proof before its own.
    fn behind(mut self, mut proof: Vec<Asked>) -> Self {
        for one in std::mem::take(&mut self.proof) {
            if !proof.contains(&one) {
                proof.push(one);
            }
        }
        Self { proof, ..self }
    }

    /// Whether the design is one of the candidates that are left: it answered every case, the same case always alike, and all that are left
    /// were held against all cases.
    #[must_use]
    pub fn is_named(&self) -> bool {
        self.fits() && self.unheld == 0
    }

    /// Whether the same holds but that some that are left were not held against all cases, so that nothing is decided.
    #[must_use]
    pub fn is_inconclusive(&self) -> bool {
        self.fits() && self.unheld > 0
            || self.over && self.count > 0 && self.inconsistent.is_none() && self.failed == 0
    }

    fn fits(&self) -> bool {
        let answered =
            self.complete && !self.over && self.failed == 0 && self.inconsistent.is_none();
        !self.left.is_empty() && answered && self.next.is_empty()
    }
}

/// A candidate that is not the design, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// What it is.
    pub name: Name,
    /// The cases with which it agrees, of so many.
    pub agrees: (u64, u64),
    /// Those with whose results it agrees.
    pub results: u64,
    /// The smallest cases that refute it.
    pub refuted: Vec<Refuted>,
}

/// A case that refutes a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The case, and the design's answer.
    pub asked: Asked,
    /// The candidate's results.
    pub out: Vec<u64>,
    /// Its flags, where it has any.
    pub flag: Option<u8>,
}

/// The same case with two answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inconsistent {
    /// How many such cases there are.
    pub count: u64,
    /// One of them.
    pub first: Asked,
    /// The same, asked again.
    pub second: Asked,
}

/// Why nothing is asked.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unasked {
    /// Options that the operation does not take.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// A domain that the operation does not have.
    #[error(transparent)]
    Domain(#[from] DomainError),
    /// An operation on codes of several words, which candidates are not made of.
    #[error(
        "{0} is on numbers of more than 64 bits: there are no candidates\n  right: an operation on at most 64 bits"
    )]
    Wide(String),
}

/// Finds the candidates that a design may be. `progress` is told how many candidates are left.
///
/// ```
/// use vectors::identify::{identify, Asked, Settings, Source};
/// let op = vectors::operations().find("ieee.f16.add").unwrap();
/// // 1 + 2^-11, a tie, was rounded up.
/// let up = Asked { x: vec![0x3c00, 0x1000], out: vec![0x3c01], flag: None };
/// let found = identify(op, &Settings::default(), Source::Recorded(vec![up]), &mut |_| {})?;
/// assert!(0 < found.count && found.count < found.candidates);
/// # Ok::<(), vectors::identify::Unasked>(())
/// ```
///
/// # Errors
/// [`Unasked`]
pub fn identify<'a>(
    op: &'static Op,
    settings: &Settings,
    source: Source<'a>,
    progress: &'a mut dyn FnMut(u64),
) -> Result<Identified, Unasked> {
    let base = op.plan(&settings.fixed.of(op)?[0]);
    if base.is_wide() {
        return Err(Unasked::Wide(op.id.clone()));
    }
    let judge = Judge::new(&base, settings.any_nan).until(settings.until);
    let mut asking = Asking::new(source, &base, progress)
        .until(settings.until)
        .within(settings.domain.as_ref())?;
    let mut inquiry = Inquiry { op, base, settings, judge, asking: &mut asking };
    let found = match MODELLED.of(op).sum() {
        _ if settings.family.is_some() => inquiry.members(),
        Some(own) if settings.fixed.is_empty() => inquiry.sum(&Structures::new(&own)),
        _ => {
            let space = rules::Rules::new(op, &inquiry.base, &settings.fixed, settings.any_nan);
            inquiry.one(&space)
        }
    };
    Ok(asking.told(found))
}

/// What is asked about.
struct Inquiry<'a, 'b> {
    op: &'static Op,
    base: Plan,
    settings: &'a Settings,
    judge: Judge,
    asking: &'a mut Asking<'b>,
}

impl Inquiry<'_, '_> {
    /// A family whose questions are of one kind.
    fn one(&mut self, space: &dyn Space) -> Identified {
        let mut questions = Cases::new(self.op, &self.base, self.settings.seed);
        self.asked(space, &mut questions)
    }

    /// The operations of a family.
    fn members(&mut self) -> Identified {
        let space = Members::new(self.settings.family.as_deref().unwrap_or_default(), &self.base);
        let seed = self.settings.seed;
        let cases = Cases::new(self.op, &self.base, seed);
        match MODELLED.of(self.op).terms(&self.base) {
            Some(_) => {
                let mut both = Both { cases, finite: Finite::new(&self.base, seed), turn: 0 };
                self.asked(&space, &mut both)
            }
            None => self.asked(&space, &mut { cases }),
        }
    }

    /// What is left of a space when there is nothing more to ask.
    fn asked(&mut self, space: &dyn Space, questions: &mut dyn Questions) -> Identified {
        let mut search = Search::new(space, self.judge.clone());
        let complete = self.asking.search(&mut search, questions, &|_| true);
        let (cases, all) = if complete { self.cases() } else { (Vec::new(), false) };
        let next = self.next(&search, questions);
        let found = self.held(search, &cases, &cases);
        Identified { candidates: u64::from(space.len()), complete: all, next, ..found }
    }

    /// Cases that would tell apart what is left. A file of few cases names nothing while others fit it; a design was asked them.
    fn next(&self, search: &Search<'_>, questions: &mut dyn Questions) -> Vec<Vec<u64>> {
        if !self.asking.is_recorded() {
            return Vec::new();
        }
        let mut next = search.next(questions);
        next.retain(|x| self.asking.takes(x));
        next
    }

    /// A sum: first its structure, by finite numbers, then its special rules.
    fn sum(&mut self, structures: &Structures) -> Identified {
        let judge = self.judge.without_flags();
        let mut search = Search::new(structures, judge.clone());
        let format = self.base.result().format;
        let base = self.base.clone();
        let usual = |one: &Asked| is_usual(&format, one, &base);
        let mut questions = Finite::new(&self.base, self.settings.seed);
        let complete = self.asking.search(&mut search, &mut questions, &usual);
        let (cases, all) = if complete { self.cases() } else { (Vec::new(), false) };
        let finite = cases.iter().filter(|one| usual(one) && has_normal_sums(&self.base, &one.x));
        let finite: Vec<Asked> = finite.cloned().collect();
        let candidates = u64::from(structures.len());
        let mut remaining = search.left.clone();
        let mut none = None;
        for _ in 0..TURNS {
            let held = held::hold(structures, &remaining, &finite, &judge);
            if held.left.is_empty() || !all {
                break;
            }
            let left = held.left.len() as u64 + held.unheld;
            search.asked.extend(held.against);
            let mut kept = held.left;
            kept.sort_by_cached_key(|&candidate| structures.name(candidate).weight());
            kept.truncate(KEPT);
            let proof = held::small(structures, &search.asked, &search.left, &judge);
            let found = self.special(structures, &kept, &cases);
            let is_none = found.left.is_empty() && found.complete;
            let found = Identified { structures: left, ..found.behind(proof) };
            if !is_none {
                return found;
            }
            // Special cases refute these: others that finite numbers do not tell from them have their turn.
            none.get_or_insert(found);
            remaining.retain(|candidate| !kept.contains(candidate));
        }
        none.unwrap_or_else(|| {
            let found = self.held(search, &finite, &cases);
            Identified { candidates, complete: all, ..found }
        })
    }

    /// The special rules of a few structures.
    fn special(&mut self, structures: &Structures, kept: &[u32], cases: &[Asked]) -> Identified {
        let special = Specials::new(kept.iter().map(|&c| structures.of(c)).collect());
        let rules = u64::from(special.len()) / kept.len().max(1) as u64;
        let mut search = Search::new(&special, self.judge.clone());
        let mut questions = Special::new(&self.base, self.settings.seed);
        let complete = self.asking.search(&mut search, &mut questions, &|_| true);
        let next = self.next(&search, &mut questions);
        let found = self.held(search, cases, cases);
        Identified { candidates: u64::from(structures.len()) * rules, complete, next, ..found }
    }

    /// The cases that candidates are held against, and whether the design was asked all of them.
    fn cases(&mut self) -> (Vec<Asked>, bool) {
        let Settings { seed, random, .. } = *self.settings;
        let sets = held::sets(self.op, &self.base, seed, random);
        self.asking.expect(sets.iter().map(Set::len).sum());
        self.asking.hold(held::cases(&sets, self.base.elements()))
    }

    /// Holds what a search left against cases, and says what is left of it, or what comes nearest; all cases that were asked
    /// are looked at for two answers to one.
    fn held(&mut self, mut search: Search<'_>, cases: &[Asked], all: &[Asked]) -> Identified {
        let (space, judge) = (search.space, search.judge.clone());
        let held = held::hold(space, &search.left, cases, &judge);
        if held.left.is_empty() && !search.left.is_empty() {
            search.last = std::mem::take(&mut search.left);
        }
        search.asked.extend(held.against.iter().cloned());
        let mut known: Vec<Asked> = search.asked.iter().chain(cases).cloned().collect();
        let mut seen = HashSet::new();
        known.retain(|one| seen.insert((one.x.clone(), one.out.clone(), one.flag)));
        let nearest = if held.left.is_empty() { self.nearest(&search, &known) } else { None };
        let mut again = all.to_vec();
        again.extend(search.asked.iter().cloned());
        again.extend(nearest.iter().flat_map(|n| n.refuted.iter().map(|r| r.asked.clone())));
        let inconsistent = self.asking.again(&again, &self.judge);
        let proof = held::small(space, &search.asked, &held.left, &judge);
        let (left, count) = names(space, &held.left);
        let count = count + held.unheld;
        let (unheld, held) = (held.unheld, cases.len() as u64);
        Identified {
            left,
            count,
            unheld,
            held,
            nearest,
            inconsistent,
            proof,
            ..Identified::default()
        }
    }

    /// The candidate that agrees with most cases, with the smallest that refute it.
    fn nearest(&mut self, search: &Search<'_>, known: &[Asked]) -> Option<Nearest> {
        let (space, judge) = (search.space, &search.judge);
        let (candidate, (results, agrees)) = held::nearest(space, &search.last, known, judge)?;
        let mut refuted = held::refuting(space, candidate, &self.base, known, judge);
        for _ in 0..SIMPLER {
            if self.judge.is_over() {
                break;
            }
            let Some(smallest) = refuted.first() else { break };
            let forms = crate::diff::forms(&self.base, &smallest.asked.x);
            let asked = self.asking.ask(&forms).unwrap_or_default();
            let simpler = held::refuting(space, candidate, &self.base, &asked, judge);
            if simpler.is_empty() {
                break;
            }
            refuted.splice(0..0, simpler.into_iter().take(1));
            refuted.truncate(3);
        }
        let name = space.name(candidate);
        Some(Nearest { name, agrees: (agrees, known.len() as u64), results, refuted })
    }
}

/// Whether a case has a normal result, and no operand that special rules speak of.
fn is_usual(format: &softfloat::Format, one: &Asked, base: &Plan) -> bool {
    let normal = |f: &softfloat::Format, code: u64| {
        f.exponent_field(code).is_none_or(|field| 0 < field && field < f.top())
    };
    let zero = |f: &softfloat::Format, code: u64| code << (64 - f.width) << u32::from(f.sign) == 0;
    let operands = split(&base.operands, &one.x).all(|(shape, own)| {
        own.iter().all(|&code| normal(&shape.format, code) || zero(&shape.format, code))
    });
    operands && one.out.iter().all(|&code| normal(format, code))
}

/// Whether no sum of some terms can be subnormal, however they meet: the last place of each term lies in the normal range. Else
/// rules for subnormal numbers show in partial sums, though operands and result are normal.
fn has_normal_sums(base: &Plan, x: &[u64]) -> bool {
    let least = 1 - base.result().format.bias;
    // The exponent of an element's last place; nothing of a zero.
    let last = |f: &softfloat::Format, code: u64| {
        let field = f.exponent_field(code).unwrap_or(0);
        (code << (64 - f.width) << u32::from(f.sign) != 0)
            .then(|| field.max(1) - f.bias - f.man_bits as i32)
    };
    let operands: Vec<(&softfloat::Format, &[u64])> =
        split(&base.operands, x).map(|(shape, own)| (&shape.format, own)).collect();
    let normal = |(f, own): &(&softfloat::Format, &[u64])| {
        own.iter().all(|&code| last(f, code).is_none_or(|at| at >= least))
    };
    match &operands[..] {
        [a, b, others @ ..] if a.1.len() == b.1.len() && a.1.len() > 1 => {
            let mut products = a.1.iter().zip(b.1);
            let product = |(&x, &y): (&u64, &u64)| Some(last(a.0, x)? + last(b.0, y)?);
            products.all(|pair| product(pair).is_none_or(|at| at >= least))
                && others.iter().all(normal)
        }
        all => all.iter().all(normal),
    }
}

/// The names of candidates, the simplest first, and how many there are.
fn names(space: &dyn Space, all: &[u32]) -> (Vec<Name>, u64) {
    let named = all.iter().map(|&candidate| space.name(candidate));
    let mut names: Vec<(_, String, Name)> =
        named.map(|name| (name.weight(), name.to_string(), name)).collect();
    names.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    names.dedup_by(|a, b| a.1 == b.1);
    if names.first().is_some_and(|(_, _, name)| name.instead.is_none()) {
        // No case tells other structures from the operation's own: what they do otherwise does not show here.
        names.retain(|(_, _, name)| name.instead.is_none());
    }
    let count = names.len() as u64;
    names.truncate(NAMED);
    (names.into_iter().map(|(_, _, name)| name).collect(), count)
}
