//! A cross as heat maps: one of all its goals where they are few, else one of each two axes, in which a cell stands for
//! all values of the other axes and says how many of them were hit.

use crate::page::{escaped, shade};
use std::fmt::Write;
use vectors::cover::{Covered, Table};

/// Cells of one map of more than two axes.
const CELLS: usize = 2_000;

const CELL: usize = 14;

/// The most characters of a label; the cells' titles have all.
const LABEL: usize = 34;

/// The most goals that a cell's title names as not hit.
const NAMED: usize = 8;

const HOLE: &str = "#c0392b";
const NEVER: &str = "#e4e4e4";

/// The colours and what they say.
pub(super) fn key() -> [(String, &'static str); 4] {
    [
        (all_hit(1, 1), "hit, the darker the more often"),
        (some_hit(1, 2), "of several goals some hit, the paler the more"),
        (HOLE.to_owned(), "not hit"),
        (NEVER.to_owned(), "cannot be reached"),
    ]
}

/// Light to dark green by the logarithm of the count.
fn all_hit(count: u64, most: u64) -> String {
    let (part, whole) = (1 + u64::from(count.max(1).ilog2()), 1 + u64::from(most.max(1).ilog2()));
    shade([207, 242, 224], [25, 102, 64], part, whole)
}

/// From orange to yellow.
fn some_hit(count: usize, all: usize) -> String {
    shade([230, 126, 34], [252, 243, 176], count as u64, all as u64)
}

/// The maps of a cross.
pub(super) fn all(covered: &Covered, table: &Table) -> Vec<String> {
    let axes: Vec<usize> = (0..table.axes.len()).collect();
    match &axes[..] {
        [] => Vec::new(),
        [only] => vec![Map::of(covered, table, &[], &[*only]).svg()],
        [first, others @ ..] if others.len() == 1 || table.goals.len() <= CELLS => {
            vec![Map::of(covered, table, &[*first], others).svg()]
        }
        _ => {
            let pairs = axes.iter().flat_map(|b| axes[..*b].iter().map(move |a| (*a, *b)));
            pairs.map(|(a, b)| Map::of(covered, table, &[a], &[b]).svg()).collect()
        }
    }
}

/// Goals that a map does not tell apart.
#[derive(Clone, Default)]
struct Cell {
    /// Cases that hit any of them.
    hits: u64,
    hit: usize,
    reachable: usize,
    goals: usize,
    /// The first that can be reached and were not hit.
    missed: Vec<usize>,
}

/// Which axes a map shows, and what of them was hit.
struct Map<'a> {
    table: &'a Table,
    rows: &'a [usize],
    columns: &'a [usize],
    /// Row by row.
    cells: Vec<Cell>,
}

impl<'a> Map<'a> {
    fn of(covered: &Covered, table: &'a Table, rows: &'a [usize], columns: &'a [usize]) -> Self {
        let mut map = Self { table, rows, columns, cells: Vec::new() };
        map.cells = vec![Cell::default(); map.count(rows) * map.count(columns)];
        for goal in table.goals.clone() {
            let places = map.places(goal - table.goals.start);
            let at = map.place(rows, &places) * map.count(columns) + map.place(columns, &places);
            let hits = covered.hits[goal];
            let reachable = covered.counts(goal);
            let cell = &mut map.cells[at];
            cell.hits += hits;
            cell.goals += 1;
            cell.hit += usize::from(hits > 0);
            cell.reachable += usize::from(reachable);
            if reachable && hits == 0 && cell.missed.len() < NAMED {
                cell.missed.push(goal);
            }
        }
        map
    }

    /// How many values an axis has.
    fn values(&self, axis: usize) -> usize {
        self.table.axes[axis].1.len()
    }

    /// How many combinations some axes have.
    fn count(&self, axes: &[usize]) -> usize {
        axes.iter().map(|axis| self.values(*axis)).product()
    }

