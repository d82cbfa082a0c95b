//! Special and exact values, in binary64 with its own text: `pole`, `invalid`, `open`, or a number.

use rstest::rstest;
use softfloat::format::Binary64;
use softfloat::{Env, Flags, Format, StaticFormat, ieee::Exact};

use crate::Function;
use crate::known::{known, operands};

/// The result in words.
fn of(name: &str, codes: &[u64]) -> String {
    let function = Function::by_name(name).unwrap();
    let (format, env) = (&Binary64::FORMAT, &Env::IEEE);
    let exact = match operands(function, format, codes, env) {
        Ok(x) => known(function, &x).exact(format, env),
        Err(exact) => Some(exact),
    };
    exact.map_or_else(|| "open".into(), |exact| text(exact, format, env))
}

/// A result in binary64 in words.
pub(super) fn text(exact: Exact, format: &Format, env: &Env) -> String {
    let r = exact.round(format, env);
    let number = f64::from_bits(r.bits);
    match r.flags {
        Flags::INVALID => "invalid".into(),
        Flags::DIVIDE_BY_ZERO => format!("pole {number}"),
        _ if number.is_nan() => "nan".into(),
        _ => {
            let sticky = matches!(exact, Exact::Unrounded(u) if u.sticky);
            format!("{}{}", digits(number), if sticky { " inexact" } else { "" })
        }
    }
}

/// Its shortest digits, without many zeros.
fn digits(number: f64) -> String {
    match number.abs() {
        0.0 | 1e-5..1e16 | INF => number.to_string(),
        _ => format!("{number:?}"),
    }
}

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

#[rstest]
#[case("exp", &[(0.0, "1"), (-0.0, "1"), (-INF, "0"), (INF, "inf"), (1.0, "open")])]
#[case("exp2", &[(10.0, "1024"), (-3.0, "0.125"), (0.5, "open"), (1e300, "inf"), (-1e300, "0")])]
#[case("exp10", &[(2.0, "100"), (22.0, "1e22"), (0.5, "open"),
    (-1.0, "0.1 inexact"), (300.0, "open"), (-0.0, "1")])]
#[case("expm1", &[(0.0, "0"), (-0.0, "-0"), (-INF, "-1"), (INF, "inf"), (1.0, "open")])]
#[case("exp2m1", &[(-0.0, "-0"), (-INF, "-1"), (3.0, "7"), (-3.0, "-0.875"), (0.5, "open"),
    (200.0, "1.6069380442589903e60 inexact"),
    (-200.0, "-1 inexact"), (INF, "inf")])]
#[case("exp10m1", &[(-0.0, "-0"), (-INF, "-1"), (3.0, "999"), (-1.0, "-0.9 inexact"),
    (-50.0, "-1 inexact"), (0.5, "open"), (1e9, "inf"), (INF, "inf")])]
#[case("log", &[(0.0, "pole -inf"), (-0.0, "pole -inf"), (1.0, "0"), (-1.0, "invalid"), (INF, "inf"),
    (-INF, "invalid"), (2.0, "open")])]
#[case("log2", &[(-0.0, "pole -inf"), (1.0, "0"), (0.125, "-3"), (1024.0, "10"), (3.0, "open")])]
#[case("log10", &[(1.0, "0"), (1e22, "22"), (1e23, "open"), (0.1, "open"), (20.0, "open"),
    (-2.0, "invalid")])]
#[case("log1p", &[(0.0, "0"), (-0.0, "-0"), (-1.0, "pole -inf"), (-1.5, "invalid"), (INF, "inf"),
    (-INF, "invalid"), (1.0, "open")])]
#[case("log2p1", &[(-0.0, "-0"), (-1.0, "pole -inf"), (7.0, "3"), (-0.875, "-3"), (1.0, "1"),
    (2.0, "open"), (-2.0, "invalid"), (1e-300, "open"), (-1e-300, "open"), (1e300, "open"),
    (9007199254740991.0, "53")])]
#[case("log10p1", &[(9.0, "1"), (99.0, "2"), (999999999999999.0, "15"), (-0.9, "open"), (10.0, "open"),
    (-0.0, "-0"), (-1.0, "pole -inf")])]
