//! Numbers as text: whatever the bytes, reading ends in a number or an error inside the text; what
//! the shortest, exact and hexadecimal texts of a code read as is that code.

use seeded::{Bytes, Draw};
use softfloat::format;
use softfloat::text::Style;
use softfloat::{Env, Format, Rounding, Value};

/// Styles whose text reads back.
const FAITHFUL: [Style; 3] = [Style::SHORTEST, Style::EXACT, Style::HEX];

/// Reads the bytes as a number of some format and in some direction, and prints some code.
///
/// # Panics
/// Where a property does not hold.
pub fn number_text(bytes: &[u8]) {
    let mut choices = Bytes::new(bytes);
    let f = choices.pick(format::ALL);
    let env = Env::IEEE.rounding(*choices.pick(&Rounding::ALL));
    let places = choices.below(64) as u32;
    let code = choices.next() & u64::MAX >> (64 - f.width);

    for style in FAITHFUL {
        reads_back(f, code, style);
    }
    for style in [Style::scientific(places), Style::fixed(places), Style::Hex(Some(places))] {
        let text = f.print(code, style, &env).to_string();
        assert!(f.parse(&env, &text).is_ok(), "{} {code:#x} {style:?}: {text}", f.name);
    }
    read(f, &env, &String::from_utf8_lossy(choices.rest()));
}

fn reads_back(f: &Format, code: u64, style: Style) {
    let lowest = f.is_read_only(code);
    if lowest {
        return; // read, but never produced
    }
    let text = f.print(code, style, &Env::IEEE).to_string();
    let read = f.parse(&Env::IEEE, &text).unwrap_or_else(|e| panic!("{} {text}: {e}", f.name));
    let (back, value): (Value<u64>, Value<u64>) = (f.decode(read.bits), f.decode(code));
    let same = match (back, value) {
        (Value::Nan { .. }, Value::Nan { .. }) => true,
        // Dirty low bits, unnormalised significands: another code of the same number.
        (Value::Finite(x), Value::Finite(y)) => {
            let ours = f.print(read.bits, style, &Env::IEEE).to_string();
            ours == text && x.sign == y.sign
        }
        (x, y) => x == y,
    };
    assert!(same, "{} {code:#x} as `{text}` reads as {:#x}", f.name, read.bits);
}

fn read(f: &Format, env: &Env, text: &str) {
    match f.parse(env, text) {
        Ok(r) => {
            assert!(f.holds(r.bits), "{} {text:?} reads as {:#x}", f.name, r.bits);
            reads_back(f, r.bits, Style::SHORTEST);
        }
        Err(e) => {
            assert!(e.offset <= text.len() && text.is_char_boundary(e.offset), "{text:?}: {e}")
        }
    }
}
