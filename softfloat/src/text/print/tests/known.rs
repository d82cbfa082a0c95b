//! Texts written down: what C's `printf` gives for the same conversions, and NaN.

use super::*;
use crate::format::{Bf16, Binary16, Binary32, Binary64, E8m0, Fp6E3m2, Fp8E4m3Ocp, Int64, Uint64};
use crate::text::{parse, parse_into};

#[test]
fn binary64() {
    let hex = |n| Style::Hex(Some(n));
    for (x, style, right) in [
        (0.5, Style::fixed(0), "0"),
        (1.5, Style::fixed(0), "2"),
        (2.5, Style::fixed(0), "2"),
        (0.125, Style::fixed(2), "0.12"),
        (0.375, Style::fixed(2), "0.38"),
        (9.995, Style::fixed(2), "9.99"),
        (99.96875, Style::fixed(1), "100.0"),
        (1e-7, Style::fixed(3), "0.000"),
        (-1e-7, Style::fixed(3), "-0.000"),
        (0.0, Style::fixed(2), "0.00"),
        (0.0, Style::scientific(2), "0.00e+00"),
        (-0.0, Style::SHORTEST, "-0"),
        (-0.0, Style::HEX, "-0x0p+0"),
        (0.0, hex(2), "0x0.00p+0"),
        (9.5, Style::scientific(0), "1e+01"),
        (1e100, Style::scientific(1), "1.0e+100"),
        (1e23, Style::SHORTEST, "1e+23"),
        (1e16, Style::SHORTEST, "1e+16"),
        (1234567890123456.0, Style::SHORTEST, "1234567890123456"),
        // Two of 17 digits are as near; the standard library writes the odd one.
        (6745531415738669.0 / 4.0, Style::SHORTEST, "1686382853934667.2"),
        (1e-5, Style::SHORTEST, "0.00001"),
        (1.5e-6, Style::SHORTEST, "1.5e-06"),
        (5e-324, Style::SHORTEST, "5e-324"),
        (f64::MAX, Style::SHORTEST, "1.7976931348623157e+308"),
        (12.0, Style::HEX, "0x1.8p+3"),
        (1.0, Style::HEX, "0x1p+0"),
        (0.1, Style::HEX, "0x1.999999999999ap-4"),
        (5e-324, Style::HEX, "0x1p-1074"),
        (0.1, hex(3), "0x1.99ap-4"),
        (1.0, hex(20), "0x1.00000000000000000000p+0"),
        (1.96875, hex(1), "0x1.0p+1"),
        (1.5, hex(0), "0x1p+1"),
        (1.25, hex(0), "0x1p+0"),
        (f64::INFINITY, Style::EXACT, "inf"),
        (f64::NEG_INFINITY, Style::HEX, "-inf"),
        (1e3, decimal(Precision::Significant(2)), "1000"),
        (1e3, Style::Decimal(Precision::Significant(6), Notation::Plain), "1000.00"),
        (0.0625, Style::Decimal(Precision::Decimals(3), Notation::Scientific), "6.2e-02"),
    ] {
        assert_eq!(print::<Binary64>(x.to_bits(), style, &Env::IEEE).to_string(), right);
    }
}

#[test]
fn other_formats() {
    let shortest = |text: Text| text.to_string();
    let (env, style) = (&Env::IEEE, Style::SHORTEST);
    assert_eq!(shortest(print::<Binary16>(0x7bff, style, env)), "65500");
    assert_eq!(shortest(print::<Binary16>(0x0001, style, env)), "6e-08");
    assert_eq!(shortest(print::<Bf16>(0x3dcd, style, env)), "0.1");
    // 30 would be a tie, and overflow.
    assert_eq!(shortest(print::<Fp6E3m2>(0x1f, style, env)), "28");
    assert_eq!(shortest(print::<Fp8E4m3Ocp>(0x7e, style, env)), "450");
    assert_eq!(shortest(print::<E8m0>(0x00, style, env)), "6e-39");
    assert_eq!(shortest(print::<E8m0>(0x80, style, env)), "2");
    assert_eq!(shortest(print::<Int64>(1 << 63, style, env)), "-9.223372036854775808e+18");
    assert_eq!(print::<Uint64>(u64::MAX, Style::EXACT, env).to_string(), "18446744073709551615");
}

