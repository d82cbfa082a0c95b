//! JSON: the names of the fields stay.

use super::compare::figures;
use super::subject::Subject;
use super::text::kind;
use crate::page::object;
use semantics::machine::steps::{Lane, Move, Row, Uses};
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// Names and numbers, in their order.
struct Map<F>(F);

impl<K: Serialize, V: Serialize, I: Iterator<Item = (K, V)>, F: Fn() -> I> Serialize for Map<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map((self.0)())
    }
}

/// A list, made while it is written.
struct List<F>(F);

impl<T: Serialize, I: Iterator<Item = T>, F: Fn() -> I> Serialize for List<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

fn mv(subject: &Subject, one: &Move) -> impl Serialize {
    object! {
        line: one.line,
        statement: subject.statement(one.index),
        size: one.size,
        throughput: one.rate.map(|rate| rate.counted),
        section: one.rate.map(|rate| rate.section),
        priority: one.priority,
        memories: subject.memories(one).collect::<Vec<_>>(),
        cycles: one.cycles(),
        issue: one.issue,
        start: one.start,
        end: one.end,
        waited_in_line: one.waited,
    }
}

fn step(subject: &Subject, row: &Row) -> impl Serialize {
    object! {
        line: row.line,
        step: row.first + 1,
        steps: row.steps,
        cycle: subject.cycle(row),
        nop_inserted: row.nops,
        held: row.held,
        flops: row.flops,
        uses: marks(subject.survey.occupancy.lanes, row.uses),
        statement: subject.statement(row.index),
    }
}

/// The lanes of a step with their marks.
fn marks(lanes: &'static [Lane], uses: Uses) -> impl Serialize {
    let marks = move |lane: &'static Lane| (lane.name, lane.marks(uses).collect::<String>());
    Map(move || lanes.iter().map(marks).filter(|(_, marks)| !marks.is_empty()))
}

fn document(subject: &Subject, per_step: bool) -> impl Serialize {
    let survey = &subject.survey;
    let estimate = survey.estimate;
    let occupancy = survey.occupancy.lanes().map(|(lane, steps)| {
        let uses =
            move || lane.uses.iter().map(move |one| (one.name, survey.occupancy.of(one.number)));
        object! {
            name: lane.name,
            kind: kind(lane),
            steps: steps,
            share: subject.share(steps),
            uses: Map(uses),
        }
    });
    let microseconds = subject.microseconds(estimate.cycles);
    object! {
        program: &subject.name,
        mode: subject.model.mode,
        mv_latency: subject.model.latency,
        mv_sharing: if subject.model.apart { "apart" } else { "priority" },
        #[serde(flatten)]
        clock_mhz: subject.clock.map(|clock| object! { clock_mhz: clock }),
        score: object! {
            score: survey.score(),
            pe_steps: survey.steps,
            nop_steps: survey.nops,
            mv_statements: survey.transfers,
            bytes: survey.bytes,
        },
        occupancy: occupancy.collect::<Vec<_>>(),
        flops: survey.flops,
        calculations: &survey.forms,
        moves: List(move || survey.moves.iter().map(move |one| mv(subject, one))),
        estimate: object! {
            packed_steps: estimate.steps,
            nop_inserted: estimate.nops,
            mvnop_inserted: estimate.mvnops,
            held_steps: estimate.held,
            cycles: estimate.cycles,
            #[serde(flatten)]
            microseconds: microseconds.map(|time| object! { microseconds: time }),
            #[serde(flatten)]
            gflops: subject.gflops().map(|gflops| object! { gflops: gflops }),
        },
        #[serde(flatten)]
        steps: per_step.then(|| object! {
            steps: List(move || survey.rows.iter().map(move |row| step(subject, row))),
        }),
    }
}

/// Writes the document of a program.
pub(super) fn write(subject: &Subject, per_step: bool, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &document(subject, per_step))?;
    writeln!(out)
}

/// Writes the documents of two programs and the signed differences of what [`figures`] names.
pub(super) fn compare(one: &Subject, other: &Subject, out: &mut dyn Write) -> io::Result<()> {
    let difference = || {
        let both = figures(one).into_iter().zip(figures(other));
        both.map(|((_, name, a), (_, _, b))| (name, i128::from(a) - i128::from(b)))
    };
    let comparison = object! {
        this: document(one, false),
        other: document(other, false),
        difference: Map(difference),
    };
    serde_json::to_writer_pretty(&mut *out, &comparison)?;
    writeln!(out)
}
