//! JSON: the names of the fields stay.

use super::compare::figures;
use super::subject::Subject;
use super::text::kind;
use semantics::machine::steps::{self, Move, Row, Uses};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

#[derive(Serialize)]
struct Document<'a> {
    program: &'a str,
    mode: &'static str,
    mv_latency: u64,
    mv_sharing: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock_mhz: Option<f64>,
    score: Score,
    occupancy: Vec<Lane>,
    flops: u64,
    calculations: Vec<Calculation>,
    moves: Moves<'a>,
    estimate: Estimate,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Rows<'a>>,
}

#[derive(Serialize)]
struct Score {
    score: u64,
    pe_steps: u64,
    nop_steps: u64,
    mv_statements: u64,
    bytes: u64,
}

#[derive(Serialize)]
struct Lane {
    name: &'static str,
    kind: &'static str,
    steps: u64,
    share: f64,
    uses: Counts,
}

/// Names and numbers, in their order.
struct Counts(Vec<(&'static str, u64)>);

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

#[derive(Serialize)]
struct Calculation {
    precision: char,
    matrix: bool,
    steps: u64,
    flops: u64,
    peak_flops_a_step: u64,
}

#[derive(Serialize)]
struct Estimate {
    packed_steps: u64,
    nop_inserted: u64,
    mvnop_inserted: u64,
    held_steps: u64,
    cycles: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    microseconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gflops: Option<f64>,
}

/// MV statements, made while they are written.
struct Moves<'a>(&'a Subject);

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.survey.moves.iter().map(|one| mv(self.0, one)))
    }
}

#[derive(Serialize)]
struct MvRow {
    line: u32,
    statement: String,
    size: u32,
    throughput: Option<u32>,
    section: Option<&'static str>,
    priority: u8,
    memories: Vec<String>,
    cycles: u64,
    issue: u64,
    start: u64,
    end: u64,
    waited_in_line: Option<u32>,
}

fn mv(subject: &Subject, one: &Move) -> MvRow {
    MvRow {
        line: one.line,
        statement: subject.statement(one.index),
        size: one.size,
        throughput: one.rate.map(|rate| rate.counted),
        section: one.rate.map(|rate| rate.section),
        priority: one.priority,
        memories: subject.memories(one).map(str::to_owned).collect(),
        cycles: one.cycles(),
        issue: one.issue,
        start: one.start,
        end: one.end,
        waited_in_line: one.waited,
    }
}

/// PE statements, made while they are written.
struct Rows<'a>(&'a Subject);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.survey.rows.iter().map(|row| step(self.0, row)))
    }
}

#[derive(Serialize)]
struct StepRow {
    line: u32,
    step: u64,
    steps: u32,
    cycle: u64,
    nop_inserted: u64,
    held: u64,
    flops: u64,
    uses: Marks,
    statement: String,
}

/// The lanes of a step with their marks.
struct Marks(&'static [steps::Lane], Uses);

impl Serialize for Marks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for lane in self.0 {
            let marks: String = lane.marks(self.1).collect();
            if !marks.is_empty() {
                map.serialize_entry(lane.name, &marks)?;
            }
        }
        map.end()
    }
}

fn step(subject: &Subject, row: &Row) -> StepRow {
    StepRow {
        line: row.line,
        step: row.first + 1,
        steps: row.steps,
        cycle: subject.cycle(row),
        nop_inserted: row.nops,
        held: row.held,
        flops: row.flops,
        uses: Marks(subject.survey.occupancy.lanes, row.uses),
        statement: subject.statement(row.index),
    }
}

fn document(subject: &Subject, per_step: bool) -> Document<'_> {
    let survey = &subject.survey;
    let occupancy = survey.occupancy.lanes().map(|(lane, steps)| Lane {
        name: lane.name,
        kind: kind(lane),
        steps,
        share: subject.share(steps),
        uses: Counts(
            lane.uses.iter().map(|one| (one.name, survey.occupancy.of(one.number))).collect(),
        ),
    });
    let calculations = survey.forms.iter().map(|form| Calculation {
        precision: form.precision,
        matrix: form.matrix,
        steps: form.steps,
        flops: form.flops,
        peak_flops_a_step: form.peak,
    });
    Document {
        program: &subject.name,
        mode: subject.model.mode,
        mv_latency: subject.model.latency,
        mv_sharing: if subject.model.apart { "apart" } else { "priority" },
        clock_mhz: subject.clock,
        score: Score {
            score: survey.score(),
            pe_steps: survey.steps,
            nop_steps: survey.nops,
            mv_statements: survey.transfers,
            bytes: survey.bytes,
        },
        occupancy: occupancy.collect(),
        flops: survey.flops,
        calculations: calculations.collect(),
        moves: Moves(subject),
        estimate: Estimate {
            packed_steps: survey.estimate.steps,
            nop_inserted: survey.estimate.nops,
            mvnop_inserted: survey.estimate.mvnops,
            held_steps: survey.estimate.held,
            cycles: survey.estimate.cycles,
            microseconds: subject.microseconds(survey.estimate.cycles),
            gflops: subject.gflops(),
        },
        steps: per_step.then_some(Rows(subject)),
    }
}

/// Writes the document of a program.
pub(super) fn write(subject: &Subject, per_step: bool, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &document(subject, per_step))?;
    writeln!(out)
}

#[derive(Serialize)]
struct Comparison<'a> {
    this: Document<'a>,
    other: Document<'a>,
    difference: Difference,
}

/// Signed differences of what [`figures`] names.
struct Difference(Vec<(&'static str, i128)>);

impl Serialize for Difference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// Writes the documents of two programs and their differences.
pub(super) fn compare(one: &Subject, other: &Subject, out: &mut dyn Write) -> io::Result<()> {
    let differences = figures(one).into_iter().zip(figures(other));
    let differences =
        differences.map(|((_, name, a), (_, _, b))| (name, i128::from(a) - i128::from(b)));
    let comparison = Comparison {
        this: document(one, false),
        other: document(other, false),
        difference: Difference(differences.collect()),
    };
    serde_json::to_writer_pretty(&mut *out, &comparison)?;
    writeln!(out)
}
