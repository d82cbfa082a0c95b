//! A run, of which the statements of some lines are told, or those that change watched words.

use super::show::Shown;
use super::watch::{Change, Watch};
use super::{Trace, Tracer, json, show};
use crate::machine::{self, Each, Run, RunError, Traced};
use crate::mncore2::isa::{Levels, Statement};
use crate::mncore2::text::{Program, parse_line};
use crate::mncore2::{Board, MnCore2, first_beyond};
use crate::source::Refusal;
use std::io;
use std::ops::RangeInclusive;

impl Traced for Shown<'_> {
    fn line(&self) -> u32 {
        self.line.number
    }

    fn text(&self) -> String {
        show::text(self)
    }

    fn json(&self) -> String {
        json::text(self)
    }
}

/// Statements between two reports of progress.
const STRIDE: usize = 1 << 8;

struct Watching {
    tracer: Tracer,
    watches: Vec<Watch>,
    /// Whether the run ends behind the first statement that changes a watched word.
    ends: bool,
}

impl machine::Trace for MnCore2 {
    fn tracer(&self, pes: Option<&str>) -> Result<Box<dyn machine::Tracer>, Refusal> {
        let text = pes.unwrap_or("n0c0b0m0p0");
        let places = text.split(',').map(|place| {
            levels(place).ok_or_else(|| {
                Refusal::new(format!("`{place}` is no place")).help(
                    "levels in the order n, c, b, m, p, as n0c0b0m0p0; levels left out are all of them",
                )
            })
        });
        let tracer = Tracer::new(&places.collect::<Result<Vec<_>, _>>()?);
        Ok(Box::new(Watching { tracer, watches: Vec::new(), ends: false }))
    }

    fn watches(&self) -> bool {
        true
    }
}

/// Levels, read as `d get` has them.
fn levels(place: &str) -> Option<Levels> {
    match parse_line(&format!("d get $lr0{} 1", place.trim())) {
        Ok(Some(Statement::Get(get))) => Some(get.levels),
        _ => None,
    }
}

impl machine::Tracer for Watching {
    fn watch(&mut self, words: &[String], ends: bool) -> Result<(), Refusal> {
        self.ends = ends;
        self.watches = words.iter().map(|word| Watch::parse(word)).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn trace(
        &mut self,
        board: &mut dyn machine::Board,
        program: &dyn machine::Program,
        lines: RangeInclusive<u32>,
        run: Run<'_>,
        each: &mut Each<'_>,
    ) -> Result<(), RunError> {
        let board: &mut Board = board.own_mut()?;
        let program: &Program = program.own()?;
        let Run { mut advance, limit, .. } = run;
        self.watches.iter_mut().for_each(|watch| watch.begin(board));
        let most = limit.unwrap_or(u64::MAX);
        let beyond = first_beyond(program.lines(), most);
        for (n, line) in program.lines().iter().enumerate() {
            if beyond == Some(n) {
                return Err(machine::RunErrorKind::Limit(most).at(line.number));
            }
            if let Some(advance) = advance.as_mut().filter(|_| n % STRIDE == 0) {
                advance(n as u64);
            }
            let (seen, mut dump) = (lines.contains(&line.number), Vec::new());
            let executed = if seen {
                self.tracer.step(board, line, &mut dump)
            } else {
                board.step(line, &mut io::sink()).map(|()| Trace::default())
            };
            let trace =
                executed.map_err(|kind| super::super::RunError { line: line.number, kind })?;
            let changes: Vec<Change> =
                self.watches.iter_mut().flat_map(|watch| watch.changes(board)).collect();
            let changed = seen && !changes.is_empty();
            let told = changed || seen && self.watches.is_empty();
            let shown = Shown { line, trace: &trace, changes: &changes, dump: &dump };
            if told && each(&shown).is_break() || changed && self.ends {
                break;
            }
        }
        Ok(())
    }

    fn told(&self, error: &RunError) -> String {
        format!(":{}: {}", error.line, error.kind)
    }
}
