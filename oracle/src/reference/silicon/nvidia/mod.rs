//! NVIDIA's matrix units (section 1): the table of units, and the groups that a sum is split into (SIL-D10 to D13, D16).

mod scaled;
mod truncated;
mod unit;

use super::chain::chain;
use super::operand::{f32, factors};
use super::term::{Term, products};
use crate::reference::engine::{Env, Facts};
use crate::reference::ieee::{self, Exact, Operation};
use unit::{Path, Unit};

/// The operation on its operands.
pub(super) fn evaluate(operation: &str, operands: &[Vec<u64>]) -> Option<u64> {
    let unit = Unit::of(operation)?;
    let (sums, scales) = operands.split_at_checked(3)?;
    let (a, b, c) = factors(sums, unit.k)?;
    match (unit.path, scales) {
        (Path::Groups(0, _), []) => Some(groups(&unit, unit.k, a, b, c)),
        (Path::Groups(of, _), []) => Some(groups(&unit, of, a, b, c)),
        (Path::Halves, []) => Some(halves(&unit, a, b, c)),
        (Path::Chain, []) => Some(chain(unit.c, a, b, c)),
        (Path::Scaled, [wa, wb]) => scaled::eight_bits(&unit, a, b, c, [wa, wb]),
        (Path::Blocks(blocks), [wa, wb]) => scaled::four_bits(&unit, blocks, a, b, c, [wa, wb]),
        _ => None,
    }
}

/// c counts with the exponent that it has as binary32 (SIL-D04, D10).
fn addend(f: &Facts, code: u64) -> Term {
    Term::at_least(f, code, f32().min_exponent())
}

/// Group after group, each result the next one's c (SIL-D11).
fn groups(unit: &Unit, of: usize, a: &[u64], b: &[u64], c: u64) -> u64 {
    let terms = products(&Term::row(unit.a, a), &Term::row(unit.b, b));
    terms.chunks(of).fold(c, |sum, group| unit.sum.of(group, &addend(unit.c, sum)))
}

/// FP8 as binary16, in two sums, C added by an ordinary addition (SIL-D13).
fn halves(unit: &Unit, a: &[u64], b: &[u64], c: u64) -> u64 {
    const BINARY16: i32 = -14;
    let row = |f: &Facts, codes: &[u64]| -> Vec<Term> {
        codes.iter().map(|&code| Term::at_least(f, code, BINARY16)).collect()
    };
    let terms = products(&row(unit.a, a), &row(unit.b, b));
    let part = |upper: bool| -> Vec<Term> {
        let chosen = terms.iter().enumerate().filter(|(k, _)| (k % 4 >= 2) == upper);
        chosen.map(|(_, term)| term.clone()).collect()
    };
    let first = unit.sum.of(&part(false), &addend(unit.c, 0));
    let second = unit.sum.of(&part(true), &addend(unit.c, first));
    let env = Env::default();
    match ieee::exact(Operation::Add, unit.c, &[second, c], &env) {
        Exact::Nan { .. } | Exact::Invalid => unit.sum.out.nan(),
        number => number.round(unit.c, &env).0,
    }
}
