//! The tables: totals, occupancy, calculations, MV, estimate.

use super::subject::Subject;
use super::table::Table;
use semantics::machine::steps::{Lane, Occupancy, Use};
use std::io::{self, Write};

/// Rows of the table of MV statements.
const SHOWN: usize = 100;

/// Writes all tables.
pub(super) fn write(subject: &Subject, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", subject.score())?;
    for (title, table) in tables(subject) {
        writeln!(out, "\n{title}")?;
        table.write(out)?;
    }
    Ok(())
}

/// All tables with their titles.
pub(super) fn tables(subject: &Subject) -> Vec<(String, Table)> {
    let mut tables = vec![
        ("Totals".to_owned(), totals(subject)),
        ("Occupancy (of all PE steps)".to_owned(), occupancy(subject)),
    ];
    if subject.survey.forms.iter().any(|form| form.steps > 0) {
        tables.push((
            "Calculations (of the MAU; peak over all PE steps, s. 1.4)".to_owned(),
            calculations(subject),
        ));
    }
    let count = subject.survey.moves.len();
    if count > 0 {
        let title = match count {
            ..=SHOWN => "MV (size in long words, throughput in long words a cycle)".to_owned(),
            _ => format!("MV, the first {SHOWN} of {count} (--json has all)"),
        };
        tables.push((title, moves(subject)));
    }
    tables.push(("Estimate".to_owned(), estimate(subject)));
    tables
}

fn totals(subject: &Subject) -> Table {
    let survey = &subject.survey;
    let mut table = Table::new(&["what", ">count"]);
    let mut row = |what: &str, count: u64| table.row([what.to_owned(), count.to_string()]);
    row("PE steps", survey.steps);
    row("of them nop", survey.nops);
    row("PE statements", survey.rows.len() as u64);
    row("MV statements", survey.transfers);
    row("flops of the board", survey.flops);
    table
}

/// `12.5 %`
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn occupancy(subject: &Subject) -> Table {
    let mut table = Table::new(&["kind", "name", ">steps", ">share", "of them"]);
    for (lane, steps) in subject.survey.occupancy.lanes() {
        table.row([
            kind(lane).to_owned(),
            lane.name.to_owned(),
            steps.to_string(),
            percent(subject.share(steps)),
            details(lane, &subject.survey.occupancy),
        ]);
    }
    table
}

/// `unit` or `port`.
pub(super) fn kind(lane: &Lane) -> &'static str {
    if lane.port { "port" } else { "unit" }
}

/// `read 3, written 1`; nothing where there is one kind of use.
fn details(lane: &Lane, occupancy: &Occupancy) -> String {
    if lane.uses.len() == 1 {
        return String::new();
    }
    let count = |Use { number, name, .. }: &Use| match occupancy.of(*number) {
        0 => None,
        steps => Some(format!("{name} {steps}")),
    };
    lane.uses.iter().filter_map(count).collect::<Vec<_>>().join(", ")
}

fn calculations(subject: &Subject) -> Table {
    let mut table = Table::new(&["form", ">steps", ">flops", ">of its peak"]);
    for form in subject.survey.forms.iter().filter(|form| form.steps > 0) {
        let peak = form.peak as f64 * subject.survey.steps as f64;
        table.row([
            format!("{} {}", if form.matrix { "matrix" } else { "vector" }, form.precision),
            form.steps.to_string(),
            form.flops.to_string(),
            percent(form.flops as f64 / peak),
        ]);
    }
    table
}

fn moves(subject: &Subject) -> Table {
    let mut table = Table::new(&[
        ">line",
        "opcode",
        ">size",
        ">throughput",
        "s.",
        ">cycles",
        ">issue",
        ">start",
        ">end",
        "memories",
        "waited in",
    ]);
    for one in subject.survey.moves.iter().take(SHOWN) {
        let text = subject.statement(one.index);
        table.row([
            one.line.to_string(),
            text.split(' ').next().unwrap_or_default().to_owned(),
            one.size.to_string(),
            one.rate.map_or_else(String::new, |rate| rate.counted.to_string()),
            one.rate.map_or("", |rate| rate.section).to_owned(),
            one.cycles().to_string(),
            one.issue.to_string(),
            one.start.to_string(),
            one.end.to_string(),
            subject.memories(one).collect::<Vec<_>>().join(" "),
            one.waited.map_or_else(String::new, |line| format!("line {line}")),
        ]);
    }
    table
}

fn estimate(subject: &Subject) -> Table {
    let estimate = &subject.survey.estimate;
    let mut table = Table::new(&["what", ">count"]);
    let mut row = |what: &str, count: String| table.row([what.to_owned(), count]);
    let mode = subject.model.mode;
    row(&format!("steps of the packed stream ({mode})"), estimate.steps.to_string());
    row("of them nop that packing inserts", estimate.nops.to_string());
    row("of them held by wait", estimate.held.to_string());
    row("mvnop that packing inserts", estimate.mvnops.to_string());
    row("cycles", estimate.cycles.to_string());
    if let Some(clock) = subject.clock {
        let time = subject.microseconds(estimate.cycles).unwrap_or_default();
        row(&format!("microseconds at {clock} MHz"), format!("{time:.3}"));
        row("GFLOPS", format!("{:.3}", subject.gflops().unwrap_or_default()));
    }
    table
}