#[case("sin", &[(-0.0, "-0"), (INF, "invalid"), (1.0, "open")])]
#[case("cos", &[(-0.0, "1"), (-INF, "invalid"), (1.0, "open")])]
#[case("tan", &[(-0.0, "-0"), (INF, "invalid"), (1.0, "open")])]
#[case("sinpi", &[(-3.0, "-0"), (3.0, "0"), (2.0, "0"), (0.5, "1"), (1.5, "-1"), (-0.5, "-1"), (-1.5, "1"),
    (0.25, "open"), (1e300, "0"), (INF, "invalid"), (-0.0, "-0"), (2.5, "1")])]
#[case("cospi", &[(1.0, "-1"), (2.0, "1"), (-1.0, "-1"), (0.5, "0"), (-1.5, "0"), (0.0, "1"),
    (0.25, "open"), (1e300, "1"), (INF, "invalid")])]
#[case("tanpi", &[(1.0, "-0"), (2.0, "0"), (-1.0, "0"), (-2.0, "-0"), (0.5, "pole inf"),
    (1.5, "pole -inf"), (-0.5, "pole -inf"), (-1.5, "pole inf"), (0.25, "1"), (0.75, "-1"),
    (-0.25, "-1"), (1.25, "1"), (-0.75, "1"), (0.125, "open"), (-0.0, "-0"), (INF, "invalid")])]
#[case("asin", &[(-0.0, "-0"), (0.5, "open"), (-1.0, "-1.5707963267948966 inexact"), (1.5, "invalid"), (INF, "invalid")])]
#[case("acos", &[(1.0, "0"), (-1.0, "3.141592653589793 inexact"), (0.5, "open"),
    (0.0, "1.5707963267948966 inexact"), (-1.5, "invalid"), (-INF, "invalid")])]
#[case("atan", &[(-0.0, "-0"), (-INF, "-1.5707963267948966 inexact"), (1.0, "open")])]
#[case("asinpi", &[(0.5, "0.16666666666666666 inexact"), (-0.5, "-0.16666666666666666 inexact"),
    (1.0, "0.5"), (-1.0, "-0.5"), (-0.0, "-0"), (0.25, "open"), (2.0, "invalid")])]
#[case("acospi", &[(1.0, "0"), (-1.0, "1"), (0.0, "0.5"), (-0.0, "0.5"),
    (0.5, "0.3333333333333333 inexact"), (-0.5, "0.6666666666666666 inexact"), (0.25, "open"),
    (2.0, "invalid")])]
#[case("atanpi", &[(1.0, "0.25"), (-1.0, "-0.25"), (INF, "0.5"), (-INF, "-0.5"), (2.0, "open"),
    (-0.0, "-0")])]
#[case("sinh", &[(-0.0, "-0"), (-INF, "-inf"), (1.0, "open")])]
#[case("cosh", &[(-0.0, "1"), (-INF, "inf"), (1.0, "open")])]
#[case("tanh", &[(-0.0, "-0"), (-INF, "-1"), (INF, "1"), (1.0, "open")])]
#[case("asinh", &[(-0.0, "-0"), (-INF, "-inf"), (1.0, "open")])]
#[case("acosh", &[(1.0, "0"), (0.5, "invalid"), (-2.0, "invalid"), (INF, "inf"), (-INF, "invalid"),
    (0.0, "invalid"), (2.0, "open")])]
#[case("atanh", &[(-0.0, "-0"), (1.0, "pole inf"), (-1.0, "pole -inf"), (1.5, "invalid"),
    (INF, "invalid"), (0.5, "open")])]
#[case("cbrt", &[(27.0, "3"), (-0.125, "-0.5"), (-0.0, "-0"), (-INF, "-inf"),
    (2.0, "1.2599210498948732 inexact"), (NAN, "nan")])]
#[case("rsqrt", &[(0.0, "pole inf"), (-0.0, "pole -inf"), (INF, "0"), (-INF, "invalid"), (-1.0, "invalid"),
    (0.25, "2"), (2.0, "0.7071067811865476 inexact")])]
#[case("rcp", &[(0.0, "pole inf"), (-0.0, "pole -inf"), (-INF, "-0"), (-4.0, "-0.25"),
    (3.0, "0.3333333333333333 inexact")])]
#[case("erf", &[(-0.0, "-0"), (INF, "1"), (-INF, "-1"), (1.0, "open")])]
#[case("erfc", &[(-0.0, "1"), (INF, "0"), (-INF, "2"), (1.0, "open")])]
#[case("lgamma", &[(1.0, "0"), (2.0, "0"), (0.0, "pole inf"), (-0.0, "pole inf"), (-3.0, "pole inf"),
    (-1e300, "pole inf"), (INF, "inf"), (-INF, "inf"), (3.0, "open"), (-2.5, "open")])]
