//! The shape of the array.

use super::Settings;
use crate::programs::choices::{Choices, pick};

/// An array.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) columns: u32,
    pub(super) rows: u32,
    pub(super) sram: u32,
}

impl Shape {
    pub(super) const fn pes(self) -> usize {
        (self.columns * self.rows) as usize
    }
}

/// Squares and rectangles, small ones most of the time; memories of odd sizes, too.
pub(super) fn shape(c: &mut dyn Choices, settings: &Settings) -> Shape {
    let most = u64::from(settings.pes.max(1));
    let side = match c.below(8) {
        0 => 16,
        1 => 8,
        2 | 3 => 4,
        _ => 2,
    };
    let columns = 1 + c.below(most.min(side)) as u32;
    let rows = 1 + c.below((most / u64::from(columns)).clamp(1, side)) as u32;
    let drawn = match c.below(8) {
        0 => pick(c, &[16, 17, 31, 0x100, 0x1000, 0x1003]),
        _ => 64 + c.below(200) as u32,
    };
    Shape { columns, rows, sram: settings.sram.unwrap_or(drawn) }
}
