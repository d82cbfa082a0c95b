//! Payloads of `d set` (table 3.4), of DRAM loads and of copies by the host.

use super::scan::Scanner;
use crate::mncore2::isa::Notation;
use crate::mncore2::text::{Fault, Res, Span};

pub(super) const SECTION: &str = "3.4.4";

pub(super) const BARE: &str = "hexadecimal digits stand here without 0x";

/// Reads the payload; it must hold `needed` long words, where that is known.
pub(super) fn payload(s: &mut Scanner<'_>, needed: Option<u64>) -> Res<(Box<[u64]>, Notation)> {
    s.blanks();
    let start = s.at;
    let read = |s: &mut Scanner<'_>| match s.peek() {
        Some(b'l' | b's' | b'h') => letters(s),
        _ => Ok((whole(s)?, Notation::Hex16)),
    };
    let help = "hexadecimal digits of a payload have no 0x, as in l1f";
    let (words, notation) = unprefixed(s, help, read)?;
    let found = words.len() as u64;
    if let Some(needed) = needed.filter(|&needed| needed != found) {
        let message = format!("the payload has {found} long words, and {needed} are needed");
        let fault = Fault::error("MN-E-OPERANDS", SECTION, s.since(start), message);
        s.report(fault.help("needed are as many as the words to write, twice that for ll"));
    }
    Ok((words.into(), notation))
}

/// Whole words of 16 digits.
pub(super) fn hex16(s: &mut Scanner<'_>) -> Res<Vec<u64>> {
    unprefixed(s, BARE, whole)
}

/// Reads hexadecimal digits; what is wrong with them may be a `0x`.
pub(super) fn unprefixed<'a, T>(
    s: &mut Scanner<'a>,
    help: &str,
    read: impl FnOnce(&mut Scanner<'a>) -> Res<T>,
) -> Res<T> {
    let text = s.slice(s.token());
    read(s).map_err(|fault| match text.contains("0x") || text.contains("0X") {
        true => Box::new(fault.help(help)),
        false => fault,
    })
}

fn whole(s: &mut Scanner<'_>) -> Res<Vec<u64>> {
    let start = s.at;
    let span = s.token();
    let mut words = Vec::with_capacity((span.end - start) / 16);
    while !s.at_end_of_token() {
        let before = s.at;
        match digits(s, 16) {
            Some(word) if s.at - before == 16 => words.push(word),
            _ if s.at_end_of_token() && s.at > before => {
                let message = format!("a word of 16 digits has only {}", s.at - before);
                let span = s.since(before);
                let fault = Fault::error("MN-E-SYNTAX", SECTION, span, message);
                return fault.help("l lets leading zeros be left out, as in l1234").err();
            }
            _ if matches!(s.peek(), Some(b'l' | b's' | b'h')) => {
                let message = "words of 16 digits and words with l, s or h do not mix";
                return Fault::error("MN-E-SYNTAX", SECTION, here(s), message).err();
            }
            _ => return no_digit(s).err(),
        }
    }
    if words.is_empty() {
        return s.unexpected("a payload: words of 16 hexadecimal digits, or with l, s or h").err();
    }
    Ok(words)
}

/// Words with their letter.
fn letters(s: &mut Scanner<'_>) -> Res<(Vec<u64>, Notation)> {
    let (mut words, mut letters) = (Vec::new(), Vec::new());
    while !s.at_end_of_token() {
        let letter = match s.peek() {
            Some(letter @ (b'l' | b's' | b'h')) => letter,
            _ => return no_digit(s).err(),
        };
        s.at += 1;
        words.push(parts(s, letter)?);
        letters.push(letter);
    }
    Ok((words, Notation::Letters(letters.into())))
}

/// The numbers of a word, joined by `_`.
fn parts(s: &mut Scanner<'_>, letter: u8) -> Res<u64> {
    let (count, most) = match letter {
        b'l' => (1, 16),
        b's' => (2, 8),
        _ => (4, 4),
    };
    let mut word = 0;
    for i in 0..count {
        if i > 0 && !s.eat(b'_') {
            return match s.peek() {
                Some(b) if b.is_ascii_hexdigit() => {
                    let message = format!("a part behind {} has more than {most} digits", {
                        char::from(letter)
                    });
                    Fault::error("MN-E-SYNTAX", SECTION, here(s), message)
                }
                _ => s.unexpected("_ and the next part of the word"),
            }
            .err();
        }
        match digits(s, most) {
            Some(part) => word = if count == 1 { part } else { word << (64 / count) | part },
            None => return s.unexpected("hexadecimal digits").err(),
        }
    }
    if s.peek().is_some_and(|b| b.is_ascii_hexdigit()) {
        let message = format!("a part behind {} has more than {most} digits", char::from(letter));
        return Fault::error("MN-E-SYNTAX", SECTION, here(s), message).err();
    }
    Ok(word)
}

/// Up to so many hexadecimal digits, at most 16; nothing if there is none.
pub(super) fn digits(s: &mut Scanner<'_>, most: usize) -> Option<u64> {
    let start = s.at;
    let mut value = 0;
    while let Some(digit) = s.peek().and_then(|b| char::from(b).to_digit(16)) {
        if s.at - start == most {
            break;
        }
        value = value << 4 | u64::from(digit);
        s.at += 1;
    }
    (s.at > start).then_some(value)
}

/// The character at the cursor.
fn here(s: &Scanner<'_>) -> Span {
    let length = s.rest().chars().next().map_or(0, char::len_utf8);
    Span::new(s.at, s.at + length)
}

fn no_digit(s: &Scanner<'_>) -> Fault {
    let message =
        format!("expected a hexadecimal digit, found {}", { super::scan::quote(s.slice(here(s))) });
    Fault::error("MN-E-SYNTAX", SECTION, here(s), message)
}
