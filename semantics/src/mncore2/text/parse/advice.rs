//! What is meant by what is wrong: spellings of other languages, and parts in another order.

use super::super::Severity;
use super::scan::Scanner;
use super::{opcode, statement};
use crate::mncore2::isa::table::lookup;
use crate::mncore2::text::{Fault, Span};
use std::collections::BTreeMap;

/// What was said about words that are no opcodes, by their spelling: the search for near names is slow.
#[derive(Debug, Default)]
pub(in super::super) struct Spellings {
    known: BTreeMap<String, Option<String>>,
}

impl Spellings {
    /// How many are kept.
    const MOST: usize = 1 << 12;

    fn of(&mut self, word: &str) -> Option<String> {
        if let Some(known) = self.known.get(word) {
            return known.clone();
        }
        let help = opcode::meant(word);
        if self.known.len() < Self::MOST {
            self.known.insert(word.to_owned(), help.clone());
        }
        help
    }
}

/// Adds to the errors of a line what would be right.
pub(super) fn advise(text: &str, faults: &mut [Fault], spellings: &mut Spellings) {
    for fault in faults.iter_mut().filter(|f| f.severity == Severity::Error) {
        let help = match fault.code {
            "MN-E-OPCODE" => of_opcode(text, fault.span, spellings),
            "MN-E-SYNTAX" if fault.help.is_some() => None,
            "MN-E-SYNTAX" | "MN-E-OPERANDS" => of_operand(text, fault.span),
            _ => None,
        };
        if help.is_some() {
            fault.help = help;
        }
    }
}

const COMMENT: &str = "a comment starts with #";

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The expression around a place.
fn expression(text: &str, at: usize) -> Span {
    let bytes = text.as_bytes();
    let start = bytes[..at].iter().rposition(|b| *b == b';').map_or(0, |i| i + 1);
    let end = bytes[at..].iter().position(|b| *b == b';').map_or(text.len(), |i| at + i);
    let blanks = bytes[start..end].iter().take_while(|b| is_blank(**b)).count();
    Span::new(start + blanks, end)
}

/// The token around a place.
fn token(text: &str, at: usize) -> Span {
    let ends = |b: &u8| is_blank(*b) || *b == b';';
    let bytes = text.as_bytes();
    let start = bytes[..at].iter().rposition(ends).map_or(0, |i| i + 1);
    let end = bytes[at..].iter().position(ends).map_or(text.len(), |i| at + i);
    Span::new(start, end)
}

/// A word that is no opcode.
fn of_opcode(text: &str, span: Span, spellings: &mut Spellings) -> Option<String> {
    let word = text.get(span.start..span.end)?;
    if word.len() > 32 {
        return None;
    }
    let meant = spellings.of(word);
    // Words behind `;`, none of them an operand; one alone that resembles nothing.
    let expression = expression(text, span.start);
    let behind = text.get(span.end..expression.end)?.trim_matches([' ', '\t']);
    let is_prose = expression.start > 0
        && text[..span.start].contains(';')
        && (!behind.is_empty() || meant.is_none())
        && behind
            .bytes()
            .all(|b| b.is_ascii_alphabetic() || is_blank(b) || matches!(b, b',' | b'.'));
    match (meant, is_prose) {
        (Some(meant), true) => Some(format!("{meant}; {COMMENT}")),
        (None, true) => Some(COMMENT.to_owned()),
        (meant, false) => meant,
    }
}

/// A part that stands where an operand, or the end of the expression, is expected.
fn of_operand(text: &str, span: Span) -> Option<String> {
    let at = span.start.min(text.len());
    let here = text.get(at..)?;
    let token = token(text, at);
    let word = text.get(token.start..token.end)?;
    if here.starts_with(';') && text[..at].trim_matches([' ', '\t']).is_empty() {
        return Some(format!("; stands between expressions, and {COMMENT}"));
    }
    if here.starts_with("//") || here.starts_with("/*") {
        return Some(COMMENT.to_owned());
    }
    if here.starts_with(',') && !text[token.start..at].contains('[') {
        return Some("blanks stand between operands, and no commas".to_owned());
    }
    if !word.is_ascii() {
        return Some(COMMENT.to_owned());
    }
    let expression = expression(text, at);
    let (opcode, behind) = opcode(text.get(expression.start..expression.end)?);
    if opcode == "nop"
        && let Some(steps) = opcode::steps(behind)
    {
        return Some(format!("write nop/{steps}"));
    }
    let begins = |word| lookup(self::opcode(word).0).is_some();
    if token.start > expression.start && lookup(opcode).is_some() && begins(word) {
        return Some(format!("write ; before `{word}`, which begins another expression"));
    }
    if word.len() > 64 || word.contains('"') {
        return None;
    }
    let right = |candidate: &String| fits(text, token, candidate);
    let found = spellings(word).into_iter().find(right)?;
    // What has no place in this operand was left out.
    let left_out = |(letter, _): &(char, &str)| word.contains(*letter) && !found.contains(*letter);
    let without = [('-', "minus"), ('e', "e"), ('r', "r")].into_iter().find(left_out);
    let why =
        without.map_or_else(String::new, |(_, name)| format!("; `{opcode}` takes no {name} here"));
    Some(format!("write `{found}`{why}"))
}

