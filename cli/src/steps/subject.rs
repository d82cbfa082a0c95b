//! The program that is looked at.

use crate::Remarks;
use crate::diagnose::name;
use crate::failure::Failure;
use crate::input::Input;
use crate::source::Source;
use semantics::machine::{self, RunErrorKind};
use semantics::mncore2::first_beyond;
use semantics::mncore2::steps::{CYCLES_A_STEP, CodeBytes, Mode, Model, Row, Survey, flat_list};
use semantics::mncore2::text::{Line, Program};
use semantics::source::MAX_SOURCE;
use std::io::{self, Read};
use std::path::Path;

/// A program with all that is known of it.
pub(super) struct Subject {
    pub(super) name: String,
    pub(super) source: Vec<u8>,
    program: Box<dyn machine::Program>,
    pub(super) model: Model,
    /// MHz.
    pub(super) clock: Option<f64>,
    pub(super) survey: Survey,
    /// Of the source without comments.
    pub(super) bytes: u64,
}

impl Subject {
    pub(super) fn read(
        from: Source<'_>,
        path: &Path,
        most: Option<u64>,
        model: Model,
        clock: Option<f64>,
        remarks: Remarks,
    ) -> Result<Self, Failure> {
        let name = name(path);
        let source = bytes(path).map_err(|e| Failure::read(path, &e))?;
        let read = from.read_bytes(&source, remarks)?;
        let program: &Program = read.downcast().expect("the machine's own");
        if let Some(line) = flat_list(program).filter(|_| model.mode == Mode::AutoStride) {
            return Err(Failure::input(format!(
                "{name}:{}: a list of addresses in auto-stride mode\n  right: --mode flat, or an \
                 address with v",
                line.number
            )));
        }
        let lines = program.lines();
        if let Some((most, at)) = most.and_then(|most| Some((most, first_beyond(lines, most)?))) {
            let kind = RunErrorKind::Limit(most);
            return Err(Failure::input(format!("{name}:{}: {kind}", lines[at].number)));
        }
        let mut code = CodeBytes::default();
        code.feed(&source);
        let survey = Survey::new(program, &model);
        Ok(Self { name, source, program: read, model, clock, survey, bytes: code.count() })
    }

    /// `score=20 j=19 m=1 bytes=250`, as the contest reports it.
    pub(super) fn score(&self) -> String {
        let summary = &self.survey.summary;
        format!(
            "score={} {}={} m={} bytes={}",
            summary.score(),
            self.model.mode.letter(),
            summary.steps,
            summary.mv,
            self.bytes
        )
    }

    /// The statement of a row or an MV.
    pub(super) fn line(&self, index: u32) -> &Line {
        let program: &Program = self.program.downcast().expect("the machine's own");
        &program.lines()[index as usize]
    }

    /// A part of the steps.
    pub(super) fn share(&self, steps: u64) -> f64 {
        steps as f64 / self.survey.summary.steps.max(1) as f64
    }

    /// Microseconds, if there is a clock.
    pub(super) fn microseconds(&self, cycles: u64) -> Option<f64> {
        self.clock.map(|mhz| cycles as f64 / mhz)
    }

    /// Billions of operations a second over the estimated time, if there is a clock.
    pub(super) fn gflops(&self) -> Option<f64> {
        let time = self.microseconds(self.survey.estimate.cycles).filter(|us| *us > 0.0)?;
        Some(self.survey.calculations.flops() as f64 / time / 1e3)
    }
}

/// The cycle in which a row is issued.
pub(super) fn cycle(row: &Row) -> u64 {
    row.slot.saturating_mul(CYCLES_A_STEP)
}

/// The whole source; one that is too long is cut behind the limit, so that reading it says so.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut source = Vec::new();
    Input::with_end(path)?.take(MAX_SOURCE + 1).read_to_end(&mut source)?;
    Ok(source)
}
