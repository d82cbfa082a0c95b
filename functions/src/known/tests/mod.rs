//! Special values as IEEE 754-2019, 9.2.1 and the table of this project state them; exact cases; and
//! every value that is known against the processor's.

mod approximate;
mod block;
mod special;
use super::{Element, blocks, known, operands};
use crate::operand::Operand;
use crate::{Shape, TABLE};
use seeded::{Draw, Random, code};
use softfloat::format::ALL;
use softfloat::ieee::Exact;
use softfloat::{Env, Format, Rounding};

// Any operands of the widest, the narrowest and the oddest formats.

/// What is sticky has bits to spare behind the longest significand, and exponents are none that
/// rounding overflows.
fn check(exact: Exact, text: impl Fn() -> String) {
    let Exact::Unrounded(u) = exact else { return };
    assert!(!u.sticky || u.significand >= 1 << 65, "{}: {u:?}", text());
    assert!(u.exponent.abs() <= 1 << 21, "{}: {u:?}", text());
}

#[test]
fn any_operand_has_a_result() {
    let mut random = Random::of("any");
    let custom = [(15, 48), (15, 1), (2, 61), (2, 1), (5, 10), (11, 52)];
    let custom = custom.map(|(e, m)| Format::ieee(e, m).unwrap());
    for format in ALL.iter().chain(&custom).filter(|f| f.has_exponent()) {
        let codes = code!(format);
        for row in TABLE {
            for _ in 0..300 {
                let env = Env::IEEE.rounding(*random.pick(&Rounding::ALL));
                let mut draw = || codes.any(&mut random);
                let (x, y) = ([draw(), draw(), draw()], [draw(), draw(), draw()]);
                let text = || format!("{} {} {x:x?} {y:x?}", format.name, row.name);
                match row.shape {
                    Shape::Unary | Shape::Binary | Shape::Power | Shape::Power64 => {
                        let n =
                            if row.shape.integer().is_some() { y[1] >> (y[2] % 64) } else { y[0] };
                        let result = match operands(row.function, format, &[x[0], n], &env) {
                            Ok(x) => {
                                let known = known(row.function, &x).exact(format, &env);
                                let numbers = &x[..row.shape.arity()];
                                let number = |x: &Operand| matches!(x, Operand::Number(_));
                                assert!(
                                    known.is_some() || numbers.iter().all(number),
                                    "{}",
                                    text()
                                );
                                known
                            }
                            Err(exact) => Some(exact),
                        };
                        result.into_iter().for_each(|exact| check(exact, text));
                    }
                    Shape::Reduce | Shape::Reduce2 | Shape::Block => {
                        let block = blocks(row.function, format, &[&x, &y], &env);
                        for element in block.elements {
                            match element {
                                Element::Exact(exact) => check(exact, text),
                                Element::Open(of) => assert!(of < block.finite.len(), "{}", text()),
                            }
                        }
                    }
                }
            }
        }
    }
}
