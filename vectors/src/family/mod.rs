//! The families of operations, a folder each: rows, kernels, options, decisions, corner and random
//! operands, explanation. `DESIGN.md`, "Adding a family", tells how another one is made.

pub(crate) mod convert;
pub(crate) mod elem;
pub(crate) mod ieee;
pub(crate) mod integer;
pub(crate) mod mncore2;
pub(crate) mod mx;
pub(crate) mod number;
mod operations;
pub(crate) mod p3109;
pub(crate) mod pod;
pub(crate) mod posit;
mod scaled;
pub(crate) mod silicon;
pub(crate) mod stochastic;
pub(crate) mod sum;
pub(crate) mod tile;
pub(crate) mod wide;
pub(crate) mod xdsa;

pub use operations::operations;

use crate::registry::Family;

/// Every family, in the order of the documentation. Each has a reference in `oracle`.
static FAMILIES: &[&Family] = &[
    &mncore2::convert::FAMILY,
    &mncore2::vector::FAMILY,
    &mncore2::matrix::FAMILY,
    &mncore2::block::FAMILY,
    &mncore2::reduce::FAMILY,
    &mncore2::alu::FAMILY,
    &ieee::FAMILY,
    &convert::FAMILY,
    &wide::FAMILY,
    &scaled::FAMILY,
    &stochastic::FAMILY,
    &mx::FAMILY,
    &integer::FAMILY,
    &sum::FAMILY,
    &elem::FAMILY,
    &posit::FAMILY,
    &p3109::FAMILY,
    &pod::FAMILY,
    &tile::FAMILY,
    &xdsa::FAMILY,
    &silicon::FAMILY,
];

#[cfg(test)]
mod tests {
    use super::{FAMILIES, operations};
    use crate::registry::rules::{OPTIONS, RM, SAT};
    use crate::registry::{Op, OptionSpec, Options};
    use softfloat::{Overflow, Rounding};

    /// What an operation's options have to be, given what its family declares.
    fn wrong(op: &Op, spec: &OptionSpec) -> Option<&'static str> {
        let values = spec.values();
        let reads = |value: &u16| spec.read(Some(&spec.row.text(*value))) == Some(*value);
        match () {
            () if !op.link.family.options.iter().any(|row| std::ptr::eq(*row, spec.row)) => {
                Some("the family does not declare it")
            }
            () if op.options.iter().filter(|other| other.row.name == spec.row.name).count() > 1 => {
                Some("there are two of this name")
            }
            () if !values.contains(&0) && spec.required().is_none() => Some("it takes no default"),
            // The usual number of elements is written as nothing.
            () if !values.iter().filter(|v| **v != 0 || spec.choices().count() > 0).all(reads) => {
                Some("a value that is tried does not read back")
            }
            () => None,
        }
    }

    #[test]
    fn every_option_is_one_of_its_family() {
        for op in operations().all() {
            for spec in &op.options {
                assert_eq!(wrong(op, spec), None, "{} of {}", spec.row.name, op.id);
            }
        }
    }

    #[test]
    fn a_family_declares_an_option_once() {
        for family in FAMILIES {
            let mut names: Vec<&str> = family.options.iter().map(|row| row.name).collect();
            names.sort_unstable();
            let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
            assert_eq!(twice, None, "{}", family.name);
        }
    }

    #[test]
    fn every_rounding_direction_has_a_word() {
        for rounding in Rounding::ALL {
            assert_eq!(RM.read(RM.word(&rounding)), Some(rounding));
        }
    }

    #[test]
    #[should_panic(expected = "no word of `sat` means this")]
    fn a_value_without_a_word_is_no_default() {
        let _ = Options::of(OPTIONS).with(&SAT, Overflow::Infinity);
    }

    #[test]
    #[should_panic(expected = "the family does not declare `sat`")]
    fn an_option_that_is_not_declared_is_not_chosen() {
        let _ = Options::NONE.with(&SAT, Overflow::Saturate);
    }
}
