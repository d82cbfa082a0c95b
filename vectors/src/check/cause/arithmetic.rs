//! Variants of the arithmetic itself: what is dropped before rounding, where it is rounded, what becomes
//! of the ends of the range. They give results without flags.

use super::variant::Variant;
use crate::cover::{Desk, Place, Sketch};
use crate::registry::Outcome;
use std::rc::Rc;

/// The variants, the likelier first.
pub(super) fn variants() -> Vec<Variant> {
    let desk = Rc::new(Desk::default());
    let sketched = |text: &str, change: fn(&Sketch) -> Option<u64>| {
        let desk = desk.clone();
        Variant::new(text, move |plan, x| {
            let sketch = desk.sketch(plan, x)?;
            change(&sketch).map(|code| Outcome::new(&[code], None))
        })
    };
    vec![
        sketched("the sticky bit is dropped: a guard bit alone decides", |s| {
            s.rounded(Place::Guard(1))
        }),
        sketched("one bit behind the guard bit is kept, no sticky bit", |s| {
            s.rounded(Place::Guard(2))
        }),
        sketched("two bits behind the guard bit are kept, no sticky bit", |s| {
            s.rounded(Place::Guard(3))
        }),
        sketched("the smaller term is cut behind one extra bit", |s| s.aligned(1)),
        sketched("the smaller term is cut behind two extra bits", |s| s.aligned(2)),
        sketched("the smaller term is cut behind three extra bits", |s| s.aligned(3)),
        sketched("ties go to odd", |s| s.ties(true)),
        sketched("ties go toward zero", |s| s.ties(false)),
        sketched("normalisation after cancellation is skipped", |s| s.rounded(Place::LargerTerm)),
        sketched("the sign of zero is turned", Sketch::other_zero),
        sketched("the largest exponent overflows", |s| s.overflowing(1)),
        sketched("a result is too large only beyond twice the largest number", |s| {
            s.overflowing(-1)
        }),
        sketched("what overflows becomes the largest number", Sketch::saturated),
        sketched("the smallest normal exponent is flushed to zero, too", Sketch::flushed_above),
        sketched("subnormal results are flushed to zero", Sketch::flushed),
    ]
}
