//! Which rows of a generated file are missing, stand twice, or were added.
//!
//! The first mark says how the set was made, so it is made again, questions alone, and compared with the file's without
//! an order and in bounded memory: every question's hash is added to some cells of a [`Sketch`] for the set, and taken
//! from them for the file. What both have cancels; what remains is the difference, and is read off as long as it is
//! small.

use super::head::Head;
use super::sketch::Sketch;
use crate::file::chunks::Chunks;
use crate::file::{self, Digest, Format, Mark, Parser};
use crate::generate::Set;
use crate::registry::{Operations, Plan};
use std::collections::HashMap;
use std::io::Read;

/// The most rows that are told of each kind.
const MOST: usize = 10;

/// What a file has otherwise than it was written.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// Missing rows, told by operation, options and operands.
    pub missing: Vec<String>,
    /// Lines whose question the set has, but less often, each with the line where it stands first.
    pub doubled: Vec<(u64, u64)>,
    /// Lines that ask what the set does not.
    pub added: Vec<u64>,
    /// Rows that are not told, of whatever kind.
    pub more: u64,
}

impl Rows {
    /// Compares a file with the set that its head tells of; `open` opens it from its beginning. Nothing where another version
    /// made it, where too much differs, or where lines cannot be read.
    pub fn of<R: Read>(
        head: &Head,
        format: Format,
        open: impl Fn() -> Result<R, file::Error>,
    ) -> Option<Self> {
        let request = head.request().ok()?;
        let set = Set::new(&request).ok()?;
        if head.about.version != env!("CARGO_PKG_VERSION") || set.len() != head.asked.set {
            return None;
        }
        let mut sketch = Sketch::new();
        questions(&set, head, |hash, _, _| sketch.take(hash, 1));
        let plan = set.single_plan().cloned().filter(|_| format.is_bare());
        lines(open().ok()?, format, (head.among, plan.clone()), |_, hash| sketch.take(hash, -1))?;
        let mut differ: HashMap<u64, i64> = sketch.read()?.into_iter().collect();
        let mut rows = Self::default();
        let mut known: HashMap<u64, bool> = HashMap::new();
        questions(&set, head, |hash, plan, x| match differ.get_mut(&hash) {
            Some(count @ 1..) => {
                *count -= 1;
                if rows.missing.len() < MOST {
                    rows.missing.push(plan.case(x));
                } else {
                    rows.more += 1;
                }
            }
            Some(_) => drop(known.insert(hash, true)),
            None => {}
        });
        let mut first: HashMap<u64, u64> = HashMap::new();
        lines(open().ok()?, format, (head.among, plan), |line, hash| {
            if differ.get(&hash).is_none_or(|count| *count >= 0) {
                return;
            }
            match (known.contains_key(&hash), first.get(&hash)) {
                (true, Some(first)) if rows.doubled.len() < MOST => {
                    rows.doubled.push((line, *first))
                }
                (true, None) => drop(first.insert(hash, line)),
                (false, _) if rows.added.len() < MOST => rows.added.push(line),
                _ => rows.more += 1,
            }
        })?;
        Some(rows)
    }
}

/// Calls `visit` with the hash of every question of the shard, its plan and operands.
fn questions(set: &Set, head: &Head, mut visit: impl FnMut(u64, &Plan, &[u64])) {
    let mut begun = HashMap::new();
    set.for_each(set.shard(head.asked.shard), |plan, x| {
        let key = (std::ptr::from_ref(plan.op).addr(), plan.options);
        let begun = *begun.entry(key).or_insert_with(|| Digest::begun(plan));
        visit(Digest::question(begun, x), plan, x);
    });
}

/// Calls `visit` with the number and the question's hash of every line that is a case.
fn lines(
    input: impl Read,
    format: Format,
    (among, plan): (&'static Operations, Option<Plan>),
    mut visit: impl FnMut(u64, u64),
) -> Option<()> {
    let mut parser = Parser::new(format, among, plan);
    let mut chunks = Chunks::new(input);
    let (mut buffer, mut number, mut begun) = (Vec::new(), 0, 0);
    while let Some(chunk) = chunks.next(buffer).ok()? {
        for line in chunk.strip_suffix(b"\n").unwrap_or(&chunk).split(|b| *b == b'\n') {
            number += 1;
            if number == 1 && parser.has_header() {
                parser.header(line).ok()?;
            } else if let Some(mark) = parser.mark(line).ok()? {
                begun += u32::from(matches!(mark, Mark::Begin(_)));
            } else if !parser.is_remark(line) {
                let case = parser.line(line).ok()?;
                begun += u32::from(case.marks.before.is_some());
                visit(number, case.question);
            }
            // Of joined files the head tells of the first alone.
            if begun > 1 {
                return None;
            }
        }
        buffer = chunk;
    }
    Some(())
}
