//! Two programs side by side.

use super::subject::Subject;
use super::table::Table;
use super::text::percent;
use std::io::{self, Write};

/// Writes the scores, and where the two differ.
pub(super) fn write(one: &Subject, other: &Subject, out: &mut dyn Write) -> io::Result<()> {
    for subject in [one, other] {
        writeln!(out, "{}: {}", subject.name, subject.score())?;
    }
    writeln!(out)?;
    counts(one, other).write(out)?;
    writeln!(out)?;
    occupancy(one, other).write(out)
}

/// What is compared: its words, its name in JSON, and how much it is.
pub(super) fn figures(subject: &Subject) -> [(&'static str, &'static str, u64); 11] {
    let survey = &subject.survey;
    let estimate = &survey.estimate;
    [
        ("score", "score", survey.score()),
        ("PE steps", "pe_steps", survey.steps),
        ("of them nop", "nop_steps", survey.nops),
        ("MV statements", "mv_statements", survey.transfers),
        ("bytes", "bytes", survey.bytes),
        ("flops", "flops", survey.flops),
        ("packed steps", "packed_steps", estimate.steps),
        ("nop of packing", "nop_inserted", estimate.nops),
        ("mvnop of packing", "mvnop_inserted", estimate.mvnops),
        ("held by wait", "held_steps", estimate.held),
        ("cycles", "cycles", estimate.cycles),
    ]
}

/// `+3`, `-2`, `=`
fn difference(one: u64, other: u64) -> String {
    match i128::from(one) - i128::from(other) {
        0 => "=".to_owned(),
        difference => format!("{difference:+}"),
    }
}

fn counts(one: &Subject, other: &Subject) -> Table {
    let mut table = Table::new(&["what", ">this", ">other", ">difference"]);
    for ((what, _, a), (_, _, b)) in figures(one).into_iter().zip(figures(other)) {
        table.row([what.to_owned(), a.to_string(), b.to_string(), difference(a, b)]);
    }
    table
}

fn occupancy(one: &Subject, other: &Subject) -> Table {
    let heading = ["name", ">this", ">share", ">other", ">share", ">difference"];
    let mut table = Table::new(&heading);
    let lanes = one.survey.occupancy.lanes().zip(other.survey.occupancy.lanes());
    for ((lane, a), (_, b)) in lanes.filter(|((_, a), (_, b))| a + b > 0) {
        table.row([
            lane.name.to_owned(),
            a.to_string(),
            percent(one.share(a)),
            b.to_string(),
            percent(other.share(b)),
            difference(a, b),
        ]);
    }
    table
}
