//! The page: every cross of every operation as a heat map. Self-contained, no script.

use super::share::{self, totals};
use super::text::{counts, name};
use crate::page::{escaped, shade};
use std::fmt::Write;
use vectors::cover::{Covered, Status, Table};

/// Cells of one map; a cross of more is shown by the sums of its last axes.
const CELLS: usize = 2_000;

const CELL: usize = 14;

const STYLE: &str = "\
body { font: 15px/1.5 sans-serif; margin: 2em; color: #222 }
table { border-collapse: collapse; margin: 1em 0 }
th, td { border-bottom: 1px solid #ddd; padding: .2em .8em; text-align: left; vertical-align: top }
td.n { text-align: right }
td, text { font-family: monospace; font-size: 11px }
.key span { display: inline-block; width: 1em; height: 1em; vertical-align: middle; margin: 0 .3em 0 1em }
.well { color: #186a3b } .ill { color: #b03a2e }
div.map { overflow-x: auto }
";

const HOLE: &str = "#c0392b";
const NEVER: &str = "#e4e4e4";

/// The page of these operations.
pub(super) fn page(all: &[Covered]) -> String {
    let (hit, reachable) = totals(all);
    let class = if hit == reachable { "well" } else { "ill" };
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>assay cover</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>assay cover</h1>\n<p class=\"{class}\">{hit} of {reachable} goals, {}</p>\n\
         <p class=\"key\"><span style=\"background:{}\"></span>hit, the darker the more often\
         <span style=\"background:{HOLE}\"></span>not hit\
         <span style=\"background:{NEVER}\"></span>cannot be reached</p>\n",
        share::text(hit, reachable),
        colour(1000, 1000)
    );
    // Writing to a string does not fail, here and below.
    for covered in all {
        let _ = writeln!(
            page,
            "<h2>{}</h2>\n<p>{} cases, {} of {} goals</p>",
            escaped(&name(&covered.model)),
            covered.cases,
            covered.hit(),
            covered.reachable()
        );
        for lack in covered.model.lacks() {
            let _ = writeln!(
                page,
                "<p class=\"ill\">lacks {}: {}</p>",
                escaped(lack.models),
                escaped(lack.why)
            );
        }
        for table in covered.model.tables() {
            let (hit, reachable) = counts(covered, &table);
            let _ = writeln!(
                page,
                "<h3>{}: {}</h3>\n<p>{hit} of {reachable}</p>\n<div class=\"map\">{}</div>",
                table.name,
                escaped(table.what),
                map(covered, &table)
            );
        }
    }
    page.push_str("</body>\n</html>\n");
    page
}

/// A cell: hits, and whether a goal of it is a hole or can be reached at all.
#[derive(Clone, Copy, Default)]
struct Cell {
    hits: u64,
    holes: usize,
    reachable: usize,
}

/// Rows are the values of the first axis, columns the combinations of the others.
fn map(covered: &Covered, table: &Table) -> String {
    let sizes: Vec<usize> = table.axes.iter().map(|(_, values)| values.len()).collect();
    // As many axes as there is room for.
    let (mut shown, mut cells) = (0, 1);
    while shown < sizes.len() && cells * sizes[shown] <= CELLS {
        cells *= sizes[shown];
        shown += 1;
    }
    let summed = (table.goals.len() / cells.max(1)).max(1);
    // A single axis is one row.
    let rows = if shown > 1 { sizes[0] } else { 1 };
    let columns = cells / rows.max(1);
    let mut all = vec![Cell::default(); cells];
    for (at, goal) in table.goals.clone().enumerate() {
        let Some(cell) = all.get_mut(at / summed) else { continue };
        let hits = covered.hits[goal];
        let reachable = hits > 0 || covered.model.status(goal) == Status::Reachable;
        cell.hits += hits;
        cell.reachable += usize::from(reachable);
        cell.holes += usize::from(reachable && hits == 0);
    }
    let most = all.iter().map(|cell| cell.hits).max().unwrap_or(0);
    let names = |axes: &[usize], at: usize| label(table, axes, at);
    let row_names: Vec<String> = match rows {
        1 => vec![String::new()],
        _ => (0..rows).map(|row| names(&[0], row)).collect(),
    };
    let first = usize::from(rows > 1);
    let own: Vec<usize> = (first..shown).collect();
    let column_names: Vec<String> = (0..columns).map(|column| names(&own, column)).collect();
    let (left, top) = (room(&row_names), room(&column_names));
    let (width, height) = (left + columns * CELL + 10, top + rows * CELL + 20);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-label=\"{}\">\n",
        escaped(table.what)
    );
    for (column, name) in column_names.iter().enumerate() {
        let (x, y) = (left + column * CELL + CELL - 3, top - 4);
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" transform=\"rotate(-90 {x} {y})\">{}</text>",
            escaped(name)
        );
    }
    for (row, name) in row_names.iter().enumerate() {
        let y = top + row * CELL;
        if !name.is_empty() {
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
                left - 4,
                y + 11,
                escaped(name)
            );
        }
        for column in 0..columns {
            let at = row * columns + column;
            let cell = all[at];
            let fill = match cell {
                Cell { reachable: 0, .. } => NEVER.to_owned(),
                Cell { holes, .. } if holes > 0 && summed == 1 => HOLE.to_owned(),
                Cell { hits: 0, .. } => HOLE.to_owned(),
                Cell { hits, .. } => colour(hits, most),
            };
            let goal = covered.model.goal(table.goals.start + at * summed).values;
            let words: Vec<&str> = goal.split(' ').collect();
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\"><title>{}: {}{}</title></rect>",
                left + column * CELL,
                escaped(&words.join(" ")),
                cell.hits,
                if cell.holes > 0 && summed > 1 {
                    format!(", {} holes", cell.holes)
                } else {
                    String::new()
                },
                side = CELL - 1,
            );
        }
    }
    svg.push_str("</svg>");
    svg
}

/// The most characters of a label; the cells' titles have all.
const LABEL: usize = 34;

/// The values of some axes at a place among their combinations.
fn label(table: &Table, axes: &[usize], mut at: usize) -> String {
    let mut words = Vec::new();
    for axis in axes.iter().rev() {
        let (name, values) = &table.axes[*axis];
        words.push(format!("{name}={}", values[at % values.len()]));
        at /= values.len();
    }
    words.reverse();
    let text = words.join(" ");
    match text.char_indices().nth(LABEL) {
        Some((cut, _)) => format!("{}\u{2026}", &text[..cut]),
        None => text,
    }
}

/// Room for the longest of these labels.
fn room(labels: &[String]) -> usize {
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    longest * 7 + 8
}

/// Light to dark green by the logarithm of the count.
fn colour(count: u64, most: u64) -> String {
    let (part, whole) = (1 + u64::from(count.max(1).ilog2()), 1 + u64::from(most.max(1).ilog2()));
    shade([207, 242, 224], [25, 102, 64], part, whole)
}
