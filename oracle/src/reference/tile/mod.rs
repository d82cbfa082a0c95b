//! `tile.*`: elements of RISC-V Tile's arithmetic, each as the decisions TILE-D26 to D56, D83 and D84 say it. Plain FP8 has the
//! codes of Table 29 and MXFP8 those of OCP, but in ids that end in `ocp` and `t29`.

mod convert;
mod function;
mod product;

use super::options::Options;
use super::{Outcome, Reference};

pub(super) const REFERENCE: Reference = Reference { name: "tile", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (unit, operation) = id.strip_prefix("tile.")?.split_once('.')?;
    match unit {
        "tmma" => product::evaluate(operation, options, operands),
        "tcvt" => convert::evaluate(operation, options, operands),
        "talu" => function::evaluate(operation, options, operands),
        _ => None,
    }
}
