//! `silicon.*`: what the matrix and dot-product units of shipping processors answer. An operation is one element of an
//! instruction's result; `rows` lists the units, `docs/silicon.md` says what they do and how well that is known.

mod corner;
mod decisions;
mod explain;
mod matrix;
mod options;
pub(crate) mod rows;
pub(crate) mod single;

use crate::registry::{Family, Op, OptionSpec, Questions};
use rows::Standing;
use softfloat::silicon::Profile;

pub(crate) static FAMILY: Family = Family {
    questions: Questions::of::<Profile>(),
    ..Family::listed(NAME, options::OPTIONS, operations, decisions::DECISIONS)
};

const NAME: &str = "silicon";

fn operations() -> Vec<Op> {
    let sums = rows::units().map(matrix::op);
    sums.chain(single::operations()).collect()
}

/// The sections of an operation's source, and how well it is known.
fn section(section: &str, standing: Standing, source: &str) -> String {
    format!("{section}; {}: {source}", standing.word())
}

/// Options of number operations that mean nothing here.
fn senseless(taken: &[OptionSpec]) -> Vec<(&'static str, &'static str)> {
    let names = ["rm", "tininess", "nan", "ftz", "daz", "sat"].into_iter();
    let others = names.filter(|name| taken.iter().all(|option| option.row.name != *name));
    others.map(|name| (name, "the unit has one rule")).collect()
}
