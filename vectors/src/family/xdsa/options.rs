//! The options of xDSA's instructions.

use super::recipe;
use crate::registry::rules::SAT;
use crate::registry::{Form, List, Setting};
use semantics::xdsa::isa::Unit;

/// All of them.
pub(super) const OPTIONS: List = &[&N.row, &SAT.row, &DES.row, &RND.row, &DIR.row, &TSGN.row];

/// Elements.
pub(super) static N: Setting<usize> = Setting::terms("n", recipe::MOST, recipe::MOST);

/// The unit of the destination, where it is not the operation's own.
pub(super) static DES: Setting<Option<Unit>> = Setting::new(
    "des",
    Form::Words(&[
        "own", "uint4", "uint8", "uint16", "uint32", "uint64", "sint4", "sint8", "sint16",
        "sint32", "sint64", "fp16", "fp32", "fp64",
    ]),
    |at| at.checked_sub(1).and_then(|code| Unit::ALL.get(code).copied()),
);

/// The bit RND.
pub(super) static RND: Setting<bool> = Setting::switch("rnd").rounding();

/// The bit DIR.
pub(super) static DIR: Setting<bool> = Setting::switch("dir");

/// The bit TSGN.
pub(super) static TSGN: Setting<bool> = Setting::switch("tsgn");
