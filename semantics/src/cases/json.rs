//! Reading the twin in JSON lines: an object a case, for programs.

use super::draft::{Builder, Draft, Pair, Place, Wrong, note_key, right, wrong};
use super::line::{is_line, is_word, pair};
use super::text::each_line;
use super::{Code, Ending, File, MEMBERS, NOTES};
use crate::source::{ReadError, Span};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::fmt;
use std::io::BufRead;

/// Reads case files in JSON lines (`.cases.jsonl`). Nothing of it can be run where anything is wrong.
///
/// # Errors
/// If the reader fails, or all that is wrong with the file.
pub fn read_json_lines(source: impl BufRead) -> Result<File, ReadError> {
    let mut builder = Builder::default();
    each_line(source, &mut builder, |builder, number, text| {
        if !text.trim_ascii().is_empty() {
            let case = Reader { number, text }.case(builder);
            builder.keep(case);
        }
    })?;
    builder.finish()
}

/// The members of an object in their order.
struct Object<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Vec<(String, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                std::iter::from_fn(|| map.next_entry().transpose()).collect()
            }
        }
        deserializer.deserialize_map(Members).map(Object)
    }
}

/// A line.
#[derive(Clone, Copy)]
struct Reader<'a> {
    number: u32,
    text: &'a str,
}

impl<'a> Reader<'a> {
    /// The place of a value, which is a part of the line.
    fn at(self, value: &RawValue) -> Place {
        let start = value.get().as_ptr() as usize - self.text.as_ptr() as usize;
        self.place(start, start + value.get().len())
    }

    fn place(self, start: usize, end: usize) -> Place {
        Place::new(self.number, Span::new(start, end), self.text)
    }

    /// The place of a member's name, which stands before its value.
    fn name(self, value: &RawValue) -> Place {
        let start = value.get().as_ptr() as usize - self.text.as_ptr() as usize;
        let before = self.text[..start].trim_ascii_end().trim_end_matches(':').trim_ascii_end();
        // The quotes of a text before it are not seen; then the mark begins late.
        let open = before.trim_end_matches('"').rfind('"').unwrap_or(0);
        self.place(open, before.len())
    }

    fn case(self, builder: &mut Builder) -> Result<(), Wrong> {
        let Object(members) = serde_json::from_str(self.text).map_err(|e| {
            let column = e.column().saturating_sub(1).min(self.text.len());
            let message = e.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            let help = "a line is a JSON object with the members of a case";
            right(wrong(self.place(column, column + 1), format!("no case: {message}")), help)
        })?;
        let begin = self.place(0, self.text.len());
        let mut draft = Draft { begin, ..Draft::default() };
        let (mut seen, mut system) = (BTreeSet::new(), false);
        let mut broken = false;
        for (name, value) in &members {
            system |= name == "system";
            let read = match MEMBERS.contains(&&**name) || NOTES.contains(&&**name) {
                false => {
                    let all = [&MEMBERS[..], &NOTES].concat().join(", ");
                    let unknown = format!("there is no member `{name}`");
                    Err(right(wrong(self.name(value), unknown), all))
                }
                true if !seen.insert(name) => {
                    Err(wrong(self.name(value), format!("the member `{name}` stands twice")))
                }
                true => self.member(builder, &mut draft, name, value),
            };
            broken |= read.is_err();
            builder.keep(read);
        }
        if !system {
            return Err(right(wrong(begin, "the case names no system"), "\"system\": \"mncore2\""));
        }
        if draft.id.is_empty() && !seen.contains(&"id".to_owned()) {
            return Err(right(wrong(begin, "the case has no id"), "\"id\": \"ID\""));
        }
        if !broken {
            builder.close(draft);
        }
        Ok(())
    }

    fn member(
        self,
        builder: &mut Builder,
        draft: &mut Draft,
        name: &str,
        value: &'a RawValue,
    ) -> Result<(), Wrong> {
        let at = self.at(value);
        match name {
            "system" => {
                let system = self.word(value)?;
                match builder.machine.map(|machine| machine.name()) {
                    None => builder.system(&system, at)?,
                    Some(first) if first == system => {}
                    Some(first) => {
                        let message = format!("the system is {first} in the cases before");
                        return Err(wrong(at, message));
                    }
                }
            }
            "id" => (draft.id, draft.named) = (self.word(value)?, at),
            "text" => draft.text = self.free(value)?,
            "set" => draft.set = self.pairs(value)?,
            "init" => draft.init = self.pairs(value)?,
            "code" => {
                draft.has[0] = true;
                self.code(draft, value)?;
                draft.has[0] = !draft.code.is_empty();
            }
            "expect" => {
                draft.expect = self.pairs(value)?;
                draft.has[1] |= !draft.expect.is_empty();
            }
            "error" => {
                draft.has[1] = true;
                let ending = self.error(value)?;
                draft.error(ending, at)?;
            }
            "rest" => {
                draft.has[1] = true;
                draft.rest = Some(self.number);
                if self.string(value)? != "same" {
                    return Err(right(wrong(at, "the rest cannot be so"), "\"same\""));
                }
            }
            note => {
                let said = self.line(value)?;
                draft.note(note_key(note, at)?, &said);
            }
        }
        Ok(())
    }

