//! Formats of more than 64 bits.

use super::readback::STYLES;
use super::*;
use crate::wide::{Decoded, Wide};

/// A code of any kind: numbers of few bits and of many, ends of the range and of binades, NaN.
fn long_code(random: &mut Random, wide: &Wide) -> u128 {
    let any = u128::from(random.next()) << 64 | u128::from(random.next());
    let fraction = match random.next() % 4 {
        0 => 0,
        1 => u128::MAX,
        2 => any << (random.next() % 128),
        _ => any,
    } & ((1 << (wide.precision() - 1)) - 1);
    let field = match random.next() % 5 {
        0 => u128::from(random.next() % 3),
        1 => 0x7ffd + u128::from(random.next() % 3),
        2 => 0x3fff - 70 + u128::from(random.next() % 140),
        _ => u128::from(random.next() % 0x8000),
    };
    let lead = if wide.explicit && field > 0 { 1 << (wide.man_bits - 1) } else { 0 };
    any >> 127 << (wide.width - 1) | field << wide.man_bits | lead | fraction
}

#[test]
fn formats_of_more_than_64_bits() {
    let mut random = Random::new(3);
    for wide in [Wide::BINARY128, Wide::EXTENDED80] {
        for _ in 0..300 {
            let code = long_code(&mut random, &wide);
            let print = |style, env: &Env| wide.print(code, style, env).to_string();
            let read = |text: &str| wide.parse(&Env::IEEE, text).expect("a number").bits;
            for style in STYLES {
                let text = print(style, &Env::IEEE);
                assert_eq!(read(&text), code, "{code:x} as {text}");
            }
            if !matches!(wide.decode(code), Decoded::Finite { significand: 1.., .. }) {
                continue;
            }
            let scientific = Style::Decimal(Precision::Shortest, Notation::Scientific);
            let shortest = print(scientific, &Env::IEEE);
            let head = shortest.split('e').next().expect("digits");
            let digits = head.bytes().filter(u8::is_ascii_digit).count() as u32;
            if digits > 1 {
                for rounding in [Rounding::Up, Rounding::Down] {
                    let shorter =
                        print(Style::scientific(digits - 2), &Env::IEEE.rounding(rounding));
                    assert_ne!(read(&shorter), code, "{shorter} is shorter than {shortest}");
                }
            }
            let nearest = print(Style::scientific(digits - 1), &Env::IEEE);
            let same = read(&nearest) == code && digits > 1;
            assert!(!same || nearest == shortest, "{nearest} is nearer than {shortest}");
        }
    }
}

#[test]
fn known_texts_of_more_than_64_bits() {
    let (quad, x87) = (Wide::BINARY128, Wide::EXTENDED80);
    let print = |wide: &Wide, code, style| wide.print(code, style, &Env::IEEE).to_string();
    assert_eq!(print(&quad, 1, Style::SHORTEST), "6e-4966");
    assert_eq!(print(&quad, 1, Style::HEX), "0x1p-16494");
    assert_eq!(print(&quad, 1, Style::EXACT).len(), 16496);
    let most = "1.189731495357231765085759326628007016e+4932";
    assert_eq!(print(&quad, quad.largest(), Style::scientific(36)), most);
    assert_eq!(print(&x87, x87.largest(), Style::HEX), "0x1.fffffffffffffffep+16383");
    assert_eq!(print(&x87, 1, Style::SHORTEST), "4e-4951");
    let payload = quad.nan(true) | 0x1234 << 80;
    assert_eq!(print(&quad, payload, Style::SHORTEST), "-nan(0x123400000000000000000000)");
    assert_eq!(print(&x87, x87.infinity(false) | 5, Style::EXACT), "snan(0x5)");
    assert_eq!(print(&x87, 0x3fff << 64, Style::EXACT), "snan");
}
