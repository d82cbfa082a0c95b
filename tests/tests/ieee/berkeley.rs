//! Berkeley SoftFloat 3e as the outside judge of binary16, binary32 and binary64: every operation
//! that it has, in its six rounding directions, under both tininess rules, bits and flags.
//! Conversions without an *exact* argument are judged in `tests/engine`.

use crate::ieee::known::directions;
use crate::ieee::operands::draw;
use crate::ieee::operations::ours;
use crate::random::{Codes, Random, cases, seed};
use berkeley::{FUNCTIONS, Function, Rules, TRUNCATING};
use oracle::reference::ieee::Operation;
use rstest::rstest;
use seeded::code;
use softfloat::ieee::Relation;
use softfloat::{Env, Flags, Format, Rounded, Rounding};

fn check(function: &Function, x: &[u64], env: &Env, exact: bool, ours: Rounded<u64>) {
    let theirs = function.answer(Rules::new(env, exact), x);
    assert!(
        (ours.bits, ours.flags.bits()) == theirs,
        "{} {x:x?}: {ours:x?}, by SoftFloat {theirs:x?}, {env:?}, seed {}",
        function.name,
        seed()
    );
}

/// The function of an operation, and its operands' format.
fn function(format: &str, operation: &str) -> (&'static Function, &'static Format) {
    let id = format!("ieee.{format}.{operation}");
    let function = Function::of(&id).unwrap_or_else(|| panic!("no {id}"));
    (function, function.operands[0].format().expect("a number"))
}

#[rstest]
fn operations(#[values("f16", "f32", "f64")] format: &str) {
    let environments = directions(Env::IEEE);
    let mut random = Random::of_run();
    for (name, operation) in [
        ("add", Operation::Add),
        ("sub", Operation::Sub),
        ("mul", Operation::Mul),
        ("div", Operation::Div),
        ("remainder", Operation::Remainder),
        ("sqrt", Operation::Sqrt),
        ("fma", Operation::Fma),
    ] {
        let (function, f) = function(format, name);
        for _ in 0..2 * cases() {
            let x = draw(&mut random, operation, f);
            for env in &environments {
                check(function, &x, env, false, ours(operation, f, &x, env));
            }
        }
    }
}

/// What SoftFloat has for an operation on codes of one format, rounded into another: by way of a rounding to odd into a
/// narrower one, which loses nothing that a later rounding sees; of operands that are converted exactly into a wider one.
fn of_other_format(from: &str, to: &str, name: &str, x: &[u64], env: &Env) -> (u64, u8) {
    let named = |id: String| Function::of(&id).unwrap_or_else(|| panic!("no {id}"));
    let convert = named(format!("cvt.{from}.{to}"));
    let wider = convert.operands[0].bits() < convert.result.bits();
    if wider {
        let own: Vec<(u64, u8)> =
            x.iter().map(|code| convert.answer(Rules::new(env, false), &[*code])).collect();
        let codes: Vec<u64> = own.iter().map(|(code, _)| *code).collect();
        let (code, flags) =
            named(format!("ieee.{to}.{name}")).answer(Rules::new(env, false), &codes);
        return (code, own.iter().fold(flags, |all, (_, flags)| all | flags));
    }
    let odd = env.rounding(Rounding::ToOdd);
    let operation = named(format!("ieee.{from}.{name}"));
    let exact = operation.answer(Rules::new(env, false), x);
    // An exact zero has a sign by the direction asked for.
    let inexact = exact.1 & Flags::INEXACT.bits() != 0;
    let (code, first) = if inexact { operation.answer(Rules::new(&odd, false), x) } else { exact };
    let (code, flags) = convert.answer(Rules::new(env, false), &[code]);
    // What overflows or is tiny in the wider format is so in the narrower one, whose exceptions count.
    let kept = (Flags::INVALID | Flags::DIVIDE_BY_ZERO | Flags::INEXACT).bits();
    (code, flags | first & kept)
}

