//! Dot products against the accumulator that holds all of their terms.

use super::*;
use crate::format::Binary64;
use crate::mx::Block;
use crate::sum::Exact;
use crate::{Unrounded, Value};

/// Every pair of formats, with any scales and an addend anywhere.
#[test]
fn every_pair_of_formats() {
    let mut random = Random::new(4);
    let pairs: Vec<_> = formats().flat_map(|a| formats().map(move |b| (a, b))).collect();
    let destinations = [Binary64::FORMAT, Binary32::FORMAT, Binary16::FORMAT];
    let mut checked = 0;
    for i in 0..60_000usize {
        let (a, b) = pairs[i % pairs.len()];
        let mut block = |format: &'static BlockFormat| {
            let mask = (1 << format.element.width) - 1;
            let codes: Vec<u64> =
                (0..1 + random.next() % 33).map(|_| random.next() & mask).collect();
            // Near the middle, or anywhere.
            let any = random.next();
            (if i % 2 == 0 { 120 + any % 16 } else { any % 255 }, codes)
        };
        let ((sa, x), (sb, y)) = (block(a), block(b));
        let to = &destinations[i / pairs.len() % 3];
        let addend = random.next() << 8 ^ random.next();
        let addend = addend & (u64::MAX >> (64 - to.width));

        let mut sum: Exact = Exact::new();
        let mut finite = true;
        let mut value = |value: Value<u64>| match value {
            Value::Finite(u) => u,
            _ => {
                finite = false;
                Unrounded::exact(false, 0, 0)
            }
        };
        sum.add(value(to.decode(addend)));
        for (&x, &y) in x.iter().zip(&y) {
            sum.add_product(value(a.decode(sa, x)), value(b.decode(sb, y)));
        }
        if !finite || sum.is_zero() {
            continue;
        }
        let env = Env::IEEE.rounding(Rounding::ALL[i % 6]);
        let right = to.round_pack(&env, sum.unrounded::<u128>());
        let [a, b] = [(a, sa, &x), (b, sb, &y)].map(|(format, scale, elements)| Block {
            format,
            scale,
            elements,
        });
        let made = a.dot(&b, addend, to, &env).unwrap();
        let said = format!("{a:x?} {b:x?} {addend:x} {env:?}");
        assert_eq!((u128::from(made.bits), made.flags), (right.bits, right.flags), "{said}");
        checked += 1;
    }
    assert!(checked > 30_000, "{checked}");
}
