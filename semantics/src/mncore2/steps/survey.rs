//! One walk over a program.

use super::Stream;
use super::calculation::{Calculation, Calculations};
use super::figures::CYCLES_A_STEP;
use super::lanes::LANES;
use super::moves::{Flights, Sharing};
use super::throughput::memory_names;
use super::uses::uses;
use crate::machine::steps::{Estimate, Occupancy, Row, Survey};
use crate::mncore2::isa::{Expr, MaskSetting, Mv, Statement, Step};
use crate::mncore2::text::{Line, Program};
use crate::mncore2::{Mode, Summary};

/// What the estimate assumes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// How the stream is packed.
    pub mode: Mode,
    /// Cycles between the last word of an MV and its completion.
    pub latency: u64,
    /// What MV statements do to each other.
    pub sharing: Sharing,
}

/// Walks a program; of its source nothing is known.
#[must_use]
pub fn survey(program: &Program, model: &Model) -> Survey {
    let mut walk = Walk::new(model);
    for (index, line) in (0..).zip(program.lines()) {
        walk.line(index, line);
    }
    walk.finish()
}

struct Walk {
    setting: MaskSetting,
    stream: Stream,
    flights: Flights,
    survey: Survey,
    summary: Summary,
    calculations: Calculations,
    /// Inserted since the last row.
    inserted: u64,
}

impl Walk {
    fn new(model: &Model) -> Self {
        let survey = Survey {
            letter: model.mode.letter(),
            occupancy: Occupancy::of_lanes(&LANES),
            memories: memory_names(),
            cycles_a_step: CYCLES_A_STEP,
            ..Survey::default()
        };
        Self {
            setting: MaskSetting::NONE,
            stream: Stream::new(model.mode),
            flights: Flights::new(model.sharing, model.latency),
            survey,
            summary: Summary::default(),
            calculations: Calculations::default(),
            inserted: 0,
        }
    }

    fn line(&mut self, index: u32, line: &Line) {
        let first = self.summary.steps;
        self.summary.count(line.statement());
        match line.statement() {
            Statement::Mask(setting) => self.setting = *setting,
            Statement::Step(step) => self.step(index, line.number, first, step),
            Statement::Mv(mv) => {
                self.inserted += self.stream.mv();
                if let Mv::Transfer(mv) = mv {
                    self.flights.issue(index, line.number, mv, self.stream.now());
                }
            }
            Statement::Quit
            | Statement::Get(_)
            | Statement::Set(_)
            | Statement::Load(_)
            | Statement::Host(_) => {}
        }
    }

    fn step(&mut self, index: u32, line: u32, first: u64, step: &Step) {
        let mut held = 0;
        let mut steps = 1;
        for expr in &step.exprs {
            match expr {
                Expr::Wait(tag) => {
                    let complete = self.flights.wait(*tag, line);
                    held += self.stream.hold(complete);
                }
                Expr::Nop(n) => {
                    steps = *n;
                    self.survey.nops = self.survey.nops.saturating_add((*n).into());
                }
                _ => {}
            }
        }
        let calculation = Calculation::of(step);
        let row = Row {
            index,
            line,
            steps,
            first,
            slot: self.stream.slots,
            nops: std::mem::take(&mut self.inserted),
            held,
            uses: uses(step, &self.setting),
            flops: calculation.map_or(0, Calculation::flops),
        };
        if steps > 0 {
            self.stream.steps(steps.into());
        }
        self.survey.occupancy.add(row.uses);
        if let Some(calculation) = calculation {
            self.calculations.add(calculation);
        }
        self.survey.rows.push(row);
    }

    fn finish(mut self) -> Survey {
        self.stream.finish();
        let moves = self.flights.finish();
        let last = moves.iter().map(|m| m.end).max().unwrap_or(0);
        let Stream { slots, nops, mvnops, held, .. } = self.stream;
        let cycles = self.stream.now().max(last);
        let estimate = Estimate { steps: slots, nops, mvnops, held, cycles };
        Survey {
            steps: self.summary.steps,
            transfers: self.summary.mv,
            flops: self.calculations.flops(),
            forms: self.calculations.forms().collect(),
            moves,
            estimate,
            ..self.survey
        }
    }
}
