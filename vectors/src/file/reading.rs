//! What the readers of all formats fill: the line's operation, its operands and results, its texts.

use super::Mark;
use super::classes::Texts;
use super::plans::Plans;
use super::seal::{self, Seal};
use crate::registry::{MAX_ELEMENTS, MAX_RESULTS};
use std::ops::Range;

/// The mark before a case, and the one behind it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    pub(crate) before: Option<Mark>,
    pub(crate) behind: Option<Mark>,
}

/// Of a case without marks.
pub(crate) static UNMARKED: Marks = Marks { before: None, behind: None };

/// Where a line's texts stand, and what else was read of it.
pub(super) struct Parsed {
    pub(super) flag: Option<u8>,
    pub(super) class: Range<usize>,
    pub(super) unspecified: Range<usize>,
    pub(super) seal: Seal,
    /// Whether there are marks, in [`Reading::marks`].
    pub(super) marked: bool,
}

/// What was read of the lines so far, and of this one.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) plans: Plans,
    pub(super) x: Vec<u64>,
    pub(super) out: Vec<u64>,
    pub(super) scratch: Vec<u8>,
    pub(super) texts: String,
    /// Of cases that are read in place.
    pub(super) classes: Texts,
    /// Of the last line that had any.
    pub(super) marks: Marks,
}

impl Reading {
    /// Before the first line.
    pub(super) fn new(plans: Plans) -> Self {
        let (x, out) = (vec![0; MAX_ELEMENTS], vec![0; MAX_RESULTS]);
        let (scratch, texts, classes, marks) = Default::default();
        Self { plans, x, out, scratch, texts, classes, marks }
    }

    /// The end of reading a line of the last plan: keeps the texts, verifies the seal. The
    /// operands' text, joined by commas, stands in `scratch`.
    pub(super) fn finish(&mut self, flag: Option<u8>, class: &str, unspecified: &str) -> Parsed {
        self.texts.clear();
        self.texts.push_str(class);
        self.texts.push_str(unspecified);
        let seal = match (seal::split(class.as_bytes()), self.plans.last()) {
            (Some((words, found)), Some(entry)) => {
                let right = entry.seal.seal(&self.scratch, words, unspecified.as_bytes());
                if found == right { Seal::Whole } else { Seal::Broken }
            }
            _ => Seal::None,
        };
        Parsed {
            flag,
            class: 0..class.len(),
            unspecified: class.len()..self.texts.len(),
            seal,
            marked: false,
        }
    }
}
