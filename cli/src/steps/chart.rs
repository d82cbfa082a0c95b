//! Where everything stands in the picture: the horizontal axis.
//!
//! The axis runs over the steps of the packed stream. Long stretches in which nothing is issued (`nop/n`,
//! what packing inserts, what `wait` holds, MV statements that run on behind the last step) are drawn at
//! most [`LONGEST`] units wide, so that the steps remain visible.

use super::subject::Subject;
use semantics::machine::steps::{Lane, Row, Way};

/// The widest that a stretch of equal steps is drawn, in units.
const LONGEST: u64 = 4;

/// What fills a stretch of the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A PE statement, by its row.
    Row(usize),
    /// `nop` that packing inserted.
    Inserted,
    /// Held by the `wait` of this row.
    Held(usize),
    /// Behind the last step.
    Tail,
}

/// A stretch of the axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) what: What,
    /// Where it begins, in units.
    pub(super) x: u64,
    /// In units.
    pub(super) width: u64,
    /// The first cycle.
    cycle: u64,
    pub(super) cycles: u64,
}

/// The axis.
pub(super) struct Axis {
    pub(super) stretches: Vec<Stretch>,
    /// Its length in units, at least 1.
    pub(super) units: u64,
    cycles_a_step: u64,
}

impl Axis {
    pub(super) fn new(subject: &Subject) -> Self {
        let survey = &subject.survey;
        let cycles_a_step = survey.cycles_a_step;
        let stretches = Vec::with_capacity(survey.rows.len());
        let mut axis = Self { stretches, units: 0, cycles_a_step };
        let mut issues = survey.moves.iter().map(|one| one.issue).peekable();
        // What packing inserted before each MV, so that many in a row do not shrink to one stretch.
        let mut inserted = |axis: &mut Self, mut from: u64, to: u64| {
            while let Some(issue) = issues.next_if(|issue| *issue <= to) {
                axis.push(What::Inserted, from, issue.saturating_sub(from));
                from = from.max(issue);
            }
            axis.push(What::Inserted, from, to.saturating_sub(from));
        };
        let mut end = 0;
        for (i, row) in survey.rows.iter().enumerate() {
            let at = subject.cycle(row);
            let held = row.held * cycles_a_step;
            inserted(&mut axis, end, at - held);
            axis.push(What::Held(i), at - held, held);
            end = at + u64::from(row.steps) * cycles_a_step;
            axis.push(What::Row(i), at, end - at);
        }
        let steps = survey.estimate.steps * cycles_a_step;
        inserted(&mut axis, end, steps);
        axis.push(What::Tail, steps, survey.estimate.cycles.saturating_sub(steps));
        axis.units = axis.units.max(1);
        axis
    }

    fn push(&mut self, what: What, cycle: u64, cycles: u64) {
        if cycles > 0 {
            let width = cycles.div_ceil(self.cycles_a_step).min(LONGEST);
            self.stretches.push(Stretch { what, x: self.units, width, cycle, cycles });
            self.units += width;
        }
    }

    /// Where a cycle lies, in units.
    pub(super) fn at(&self, cycle: u64) -> f64 {
        let behind = self.stretches.partition_point(|s| s.cycle <= cycle);
        let Some(stretch) = behind.checked_sub(1).map(|i| &self.stretches[i]) else { return 0.0 };
        let part = (cycle - stretch.cycle) as f64 / stretch.cycles as f64;
        stretch.x as f64 + part.min(1.0) * stretch.width as f64
    }
}

/// How a use is drawn: what colour, and which half of its lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// A unit that computes: the whole lane.
    Busy,
    /// Read, or on the way down: the upper half.
    Read,
    /// Written, or on the way up: the lower half.
    Written,
    /// Another use of the lane: a stripe in the middle.
    Other,
}

impl Ink {
    pub(super) const ALL: [Self; 4] = [Self::Busy, Self::Read, Self::Written, Self::Other];

    /// Its class and its words in the legend.
    pub(super) const fn class(self) -> (&'static str, &'static str) {
        match self {
            Self::Busy => ("b", "busy"),
            Self::Read => ("r", "read, down (upper half)"),
            Self::Written => ("w", "written, up (lower half)"),
            Self::Other => ("o", "turnaround, multicast, DARBUF, immediate (middle)"),
        }
    }

    /// Offset and height in a lane of 16.
    pub(super) const fn place(self) -> (u64, u64) {
        match self {
            Self::Busy => (2, 12),
            Self::Read => (2, 6),
            Self::Written => (8, 6),
            Self::Other => (5, 6),
        }
    }

    const fn of(way: Way) -> Self {
        match way {
            Way::Busy => Self::Busy,
            Way::Read => Self::Read,
            Way::Written => Self::Written,
            Way::Other => Self::Other,
        }
    }
}

/// What a row paints: lane and ink, each once.
pub(super) fn cells(
    lanes: &'static [Lane],
    row: &Row,
) -> impl Iterator<Item = (usize, Ink)> + use<> {
    let used = row.uses;
    lanes.iter().enumerate().flat_map(move |(i, lane)| {
        let has = move |ink: &Ink| {
            lane.uses.iter().any(|one| used.has(one.number) && Ink::of(one.way) == *ink)
        };
        Ink::ALL.into_iter().filter(has).map(move |ink| (i, ink))
    })
}

/// Text as XML has it, without characters that XML forbids.
pub(super) fn plain(text: &str) -> String {
    let allowed = |c: char| match c {
        '\t' => ' ',
        '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    };
    crate::page::escaped(&text.chars().map(allowed).collect::<String>())
}

/// The beginning of a text.
pub(super) fn cut(text: &str, length: usize) -> String {
    match text.char_indices().nth(length) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}
