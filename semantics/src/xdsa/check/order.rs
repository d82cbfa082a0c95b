//! Which instruction is surely done before which begins: by the order of a core and by keys.
//!
//! An instruction `j` that fetches from an entry surely waits for `i`, which deposits there, if without `i` the entry never holds
//! enough: what all others can have deposited before `j`, less what is surely fetched before `j`, is less than what `j` wants. More
//! order makes more of it sure, so this goes on until nothing changes.

use super::footprint::{Footprint, meet};
use super::{BLOCK, Finding, Node};
use crate::xdsa::program::Program;
use std::collections::BTreeMap;

/// Sure order of instructions.
#[derive(Debug)]
pub(super) struct Order {
    /// i is done before j begins.
    done: Relation,
    /// i begins before j begins.
    begun: Relation,
}

/// Pairs of instructions, a row of bits for each.
#[derive(Debug)]
struct Relation(Vec<Vec<u64>>);

impl Relation {
    fn new(count: usize) -> Self {
        Self(vec![vec![0; count.div_ceil(64)]; count])
    }

    fn has(&self, i: usize, j: usize) -> bool {
        self.0[i][j / 64] >> (j % 64) & 1 == 1
    }

    fn add(&mut self, i: usize, j: usize) {
        self.0[i][j / 64] |= 1 << (j % 64);
    }

    /// Row i takes what a row of another has; whether that is more.
    fn take(&mut self, i: usize, row: &[u64]) -> bool {
        let mut more = false;
        for (own, other) in self.0[i].iter_mut().zip(row) {
            more |= *other & !*own != 0;
            *own |= other;
        }
        more
    }
}

/// The instructions of an entry.
#[derive(Debug, Default)]
pub(super) struct Entry {
    pub(super) preset: u64,
    pub(super) deposits: Vec<usize>,
    /// With the keys that are wanted.
    pub(super) fetches: Vec<(usize, u64)>,
}

/// All entries that are used.
pub(super) fn entries(nodes: &[Node], program: &Program) -> BTreeMap<(u8, u8), Entry> {
    let mut entries = BTreeMap::<_, Entry>::new();
    for (place, keys) in program.keys() {
        entries.entry(place).or_default().preset = keys.into();
    }
    for (at, node) in nodes.iter().enumerate() {
        let sync = node.instruction.sync;
        if let Some(place) = sync.deposit() {
            entries.entry(place).or_default().deposits.push(at);
        }
        if let Some(place) = sync.fetch() {
            entries.entry(place).or_default().fetches.push((at, sync.keys().into()));
        }
    }
    entries
}

impl Order {
    /// `strict`: an instruction without BLK may still run when the next one of its core begins.
    pub(super) fn of(nodes: &[Node], program: &Program, strict: bool) -> Self {
        let count = nodes.len();
        let mut order = Self { done: Relation::new(count), begun: Relation::new(count) };
        for (i, a) in nodes.iter().enumerate() {
            let own = nodes.iter().enumerate().skip(i + 1).take_while(|(_, b)| b.core == a.core);
            for (j, _) in own {
                order.begun.add(i, j);
                if !strict || a.instruction.sync.block() {
                    order.done.add(i, j);
                }
            }
        }
        let entries = entries(nodes, program);
        loop {
            order.close();
            let mut news = Vec::new();
            for entry in entries.values() {
                for &(j, wanted) in &entry.fetches {
                    let own = entry.deposits.iter().filter(|i| order.needs(entry, **i, j, wanted));
                    news.extend(own.map(|i| (*i, j)));
                }
            }
            news.retain(|(i, j)| !order.is_done(*i, *j));
            if news.is_empty() {
                return order;
            }
            for (i, j) in news {
                order.done.add(i, j);
            }
        }
    }

    /// Whether i is done before j begins.
    pub(super) fn is_done(&self, i: usize, j: usize) -> bool {
        self.done.has(i, j)
    }

    /// Whether j cannot fetch while i is not done.
    fn needs(&self, entry: &Entry, i: usize, j: usize, wanted: u64) -> bool {
        if i == j || self.begun.has(j, i) {
            return false;
        }
        let others = entry
            .deposits
            .iter()
            .filter(|d| **d != i && **d != j && !self.begun.has(j, **d) && !self.done.has(i, **d));
        let supply = entry.preset + others.count() as u64;
        let before = entry.fetches.iter().filter(|(f, _)| self.begun.has(*f, j));
        supply < wanted + before.map(|(_, keys)| keys).sum::<u64>()
    }

    /// What follows from what is known: what is done before j begins has begun before, and both go on to all that begins behind j.
    fn close(&mut self) {
        let count = self.done.0.len();
        loop {
            let mut more = false;
            for i in 0..count {
                let row = self.done.0[i].clone();
                more |= self.begun.take(i, &row);
            }
            for j in 0..count {
                let row = self.begun.0[j].clone();
                for i in 0..count {
                    if self.done.has(i, j) {
                        more |= self.done.take(i, &row);
                    }
                    if self.begun.has(i, j) {
                        more |= self.begun.take(i, &row);
                    }
                }
            }
            if !more {
                return;
            }
        }
    }
}

// Two instructions, one of which writes what the other reads or writes, and nothing says which is first.

/// Looks at every pair; each instruction is told with the first other of each kind.
pub(super) fn races(nodes: &[Node], order: &Order, strict: bool, found: &mut Vec<Finding>) {
    for (j, b) in nodes.iter().enumerate() {
        for (i, a) in nodes[..j].iter().enumerate() {
            if a.core == b.core && !strict || order.is_done(i, j) || order.is_done(j, i) {
                continue;
            }
            let (Some(first), Some(second)) = (&a.footprint, &b.footprint) else { continue };
            let Some(message) = conflict(first, second, &a.name()) else { continue };
            let (code, help) = if a.core == b.core {
                (BLOCK, "`block` at the earlier instruction, or a key between the two")
            } else {
                ("XDSA-W-RACE", "a chain of keys from one to the other")
            };
            found.push(Finding { code, node: j, other: Some(i), message, help });
        }
    }
}

/// What the later instruction does to what the earlier one holds.
fn conflict(first: &Footprint, second: &Footprint, name: &str) -> Option<String> {
    let pairs = [
        (&second.reads, "reads", &first.writes, "writes"),
        (&second.writes, "writes", &first.reads, "reads"),
        (&second.writes, "writes", &first.writes, "writes"),
    ];
    pairs.into_iter().find_map(|(own, does, other, did)| {
        own.iter().find_map(|(field, bytes)| {
            other.iter().find_map(|(of, others)| {
                let shared = meet(bytes, others)?;
                Some(format!(
                    "{does} with {field} bytes {:#x} to {:#x}, which {name} {did} with {of}, and nothing says which is first",
                    shared.start,
                    shared.end - 1
                ))
            })
        })
    })
}
