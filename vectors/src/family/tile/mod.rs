//! `tile.*`: elements of RISC-V Tile's arithmetic. `tile.tmma` is one element of D of a slice of K, `tile.tcvt` one
//! element or one block, `tile.talu` one element. FP8 has the codes of Table 29 and MXFP8 those of OCP, but in ids that end
//! in `ocp` and `t29` (TILE-D26, D28).

mod convert;
mod function;
mod product;

use crate::family::mx::SCALE;
use crate::registry::rules::RM;
use crate::registry::{Family, Op};
use semantics::tile::isa::{Action, rows};

pub(crate) static FAMILY: Family = Family {
    cites: "RISC-V Tile, ",
    ..Family::listed(NAME, &[&RM.row, &SCALE.row], operations, &[])
};

const NAME: &str = "tile";

/// Those of every instruction that computes on elements.
fn operations() -> Vec<Op> {
    let every = rows().iter().map(|row| match row.action {
        Action::Product(kind) => product::operations(row, kind),
        Action::Convert { from, to } => convert::operations(row, from, to),
        Action::Function { function, element } => function::of_one(row, function, element),
        Action::Arithmetic { operation, element } => function::of_more(row, operation, element),
        _ => Vec::new(),
    });
    every.flatten().collect()
}
