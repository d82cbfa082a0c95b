//! IBM's `.fptest` lines, of binary32 and binary64, without traps.
//!
//! ```text
//! b32*+ =0 +1.7FFFFFP127 -1.000000P-126 +Zero -> -1.7FFFFFP1
//! b32/ > +1.000000P0 +1.000001P1 -> +1.7FFFFFP-2 x
//! ```
//!
//! A format and an operation; a direction; operands; `->`; the result; exceptions (`x` inexact, `u` underflow,
//! `o` overflow, `z` division by zero, `i` invalid), nothing where there are none. A number is a sign, the leading bit, the
//! fraction in hex (of binary32 23 bits in 6 digits) and `P` with the exponent; `Zero` and `Inf` have signs, `Q` and `S` are a
//! quiet and a signalling NaN, whose payload is not told: here that of the canonical one. Lines without `->` are remarks.

use super::error::{Fault, What};
use super::field::Field;
use super::hex;
use super::reading::{Parsed, Reading};
use super::seal::Seal;
use crate::registry::rules::{OPTIONS, RM};
use crate::registry::{Options, Plan, Ran};
use softfloat::format::{Binary32, Binary64};
use softfloat::{Flags, Format, Rounding, StaticFormat};

/// The formats that have a name here: that name, and the one of ids.
const FORMATS: [(&str, &str, Format); 2] =
    [("b32", "f32", Binary32::FORMAT), ("b64", "f64", Binary64::FORMAT)];

/// The operations: name, id behind the format.
const OPERATIONS: [(&str, &str); 7] = [
    ("+", "add"),
    ("-", "sub"),
    ("*", "mul"),
    ("/", "div"),
    ("*+", "fma"),
    ("V", "sqrt"),
    ("%", "remainder"),
];

/// The directions: name, value of `rm`.
const DIRECTIONS: [(&str, Rounding); 5] = {
    use Rounding::{Down, NearestAway, NearestEven, TowardZero, Up};
    [("=0", NearestEven), ("=^", NearestAway), ("0", TowardZero), (">", Up), ("<", Down)]
};

/// The letters of the exceptions, in the order in which they stand.
const EXCEPTIONS: [(u8, Flags); 5] = [
    (b'x', Flags::INEXACT),
    (b'u', Flags::UNDERFLOW),
    (b'o', Flags::OVERFLOW),
    (b'z', Flags::DIVIDE_BY_ZERO),
    (b'i', Flags::INVALID),
];

const CASE: &str = "FORMAT OPERATION, DIRECTION, operands, `->`, the result and exceptions, such as \
                    `b32+ =0 +1.000000P0 +Zero -> +1.000000P0`";
const HEAD: &str = "b32 or b64 with one of + - * / *+ V %";
const NUMBER: &str = "a sign with Zero, Inf or 1.HEXPEXPONENT, or Q or S";

/// What a plan is called: format with operation, and direction; nothing where it has no name.
pub(crate) fn head(plan: &Plan) -> Option<String> {
    let (family, operation) = plan.op.id.strip_prefix("ieee.")?.split_once('.')?;
    let (format, ..) = FORMATS.iter().find(|(_, id, _)| *id == family)?;
    let (name, _) = OPERATIONS.iter().find(|(_, id)| *id == operation)?;
    let rest = plan.options.without(&RM);
    let direction = plan.options.get(&RM);
    let (mark, _) = DIRECTIONS.iter().find(|(_, value)| *value == direction)?;
    (rest == Options::NONE).then(|| format!("{format}{name} {mark}"))
}

/// Appends the line of a case of a plan with this name.
pub(super) fn push(out: &mut Vec<u8>, name: &[u8], plan: &Plan, x: &[u64], ran: Ran<'_>) {
    let format = &plan.result().format;
    out.extend_from_slice(name);
    for &code in x {
        out.push(b' ');
        number(out, format, code);
    }
    out.extend_from_slice(b" -> ");
    ran.out.iter().for_each(|&code| number(out, format, code));
    let flags = ran.flag.unwrap_or(0);
    if flags != 0 {
        out.push(b' ');
        let raised = EXCEPTIONS.iter().filter(|(_, flag)| flags & flag.bits() != 0);
        out.extend(raised.map(|(letter, _)| *letter));
    }
    out.push(b'\n');
}

