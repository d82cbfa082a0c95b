//! Functions of blocks, in binary64: special values by table, values by definition.

use rstest::rstest;
use seeded::{Draw, Random};
use softfloat::format::Binary64;
use softfloat::{Env, Rounding, StaticFormat, Unrounded, Value};

use super::special::text;
use crate::exact::{Dyadic, quotient, root};
use crate::known::{Element, blocks};
use crate::{Function, Function as F};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;
/// A signalling NaN.
const SIGNALLING: f64 = f64::from_bits(0x7ff0_0000_0000_0001);

/// The result in words, elements of a block between blanks.
fn of(name: &str, operands: &[&[f64]], env: &Env) -> String {
    let function = Function::by_name(name).unwrap();
    let codes: Vec<Vec<u64>> =
        operands.iter().map(|block| block.iter().map(|x| x.to_bits()).collect()).collect();
    let codes: Vec<&[u64]> = codes.iter().map(Vec::as_slice).collect();
    let block = blocks(function, &Binary64::FORMAT, &codes, env);
    let word = |element: &Element| match *element {
        Element::Exact(exact) => text(exact, &Binary64::FORMAT, env),
        Element::Open(of) => match block.finite[of] {
            Unrounded { significand: 0, .. } => "open(0)".into(),
            u => format!("open({})", u.significand as f64 * 2f64.powi(u.exponent)),
        },
    };
    block.elements.iter().map(word).collect::<Vec<_>>().join(" ")
}

#[rstest]
#[case("softmax", &[1.0, INF], "invalid invalid")]
#[case("softmax", &[-INF, -INF], "invalid invalid")]
#[case("softmax", &[-INF, 5.0], "0 1")]
#[case("softmax", &[-INF, 2.0, 2.0, -INF, 2.0], "0 0.3333333333333333 inexact 0.3333333333333333 inexact 0 0.3333333333333333 inexact")]
#[case("softmax", &[0.0, -0.0], "0.5 0.5")]
#[case("softmax", &[-INF, 1.0, 2.0], "0 open(1) open(2)")]
#[case("softmax", &[NAN, 1.0], "nan nan")]
#[case("softmax", &[INF, SIGNALLING], "invalid invalid")]
#[case("softmax", &[7.0], "1")]
#[case("log_softmax", &[1.0, INF], "invalid invalid")]
#[case("log_softmax", &[-INF], "invalid")]
#[case("log_softmax", &[-INF, 5.0], "-inf 0")]
#[case("log_softmax", &[5.0, -INF, 5.0], "open(5) -inf open(5)")]
#[case("log_softmax", &[0.0, -1.0], "open(0) open(1)")]
#[case("logsumexp", &[-INF, INF], "inf")]
#[case("logsumexp", &[-INF, -INF], "-inf")]
#[case("logsumexp", &[-INF, -0.0], "-0")]
#[case("logsumexp", &[-3.0, -INF], "-3")]
#[case("logsumexp", &[-3.0, -INF, 2.0], "open(3)")]
#[case("logsumexp", &[NAN, INF], "nan")]
#[case("norm", &[NAN, -INF], "inf")]
#[case("norm", &[SIGNALLING, -INF], "invalid")]
#[case("norm", &[NAN, 1.0], "nan")]
#[case("norm", &[-0.0, 0.0], "0")]
#[case("norm", &[-3.0, 0.0, 4.0], "5")]
#[case("sum_square", &[NAN, -INF], "inf")]
#[case("sum_square", &[SIGNALLING, -INF], "invalid")]
#[case("sum_square", &[-0.0, 0.0], "0")]
#[case("sum_square", &[-3.0, 0.0, 4.0], "25")]
#[case("sum_square", &[1e200, 1.0], "inf inexact")]
#[case("sum_abs", &[NAN, -INF], "inf")]
#[case("sum_abs", &[NAN, 1.0], "nan")]
#[case("sum_abs", &[-0.0, -0.0], "0")]
#[case("sum_abs", &[-3.0, 0.0, 4.0], "7")]
#[case("norm", &[1.0, 1.0], "1.4142135623730951 inexact")]
#[case("norm", &[1e300, 1e300], "1.4142135623730952e300 inexact")]
#[case("rnorm", &[NAN, -INF], "0")]
#[case("rnorm", &[0.0, -0.0], "pole inf")]
#[case("rnorm", &[2.0, -2.0, 2.0, 2.0], "0.25")]
#[case("rnorm", &[3.0, 4.0], "0.2 inexact")]
#[case("mean", &[INF, -INF], "invalid")]
#[case("mean", &[1.0, -INF], "-inf")]
#[case("mean", &[NAN, INF, -INF], "nan")]
#[case("mean", &[-0.0, -0.0], "-0")]
#[case("mean", &[0.0], "0")]
#[case("mean", &[-0.0, 0.0], "0")]
#[case("mean", &[1.0, -1.0], "0")]
#[case("mean", &[1.0, 2.0, 4.0], "2.3333333333333335 inexact")]
#[case("mean", &[1e300, 1.0, -1e300, -3.0], "-0.5")]
#[case("variance", &[1.0, INF], "invalid")]
#[case("variance", &[3.0, 3.0, 3.0], "0")]
#[case("variance", &[1.0, 2.0, 3.0, 4.0], "1.25")]
#[case("variance", &[1.0, 2.0, 3.0], "0.6666666666666666 inexact")]
fn of_one_block(#[case] name: &str, #[case] block: &[f64], #[case] result: &str) {
    assert_eq!(of(name, &[block], &Env::IEEE), result);
}

