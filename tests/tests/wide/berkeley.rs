//! All of Berkeley SoftFloat's functions of these formats.

use crate::wide::{operands, ours};
use berkeley::{WIDE, Wide as Function};
use seeded::{Draw, Kind, Random, seed};
use softfloat::format::{Binary16, Binary32, Binary64, Int32, Int64, Uint32, Uint64};
use softfloat::wide::{Rules, Wide};
use softfloat::{Env, Flags, Format, Rounding, StaticFormat, Tininess};
use std::cmp::Ordering;

/// The format of a name of SoftFloat's.
enum Named {
    Wide(Wide),
    Narrow(Format),
}

fn named(name: &str) -> Named {
    Named::Narrow(match name {
        "f128" => return Named::Wide(Wide::BINARY128),
        "extF80" => return Named::Wide(Wide::EXTENDED80),
        "f16" => Binary16::FORMAT,
        "f32" => Binary32::FORMAT,
        "f64" => Binary64::FORMAT,
        "i32" => Int32::FORMAT,
        "ui32" => Uint32::FORMAT,
        "i64" => Int64::FORMAT,
        "ui64" => Uint64::FORMAT,
        other => panic!("{other}"),
    })
}

fn draw(random: &mut Random, name: &str) -> u128 {
    match named(name) {
        Named::Wide(w) => operands::code(random, &w),
        Named::Narrow(f) if f.is_fixed() => seeded::code!(f).integer(random).into(),
        Named::Narrow(f) => seeded::code!(f).any(random).into(),
    }
}

/// The same by the engine.
fn evaluate(function: &Function, x: [u128; 3], exact: bool, rules: &Rules) -> (u128, Flags) {
    let Function { name, operands, result, .. } = *function;
    let (from, operation) = name.split_once('_').expect("a name");
    if let Some(to) = operation.strip_prefix("to_") {
        return match (named(operands[0]), named(to)) {
            (Named::Wide(w), Named::Wide(to)) => {
                let r = w.to_wide(&to, x[0], rules);
                (r.bits, r.flags)
            }
            (Named::Wide(w), Named::Narrow(to)) => {
                let r = w.to_narrow(&to, x[0], exact, rules);
                (r.bits.into(), r.flags)
            }
            (Named::Narrow(f), Named::Wide(to)) => {
                let r = to.of_narrow(&f, x[0] as u64, rules);
                (r.bits, r.flags)
            }
            _ => panic!("{name}"),
        };
    }
    let Named::Wide(w) = named(from) else { panic!("{name}") };
    if result == "bool" {
        let signaling = matches!(operation, "le" | "lt" | "eq_signaling");
        let (order, flags) = w.compare(x[0], x[1], signaling);
        let holds = match &operation[..2] {
            "eq" => order == Some(Ordering::Equal),
            "le" => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            _ => order == Some(Ordering::Less),
        };
        return (holds.into(), flags);
    }
    let r = match operation {
        "roundToInt" => w.round_to_integral(x[0], exact, rules),
        "mulAdd" => w.fma(x[0], x[1], x[2], rules),
        other => ours(&w, other, x, rules),
    };
    (r.bits, r.flags)
}

fn rules() -> impl Iterator<Item = Rules> {
    Rounding::ALL.into_iter().flat_map(|rounding| {
        [Tininess::Before, Tininess::After].into_iter().flat_map(move |tininess| {
            let env = Env { rounding, tininess, ..Env::IEEE };
            [24, 53, 64].map(|precision| Rules { env, precision })
        })
    })
}

#[test]
fn every_function() {
    let (count, mut random) = (Kind::Code.cases() / 16, Random::new(seed()));
    for function in WIDE {
        for rules in rules() {
            if rules.precision != 64 && !function.name.starts_with("extF80") {
                continue;
            }
            let precision = match rules.precision {
                24 => 32,
                53 => 64,
                _ => 80,
            };
            for _ in 0..count {
                let mut x = [0; 3];
                for (x, name) in x.iter_mut().zip(function.operands) {
                    *x = draw(&mut random, name);
                }
                if random.next().is_multiple_of(8) && function.operands.len() > 1 {
                    x[1] = x[0] ^ u128::from(random.next() % 2);
                }
                let exact = random.next().is_multiple_of(2);
                let theirs = berkeley::Rules::new(&rules.env, exact);
                let (bits, flags) = function.answer(theirs, precision, x);
                // C hands integers of 32 bits back in 64.
                let short = matches!(function.result, "i32" | "ui32");
                let bits = if short { bits & 0xffff_ffff } else { bits };
                let (found, raised) = evaluate(function, x, exact, &rules);
                assert_eq!(
                    (found, raised.bits()),
                    (bits, flags),
                    "{} exact {exact} {rules:?} {x:x?}: found {found:x}, right {bits:x}",
                    function.name
                );
            }
        }
    }
}
