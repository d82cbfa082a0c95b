//! The page: chart, tables, source. Self-contained, no script.

use super::chart::{cut, plain};
use super::subject::Subject;
use super::table::Table;
use super::{svg, text};
use crate::page;
use semantics::machine::steps::{Lane, Row};
use std::io::{self, Write};

/// Lines of source that the page shows.
const SHOWN: usize = 20_000;
/// Characters of a line of source that the page shows.
const WIDE: usize = 400;

const STYLE: &str = "\
table { margin: .5em 0 }
th, td { padding: .1em .8em }
td { white-space: pre }
.u { color: #0072b2 }
tr:hover td { background: #f2f2f2 }
";

/// Writes the page.
pub(super) fn write(subject: &Subject, out: &mut dyn Write) -> io::Result<()> {
    let name = plain(&subject.name);
    let (head, end) = page::around(&format!("{name}: steps"), STYLE);
    write!(
        out,
        "{head}<h1>{name}</h1>\n<p>{}</p>\n<div class=\"wide\">\n{}</div>\n",
        subject.score(),
        svg::picture(subject)
    )?;
    for (title, table) in text::tables(subject) {
        writeln!(out, "<h2>{}</h2>", plain(&title))?;
        rows(&table, out)?;
    }
    source(subject, out)?;
    out.write_all(end.as_bytes())
}

fn rows(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<div class=\"wide\"><table>")?;
    for (i, row) in table.rows().iter().enumerate() {
        let tag = if i == 0 { "th" } else { "td" };
        write!(out, "<tr>")?;
        for (column, cell) in row.iter().enumerate() {
            let class = if table.is_number(column) { " class=\"n\"" } else { "" };
            write!(out, "<{tag}{class}>{}</{tag}>", plain(cell))?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</table></div>")
}

/// The source, each line with its step, what it holds and what it uses.
fn source(subject: &Subject, out: &mut dyn Write) -> io::Result<()> {
    let text = String::from_utf8_lossy(&subject.source);
    let count = text.lines().count();
    match count {
        ..=SHOWN => writeln!(out, "<h2>Source</h2>")?,
        _ => writeln!(out, "<h2>Source, the first {SHOWN} of {count} lines</h2>")?,
    }
    writeln!(
        out,
        "<div class=\"wide\"><table>\n<tr><th class=\"n\">line</th><th class=\"n\">step</th><th class=\"n\">held</th>\
         <th>uses</th><th>source</th></tr>"
    )?;
    let lanes = subject.survey.occupancy.lanes;
    let mut rows = subject.survey.rows.iter().peekable();
    for (number, line) in (1..).zip(text.lines()).take(SHOWN) {
        let row = rows.next_if(|row| row.line == number);
        let [step, held, uses] = row.map_or_else(Default::default, |row| cells(lanes, row));
        writeln!(
            out,
            "<tr><td class=\"n\">{number}</td><td class=\"n\">{step}</td><td class=\"n\">{held}</td>\
             <td class=\"u\">{uses}</td><td>{}</td></tr>",
            plain(&cut(line, WIDE))
        )?;
    }
    writeln!(out, "</table></div>")
}

/// Step, held steps and uses of a line.
fn cells(lanes: &[Lane], row: &Row) -> [String; 3] {
    let used = lanes.iter().filter_map(|lane| {
        let marks: String = lane.marks(row.uses).collect();
        (!marks.is_empty()).then(|| format!("{}:{marks}", lane.name))
    });
    let held = if row.held > 0 { row.held.to_string() } else { String::new() };
    [(row.first + 1).to_string(), held, used.collect::<Vec<_>>().join(" ")]
}
