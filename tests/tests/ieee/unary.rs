//! Operations of one operand: every code of formats of 16 bits, in every direction.

use crate::complete::{WIDTHS, integer};
use crate::known::{INTEGER_RULES, Known, NAN_RULES};
use crate::operations::{check_integer, check_unary};
use oracle::reference::ieee::Operation;
use rstest::rstest;
use softfloat::{Env, Rounding, Underflow};
use tests::bridge::{Pair, TININESSES};

/// binary16, bfloat16, and MN-Core's widths with IEEE's codes.
fn format(name: &str) -> Pair {
    if name == "e6m9" { Pair::custom(6, 9) } else { Pair::named(name) }
}

#[rstest]
fn square_roots(#[values("ieee_binary16", "bf16", "e6m9")] name: &str) {
    let f = format(name);
    let directions = Rounding::ALL.map(|r| Env::IEEE.rounding(r));
    let nans = NAN_RULES.map(|nan| Env { nan, daz: true, ..Env::IEEE });
    for a in f.codes() {
        Known::new(&f, &directions).check(Operation::Sqrt, &[a]);
        if !(0x0400..0x7c00).contains(&a) {
            Known::new(&f, &nans).check(Operation::Sqrt, &[a]);
        }
    }
}

#[rstest]
fn integral_values_and_neighbours(#[values("ieee_binary16", "bf16", "e6m9")] name: &str) {
    let f = format(name);
    for rounding in Rounding::ALL {
        f.codes().for_each(|a| check_unary(&f, a, &Env::IEEE.rounding(rounding)));
    }
    for nan in NAN_RULES {
        let env = Env { nan, daz: true, underflow: Underflow::FlushSigned, ..Env::IEEE };
        f.codes().for_each(|a| check_unary(&f, a, &env));
    }
}

#[rstest]
fn integers(
    #[values("ieee_binary16", "bf16", "e6m9")] name: &str,
    #[values(false, true)] signed: bool,
) {
    let f = format(name);
    for width in WIDTHS {
        let to = integer(width, signed);
        for (at, rounding) in Rounding::ALL.into_iter().enumerate() {
            // Each rule meets every direction in one width or another.
            let integer = INTEGER_RULES[(at + width as usize) % 4];
            let env = Env { integer, tininess: TININESSES[at % 2], ..Env::IEEE };
            f.codes().for_each(|a| check_integer(&f, &to, a, &env.rounding(rounding)));
        }
    }
}
