//! Codes as the words of a case.

use crate::draw::Cases;
use crate::registry::parted;

/// Puts codes into the words of a case: two of each, of an integer one; codes behind these have none.
pub(super) fn put(codes: &[u128], x: &mut [u64]) {
    x.chunks_mut(2).zip(codes).for_each(|(words, code)| parted(*code, words));
}

/// Adds a case of these codes.
pub(super) fn push(cases: &mut Cases, codes: &[u128]) {
    let mut x = vec![0; cases.stride()];
    put(codes, &mut x);
    cases.push(&x);
}
