//! The axis of places, from the largest power of two to the smallest; stretches without bits are short.

use std::collections::BTreeSet;
use std::fmt::Write;
use vectors::explain::picture::{Bits, Drawn};

/// Where the bits begin and end.
pub(super) const LEFT: f64 = 216.0;
pub(super) const RIGHT: f64 = 912.0;
/// The widest cell.
const WIDEST: f64 = 15.0;
/// Cells of a stretch without bits.
const BREAK: usize = 3;
/// Pixels between two numbers of the axis.
const TICK: f64 = 58.0;

/// Where places are.
pub(super) struct Axis {
    /// The places that have a column, the largest first; `None` in a stretch without bits.
    columns: Vec<Option<i64>>,
    pub(super) cell: f64,
    reference: Option<i64>,
    place: Option<i64>,
}

impl Axis {
    pub(super) fn of(drawn: &Drawn) -> Self {
        let rows = drawn.rows.iter().chain([&drawn.sum]);
        let each = rows.flat_map(|row| [&row.exact, &row.kept]).chain([&drawn.rounded]);
        let mut used = BTreeSet::new();
        let mut take = |bits: &Bits| used.extend(bits.last()..=bits.lead);
        each.flatten().for_each(&mut take);
        used.extend(drawn.reference.into_iter().chain(drawn.place));
        let mut columns = Vec::new();
        let mut before: Option<i64> = None;
        for &place in used.iter().rev() {
            match before.map_or(0, |before| before - place - 1) {
                0 => {}
                // A short gap has its columns.
                n if n <= BREAK as i64 => columns.extend((place + 1..=place + n).rev().map(Some)),
                _ => columns.extend([None; BREAK]),
            }
            columns.push(Some(place));
            before = Some(place);
        }
        let cell = ((RIGHT - LEFT) / columns.len().max(1) as f64).min(WIDEST);
        Self { columns, cell, reference: drawn.reference, place: drawn.place }
    }

    /// The left edge of a place's column.
    pub(super) fn x(&self, place: i64) -> f64 {
        let at = self.columns.iter().position(|&own| own == Some(place)).unwrap_or_default();
        LEFT + at as f64 * self.cell
    }

    /// Numbers above the rows, the reference and the last place as lines through them.
    pub(super) fn draw(&self, svg: &mut String, top: f64, bottom: f64) {
        let mut next = 0.0;
        for (i, column) in self.columns.iter().enumerate() {
            let x = LEFT + (i as f64 + 0.5) * self.cell;
            match column {
                Some(place) if x >= next => {
                    let _ = writeln!(
                        svg,
                        "<text class=\"m\" x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">2^{place}</text>\
                         <path class=\"a\" d=\"M{x:.1} {}v5\"/>",
                        top - 9.0,
                        top - 6.0
                    );
                    next = x + TICK.max(self.cell);
                }
                None if i > 0 && self.columns[i - 1].is_some() => {
                    let middle = x + self.cell;
                    let _ = writeln!(
                        svg,
                        "<path class=\"a\" d=\"M{middle:.1} {}V{bottom}\" stroke-dasharray=\"1 3\"/>",
                        top - 2.0
                    );
                    next = next.max(x + BREAK as f64 * self.cell);
                }
                _ => {}
            }
        }
        let mut line = |class: &str, x: f64, y: f64, text: String| {
            // Near the right end words stand before their line.
            let (anchor, dx) = if x > RIGHT - 170.0 { ("end", -4.0) } else { ("start", 4.0) };
            let _ = writeln!(
                svg,
                "<path class=\"{class}\" d=\"M{x:.1} {}V{}M{x:.1} {}V{bottom}\"/>\
                 <text x=\"{:.1}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>",
                y - 10.0,
                // The numbers stand free.
                top - 21.0,
                top - 5.0,
                x + dx
            );
        };
        if let Some(reference) = self.reference {
            line("r", self.x(reference) - 0.5, top - 44.0, format!("reference 2^{reference}"));
        }
        if let Some(place) = self.place {
            let x = self.x(place) + self.cell - 0.5;
            line("p", x, top - 26.0, format!("last place 2^{place}"));
        }
    }
}
