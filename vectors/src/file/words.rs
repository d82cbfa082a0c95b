//! The words of a case's class: what kinds of codes its operands are.

use super::hex;
use crate::class::{Class, negative, negative_element};
use crate::registry::{Plan, Shape, split};
use std::ops::Range;

/// The classes of a case's operands, joined by `*`: sign and class of the element. Of several
/// elements, `16x` and the class if they are all alike, else each class once, in order of its first
/// appearance, joined by `|`.
#[must_use]
pub fn class_words(plan: &Plan, x: &[u64]) -> String {
    let mut words = Vec::new();
    push(&mut words, plan, x);
    words.into_iter().map(char::from).collect()
}

/// Appends them.
#[inline]
pub(super) fn push(out: &mut Vec<u8>, plan: &Plan, x: &[u64]) {
    for (i, (shape, own)) in split(&plan.operands, x).enumerate() {
        if i > 0 {
            out.push(b'*');
        }
        match (own, shape.len) {
            ([code], 1) => out.extend_from_slice(word(shape, *code).as_bytes()),
            (element, 1) => out.extend_from_slice(wide_word(shape, element).as_bytes()),
            _ => push_several(out, shape, own),
        }
    }
}

fn push_several(out: &mut Vec<u8>, shape: &Shape, codes: &[u64]) {
    let mut seen = [""; 2 * Class::ALL.len()];
    let mut count = 0;
    for element in shape.each(codes) {
        let word = match element {
            [code] => word(shape, *code),
            wide => wide_word(shape, wide),
        };
        if !seen[..count].contains(&word) {
            seen[count] = word;
            count += 1;
        }
    }
    if count == 1 {
        out.extend_from_slice(format!("{}x", shape.len).as_bytes());
    }
    for (i, word) in seen[..count].iter().enumerate() {
        if i > 0 {
            out.push(b'|');
        }
        out.extend_from_slice(word.as_bytes());
    }
}

/// Sign and class of a code.
#[inline]
fn word(shape: &Shape, code: u64) -> &'static str {
    Class::of(&shape.format, code).signed(negative(&shape.format, code))
}

/// The same of an element of several words.
#[cold]
fn wide_word(shape: &Shape, element: &[u64]) -> &'static str {
    let negative = negative_element(&shape.format, element);
    Class::of_element(&shape.format, element).signed(negative)
}

// Operands as a file has them.

/// Appends something, and tells where it stands.
#[inline]
pub(super) fn within(out: &mut Vec<u8>, push: impl FnOnce(&mut Vec<u8>)) -> Range<usize> {
    let start = out.len();
    push(out);
    start..out.len()
}

/// Appends the operands, and tells where they stand.
#[inline]
pub(super) fn push_operands(
    out: &mut Vec<u8>,
    plan: &Plan,
    x: &[u64],
    between: u8,
) -> Range<usize> {
    within(out, |out| {
        for (i, (shape, own)) in split(&plan.operands, x).enumerate() {
            if i > 0 {
                out.push(between);
            }
            push_elements(out, shape, own);
        }
    })
}

/// Appends the elements of an operand or result, joined by `_`.
#[inline]
pub(super) fn push_elements(out: &mut Vec<u8>, shape: &Shape, own: &[u64]) {
    let digits = shape.digits();
    if shape.words_per_element() > 1 {
        return out.extend_from_slice(shape.text(own).as_bytes());
    }
    for (i, e) in own.iter().enumerate() {
        if i > 0 {
            out.push(b'_');
        }
        hex::push(out, *e, digits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Options;

    #[test]
    fn elements_collapse() {
        let words = |op: &str, x: &[u64]| {
            let op = crate::operations().find(op).expect("registered");
            class_words(&op.plan(&Options::NONE), x)
        };
        let one = 0x3f80_0000;
        assert_eq!(words("mncore2.mau.fvmul", &[one, 1 << 31]), "+pow2*-zero");
        assert_eq!(words("mncore2.rrn.l1bm4.ffadd", &[one; 4]), "4x+pow2");
        let mixed = [one + 1, 0x8000_0001, one + 2, 0];
        assert_eq!(words("mncore2.rrn.l1bm4.ffadd", &mixed), "+norm|-zero~|+zero");
        assert_eq!(words("mncore2.alu.imax", &[0xffff_ffff, 0x7fff_ffff]), "-ones*+limit");
    }
}
