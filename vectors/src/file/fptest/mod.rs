//! IBM's `.fptest` lines, of binary32 and binary64.
//!
//! ```text
//! b32*+ =0 +1.7FFFFFP127 -1.000000P-126 +Zero -> -1.7FFFFFP1
//! b32/ > +1.000000P0 +1.000001P1 -> +1.7FFFFFP-2 x
//! ```
//!
//! A format and an operation; a direction; exceptions that are trapped (`x` inexact, `u` underflow, `o` overflow, `z` division by zero, `i`
//! invalid), if any are; operands; `->`; the result, `#` where a trap takes its place; the exceptions that are signalled. A result is tiny
//! *before* rounding. A number is a sign, the leading bit, the
//! fraction in hex (of binary32 23 bits in 6 digits) and `P` with the exponent; `Zero` and `Inf` have signs, `Q` and `S` are a
//! quiet and a signalling NaN, whose payload is not told: here that of the canonical one. Other lines are remarks.

mod number;
mod trap;
mod word;

use super::error::{Fault, What};
use super::field::Field;
use super::reading::{Parsed, Reading};
use super::seal::Seal;
use crate::registry::rules::{OPTIONS, RM, TININESS};
use crate::registry::{Options, Plan, Ran};
use number::{code, number, quick_code};
use softfloat::format::{Binary32, Binary64};
use softfloat::{Flags, Format, Rounding, StaticFormat, Tininess};
use word::{Word, bad};

/// The formats that have a name here: that name, and the one of ids.
const FORMATS: [(&str, &str, Format); 2] =
    [("b32", "f32", Binary32::FORMAT), ("b64", "f64", Binary64::FORMAT)];