/// Appends a number.
fn number(out: &mut Vec<u8>, f: &Format, code: u64) {
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

/// Whether a line is no case.
pub(super) fn is_remark(line: &[u8]) -> bool {
    !memchr::memchr_iter(b'>', line).any(|at| line[..at].ends_with(b"-"))
}

/// Reads a line.
pub(super) fn read(p: &mut Reading, line: &str) -> Result<Parsed, Box<Fault>> {
    let words = words(line);
    let at = words.iter().position(|w| w.text == "->");
    let Some((at, [head, direction, ..])) = at.map(|at| (at, &words[..])) else {
        return Err(bad(line, 0, CASE));
    };
    let (format, id) = operation(head)?;
    let rm = DIRECTIONS.iter().find(|(mark, _)| *mark == direction.text);
    let (_, rm) = rm.ok_or_else(|| bad(direction.text, direction.offset, "=0, =^, 0, > or <"))?;
    let opts = Options::of(OPTIONS).with(&RM, *rm).to_string();
    let field = |name: &'static str, text: &str| Field {
        name: name.into(),
        text: text.to_owned().into(),
        offset: Some(head.offset),
    };
    let key = format!("{} {}", head.text, direction.text);
    p.plans.read(key.as_bytes(), &field("op", &id), &field("opts", &opts))?;
    let Some(entry) = p.plans.last() else { return Err(bad(head.text, head.offset, HEAD)) };
    let count = entry.plan.elements();
    let operands = words.get(2..at).unwrap_or_default();
    if let Some(traps) = operands.first().filter(|w| w.text.bytes().all(is_exception)) {
        return Err(bad(traps.text, traps.offset, "a case without enabled traps"));
    }
    if operands.len() != count {
        let here = operands.get(count).map_or(words[at].offset, |w| w.offset);
        let names = (0..count).map(|i| format!("in{i}")).collect::<Vec<_>>().join(" ");
        let what = What::Fields { found: operands.len(), right: count, names };
        return Err(Box::new(what.at(here)));
    }
    for (place, word) in p.x.iter_mut().zip(operands) {
        *place = code(&format, word)?;
    }
    let behind = &words[at + 1..];
    let [result, rest @ ..] = behind else {
        return Err(bad("", line.len(), "a result"));
    };
    p.out[0] = code(&format, result)?;
    let flags = match rest {
        [] => 0,
        [one] => flags(one)?,
        [_, more, ..] => return Err(bad(more.text, more.offset, "the end of the line")),
    };
    Ok(p.finish(Some(flags), "", ""))
}

/// A word of a line, and where it stands.
struct Word<'a> {
    text: &'a str,
    offset: usize,
}

fn words(line: &str) -> Vec<Word<'_>> {
    let mut all = Vec::new();
    for text in line.split_ascii_whitespace() {
        let offset = text.as_ptr().addr() - line.as_ptr().addr();
        all.push(Word { text, offset });
    }
    all
}

fn bad(found: &str, offset: usize, right: &'static str) -> Box<Fault> {
    let found: String = found.chars().take(80).collect();
    Box::new(What::Word { found, right }.at(offset))
}

const fn is_exception(byte: u8) -> bool {
    matches!(byte, b'x' | b'u' | b'o' | b'z' | b'i')
}

/// The format and the id of an operation.
fn operation(head: &Word<'_>) -> Result<(Format, String), Box<Fault>> {
    let found = FORMATS.iter().find_map(|(name, id, format)| {
        let rest = head.text.strip_prefix(name)?;
        let (_, operation) = OPERATIONS.iter().find(|(mark, _)| *mark == rest)?;
        Some((*format, format!("ieee.{id}.{operation}")))
    });
    found.ok_or_else(|| bad(head.text, head.offset, HEAD))
}