#[test]
fn nan() {
    for (bits, text) in [
        (0x7fc0_0000, "nan"),
        (0xffc0_0000, "-nan"),
        (0x7fc0_0012, "nan(0x12)"),
        (0x7f80_0001, "snan(0x1)"),
        (0xffbf_ffff, "-snan(0x3fffff)"),
    ] {
        assert_eq!(print::<Binary32>(bits, Style::SHORTEST, &Env::IEEE).to_string(), text);
        let back = parse_into::<Binary32>(text, &Env::IEEE).unwrap();
        assert_eq!((back.bits, back.flags), (bits, Flags::NONE));
    }
    for (text, bits) in [
        ("NaN()", 0x7fc0_0000),
        ("SNAN", 0x7f80_0001),
        ("nan(18)", 0x7fc0_0012),
        ("nan(0)", 0x7fc0_0000),
    ] {
        assert_eq!(parse_into::<Binary32>(text, &Env::IEEE).unwrap().bits, bits, "{text}");
    }
    // The format's one NaN, quiet.
    assert_eq!(parse_into::<Fp8E4m3Ocp>("-snan", &Env::IEEE).unwrap().bits, 0xff);
    let none = parse_into::<Fp6E3m2>("nan", &Env::IEEE).unwrap();
    assert_eq!((none.bits, none.flags), (0x1f, Flags::INVALID));
    assert_eq!(
        parse("-snan(5)"),
        Ok(Value::Nan { sign: true, signalling: true, payload: 5 << 12 })
    );
}

#[test]
fn what_is_no_nan() {
    for (text, offset) in [
        ("nan(", 4),
        ("nan(x)", 4),
        ("nan(0x)", 6),
        ("nan(1", 5),
        ("nan(1)2", 6),
        ("snan(0)", 5),
        ("nan(0x400000)", 4),
        ("nan(99999999999999999999999)", 4),
        ("snanx", 4),
    ] {
        let error = parse_into::<Binary32>(text, &Env::IEEE).expect_err(text);
        assert_eq!(error.offset, offset, "{text}: {error}");
    }
    assert_eq!(parse_into::<Fp8E4m3Ocp>("nan(1)", &Env::IEEE).unwrap_err().offset, 4);
}

/// What is written in pieces arrives in order, and a full sink's error comes back.
#[test]
fn sink() {
    struct Full;
    impl Write for Full {
        fn write_str(&mut self, _: &str) -> fmt::Result {
            Err(fmt::Error)
        }
    }
    let text = print::<Binary32>(0x3f80_0001, Style::fixed(1), &Env::IEEE);
    assert_eq!(text.write(&mut Full), Err(fmt::Error));
    let mut out = String::from("x = ");
    assert_eq!(text.write(&mut out), Ok(Flags::INEXACT));
    assert_eq!(out, "x = 1.0");
}

/// No exponent makes another number of a zero.
#[test]
fn zero_is_zero_at_every_exponent() {
    for exponent in ["0", "-1074", "1024", "5000", "-5000", "99999999999999999999"] {
        for (text, right) in [("0x0", 0.0_f64), ("-0x0.00", -0.0), ("0", 0.0), ("-0.0", -0.0)] {
            let text = format!("{text}{}{exponent}", if text.contains('x') { 'p' } else { 'e' });
            let read = parse_into::<Binary64>(&text, &Env::IEEE).unwrap();
            assert_eq!((read.bits, read.flags), (right.to_bits(), Flags::NONE), "{text}");
        }
    }
}

/// Hexadecimal numbers whose exponent is far from every format's, also beyond the integers of 32 and 64 bits.
#[test]
fn far_exponents() {
    use crate::Flags;
    for exponent in ["100000", "4000000000", "9999999999", "99999999999999999999"] {
        let read = |sign: &str, way: &str| {
            let text = format!("{sign}0x1.8p{way}{exponent}");
            let read = parse_into::<Binary32>(&text, &Env::IEEE).expect(&text);
            (read.bits, read.flags)
        };
        assert_eq!(read("", "+"), (0x7f80_0000, Flags::OVERFLOW | Flags::INEXACT), "{exponent}");
        assert_eq!(read("-", "+"), (0xff80_0000, Flags::OVERFLOW | Flags::INEXACT), "{exponent}");
        assert_eq!(read("", "-"), (0, Flags::UNDERFLOW | Flags::INEXACT), "{exponent}");
        assert_eq!(read("-", "-"), (0x8000_0000, Flags::UNDERFLOW | Flags::INEXACT), "{exponent}");
    }
}