/// The operations: name, id behind the format, and whether the rule of tininess shows: of the others tiny results are exact.
const OPERATIONS: [(&str, &str, bool); 7] = [
    ("+", "add", false),
    ("-", "sub", false),
    ("*", "mul", true),
    ("/", "div", true),
    ("*+", "fma", true),
    ("V", "sqrt", false),
    ("%", "remainder", false),
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
const STOPS: &str = "`#` where a trap is taken in the place of a result, else a result";
const HEAD: &str = "b32 or b64 with one of + - * / *+ V %";

/// What a plan is called: format with operation, and direction; nothing where it has no name.
pub(crate) fn head(plan: &Plan) -> Option<String> {
    let (family, operation) = plan.op.id.strip_prefix("ieee.")?.split_once('.')?;
    let (format, ..) = FORMATS.iter().find(|(_, id, _)| *id == family)?;
    let (name, _, rule) = OPERATIONS.iter().find(|(_, id, _)| *id == operation)?;
    let is_before = plan.options.get(&TININESS) == Tininess::Before;
    let rest = plan.options.without(&RM).without(&TININESS);
    let direction = plan.options.get(&RM);
    let (mark, _) = DIRECTIONS.iter().find(|(_, value)| *value == direction)?;
    (rest == Options::NONE && is_before == *rule).then(|| format!("{format}{name} {mark}"))
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

/// Whether a line is no case: it has no `->` and does not begin as a case does.
pub(super) fn is_remark(line: &[u8]) -> bool {
    !memchr::memchr_iter(b'>', line).any(|at| line[..at].ends_with(b"-")) && !begins(line)
}

/// Whether the first word is one of the suites' formats with an operation behind it: `b32*+`, `d64/`. What is torn there is no remark.
fn begins(line: &[u8]) -> bool {
    let start = line.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(line.len());
    let word = line[start..].split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let widths: [&[u8]; 7] = [b"b16", b"b32", b"b64", b"b128", b"d32", b"d64", b"d128"];
    // A line of the begin of a format alone.
    if !word.is_empty() && line.trim_ascii() == word && widths.iter().any(|w| w.starts_with(word)) {
        return true;
    }
    let operation = widths.iter().find_map(|width| word.strip_prefix(*width));
    // Prose has letters and a stop behind such a word, if anything.
    operation.is_some_and(|rest| rest.first().is_some_and(|b| b"+-*/V%<>~@?ACLNScqr".contains(b)))
}

/// Reads a line.
pub(super) fn read(p: &mut Reading, line: &str) -> Result<Parsed, Box<Fault>> {
    let words = words(line);
    let at = words.iter().position(|w| w.text == "->");
    let Some((at, [head, direction, ..])) = at.map(|at| (at, &words[..])) else {
        return Err(bad(line, 0, CASE));
    };
    let (format, id, rule) = operation(head)?;
    let rm = DIRECTIONS.iter().find(|(mark, _)| *mark == direction.text);
    let (_, rm) = rm.ok_or_else(|| bad(direction.text, direction.offset, "=0, =^, 0, > or <"))?;
    let tininess = if rule { Tininess::Before } else { Tininess::After };
    let opts = Options::of(OPTIONS).with(&RM, *rm).with(&TININESS, tininess).to_string();
    let field = |name: &'static str, text: &str| Field {
        name: name.into(),
        text: text.to_owned().into(),
        offset: Some(head.offset),
    };
    let key = format!("{} {}", head.text, direction.text);
    p.plans.read(key.as_bytes(), &field("op", &id), &field("opts", &opts))?;
    let Some(entry) = p.plans.last() else { return Err(bad(head.text, head.offset, HEAD)) };
    let count = entry.plan.elements();
    let mut operands = words.get(2..at).unwrap_or_default();
    let mut traps = 0;
    if let [letters, rest @ ..] = operands
        && let Some(own) = raised(letters.text.as_bytes())
    {
        (traps, operands) = (own, rest);
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
    let told = if traps != 0 && result.text == "#" { None } else { Some(code(&format, result)?) };
    let mut flags = match rest {
        [] => 0,
        [one] => flags(one)?,
        [_, more, ..] => return Err(bad(more.text, more.offset, "the end of the line")),
    };
    p.out[0] = told.unwrap_or_default();
    if traps != 0 {
        let own = trap::untrapped(&entry.plan, &p.x[..count], traps, told, flags);
        (p.out[0], flags) = own.ok_or_else(|| bad(result.text, result.offset, STOPS))?;
    }
    Ok(p.finish(Some(flags), "", ""))
}

fn words(line: &str) -> Vec<Word<'_>> {
    let mut all = Vec::new();
    for text in line.split_ascii_whitespace() {
        let offset = text.as_ptr().addr() - line.as_ptr().addr();
        all.push(Word { text, offset });
    }
    all
}

/// The format and the id of an operation.
fn operation(head: &Word<'_>) -> Result<(Format, String, bool), Box<Fault>> {
    let found = FORMATS.iter().find_map(|(name, id, format)| {
        let rest = head.text.strip_prefix(name)?;
        let (_, operation, rule) = OPERATIONS.iter().find(|(mark, ..)| *mark == rest)?;
        Some((*format, format!("ieee.{id}.{operation}"), *rule))
    });
    found.ok_or_else(|| bad(head.text, head.offset, HEAD))
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

#[cfg(test)]
mod tests {
    use crate::file::{Format as File, Parser, Writer};

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
            "b32+ =0 x +Zero +Zero -> #",
            "b32/ =0 i +Zero +Zero -> Q i",
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

    /// Right and wrong lines: what a trap handler gets, and what stands without traps.
    #[test]
    fn trapped_results_are_scaled() {
        let lines = [
            ("b32+ =0 x +1.000000P0 +1.000000P-24 -> +1.000000P0 x", true),
            ("b32+ =0 x +1.000000P0 +1.000000P-24 -> +1.000001P0 x", false),
            // Tiny and exact: trapped underflow is signalled.
            ("b32* =0 xu +1.7FFFFFP-126 +1.000000P-1 -> +1.7FFFFFP65 u", true),
            ("b32* =0 xu +1.7FFFFFP-126 +1.000000P-1 -> +1.7FFFFFP65", false),
            ("b32* =0 x +1.000000P-126 +1.000000P-1 -> +0.400000P-126", true),
            ("b32* =0 u +1.000001P-126 +1.000001P-1 -> +1.000002P65 xu", true),
            ("b32* =0 o +1.000000P127 +1.000000P1 -> +1.000000P-64 o", true),
            ("b32* =0 o +1.000000P127 +1.000000P1 -> +Inf xo", false),
            ("b32* =0 xo +1.000001P127 +1.000001P1 -> +1.000002P-64 xo", true),
            ("b32* =0 x +1.000000P127 +1.000000P1 -> +Inf xo", true),
            ("b64/ 0 o +1.0000000000000P1023 +1.0000000000000P-1 -> +1.0000000000000P-512 o", true),
            ("b64/ 0 u +1.0000000000000P-1022 +1.0000000000000P1 -> +1.0000000000000P513 u", true),
            ("b32V =0 i -1.000000P0 -> # i", true),
            ("b32V =0 i -1.000000P0 -> #", false),
            ("b32V =0 i +1.000000P0 -> +1.000000P0", true),
            ("b32/ =0 oz +1.000000P0 -Zero -> # z", true),
        ];
        let mut parser = Parser::new(File::Fptest, crate::operations(), None);
        for (line, right) in lines {
            let alike = parser.line(line.as_bytes()).is_ok_and(|case| {
                let outcome = case.plan.run(case.x);
                (outcome.out(), outcome.flag) == (case.out, case.flag)
            });
            assert_eq!(alike, right, "{line}");
        }
        let untrapped = b"b32* =0 xu +1.000000P-126 +1.000000P-1 -> +0.400000P-126";
        assert!(parser.line(untrapped).is_err(), "the result in whose place a trap is taken");
    }

    #[test]
    fn what_begins_as_a_case_is_no_remark() {
        for line in [
            "b32+ =0 +1.000000P0 +1.0000",
            "b64*+",
            "  b128/ =0",
            "d64+ =0 +1 +2",
            "b32V",
            "b32",
            "d12",
        ] {
            assert!(!super::is_remark(line.as_bytes()), "{line}");
        }
        for line in ["", "Floating point tests: syntax 1.0", "b33", "b32 is binary32", "+ =0 +Zero"]
        {
            assert!(super::is_remark(line.as_bytes()), "{line}");
        }
    }

    /// Tininess is judged before rounding: what rounds up to the least normal number underflows.
    #[test]
    fn tininess_is_before_rounding() {
        let mut parser = Parser::new(File::Fptest, crate::operations(), None);
        let line = b"b32* =0 +1.000001P-126 +1.7FFFFEP-1 -> +1.000000P-126 xu";
        let case = parser.line(line).unwrap();
        assert_eq!(
            (case.plan.run(case.x).out(), case.plan.run(case.x).flag),
            (case.out, case.flag)
        );
        let find = |id: &str, option| {
            let op = crate::operations().find(id).unwrap();
            super::head(&op.plan(&op.parse_options([option]).unwrap()))
        };
        assert_eq!(find("ieee.f32.mul", "tininess=after"), None);
        assert_eq!(find("ieee.f32.mul", "tininess=before").unwrap(), "b32* =0");
        assert_eq!(find("ieee.f32.add", "tininess=after").unwrap(), "b32+ =0");
    }
}
