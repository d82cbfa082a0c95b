//! The list of all forms, family by family, in the order of appendix E.

mod family;
mod general;
mod memory;
mod xmm;

use super::form::Form;
use family::List;

/// All forms.
pub(super) fn all() -> Vec<Form> {
    let mut list = List(Vec::new());
    general::list(&mut list);
    xmm::list(&mut list);
    memory::list(&mut list);
    list.0
}
