use super::*;
use crate::format;
use crate::{Rounded, block};
use seeded::one_in;

pub(super) const STYLES: [Style; 5] = [
    Style::SHORTEST,
    Style::Decimal(Precision::Shortest, Notation::Plain),
    Style::Decimal(Precision::Shortest, Notation::Scientific),
    Style::EXACT,
    Style::HEX,
];

/// What the code's value is written as: the code itself, but for codes that are read only.
fn written(format: &Format, code: u64) -> Rounded<u64> {
    match format.decode(code) {
        Value::Nan { .. } => Rounded { bits: code >> format.pad << format.pad, flags: Flags::NONE },
        value => format.encode(&Env::IEEE, value),
    }
}

fn assert_reads_back(format: &Format, code: u64, style: Style) {
    let text = format.print(code, style, &Env::IEEE);
    let (said, right) = (text.to_string(), written(format, code));
    let back = format.parse(&Env::IEEE, &said).expect("a number");
    assert_eq!(back.bits, right.bits, "{}: {code:x} as {said}", format.name);
    if right.flags.is_empty() {
        let inexact = |flags: Flags| flags.contains(Flags::INEXACT);
        assert_eq!(inexact(text.flags()), inexact(back.flags), "{}: {said}", format.name);
    }
    let shortest = matches!(style, Style::Decimal(Precision::Shortest, _));
    assert!(shortest || text.flags().is_empty(), "{}: {said} is exact", format.name);
}

#[test]
fn every_code_of_the_narrow_formats() {
    let custom = [(2, 1), (2, 5), (4, 1), (8, 2)].map(|(e, m)| Format::ieee(e, m).unwrap());
    let mut codes = 0;
    for format in format::ALL.iter().chain(&custom).filter(|f| f.width <= 16) {
        let every = if format.width > 10 { one_in(4) } else { 1 };
        for code in (0..1 << format.width).step_by(every as usize) {
            for style in STYLES {
                assert_reads_back(format, code, style);
            }
            codes += every;
        }
    }
    assert!(codes > 6 << 16);
}

#[test]
fn wide_formats() {
    let mut random = Random::new(1);
    let custom = [(15, 48), (15, 8), (11, 52), (2, 61), (15, 1), (5, 30)]
        .map(|(e, m)| Format::ieee(e, m).unwrap());
    for format in format::ALL.iter().chain(&custom).filter(|f| f.width > 16) {
        // The widest exponents have up to 11499 digits.
        let count = if format.exp_bits > 11 { 60 } else { 2000 };
        let field = format.width - u32::from(format.sign) - format.exp_bits;
        let edges = (0..1u64 << format.exp_bits.min(11)).flat_map(|e| {
            let power = e << field.min(63);
            [power.wrapping_sub(1), power, power + 1]
        });
        let step = if format.exp_bits > 8 { 31 } else { 1 };
        let mask = u64::MAX >> (64 - format.width);
        let codes = edges.step_by(step).chain((0..count).map(|_| random.next()));
        for code in codes.map(|code| code & mask) {
            for style in STYLES {
                assert_reads_back(format, code, style);
            }
        }
    }
}

/// No text with fewer digits reads back, and no nearer one with as many.
#[test]
fn shortest_is_shortest_and_nearest() {
    let custom = [(2, 1), (2, 5), (4, 1)].map(|(e, m)| Format::ieee(e, m).unwrap());
    for format in format::ALL.iter().chain(&custom).filter(|f| f.width <= 16) {
        let read = |code, n, rounding| {
            let style = decimal(Precision::Significant(n));
            let text = format.print(code, style, &Env::IEEE.rounding(rounding)).to_string();
            let back = format.parse(&Env::IEEE, &text).expect("a number");
            let over = back.flags.contains(Flags::OVERFLOW) || back.flags.contains(Flags::INVALID);
            (back.bits == code && !over, text)
        };
        for code in 0..1 << format.width {
            let finite =
                matches!(format.decode::<u64>(code), Value::Finite(u) if u.significand > 0);
            if !finite || written(format, code) != (Rounded { bits: code, flags: Flags::NONE }) {
                continue;
            }
            let scientific = Style::Decimal(Precision::Shortest, Notation::Scientific);
            let text = format.print(code, scientific, &Env::IEEE).to_string();
            let digits = text.split('e').next().unwrap().bytes().filter(u8::is_ascii_digit).count();
            if digits > 1 {
                for rounding in [Rounding::Up, Rounding::Down] {
                    let (same, shorter) = read(code, digits as u32 - 1, rounding);
                    assert!(!same, "{}: {shorter} is shorter than {text}", format.name);
                }
            }
            let (same, nearest) = read(code, digits as u32, Rounding::NearestEven);
            let shortest = format.print(code, Style::SHORTEST, &Env::IEEE).to_string();
            let equal = nearest == shortest || nearest.trim_end_matches(".0") == shortest;
            assert!(!same || equal, "{}: {nearest} is nearer than {shortest}", format.name);
        }
    }
}

/// The shortest text of a NaN's every code, in a format wide enough to have many.
#[test]
fn nan_payloads() {
    let format = Format::by_name("ieee_binary32").unwrap();
    assert!(format.has_signalling());
    for low in 1..1u64 << 23 {
        if low < 3000 || low % 1021 == 0 || low.is_power_of_two() {
            assert_reads_back(format, 0x7f80_0000 | low, Style::SHORTEST);
            assert_reads_back(format, 0xff80_0000 | low, Style::SHORTEST);
        }
    }
}

/// Beside every scale, an element's text divided by the scale is that element.
#[test]
fn blocks() {
    for block in block::ALL.iter().filter(|b| matches!(b.scale, Scale::Factor(_))) {
        for (scale, element) in
            (0..255).flat_map(|s| (0..1 << block.element.width).map(move |e| (s, e)))
        {
            let Value::Finite(value) = block.decode(scale, element) else { continue };
            for style in [Style::SHORTEST, Style::HEX] {
                let text = block.print(scale, element, style, &Env::IEEE).to_string();
                let read = crate::text::parse(&text).expect("a number");
                let back = block.encode_element(scale, read, &Env::IEEE).expect("a scaled format");
                let right = block.encode_element(scale, Value::Finite(value), &Env::IEEE).unwrap();
                assert_eq!(
                    back.bits, right.bits,
                    "{}: {scale:x} {element:x} as {text}",
                    block.name
                );
            }
        }
    }
}

/// The elements of a block of a common exponent, exactly.
#[test]
fn common_exponents() {
    let block = BlockFormat::by_name("mncore2_bf_half_ext").unwrap();
    for element in 0..1u64 << 9 {
        for (code, lead) in [(31 << 9 | element, 8), (element, 14)] {
            let text = |style| block.print(31, code, style, &Env::IEEE).to_string();
            let value = element as f64 / f64::from(1 << lead);
            assert_eq!(text(Style::EXACT).parse(), Ok(value));
            let short: f64 = text(Style::SHORTEST).parse().unwrap();
            assert!((short - value).abs() <= 0.5 / f64::from(1 << lead), "{short} for {value}");
        }
    }
}
