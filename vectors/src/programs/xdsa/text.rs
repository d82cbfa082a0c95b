//! Programs as texts.

use super::{Line, Program};
use semantics::xdsa::isa::{Operation, Sync, Word};
use std::fmt::Write;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

fn sync(sync: Sync) -> String {
    let mut text = String::new();
    if let Some((bar, entry)) = sync.fetch() {
        let _ = write!(text, " fetch({bar},{entry},{})", sync.keys());
    }
    if let Some((bar, entry)) = sync.deposit() {
        let _ = write!(text, " deposit({bar},{entry})");
    }
    if sync.block() {
        text += " block";
    }
    text
}

impl Line {
    /// The lines of an instruction and its table, which has this name; a table with reserved bits lies in memory.
    fn lines(&self, name: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let mut place = format!("{:#x}", self.descriptor);
        if let Some((address, table)) = self.table.as_ref().filter(|(_, t)| !t.has_reserved()) {
            place = name.to_owned();
            let fields: Vec<String> = table
                .fields()
                .filter(|(_, value)| *value != 0)
                .map(|(field, value)| match table.unit(field.name).filter(|_| field.is_unit()) {
                    Some(unit) => format!("{}={unit}", field.name),
                    None => format!("{}={value:#x}", field.name),
                })
                .collect();
            lines.push(format!(
                ".table {name} at {address:#x} for {}.a{} {{ {} }}",
                self.operation.name(),
                self.width.bits(),
                fields.join(", ")
            ));
        }
        lines.push(match (self.raw, self.operation) {
            (Some(word), _) if word == Word::END => "end".to_owned(),
            (Some(Word { did: 0, payload }), _) => format!(".raw {}", hex(&payload)),
            (Some(Word { did, payload }), _) => format!(".domain {did:#x} {}", hex(&payload)),
            (None, Operation::Exit) => "exit".to_owned(),
            (None, operation) => {
                let bits = self.width.bits();
                format!("{}.a{bits} @{place}{}", operation.name(), sync(self.sync))
            }
        });
        lines
    }
}

impl Program {
    /// As a case of a case file, without what it is to expect.
    #[must_use]
    pub fn case(&self, id: &str) -> String {
        let mut text = format!("test {id}\n");
        if self.defaults {
            text += "set defaults=on\n";
        }
        if self.lenient {
            text += "set lenient=on\n";
        }
        if self.seed != 0 {
            let _ = writeln!(text, "set seed={}", self.seed);
        }
        for (bar, entry, keys) in &self.keys {
            let _ = writeln!(text, "init key[{bar},{entry}]={keys}");
        }
        for (address, bytes) in self.bytes(|table| table.has_reserved()) {
            let _ = writeln!(text, "mem [{address:#x}]={}", hex(&bytes));
        }
        for (number, lines) in self.cores.iter().enumerate() {
            if self.cores.len() > 1 {
                let _ = writeln!(text, "core {number}");
            }
            for (i, line) in lines.iter().enumerate() {
                for line in line.lines(&format!("c{number}t{i}")) {
                    let _ = writeln!(text, "code {line}");
                }
            }
        }
        text
    }

    /// As assembly text.
    #[must_use]
    pub fn script(&self) -> String {
        let mut text = String::new();
        if self.defaults {
            text += ".set defaults=on\n";
        }
        for (address, bytes) in self.bytes(|table| table.has_reserved()) {
            let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
            let _ = writeln!(text, ".org {address:#x}\n.bytes {}", bytes.join(" "));
        }
        for (number, lines) in self.cores.iter().enumerate() {
            if self.cores.len() > 1 {
                let _ = writeln!(text, ".core {number}");
            }
            for (i, line) in lines.iter().enumerate() {
                for line in line.lines(&format!("c{number}t{i}")) {
                    text += &line;
                    text.push('\n');
                }
            }
        }
        text
    }
}
