//! The slot chart as text: a line for each PE statement, a column for each unit and port.

use super::subject::Subject;
use semantics::machine::steps::{Move, Row};
use std::io::{self, Write};

/// Writes the chart. MV statements stand between the steps, with their times.
pub(super) fn write(subject: &Subject, out: &mut dyn Write) -> io::Result<()> {
    let survey = &subject.survey;
    writeln!(out, "\nSteps (cycles of the packed stream; numbers of steps from 1)")?;
    write!(out, "{:>8} {:>10} {:>8} ", "line", "cycle", "step")?;
    for lane in survey.occupancy.lanes {
        write!(out, " {}", lane.name)?;
    }
    writeln!(out, "  statement")?;
    let mut moves = survey.moves.iter().peekable();
    let mut end = 0;
    for row in &survey.rows {
        between(row.nops, "inserted by packing", out)?;
        while let Some(one) = moves.next_if(|one| one.index < row.index) {
            mv(subject, one, out)?;
        }
        between(row.held, "held by wait", out)?;
        step(subject, row, out)?;
        end = row.slot + u64::from(row.steps);
    }
    between(survey.estimate.steps.saturating_sub(end), "inserted by packing", out)?;
    moves.try_for_each(|one| mv(subject, one, out))
}

/// Steps that stand in no line.
fn between(steps: u64, why: &str, out: &mut dyn Write) -> io::Result<()> {
    match steps {
        0 => Ok(()),
        _ => writeln!(out, "{:>8} {:>10} {:>8}  nop/{steps} {why}", "", "", ""),
    }
}

fn mv(subject: &Subject, one: &Move, out: &mut dyn Write) -> io::Result<()> {
    let statement = subject.statement(one.index);
    writeln!(
        out,
        "{:>8} {:>10} {:>8}  runs {}..{}  {statement}",
        one.line, one.issue, "mv", one.start, one.end
    )
}

fn step(subject: &Subject, row: &Row, out: &mut dyn Write) -> io::Result<()> {
    let (line, cycle) = (row.line, subject.cycle(row));
    write!(out, "{line:>8} {cycle:>10} {:>8} ", row.first + 1)?;
    for lane in subject.survey.occupancy.lanes {
        let marks: String = lane.marks(row.uses).collect();
        let shown = if marks.is_empty() { "." } else { &marks };
        write!(out, " {shown:^width$}", width = lane.name.len())?;
    }
    writeln!(out, "  {}", subject.statement(row.index))
}
