//! Operands directed at the rules of functions: ends of domains, exact cases, ties and their
//! neighbours, arguments at which results leave the range, zeros, the turns of periodic functions, and
//! what is hardest to round.

mod blocks;
mod hardest;
mod pairs;
mod points;

use crate::draw::Cases;
use crate::draw::code::Float;
use crate::registry::Plan;
use functions::{Row, Shape};

/// Formats of so many bits have every code as an argument.
const ALL_CODES: u32 = 8;

/// The cases of a function.
pub(super) fn directed(plan: &Plan, row: &Row, cases: &mut Cases) {
    let format = plan.operands[0].format;
    if row.shape == Shape::Unary && format.width <= ALL_CODES {
        return (0..1 << format.width).for_each(|code| cases.push(&[code]));
    }
    match (row.shape, Float::of(&format)) {
        (Shape::Unary, Some(f)) => {
            points::directed(row.function, &f, cases);
            hardest::directed(row, &format, cases);
        }
        (Shape::Binary, Some(f)) => pairs::numbers(row.function, &f, cases),
        (Shape::Power, Some(f)) => pairs::powers(row.function, &f, cases),
        (Shape::Power, None) => pairs::scales(&format, cases),
        (Shape::Reduce | Shape::Reduce2 | Shape::Block, _) => blocks::directed(plan, cases),
        (Shape::Unary | Shape::Binary, None) => {}
    }
}