    /// The value of each axis at a goal of the cross.
    fn places(&self, mut at: usize) -> Vec<usize> {
        let mut places = vec![0; self.table.axes.len()];
        for (axis, place) in places.iter_mut().enumerate().rev() {
            *place = at % self.values(axis);
            at /= self.values(axis);
        }
        places
    }

    /// The place of a goal among the combinations of some axes.
    fn place(&self, axes: &[usize], places: &[usize]) -> usize {
        axes.iter().fold(0, |at, axis| at * self.values(*axis) + places[*axis])
    }

    /// The values of some axes at a place among their combinations: `x=+zero y=-one`.
    fn words(&self, axes: &[usize], mut at: usize) -> String {
        let mut words = Vec::new();
        for axis in axes.iter().rev() {
            let (name, values) = &self.table.axes[*axis];
            words.push(format!("{name}={}", values[at % values.len()]));
            at /= values.len();
        }
        words.reverse();
        words.join(" ")
    }

    fn labels(&self, axes: &[usize]) -> Vec<String> {
        let label = |at| {
            let words = self.words(axes, at);
            match words.char_indices().nth(LABEL) {
                Some((cut, _)) => format!("{}\u{2026}", &words[..cut]),
                None => words,
            }
        };
        (0..self.count(axes)).map(label).collect()
    }

    fn svg(&self) -> String {
        let (rows, columns) = (self.labels(self.rows), self.labels(self.columns));
        let (left, top) = (room(&rows), room(&columns));
        let (width, height) = (left + columns.len() * CELL + 10, top + rows.len() * CELL + 20);
        let mut svg = format!(
            "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
             aria-label=\"{}\">\n",
            escaped(self.table.what)
        );
        // Writing to a string does not fail, here and below.
        for (column, name) in columns.iter().enumerate() {
            let (x, y) = (left + column * CELL + CELL - 3, top - 4);
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" transform=\"rotate(-90 {x} {y})\">{}</text>",
                escaped(name)
            );
        }
        for (row, name) in rows.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            let (x, y) = (left - 4, top + row * CELL + 11);
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{}</text>",
                escaped(name)
            );
        }
        let most = self.cells.iter().map(|cell| cell.hits).max().unwrap_or(0);
        for (at, cell) in self.cells.iter().enumerate() {
            let (row, column) = (at / columns.len(), at % columns.len());
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" fill=\"{}\"><title>{}</title></rect>",
                left + column * CELL,
                top + row * CELL,
                cell.colour(most),
                escaped(&self.title(row, column, cell)),
                side = CELL - 1,
            );
        }
        svg.push_str("</svg>");
        svg
    }

    /// What a cell stands for and what of it was hit.
    fn title(&self, row: usize, column: usize, cell: &Cell) -> String {
        let words = [self.words(self.rows, row), self.words(self.columns, column)];
        let words = words.join(" ");
        if cell.goals == 1 {
            return format!("{}: {}", words.trim_start(), cell.hits);
        }
        let Cell { hits, hit, reachable, .. } = cell;
        let mut title = format!("{words}: {hit} of {reachable} goals, {hits} hits");
        let others = |axis: &usize| !self.rows.contains(axis) && !self.columns.contains(axis);
        let others: Vec<usize> = (0..self.table.axes.len()).filter(others).collect();
        for (i, goal) in cell.missed.iter().enumerate() {
            let places = self.places(goal - self.table.goals.start);
            let gap = if i == 0 { "; not " } else { ", " };
            title += gap;
            title += &self.words(&others, self.place(&others, &places));
        }
        if reachable - hit > cell.missed.len() {
            title += ", ...";
        }
        title
    }
}

impl Cell {
    fn colour(&self, most: u64) -> String {
        match self.hit {
            _ if self.reachable == 0 => NEVER.to_owned(),
            0 => HOLE.to_owned(),
            hit if hit < self.reachable => some_hit(hit, self.reachable),
            _ => all_hit(self.hits, most),
        }
    }
}

/// Room for the longest of these labels.
fn room(labels: &[String]) -> usize {
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    longest * 7 + 8
}
