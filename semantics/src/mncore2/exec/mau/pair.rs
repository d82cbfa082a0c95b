//! Halves of a MAB.

use crate::mncore2::isa::Pair;
use crate::mncore2::state::PES;

/// Whether a PE forms a product; the others of `u` and `d` have 0 in its place (s. 3.6.9.2,
/// 3.6.9.10).
pub(super) fn takes_part(pair: Option<Pair>, pe: usize) -> bool {
    match pair {
        None => true,
        Some(Pair::Upper) => pe < PES / 2,
        Some(Pair::Lower) => pe >= PES / 2,
    }
}
