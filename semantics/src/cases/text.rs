//! Reading case files as people write them.

use super::draft::{Builder, Draft, Pair, Place, Wrong, add, note_key, right, wrong};
use super::line::{Word, behind, free, pair, words};
use super::{Code, Ending, File};
use crate::source::{MAX_SOURCE, ReadError, Span, lines};
use std::collections::BTreeMap;
use std::io::BufRead;

/// The keys behind `system`.
const KEYS: [&str; 10] =
    ["test", "set", "init", "mem", "sys", "array", "core", "code", "expect", "error"];

/// Reads a case file. Nothing of it can be run where anything is wrong.
///
/// # Errors
/// If the reader fails, or all that is wrong with the file.
pub fn read(source: impl BufRead) -> Result<File, ReadError> {
    let mut reader = Reader::default();
    let mut builder = Builder::default();
    each_line(source, &mut builder, |builder, number, text| {
        let result = reader.line(builder, Line { number, text });
        builder.keep(result);
    })?;
    reader.end(&mut builder);
    builder.finish()
}

/// Walks the lines of a source, without their ends.
pub(super) fn each_line(
    mut source: impl BufRead,
    builder: &mut Builder,
    mut each: impl FnMut(&mut Builder, u32, &str),
) -> Result<(), ReadError> {
    let (mut raw, mut size) = (Vec::new(), 0);
    for number in 1.. {
        let found = lines::next(&mut source, &mut raw)
            .map_err(|error| ReadError::Io { line: number, error })?;
        size += found.bytes;
        if found.bytes == 0 {
            break;
        }
        let start = Place::new(number, Span::new(0, 1), "");
        if found.too_long || size > MAX_SOURCE {
            builder.keep(Err(wrong(start, "the line or the file is too long")));
            break;
        }
        match std::str::from_utf8(lines::whole(&raw, number == 1)) {
            Ok(text) => each(builder, number, text),
            Err(_) => builder.keep(Err(wrong(start, "the line is not UTF-8"))),
        }
    }
    Ok(())
}

/// A line and its number.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: u32,
    text: &'a str,
}

impl Line<'_> {
    fn at(self, span: Span) -> Place {
        Place::new(self.number, span, self.text)
    }
}

#[derive(Default)]
struct Reader {
    draft: Option<Draft>,
    core: u32,
    /// What `#@` lines before the first case say of all.
    notes: BTreeMap<&'static str, String>,
}

impl Reader {
    fn line(&mut self, builder: &mut Builder, line: Line<'_>) -> Result<(), Wrong> {
        if let Some(note) = line.text.trim_start().strip_prefix("#@") {
            return self.note(line, note);
        }
        let Some((key, span)) = words(line.text).next() else { return Ok(()) };
        let (at, rest) = (line.at(span), || words(line.text).skip(1));
        if key == "system" {
            let rest: Vec<_> = rest().collect();
            return match rest[..] {
                _ if builder.machine.is_some() => {
                    Err(wrong(at, "the system is named a second time"))
                }
                [(name, span)] => builder.system(name, line.at(span)),
                _ => Err(right(wrong(at, "`system` has one name behind it"), "system mncore2")),
            };
        }
        if builder.machine.is_none() {
            let message = format!("`{key}` stands before the system");
            return Err(right(wrong(at, message), "the first line is `system NAME`"));
        }
        if key == "test" {
            self.end(builder);
            return self.test(line, span, rest().next());
        }
        if !KEYS.contains(&key) {
            return Err(right(wrong(at, format!("there is no key `{key}`")), KEYS.join(", ")));
        }
        let Some(draft) = &mut self.draft else {
            let message = format!("`{key}` stands before the first test");
            return Err(right(wrong(at, message), "`test ID text` begins a case"));
        };
        match key {
            "code" => draft.has[0] = true,
            "expect" | "error" => draft.has[1] = true,
            _ => {}
        }
        if behind(line.text, span).is_empty() || key != "code" && rest().next().is_none() {
            return Err(wrong(at, format!("`{key}` says nothing")));
        }
        match key {
            "code" => {
                let text = behind(line.text, span).to_owned();
                draft.code.push(Code { line: line.number, core: self.core, text });
            }
            "core" => {
                let (core, span) = number(line, at, rest())?;
                self.core = core;
                draft.cores.push((core, line.at(span)));
            }
            "error" => error(draft, line, at, &rest().collect::<Vec<_>>())?,
            "array" => draft.set.extend(rest().map(|(size, span)| Pair {
                name: "array".into(),
                value: size.into(),
                place: line.at(span),
            })),
            "set" => draft.set.extend(pairs(line, rest())?),
            "init" => draft.init.extend(pairs(line, rest())?),
            "expect" => expect(draft, pairs(line, rest())?)?,
            _ => memory(draft, line, key, rest())?,
        }
        Ok(())
    }

