//! Random conversions between all formats, integers and custom ones included.

use crate::engine::typed;
use crate::random::{Codes, Draw, Random, cases, seed};
use oracle::reference::engine;
use softfloat::format::{Binary32, Binary64, Custom, MnHalf};
use softfloat::{Env, Format, Rounded, StaticFormat, Unrounded, Value, convert, convert_any};
use tests::bridge::{Pair, all, environments, expected, rounded, rules, value};

fn check(from: &Pair, to: &Pair, env: &Env, code: u64) {
    let ours = convert_any(&from.format, &to.format, env, code);
    let theirs = rounded(engine::convert(&from.facts, &to.facts, &rules(env), code));
    assert!(
        ours == theirs,
        "{} {code:#x} = {:x?} to {}: {ours:x?}, by the reference {theirs:x?}, {env:?}, seed {}",
        from.facts.name,
        from.format.decode::<u64>(code),
        to.facts.name,
        seed()
    );
}

#[test]
fn all_pairs() {
    let (formats, environments) = (all(), environments());
    let mut random = Random::of_run();
    let mut count = 0;
    for from in &formats {
        for to in &formats {
            for _ in 0..cases() / 32 {
                let code = random.code(&from.format, &to.format);
                check(from, to, random.pick(&environments), code);
                count += 1;
            }
        }
    }
    println!("{count} conversions between {} formats, seed {}", formats.len(), seed());
}

#[test]
fn custom_formats() {
    let (formats, environments) = (all(), environments());
    let mut random = Random::of_run();
    for _ in 0..cases() {
        let custom = random.custom();
        let other =
            if random.below(2) == 0 { random.custom() } else { random.pick(&formats).clone() };
        let (from, to) = if random.below(2) == 0 { (custom, other) } else { (other, custom) };
        let code = random.code(&from.format, &to.format);
        check(&from, &to, random.pick(&environments), code);
    }
    println!("{} conversions, seed {}", cases(), seed());
}

/// A custom format as a type, to and from binary64.
fn custom_type<F: StaticFormat>(bits: impl Fn(u64) -> F::Bits, wide: impl Fn(F::Bits) -> u64) {
    let (custom, double) =
        (Pair::custom(F::FORMAT.exp_bits, F::FORMAT.man_bits), Pair::named("ieee_binary64"));
    let environments = environments();
    let mut random = Random::of_run();
    for _ in 0..cases() / 8 {
        let env = random.pick(&environments);
        let code = random.code(&custom.format, &double.format);
        let up = convert::<F, Binary64>(bits(code), env);
        let theirs = engine::convert(&custom.facts, &double.facts, &rules(env), code);
        assert_eq!(up, rounded(theirs), "{:?} {code:#x} {env:?} seed {}", F::FORMAT, seed());
        let code = random.code(&double.format, &custom.format);
        let down = convert::<Binary64, F>(code, env);
        let theirs = engine::convert(&double.facts, &custom.facts, &rules(env), code);
        let down = Rounded { bits: wide(down.bits), flags: down.flags };
        assert_eq!(down, rounded(theirs), "{:?} {code:#x} {env:?} seed {}", F::FORMAT, seed());
    }
}

#[test]
fn custom_types() {
    custom_type::<Custom<5, 2, u8>>(|b| b as u8, u64::from);
    custom_type::<Custom<2, 1, u8>>(|b| b as u8, u64::from);
    custom_type::<Custom<6, 9, u16>>(|b| b as u16, u64::from);
    custom_type::<Custom<4, 3, u16>>(|b| b as u16, u64::from);
    custom_type::<Custom<2, 13, u16>>(|b| b as u16, u64::from);
    custom_type::<Custom<9, 22, u32>>(|b| b as u32, u64::from);
    custom_type::<Custom<5, 10, u64>>(|b| b, |b| b);
    custom_type::<Custom<15, 48, u64>>(|b| b, |b| b);
    custom_type::<Custom<2, 61, u64>>(|b| b, |b| b);
    custom_type::<Custom<12, 51, u128>>(|b| b.into(), |b| b as u64);
}

/// A type says and does what the run-time format of the same widths does.
#[test]
fn custom_types_equal_run_time_formats() {
    assert_eq!(Custom::<6, 9, u16>::FORMAT, Format::ieee(6, 9).unwrap());
    let one = convert::<Binary32, Custom<6, 9, u16>>(0x3f80_0000, &Env::IEEE);
    assert_eq!(one, convert::<Binary32, MnHalf>(0x3f80_0000, &Env::IEEE));
}

/// Any significand a container can hold, into every type, in every container.
#[test]
fn containers() {
    let environments = environments();
    let mut random = Random::of_run();
    let mut count = 0;
    for t in typed::all() {
        let pair = Pair::named(t.format.name);
        for _ in 0..cases() / 32 {
            let near = random.code(&t.format, &t.format);
            let Value::Finite(near) = t.format.decode::<u64>(near) else { continue };
            let width = 1 + random.below(t.bits.min(64).into()) as u32;
            let significand = random.next() >> (64 - width);
            // What is sticky must lie two bits below the last place that is kept.
            let sticky = random.below(2) == 1 && near.exponent > -16_000 && {
                let top = 64 - significand.leading_zeros();
                let kept = if t.format.is_fixed() { 64 } else { t.format.precision() };
                top >= kept + 2
            };
            let exponent = near.exponent + random.below(9) as i32 - 4;
            let u = Unrounded { significand, exponent, sticky, sign: near.sign };
            let env = random.pick(&environments);
            let ours = (t.encode)(env, Value::Finite(u));
            let exact = value(&Value::Finite(u), &pair.facts);
            let theirs = expected(&pair, &exact, &pair, env);
            assert_eq!(ours, theirs, "{} in {}: {u:x?} {env:?}", t.format.name, t.bits);
            count += 1;
        }
    }
    println!("{count} roundings, seed {}", seed());
}
