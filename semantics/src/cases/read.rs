//! Reading case files. Nothing is run where anything is wrong.

use super::line::{Word, Wrong, behind, fault, pair, words};
use super::{Assignment, Case, File};
use crate::machine::{self, Board, Machine};
use crate::source::{
    Diagnostic, Errors, MAX_DIAGNOSTICS, MAX_SOURCE, ReadError, Refusal, Span, lines,
};
use std::collections::BTreeSet;
use std::io::BufRead;

/// The keys behind `system`.
const KEYS: &str = "test, set, init, mem, sys, array, code, expect, error";

/// Reads a case file.
///
/// # Errors
/// If the reader fails, or all that is wrong with the file.
pub fn read(mut source: impl BufRead) -> Result<File, ReadError> {
    let (mut reader, mut raw, mut size) = (Reader::default(), Vec::new(), 0);
    for number in 1.. {
        let found = lines::next(&mut source, &mut raw)
            .map_err(|error| ReadError::Io { line: number, error })?;
        size += found.bytes;
        if found.bytes == 0 {
            break;
        }
        if found.too_long || size > MAX_SOURCE {
            reader.wrong(number, "", fault(Span::new(0, 1), "the line or the file is too long"));
            break;
        }
        let whole = lines::whole(&raw, number == 1);
        match std::str::from_utf8(whole) {
            Ok(text) => {
                if let Err(fault) = reader.line(number, text) {
                    reader.wrong(number, text, fault);
                }
            }
            Err(_) => reader.wrong(number, "", fault(Span::new(0, 1), "the line is not UTF-8")),
        }
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    machine: Option<&'static dyn Machine>,
    cases: Vec<Case>,
    ids: BTreeSet<String>,
    /// The board of the case, to ask for the shapes of its parts; made when the first is asked for.
    board: Option<Box<dyn Board>>,
    wrong: Vec<Diagnostic>,
    more: u64,
}

fn refused(span: Span, refusal: Refusal) -> Wrong {
    let fault = fault(span, refusal.message);
    refusal.help.into_iter().fold(fault, Wrong::help)
}

impl Reader {
    fn wrong(&mut self, number: u32, text: &str, fault: Wrong) {
        if self.wrong.len() < MAX_DIAGNOSTICS {
            self.wrong.push(fault.0.place(number, text));
        } else {
            self.more += 1;
        }
    }

    fn line(&mut self, number: u32, text: &str) -> Result<(), Wrong> {
        if let Some(note) = text.trim_start().strip_prefix("#@") {
            let (key, note) = note.trim().split_once([' ', '\t']).unwrap_or((note.trim(), ""));
            if let Some(case) = self.cases.last_mut() {
                case.notes.push((key.into(), note.trim().into()));
            }
            return Ok(());
        }
        let Some((key, at)) = words(text).next() else { return Ok(()) };
        let rest = || words(text).skip(1);
        if key == "system" {
            return self.system(at, rest().collect());
        }
        if self.machine.is_none() {
            return Err(fault(at, format!("`{key}` stands before the system"))
                .help("the first line is `system NAME`"));
        }
        if key == "test" {
            return self.test(number, text, at, rest().next());
        }
        if !matches!(key, "set" | "init" | "mem" | "sys" | "array" | "code" | "expect" | "error") {
            return Err(fault(at, format!("there is no key `{key}`")).help(KEYS));
        }
        if self.cases.is_empty() {
            return Err(fault(at, format!("`{key}` stands before the first test"))
                .help("`test ID text` begins a case"));
        }
        if key == "code" {
            return self.code(number, behind(text, at), at);
        }
        if rest().next().is_none() {
            return Err(fault(at, format!("`{key}` says nothing")));
        }
        match key {
            "error" => self.error(rest().collect(), at),
            "array" => rest().try_for_each(|(size, span)| self.parameter("array", size, span)),
            "set" => rest().try_for_each(|word| {
                let (name, value) = pair(word)?;
                self.parameter(name, value, word.1)
            }),
            "mem" | "sys" => self.memory(number, key, &rest().collect::<Vec<_>>()),
            _ => rest().try_for_each(|word| self.assign(number, key, "", word)),
        }
    }

    fn system(&mut self, at: Span, names: Vec<Word<'_>>) -> Result<(), Wrong> {
        let known = || machine::ALL.map(Machine::name).join(", ");
        if self.machine.is_some() {
            return Err(fault(at, "the system is named a second time"));
        }
        match names[..] {
            [(name, span)] => match machine::named(name) {
                Some(machine) => {
                    self.machine = Some(machine);
                    Ok(())
                }
                None => Err(fault(span, format!("there is no system `{name}`")).help(known())),
            },
            _ => Err(fault(at, "`system` has one name behind it").help(known())),
        }
    }

    fn test(&mut self, line: u32, text: &str, at: Span, id: Option<Word<'_>>) -> Result<(), Wrong> {
        let told = self.end();
        let Some((id, span)) = id else { return Err(fault(at, "`test` has no id behind it")) };
        self.board = None;
        let case = Case { id: id.into(), text: behind(text, span).into(), line, ..Case::default() };
        self.cases.push(case);
        if !self.ids.insert(id.to_owned()) {
            return Err(fault(span, format!("there are two cases `{id}`")));
        }
        told
    }

    /// The case ends: it must have code and expect something.
    fn end(&mut self) -> Result<(), Wrong> {
        let Some(case) = self.cases.last() else { return Ok(()) };
        let lacks = match () {
            () if case.code.is_empty() => "no code",
            () if case.expect.is_empty() && case.error.is_none() => "nothing that it expects",
            () => return Ok(()),
        };
        let (line, message) = (case.line, format!("the case `{}` has {lacks}", case.id));
        self.wrong(line, "", fault(Span::new(0, 4), message));
        Ok(())
    }

    fn case(&mut self) -> Result<&mut Case, Wrong> {
        self.cases.last_mut().ok_or_else(|| fault(Span::new(0, 1), "there is no case yet"))
    }

    fn code(&mut self, number: u32, code: &str, at: Span) -> Result<(), Wrong> {
        if code.is_empty() {
            return Err(fault(at, "`code` says nothing"));
        }
        let code = (number, code.to_owned());
        self.case().map(|case| case.code.push(code))
    }

    fn parameter(&mut self, name: &str, value: &str, span: Span) -> Result<(), Wrong> {
        let case = self.case()?;
        if !case.init.is_empty() || !case.expect.is_empty() {
            return Err(fault(span, "a parameter stands behind the state").help("`set` first"));
        }
        case.parameters.push((name.into(), value.into()));
        // Whether the model has it shows when it is made.
        self.board = None;
        let made = self.board().map(drop).map_err(|refusal| refused(span, refusal));
        if made.is_err() {
            self.case()?.parameters.pop();
        }
        made
    }

    fn board(&mut self) -> Result<&dyn Board, Refusal> {
        let case = self.cases.last().map_or(&[][..], |case| &case.parameters);
        let pairs: Vec<(&str, &str)> = case.iter().map(|(n, v)| (&**n, &**v)).collect();
        let board = match (self.board.take(), self.machine) {
            (Some(board), _) => board,
            (None, Some(machine)) => machine.board(&pairs)?,
            (None, None) => return Err(Refusal::new("there is no system")),
        };
        Ok(&**self.board.insert(board))
    }

    /// `mem [A]=V`, `mem peN[A]=V`, `sys [A]=V`: short for `init mem[A]=V`, `init peN.mem[A]=V`.
    fn memory(&mut self, number: u32, key: &str, words: &[Word<'_>]) -> Result<(), Wrong> {
        words.iter().try_for_each(|&(word, span)| {
            let at = word.find('[').ok_or_else(|| {
                fault(span, format!("`{word}` has no address")).help("[ADDRESS]=BYTES")
            })?;
            let (place, rest) = word.split_at(at);
            let dot = if place.is_empty() { "" } else { "." };
            self.assign(
                number,
                "init",
                &format!("{place}{dot}{key}"),
                (rest, Span::new(span.start + at, span.end)),
            )
        })
    }

    fn assign(&mut self, line: u32, key: &str, before: &str, word: Word<'_>) -> Result<(), Wrong> {
        let (name, text) = pair(word)?;
        if name == "rest" && key == "expect" {
            let title = self.machine.map_or("", Machine::title);
            return Err(fault(word.1, format!("{title} cannot tell the rest of its state"))
                .help("name what is expected"));
        }
        let target = format!("{before}{name}");
        let value = self.board().and_then(|board| board.shape(&target)?.parse(text));
        let value = value.map_err(|refusal| refused(word.1, refusal))?;
        let assignment = Assignment { line, target, value };
        let case = self.case()?;
        if key == "init" {
            case.init.push(assignment)
        } else {
            case.expect.push(assignment)
        }
        Ok(())
    }

    /// `error KIND [at N]`
    fn error(&mut self, words: Vec<Word<'_>>, at: Span) -> Result<(), Wrong> {
        let parsed = match words[..] {
            [(kind, _)] => Some((kind, None)),
            [(kind, _), ("at", _), (n, _)] => n.parse().ok().map(|n| (kind, Some(n))),
            _ => None,
        };
        let Some((kind, line)) = parsed else {
            return Err(fault(at, "this names no error").help("error KIND, or error KIND at LINE"));
        };
        let case = self.case()?;
        if case.error.replace((kind.into(), line)).is_some() {
            return Err(fault(at, "the case has two errors"));
        }
        Ok(())
    }

    fn finish(mut self) -> Result<File, ReadError> {
        let told = self.end();
        if let Err(fault) = told {
            self.wrong(0, "", fault);
        }
        if self.machine.is_none() && self.wrong.is_empty() {
            self.wrong(1, "", fault(Span::new(0, 1), "the file names no system"));
        }
        match self.machine.filter(|_| self.wrong.is_empty()) {
            Some(machine) => Ok(File { machine, cases: self.cases }),
            None => Err(Errors { diagnostics: self.wrong, more: self.more }.into()),
        }
    }
}
