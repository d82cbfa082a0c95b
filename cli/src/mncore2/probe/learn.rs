//! What official outputs say about the table.

use super::COLUMNS;
use crate::failure::Failure;
use crate::output::{self, Targets};
use crate::{Remarks, input};
use semantics::mncore2::Mode;
use semantics::mncore2::assembly::Probe;
use semantics::mncore2::code::{Lesson, Table, Word, WordError};
use semantics::mncore2::isa::{Expr, Statement};
use semantics::mncore2::text::parse_line;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Bytes of an official output: its programs have a few lines.
const MAX_OUTPUT: u64 = 1 << 24;

/// Compares the outputs of a folder with a table, which is written with what it has learned.
pub(super) fn learn(
    folder: &Path,
    mut table: Table,
    place: Option<&Path>,
    remarks: Remarks,
) -> Result<(), Failure> {
    let (mut report, mut unusable) = (Report::default(), 0);
    let probes = index(folder)?;
    let inputs = probes.iter().flat_map(|probe| {
        let path = folder.join(&probe.id);
        [path.with_extension("asm"), path.with_extension("vsm")]
    });
    let inputs: Vec<PathBuf> = inputs.chain([folder.join("index.csv")]).collect();
    let mut targets = Targets::new(remarks);
    targets.reads(&inputs);
    let output = place.map(|place| targets.open(Some(place))).transpose()?;
    for probe in probes {
        let path = folder.join(&probe.id).with_extension("asm");
        let text = if path.exists() { input::text(&path, MAX_OUTPUT)? } else { String::new() };
        // The official assembler refused the program, or it was not asked.
        if text.trim().is_empty() {
            report.missing += 1;
            continue;
        }
        report.outputs += 1;
        let lesson = match probe.step() {
            Some(step) => word(&path, &text, &probe).map(|word| table.learn(&step, &word)),
            None => noted(&mut table, &path, &text, &probe),
        };
        match lesson {
            Ok(lesson) => report.take(&probe.id, &lesson),
            Err(failure) => {
                failure.tell();
                unusable += 1;
            }
        }
    }
    if report.outputs == 0 {
        let name = folder.display();
        return Err(Failure::input(format!(
            "{name}: no official output in it\n  right: ID.asm beside the ID.vsm of index.csv"
        )));
    }
    if let Some(output) = output.filter(|_| unusable == 0) {
        output.whole(table.write())?;
    }
    output::print(&report.finish())?;
    if unusable > 0 {
        let table = if place.is_some() { "; the table is not written" } else { "" };
        return Err(Failure::input(format!(
            "{}: outputs that cannot be used: {unusable}{table}\n  right: assembled again, or taken away",
            folder.display()
        )));
    }
    if report.contradictions > 0 { Err(Failure::Told(1)) } else { Ok(()) }
}

/// The programs that the index of a folder names.
fn index(folder: &Path) -> Result<Vec<Probe>, Failure> {
    let path = folder.join("index.csv");
    let name = path.display();
    let mut reader =
        csv::Reader::from_path(&path).map_err(|e| Failure::input(format!("{name}: {e}")))?;
    let head = reader.headers().map_err(|e| Failure::input(format!("{name}: {e}")))?;
    if head.iter().ne(COLUMNS) {
        let columns = COLUMNS.join(",");
        return Err(Failure::input(format!("{name}:1: wrong columns\n  right: {columns}")));
    }
    let mut probes = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| Failure::input(format!("{name}: {e}")))?;
        let line = record.position().map_or(0, csv::Position::line);
        let cell = |at: usize| record.get(at).unwrap_or_default().to_owned();
        let known = Mode::ALL.into_iter().find(|mode| mode.name() == cell(1));
        let mode = known.ok_or_else(|| {
            let mode = cell(1);
            Failure::input(format!(
                "{name}:{line}: there is no mode `{mode}`\n  right: auto-stride or flat"
            ))
        })?;
        let (id, program) = (cell(0), cell(2));
        if id.is_empty() || id.contains(['/', '\\']) {
            return Err(Failure::input(format!("{name}:{line}: `{id}` is no name of a program")));
        }
        if let Some(e) = program.lines().find_map(|text| parse_line(text).err()) {
            return Err(Failure::input(format!("{name}:{line}: {e}")));
        }
        probes.push(Probe { id, program, mode, settles: cell(3), expected: cell(4) });
    }
    Ok(probes)
}

