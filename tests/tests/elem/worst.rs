//! Arguments of binary64 whose results lie nearest to a border, as tables of worst cases print them.

use crate::elem::judge::{Differences, differ, directions};
use functions::Function::{self, Acos, Atan, Cos, Cosh, Exp, Exp2, Log2, Sin, Sinh, Tan};
use rug::Float;
use softfloat::Env;
use tests::bridge::Pair;

/// Function, fraction in hexadecimal, exponent of two; V. Lefèvre, J.-M. Muller, "Worst cases for correct
/// rounding of the elementary functions in double precision".
#[rustfmt::skip]
const WORST: &[(Function, f64, u64, i32)] = &[
    (Exp, -1.0, 0x112d31a20fb38b, 5), (Exp, 1.0, 0x19e9cbbfd6080b, -31),
    (Exp, 1.0, 0x183d4bcdebb3f4, 2), (Exp, 1.0, 0x11d5c2daebe367, 4), (Exp, 1.0, 0x1c44ce0d716a1a, 4),
    (Exp2, 1.0, 0x1e4596526bf94d, -10), (Log2, 1.0, 0x1b4ebe40c95a01, 0), (Log2, 1.0, 0x11ba39ff28e3ea, 0),
    (Sin, 1.0, 0x1e0000000001c2, -20), (Sin, 1.0, 0x1598bae9e632f6, -7), (Sin, 1.0, 0x1fe767739d0f6d, -2),
    (Cos, 1.0, 0x106b505550e6b2, -9), (Cos, 1.0, 0x18000000000009, -23), (Sin, 1.0, 0x16c6cbc45dc8de, 5),
    (Tan, 1.0, 0x1dffffffffff1f, -22), (Tan, 1.0, 0x167fffffffa114, -18),
    (Tan, 1.0, 0x150486b2f87014, -5), (Tan, 1.0, 0x1a33f32ac5ceb5, -3),
    (Acos, 1.0, 0x1fd737be914578, -11), (Atan, 1.0, 0x122e8d75e2bc7f, -11),
    (Sinh, 1.0, 0x1dfffffffffe3e, -20), (Cosh, 1.0, 0x17fffffffffff7, -23),
];

/// The number whose 53 bits and exponent these are.
fn argument(sign: f64, bits: u64, exponent: i32) -> f64 {
    let unit = f64::from(exponent - 52).exp2();
    sign * bits as f64 * unit
}

/// How many bits behind the last place decide where a result lies between two borders.
fn hardness(function: Function, x: f64) -> i32 {
    let v = Float::with_val(400, x);
    let v = match function {
        Exp => v.exp(),
        Exp2 => v.exp2(),
        Log2 => v.log2(),
        Sin => v.sin(),
        Cos => v.cos(),
        Tan => v.tan(),
        Acos => v.acos(),
        Atan => v.atan(),
        Sinh => v.sinh(),
        Cosh => v.cosh(),
        other => panic!("{other:?} is not in the table"),
    };
    let exponent = v.get_exp().expect("not 0");
    // Borders are integers of 54 bits here.
    let scaled = v << (54 - exponent);
    let distance = Float::with_val(400, &scaled - scaled.clone().round());
    -distance.get_exp().expect("not a border")
}

#[test]
fn worst_cases_of_binary64() {
    let f = Pair::named("ieee_binary64");
    let mut differences = Differences::default();
    for &(function, sign, bits, exponent) in WORST {
        let x = argument(sign, bits, exponent);
        // Of 2^53 results a few lie that near.
        let hard = hardness(function, x);
        assert!(hard >= 48, "{function:?} {x:e} is decided by {hard} bits");
        let code = x.to_bits();
        for near in [code, code ^ 1 << 63, code - 1, code + 1] {
            differences
                .note(function.row(), differ(function.row(), &f, &[near], &directions(Env::IEEE)));
        }
    }
    differences.assert_none();
}