/// The opcode of an expression, and what stands behind it.
fn opcode(expression: &str) -> (&str, &str) {
    expression.split_at(opcode::length(expression))
}

/// What an operand could be meant as.
fn spellings(word: &str) -> Vec<String> {
    let mut all = Vec::new();
    let (minus, plain) = match word.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", word),
    };
    let Some(name) = plain.strip_prefix('$') else {
        all.push(format!("{minus}${plain}"));
        all.extend(ordered(word));
        return all;
    };
    all.push(format!("{minus}${}", name.to_ascii_lowercase()));
    // A letter that was read as a digit.
    let ones = name.bytes().take_while(|b| *b == b'1').count();
    all.push(format!("{minus}${}{}", "l".repeat(ones), &name[ones..]));
    all.extend(ordered(word));
    all.retain(|other| other != word);
    all
}

/// The parts of an access in their order, whatever their order is: sign, width, memory, address, `v`
/// with a stride, conversion. Behind them the same without sign or conversion, which
/// the operand may not take; a sign in its place was refused as such.
fn ordered(word: &str) -> Vec<String> {
    // What may follow stays.
    let (word, rest) = word.split_at(word.find(['/', 'j']).unwrap_or(word.len()));
    let count = |byte: u8| word.bytes().filter(|b| *b == byte).count();
    let known = |b: u8| b.is_ascii_digit() || b"-$lmnrstbcver".contains(&b);
    let numbers: Vec<&str> =
        word.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
    let banks: Vec<u8> = word.bytes().filter(|b| b"mnrstbc".contains(b)).collect();
    // Of two letters the r that may be the conversion is it.
    let (bank, convert) = match banks[..] {
        [bank] if count(b'e') == 1 => (bank, "e"),
        [bank] => (bank, ""),
        [bank, b'r'] | [b'r', bank] if count(b'e') == 0 => (bank, "r"),
        _ => return Vec::new(),
    };
    let most = [(b'-', 1), (b'$', 1), (b'l', 2), (b'v', 1), (b'e', 1)];
    if !word.bytes().all(known) || most.into_iter().any(|(byte, most)| count(byte) > most) {
        return Vec::new();
    }
    let (address, stride) = match (&numbers[..], count(b'v')) {
        ([address], 0) => (*address, String::new()),
        ([address], _) => (*address, "v".to_owned()),
        ([address, stride], 1) => (*address, format!("v{stride}")),
        _ => return Vec::new(),
    };
    let width = "l".repeat(count(b'l'));
    let minus = "-".repeat(count(b'-'));
    let access = format!("${width}{}{address}{stride}", char::from(bank));
    let signs = if word.starts_with('-') { vec![&*minus] } else { vec![&*minus, ""] };
    let parts =
        [convert, ""].into_iter().flat_map(|convert| signs.iter().map(move |s| (s, convert)));
    parts.map(|(sign, convert)| format!("{sign}{access}{convert}{rest}")).collect()
}

/// Whether a line can be read up to the end of a token that stands for another.
fn fits(text: &str, token: Span, candidate: &str) -> bool {
    let line = [&text[..token.start], candidate, &text[token.end..]].concat();
    let mut scanner = Scanner::new(&line, [16, 0]);
    statement::bare(&mut scanner);
    let end = token.start + candidate.len();
    let wrong = |fault: &Fault| {
        matches!(fault.code, "MN-E-SYNTAX" | "MN-E-OPERANDS" | "MN-E-CONVERT")
            && fault.span.start < end
            && fault.span.end > token.start
    };
    !scanner.faults.iter().any(wrong)
}
