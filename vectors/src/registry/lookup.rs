//! Ids and patterns -> operations.

use super::names::{self, Absent, Hit, Instruction};
use super::option_sets::{PRESET, spelled};
use super::{Decision, Family, Op, Questions, Refusal};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};
use wildmatch::WildMatch;

/// Why an operation cannot be used as asked.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum LookupError {
    /// No operation of that name. The message says which ones are nearest; they are searched for
    /// when it is printed.
    #[error("unknown operation `{}`{}", clipped(.id), nearest_text(.id, .among))]
    Unknown {
        /// What was asked for.
        id: String,
        /// Where it was searched.
        among: &'static Operations,
    },
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
    /// Parts that mean nothing together: the fields of a datapath of one's own, formats that an operation is not for.
    #[error("`{}`: {why}", clipped(.id))]
    Parts {
        /// What was asked for.
        id: String,
        /// What is wrong with it.
        why: String,
    },
    /// Too many operations beyond those that are listed.
    #[error("`{0}` is one operation too many: at most {MOST_MADE} beyond those that are listed")]
    TooMany(String),
    /// A pattern that matches nothing.
    #[error("no operation matches `{0}`{hint}", hint = searched(.0))]
    NoMatch(String),
    /// An instruction or a function whose operation is not modelled.
    #[error("`{}` ({}) is not modelled: {}", .0.name, .0.set, .0.reason)]
    Absent(Absent),
    /// An instruction that has other operands than its operation.
    #[error(
        "`{}` ({}) is {} of other operands: {}\n  help: {}, and operands changed so",
        .0.name, .0.set, .0.ids.join(" or "), .0.operands, called(.0)
    )]
    Operands(&'static Instruction),
    /// An instruction of several formats, where one operation is meant.
    #[error("`{}` ({}) stands for several operations\n  help: {}", .0.name, .0.set, .0.ids.join(", "))]
    Several(&'static Instruction),
}

/// An operation with its options.
fn called(row: &Instruction) -> String {
    [&row.ids[..1], &row.options].concat().join(" ")
}

fn searched(pattern: &str) -> String {
    let words = pattern.split(['*', '?', '.']).filter(|word| !word.is_empty());
    let words = clipped(&words.collect::<Vec<_>>().join(" "));
    match words.is_empty() {
        true => "; `assay ops` lists them all".to_owned(),
        false => format!("\n  help: `assay ops {words}` searches by words"),
    }
}

/// What was found, cut short: a message is no place for a megabyte.
fn clipped(text: &str) -> String {
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

fn nearest_text(id: &str, among: &'static Operations) -> String {
    let nearest = nearest(id, among);
    if nearest.is_empty() {
        "; `assay ops` lists them all".to_owned()
    } else {
        format!("; nearest: {}", nearest.join(", "))
    }
}

/// An operation as a user calls it, and the options that the name has in it.
#[derive(Clone, Copy, Debug)]
pub struct Called {
    /// The operation.
    pub op: &'static Op,
    /// The instruction that it was called by.
    pub instruction: Option<&'static Instruction>,
}

impl Called {
    /// The options that the name has in it: `preset=riscv` of `fadd.s`.
    #[must_use]
    pub fn options(&self) -> &'static [&'static str] {
        self.instruction.map_or(&[], |row| &row.options)
    }
}

/// The listed operations of a family, made when they are first asked for: those of some families take long.
type List = OnceLock<(Vec<Op>, HashMap<String, usize>)>;

/// The operations of these families: those that are listed, and those that were made when they were first asked for.
pub struct Operations {
    families: &'static [&'static Family],
    lists: Vec<List>,
    made: Mutex<BTreeMap<String, &'static Op>>,
}

/// The most operations that are made on demand: they stay until the process ends.
const MOST_MADE: usize = 4096;

