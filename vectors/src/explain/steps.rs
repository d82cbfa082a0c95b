//! The explanation as data: titled steps of labelled lines, and its text.

use crate::registry::Outcome;
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

    pub(crate) fn finish(self) -> Vec<Step> {
        self.list
    }
}

/// A row of [`Steps::table`].
macro_rules! row {
    ($($cell:expr),* $(,)?) => { vec![$($cell.to_string()),*] };
}
pub(crate) use row;
