//! Values that the official emulator printed for bit patterns (`data/observed-text.csv`): what a
//! code means, through `printf`'s `%g`.

use softfloat::format::{Binary64, MnDouble, MnHalf, MnSingle};
use softfloat::round_pack;
use softfloat::{Env, Format, StaticFormat, Value};

pub(crate) const ROWS: &str = include_str!("../../data/observed-text.csv");

/// A code's value as a binary64; all three precisions fit.
fn value(format: &Format, code: u64) -> f64 {
    match format.decode(code) {
        Value::Finite(u) => f64::from_bits(round_pack::<Binary64, u64>(&Env::IEEE, u).bits),
        Value::Infinite { sign: true } => f64::NEG_INFINITY,
        _ => f64::INFINITY,
    }
}

/// `printf("%g")`: six significant digits, trailing zeros dropped.
fn g(x: f64) -> String {
    if x == 0.0 || x.is_infinite() {
        return format!("{x}");
    }
    let scientific = format!("{x:.5e}");
    let (digits, exponent) = scientific.split_once('e').expect("an exponent");
    let exponent: i32 = exponent.parse().expect("a number");
    let trimmed = |s: &str| match s.contains('.') {
        true => s.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => s.to_owned(),
    };
    if (-4..6).contains(&exponent) {
        trimmed(&format!("{x:.*}", (5 - exponent) as usize))
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}e{sign}{:02}", trimmed(digits), exponent.abs())
    }
}

/// `d get` without a type: the long word as a double, as half words, as an integer.
fn long_word(code: u64) -> String {
    let h = |i: u32| code >> (48 - 16 * i) & 0xffff;
    let f = g(value(&MnDouble::FORMAT, code));
    format!(
        "(f:{f}, i:{{{{0x{:X},0x{:X}}},{{0x{:X},0x{:X}}}}}, v:0x{code:X})",
        h(0),
        h(1),
        h(2),
        h(3)
    )
}

#[test]
fn codes_print_as_observed() {
    let mut n = 0;
    for row in csv::Reader::from_reader(ROWS.as_bytes()).records() {
        let row = row.expect("a row");
        if &row[0] != "fmt" {
            continue;
        }
        let code = u64::from_str_radix(row[2].trim_start_matches("0x"), 16).expect("hex");
        let printed = match &row[1] {
            "get" => long_word(code),
            "getd" => g(value(&MnDouble::FORMAT, code)),
            "getf" => g(value(&MnSingle::FORMAT, code)),
            _ => g(value(&MnHalf::FORMAT, code)),
        };
        assert_eq!(printed, row[3], "{} {}", &row[1], &row[2]);
        n += 1;
    }
    assert_eq!(n, 197);
}
