//! Ids and patterns -> operations.

use super::Op;
use crate::datapath;
use crate::family::FAMILIES;
use crate::formats;
use crate::registry::entry::Family;
use std::collections::{BTreeMap, HashMap};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};
use wildmatch::WildMatch;

/// Why an operation cannot be used as asked.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum LookupError {
    /// No operation of that name. The message says which ones are nearest; they are searched for
    /// when it is printed.
    #[error("unknown operation `{}`{}", clipped(.0), nearest_text(.0))]
    Unknown(String),
    /// A format that is beyond the limits.
    #[error("unknown operation `{}`: there is no format {}; right is {right}", clipped(.id), clipped(.format))]
    Limits {
        /// What was asked for.
        id: String,
        /// The format in it.
        format: String,
        /// The limits.
        right: &'static str,
    },
    /// A datapath of one's own whose fields mean nothing.
    #[error("`{}`: {why}", clipped(.id))]
    Datapath {
        /// What was asked for.
        id: String,
        /// What is wrong with it.
        why: String,
    },
    /// Too many operations beyond those that are listed.
    #[error("`{0}` is one operation too many: at most {MOST_MADE} beyond those that are listed")]
    TooMany(String),
    /// A pattern that matches nothing.
    #[error("no operation matches `{0}`; `assay ops` lists them all")]
    NoMatch(String),
}

/// What was found, cut short: a message is no place for a megabyte.
fn clipped(text: &str) -> String {
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

fn nearest_text(id: &str) -> String {
    let nearest = nearest(id);
    if nearest.is_empty() {
        "; `assay ops` lists them all".to_owned()
    } else {
        format!("; nearest: {}", nearest.join(", "))
    }
}

/// The listed operations of a family, made when they are first asked for: those of some families take long.
#[derive(Default)]
struct List(OnceLock<(Vec<Op>, HashMap<String, usize>)>);

static LISTS: LazyLock<Vec<List>> =
    LazyLock::new(|| FAMILIES.iter().map(|_| List::default()).collect());

impl List {
    fn of(&self, family: &Family) -> &(Vec<Op>, HashMap<String, usize>) {
        self.0.get_or_init(|| {
            let ops = (family.operations)();
            let places = ops.iter().enumerate().map(|(i, op)| (op.id.clone(), i)).collect();
            (ops, places)
        })
    }
}

/// The families whose ids may begin like this, with what they list. `begin` is an id, or a pattern up to its first wildcard.
fn lists(
    begin: &str,
) -> impl Iterator<Item = (usize, &'static [Op], &'static HashMap<String, usize>)> {
    let both = FAMILIES.iter().zip(LISTS.iter()).enumerate();
    both.filter(move |(_, (family, _))| family.may_begin(begin)).map(|(i, (family, list))| {
        let (ops, places) = list.of(family);
        (i, &ops[..], places)
    })
}

/// A listed operation, and where it stands in the order of the documentation.
fn listed(id: &str) -> Option<((usize, usize), &'static Op)> {
    lists(id).find_map(|(family, ops, places)| places.get(id).map(|&at| ((family, at), &ops[at])))
}

/// Operations that are not listed, made when they were first asked for.
static MADE: Mutex<BTreeMap<String, &'static Op>> = Mutex::new(BTreeMap::new());

/// The most operations that are made on demand: they stay until the process ends.
const MOST_MADE: usize = 4096;

/// Every listed operation, in the order of the documentation.
pub fn all() -> impl Iterator<Item = &'static Op> + Clone {
    FAMILIES.iter().zip(LISTS.iter()).flat_map(|(family, list)| &list.of(family).0)
}

/// Where a listed operation stands in [`all`]: an order, no index.
pub(crate) fn place(op: &Op) -> Option<(usize, usize)> {
    listed(&op.id).map(|(place, _)| place)
}

/// The names of the families, in the order of the documentation.
pub fn families() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().map(|family| family.name)
}

/// The operation of this id: one of [`all`], or one in a format that is not listed
/// (`ieee.e6m9.add`, `cvt.f32.i13`).
///
/// # Errors
/// [`LookupError::Unknown`]; [`LookupError::TooMany`] after thousands of
/// different ids that are not listed.
pub fn find(id: &str) -> Result<&'static Op, LookupError> {
    listed(id).map_or_else(|| made(id), |(_, op)| Ok(op))
}

/// An operation that is not listed, always the same one.
fn made(id: &str) -> Result<&'static Op, LookupError> {
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(op) = made.get(id) {
        return Ok(op);
    }
    let op = FAMILIES.iter().find_map(|family| (family.on_demand)(id));
    let op = op.ok_or_else(|| unknown(id))?;
    if made.len() >= MOST_MADE {
        return Err(LookupError::TooMany(id.to_owned()));
    }
    // Ids of one operation may be written in several ways.
    let op: &'static Op = match made.get(&op.id) {
        Some(known) => known,
        None => Box::leak(Box::new(op)),
    };
    made.insert(op.id.clone(), op);
    made.insert(id.to_owned(), op);
    Ok(op)
}

