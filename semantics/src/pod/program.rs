//! A program: lines of assembly text, as case files have them, or a script of the host.

use super::Pod;
use super::check::{Issue, Lint, findings};
use super::host::{Block, HostError, code, words};
use super::isa::{Packet, Slot};
use crate::machine::{self, RunError, RunErrorKind};
use crate::source::{Diagnostic, Errors, Span};
use std::fmt::Write as _;
use std::ops::ControlFlow;

/// A program.
#[derive(Debug)]
pub struct Program {
    kind: Kind,
    warnings: Vec<Diagnostic>,
}

#[derive(Debug)]
enum Kind {
    Lines(Block),
}

impl machine::Program for Program {
    fn statements(&self) -> u64 {
        match &self.kind {
            Kind::Lines(block) => block.issues().len() as u64,
        }
    }

    fn warnings(&self) -> (&[Diagnostic], u64) {
        (&self.warnings, 0)
    }
}

impl Program {
    /// Instructions, one a line.
    pub(super) fn lines(text: &str, lints: &[Lint]) -> Result<Self, Errors> {
        let block = Block::of(text)?;
        let warnings = warnings(text, block.issues(), lints);
        Ok(Self { kind: Kind::Lines(block), warnings })
    }

    /// A script.
    pub(super) fn script(text: &str, lints: &[Lint]) -> Result<Self, Errors> {
        Self::lines(text, lints)
    }

    /// A script in canonical text.
    pub(super) fn format(text: &str) -> Result<String, Errors> {
        Self::lines(text, &[])?;
        Ok(text.to_owned())
    }

    pub(super) fn into_warnings(self) -> (Vec<Diagnostic>, u64) {
        (self.warnings, 0)
    }

    /// The packets, in the order of the text; none for what only the host knows.
    pub(super) fn packets(&self) -> Vec<Option<Packet>> {
        match &self.kind {
            Kind::Lines(block) => block.issues().iter().map(|issue| Some(issue.packet)).collect(),
        }
    }

    /// Runs it; at most so many packets.
    pub(super) fn run(
        &self,
        pod: &mut Pod,
        limit: Option<u64>,
        advance: &mut dyn FnMut(u64),
    ) -> Result<(), RunError> {
        let mut done = 0;
        self.watch(pod, limit, &mut |_, _, _, issued| {
            if issued {
                done += 1;
                advance(done);
            }
            ControlFlow::Continue(())
        })
    }

    /// Runs it and shows each packet with its line before it is issued, and once more behind it.
    pub(super) fn watch(
        &self,
        pod: &mut Pod,
        limit: Option<u64>,
        each: &mut dyn FnMut(u32, &Packet, &Pod, bool) -> ControlFlow<()>,
    ) -> Result<(), RunError> {
        match &self.kind {
            Kind::Lines(block) => {
                for (n, issue) in (0..).zip(block.issues()) {
                    if let Some(most) = limit.filter(|most| n >= *most) {
                        let line = issue.line(Slot::G);
                        return Err(RunError { core: 0, line, kind: RunErrorKind::Limit(most) });
                    }
                    let fault = |error: HostError| error.at(|slot| issue.line(slot));
                    let line = issue.line(Slot::G);
                    if each(line, &issue.packet, pod, false).is_break() {
                        break;
                    }
                    pod.send(&issue.packet).map_err(fault)?;
                    if each(line, &issue.packet, pod, true).is_break() {
                        break;
                    }
                }
                Ok(())
            }
        }
    }
}

/// What there is to say of packets that are issued one after the other.
fn warnings(text: &str, issues: &[Issue], lints: &[Lint]) -> Vec<Diagnostic> {
    let lines: Vec<&str> = text.lines().collect();
    let line = |number: u32| lines.get(number as usize - 1).copied().unwrap_or_default();
    let span = |number: u32| {
        let text = code(line(number));
        Span::new(text.len() - text.trim_start().len(), text.trim_end().len())
    };
    let found = findings(issues, lints, span);
    found.into_iter().map(|(number, fault)| fault.place(number, line(number))).collect()
}

/// The text of packets given as three words a line; a nop keeps packets apart that would be packed together.
pub(super) fn disassemble(text_of_words: &str) -> Result<String, Errors> {
    let mut errors = Errors { diagnostics: Vec::new(), more: 0 };
    let mut text = String::new();
    let mut any = false;
    for (number, line) in (1..).zip(text_of_words.lines()) {
        let part = line.split('#').next().unwrap_or("");
        if part.trim().is_empty() {
            continue;
        }
        let start = part.len() - part.trim_start().len();
        match words(part, Span::new(start, part.trim_end().len())) {
            Ok(packet) => {
                let starts = packet.instructions().next().map(super::isa::Instruction::slot);
                // Only a packet that begins with G or L cannot be taken into the one before.
                if starts.is_none() || any && matches!(starts, Some(Slot::X | Slot::M)) {
                    text.push_str("    nop.g\n");
                }
                for instruction in packet.instructions() {
                    let _ = writeln!(text, "    {instruction}");
                }
                any = true;
            }
            Err(fault) => errors.diagnostics.push(fault.place(number, line)),
        }
    }
    if errors.diagnostics.is_empty() { Ok(format!("asm {{\n{text}}}\n")) } else { Err(errors) }
}
