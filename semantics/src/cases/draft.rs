//! A case as a reader found it, and what is wrong with it: the same for both forms of case files.

use super::{Assignment, Case, Code, Ending, File, NOTES};
use crate::machine::{Board, Machine};
use crate::machines;
use crate::source::{Diagnostic, Errors, Fault, MAX_DIAGNOSTICS, ReadError, Refusal, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The code of what is wrong in a case file.
const CODE: &str = "CASE-E";

/// Where something stands: a line, column and length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) line: u32,
    columns: [u32; 2],
}

impl Place {
    pub(super) fn new(line: u32, span: Span, text: &str) -> Self {
        Self { line, columns: span.columns(text) }
    }
}

/// What is wrong, and where; behind a pointer, since every result of a reader could carry it.
pub(super) type Wrong = Box<Diagnostic>;

pub(super) fn wrong(place: Place, message: impl Into<String>) -> Wrong {
    let [column, length] = place.columns;
    let fault = Fault::error(CODE, "", Span::default(), message).place(place.line, "");
    Box::new(Diagnostic { column, length, ..fault })
}

pub(super) fn right(mut wrong: Wrong, help: impl Into<String>) -> Wrong {
    wrong.help = Some(help.into());
    wrong
}

fn refused(place: Place, refusal: Refusal) -> Wrong {
    let Refusal { message, help } = refusal;
    help.into_iter().fold(wrong(place, message), right)
}

/// A name and its value as they are written.
pub(super) struct Pair {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) place: Place,
}

/// A case that is being read.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) id: String,
    pub(super) text: String,
    /// Of its beginning, and of its id.
    pub(super) begin: Place,
    pub(super) named: Place,
    pub(super) set: Vec<Pair>,
    pub(super) init: Vec<Pair>,
    pub(super) expect: Vec<Pair>,
    pub(super) code: Vec<Code>,
    pub(super) cores: Vec<(u32, Place)>,
    pub(super) error: Option<(Ending, Place)>,
    pub(super) rest: Option<u32>,
    pub(super) notes: BTreeMap<&'static str, String>,
    /// Whether there is code, and whether something is expected, as far as it can be read.
    pub(super) has: [bool; 2],
}

impl Draft {
    /// Adds to what a `#@` line says.
    pub(super) fn note(&mut self, key: &'static str, text: &str) {
        add(&mut self.notes, key, text);
    }

    pub(super) fn error(&mut self, ending: Ending, place: Place) -> Result<(), Wrong> {
        match self.error.replace((ending, place)) {
            None => Ok(()),
            Some(_) => Err(wrong(place, "the case has two errors")),
        }
    }
}

/// Two lines of one key are one with a blank between.
pub(super) fn add(notes: &mut BTreeMap<&'static str, String>, key: &'static str, text: &str) {
    let said = notes.entry(key).or_default();
    if !said.is_empty() {
        said.push(' ');
    }
    said.push_str(text);
}

/// The key of a note as it is kept.
pub(super) fn note_key(key: &str, place: Place) -> Result<&'static str, Wrong> {
    NOTES
        .into_iter()
        .find(|known| *known == key)
        .ok_or_else(|| right(wrong(place, format!("there is no note `{key}`")), NOTES.join(", ")))
}

/// What becomes a file.
#[derive(Default)]
pub(super) struct Builder {
    pub(super) machine: Option<&'static dyn Machine>,
    cases: Vec<Case>,
    ids: BTreeSet<String>,
    wrong: Vec<Diagnostic>,
    more: u64,
}

impl Builder {
    pub(super) fn keep(&mut self, result: Result<(), Wrong>) {
        let Err(wrong) = result else { return };
        if self.wrong.len() < MAX_DIAGNOSTICS {
            self.wrong.push(*wrong);
        } else {
            self.more += 1;
        }
    }

    pub(super) fn system(&mut self, name: &str, place: Place) -> Result<(), Wrong> {
        match machines::named(name) {
            Some(machine) => {
                self.machine = Some(machine);
                Ok(())
            }
            None => {
                Err(right(wrong(place, format!("there is no system `{name}`")), machines::names()))
            }
        }
    }

