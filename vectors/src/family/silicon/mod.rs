//! `silicon.*`: what the matrix and dot-product units of shipping processors answer. An operation is one element of an
//! instruction's result; `rows` lists the units, `docs/silicon.md` says what they do and how well that is known.

mod case;
mod corner;
mod decisions;
mod explain;
mod matrix;
mod options;
pub(crate) mod rows;
pub(crate) mod single;
mod what;

use crate::registry::{Family, Op, Options, Questions};
use softfloat::silicon::{Datapath, Profile};

pub(crate) static FAMILY: Family = Family {
    questions: Questions::of::<Profile>(),
    ..Family::listed(NAME, options::OPTIONS, operations, decisions::DECISIONS)
};

const NAME: &str = "silicon";

fn operations() -> Vec<Op> {
    let sums = rows::units().map(matrix::op);
    sums.chain(single::operations()).collect()
}

/// The datapath of a unit under a choice of its options.
pub(crate) fn chosen(unit: &rows::Unit, options: &Options) -> Datapath {
    matrix::Matrix { unit: unit.clone() }.chosen(options)
}
