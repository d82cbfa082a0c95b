//! Texts of instructions, assembled.

use crate::pod::check::{Issue, Packer, double_write};
use crate::pod::code::decode;
use crate::pod::isa::{Kind, Packet};
use crate::pod::text::{Names, own_register, read_line};
use crate::pod::timing::Demand;
use crate::source::{Diagnostic, Errors, Fault, MAX_DIAGNOSTICS, Refusal, Res, Span};
use std::collections::HashMap;

/// Registers by other names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Registers(HashMap<String, (Kind, u8)>);

impl Names for Registers {
    fn register(&self, name: &str) -> Option<(Kind, u8)> {
        self.0.get(name).copied()
    }
}

impl Registers {
    pub(crate) fn add(&mut self, name: &str, register: &str) -> Result<(), Refusal> {
        let found = self.find(register).ok_or_else(|| {
            Refusal::new(format!("`{register}` is no register"))
                .help("r0 to r31, xmm0 to xmm31, ar0 to ar31")
        })?;
        let mut characters = name.chars();
        let first = characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        let is_name = first && characters.all(|c| c.is_ascii_alphanumeric() || c == '_');
        let taken = ["r", "xmm", "ar"].iter().any(|prefix| {
            name.strip_prefix(prefix)
                .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
        });
        if !is_name || taken {
            let message = format!("`{name}` cannot be the name of a register");
            return Err(
                Refusal::new(message).help("letters, digits and _, and no register's own name")
            );
        }
        self.0.insert(name.into(), found);
        Ok(())
    }

    /// A register by its own name or another.
    pub(crate) fn find(&self, word: &str) -> Option<(Kind, u8)> {
        own_register(word).or_else(|| self.register(word))
    }
}

/// A packet and what its issue needs.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// What is issued.
    pub packet: Packet,
    /// What it wants and leaves.
    pub demand: Demand,
}

/// An assembled text.
#[derive(Clone, Debug, Default)]
pub struct Block {
    issues: Vec<Issue>,
    prepared: Vec<Prepared>,
}

/// A line without its comment.
pub(crate) fn code(line: &str) -> &str {
    let end = line.find('#').into_iter().chain(line.find("//")).min();
    &line[..end.unwrap_or(line.len())]
}

impl Block {
    /// The packets of a text, with their lines.
    pub(crate) fn assemble(text: &str, names: &dyn Names) -> Result<Self, Errors> {
        let mut errors = Errors { diagnostics: Vec::new(), more: 0 };
        let (mut block, mut packer) = (Self::default(), Packer::default());
        let lines: Vec<&str> = text.lines().collect();
        for (number, line) in (1..).zip(&lines) {
            let within = code(line);
            if within.trim().is_empty() {
                continue;
            }
            if let Some(words) = packet(within) {
                block.issues.extend(packer.close());
                match words {
                    Ok(packet) => {
                        block.issues.push(Issue { packet, lines: [number; 3], words: true })
                    }
                    Err(fault) => tell(&mut errors, fault.place(number, line)),
                }
                continue;
            }
            let parsed = read_line(line, Span::new(0, within.len()), names);
            match parsed.and_then(|parsed| parsed.constant_instruction(line)) {
                Ok(instruction) => block.issues.extend(packer.take(instruction, number)),
                Err(fault) => tell(&mut errors, fault.place(number, line)),
            }
        }
        block.issues.extend(packer.close());
        for issue in &block.issues {
            if let Some((number, fault)) = refused(issue, &lines) {
                tell(&mut errors, fault.place(number, lines[number as usize - 1]));
            }
        }
        errors.diagnostics.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
        if errors.diagnostics.is_empty() { Ok(block) } else { Err(errors) }
    }

    /// The packets of a text that names registers by their own names.
    ///
    /// # Errors
    /// All that cannot be assembled.
    pub fn of(text: &str) -> Result<Self, Errors> {
        Self::assemble(text, &crate::pod::text::NoNames)
    }

    /// With what their issue needs.
    pub(super) fn prepared(mut self, prepare: impl Fn(&Packet) -> Prepared) -> Self {
        self.prepared = self.issues.iter().map(|issue| prepare(&issue.packet)).collect();
        self
    }

    /// The packets.
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        &self.issues
    }

    pub(super) fn packets(&self) -> impl Iterator<Item = (&Issue, &Prepared)> {
        self.issues.iter().zip(&self.prepared)
    }
}

/// A packet given as words: `.packet G X M`, eight hexadecimal digits each.
pub(crate) fn packet(within: &str) -> Option<Res<Packet>> {
    let start = within.len() - within.trim_start().len();
    let rest = within.trim_start().strip_prefix(".packet")?;
    Some(words(rest, Span::new(start, within.trim_end().len())))
}

/// A packet's three words.
pub(crate) fn words(text: &str, whole: Span) -> Res<Packet> {
    let word = |word: &str| {
        let digits = word.len() == 8 && word.bytes().all(|b| b.is_ascii_hexdigit());
        digits.then(|| u32::from_str_radix(word, 16).ok()).flatten()
    };
    let found: Option<Vec<u32>> = text.split_whitespace().map(word).collect();
    let Some(Ok(words)) = found.map(<[u32; 3]>::try_from) else {
        return Fault::error("syntax", "4.2", whole, "that is no packet")
            .help("three words of eight hexadecimal digits: G, X, M")
            .err();
    };
    decode(words).map_err(|bad| {
        let fault = Fault::error("bad-opcode", "4.2", whole, bad.to_string());
        Box::new(fault.help("words of known instructions"))
    })
}

/// What is wrong with a packet, and the line.
fn refused(issue: &Issue, lines: &[&str]) -> Option<(u32, Fault)> {
    let (number, _) = double_write(issue, Span::default())?;
    let line = code(lines[number as usize - 1]);
    let start = line.len() - line.trim_start().len();
    double_write(issue, Span::new(start, line.trim_end().len()))
}

fn tell(errors: &mut Errors, diagnostic: Diagnostic) {
    if errors.diagnostics.len() < MAX_DIAGNOSTICS {
        errors.diagnostics.push(diagnostic);
    } else {
        errors.more += 1;
    }
}
