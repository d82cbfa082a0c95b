//! A table that holds in a narrow window: there each row is a list, each cell behind its column's name.

use super::escaped;
use std::fmt::Write;

/// What the page's style needs.
pub(crate) const STYLE: &str = "\
@media (max-width: 800px) {
.rows, .rows tbody, .rows tr, .rows td { display: block; text-align: left }
.rows th { display: none }
.rows td { border: 0; padding: 0; overflow-wrap: anywhere }
.rows td::before { content: attr(data-name) ': '; color: #666 }
.rows tr { border-bottom: 1px solid #ddd; padding: .4em 0 }
}
";

/// A column: its name, and whether it holds numbers.
pub(crate) type Column = (&'static str, bool);

/// A cell's text, and whether it tells of something bad.
pub(crate) type Cell<'a> = (&'a str, bool);

/// A table.
pub(crate) struct Rows<const N: usize> {
    columns: [Column; N],
    text: String,
}

impl<const N: usize> Rows<N> {
    pub(crate) fn new(columns: [Column; N]) -> Self {
        let names = columns.map(|(name, _)| format!("<th>{name}</th>"));
        Self { columns, text: format!("<table class=\"rows\">\n<tr>{}</tr>\n", names.concat()) }
    }

    pub(crate) fn push(&mut self, cells: [Cell<'_>; N]) {
        self.text.push_str("<tr>");
        for ((name, number), (cell, ill)) in self.columns.into_iter().zip(cells) {
            let class = match (number, ill) {
                (false, false) => "",
                (true, false) => " class=\"n\"",
                (false, true) => " class=\"ill\"",
                (true, true) => " class=\"n ill\"",
            };
            // Elements of a block, and their classes, may stand below each other.
            let cell = ['_', '|', '*']
                .into_iter()
                .fold(escaped(cell), |cell, c| cell.replace(c, &format!("{c}<wbr/>")));
            // Writing to a string does not fail.
            let _ = write!(self.text, "<td{class} data-name=\"{name}\">{cell}</td>");
        }
        self.text.push_str("</tr>\n");
    }

    pub(crate) fn end(self) -> String {
        self.text + "</table>\n"
    }
}
