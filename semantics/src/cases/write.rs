//! Writing case files, in both forms; what one of them reads back is what the other does.

use super::{Assignment, Case, Ending, File};
use crate::machine::Machine;
use serde_json::{Value, json};
use std::fmt::Write;

impl File {
    /// The file as people write it, in canonical form: a line for each part, a blank line between
    /// cases, no comments.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("system {}\n", self.machine.name());
        self.cases.iter().for_each(|case| text += &case.to_text());
        text
    }

    /// Its twin in JSON lines, an object a case.
    #[must_use]
    pub fn to_json_lines(&self) -> String {
        self.cases.iter().map(|case| case.to_json_line(self.machine)).collect()
    }
}

impl Case {
    /// The case as it stands in a file, behind a blank line.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut text);
        text
    }

    /// Its object in JSON lines, with the line's end.
    #[must_use]
    pub fn to_json_line(&self, machine: &dyn Machine) -> String {
        format!("{{{}}}\n", self.members(machine.name()))
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let Self { id, text, .. } = self;
        let blank = if text.is_empty() { "" } else { " " };
        writeln!(out, "\ntest {id}{blank}{text}")?;
        self.notes.iter().try_for_each(|(key, note)| writeln!(out, "#@ {key} {note}"))?;
        self.parameters.iter().try_for_each(|(name, value)| writeln!(out, "set {name}={value}"))?;
        for Assignment { target, value, .. } in &self.init {
            writeln!(out, "init {target}={value}")?;
        }
        let mut core = 0;
        for code in &self.code {
            if code.core != core {
                core = code.core;
                writeln!(out, "core {core}")?;
            }
            writeln!(out, "code {}", code.text)?;
        }
        if let Some(ending) = &self.error {
            writeln!(out, "error {ending}")?;
        }
        for Assignment { target, value, .. } in &self.expect {
            writeln!(out, "expect {target}={value}")?;
        }
        if self.rest.is_some() { writeln!(out, "expect rest=same") } else { Ok(()) }
    }

    /// The members of its object; what the case does not have is left out.
    fn members(&self, system: &str) -> String {
        let state = |parts: &[Assignment]| -> Value {
            parts.iter().map(|part| json!([part.target, part.value.to_string()])).collect()
        };
        let error = self.error.as_ref().map(|Ending { kind, at, core }| {
            let mut members = serde_json::Map::from_iter([("kind".into(), json!(kind))]);
            members.extend(at.map(|at| ("at".into(), json!(at))));
            members.extend(core.map(|core| ("core".into(), json!(core))));
            Value::Object(members)
        });
        let set: Value = self.parameters.iter().map(|(n, v)| json!([n, v])).collect();
        let members = [
            ("system", Some(system.into())),
            ("id", Some((&*self.id).into())),
            ("text", Some((&*self.text).into())),
            ("set", Some(set)),
            ("init", Some(state(&self.init))),
            ("code", Some(self.lines())),
            ("expect", Some(state(&self.expect))),
            ("error", error),
            ("rest", self.rest.map(|_| "same".into())),
        ];
        let notes = self.notes.iter().map(|(key, note)| (*key, Some((&**note).into())));
        let empty = |value: &Value| *value == json!([]) || *value == json!("");
        let members = members.into_iter().chain(notes);
        let members = members.filter_map(|(name, value)| {
            let value = value.filter(|value| !empty(value))?;
            Some(format!("\"{name}\": {value}"))
        });
        members.collect::<Vec<_>>().join(", ")
    }

    /// The code, with the number of a core before its lines.
    fn lines(&self) -> Value {
        let mut core = 0;
        let mut lines = Vec::new();
        for code in &self.code {
            if code.core != core {
                core = code.core;
                lines.push(json!({ "core": core }));
            }
            lines.push((&*code.text).into());
        }
        lines.into()
    }
}
