//! Opcode words, and what to say about words that are none.

use super::near::nearest;
use super::scan::{Scanner, quote};
use crate::mncore2::isa::Precision;
use crate::mncore2::isa::table::{Form, Opcode, Row, lookup, rows, rows_of_word};
use crate::mncore2::text::{Fault, Res, Span};

/// Where an opcode word ends.
fn ends(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b';' | b'/' | b'@' | b'+' | b'-' | b'$' | b'"')
}

/// How long the word at the start of a text is.
pub(super) fn length(text: &str) -> usize {
    text.bytes().position(ends).unwrap_or(text.len())
}

/// The word at the cursor.
pub(super) fn word(s: &Scanner<'_>) -> Span {
    Span::new(s.at, s.at + length(s.rest()))
}

/// Reads an opcode word.
pub(super) fn read(s: &mut Scanner<'_>) -> Res<(Opcode, Span)> {
    let span = word(s);
    let text = s.slice(span);
    if text.is_empty() {
        return s.unexpected("an opcode").err();
    }
    let Some(opcode) = lookup(text) else {
        let message = format!("there is no opcode {}", quote(text));
        return Fault::error("MN-E-OPCODE", "3", span, message).err();
    };
    s.at = span.end;
    if !s.at_end_of_token() && matches!(s.peek(), Some(b'$' | b'"')) {
        return s.unexpected(&format!("a blank behind `{text}`")).err();
    }
    Ok((opcode, span))
}

/// The section of an opcode.
pub(super) fn section(word: &str) -> &'static str {
    rows_of_word(word).first().map_or("3.6", |row| row.section)
}

/// The forms of an opcode, for a help text.
pub(super) fn forms(word: &str) -> String {
    let form = |row: &&Row| {
        if let Form::Mv { places: [from, to], .. } = row.form {
            return format!("{from} {to}");
        }
        let at = row.opcode.find('@').map_or("", |at| &row.opcode[at..]);
        let [inputs, outputs] =
            [row.inputs, row.outputs].map(|part| if part.is_empty() { "nothing" } else { part });
        format!("`{word}{at}`: {inputs} => {outputs}")
    };
    rows_of_word(word).iter().map(form).collect::<Vec<_>>().join("; or ")
}

/// What a word that is no opcode is meant as.
pub(super) fn meant(word: &str) -> Option<String> {
    if let Some(steps) = word.strip_prefix("nop").and_then(steps) {
        return Some(format!("write nop/{steps}"));
    }
    let small = word.to_ascii_lowercase();
    if small != word {
        const SMALL: &str = "opcodes are written in small letters";
        return match lookup(&small) {
            Some(_) => Some(format!("{SMALL}: `{small}`")),
            None => meant(&small).map(|meant| format!("{SMALL}; {meant}")),
        };
    }
    if let Some(word) = letters_read_as_ones(word) {
        return Some(format!("write `{word}`, with the letter l"));
    }
    if let Some(help) = vector(word) {
        return Some(help);
    }
    match (family(word), floating(word)) {
        (None, None) => (),
        (Some(help), None) => return Some(help),
        (None, Some(words)) => return Some(format!("write one of {words}")),
        (Some(integers), Some(words)) => {
            return Some(format!("{integers}; of floating-point numbers it is {words}"));
        }
    }
    if ["mov", "move", "copy", "cp", "ld", "load", "st", "store"].contains(&word) {
        return Some("copies are `passa` with a letter, as in lpassa $lm0v $ln0v".to_owned());
    }
    let near = nearest(word);
    (!near.is_empty()).then(|| format!("near names are {}", near.join(", ")))
}

/// The number in what stands behind `nop` in other notations: ` 2`, `*2`, `(2)`.
pub(super) fn steps(text: &str) -> Option<&str> {
    let text = text.trim_matches([' ', '\t', '*', 'x', '/', '(', ')']);
    let number = text.starts_with(|c: char| matches!(c, '1'..='9'));
    (number && text.bytes().all(|b| b.is_ascii_digit())).then_some(text)
}

/// `12bmb`, as scanned text has it.
fn letters_read_as_ones(word: &str) -> Option<String> {
    let rest = word.strip_prefix('1')?;
    let word = format!("l{rest}");
    lookup(&word).is_some().then_some(word)
}

/// Operations of floating-point numbers have a letter between precision and name: `fadd` is `fvadd`.
fn vector(word: &str) -> Option<String> {
    let (letter, name) = word.split_at_checked(1)?;
    let precision = single(letter)?;
    let known = |word: String| lookup(&word).is_some().then_some(word);
    let [vector, matrix] = ["v", "m"].map(|of| known(format!("{letter}{of}{name}")));
    match (name, vector, matrix) {
        ("sub", ..) if precision.is_float() => known(format!("{letter}vadd"))
            .map(|word| format!("write `{word}` with - before the second input")),
        (_, Some(vector), None) => Some(format!("write `{vector}`")),
        (_, Some(vector), Some(matrix)) => {
            Some(format!("write `{vector}` for vectors, `{matrix}` for matrices"))
        }
        _ => None,
    }
}