    fn string(self, value: &RawValue) -> Result<String, Wrong> {
        serde_json::from_str(value.get())
            .map_err(|_| right(wrong(self.at(value), "this is no text"), "\"TEXT\""))
    }

    /// A text without blanks.
    fn word(self, value: &RawValue) -> Result<String, Wrong> {
        let text = self.string(value)?;
        let fits = is_word(&text);
        let help = "no blanks, and no # or // at its start";
        let no = || right(wrong(self.at(value), format!("`{text}` is no word")), help);
        if fits { Ok(text) } else { Err(no()) }
    }

    /// A text that a line can hold.
    fn line(self, value: &RawValue) -> Result<String, Wrong> {
        let text = self.string(value)?;
        let help = "one line that is not empty, without blanks around it";
        let no = || right(wrong(self.at(value), "this text is no line"), help);
        if is_line(&text) && !text.is_empty() { Ok(text) } else { Err(no()) }
    }

    /// What stands behind an id.
    fn free(self, value: &RawValue) -> Result<String, Wrong> {
        let text = self.string(value)?;
        let comment = super::line::free(&text, Span::default()) != text;
        let help = "one line, without blanks around it and comments (#, //)";
        let no = || right(wrong(self.at(value), "this text cannot stand behind an id"), help);
        if is_line(&text) && !comment { Ok(text) } else { Err(no()) }
    }

    fn list(self, value: &'a RawValue, help: &str) -> Result<Vec<&'a RawValue>, Wrong> {
        serde_json::from_str(value.get())
            .map_err(|_| right(wrong(self.at(value), "this is no list"), help))
    }

    /// `[["NAME", "VALUE"], ...]`
    fn pairs(self, value: &'a RawValue) -> Result<Vec<Pair>, Wrong> {
        const HELP: &str = "[[\"NAME\", \"VALUE\"], ...]";
        let pairs = self.list(value, HELP)?.into_iter().map(|entry| {
            let wrong = || right(wrong(self.at(entry), "this is no pair of texts"), HELP);
            let (name, value): (String, String) =
                serde_json::from_str(entry.get()).map_err(|_| wrong())?;
            // What a line of the other form would not say is no pair.
            let word = format!("{name}={value}");
            if !is_word(&word) || pair(&word) != Some((&name, &value)) || name == "rest" {
                return Err(wrong());
            }
            Ok(Pair { name, value, place: self.at(entry) })
        });
        pairs.collect()
    }

    /// `["LINE", {"core": 1}, "LINE", ...]`
    fn code(self, draft: &mut Draft, value: &'a RawValue) -> Result<(), Wrong> {
        let mut core = 0;
        for entry in self.list(value, "[\"LINE\", ...]")? {
            if entry.get().starts_with('{') {
                core = self.core(entry)?;
                draft.cores.push((core, self.at(entry)));
            } else {
                draft.code.push(Code { line: self.number, core, text: self.line(entry)? });
            }
        }
        Ok(())
    }

    fn core(self, entry: &'a RawValue) -> Result<u32, Wrong> {
        let object: Option<Object<'_>> = serde_json::from_str(entry.get()).ok();
        match object.as_ref().map(|Object(members)| &members[..]) {
            Some([(name, value)]) if name == "core" => serde_json::from_str(value.get()).ok(),
            _ => None,
        }
        .ok_or_else(|| right(wrong(self.at(entry), "this names no core"), "{\"core\": 1}"))
    }

    /// `{"kind": "KIND", "at": N, "core": C}`
    fn error(self, value: &'a RawValue) -> Result<Ending, Wrong> {
        let usage = || {
            right(wrong(self.at(value), "this names no error"), "{\"kind\": \"KIND\", \"at\": 1}")
        };
        let Object(members) = serde_json::from_str(value.get()).map_err(|_| usage())?;
        let (mut kind, mut at, mut core) = (None, None, None);
        for (name, value) in members {
            match &*name {
                "kind" if kind.is_none() => kind = Some(self.word(value)?),
                "at" if at.is_none() => {
                    at = Some(serde_json::from_str(value.get()).map_err(|_| usage())?);
                }
                "core" if core.is_none() => {
                    core = Some(serde_json::from_str(value.get()).map_err(|_| usage())?);
                }
                _ => return Err(usage()),
            }
        }
        kind.map(|kind| Ending { kind, at, core }).ok_or_else(usage)
    }
}
