//! Number -> text: reading back, the standard library, exact integers.

mod known;
mod long;
mod readback;
mod rounded;
mod standard;

use super::*;
use seeded::{Draw, Random};

fn decimal(precision: Precision) -> Style {
    Style::Decimal(precision, Notation::Automatic)
}
