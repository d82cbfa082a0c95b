//! MN-Core 2 as one of the machines.

mod arrays;
mod steps;
mod words;

use super::check::{Checker, Lint, Rules};
use super::targets::Target;
use super::text::{self, Program, Walk};
use super::{Board, Mode, Summary, changes, differ, dump};
use crate::machine::{
    self, Assemble, Changes, Checked, Checks, Compare, CompareError, Compared, Comparison,
    Differences, Facts, How, Layouts, Machine, Memories, Ran, Run, RunError, RunErrorKind, Shape,
    Steps, Trace, Value,
};
use crate::mncore2::dump::Number;
use crate::source::number::hexadecimal;
use crate::source::{Diagnostic, Mended, ReadError, Refusal};
use std::io::BufRead;
use std::ops::ControlFlow;
use words::{MODES, mode};

/// MN-Core 2.
#[derive(Clone, Copy, Debug)]
pub struct MnCore2;

impl MnCore2 {
    /// The rules that a reader asks for.
    fn rules(self, how: &How<'_>) -> Result<Rules, Refusal> {
        let rules = match how.checks {
            Checks::None => Rules::NONE,
            Checks::Execution => Rules::ISSUE,
            Checks::Assembler => Rules::ASSEMBLER,
        };
        let rules = match mode(how)? {
            Mode::AutoStride if how.checks == Checks::Assembler => rules.auto_stride(),
            _ => rules,
        };
        how.lints.iter().try_fold(rules, |rules, code| {
            let lint = Lint::ALL.into_iter().find(|lint| lint.code() == *code);
            let unknown = || Refusal::new(format!("MN-Core 2 has no lint {code}"));
            lint.map(|lint| rules.with(lint)).ok_or_else(unknown)
        })
    }
}

impl machine::Program for Program {
    fn statements(&self) -> u64 {
        self.lines().len() as u64
    }

    fn warnings(&self) -> (&[Diagnostic], u64) {
        (&self.warnings, self.more_warnings)
    }
}

impl Machine for MnCore2 {
    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "mncore2",
            title: "MN-Core 2",
            extensions: &["vsm", "asm"],
            modes: &MODES,
            unchecked: "simultaneous issue and hazards are not checked",
            is_set: false,
            ..Facts::NONE
        }
    }

    fn lints(&self) -> Vec<(&'static str, String)> {
        let short = |code: &str| code.trim_start_matches("MN-W-").to_ascii_lowercase();
        Lint::ALL.map(|lint| (lint.code(), short(lint.code()))).into()
    }

    fn read(
        &self,
        source: &mut dyn BufRead,
        how: &How<'_>,
    ) -> Result<Box<dyn machine::Program>, ReadError> {
        Ok(Box::new(text::read_with(self.rules(how)?, source)?))
    }

    fn check(
        &self,
        source: &mut dyn BufRead,
        how: &How<'_>,
        mut room: usize,
        each: &mut dyn FnMut(&Checked) -> ControlFlow<(), usize>,
    ) -> Result<(), ReadError> {
        let mut walk = Walk::new(source, Checker::with(self.rules(how)?));
        while let Some(line) = walk.line_within(room)? {
            let unread = line.is_unread();
            let text::Visited { number, diagnostics, allowed, more, .. } = line;
            match each(&Checked { number, diagnostics, allowed, more, unread }) {
                ControlFlow::Continue(next) => room = next,
                ControlFlow::Break(()) => return Ok(()),
            }
        }
        let (diagnostics, allowed) = walk.finish();
        // Nothing comes behind it, so it does not matter whether it breaks off.
        let _ = each(&Checked { diagnostics, allowed, ..Checked::default() });
        Ok(())
    }

    fn format(&self, source: &mut dyn BufRead) -> Result<Vec<u8>, ReadError> {
        text::format(source)
    }

    fn mend(&self, source: &mut dyn BufRead) -> Result<Mended, ReadError> {
        text::mend(source)
    }

    /// `fill`: what PDM and DRAM begin with, a long word in hexadecimal digits.
    fn board(&self, parameters: &[(&str, &str)]) -> Result<Box<dyn machine::Board>, Refusal> {
        let mut fill = 0;
        for (name, value) in parameters {
            if *name != "fill" {
                let message = format!("MN-Core 2 has no parameter `{name}`");
                return Err(Refusal::new(message).help("fill, what PDM and DRAM begin with"));
            }
            let digits = value.strip_prefix("0x").unwrap_or(value);
            fill = hexadecimal(digits).ok_or_else(|| {
                Refusal::new(format!("fill={value}: no long word"))
                    .help("up to 16 hexadecimal digits")
            })?;
        }
        Ok(Box::new(Board::with_fill(fill)))
    }

    fn assemble(&self) -> Option<&dyn Assemble> {
        Some(&words::KNOWN)
    }

    fn memories(&self) -> Option<&dyn Memories> {
        Some(self)
    }

    fn layouts(&self) -> Option<&dyn Layouts> {
        Some(self)
    }

    fn steps(&self) -> Option<&dyn Steps> {
        Some(self)
    }

    fn trace(&self) -> Option<&dyn Trace> {
        Some(self)
    }

    fn compare(&self) -> Option<&dyn Compare> {
        Some(self)
    }
}

