//! The explanation as data: titled steps of labelled lines, and its text.

use super::picture::Drawn;
use super::value;
use crate::registry::{Outcome, Plan, Shape, split};
use std::fmt;

/// A line of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What the line is about; may be empty.
    pub label: String,
    /// What it says.
    pub text: String,
}

/// A step of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What happens, with sections of the source.
    pub title: String,
    /// How.
    pub lines: Vec<Line>,
}

/// How a case comes to its result, step by step.
///
/// Displays as text of at most about 100 columns.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The operation's id, options, formula and sections.
    pub heading: String,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The additions that can be drawn, in order.
    pub drawn: Vec<Drawn>,
    /// The result that the steps arrive at.
    pub outcome: Outcome,
    /// The result of [`Plan::run`](crate::registry::Plan::run), where it is another: an error of
    /// this program.
    pub contradicted_by: Option<Outcome>,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        let width = self.lines.iter().map(|l| l.label.len()).max().unwrap_or(0);
        let gap = if width > 0 { "  " } else { "" };
        for line in &self.lines {
            let text = format!("  {:<width$}{gap}{}", line.label, line.text);
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.heading)?;
        self.steps.iter().try_for_each(|step| write!(f, "{step}"))
    }
}

/// Collects steps.
#[derive(Debug, Default)]
pub(crate) struct Steps {
    list: Vec<Step>,
    drawn: Vec<Drawn>,
}

impl Steps {
    /// Starts a step.
    pub(crate) fn begin(&mut self, title: impl Into<String>) {
        self.list.push(Step { title: title.into(), lines: Vec::new() });
    }

    /// Adds a labelled line to the step.
    pub(crate) fn item(&mut self, label: impl Into<String>, text: impl Into<String>) {
        if let Some(step) = self.list.last_mut() {
            step.lines.push(Line { label: label.into(), text: text.into() });
        }
    }

    /// Adds a line without label.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.item("", text);
    }

    /// Adds rows: the first column is the label, the others are aligned; columns whose name (in
    /// the first row) starts with `>` stand at the right.
    pub(crate) fn table(&mut self, rows: &[Vec<String>]) {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let right: Vec<bool> = (0..columns)
            .map(|c| rows.first().and_then(|r| r.get(c)).is_some_and(|n| n.starts_with('>')))
            .collect();
        let cell = |row: &[String], c: usize| -> String {
            row.get(c).map_or("", |t| t.strip_prefix('>').unwrap_or(t)).to_owned()
        };
        let widths: Vec<usize> = (0..columns)
            .map(|c| rows.iter().map(|r| cell(r, c).len()).max().unwrap_or(0))
            .collect();
        // A first row without names only says how columns are aligned.
        let unnamed = rows.first().is_some_and(|r| r.iter().all(|t| t.is_empty() || t == ">"));
        for row in rows.iter().skip(usize::from(unnamed)) {
            let cells: Vec<String> = (1..columns)
                .map(|c| match right[c] {
                    true => format!("{:>w$}", cell(row, c), w = widths[c]),
                    false => format!("{:<w$}", cell(row, c), w = widths[c]),
                })
                .collect();
            self.item(cell(row, 0), cells.join("  ").trim_end());
        }
    }

    /// Adds an addition to the picture.
    pub(crate) fn draw(&mut self, drawn: Drawn) {
        self.drawn.push(drawn);
    }

    pub(crate) fn finish(self) -> (Vec<Step>, Vec<Drawn>) {
        (self.list, self.drawn)
    }
}

/// A row of [`Steps::table`].
macro_rules! row {
    ($($cell:expr),* $(,)?) => { vec![$($cell.to_string()),*] };
}
pub(crate) use row;

// The operands as they are written, and the results as the steps arrive at them.

/// The name of an element: `x`, or `x[3]` where the operand has several.
pub(crate) fn element_name(operand: &str, shape: &Shape, i: usize) -> String {
    if shape.len == 1 { operand.to_owned() } else { format!("{operand}[{i}]") }
}

/// Each operand with its name, shape and elements.
pub(crate) fn each<'a>(
    plan: &'a Plan,
    shapes: &'a [Shape],
    x: &'a [u64],
) -> impl Iterator<Item = (&'static str, &'a Shape, &'a [u64])> {
    plan.op.operands.iter().zip(split(shapes, x)).map(|(name, (shape, own))| (*name, shape, own))
}

/// The step "operands".
pub(crate) fn operands(steps: &mut Steps, plan: &Plan, x: &[u64]) {
    let mut rows = Vec::new();
    for (name, shape, own) in each(plan, &plan.operands, x) {
        let common = value::common(&shape.format, own);
        for (i, element) in shape.each(own).enumerate() {
            let mut row = row![element_name(name, shape, i), shape.hex(element)];
            row.extend(value::columns_of(&shape.format, element, common));
            rows.push(row);
        }
    }
    steps.begin("operands");
    steps.table(&rows);
}

/// The step "result": each element in words, and the flag.
pub(crate) fn result(steps: &mut Steps, plan: &Plan, outcome: &Outcome) {
    steps.begin("result");
    let mut rows = Vec::new();
    for (shape, own) in split(&plan.results, outcome.out()) {
        let format = &shape.format;
        let common = value::common(format, own);
        for (i, element) in shape.each(own).enumerate() {
            let mut row = row![element_name("out", shape, i), shape.hex(element)];
            row.extend(value::columns_of(format, element, common));
            rows.push(row);
        }
    }
    steps.table(&rows);
    if let Some(flag) = outcome.flag {
        steps.item(plan.op.flags.name(), plan.op.flags.text(flag));
    }
}