    /// `#@ KEY TEXT`: of the case, or of all cases before the first.
    fn note(&mut self, line: Line<'_>, note: &str) -> Result<(), Wrong> {
        let start = line.text.len() - note.len();
        let key = note.split(super::line::BLANKS).find(|word| !word.is_empty()).unwrap_or("");
        let begin = start + note.find(key).unwrap_or(0);
        let span = Span::new(begin, begin + key.len());
        let known = note_key(key, line.at(span))?;
        let said = behind(line.text, span);
        if said.is_empty() {
            return Err(wrong(line.at(span), format!("`{key}` says nothing")));
        }
        match &mut self.draft {
            Some(draft) => draft.note(known, said),
            None => add(&mut self.notes, known, said),
        }
        Ok(())
    }

    fn test(&mut self, line: Line<'_>, key: Span, id: Option<Word<'_>>) -> Result<(), Wrong> {
        let begin = line.at(key);
        let Some((id, span)) = id else {
            // What follows belongs to a case all the same.
            self.draft = Some(Draft { begin, has: [true; 2], ..Draft::default() });
            return Err(right(wrong(begin, "`test` has no id behind it"), "test ID text"));
        };
        let (text, named) = (free(line.text, span).to_owned(), line.at(span));
        self.draft = Some(Draft { id: id.into(), text, begin, named, ..Draft::default() });
        self.core = 0;
        Ok(())
    }

    /// The case ends.
    fn end(&mut self, builder: &mut Builder) {
        if let Some(mut draft) = self.draft.take() {
            for (key, text) in &self.notes {
                draft.notes.entry(key).or_insert_with(|| text.clone());
            }
            builder.close(draft);
        }
    }
}

fn pairs<'a>(line: Line<'_>, words: impl Iterator<Item = Word<'a>>) -> Result<Vec<Pair>, Wrong> {
    words
        .map(|(word, span)| match pair(word) {
            Some((name, value)) => {
                Ok(Pair { name: name.into(), value: value.into(), place: line.at(span) })
            }
            None => {
                let wrong = wrong(line.at(span), format!("`{word}` gives no value"));
                Err(right(wrong, "NAME=VALUE, without blanks"))
            }
        })
        .collect()
}

/// `expect TARGET=VALUE ...`, `expect rest=same`
fn expect(draft: &mut Draft, pairs: Vec<Pair>) -> Result<(), Wrong> {
    for pair in pairs {
        match (&*pair.name, &*pair.value) {
            ("rest", "same") => draft.rest = Some(pair.place.line),
            ("rest", other) => {
                let wrong = wrong(pair.place, format!("the rest cannot be `{other}`"));
                return Err(right(wrong, "rest=same"));
            }
            _ => draft.expect.push(pair),
        }
    }
    Ok(())
}

/// `mem [A]=V`, `mem peN[A]=V`, `sys [A]=V`: short for `init mem[A]=V`, `init peN.mem[A]=V`.
fn memory<'a>(
    draft: &mut Draft,
    line: Line<'_>,
    key: &str,
    words: impl Iterator<Item = Word<'a>>,
) -> Result<(), Wrong> {
    for mut found in pairs(line, words)? {
        let Some((element, address)) = found.name.split_once('[') else {
            let word = format!("{}={}", found.name, found.value);
            let wrong = wrong(found.place, format!("`{word}` has no address"));
            return Err(right(wrong, "[ADDRESS]=BYTES"));
        };
        let dot = if element.is_empty() { "" } else { "." };
        found.name = format!("{element}{dot}{key}[{address}");
        draft.init.push(found);
    }
    Ok(())
}

/// `error KIND [at N [core C]]`
fn error(draft: &mut Draft, line: Line<'_>, at: Place, words: &[Word<'_>]) -> Result<(), Wrong> {
    let usage =
        |place| right(wrong(place, "this names no error"), "error KIND, or error KIND at LINE");
    let number = |(n, span): Word<'_>| n.parse().map_err(|_| usage(line.at(span)));
    let ending = |kind: &str, at, core| Ending { kind: kind.into(), at, core };
    match words[..] {
        [(kind, _)] => draft.error(ending(kind, None, None), at),
        [(kind, _), ("at", _), n] => {
            draft.error(ending(kind, Some(number(n)?), None), line.at(n.1))
        }
        [(kind, _), ("at", _), n, ("core", _), core] => {
            draft.error(ending(kind, Some(number(n)?), Some(number(core)?)), line.at(n.1))
        }
        _ => Err(usage(at)),
    }
}

/// `core N`
fn number<'a>(
    line: Line<'_>,
    at: Place,
    mut words: impl Iterator<Item = Word<'a>>,
) -> Result<(u32, Span), Wrong> {
    match (words.next(), words.next()) {
        (Some((word, span)), None) => {
            let number = word.parse().map_err(|_| {
                right(wrong(line.at(span), format!("`{word}` is no core")), "core N")
            })?;
            Ok((number, span))
        }
        _ => Err(right(wrong(at, "`core` has one number behind it"), "core N")),
    }
}
