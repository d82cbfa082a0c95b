//! Machine words in a text: `i` and 292 binary digits.

use super::super::diagnostic::Diagnostic;
use super::scan::{Scanner, quote};
use super::step;
use crate::mncore2::code::{BITS, Decoded, Field, Table, Undecoded, Word};
use crate::mncore2::isa::Statement;
use crate::mncore2::text::{Fault, Res, Span};

/// The step of a word; the cursor stands before its first digit.
pub(super) fn step(s: &mut Scanner<'_>) -> Res<Statement> {
    let span = s.token();
    let Decoded { step, inferred } = word(s, Table::known())?;
    if !inferred.is_empty() {
        let names: Vec<&str> = inferred.iter().copied().map(Field::name).collect();
        let names = names.join(", ");
        let message = format!("read as `{step}`, which rests on inferred codes of {names}");
        let fault = Fault::warning("MN-W-INFERRED", "2.3", span, message);
        s.report(fault.help("no output of the official assembler has shown these codes"));
    }
    step.exprs.iter().for_each(|_| s.places.push(span));
    Ok(Statement::Step(step))
}

/// A word by a table; the cursor goes behind it.
fn word(s: &mut Scanner<'_>, table: &Table) -> Res<Decoded> {
    let span = s.token();
    let digits = s.slice(span);
    if let Some(at) = digits.find(|c| !matches!(c, '0' | '1')) {
        let length = digits[at..].chars().next().map_or(1, char::len_utf8);
        let at = Span::new(span.start + at, span.start + at + length);
        let message = format!("{} is no binary digit", quote(s.slice(at)));
        let help = format!("right are i and {BITS} of 0 and 1, or i vsm and the statement");
        return fault(at, message).help(help).err();
    }
    let Some(word) = digits.parse::<Word>().ok().filter(|_| digits.len() == BITS) else {
        let message = format!("the machine word has {} digits", digits.len());
        return fault(span, message).help(format!("right are {BITS}")).err();
    };
    s.at = span.end;
    decode(table, &word).or_else(|unknown| {
        let at = span.start + unknown.range.offset;
        let at = Span::new(at, at + unknown.range.width);
        fault(at, format!("the machine word is not known: {unknown}")).err()
    })
}

/// The step of a word, which is one of the language: its text reads back as the same.
pub(crate) fn decode(table: &Table, word: &Word) -> Result<Decoded, Undecoded> {
    let decoded = table.decode(word)?;
    let text = decoded.step.to_string();
    let mut s = Scanner::new(&text, [1, 0]);
    let read = step::step(&mut s);
    if s.faults.into_iter().next().is_none() && read == Statement::Step(decoded.step.clone()) {
        return Ok(decoded);
    }
    Err(table.odd(word, Field::StepActive, format!("the language has no `{text}`")))
}

fn fault(span: Span, message: String) -> Fault {
    Fault::error("MN-E-WORD", "2.3", span, message)
}

/// The statement of a line that is a machine word, by a table; nothing for any other line.
pub(crate) fn of_line(
    number: u32,
    code: &str,
    table: &Table,
) -> Option<Result<Decoded, Box<Diagnostic>>> {
    let mut s = Scanner::new(code, [1, 0]);
    s.blanks();
    if !(s.eat(b'i') && matches!(s.peek(), Some(b' ' | b'\t'))) {
        return None;
    }
    s.blanks();
    if s.slice(s.token()) == "vsm" {
        return None;
    }
    let read = word(&mut s, table).and_then(|decoded| s.end_of_statement().map(|()| decoded));
    Some(read.map_err(|fault| Box::new(fault.place(number, code))))
}