/// Why there is no operation of this id.
fn unknown(id: &str) -> LookupError {
    let id = id.to_owned();
    if let Some(Err(e)) = datapath::spelt(&id) {
        return LookupError::Datapath { id, why: e.to_string() };
    }
    match formats::beyond_limits(&id) {
        Some((format, right)) => LookupError::Limits { format: format.to_owned(), right, id },
        None => LookupError::Unknown(id),
    }
}

/// The operations of a comma-separated list of ids and patterns (`*`, `?`), each once, in the order
/// of the registry; those that are not listed come last. A pattern reaches them where their format
/// stands in it: `ieee.e4m2.*`, `cvt.*.e6m9`, `*.e6m9.add`.
///
/// # Errors
/// An id that is unknown, or a pattern that matches nothing.
pub fn select(list: &str) -> Result<Vec<&'static Op>, LookupError> {
    let mut chosen: BTreeMap<(usize, usize), &'static Op> = BTreeMap::new();
    let mut others: Vec<&'static Op> = Vec::new();
    for item in list.split(',') {
        if let Some(wildcard) = item.find(['*', '?']) {
            let pattern = WildMatch::new(item);
            let mut any = false;
            for (family, ops, _) in lists(&item[..wildcard]) {
                let hits = ops.iter().enumerate().filter(|(_, op)| pattern.matches(&op.id));
                for (at, op) in hits {
                    any = true;
                    chosen.insert((family, at), op);
                }
            }
            for id in FAMILIES.iter().flat_map(|family| (family.unlisted)(item)) {
                // Some of these operations do not exist in every format.
                if pattern.matches(&id)
                    && let Ok(op) = find(&id)
                {
                    any = true;
                    add(&mut others, op);
                }
            }
            if !any {
                return Err(match formats::beyond_limits(item) {
                    Some(_) => unknown(item),
                    None => LookupError::NoMatch(item.to_owned()),
                });
            }
        } else {
            match listed(item) {
                Some((place, op)) => drop(chosen.insert(place, op)),
                None => add(&mut others, made(item)?),
            }
        }
    }
    Ok(chosen.into_values().chain(others).collect())
}

/// Adds an operation that is not there yet.
fn add(ops: &mut Vec<&'static Op>, op: &'static Op) {
    if !ops.iter().any(|o| std::ptr::eq(*o, op)) {
        ops.push(op);
    }
}

/// The ids that have what was asked for in them: a name of which it is a part (`min` of `min_num`), or all its parts but one
/// (`cvt.f32.e4m3fn` of `cvt.f32.fp8.e4m3fn`). Up to six, the shortest.
fn holding(id: &str) -> Vec<&'static str> {
    let Some((before, last)) = id.rsplit_once('.').filter(|(_, last)| last.len() > 2) else {
        return Vec::new();
    };
    let parts: Vec<&str> = id.split('.').collect();
    let lacks_one = |other: &str| {
        let others: Vec<&str> = other.split('.').collect();
        others.len() + 1 == parts.len()
            && (1..parts.len()).any(|at| {
                let rest = parts.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, part)| part);
                rest.eq(others.iter())
            })
    };
    let mut all: Vec<&'static str> = all()
        .map(|op| op.id.as_str())
        .filter(|other| {
            let names = other.rsplit_once('.').filter(|(head, _)| *head == before);
            names.is_some_and(|(_, name)| name.contains(last)) || lacks_one(other)
        })
        .collect();
    all.sort_by_key(|id| (id.len(), *id));
    all.truncate(6);
    all
}

/// Up to three ids close to what was asked for, or those that have it in them.
fn nearest(id: &str) -> Vec<&'static str> {
    let id = &clipped(id).to_lowercase();
    let holding = holding(id);
    if !holding.is_empty() {
        return holding;
    }
    let last = |s: &str| s.rsplit('.').next().unwrap_or(s).to_owned();
    let mut scored: Vec<(usize, &'static str)> = all()
        .map(|op| {
            let whole = strsim::damerau_levenshtein(id, &op.id);
            let tail = strsim::damerau_levenshtein(&last(id), &last(&op.id)) + 2;
            (whole.min(tail), op.id.as_str())
        })
        .filter(|(d, _)| *d <= (4 + id.len() / 8).min(id.len()))
        .collect();
    scored.sort();
    scored.into_iter().take(3).map(|(_, id)| id).collect()
}
