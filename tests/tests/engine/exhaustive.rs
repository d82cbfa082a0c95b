//! Every conversion from formats of up to 8 bits, binary16 and bfloat16 to every format of up to
//! 8 bits, under every rule.

use crate::engine::judge::Judge;
use rstest::rstest;
use softfloat::{Env, NanRule, Overflow, Rounded, Rounding, StaticFormat, Tininess, Underflow};
use softfloat::{convert, convert_any};
use tests::bridge::{Pair, environments, narrow};

/// Every code of one format into every narrow format; `ours` converts.
fn check(from: &Pair, targets: &[Pair], ours: impl Fn(usize, &Env, u64) -> Rounded<u64>) -> u64 {
    let environments = environments();
    assert_eq!(environments.len(), 6 * 2 * 5 * 3 * 2);
    let mut count = 0;
    for (index, to) in targets.iter().enumerate() {
        let mut judge = Judge::new(from, to, &environments);
        // Of formats of 16 bits some codes; `cargo xtask exhaustive` has all.
        let every = if from.format.width > 8 { seeded::one_in(9) } else { 1 };
        for code in from.codes().step_by(every as usize) {
            let v = from.format.decode::<u64>(code);
            for (env, theirs) in environments.iter().zip(judge.shared(&v)) {
                let ours = ours(index, env, code);
                assert!(
                    ours == *theirs,
                    "{} {code:#x} = {v:x?} to {}: {ours:x?}, by the reference {theirs:x?}, {env:?}",
                    from.format.name,
                    to.format.name
                );
                count += 1;
            }
        }
    }
    println!("{}: {count} conversions", from.format.name);
    count
}

/// The formats of up to 8 bits: of P3109's one of each kind, `tests/p3109` has all of them.
fn targets() -> Vec<Pair> {
    const SHOWN: [&str; 3] = ["binary8p1ue", "binary8p3se", "binary8p4uf"];
    let mut all = narrow(8);
    all.retain(|pair| !pair.format.is_p3109() || SHOWN.contains(&pair.format.name));
    all
}

#[rstest]
fn at_run_time(
    #[values(
        "ieee_binary16",
        "bf16",
        "fp8_e4m3_fnuz",
        "fp8_e5m2_fnuz",
        "fp8_e4m3_ocp",
        "fp8_e5m2_ocp",
        "fp6_e3m2",
        "fp6_e2m3",
        "fp4_e2m1",
        "e8m0",
        "mxint8_elem",
        "mxint4_elem",
        "uint4",
        "int4",
        "uint8",
        "int8",
        "posit8",
        "binary8p1ue",
        "binary8p3se",
        "binary8p4uf"
    )]
    name: &str,
) {
    let (from, targets) = (Pair::named(name), targets());
    assert_eq!(targets.len(), 18);
    check(&from, &targets, |to, env, code| {
        convert_any(&from.format, &targets[to].format, env, code)
    });
}

/// A conversion between two types of 8-bit containers.
type Conversion = fn(&Env, u64) -> Rounded<u64>;

fn conversion<A: StaticFormat<Bits = u8>, B: StaticFormat<Bits = u8>>(
    env: &Env,
    code: u64,
) -> Rounded<u64> {
    let r = convert::<A, B>(code as u8, env);
    Rounded { bits: r.bits.into(), flags: r.flags }
}

/// The types with 8-bit containers.
macro_rules! for_each_narrow {
    ($with:ident) => {
        $with! { Fp8E4m3Fnuz Fp8E5m2Fnuz Fp8E4m3Ocp Fp8E5m2Ocp Fp6E3m2 Fp6E2m3 Fp4E2m1 E8m0
        MxInt8Elem MxInt4Elem Uint4 Int4 Uint8 Int8 Posit8 Binary8p1ue Binary8p3se Binary8p4uf }
    };
}

fn from_type<A: StaticFormat<Bits = u8>>() -> u64 {
    let (mut conversions, mut all) = (Vec::<Conversion>::new(), Vec::new());
    macro_rules! add {
        ($($ty:ident)*) => { $(
            conversions.push(conversion::<A, softfloat::format::$ty>);
            all.push(Pair::named(softfloat::format::$ty::FORMAT.name));
        )* };
    }
    for_each_narrow!(add);
    assert_eq!(all.len(), targets().len());
    check(&Pair::named(A::FORMAT.name), &all, |to, env, code| conversions[to](env, code))
}

#[test]
fn as_types() {
    let mut count = 0;
    macro_rules! add {
        ($($ty:ident)*) => { $( count += from_type::<softfloat::format::$ty>(); )* };
    }
    for_each_narrow!(add);
    println!("{count} conversions of types");
}

/// The reference and the library may not agree by both ignoring a rule: each one matters.
#[test]
fn every_rule_is_seen() {
    let e5m2 = Pair::named("fp8_e5m2_ocp");
    let f16 = Pair::named("ieee_binary16");
    let differ_in = |to: &Pair, a: Env, b: Env, flags: bool| {
        f16.codes().any(|code| {
            let result = |env| convert_any(&f16.format, &to.format, &env, code);
            let (a, b) = (result(a), result(b));
            if flags { a.flags != b.flags } else { a.bits != b.bits }
        })
    };
    let differ = |a, b, flags| differ_in(&e5m2, a, b, flags);
    for (i, a) in Rounding::ALL.into_iter().enumerate() {
        for b in Rounding::ALL.into_iter().skip(i + 1) {
            assert!(differ(Env::IEEE.rounding(a), Env::IEEE.rounding(b), false), "{a:?} {b:?}");
        }
    }
    let base = Env::IEEE;
    let down = base.rounding(Rounding::TowardZero);
    assert!(differ(base, Env { tininess: Tininess::Before, ..base }, true));
    assert!(differ(base, Env { nan: NanRule::Propagate, ..base }, false));
    assert!(differ(base, Env { underflow: Underflow::FlushSigned, ..base }, false));
    assert!(differ(base, Env { overflow: Overflow::Saturate, ..base }, false));
    assert!(differ(base, Env { overflow: Overflow::Nan, ..base }, false));
    // No binary16 number truncates to one beyond the largest of E5M2.
    let infinity = Env { overflow: Overflow::Infinity, ..down };
    assert!(differ_in(&Pair::named("fp8_e4m3_ocp"), down, infinity, false));
}
