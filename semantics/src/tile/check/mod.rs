//! What is legal and likely wrong: groups that overlap, data that nobody waited for, waits without an end (TILE-D12, D69,
//! D112).
//!
//! A program is judged with the state that its text gives: what calculates on tiles is passed over, and everything else is executed,
//! so that addresses, barrier words and semaphores are what they are in a run.

mod touch;
mod waiting;

use super::error::Kind;
use super::exec::transfer;
use super::isa::{Action, Instruction, Wait};
use super::parameters;
use super::program::Program;
use super::run::{Moving, Schedule, Settings, Stopped, Tile, Words};
use crate::cores::Part;
use crate::machine::Program as _;
use crate::source::{Diagnostic, Earlier, Fault, MAX_DIAGNOSTICS, Span};
use std::ops::ControlFlow;
use touch::{Room, Touched};
use waiting::Issued;

/// Data that nobody waited for, in programs that wait for nothing.
const WAIT: &str = "TILE-W-WAIT";

/// Codes of findings that are off unless asked for.
pub(super) const LINTS: [(&str, &str); 1] = [(WAIT, "wait")];

/// The most instructions that are judged.
const MOST: u64 = 50_000;

/// A word of an instruction that does nothing: TCTRL.tfence of the CTA.
const NOTHING: &str = "tctrl.tfence 0, 0, 0";

/// What is found: where, the other place, what is wrong, what would be right.
struct Finding {
    code: &'static str,
    warp: usize,
    index: usize,
    other: Option<usize>,
    message: String,
    help: &'static str,
}

/// What there is to say of a program; `waits` asks for data that nobody waited for in any program, else only in those that
/// wait for something or say when transfers move.
pub(super) fn findings(program: &Program, waits: bool, source: &str) -> Vec<Diagnostic> {
    let mut judge = Judge { program, issued: Vec::new(), found: Vec::new(), waits, memory: false };
    judge.waits |= judge.asks_for_waits();
    judge.memory = program.held.0.iter().any(|(target, _)| target.is_integer());
    if program.statements() > MOST {
        judge.find(
            (0, 0),
            "TILE-W-UNSEEN",
            "a program of so many instructions is not judged",
            "at most 50000",
        );
    } else if let Some(machine) = judge.prepared() {
        judge.run(machine);
    }
    place(judge.found, program, source)
}

/// Judges a program.
struct Judge<'a> {
    program: &'a Program,
    /// Of each warp.
    issued: Vec<Issued>,
    found: Vec<Finding>,
    waits: bool,
    /// Whether addresses are known: the text gives integer registers.
    memory: bool,
}

