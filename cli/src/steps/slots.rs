//! The slot chart as text: a line for each PE statement, a column for each unit and port.

use super::subject::{Subject, cycle};
use semantics::mncore2::steps::{LANES, Row};
use std::io::{self, Write};

/// Writes the chart. MV statements stand between the steps, with their times.
pub(super) fn write(subject: &Subject, out: &mut dyn Write) -> io::Result<()> {
    let survey = &subject.survey;
    writeln!(out, "\nSteps (cycles of the packed stream; numbers of steps from 1)")?;
    write!(out, "{:>8} {:>10} {:>8} ", "line", "cycle", "step")?;
    for lane in &LANES {
        write!(out, " {}", lane.name)?;
    }
    writeln!(out, "  statement")?;
    let mut moves = survey.moves.iter().peekable();
    for row in &survey.rows {
        while let Some(one) = moves.next_if(|one| one.index < row.index) {
            mv(subject, one, out)?;
        }
        step(subject, row, out)?;
    }
    moves.try_for_each(|one| mv(subject, one, out))
}

fn mv(
    subject: &Subject,
    one: &semantics::mncore2::steps::Move,
    out: &mut dyn Write,
) -> io::Result<()> {
    let statement = &subject.line(one.index).statement;
    writeln!(
        out,
        "{:>8} {:>10}       mv  runs {}..{}  {statement}",
        one.line, one.issue, one.start, one.end
    )
}

fn step(subject: &Subject, row: &Row, out: &mut dyn Write) -> io::Result<()> {
    let line = subject.line(row.index);
    for (steps, what) in [(row.nops, "inserted by packing"), (row.held, "held by wait")] {
        if steps > 0 {
            writeln!(out, "{:>8} {:>10} {:>8}  nop/{steps} {what}", "", "", "")?;
        }
    }
    write!(out, "{:>8} {:>10} {:>8} ", line.number, cycle(row), row.first + 1)?;
    for lane in &LANES {
        let marks: String = lane.marks(row.uses).collect();
        let shown = if marks.is_empty() { "." } else { &marks };
        write!(out, " {shown:^width$}", width = lane.name.len())?;
    }
    writeln!(out, "  {}", line.statement)
}