/// The lines of an output that begin with a letter, numbered.
fn lines<'a>(text: &'a str, letter: &str) -> Vec<(usize, &'a str)> {
    let lines = (1..).zip(text.lines().map(str::trim_end));
    lines.filter(|(_, l)| l.strip_prefix(letter).is_some_and(|l| l.starts_with(' '))).collect()
}

/// The last word of an output, which must have as many as the program has steps.
fn word(path: &Path, text: &str, probe: &Probe) -> Result<Word, Failure> {
    let name = path.display();
    let found = lines(text, "i");
    let steps: usize = probe.program.lines().map(steps).sum();
    if let Some((line, _)) = found.iter().find(|(_, l)| l.starts_with("i vsm ")) {
        return Err(Failure::input(format!(
            "{name}:{line}: this is the form of assay asm\n  right: the official assembler's output"
        )));
    }
    match found.last() {
        Some((line, text)) if found.len() == steps => text.parse().map_err(|e: WordError| {
            let column = if let WordError::Digit(at) = e { at + 3 } else { 3 };
            Failure::input(format!("{name}:{line}:{column}: {e}"))
        }),
        _ => Err(Failure::input(format!(
            "{name}: {} `i` lines, and the program has {steps} steps",
            found.len()
        ))),
    }
}

/// Steps of a line.
fn steps(line: &str) -> usize {
    let Ok(Some(Statement::Step(step))) = parse_line(line) else { return 0 };
    let nops = |e: &Expr| if let Expr::Nop(n) = e { Some(*n as usize) } else { None };
    step.exprs.iter().find_map(nops).unwrap_or(1)
}

/// A line of unknown form: kept as it is.
fn noted(table: &mut Table, path: &Path, text: &str, probe: &Probe) -> Result<Lesson, Failure> {
    let letter = if probe.mode == Mode::Flat { "j" } else { "m" };
    let found = lines(text, letter);
    let Some((_, line)) = found.last().filter(|(_, l)| !l[1..].trim_start().starts_with("vsm"))
    else {
        let name = path.display();
        return Err(Failure::input(format!(
            "{name}: no `{letter}` line of the official assembler\n  right: its output in mode {}",
            probe.mode.name()
        )));
    };
    let note = format!("`{}`: its line is `{line}`", probe.line());
    table.notes.push(note.clone());
    Ok(Lesson { notes: vec![note], ..Lesson::default() })
}

/// What was found in all outputs.
#[derive(Default)]
struct Report {
    text: String,
    outputs: usize,
    missing: usize,
    confirmed: usize,
    learned: usize,
    contradictions: usize,
    notes: usize,
}

impl Report {
    fn take(&mut self, id: &str, lesson: &Lesson) {
        // Writing to a string does not fail.
        for told in &lesson.confirmed {
            let _ = writeln!(self.text, "{id}: confirmed: {told}");
        }
        for told in &lesson.learned {
            let _ = writeln!(self.text, "{id}: learned: {told}");
        }
        for wrong in &lesson.contradictions {
            let _ = writeln!(self.text, "{id}: contradiction: {wrong}");
        }
        for note in &lesson.notes {
            let _ = writeln!(self.text, "{id}: note: {note}");
        }
        self.confirmed += lesson.confirmed.len();
        self.learned += lesson.learned.len();
        self.contradictions += lesson.contradictions.len();
        self.notes += lesson.notes.len();
    }

    fn finish(&mut self) -> String {
        let Self { outputs, missing, confirmed, learned, contradictions, notes, .. } = *self;
        let mut text = std::mem::take(&mut self.text);
        let _ = writeln!(
            text,
            "outputs {outputs}, without output {missing}; confirmed {confirmed}, learned {learned}, \
             contradictions {contradictions}, notes {notes}"
        );
        text
    }
}