#[case("tgamma", &[(1.0, "1"), (2.0, "1"), (5.0, "24"), (23.0, "1.1240007277776077e21"),
    (171.0, "7.257415615307999e306 inexact"), (172.0, "inf inexact"), (1e300, "inf"), (0.0, "pole inf"),
    (-0.0, "pole -inf"), (-3.0, "invalid"), (-1e300, "invalid"), (-INF, "invalid"), (INF, "inf"),
    (0.5, "open")])]
#[case("sigmoid", &[(-0.0, "0.5"), (-INF, "0"), (INF, "1"), (1.0, "open")])]
#[case("silu", &[(-0.0, "-0"), (0.0, "0"), (-INF, "-0"), (INF, "inf"), (1.0, "open")])]
#[case("gelu", &[(-0.0, "-0"), (-INF, "-0"), (INF, "inf"), (1.0, "open")])]
#[case("gelu_tanh", &[(-0.0, "-0"), (-INF, "-0"), (INF, "inf"), (1.0, "open")])]
#[case("mish", &[(-0.0, "-0"), (-INF, "-0"), (INF, "inf"), (1.0, "open")])]
#[case("softplus", &[(0.0, "0.6931471805599453 inexact"), (1.0, "open"), (-INF, "0"), (INF, "inf")])]
#[case("log_sigmoid", &[(-0.0, "-0.6931471805599453 inexact"), (1.0, "open"), (-INF, "-inf"), (INF, "-0")])]
#[case("softsign", &[(-0.0, "-0"), (INF, "1"), (-INF, "-1"), (1.0, "0.5"), (-3.0, "-0.75"),
(1e-300, "1e-300 inexact")])]
#[case("selu", &[(-0.0, "-0"), (0.0, "0"), (2.0, "2.1014020442962646"), (-INF, "-1.7580993463430303"),
    (INF, "inf"), (-1.0, "open")])]
#[case("hard_sigmoid", &[(-0.0, "0.5"), (-3.0, "0"), (3.0, "1"), (INF, "1"), (-INF, "0"), (1.5, "0.75"),
    (1.0, "0.6666666666666666 inexact"), (-1.5, "0.25")])]
#[case("hard_swish", &[(-0.0, "-0"), (-3.0, "-0"), (-INF, "-0"), (3.0, "3"), (5.0, "5"), (INF, "inf"),
    (1.5, "1.125"), (-1.5, "-0.375"), (1.0, "0.6666666666666666 inexact")])]
#[case("hard_tanh", &[(-0.0, "-0"), (-3.0, "-1"), (0.5, "0.5"), (INF, "1")])]
#[case("hard_shrink", &[(-0.0, "0"), (0.5, "0"), (-0.5, "0"), (-0.75, "-0.75"), (-INF, "-inf")])]
#[case("tanh_shrink", &[(-0.0, "-0"), (-INF, "-inf"), (1.0, "open")])]
fn of_one_number(#[case] name: &str, #[case] rows: &[(f64, &str)]) {
    for &(x, result) in rows {
        assert_eq!(of(name, &[x.to_bits()]), result, "{name} {x}");
        assert_eq!(of(name, &[NAN.to_bits()]), "nan");
        assert_eq!(of(name, &[0x7ff0_0000_0000_0001]), "invalid");
    }
}

#[rstest]
#[case("pow", &[
    (NAN, 0.0, "1"), (NAN, -0.0, "1"), (INF, 0.0, "1"), (1.0, NAN, "1"), (1.0, INF, "1"), (NAN, 1.0, "nan"),
    (2.0, NAN, "nan"), (-1.0, INF, "1"), (-1.0, -INF, "1"), (-2.0, 0.5, "invalid"), (-1.0, 0.5, "invalid"),
    (0.0, -3.0, "pole inf"), (-0.0, -3.0, "pole -inf"), (-0.0, -2.0, "pole inf"), (-0.0, -0.5, "pole inf"),
    (-0.0, -INF, "inf"), (0.0, -INF, "inf"), (-0.0, INF, "0"), (-0.0, 3.0, "-0"), (-0.0, 2.0, "0"),
    (0.5, INF, "0"), (0.5, -INF, "inf"), (-2.0, INF, "inf"), (2.0, -INF, "0"), (-INF, 3.0, "-inf"),
    (-INF, 2.0, "inf"), (-INF, 0.5, "inf"), (-INF, -3.0, "-0"), (INF, -0.5, "0"), (-1.0, 1e300, "1"),
    (-1.0, 3.0, "-1"), (-3.0, 3.0, "-27"), (9.0, 1.5, "27"), (9.0, 0.25, "open"), (9.0, 0.5, "3"),
    (16.0, -0.75, "0.125"), (6.25, 0.5, "2.5"), (3.0, -1.0, "0.3333333333333333 inexact"), (2.0, 0.5, "open"),
    (1.5, 2147483647.0, "open"), (2.0, 1e300, "inf"), (2.0, -1e300, "0"), (0.25, 5e-324, "open"),
    (43046721.0, 0.0625, "3"), (1.0, 5e-324, "1"), (4.0, -0.5, "0.5")])]
