//! Mismatches by operation and classes of operands.

use std::collections::HashMap;

/// The most groups kept; mismatches of later ones are only counted.
const KEPT: usize = 4096;

/// Mismatches that are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The operation's id.
    pub op: &'static str,
    /// The classes of the operands.
    pub class: String,
    /// How many there are.
    pub count: u64,
    /// The line of the first.
    pub first: u64,
    /// What a line is called.
    pub noun: &'static str,
}

/// The groups of a file, in the order of their first mismatch.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    list: Vec<Group>,
    places: HashMap<(&'static str, String), usize>,
    /// Mismatches of operations and classes beyond the first few thousand.
    pub others: u64,
}

impl Groups {
    pub(super) fn add(&mut self, group: Group) {
        let key = (group.op, group.class.clone());
        match self.places.get(&key) {
            Some(&at) => self.list[at].count += group.count,
            None if self.list.len() == KEPT => self.others += group.count,
            None => {
                self.places.insert(key, self.list.len());
                self.list.push(group);
            }
        }
    }

    /// Takes over the groups of the lines that follow the first `lines`.
    pub(super) fn append(&mut self, later: Self, lines: u64) {
        for group in later.list {
            self.add(Group { first: group.first + lines, ..group });
        }
        self.others += later.others;
    }

    /// The largest groups first; among equals the earliest.
    #[must_use]
    pub fn by_count(&self) -> Vec<&Group> {
        let mut groups: Vec<&Group> = self.list.iter().collect();
        groups.sort_by_key(|g| (std::cmp::Reverse(g.count), g.first));
        groups
    }
}