/// The words of an operation of floating-point numbers that lacks its letters: `mul`. The ALU's own take
/// theirs directly.
fn floating(name: &str) -> Option<String> {
    if lookup(&format!("f{name}")).is_some() {
        return None;
    }
    let words: Vec<String> = ["d", "f", "h"]
        .into_iter()
        .map(|letter| format!("{letter}v{name}"))
        .filter(|word| lookup(word).is_some())
        .map(|word| format!("`{word}`"))
        .collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// The legal letters, if the word is an operation with letters that it does not take.
fn family(text: &str) -> Option<String> {
    if NETWORKS.contains(&text) {
        return Some(format!(
            "a reduction must follow: d, f, h with fadd, max, min, or l, i, s with iadd, band, bor, \
             and, or; as in `{text}dfadd`"
        ));
    }
    rows().find_map(|row| match row.form {
        Form::Alu { name, unsigned, .. } => alu(text, row, name, unsigned),
        Form::Mau { suffixes, .. } => mau(text, row, suffixes),
        Form::Rrn(_) => reduction(text, row),
        _ => None,
    })
}

/// `[u][letter]name`
fn alu(text: &str, row: &Row, name: &str, unsigned: &str) -> Option<String> {
    let letters = text.strip_suffix(name)?;
    let (wants_unsigned, letter) = match letters.strip_prefix('u') {
        Some(letter) => (true, letter),
        None => (false, letters),
    };
    let known = letter.is_empty() || single(letter).is_some_and(|p| Precision::ALL.contains(&p));
    // Another row of the operation may take the letter: `bfn` has two.
    if !known || single(letter).is_some_and(|p| !wants_unsigned && row.letters().any(|q| p == q)) {
        return None;
    }
    let all: Vec<_> = rows()
        .filter(|r| matches!(r.form, Form::Alu { name: other, .. } if other == name))
        .map(|r| r.precisions)
        .collect();
    let takes = letters_of(name, &all.join(" "));
    Some(match (wants_unsigned, unsigned) {
        (false, _) => takes,
        (true, "") => format!("{takes}, and no u"),
        (true, unsigned) => format!("{takes}, and u with {unsigned}"),
    })
}

fn letters_of(name: &str, letters: &str) -> String {
    let word = if letters.contains(' ') { "one of the letters" } else { "the letter" };
    format!("`{name}` takes {word} {letters}")
}

fn single(letter: &str) -> Option<Precision> {
    let mut letters = letter.chars();
    let first = letters.next()?;
    if letters.next().is_none() { Precision::of_letter(first) } else { None }
}

/// The name of a MAU operation with a wrong suffix, or a missing one.
fn mau(text: &str, row: &Row, suffixes: &[&str]) -> Option<String> {
    let suffix = text.strip_prefix(row.opcode)?;
    if suffix.len() > 2 || !suffix.bytes().all(|b| matches!(b, b'u' | b'd' | b'r')) {
        return None;
    }
    let words: Vec<_> = suffixes.iter().map(|s| format!("`{}{s}`", row.opcode)).collect();
    Some(format!("its forms are {}", words.join(", ")))
}

/// What stands before a reduction; a name before its beginning.
const NETWORKS: [&str; 7] = ["mvr2", "mvr4", "mvr", "l2bmr2", "l2bmr", "l1bmr4", "l1bmr"];

/// A reduction with a letter that it does not take.
fn reduction(text: &str, row: &Row) -> Option<String> {
    let network = NETWORKS.iter().find(|n| text.starts_with(*n))?;
    let operation = text.get(network.len()..)?;
    let letter = operation
        .strip_suffix(row.opcode)
        .or_else(|| operation.strip_suffix('r').and_then(|o| o.strip_suffix(row.opcode)))?;
    if letter.len() > 1 {
        return None;
    }
    let takes = letters_of(&format!("{network}..{}", row.opcode), row.precisions);
    let shortens = operation.ends_with('r') && row.opcode != "bor" && row.opcode != "or";
    Some(if shortens {
        format!("{takes}, and r only as l1bmrf{0}r, l1bmr4f{0}r", row.opcode)
    } else {
        takes
    })
}

/// The opcode word of an expression, and what is wrong with what stands behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub(super) word: Span,
}

impl Head {
    /// Another operand must stand here.
    pub(super) fn needs(&self, s: &mut Scanner<'_>, what: &str) -> Res<()> {
        let end = s.at;
        if !s.at_end_of_expression() {
            return Ok(());
        }
        let span = Span::new(self.word.start, end.max(self.word.end));
        let message = format!("`{}` lacks {what}", s.slice(self.word));
        self.operands(s, span, message).err()
    }

    /// The operand does not belong here.
    pub(super) fn wrong(&self, s: &Scanner<'_>, span: Span, what: &str) -> Fault {
        self.operands(s, span, format!("{} cannot be {what} here", quote(s.slice(span))))
    }

    /// A wrong number or kind of operands; the help shows the forms of the opcode.
    pub(super) fn operands(&self, s: &Scanner<'_>, span: Span, message: String) -> Fault {
        let word = s.slice(self.word);
        let section = section(word);
        Fault::error("MN-E-OPERANDS", section, span, message).help(forms(word))
    }

    /// Nothing may stand directly behind the opcode.
    pub(super) fn needless(&self, s: &Scanner<'_>) -> Res<()> {
        if s.at_end_of_token() {
            return Ok(());
        }
        let message = format!("`{}` takes no {}", s.slice(self.word), s.found());
        self.operands(s, s.token(), message).err()
    }

    /// The expression must end here.
    pub(super) fn end(&self, s: &mut Scanner<'_>) -> Res<()> {
        if s.at_end_of_expression() {
            return Ok(());
        }
        let message = format!("`{}` takes no further operand {}", s.slice(self.word), s.found());
        self.operands(s, s.token(), message).err()
    }
}
