//! A heat map: counts by two names, as SVG.

use super::{escaped, shade};
use std::collections::HashMap;
use std::fmt::Write;

/// The most rows and columns; the last of them stands for all others.
const ROWS: usize = 40;
const COLUMNS: usize = 30;

const CELL: usize = 22;

/// The width of a character, a little more than it is.
const CHARACTER: f64 = 7.4;

/// The most characters of a label; the cells' titles have all.
const LABEL: usize = 34;

const OTHERS: &str = "others";

/// A count and the names that it goes by.
pub(crate) struct Cell<'a> {
    pub(crate) row: &'a str,
    pub(crate) column: &'a str,
    pub(crate) count: u64,
}

/// A table of counts; rows and columns with the most mismatches first.
struct Grid {
    rows: Vec<String>,
    columns: Vec<String>,
    counts: HashMap<(usize, usize), u64>,
}

impl Grid {
    fn of(cells: &[Cell<'_>]) -> Self {
        let rows = ranked(cells.iter().map(|c| (c.row, c.count)), ROWS);
        let columns = ranked(cells.iter().map(|c| (c.column, c.count)), COLUMNS);
        let place = |names: &[String], name: &str| {
            names.iter().position(|n| n == name).unwrap_or(names.len().saturating_sub(1))
        };
        let mut counts = HashMap::new();
        for cell in cells {
            let at = (place(&rows, cell.row), place(&columns, cell.column));
            *counts.entry(at).or_insert(0) += cell.count;
        }
        Self { rows, columns, counts }
    }
}

/// Names by their total, the largest first, equal ones by name; `others` in the last place where
/// there are more than `most`.
fn ranked<'a>(items: impl Iterator<Item = (&'a str, u64)>, most: usize) -> Vec<String> {
    let mut totals: HashMap<&str, u64> = HashMap::new();
    for (name, count) in items {
        *totals.entry(name).or_insert(0) += count;
    }
    let mut names: Vec<(&str, u64)> = totals.into_iter().collect();
    names.sort_by(|(a, m), (b, n)| n.cmp(m).then_with(|| a.cmp(b)));
    let fits = names.len() <= most;
    let kept = if fits { most } else { most - 1 };
    let mut kept: Vec<String> = names.iter().take(kept).map(|(n, _)| (*n).to_owned()).collect();
    if !fits {
        kept.push(OTHERS.to_owned());
    }
    kept
}

/// The cells with rows for columns: a map is as narrow as it can be where there are fewer columns than rows.
fn turned<'a>(cells: &[Cell<'a>]) -> Vec<Cell<'a>> {
    cells.iter().map(|c| Cell { row: c.column, column: c.row, count: c.count }).collect()
}

/// The heat map, `what` it counts in its label; nothing where there is nothing to count.
pub(crate) fn svg(cells: &[Cell<'_>], what: &str) -> String {
    let mut grid = Grid::of(cells);
    if grid.rows.is_empty() {
        return String::new();
    }
    if grid.columns.len() > grid.rows.len() {
        grid = Grid::of(&turned(cells));
    }
    // Labels of columns lean by 60 degrees, up and to the right.
    let (left, slope) = (room(&grid.rows), room(&grid.columns));
    let (top, right) = (slope.mul_add(0.87, 12.0) as usize, slope.mul_add(0.5, 12.0) as usize);
    let left = left as usize + 8;
    let (width, height) =
        (left + CELL * grid.columns.len() + right, top + CELL * grid.rows.len() + 10);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-label=\"{what}\">\n"
    );
    // Writing to a string does not fail, here and below.
    for (i, name) in grid.columns.iter().enumerate() {
        let (x, y) = (left + CELL * i + CELL / 2 + 4, top - 6);
        let turned = format!(" transform=\"rotate(-60 {x} {y})\"");
        let _ = writeln!(svg, "{}", text(x, y, "start", &turned, name));
    }
    for (i, name) in grid.rows.iter().enumerate() {
        let _ = writeln!(svg, "{}", text(left - 6, top + CELL * i + 15, "end", "", name));
    }
    let largest = grid.counts.values().copied().max().unwrap_or(1);
    for row in 0..grid.rows.len() {
        for column in 0..grid.columns.len() {
            let count = grid.counts.get(&(row, column)).copied().unwrap_or(0);
            let title = format!("{}  {}: {count}", grid.rows[row], grid.columns[column]);
            let (x, y, side) = (left + CELL * column, top + CELL * row, CELL - 2);
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{}\">\
                 <title>{}</title></rect>",
                colour(count, largest),
                escaped(&title),
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// The width of the longest of these labels.
fn room(labels: &[String]) -> f64 {
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    longest.min(LABEL + 1) as f64 * CHARACTER
}

fn text(x: usize, y: usize, anchor: &str, more: &str, content: &str) -> String {
    let cut = content.char_indices().nth(LABEL).map(|(at, _)| at);
    let content = match cut {
        Some(at) => escaped(&content[..at]) + "\u{2026}",
        None => escaped(content),
    };
    format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\"{more}>{content}</text>")
}

/// Light to dark red by the logarithm of the count; grey for none.
fn colour(count: u64, largest: u64) -> String {
    if count == 0 {
        return "#eee".to_owned();
    }
    let (part, whole) = (1 + u64::from(count.ilog2()), 1 + u64::from(largest.ilog2()));
    shade([246, 210, 201], [147, 34, 16], part, whole)
}