#[case("powr", &[
    (0.0, 0.0, "invalid"), (-0.0, 0.0, "invalid"), (INF, 0.0, "invalid"), (1.0, INF, "invalid"),
    (1.0, -INF, "invalid"), (-1.0, 2.0, "invalid"), (-INF, 2.0, "invalid"), (-1.0, INF, "invalid"),
    (-1.0, 0.0, "invalid"), (2.0, NAN, "nan"), (1.0, NAN, "nan"), (NAN, 0.0, "nan"),
    (-1.0, NAN, "invalid"), (-INF, NAN, "invalid"), (-5e-324, NAN, "invalid"), (-0.0, NAN, "nan"), (INF, NAN, "nan"),
    (-0.0, -3.0, "pole inf"), (-0.0, 3.0, "0"), (-0.0, -INF, "inf"), (0.0, INF, "0"), (2.0, 0.0, "1"),
    (1.0, 5.0, "1"), (0.5, INF, "0"), (0.5, -INF, "inf"), (2.0, INF, "inf"), (INF, 2.0, "inf"),
    (INF, -INF, "0"), (4.0, 0.5, "2")])]
#[case("hypot", &[
    (INF, NAN, "inf"), (NAN, -INF, "inf"), (-INF, 1.0, "inf"), (NAN, 1.0, "nan"), (0.0, -0.0, "0"),
    (-0.0, -0.0, "0"), (-3.0, 4.0, "5"), (0.0, -3.0, "3"), (1.0, 1.0, "1.4142135623730951 inexact"),
    (1.0, 5e-324, "1 inexact")])]
#[case("atan2", &[
    (0.0, 1.0, "0"), (-0.0, 1.0, "-0"), (-0.0, 0.0, "-0"), (0.0, -0.0, "3.141592653589793 inexact"),
    (-0.0, -1.0, "-3.141592653589793 inexact"), (1.0, 0.0, "1.5707963267948966 inexact"), (1.0, INF, "0"),
    (-1.0, INF, "-0"), (1.0, -INF, "3.141592653589793 inexact"), (INF, INF, "0.7853981633974483 inexact"),
    (-INF, -INF, "-2.356194490192345 inexact"), (INF, 1.0, "1.5707963267948966 inexact"), (1.0, 2.0, "open"),
    (-1.0, 1.0, "-0.7853981633974483 inexact"), (-0.0, INF, "-0")])]
#[case("atan2pi", &[
    (0.0, 1.0, "0"), (-0.0, 1.0, "-0"), (-0.0, 0.0, "-0"), (0.0, -0.0, "1"), (-0.0, -0.0, "-1"),
    (0.0, -1.0, "1"), (-1.0, 0.0, "-0.5"), (1.0, -0.0, "0.5"), (-1.0, INF, "-0"), (-1.0, -INF, "-1"),
    (INF, INF, "0.25"), (-INF, -INF, "-0.75"), (INF, -1.0, "0.5"), (3.0, 3.0, "0.25"), (3.0, -3.0, "0.75"),
    (1.0, 2.0, "open"), (0.0, INF, "0"), (INF, -0.0, "0.5")])]
#[case("swish", &[
    (-0.0, INF, "-0"), (0.0, -INF, "0"), (3.0, 0.0, "1.5"), (-3.0, -0.0, "-1.5"), (INF, -0.0, "inf"),
    (-INF, 0.0, "-inf"), (INF, 2.0, "inf"), (INF, -2.0, "0"), (-INF, 2.0, "-0"), (-INF, -2.0, "-inf"),
    (3.0, INF, "3"), (-3.0, -INF, "-3"), (3.0, -INF, "0"), (-3.0, INF, "-0"), (INF, -INF, "0"),
    (-INF, INF, "-0"), (1.0, 1.0, "open"), (1.0, NAN, "nan"), (0.0, NAN, "nan")])]
