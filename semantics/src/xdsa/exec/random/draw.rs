//! Plans that draw, and the interval that is drawn from (XDSA-D67).

use crate::xdsa::Error;
use crate::xdsa::exec::results::dyadic;
use crate::xdsa::exec::{Done, Environment, Plan, Region};
use crate::xdsa::number::Number;

/// A plan of an instruction that draws.
pub(in crate::xdsa::exec) fn drawing(
    reads: Vec<Region>,
    write: Region,
    work: impl FnOnce(&[Vec<u64>], &Environment<'_>) -> Result<Done, Error> + Send + 'static,
) -> Plan {
    Plan { draws: true, ..Plan::new(reads, vec![write], work) }
}

/// `u`, in steps of 2^-32 from 0 to below 1.
pub(in crate::xdsa::exec) fn unit_interval(word: u32) -> Number {
    dyadic(word.into(), -32)
}
