//! binary128 and the x87's format of 80 bits: Berkeley SoftFloat, this processor's x87, and a reference in rationals.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod berkeley;
mod operands;
mod reference;
#[cfg(target_arch = "x86_64")]
mod x87;

use seeded::{Random, cases, seed};
use softfloat::wide::{Rules, Wide};
use softfloat::{Env, Flags, Rounded, Rounding, Tininess};

/// Operations of one result in the format of the operands.
const OPERATIONS: [(&str, usize); 7] =
    [("add", 2), ("sub", 2), ("mul", 2), ("div", 2), ("rem", 2), ("sqrt", 1), ("fma", 3)];

fn ours(w: &Wide, operation: &str, [a, b, c]: [u128; 3], rules: &Rules) -> Rounded<u128> {
    match operation {
        "add" => w.add(a, b, rules),
        "sub" => w.sub(a, b, rules),
        "mul" => w.mul(a, b, rules),
        "div" => w.div(a, b, rules),
        "rem" => w.remainder(a, b, rules),
        "sqrt" => w.sqrt(a, rules),
        _ => w.fma(a, b, c, rules),
    }
}

fn rules() -> impl Iterator<Item = Rules> {
    Rounding::ALL.into_iter().flat_map(|rounding| {
        [Tininess::Before, Tininess::After].into_iter().flat_map(move |tininess| {
            let env = Env { rounding, tininess, ..Env::IEEE };
            [24, 53, 64].map(|precision| Rules { env, precision })
        })
    })
}

/// By the formula, with the format's own NaN.
#[test]
fn the_reference_agrees() {
    let (count, mut random) = (cases(300), Random::new(seed()));
    for w in [Wide::BINARY128, Wide::EXTENDED80] {
        for rules in rules().filter(|r| w.explicit || r.precision == 64) {
            for (operation, arity) in OPERATIONS {
                if w.explicit && operation == "fma" {
                    continue;
                }
                for _ in 0..count {
                    let x = [0; 3].map(|_: u8| operands::code(&mut random, &w));
                    let found = ours(&w, operation, x, &rules);
                    let right = reference::evaluate(&w, operation, &x[..arity], &rules);
                    assert_eq!(
                        (found.bits, found.flags),
                        right,
                        "{operation} {:?} {rules:?} {x:x?}",
                        w.width
                    );
                }
            }
        }
    }
}

#[test]
fn signs_of_zeros() {
    let w = Wide::BINARY128;
    let down = Rules::of(Env::IEEE.rounding(Rounding::Down));
    let one = 0x3fff_u128 << 112;
    assert_eq!(w.sub(one, one, &down).bits, 1 << 127);
    assert_eq!(w.sub(one, one, &Rules::of(Env::IEEE)), Rounded { bits: 0, flags: Flags::NONE });
}
