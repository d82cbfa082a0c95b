//! The program that is looked at.

use crate::Remarks;
use crate::diagnose::name;
use crate::failure::Failure;
use crate::input::Input;
use crate::source::Source;
use semantics::machine::steps::{Model, Move, Row, Survey};
use semantics::machine::{Program, Steps};
use semantics::source::MAX_SOURCE;
use std::io::{self, Read};
use std::path::Path;

/// A program with all that is known of it.
pub(super) struct Subject {
    pub(super) name: String,
    pub(super) source: Vec<u8>,
    program: Box<dyn Program>,
    steps: &'static dyn Steps,
    pub(super) model: Model<'static>,
    /// MHz.
    pub(super) clock: Option<f64>,
    pub(super) survey: Survey,
}

impl Subject {
    pub(super) fn read(
        (from, path): (Source<'_>, &Path),
        steps: &'static dyn Steps,
        most: Option<u64>,
        model: Model<'static>,
        clock: Option<f64>,
        remarks: Remarks,
    ) -> Result<Self, Failure> {
        let name = name(path);
        let source = bytes(path).map_err(|e| Failure::read(path, &e))?;
        let program = from.read_bytes(&source, remarks)?;
        let survey = steps.survey(&*program, &source, &model, most);
        let survey =
            survey.map_err(|e| Failure::input(format!("{name}:{}: {}", e.line, e.kind)))?;
        Ok(Self { name, source, program, steps, model, clock, survey })
    }

    /// `score=20 j=19 m=1 bytes=250`, as the contest reports it.
    pub(super) fn score(&self) -> String {
        let Survey { letter, steps, transfers, bytes, .. } = &self.survey;
        format!("score={} {letter}={steps} m={transfers} bytes={bytes}", self.survey.score())
    }

    /// The statement of a row or a transfer.
    pub(super) fn statement(&self, index: u32) -> String {
        self.steps.statement(&*self.program, index)
    }

    /// The memories of a transfer.
    pub(super) fn memories(&self, one: &Move) -> impl Iterator<Item = &str> {
        let all = self.survey.memories.iter().enumerate();
        all.filter(|(memory, _)| one.is_on(*memory)).map(|(_, name)| name.as_str())
    }

    /// The cycle in which a row is issued.
    pub(super) fn cycle(&self, row: &Row) -> u64 {
        row.slot.saturating_mul(self.survey.cycles_a_step)
    }

    /// A part of the steps.
    pub(super) fn share(&self, steps: u64) -> f64 {
        steps as f64 / self.survey.steps.max(1) as f64
    }

    /// Microseconds, if there is a clock.
    pub(super) fn microseconds(&self, cycles: u64) -> Option<f64> {
        self.clock.map(|mhz| cycles as f64 / mhz)
    }

    /// Billions of operations a second over the estimated time, if there is a clock.
    pub(super) fn gflops(&self) -> Option<f64> {
        let time = self.microseconds(self.survey.estimate.cycles).filter(|us| *us > 0.0)?;
        Some(self.survey.flops as f64 / time / 1e3)
    }
}

/// The whole source; one that is too long is cut behind the limit, so that reading it says so.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut source = Vec::new();
    Input::with_end(path)?.take(MAX_SOURCE + 1).read_to_end(&mut source)?;
    Ok(source)
}