impl Operations {
    /// Those of these families.
    pub(crate) fn of(families: &'static [&'static Family]) -> Self {
        let lists = families.iter().map(|_| List::new()).collect();
        Self { families, lists, made: Mutex::default() }
    }

    fn list(&'static self, family: usize) -> &'static (Vec<Op>, HashMap<String, usize>) {
        self.lists[family].get_or_init(|| {
            let ops = (self.families[family].operations)();
            let places = ops.iter().enumerate().map(|(i, op)| (op.id.clone(), i)).collect();
            (ops, places)
        })
    }

    /// The families whose ids may begin like this, with what they list. `begin` is an id, or a pattern up to its first wildcard.
    fn lists(
        &'static self,
        begin: &str,
    ) -> impl Iterator<Item = (usize, &'static (Vec<Op>, HashMap<String, usize>))> {
        let families = self.families.iter().enumerate();
        families.filter(move |(_, family)| family.may_begin(begin)).map(|(i, _)| (i, self.list(i)))
    }

    /// A listed operation, and where it stands in the order of the documentation.
    fn listed(&'static self, id: &str) -> Option<((usize, usize), &'static Op)> {
        let found =
            |(family, (ops, places)): (usize, &'static (Vec<Op>, HashMap<String, usize>))| {
                places.get(id).map(|&at| ((family, at), &ops[at]))
            };
        self.lists(id).find_map(found)
    }

    /// Whether some operation has an option of this name.
    #[must_use]
    pub fn is_option(&self, name: &str) -> bool {
        let name = spelled(name).split('=').next().unwrap_or_default();
        let mut all = self.families.iter().flat_map(|family| family.options);
        name == PRESET || all.any(|row| row.name == name)
    }

    /// Every listed operation, in the order of the documentation.
    pub fn all(&'static self) -> impl Iterator<Item = &'static Op> + Clone {
        (0..self.families.len()).flat_map(|family| &self.list(family).0)
    }

    /// Where a listed operation stands in [`Operations::all`]: an order, no index.
    pub(crate) fn place(&'static self, op: &Op) -> Option<(usize, usize)> {
        self.listed(&op.id).map(|(place, _)| place)
    }

    /// The names of the families, in the order of the documentation.
    pub fn families(&self) -> impl Iterator<Item = &'static str> {
        self.families.iter().map(|family| family.name)
    }

    /// The decision of this id.
    #[must_use]
    pub fn decision(&self, id: &str) -> Option<&'static Decision> {
        self.families.iter().flat_map(|family| family.decisions).find(|d| d.id == id)
    }

    /// The questions of every machine.
    pub(super) fn questions(&self) -> Vec<&'static Questions> {
        let mut found: Vec<&Questions> = Vec::new();
        for Family { questions, .. } in self.families {
            if *questions != Questions::NONE && !found.contains(&questions) {
                found.push(questions);
            }
        }
        found
    }

    /// The operation of this id: one of [`Operations::all`], or one in a format that is not listed
    /// (`ieee.e6m9.add`, `cvt.f32.i13`).
    ///
    /// ```
    /// let operations = vectors::operations();
    /// assert_eq!(operations.find("ieee.f32.add").unwrap().operands.len(), 2);
    /// assert_eq!(operations.find("ieee.e6m9.add").unwrap().id, "ieee.e6m9.add"); // not listed
    /// assert!(operations.find("ieee.f32.plus").is_err());
    /// ```
    ///
    /// # Errors
    /// [`LookupError::Unknown`]; [`LookupError::TooMany`] after thousands of
    /// different ids that are not listed.
    pub fn find(&'static self, id: &str) -> Result<&'static Op, LookupError> {
        match self.listed(id) {
            Some((_, op)) => Ok(op),
            None => self.made(id).or_else(|why| self.spelled(id).ok_or(why)),
        }
    }

    /// The operation that an id means in which formats have other names: `cvt.float32.fp8_e4m3`.
    fn spelled(&'static self, id: &str) -> Option<&'static Op> {
        let others = names::spellings(id);
        let listed = others.iter().find_map(|other| self.listed(other)).map(|(_, op)| op);
        listed.or_else(|| others.iter().find_map(|other| self.made(other).ok()))
    }

    /// The operation of an id, or of an instruction or a function with its options.
    ///
    /// ```
    /// let called = vectors::operations().called("fcvt.wu.d").unwrap();
    /// assert_eq!((called.op.id.as_str(), called.options()), ("cvt.f64.u32", &["preset=riscv"][..]));
    /// ```
    ///
    /// # Errors
    /// As [`Operations::find`]; an instruction of several formats, or of other operands.
    pub fn called(&'static self, name: &str) -> Result<Called, LookupError> {
        let row = match (self.find(name), names::instruction(name)) {
            (Ok(op), _) => return Ok(Called { op, instruction: None }),
            (Err(why), None) => return Err(why),
            (Err(_), Some(row)) => row,
        };
        match row.ids[..] {
            _ if !row.operands.is_empty() => Err(LookupError::Operands(row)),
            [id] => Ok(Called { op: self.find(id)?, instruction: Some(row) }),
            _ => Err(LookupError::Several(row)),
        }
    }

    /// An operation that is not listed, always the same one.
    fn made(&'static self, id: &str) -> Result<&'static Op, LookupError> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(op) = made.get(id) {
            return Ok(op);
        }
        let op = self.families.iter().find_map(|family| (family.on_demand)(id));
        let op = op.ok_or_else(|| self.unknown(id))?;
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

    /// Why there is no operation of this id, or none that a pattern may mean.
    fn refused(&self, id: &str) -> Option<LookupError> {
        let refusal = self.families.iter().find_map(|family| (family.refuses)(id))?;
        let id = id.to_owned();
        Some(match refusal {
            Refusal::Limits(format, right) => LookupError::Limits { id, format, right },
            Refusal::Parts(why) => LookupError::Parts { id, why },
        })
    }

    fn unknown(&'static self, id: &str) -> LookupError {
        let last = id.rsplit('.').next().unwrap_or(id);
        let absent = || names::absent(id).or_else(|| names::absent(last)).map(LookupError::Absent);
        let unknown = || LookupError::Unknown { id: id.to_owned(), among: self };
        self.refused(id).or_else(absent).unwrap_or_else(unknown)
    }

    /// The operations of a comma-separated list of ids and patterns (`*`, `?`), each once, in the order
    /// of the list of all; those that are not listed come last. A pattern reaches them where their format
    /// stands in it: `ieee.e4m2.*`, `cvt.*.e6m9`, `*.e6m9.add`.
    ///
    /// ```
    /// let chosen = vectors::operations().select("ieee.f16.sub,ieee.f16.add").unwrap();
    /// let ids: Vec<&str> = chosen.iter().map(|op| op.id.as_str()).collect();
    /// assert_eq!(ids, ["ieee.f16.add", "ieee.f16.sub"]);
    /// ```
    ///
    /// # Errors
    /// An id that is unknown, or a pattern that matches nothing.
    pub fn select(&'static self, list: &str) -> Result<Vec<&'static Op>, LookupError> {
        let mut chosen: BTreeMap<(usize, usize), &'static Op> = BTreeMap::new();
        let mut others: Vec<&'static Op> = Vec::new();
        for item in list.split(',') {
            if let Some(wildcard) = item.find(['*', '?']) {
                let pattern = WildMatch::new(item);
                let mut any = false;
                for (family, (ops, _)) in self.lists(&item[..wildcard]) {
                    let hits = ops.iter().enumerate().filter(|(_, op)| pattern.matches(&op.id));
                    for (at, op) in hits {
                        any = true;
                        chosen.insert((family, at), op);
                    }
                }
                for id in self.families.iter().flat_map(|family| (family.unlisted)(item)) {
                    // Some of these operations do not exist in every format.
                    if pattern.matches(&id)
                        && let Ok(op) = self.find(&id)
                    {
                        any = true;
                        add(&mut others, op);
                    }
                }
                if !any && let Some(ops) = self.spelled_pattern(item) {
                    ops.into_iter().for_each(|op| match self.place(op) {
                        Some(place) => drop(chosen.insert(place, op)),
                        None => add(&mut others, op),
                    });
                } else if !any {
                    return Err(match self.refused(item) {
                        Some(limits @ LookupError::Limits { .. }) => limits,
                        _ => LookupError::NoMatch(item.to_owned()),
                    });
                }
            } else {
                match self.listed(item) {
                    Some((place, op)) => drop(chosen.insert(place, op)),
                    None => {
                        let op = self.find(item)?;
                        match self.place(op) {
                            Some(place) => drop(chosen.insert(place, op)),
                            None => add(&mut others, op),
                        }
                    }
                }
            }
        }
        Ok(chosen.into_values().chain(others).collect())
    }
}

impl Operations {
    /// The operations of a pattern in which formats have other names.
    fn spelled_pattern(&'static self, pattern: &str) -> Option<Vec<&'static Op>> {
        let others = names::spellings(pattern);
        others.iter().find_map(|other| {
            let matching = WildMatch::new(other);
            let begin = other.find(['*', '?']).map_or(other.as_str(), |at| &other[..at]);
            let listed = self.lists(begin).flat_map(|(_, (ops, _))| ops);
            let all: Vec<&'static Op> = listed.filter(|op| matching.matches(&op.id)).collect();
            (!all.is_empty()).then_some(all)
        })
    }
}

impl fmt::Debug for Operations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.families()).finish()
    }
}

impl PartialEq for Operations {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Operations {}

/// Adds an operation that is not there yet.
fn add(ops: &mut Vec<&'static Op>, op: &'static Op) {
    if !ops.iter().any(|o| std::ptr::eq(*o, op)) {
        ops.push(op);
    }
}

/// The ids that have what was asked for in them: a name of which it is a part (`min` of `min_num`), or all its parts but one
/// (`cvt.f32.e4m3fn` of `cvt.f32.fp8.e4m3fn`). Up to six, the shortest.
fn holding(id: &str, among: &'static Operations) -> Vec<&'static str> {
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
    let mut all: Vec<&'static str> = among
        .all()
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

/// The id of the operation that others call so: a standard (`copySign`), a machine (`fmin`).
fn renamed(id: &str, among: &'static Operations) -> Option<&'static str> {
    let (before, last) = id.rsplit_once('.')?;
    let plain = |name: &str| name.replace('_', "");
    let last = plain(last);
    let also = among.families.iter().flat_map(|family| family.also);
    let named = also.filter(|(other, _)| *other == last).map(|(_, own)| format!("{before}.{own}"));
    let known = named.into_iter().find_map(|id| among.listed(&id));
    let alike = || {
        let mut own = among.lists(id).flat_map(|(_, (ops, _))| ops);
        own.find(|op| {
            op.id.rsplit_once('.').is_some_and(|(head, name)| head == before && plain(name) == last)
        })
    };
    known.map(|(_, op)| op).or_else(alike).map(|op| op.id.as_str())
}

/// The most differences of a misspelt id.
const MISSPELT: usize = 2;

/// The operations and instructions whose names differ from this one in few letters, the nearest first; none where it is no id with parts.
#[must_use]
pub fn near(name: &str, among: &'static Operations) -> Vec<Hit> {
    if name.matches('.').count() < 2 || name.contains(['*', '?', ' ']) {
        return Vec::new();
    }
    let hit = |other: &'static str| match among.find(other) {
        Ok(op) => Some(Hit::Op(op)),
        Err(_) => names::instruction(other).map(Hit::Instruction),
    };
    misspelt(&name.to_lowercase(), among).into_iter().filter_map(hit).collect()
}

/// Up to three ids and instructions that differ from a misspelt name in few letters. Another system is less of a difference than a letter:
/// `elem.f32.pow` for `ieee.f32.pov`.
fn misspelt(id: &str, among: &'static Operations) -> Vec<&'static str> {
    let rest = |id: &str| id.split_once('.').map(|(_, rest)| rest.to_owned());
    let own = rest(id);
    let differences = |other: &str| {
        let all = 2 * strsim::damerau_levenshtein(id, other);
        let elsewhere = own.as_deref().zip(rest(other)).filter(|(own, _)| own.contains('.'));
        let elsewhere =
            elsewhere.map(|(own, rest)| 2 * strsim::damerau_levenshtein(own, &rest) + 1);
        elsewhere.map_or(all, |elsewhere| elsewhere.min(all))
    };
    let few = 2 * MISSPELT.min(id.len() / 4);
    let ids = || among.all().map(|op| op.id.as_str());
    // The last part of an id alone is not misspelt.
    if ids().any(|other| other.rsplit('.').next() == Some(id)) {
        return Vec::new();
    }
    let instructions = names::instructions().iter().map(|row| row.name);
    let scored = ids().chain(instructions).map(|other| (differences(other), other));
    let mut all: Vec<(usize, &str)> = scored.filter(|(d, _)| *d <= few).collect();
    all.sort_unstable();
    all.into_iter().take(3).map(|(_, id)| id).collect()
}

/// Up to three names close to what was asked for, or those that have it in them: a misspelt id, one of the same format.
fn nearest(id: &str, among: &'static Operations) -> Vec<&'static str> {
    let id = &clipped(id).to_lowercase();
    if let Some(known) = renamed(id, among) {
        return vec![known];
    }
    let holding = holding(id, among);
    if !holding.is_empty() {
        return holding;
    }
    let misspelt = misspelt(id, among);
    if !misspelt.is_empty() {
        return misspelt;
    }
    let parts: Vec<&str> = id.split('.').filter(|part| !part.is_empty()).collect();
    let (mut ids, mut others) = (Vec::new(), Vec::new());
    for hit in names::search(&parts, among.all()) {
        match hit {
            Hit::Op(op) => ids.push(op.id.as_str()),
            Hit::Instruction(row) => others.push(row.name),
        }
    }
    // The last word says what is computed.
    let last = |id: &str| id.rsplit('.').next().unwrap_or_default().to_owned();
    ids.sort_by_key(|other| last(other) != last(id));
    ids.into_iter().chain(others).take(3).collect()
}
