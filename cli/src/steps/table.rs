//! Tables of text.

use std::io::{self, Write};

/// Rows of cells under a heading. The columns of numbers stand to the right.
pub(super) struct Table {
    /// Whether a column holds numbers.
    numbers: Vec<bool>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Its heading; a column of numbers begins with `>`.
    pub(super) fn new(heading: &[&str]) -> Self {
        let numbers = heading.iter().map(|h| h.starts_with('>')).collect();
        let first = heading.iter().map(|h| h.trim_start_matches('>').to_owned()).collect();
        Self { numbers, rows: vec![first] }
    }

    /// One more row.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Its rows, the heading first.
    pub(super) fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// Whether a column holds numbers.
    pub(super) fn is_number(&self, column: usize) -> bool {
        self.numbers[column]
    }

    /// Writes it, two blanks between columns.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut widths = vec![0; self.numbers.len()];
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.chars().count().max(*width);
            }
        }
        for row in &self.rows {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let gap = " ".repeat(width - cell.chars().count());
                let [before, behind] = if self.numbers[column] { [&*gap, ""] } else { ["", &*gap] };
                line.push_str(if column > 0 { "  " } else { "" });
                line.extend([before, cell, behind]);
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
