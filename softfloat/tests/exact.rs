//! Rounding what an operation yields gives the operation: value and flags, in every format, under
//! every rule.

use seeded::{Draw, Random, code};
use softfloat::format::{self, Binary16, Binary32, Binary64, E8m0, Fp8E4m3Ocp, Int32, MnHalf};
use softfloat::ieee::{Exact, exact};
use softfloat::{Bits, Env, Flags, Format, IntegerRule, NanRule, Overflow, Rounded, Rounding};
use softfloat::{StaticFormat, Tininess, Underflow, convert_any};

fn env(random: &mut Random) -> Env {
    use {IntegerRule as I, NanRule as N, Overflow as O, Underflow as U};
    Env {
        rounding: *random.pick(&Rounding::ALL),
        tininess: *random.pick(&[Tininess::Before, Tininess::After]),
        overflow: *random.pick(&[O::Ieee, O::Infinity, O::Saturate, O::SaturateFinite, O::Nan]),
        underflow: *random.pick(&[U::Gradual, U::FlushSigned, U::FlushPositive]),
        nan: *random.pick(&[N::Canonical, N::Propagate, N::Sse, N::Arm]),
        daz: random.one_in(2),
        integer: *random.pick(&[I::RiscV, I::Arm, I::X86, I::Wrap]),
    }
}

fn operands(random: &mut Random, f: &Format) -> [u64; 3] {
    let code = code!(f);
    let a = code.any(random);
    [a, code.second(random, a), code.second(random, a)]
}

/// An operation under both forms.
type Pair = (&'static str, fn(&Format, [u64; 3], &Env) -> (Rounded<u64>, Exact));

const PAIRS: [Pair; 10] = [
    ("add", |f, [a, b, _], e| (f.add(a, b, e), f.exact_add(a, b, e))),
    ("sub", |f, [a, b, _], e| (f.sub(a, b, e), f.exact_sub(a, b, e))),
    ("mul", |f, [a, b, _], e| (f.mul(a, b, e), f.exact_mul(a, b, e))),
    ("div", |f, [a, b, _], e| (f.div(a, b, e), f.exact_div(a, b, e))),
    ("sqrt", |f, [a, ..], e| (f.sqrt(a, e), f.exact_sqrt(a, e))),
    ("fma", |f, [a, b, c], e| (f.fma(a, b, c, e), f.exact_fma(a, b, c, e))),
    ("remainder", |f, [a, b, _], e| (f.remainder(a, b, e), f.exact_remainder(a, b, e))),
    ("fmod", |f, [a, b, _], e| (f.fmod(a, b, e), f.exact_fmod(a, b, e))),
    ("log_b", |f, [a, ..], e| (f.log_b(a, e), f.exact_log_b(a, e))),
    ("scale_b", |f, [a, n, _], e| {
        let n = n as i64 % 300;
        (f.scale_b(a, n, e), f.exact_scale_b(a, n, e))
    }),
];

#[test]
fn rounding_it_gives_the_operation() {
    let mut random = Random::new(1);
    let (mut special, mut inexact) = (0, 0);
    let custom = [(2, 1), (5, 7), (8, 40), (11, 52), (15, 48)].map(|(e, m)| Format::ieee(e, m));
    let custom: Vec<Format> = custom.into_iter().flatten().collect();
    let floats = format::ALL.iter().chain(&custom).filter(|f| !f.is_fixed());
    for f in floats {
        for _ in 0..2000 {
            let env = env(&mut random);
            let x = operands(&mut random, f);
            let a = x[0];
            for (name, run) in PAIRS {
                let (result, exact) = run(f, x, &env);
                assert_eq!(exact.round(f, &env), result, "{name} {} {x:x?} {env:?}", f.name);
                special += u32::from(matches!(exact, Exact::Special(_)));
                inexact += u32::from(result.flags.contains(Flags::INEXACT));
            }
            let signals = env.daz;
            let exact = f.exact_integral(a, &env).round_to_integral(f, signals, &env);
            assert_eq!(exact, f.round_to_integral(a, signals, &env), "{} {a:x} {env:?}", f.name);
        }
    }
    assert!(special > 10_000 && inexact > 100_000, "{special} {inexact}");
}

#[test]
fn rounding_it_gives_the_conversion() {
    let mut random = Random::new(2);
    for from in format::ALL {
        for to in format::ALL {
            for _ in 0..300 {
                let (env, a) = (env(&mut random), code!(from).any(&mut random));
                let exact = from.exact_convert(to, a, &env);
                let what = || format!("{} {a:x} to {} {env:?}", from.name, to.name);
                assert_eq!(exact.round(to, &env), convert_any(from, to, &env, a), "{}", what());
                for signals in [false, true] {
                    let integer = exact.round_to_integer(to, signals, &env);
                    assert_eq!(integer, from.to_integer(to, a, signals, &env), "{}", what());
                }
            }
        }
    }
}

fn typed<F: StaticFormat>() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        let e = &env(&mut random);
        let f = &F::FORMAT;
        let [u, v, w] = operands(&mut random, f);
        let [a, b, c] = [u, v, w].map(|x| F::Bits::low(x.into()));
        assert_eq!(exact::add::<F>(a, b, e), f.exact_add(u, v, e));
        assert_eq!(exact::sub::<F>(a, b, e), f.exact_sub(u, v, e));
        assert_eq!(exact::mul::<F>(a, b, e), f.exact_mul(u, v, e));
        assert_eq!(exact::div::<F>(a, b, e), f.exact_div(u, v, e));
        assert_eq!(exact::sqrt::<F>(a, e), f.exact_sqrt(u, e));
        assert_eq!(exact::fma::<F>(a, b, c, e), f.exact_fma(u, v, w, e));
        assert_eq!(exact::scale_b::<F>(a, -3, e), f.exact_scale_b(u, -3, e));
        let (half, word) = (&Binary16::FORMAT, &Int32::FORMAT);
        assert_eq!(exact::convert::<F, Binary16>(a, e), f.exact_convert(half, u, e));
        assert_eq!(exact::convert::<F, Int32>(a, e), f.exact_convert(word, u, e));
    }
}

#[test]
fn the_typed_forms_are_those_of_the_format() {
    typed::<Binary16>();
    typed::<Binary32>();
    typed::<Binary64>();
    typed::<Fp8E4m3Ocp>();
    typed::<E8m0>();
    typed::<MnHalf>();
}
