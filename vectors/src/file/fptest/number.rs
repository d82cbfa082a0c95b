//! Numbers as the notation has them: a sign, the leading bit, the fraction in hex, `P` and the exponent.

use super::super::error::Fault;
use super::super::hex;
use super::word::{Word, bad};
use softfloat::Format;

const NUMBER: &str = "a sign with Zero, Inf or 1.HEXPEXPONENT, or Q or S";

/// Appends a number.
pub(super) fn number(out: &mut Vec<u8>, f: &Format, code: u64) {
    let fraction = code & ((1 << f.man_bits) - 1);
    let field = (code >> f.man_bits) as i32 & f.top();
    let is_top = field == f.top();
    if is_top && fraction != 0 {
        return out.push(if fraction >> (f.man_bits - 1) == 1 { b'Q' } else { b'S' });
    }
    let sign = if code >> (f.width - 1) & 1 == 1 { b'-' } else { b'+' };
    if is_top || field == 0 && fraction == 0 {
        out.push(sign);
        return out.extend_from_slice(if is_top { &b"Inf"[..] } else { b"Zero" });
    }
    // A binary64 has 13 digits.
    let mut text = [b'.'; 17];
    text[..2].copy_from_slice(&[sign, b'0' + u8::from(field > 0)]);
    let end = 3 + f.man_bits.div_ceil(4) as usize;
    hex::put_upper(&mut text[3..end], fraction);
    text[end] = b'P';
    out.extend_from_slice(&text[..=end]);
    decimal(out, field.max(1) - f.bias);
}

/// Appends an exponent.
fn decimal(out: &mut Vec<u8>, exponent: i32) {
    let magnitude = exponent.unsigned_abs();
    let digit = |power: u32| b'0' + (magnitude / power % 10) as u8;
    let text = [digit(1000), digit(100), digit(10), digit(1)];
    if exponent < 0 {
        out.push(b'-');
    }
    out.extend_from_slice(match magnitude {
        0..10 => &text[3..],
        10..100 => &text[2..],
        100..1000 => &text[1..],
        _ => &text[..],
    });
}

/// The code of a number.
pub(super) fn code(f: &Format, word: &Word<'_>) -> Result<u64, Box<Fault>> {
    let text = word.text;
    let top = (f.top() as u64) << f.man_bits;
    let quiet = 1 << (f.man_bits - 1);
    let finite = |rest: &str| -> Option<u64> {
        let (significand, exponent) = rest.split_once('P')?;
        let (leading, digits) = significand.split_once('.')?;
        let fraction = u64::from_str_radix(digits, 16).ok()?;
        let exponent: i32 = exponent.parse().ok()?;
        let whole = digits.len() == f.man_bits.div_ceil(4) as usize && !digits.starts_with('+');
        let field = match leading {
            "1" => exponent.checked_add(f.bias)?,
            "0" if exponent == 1 - f.bias && fraction > 0 => 0,
            _ => return None,
        };
        let normal = (1..f.top()).contains(&field) || leading == "0";
        (whole && normal && fraction >> f.man_bits == 0)
            .then_some((field as u64) << f.man_bits | fraction)
    };
    let (sign, rest) = match text.as_bytes() {
        [b'+', ..] => (0, &text[1..]),
        [b'-', ..] => (1 << (f.width - 1), &text[1..]),
        b"Q" => return Ok(top | quiet),
        b"S" => return Ok(top | 1),
        _ => return Err(bad(text, word.offset, NUMBER)),
    };
    let magnitude = match rest {
        "Zero" => Some(0),
        "Inf" => Some(top),
        _ => finite(rest),
    };
    magnitude.map(|m| sign | m).ok_or_else(|| bad(text, word.offset, NUMBER))
}

/// Reads a number behind a space, and moves behind it: no NaN.
#[inline]
pub(super) fn quick_code(f: &Format, line: &[u8], at: &mut usize) -> Option<u64> {
    let [b' ', sign, rest @ ..] = line.get(*at..)? else { return None };
    let sign = match sign {
        b'+' => 0,
        b'-' => 1 << (f.width - 1),
        _ => return None,
    };
    let [leading, b'.', rest @ ..] = rest else {
        let (text, magnitude): (&[u8], u64) = match rest.first()? {
            b'Z' => (b"Zero", 0),
            _ => (b"Inf", (f.top() as u64) << f.man_bits),
        };
        *at += rest.starts_with(text).then_some(2 + text.len())?;
        return Some(sign | magnitude);
    };
    let digits = f.man_bits.div_ceil(4) as usize;
    let fraction = hex::take_in::<true>(rest, digits)?;
    let [b'P', rest @ ..] = rest.get(digits..)? else { return None };
    let (exponent, length) = quick_decimal(rest)?;
    let field = match leading {
        b'1' => exponent + f.bias,
        b'0' if exponent == 1 - f.bias && fraction > 0 => 0,
        _ => return None,
    };
    let normal = (1..f.top()).contains(&field) || *leading == b'0';
    *at += 5 + digits + length;
    (normal && fraction >> f.man_bits == 0)
        .then_some(sign | (field as u64) << f.man_bits | fraction)
}

/// An exponent of at most four digits, and the length of its text.
#[inline]
fn quick_decimal(text: &[u8]) -> Option<(i32, usize)> {
    let negative = text.first() == Some(&b'-');
    let own = text.get(usize::from(negative)..)?;
    let (mut magnitude, mut count) = (0, 0);
    while let Some(digit @ b'0'..=b'9') = own.get(count) {
        magnitude = 10 * magnitude + i32::from(digit - b'0');
        count += 1;
        if count > 4 {
            return None;
        }
    }
    if count == 0 {
        return None;
    }
    Some((if negative { -magnitude } else { magnitude }, count + usize::from(negative)))
}

#[cfg(test)]
mod tests {
    use super::super::FORMATS;
    use super::super::word::Word;
    use super::{Format, code, number, quick_code};

    fn whole(f: &Format, codes: impl Iterator<Item = u64>) {
        for own in codes {
            let mut text = Vec::new();
            number(&mut text, f, own);
            let text = String::from_utf8(text).expect("text");
            let word = Word { text: &text, offset: 0 };
            let nan = text == "Q" || text == "S";
            let read = code(f, &word).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert!(read == own || nan, "{own:x}: {text}");
            let quick = quick_code(f, format!(" {text}").as_bytes(), &mut 0);
            assert_eq!(quick, (!nan).then_some(own), "{text}");
        }
    }

    #[test]
    fn numbers_are_written_and_read_again() {
        whole(&FORMATS[0].2, (0..1 << 20).map(|i| (i * 4093) & 0xffff_ffff));
        whole(&FORMATS[1].2, (0..1 << 18).map(|i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    }
}