    /// Judges a case that ends, and keeps it.
    pub(super) fn close(&mut self, draft: Draft) {
        let Draft { id, text, begin, named, .. } = &draft;
        let mut case =
            Case { id: id.clone(), text: text.clone(), line: begin.line, ..Case::default() };
        if !id.is_empty() && !self.ids.insert(id.clone()) {
            self.keep(Err(wrong(*named, format!("there are two cases `{id}`"))));
        }
        for (has, what) in draft.has.into_iter().zip(["no code", "nothing that it expects"]) {
            if !has {
                self.keep(Err(wrong(*begin, format!("the case `{id}` has {what}"))));
            }
        }
        let Some(machine) = self.machine else { return };
        for (core, place) in &draft.cores {
            self.keep(core_of(machine, *core, *place));
        }
        if let Some((Ending { kind, .. }, place)) = &draft.error
            && !machine.errors().is_empty()
            && !machine.errors().contains(&&**kind)
        {
            let message = format!("{} has no error `{kind}`", machine.title());
            self.keep(Err(right(wrong(*place, message), machine.errors().join(", "))));
        }
        if let Some((Ending { at: Some(at), .. }, place)) = &draft.error
            && *at as usize > draft.code.len()
            && draft.has[0]
        {
            let message = format!("the case has no code line {at}");
            let last = draft.code.len().max(1) - 1;
            self.keep(Err(right(wrong(*place, message), format!("0 to {last}"))));
        }
        match model(machine, &draft.set) {
            Err(wrong) => self.keep(Err(wrong)),
            Ok(mut board) => {
                // What a value does not fit shows where it is set, or looked for.
                for pair in &draft.init {
                    let assignment = assignment(&*board, pair).and_then(|found| {
                        let set = board.set(&found.target, &found.value);
                        set.map(|()| found).map_err(|refusal| refused(pair.place, refusal))
                    });
                    self.keep(assignment.map(|found| case.init.push(found)));
                }
                for pair in &draft.expect {
                    let assignment = assignment(&*board, pair).and_then(|found| {
                        let shape = board.shape(&found.target);
                        let there = shape
                            .and_then(|shape| board.check(&found.target, found.value.units(shape)));
                        there.map(|()| found).map_err(|refusal| refused(pair.place, refusal))
                    });
                    self.keep(assignment.map(|found| case.expect.push(found)));
                }
            }
        }
        let Draft { set, code, error, rest, notes, .. } = draft;
        case.parameters = set.into_iter().map(|pair| (pair.name, pair.value)).collect();
        case.error = error.map(|(ending, _)| ending);
        (case.code, case.rest, case.notes) = (code, rest, notes);
        self.cases.push(case);
    }

    pub(super) fn finish(mut self) -> Result<File, ReadError> {
        if self.machine.is_none() && self.wrong.is_empty() {
            let start = Place { line: 1, columns: [1, 1] };
            self.keep(Err(wrong(start, "the file names no system")));
        }
        match self.machine.filter(|_| self.wrong.is_empty()) {
            Some(machine) => Ok(File { machine, cases: self.cases }),
            None => {
                self.wrong.sort_by_key(|wrong| (wrong.line, wrong.column));
                Err(Errors { diagnostics: self.wrong, more: self.more }.into())
            }
        }
    }
}

fn core_of(machine: &dyn Machine, core: u32, place: Place) -> Result<(), Wrong> {
    let title = machine.title();
    match machine.facts().cores {
        cores if core < cores => Ok(()),
        1 => Err(right(wrong(place, format!("{title} has one program")), "no `core`")),
        cores => {
            let message = format!("{title} has no core {core}");
            Err(right(wrong(place, message), format!("0 to {}", cores - 1)))
        }
    }
}

/// The model under these parameters, to ask for the parts of its state. The first parameter is to blame
/// with which there is none.
fn model(machine: &dyn Machine, set: &[Pair]) -> Result<Box<dyn Board>, Wrong> {
    let pairs: Vec<(&str, &str)> = set.iter().map(|pair| (&*pair.name, &*pair.value)).collect();
    machine.board(&pairs).map_err(|refusal| {
        let first = (1..=set.len()).find_map(|n| Some((n, machine.board(&pairs[..n]).err()?)));
        match first {
            Some((n, refusal)) => refused(set[n - 1].place, refusal),
            None => refused(Place::default(), refusal),
        }
    })
}

fn assignment(board: &dyn Board, pair: &Pair) -> Result<Assignment, Wrong> {
    let Pair { name, value, place } = pair;
    let value = board.shape(name).and_then(|shape| shape.parse(value));
    let value = value.map_err(|refusal| refused(*place, refusal))?;
    Ok(Assignment { line: place.line, target: name.clone(), value })
}