#[rstest]
#[case(&[3.0, 4.0], &[3.0, 4.0], "1")]
#[case(&[3.0, 4.0], &[-6.0, -8.0], "-1")]
#[case(&[1.0, 0.0], &[1.0, 1.0], "0.7071067811865476 inexact")]
#[case(&[1.0, 1.0], &[1.0, -1.0], "0")]
#[case(&[3.0, 4.0], &[1.0, 0.0], "0.6 inexact")]
#[case(&[0.0, -0.0], &[1.0, 1.0], "invalid")]
#[case(&[1.0, INF], &[1.0, 1.0], "invalid")]
#[case(&[1.0, INF], &[1.0, NAN], "nan")]
#[case(&[1e300, 1.0], &[1.0, -1e300], "0")]
fn cosines(#[case] x: &[f64], #[case] y: &[f64], #[case] result: &str) {
    assert_eq!(of("cosine", &[x, y], &Env::IEEE), result);
}

/// An exact difference that is zero is negative where rounding is downward.
#[test]
fn differences_of_zero() {
    let env = Env::IEEE.rounding(Rounding::Down);
    assert_eq!(of("mean", &[&[1.0, -1.0]], &env), "-0");
    assert_eq!(of("mean", &[&[0.0, -0.0]], &env), "-0");
    assert_eq!(of("mean", &[&[0.0, 0.0]], &env), "0");
    assert_eq!(of("cosine", &[&[1.0, 1.0], &[1.0, -1.0]], &env), "-0");
}

/// The sums of the definitions, term by term.
#[test]
fn values_are_those_of_the_definitions() {
    let mut random = Random::of("blocks");
    for n in 1..40 {
        let mut draw = || -> Vec<u64> {
            (0..n).map(|_| random.next() & !(7 << 60) | random.below(8) << 60).collect()
        };
        let (x, y) = (draw(), draw());
        let numbers = |block: &[u64]| -> Option<Vec<Dyadic>> {
            block
                .iter()
                .map(|&code| match Binary64::FORMAT.decode(code) {
                    Value::Finite(u) => Some(Dyadic::of(u)),
                    _ => None,
                })
                .collect()
        };
        let (Some(a), Some(b)) = (numbers(&x), numbers(&y)) else { continue };
        let sum = |terms: &mut dyn Iterator<Item = Dyadic>| {
            terms.fold(Dyadic::integer(0), |sum, term| &sum + &term)
        };
        let products = |a: &[Dyadic], b: &[Dyadic]| sum(&mut a.iter().zip(b).map(|(a, b)| a * b));
        let absolute =
            |a: &Dyadic| if a.is_negative() { &Dyadic::integer(0) - a } else { a.clone() };
        let (one, count) = (Dyadic::integer(1), Dyadic::integer(n));
        let total = sum(&mut a.iter().cloned());
        // n^3 times the variance: the squares of n x - sum x.
        let spread = sum(&mut a.iter().map(|a| {
            let d = &(&count * a) - &total;
            &d * &d
        }));
        let dot = products(&a, &b);
        let both = &products(&a, &a) * &products(&b, &b);
        let expected = [
            (F::Norm, root(2, &products(&a, &a), &one)),
            (F::Rnorm, root(2, &one, &products(&a, &a))),
            (F::SumSquare, quotient(&products(&a, &a), &one)),
            (F::SumAbs, quotient(&sum(&mut a.iter().map(absolute)), &one)),
            (F::Mean, quotient(&total, &count)),
            (F::Variance, quotient(&spread, &(&(&count * &count) * &count))),
            (F::Cosine, Unrounded { sign: dot.is_negative(), ..root(2, &(&dot * &dot), &both) }),
        ];
        for (function, value) in expected {
            let block = blocks(function, &Binary64::FORMAT, &[&x, &y], &Env::IEEE);
            let [Element::Exact(found)] = block.elements[..] else { panic!("{function:?}") };
            let expected = softfloat::ieee::Exact::Unrounded(value);
            for rounding in Rounding::ALL {
                let env = Env::IEEE.rounding(rounding);
                let round = |exact: softfloat::ieee::Exact| exact.round(&Binary64::FORMAT, &env);
                assert_eq!(round(found), round(expected), "{function:?} {x:x?} {y:x?}");
            }
        }
    }
}