impl machine::Board for Board {
    fn run(&mut self, program: &dyn machine::Program, run: Run<'_>) -> Result<Ran, RunError> {
        let program: &Program = program.own()?;
        let Run { mut out, mut advance, limit } = run;
        let mut advance = |done| {
            if let Some(advance) = &mut advance {
                advance(done as u64);
            }
        };
        let lines = program.lines();
        let beyond = limit.and_then(|most| Some((most, first_beyond(lines, most)?)));
        let end = beyond.map_or(lines.len(), |(_, at)| at);
        let summary = self.run_lines(&lines[..end], &mut out, &mut advance)?;
        match beyond {
            Some((most, at)) => Err(too_long(most, &lines[at])),
            None => Ok(Ran { counts: summary.to_string(), remarks: remarks(&summary) }),
        }
    }

    fn shape(&self, target: &str) -> Result<Shape, Refusal> {
        Target::parse(target).map(|target| target.shape())
    }

    fn get(&self, target: &str, units: usize) -> Result<Vec<(String, Value)>, Refusal> {
        Target::parse(target)?.get(self, units)
    }

    fn holds(&self, target: &str, value: &Value) -> Result<bool, Refusal> {
        Target::parse(target)?.holds(self, value)
    }

    fn check(&self, target: &str, units: usize) -> Result<(), Refusal> {
        Target::parse(target)?.alike(self, units).map(drop)
    }

    fn alike(&self, target: &str, units: usize) -> Result<Option<Value>, Refusal> {
        Target::parse(target)?.alike(self, units)
    }

    fn set(&mut self, target: &str, value: &Value) -> Result<(), Refusal> {
        let target = Target::parse(target)?;
        match (target.shape(), value) {
            (Shape::Number { .. }, Value::Number(..)) | (Shape::Image { .. }, Value::Image(_)) => {
                target.set(self, value)
            }
            _ => Err(Refusal::new(format!("{value} is no value of this part of the state"))),
        }
    }

    fn differences(&self, other: &dyn machine::Board, most: usize) -> Result<Differences, Refusal> {
        let other: &Self = other.own()?;
        Ok(differ::differences(self.machine().state(), other.machine().state(), most))
    }

    fn changes(&self, before: &dyn machine::Board, room: usize) -> Result<Changes, Refusal> {
        let before: &Self = before.own()?;
        Ok(changes::changes(self.machine().state(), before.machine().state(), room))
    }
}

/// The line, from 0, with which a program has more steps than the limit (MN-D193).
#[must_use]
pub fn first_beyond(lines: &[text::Line], most: u64) -> Option<usize> {
    let mut summary = Summary::default();
    lines.iter().position(|line| {
        summary.count(line.statement());
        summary.score() > most
    })
}

/// The run ends in front of this line.
const fn too_long(most: u64, line: &text::Line) -> RunError {
    RunError { core: 0, line: line.number, at: None, kind: RunErrorKind::Limit(most) }
}

/// What a run leaves to say.
fn remarks(summary: &Summary) -> Vec<String> {
    let have = match summary.host {
        0 => return Vec::new(),
        1 => "copy (`c` line) has",
        _ => "copies (`c` lines) have",
    };
    vec![format!("{} host {have} no data; PDM stays as it is there", summary.host)]
}

impl From<super::RunError> for RunError {
    fn from(error: super::RunError) -> Self {
        let text = error.kind.to_string();
        let kind = match error.kind {
            super::RunErrorKind::Write(e) => RunErrorKind::Write(e),
            super::RunErrorKind::Access(_) => RunErrorKind::Machine("access", text),
            super::RunErrorKind::Form(_) => RunErrorKind::Machine("form", text),
            super::RunErrorKind::Block { .. } => RunErrorKind::Machine("block-exponents", text),
        };
        Self { core: 0, line: error.line, at: None, kind }
    }
}

impl Compare for MnCore2 {
    fn compare(
        &self,
        dumps: [&mut dyn BufRead; 2],
        how: &Comparison<'_>,
    ) -> Result<Compared, CompareError> {
        dump::compare(dumps, how)
    }

    fn precisions(&self) -> Vec<&'static str> {
        Number::ALL.map(Number::letter).into()
    }

    fn lines(&self) -> &'static str {
        "lines that begin with DEBUG-, as `d get` prints them"
    }
}