impl Judge<'_> {
    fn find(&mut self, at: (usize, usize), code: &'static str, message: &str, help: &'static str) {
        let (warp, index) = at;
        let message = message.to_owned();
        self.found.push(Finding { code, warp, index, other: None, message, help });
    }

    fn instructions(&self) -> impl Iterator<Item = Instruction> {
        let words = self.program.codes.iter().flat_map(|warp| &warp.words);
        words.filter_map(|word| Instruction::decode(*word).ok())
    }

    /// Whether the program is meant for transfers that take their time.
    fn asks_for_waits(&self) -> bool {
        let named =
            self.program.pairs().iter().any(|(name, value)| *name == "async" && *value != "off");
        named || self.instructions().any(|i| matches!(i.action(), Action::Wait(_)))
    }

    /// The machine before the run, where the text's state fits it.
    fn prepared(&self) -> Option<Tile> {
        let settings = parameters::settings(&self.program.pairs()).ok()?;
        let (moving, schedule) = (Moving::AtOnce, Schedule::RoundRobin);
        let mut machine = Tile::new(Settings { moving, schedule, ..settings });
        for (target, value) in &self.program.held.0 {
            target.set(&mut machine, value).ok()?;
        }
        Some(machine)
    }

    fn run(&mut self, mut machine: Tile) {
        let warps = &self.program.codes;
        let Ok(nothing) = super::text::parse(NOTHING) else { return };
        let still = |word: &u64| match Instruction::decode(*word) {
            Ok(i) if calculates(&i) => nothing.word(),
            _ => *word,
        };
        let words: Vec<Words> = warps.iter().map(|w| w.words.iter().map(still).collect()).collect();
        self.issued.resize_with(warps.len(), Issued::default);
        let stopped = machine.run(&words, &mut |warp, index, _, machine| {
            if let Ok(i) = Instruction::decode(warps[warp].words[index]) {
                self.look((warp, index), &i, machine);
            }
            match self.found.len() < MAX_DIAGNOSTICS {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        if let Err(Stopped { warp, index, fault }) = stopped
            && fault.kind == Kind::Deadlock
            && (self.memory || !self.waits_for_a_word(warp, index))
        {
            let message = format!("the program ends here: {fault}");
            self.find((warp, index), "TILE-W-DEADLOCK", &message, "");
        }
    }

    /// Whether an instruction waits for a barrier word, whose address may come from outside of the text.
    fn waits_for_a_word(&self, warp: usize, index: usize) -> bool {
        let word = self.program.codes.get(warp).and_then(|warp| warp.words.get(index));
        let instruction = word.and_then(|word| Instruction::decode(*word).ok());
        instruction.is_some_and(|i| matches!(i.action(), Action::Wait(Wait::BarrierWord)))
    }

    /// Looks at an instruction; the machine stands behind it.
    fn look(&mut self, at: (usize, usize), i: &Instruction, machine: &Tile) {
        let (warp, index) = at;
        let thread = machine.thread(warp);
        let mut touched = Touched::of(i, thread);
        self.overlap(at, &touched);
        // It is planned as before it was executed: a transfer changes no register that says where it goes.
        let transfer = transfer::plan(i, thread, machine.cta()).ok().flatten();
        if let Some(transfer) = &transfer {
            touched = Touched::of_transfer(transfer);
        }
        if self.waits {
            self.unwaited(at, &touched);
        }
        match i.action() {
            Action::CommitGroup => self.issued[warp].commit(),
            Action::Wait(wait) => self.issued[warp].wait(i, wait),
            _ => {}
        }
        self.issued.iter_mut().for_each(|issued| issued.completed(i, thread));
        if let Some(transfer) = transfer {
            self.issued[warp].push(index, &transfer, touched);
        }
    }

    /// A target that is a part of a source; in place is where one register is both.
    fn overlap(&mut self, at: (usize, usize), touched: &Touched) {
        for target in &touched.writes {
            let mut other = touched.reads.iter().filter(|source| *source != target);
            if let Some(common) = other.find_map(|source| target.common(source)) {
                let message = format!("the target overlaps a source: {}", common.name());
                let help =
                    "groups that have no register in common; here all sources are read first";
                self.find(at, "TILE-W-OVERLAP", &message, help);
                return;
            }
        }
    }

    /// Data that another warp or this one has not waited for.
    fn unwaited(&mut self, (warp, index): (usize, usize), touched: &Touched) {
        for (other, issued) in self.issued.iter_mut().enumerate() {
            // Registers are those of the own warp.
            let mut ours = touched.clone();
            if other != warp {
                ours.reads.retain(|p| p.room != Room::Registers);
                ours.writes.retain(|p| p.room != Room::Registers);
            }
            if let Some((waiting, message)) = issued.conflict(&ours, self.memory) {
                let line = self.program.line(other, waiting.index) as usize;
                let (other, help) = (Some(line), waiting.help());
                self.found.push(Finding { code: WAIT, warp, index, other, message, help });
            }
        }
    }
}

/// Whether an instruction calculates on tiles alone.
fn calculates(i: &Instruction) -> bool {
    matches!(
        i.action(),
        Action::Product(_)
            | Action::Convert { .. }
            | Action::Function { .. }
            | Action::Transpose(_)
            | Action::Arithmetic { .. }
    )
}

/// Findings at their places in the text.
fn place(found: Vec<Finding>, program: &Program, source: &str) -> Vec<Diagnostic> {
    let lines: Vec<&str> = source.lines().collect();
    let text = |line: usize| lines.get(line.wrapping_sub(1)).copied().unwrap_or_default();
    let span = |line: usize| {
        let line = text(line);
        let code = line.split('#').next().unwrap_or_default();
        let code = code.split("//").next().unwrap_or_default().trim_end();
        Span::new(code.len() - code.trim_start().len(), code.len())
    };
    let placed = found.into_iter().map(|finding| {
        let line = program.line(finding.warp, finding.index);
        let mut fault = Fault::warning(finding.code, "", span(line as usize), finding.message);
        if !finding.help.is_empty() {
            fault = fault.help(finding.help);
        }
        fault.earlier = finding.other.map(|other| {
            let place = span(other);
            let [column, length] = place.columns(text(other));
            let shown = text(other).get(place.start..place.end).unwrap_or_default();
            Earlier { line: other as u32, column, length, text: shown.into() }
        });
        fault.place(line, text(line as usize))
    });
    let mut placed: Vec<Diagnostic> = placed.collect();
    placed.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
    placed
}