/// The code of a number.
fn code(f: &Format, word: &Word<'_>) -> Result<u64, Box<Fault>> {
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

/// The exceptions of their letters.
fn flags(word: &Word<'_>) -> Result<u8, Box<Fault>> {
    raised(word.text.as_bytes()).ok_or_else(|| bad(word.text, word.offset, "letters of x u o z i"))
}

/// The same of letters that are all exceptions.
fn raised(letters: &[u8]) -> Option<u8> {
    letters.iter().try_fold(0, |all, letter| {
        let (_, flag) = EXCEPTIONS.iter().find(|(own, _)| own == letter)?;
        Some(all | flag.bits())
    })
}

/// Reads a line as it is written; `None` for any other.
pub(super) fn quick(p: &mut Reading, line: &[u8]) -> Option<Parsed> {
    // The name ends before the second space.
    let name = |line: &[u8]| memchr::memchr_iter(b' ', line).nth(1);
    let entry = p.plans.find(line, name)?;
    let format = &entry.plan.result().format;
    let mut at = entry.head.len();
    for place in &mut p.x[..entry.plan.elements()] {
        *place = quick_code(format, line, &mut at)?;
    }
    at += line.get(at..)?.starts_with(b" ->").then_some(3)?;
    p.out[0] = quick_code(format, line, &mut at)?;
    let flags = match line.get(at..)? {
        [] => 0,
        [b' ', letters @ ..] if !letters.is_empty() => raised(letters)?,
        _ => return None,
    };
    let end = line.len();
    let (class, unspecified) = (end..end, end..end);
    Some(Parsed { flag: Some(flags), class, unspecified, seal: Seal::None, marked: false })
}

/// Reads a number behind a space, and moves behind it: no NaN.
#[inline]
fn quick_code(f: &Format, line: &[u8], at: &mut usize) -> Option<u64> {
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
    use super::{Format, code, number};
    use crate::file::{Format as File, Parser, Writer};

    fn whole(f: &Format, codes: impl Iterator<Item = u64>) {
        for own in codes {
            let mut text = Vec::new();
            number(&mut text, f, own);
            let text = String::from_utf8(text).expect("text");
            let word = super::Word { text: &text, offset: 0 };
            let nan = text == "Q" || text == "S";
            let read = code(f, &word).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert!(read == own || nan, "{own:x}: {text}");
            let quick = super::quick_code(f, format!(" {text}").as_bytes(), &mut 0);
            assert_eq!(quick, (!nan).then_some(own), "{text}");
        }
    }

    #[test]
    fn numbers_are_written_and_read_again() {
        whole(&super::FORMATS[0].2, (0..1 << 20).map(|i| (i * 4093) & 0xffff_ffff));
        whole(
            &super::FORMATS[1].2,
            (0..1 << 18).map(|i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        );
    }

    #[test]
    fn a_line_is_its_case() {
        let lines = [
            ("b32+ =0 +1.7FFFFFP127 +1.7FFFFFP127 -> +Inf xo", "ieee.f32.add", 0x7f80_0000, 5),
            ("b32+ > +1.000000P0 +0.000001P-126 -> +1.000001P0 x", "ieee.f32.add", 0x3f80_0001, 1),
            (
                "b32*+ 0 +1.000000P0 -1.000000P1 +Zero -> -1.000000P1",
                "ieee.f32.fma",
                0xc000_0000,
                0,
            ),
            ("b32V < -1.000000P0 -> Q i", "ieee.f32.sqrt", 0x7fc0_0000, 16),
            ("b64/ =^ +1.0000000000000P0 -Zero -> -Inf z", "ieee.f64.div", 0xfff0 << 48, 8),
        ];
        let mut parser = Parser::new(File::Fptest, crate::operations(), None);
        for (line, id, out, flags) in lines {
            let case = parser.line(line.as_bytes()).unwrap_or_else(|e| panic!("{line}: {e}"));
            assert_eq!((case.plan.op.id.as_str(), case.out[0], case.flag), (id, out, Some(flags)));
            let outcome = case.plan.run(case.x);
            assert_eq!((outcome.out()[0], outcome.flag), (out, Some(flags)), "{line}");
            let mut text = Vec::new();
            Writer::new(File::Fptest, 3).write(case.plan, case.x, &mut text);
            assert_eq!(String::from_utf8(text).unwrap(), format!("{line}\n"));
        }
        let wrong = [
            "b32+ =0 +1.7FFFFFP127 -> +Inf",
            "b16+ =0 +Zero +Zero -> +Zero",
            "b32+ =1 +Zero +Zero -> +Zero",
            "b32+ =0 x +Zero +Zero -> +Zero",
            "b32+ =0 +Zero +1.800000P0 -> +Zero",
            "b32+ =0 +Zero +0.000000P-126 -> +Zero",
            "b32+ =0 +Zero +1.00000P0 -> +Zero",
            "b32+ =0 +Zero +1.000000P128 -> +Zero",
            "b32+ =0 +Zero +Zero -> #",
            "b32+ =0 +Zero +Zero -> +Zero q",
            "b32+ =0 +Zero +Zero -> +Zero x x",
            "-> ->",
            "b32+ ->",
        ];
        for line in wrong {
            assert!(parser.line(line.as_bytes()).is_err(), "{line}");
        }
        assert!(
            super::head(
                &crate::operations().find("ieee.f16.add").unwrap().plan(&Default::default())
            )
            .is_none()
        );
    }
}