#[case("elu", &[
    (3.0, INF, "3"), (-0.0, 5.0, "-0"), (0.0, -INF, "0"), (INF, -1.0, "inf"), (-1.0, INF, "-inf"),
    (-1.0, -INF, "inf"), (-1.0, 0.0, "-0"), (-1.0, -0.0, "0"), (-INF, 2.0, "-2"), (-INF, -2.0, "2"),
    (-INF, INF, "-inf"), (-INF, 0.0, "-0"), (-1.0, 1.0, "open"), (1.0, NAN, "nan")])]
#[case("celu", &[
    (3.0, 0.0, "invalid"), (INF, -0.0, "invalid"), (-3.0, INF, "-3"), (-INF, -INF, "-inf"), (-0.0, 1.0, "-0"),
    (2.0, -1.0, "2"), (INF, 1.0, "inf"), (-INF, 2.0, "-2"), (-INF, -2.0, "-inf"), (-1.0, 1.0, "open"),
    (-1.0, -1.0, "open"), (NAN, 0.0, "nan")])]
fn of_two_numbers(#[case] name: &str, #[case] rows: &[(f64, f64, &str)]) {
    const SIGNALLING: u64 = 0x7ff0_0000_0000_0001;
    for &(x, y, result) in rows {
        assert_eq!(of(name, &[x.to_bits(), y.to_bits()]), result, "{name} {x} {y}");
        assert_eq!(of(name, &[x.to_bits(), SIGNALLING]), "invalid");
        assert_eq!(of(name, &[SIGNALLING, y.to_bits()]), "invalid");
    }
}

#[rstest]
#[case("pown", &[
    (NAN, 0, "1"), (0.0, 0, "1"), (INF, 0, "1"), (NAN, 1, "nan"), (-0.0, -3, "pole -inf"), (0.0, -2, "pole inf"),
    (-0.0, 3, "-0"), (-0.0, 2, "0"), (-INF, 3, "-inf"), (-INF, 2, "inf"), (-INF, -3, "-0"), (-INF, -2, "0"),
    (-3.0, 3, "-27"), (3.0, -2, "0.1111111111111111 inexact"), (-2.0, -3, "-0.125"), (1.5, i32::MAX, "open"),
    (2.0, i32::MAX, "inf"), (2.0, i32::MIN, "0"), (-1.0, i32::MAX, "-1"), (-1.0, i32::MIN, "1")])]
#[case("rootn", &[
    (4.0, 0, "invalid"), (INF, 0, "invalid"), (NAN, 0, "invalid"), (NAN, 2, "nan"), (-0.0, -3, "pole -inf"), (-0.0, -2, "pole inf"),
    (-0.0, 3, "-0"), (-0.0, 2, "0"), (INF, 2, "inf"), (INF, -2, "0"), (-INF, 3, "-inf"), (-INF, -3, "-0"),
    (-INF, 2, "invalid"), (-4.0, 2, "invalid"), (-27.0, 3, "-3"), (0.25, -2, "2"), (27.0, -3, "0.3333333333333333 inexact"),
    (2.0, 2, "open"), (3.0, 1, "3"), (1.0, i32::MIN, "1"), (-1.0, i32::MAX, "-1"), (2.0, i32::MIN, "open")])]
#[case("compound", &[
    (-1.0, 0, "1"), (5.0, 0, "1"), (INF, 0, "1"), (NAN, 0, "1"), (-2.0, 0, "invalid"), (-INF, 0, "invalid"),
    (NAN, 1, "nan"), (-1.0, -3, "pole inf"), (-1.0, 3, "0"), (-0.0, 5, "1"), (INF, 3, "inf"), (INF, -3, "0"),
    (-2.0, 2, "invalid"), (0.5, 2, "2.25"), (-0.5, -3, "8"), (2.0, -1, "0.3333333333333333 inexact"),
    (1e-300, 1, "1 inexact"), (1e-300, 2, "open"), (1e-300, -1, "1 inexact"), (2.0, i32::MIN, "open"),
    (1e300, 2, "open"), (1.0, i32::MIN, "0")])]
fn of_a_number_and_an_integer(#[case] name: &str, #[case] rows: &[(f64, i32, &str)]) {
    for &(x, n, result) in rows {
        let n = u64::from(n.cast_unsigned());
        assert_eq!(of(name, &[x.to_bits(), n]), result, "{name} {x} {n:x}");
        assert_eq!(of(name, &[0x7ff0_0000_0000_0001, n]), "invalid");
    }
}
