//! What a family brings to the registry.

use super::options::MOST;
use super::{Decision, List, Op, Questions};

/// A family of operations: a row of the list in `family`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Family {
    /// Its name: its folder, with dots.
    pub(crate) name: &'static str,
    /// What its ids begin with, up to the first dot; where the list is empty, with the name's first part.
    pub(crate) begins: &'static [&'static str],
    /// Words that are always an option's and never an operand's, also of operations that do not take it.
    pub(crate) bare: List,
    /// Its operations, in the order of the documentation.
    pub(crate) operations: fn() -> Vec<Op>,
    /// The operation of an id that is not listed, in a format that is made for it.
    pub(crate) on_demand: fn(&str) -> Option<Op>,
    /// Ids that are not listed and that a pattern may mean: those in the formats that stand in it.
    pub(crate) unlisted: fn(&str) -> Vec<String>,
    /// Why there is no operation of an id that is meant for this family.
    pub(crate) refuses: fn(&str) -> Option<Refusal>,
    /// The options that its operations take, in the order in which they are written.
    pub(crate) options: List,
    /// The decisions that its operations name; families may share a list.
    pub(crate) decisions: &'static [Decision],
    /// What its machine's documents leave open.
    pub(crate) questions: Questions,
    /// What others call its operations, in small letters without lines between, and the last part of their ids.
    pub(crate) also: &'static [(&'static str, &'static str)],
    /// What stands before the numbers of sections.
    pub(crate) cites: &'static str,
}

/// Why there is no such operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// A format that is beyond the limits, and what would be right.
    Limits(String, &'static str),
    /// Parts that mean nothing together.
    Parts(String),
}

impl Family {
    /// A family whose operations are all listed.
    pub(crate) const fn listed(
        name: &'static str,
        options: List,
        operations: fn() -> Vec<Op>,
        decisions: &'static [Decision],
    ) -> Self {
        assert!(options.len() <= MOST, "a choice has room for them");
        Self {
            name,
            begins: &[],
            bare: &[],
            operations,
            on_demand: |_| None,
            unlisted: |_| Vec::new(),
            refuses: |_| None,
            options,
            decisions,
            questions: Questions::NONE,
            also: &[],
            cites: "",
        }
    }

    /// Whether an id of this family may begin so.
    pub(crate) fn may_begin(&self, begin: &str) -> bool {
        let fits = |own: &str| match begin.split_once('.') {
            Some((first, _)) => first == own,
            None => own.starts_with(begin),
        };
        match self.begins {
            [] => fits(self.name.split('.').next().unwrap_or_default()),
            begins => begins.iter().any(|own| fits(own)),
        }
    }
}
