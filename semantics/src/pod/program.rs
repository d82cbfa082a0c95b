//! A program: a script of the host; lines of assembly text, as case files have them, are one without a host.

use super::Pod;
use super::check::{Issue, Lint, findings};
use super::host::{code, words};
use super::isa::{Packet, Slot};
use super::script::Script;
use crate::machine::{self, RunError};
use crate::source::{Diagnostic, Errors, Span};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;

/// A program.
#[derive(Debug)]
pub struct Program {
    script: Script,
    warnings: Vec<Diagnostic>,
}

impl machine::Program for Program {
    fn statements(&self) -> u64 {
        self.script.statements()
    }

    fn warnings(&self) -> (&[Diagnostic], u64) {
        (&self.warnings, 0)
    }

    fn parameters(&self) -> Vec<(&'static str, String)> {
        let size = self.script.size();
        size.map(|(x, y)| ("array", format!("{x}x{y}"))).into_iter().collect()
    }

    fn expects(&self) -> bool {
        self.script.expects()
    }
}

/// Who sees the packets of a run: each with its line, before it is issued and once more behind it.
pub(super) type Watcher<'a> = dyn FnMut(u32, &Packet, &Pod, bool) -> ControlFlow<()> + 'a;

impl Program {
    /// Instructions, one a line.
    pub(super) fn lines(text: &str, lints: &[Lint]) -> Result<Self, Errors> {
        Ok(Self::new(Script::instructions(text)?, text, lints))
    }

    /// A script.
    pub(super) fn script(text: &str, lints: &[Lint]) -> Result<Self, Errors> {
        Ok(Self::new(Script::read(text)?, text, lints))
    }

    fn new(script: Script, text: &str, lints: &[Lint]) -> Self {
        let issues: Vec<Issue> = script.issues().copied().collect();
        Self { warnings: warnings(text, &issues, lints), script }
    }

    /// The packets that stand in the text, with the lines of their instructions.
    pub fn issues(&self) -> impl Iterator<Item = &Issue> {
        self.script.issues()
    }

    /// The packets, in the order of the text; none for what only the host knows.
    pub(super) fn packets(&self) -> Vec<Option<Packet>> {
        self.script.packets()
    }

    /// Runs it; at most so many steps. The lines of the first packets that wait or warn go to `lines`.
    pub(super) fn run(
        &self,
        pod: &mut Pod,
        limit: Option<u64>,
        lines: &mut BTreeMap<u64, u32>,
        advance: &mut dyn FnMut(u64),
    ) -> Result<(), RunError> {
        let mut done = 0;
        let told = |pod: &Pod| {
            let counters = pod.counters();
            (counters.hazards, counters.warnings, counters.packets)
        };
        self.script.watch(pod, limit, &mut |pod, issue, prepared| {
            let before = told(pod);
            pod.issue(prepared)?;
            let after = told(pod);
            if (before.0, before.1) != (after.0, after.1) && lines.len() < LINES {
                lines.insert(before.2, issue.line(Slot::G));
            }
            done += 1;
            if done % ADVANCE == 0 {
                advance(done);
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Runs it and shows each packet.
    pub(super) fn watch(
        &self,
        pod: &mut Pod,
        limit: Option<u64>,
        each: &mut Watcher<'_>,
    ) -> Result<(), RunError> {
        self.script.watch(pod, limit, &mut |pod, issue, prepared| {
            let line = issue.line(Slot::G);
            if each(line, &issue.packet, pod, false).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            pod.issue(prepared)?;
            Ok(each(line, &issue.packet, pod, true))
        })
    }
}

/// Packets whose lines are kept.
const LINES: usize = 1 << 12;

/// Packets between two reports of progress.
const ADVANCE: u64 = 1 << 10;

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
pub(super) fn disassemble(text_of_words: &str) -> Result<(String, Vec<String>), Errors> {
    let mut errors = Errors { diagnostics: Vec::new(), more: 0 };
    let mut text = String::new();
    let (mut any, mut doubles) = (false, 0);
    for (number, line) in (1..).zip(text_of_words.lines()) {
        let part = line.split('#').next().unwrap_or("");
        if part.trim().is_empty() {
            continue;
        }
        let start = part.len() - part.trim_start().len();
        match words(part, Span::new(start, part.trim_end().len())) {
            Ok(packet) if packet.double_write().is_some() => {
                // No instructions say this, only words do (POD-D05).
                let _ = writeln!(text, "    .packet {}", part.trim());
                doubles += 1;
                any = true;
            }
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
    if !errors.diagnostics.is_empty() {
        return Err(errors);
    }
    let remarks = match doubles {
        0 => Vec::new(),
        n => vec![format!("packets that write a register twice, which stay words: {n}")],
    };
    Ok((format!("asm {{\n{text}}}\n"), remarks))
}
