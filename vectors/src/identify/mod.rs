//! Which datapath a design is: candidates, and the questions that tell them apart.
//!
//! Of any operation the candidates are its options (rounding direction, tininess, flushing, NaN rule) with every
//! combination of answers to what a machine's documents leave open. Of a sum (`sum.*`) they are structures, what
//! products keep, to which place terms are cut and how, which terms meet, where sums are rounded, and then, of
//! the structures that are left, the rules for zeros, infinities, NaN, subnormal numbers, overflow and flags.
//!
//! ```
//! use vectors::diff::{Answer, Design};
//! use vectors::identify::{Source, identify};
//! use vectors::registry::{self, Options, Plan};
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
//! let op = registry::find("ieee.f16.add").unwrap();
//! let mut design = Truncating(op.plan(&op.parse_options(["rm=rtz"]).unwrap()));
//! let found = identify(op, &[], Source::Design(&mut design), 0, &mut |_| {}).unwrap();
//! assert_eq!(found.left[0].to_string(), "ieee.f16.add rm=rtz");
//! ```

mod asking;
mod file;
mod proof;
mod questions;
mod rules;
mod search;
mod space;
mod specials;
mod structures;

pub use space::{Asked, Name};

use crate::diff::Design;
use crate::registry::{Op, OptionError, Plan};
use asking::Asking;
use questions::{Cases, Finite, Questions, Special};
use search::Search;
use space::Space;
use specials::Specials;
use structures::Structures;

/// Structures that are asked for their special rules.
pub const KEPT: usize = 6;

/// The most names that are given.
const NAMED: usize = 64;

/// Who answers.
pub enum Source<'a> {
    /// A design, which is asked what tells most.
    Design(&'a mut dyn Design),
    /// What was recorded of one.
    Recorded(Vec<Asked>),
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
    /// Of a sum: the structures that finite numbers did not tell apart. The simplest [`KEPT`] were asked for their
    /// special rules.
    pub structures: u64,
    /// Where none is left: those that went last, and the case that excluded them.
    pub last: Vec<Name>,
    /// The case after which none was left.
    pub against: Option<Asked>,
    /// Cases asked.
    pub asked: u64,
    /// Cases without an answer, and the first reason.
    pub failed: u64,
    /// Why the first of them has none.
    pub why: Option<String>,
    /// Cases that leave no other candidate, few of them.
    pub proof: Vec<Asked>,
    /// Whether the questions came to their end.
    pub complete: bool,
}

/// Finds the candidates that a design may be. Options among `fixed`, `name=value` each, are known. `progress` is told how
/// many candidates are left.
///
/// # Errors
/// Options that the operation does not take.
pub fn identify<'a>(
    op: &'static Op,
    fixed: &[String],
    source: Source<'a>,
    seed: u64,
    progress: &'a mut dyn FnMut(u64),
) -> Result<Identified, OptionError> {
    let base = op.plan(&op.parse_options(fixed.iter().map(String::as_str))?);
    let mut asking = Asking::new(source, &base, progress);
    let found = match op.kind.sum() {
        Some(own) if fixed.is_empty() => {
            let structures = Structures::new(&own);
            sum(&structures, &base, &mut asking, seed)
        }
        _ => {
            let space = rules::Rules::new(op, &base, fixed);
            one(&space, &mut Cases::new(op, &base, seed), &mut asking)
        }
    };
    Ok(asking.told(found))
}

/// A family whose questions are of one kind.
fn one(space: &dyn Space, questions: &mut dyn Questions, asking: &mut Asking<'_>) -> Identified {
    let mut search = Search::new(space, true);
    let complete = asking.search(&mut search, questions, &|_| true);
    let proof = proof::small(space, &search.asked, &search.left, true);
    told(&search, complete, u64::from(space.len()), proof)
}

/// A sum: first its structure, by finite numbers, then its special rules.
fn sum(structures: &Structures, base: &Plan, asking: &mut Asking<'_>, seed: u64) -> Identified {
    let mut search = Search::new(structures, false);
    let format = base.result().format;
    let usual = |one: &Asked| is_usual(&format, one, base);
    let complete = asking.search(&mut search, &mut Finite::new(base, seed), &usual);
    if search.left.is_empty() || !complete {
        return told(&search, complete, u64::from(structures.len()), Vec::new());
    }
    let first = proof::small(structures, &search.asked, &search.left, false);
    let mut kept = search.left.clone();
    kept.sort_by_key(|&candidate| structures.name(candidate).weight());
    kept.truncate(KEPT);
    let structures_left = search.left.len() as u64;
    let special = Specials::new(kept.iter().map(|&c| structures.of(c)).collect());
    let rules = u64::from(special.len()) / kept.len().max(1) as u64;
    let mut second = Search::new(&special, true);
    let complete = asking.search(&mut second, &mut Special::new(base, seed), &|_| true);
    let mut proof = first;
    for one in proof::small(&special, &second.asked, &second.left, true) {
        if !proof.contains(&one) {
            proof.push(one);
        }
    }
    let all = u64::from(structures.len()) * rules;
    Identified { structures: structures_left, ..told(&second, complete, all, proof) }
}

/// Whether a case has a normal result, and no operand that special rules speak of.
fn is_usual(format: &softfloat::Format, one: &Asked, base: &Plan) -> bool {
    let field = |f: &softfloat::Format, code: u64| (code >> (f.man_bits + f.pad)) as i32 & f.top();
    let normal = |f: &softfloat::Format, code: u64| {
        f.exp_bits == 0 || (field(f, code) > 0 && field(f, code) < f.top())
    };
    let zero = |f: &softfloat::Format, code: u64| code << (64 - f.width) << u32::from(f.sign) == 0;
    let mut rest = &one.x[..];
    let operands = base.operands.iter().all(|shape| {
        let (own, others) = rest.split_at(shape.len.min(rest.len()));
        rest = others;
        own.iter().all(|&code| normal(&shape.format, code) || zero(&shape.format, code))
    });
    operands && one.out.iter().all(|&code| normal(format, code))
}

/// What is left of a search.
fn told(search: &Search<'_>, complete: bool, candidates: u64, proof: Vec<Asked>) -> Identified {
    let names = |all: &[u32]| {
        // Of very many none is simple.
        let some = all.iter().take(1 << 14).map(|&candidate| search.space.name(candidate));
        let mut names: Vec<(_, String, Name)> =
            some.map(|name| (name.weight(), name.to_string(), name)).collect();
        names.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
        names.dedup_by(|a, b| a.1 == b.1);
        names.into_iter().map(|(_, _, name)| name).collect::<Vec<Name>>()
    };
    let mut left = names(&search.left);
    let count = if search.left.len() > 1 << 14 { search.left.len() } else { left.len() };
    left.truncate(NAMED);
    let mut last = if left.is_empty() { names(&search.last) } else { Vec::new() };
    last.truncate(NAMED);
    let against = search.against.clone();
    Identified {
        candidates,
        left,
        count: count as u64,
        last,
        against,
        proof,
        complete,
        ..Identified::default()
    }
}