#[rstest]
fn results_of_another_format(
    #[values("f16.f32", "f16.f64", "f32.f16", "f32.f64", "f64.f16", "f64.f32")] pair: &str,
) {
    let (from, to) = pair.split_once('.').expect("two names");
    let convert = Function::of(&format!("cvt.{from}.{to}")).expect("a conversion");
    let formats =
        [convert.operands[0], convert.result].map(|kind| *kind.format().expect("a number"));
    let [f, t] = formats;
    let environments = directions(Env::IEEE);
    let mut random = Random::of_run();
    for (name, operation) in [
        ("add", Operation::Add),
        ("sub", Operation::Sub),
        ("mul", Operation::Mul),
        ("div", Operation::Div),
        ("sqrt", Operation::Sqrt),
        ("fma", Operation::Fma),
    ] {
        for _ in 0..2 * cases() {
            let x = draw(&mut random, operation, &f);
            for env in &environments {
                let ours = match (operation, &x[..]) {
                    (Operation::Add, &[a, b]) => f.add_into(&t, a, b, env),
                    (Operation::Sub, &[a, b]) => f.sub_into(&t, a, b, env),
                    (Operation::Mul, &[a, b]) => f.mul_into(&t, a, b, env),
                    (Operation::Div, &[a, b]) => f.div_into(&t, a, b, env),
                    (Operation::Sqrt, &[a]) => f.sqrt_into(&t, a, env),
                    (_, &[a, b, c]) => f.fma_into(&t, a, b, c, env),
                    _ => panic!("{operation:?} of {} operands", x.len()),
                };
                let theirs = of_other_format(from, to, name, &x, env);
                assert!(
                    (ours.bits, ours.flags.bits()) == theirs,
                    "{pair} {name} {x:x?}: {ours:x?}, by SoftFloat {theirs:x?}, {env:?}, seed {}",
                    seed()
                );
            }
        }
    }
}

/// Every binary16 code, and square roots of it in every direction.
#[test]
fn every_half() {
    let (function, f) = function("f16", "sqrt");
    for env in directions(Env::IEEE) {
        for a in 0..1 << 16 {
            check(function, &[a], &env, false, f.sqrt(a, &env));
        }
    }
}

/// Every direction, with and without *exact*.
fn each_rule(mut check: impl FnMut(Env, bool)) {
    for rounding in Rounding::ALL {
        [false, true].into_iter().for_each(|exact| check(Env::IEEE.rounding(rounding), exact));
    }
}

/// Every code of a narrow format, random ones of a wide format, near the codes of `to`.
fn each_code(f: &Format, to: &Format, mut check: impl FnMut(u64)) {
    if f.width <= 16 {
        (0..1 << f.width).for_each(check);
        return;
    }
    let mut random = Random::of_run();
    (0..4 * cases()).for_each(|_| check(random.code(f, to)));
}

#[rstest]
fn integral_values(#[values("f16", "f32", "f64")] format: &str) {
    let (function, f) = function(format, "round_to_integral");
    each_code(f, Format::by_name("int64").expect("a format"), |a| {
        each_rule(|env, exact| {
            check(function, &[a], &env, exact, f.round_to_integral(a, exact, &env));
        });
    });
}

#[rstest]
fn integers(
    #[values("f16", "f32", "f64")] format: &str,
    #[values("i32", "u32", "i64", "u64")] integer: &str,
) {
    let id = format!("cvt.{format}.{integer}");
    let all = FUNCTIONS.iter().chain(TRUNCATING).filter(|function| function.id == id);
    let [function, truncating] = all.collect::<Vec<_>>()[..] else { panic!("not two of {id}") };
    let (f, to) = (function.operands[0].format(), function.result.format());
    let (f, to) = (f.expect("a number"), to.expect("an integer"));
    each_code(f, to, |a| {
        each_rule(|env, exact| {
            let ours = f.to_integer(to, a, exact, &env);
            check(function, &[a], &env, exact, ours);
            if env.rounding == Rounding::TowardZero {
                check(truncating, &[a], &env, exact, ours);
            }
        });
    });
}

#[rstest]
fn comparisons(#[values("f16", "f32", "f64")] format: &str) {
    let names =
        ["eq_quiet", "eq_signaling", "lt_quiet", "lt_signaling", "le_quiet", "le_signaling"];
    let functions = names.map(|name| function(format, name).0);
    let f = functions[0].operands[0].format().expect("a number");
    let mask = u64::MAX >> (64 - f.width);
    let mut random = Random::of_run();
    for _ in 0..4 * cases() {
        let a = random.code(f, f);
        let x = [a, code!(f).second(&mut random, a) & mask];
        for (at, function) in functions.into_iter().enumerate() {
            let (relation, flags) = f.compare(x[0], x[1], at % 2 == 1, &Env::IEEE);
            let holds = match at / 2 {
                0 => relation == Relation::Equal,
                1 => relation == Relation::Less,
                _ => matches!(relation, Relation::Less | Relation::Equal),
            };
            check(function, &x, &Env::IEEE, false, Rounded { bits: holds.into(), flags });
        }
    }
}
