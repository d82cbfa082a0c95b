//! Values of codes, and numbers as C's `%.6g` prints them.

use std::io::Write;

/// The value of a code with a sign, `exponent` and `mantissa` bits, as the printed double: exponent
/// field 0 is a zero, the top field an infinity, whatever the mantissa (s. 1.3).
pub(super) fn value(code: u64, exponent: u32, mantissa: u32) -> f64 {
    let top = (1 << exponent) - 1;
    let field = code >> mantissa & top;
    let sign = code >> (exponent + mantissa) & 1;
    let bits = match field {
        0 => 0,
        _ if field == top => f64::INFINITY.to_bits(),
        _ => {
            let fraction = code & ((1 << mantissa) - 1);
            (field + 1023 - (top >> 1)) << 52 | fraction << (52 - mantissa)
        }
    };
    f64::from_bits(sign << 63 | bits)
}

/// Two to the power `n`, from -1074 to 1023; zero below.
pub(super) fn power(n: i32) -> f64 {
    match n {
        -1022..=1023 => f64::from_bits(((n + 1023) as u64) << 52),
        -1074..=-1023 => f64::from_bits(1 << (n + 1074)),
        _ => 0.0,
    }
}

/// Writes a number as C's `%.6g` does. A buffer takes everything.
pub(super) fn write(x: f64, out: &mut Vec<u8>) {
    if x.is_sign_negative() {
        out.push(b'-');
    }
    let x = x.abs();
    if x == 0.0 {
        out.push(b'0');
    } else if x.is_infinite() {
        out.extend_from_slice(b"inf");
    } else if x.is_nan() {
        out.extend_from_slice(b"nan");
    } else if x < 1e6 && x.trunc() == x {
        let _ = write!(out, "{}", x as u32);
    } else {
        general(x, out);
    }
}

/// Six significant digits, correctly rounded; the exponent decides the form; trailing zeros go.
fn general(x: f64, out: &mut Vec<u8>) {
    // `d.ddddde-5`: 24 bytes are more than it ever has.
    let mut text = [0; 24];
    let mut rest = &mut text[..];
    let _ = write!(rest, "{x:.5e}");
    let used = 24 - rest.len();
    let Some(e) = text[..used].iter().position(|&b| b == b'e') else { return };
    let exponent = number(&text[e + 1..used]);
    let mut digits = [b'0'; 6];
    for (digit, &b) in digits.iter_mut().zip(text[..e].iter().filter(|&&b| b != b'.')) {
        *digit = b;
    }
    let kept = digits.iter().rposition(|&d| d != b'0').map_or(1, |last| last + 1);
    if (-4..6).contains(&exponent) {
        fixed(&digits, kept, exponent, out);
        return;
    }
    point(&digits, kept, 1, out);
    let sign = if exponent < 0 { '-' } else { '+' };
    let _ = write!(out, "e{sign}{:02}", exponent.unsigned_abs());
}

fn number(text: &[u8]) -> i32 {
    let (sign, digits) = match text {
        [b'-', digits @ ..] => (-1, digits),
        digits => (1, digits),
    };
    sign * digits.iter().fold(0, |n, d| 10 * n + i32::from(d - b'0'))
}

/// Without exponent, which is from -4 to 5.
fn fixed(digits: &[u8; 6], kept: usize, exponent: i32, out: &mut Vec<u8>) {
    if exponent < 0 {
        out.extend_from_slice(&b"0.000"[..1 + exponent.unsigned_abs() as usize]);
        out.extend_from_slice(&digits[..kept]);
    } else {
        point(digits, kept, exponent as usize + 1, out);
    }
}

/// `whole` digits, then the kept ones of the fraction behind a point.
fn point(digits: &[u8; 6], kept: usize, whole: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(&digits[..whole]);
    if kept > whole {
        out.push(b'.');
        out.extend_from_slice(&digits[whole..kept]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(x: f64) -> String {
        let mut out = Vec::new();
        write(x, &mut out);
        String::from_utf8(out).unwrap()
    }

    /// What glibc's `printf("%.6g")` prints.
    #[test]
    fn numbers_read_as_c_prints_them() {
        for (x, expected) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (100_000.0, "100000"),
            (999_999.0, "999999"),
            (999_999.5, "1e+06"),
            (999_999.4, "999999"),
            (1_000_000.0, "1e+06"),
            (1_234_567.0, "1.23457e+06"),
            (123_456.5, "123456"),
            (123_457.5, "123458"),
            (0.0001, "0.0001"),
            (0.000_099_999_9, "9.99999e-05"),
            (0.000_099_999_99, "0.0001"),
            (0.000_012_5, "1.25e-05"),
            (2.765_625, "2.76562"),
            (0.1, "0.1"),
            (-12.25, "-12.25"),
            (0.012_345_678, "0.0123457"),
            (f64::MAX, "1.79769e+308"),
            (f64::from_bits(1), "4.94066e-324"),
            (f64::MIN_POSITIVE, "2.22507e-308"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
            (1e100, "1e+100"),
            (1.5e-10, "1.5e-10"),
        ] {
            assert_eq!(text(x), expected, "{x:e}");
        }
    }

    #[test]
    fn powers_of_two_are_exact() {
        assert_eq!(power(-1074), f64::from_bits(1));
        assert_eq!(power(-1023), f64::MIN_POSITIVE / 2.0);
        assert_eq!((power(-1022), power(0)), (f64::MIN_POSITIVE, 1.0));
        assert_eq!(power(1023), f64::MAX / (2.0 - f64::EPSILON));
    }
}
