//! Operands that a design takes for others.

use super::change::Variant;
use crate::registry::{Plan, Shape};

/// The elements of an operand within a case.
pub(super) fn starts(shapes: &[Shape]) -> Vec<usize> {
    let next = |at: &mut usize, shape: &Shape| {
        let start = *at;
        *at += shape.len;
        Some(start)
    };
    shapes.iter().scan(0, next).collect()
}

/// Operands exchanged, or one of them with its sign turned.
pub(crate) fn operands(plan: &Plan) -> Vec<Variant> {
    let (names, shapes) = (plan.op.operands, &plan.operands);
    let starts = starts(shapes);
    let mut all = Vec::new();
    for second in 1..shapes.len() {
        for first in (0..second).filter(|&first| shapes[first] == shapes[second]) {
            let (a, b, len) = (starts[first], starts[second], shapes[first].len);
            let text = format!("{} and {} exchanged", names[first], names[second]);
            all.push(Variant::new(text, move |_, plan, x| {
                let mut turned = x.to_vec();
                (0..len).for_each(|i| turned.swap(a + i, b + i));
                Some(plan.run(&turned))
            }));
        }
    }
    let signed = |(_, shape): &(usize, &Shape)| shape.format.has_sign_bit();
    for (i, shape) in shapes.iter().enumerate().filter(signed) {
        let (own, sign) = (starts[i]..starts[i] + shape.len, 1 << (shape.format.width - 1));
        let changed = |text: &str, change: fn(u64, u64) -> u64| {
            let own = own.clone();
            Variant::new(format!("the sign of {} {text}", names[i]), move |_, plan, x| {
                let mut turned = x.to_vec();
                turned[own.clone()].iter_mut().for_each(|e| *e = change(*e, sign));
                Some(plan.run(&turned))
            })
        };
        all.push(changed("turned", |code, sign| code ^ sign));
        all.push(changed("ignored", |code, sign| code & !sign));
    }
    all
}
