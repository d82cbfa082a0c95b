//! The list of all operations, which is handed to the engines with what they ask of each.

use super::FAMILIES;
use crate::cover::{MODELLED, Modelled};
use crate::draw::{DRAW, Draw};
use crate::explain::{EXPLAIN, Explain};
use crate::registry::{Evaluate, Family, Link, Operations};
use std::sync::{LazyLock, PoisonError, RwLock};

/// All that engines ask of an operation.
pub(super) trait Known: Evaluate + Draw + Explain + Modelled {}

impl<K: Evaluate + Draw + Explain + Modelled> Known for K {}

static KNOWN: RwLock<Vec<&'static dyn Known>> = RwLock::new(Vec::new());

fn known(number: usize) -> &'static dyn Known {
    KNOWN.read().unwrap_or_else(PoisonError::into_inner)[number]
}

/// What stands behind an operation of this family. It stays until the process ends, as operations do.
pub(super) fn link(family: &'static Family, evaluate: impl Known + 'static) -> Link {
    let evaluate: &'static dyn Known = Box::leak(Box::new(evaluate));
    let mut all = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    all.push(evaluate);
    Link { among: operations(), family, evaluate, number: all.len() - 1 }
}

/// All operations.
pub fn operations() -> &'static Operations {
    static ALL: LazyLock<Operations> = LazyLock::new(|| {
        DRAW.fill(|number| known(number));
        EXPLAIN.fill(|number| known(number));
        MODELLED.fill(|number| known(number));
        Operations::of(FAMILIES)
    });
    &ALL
}
