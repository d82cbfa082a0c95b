//! One walk over a program.

use super::calculation::{Calculation, Calculations};
use super::figures::Mode;
use super::lanes::Uses;
use super::moves::{Flights, Move, Sharing};
use super::occupancy::Occupancy;
use super::stream::Stream;
use super::uses::uses;
use crate::mncore2::Summary;
use crate::mncore2::isa::{Expr, MaskSetting, Mv, Statement, Step};
use crate::mncore2::text::{Line, Program};

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

/// A PE statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which of the program's lines it is, from 0.
    pub index: u32,
    /// Its steps: 1, or n of `nop/n`.
    pub steps: u32,
    /// Which step of the program it is, from 0.
    pub first: u64,
    /// Where it stands in the packed stream, from 0, behind what was inserted and held.
    pub slot: u64,
    /// Steps of `nop` that packing inserted between the row before and this one.
    pub nops: u64,
    /// Steps that its `wait` holds the stream, behind those.
    pub held: u64,
    /// What it uses.
    pub uses: Uses,
    /// What it computes.
    pub calculation: Option<Calculation>,
}

/// How long the program takes, as the model has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Steps of the packed stream, with all that was inserted and held.
    pub steps: u64,
    /// Of them `nop` that packing inserted.
    pub nops: u64,
    /// `mvnop` that packing inserted.
    pub mvnops: u64,
    /// Of the steps those that waits held.
    pub held: u64,
    /// Cycles until the last step is issued and the last MV is complete.
    pub cycles: u64,
}

/// All that is known of a program's time.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The counts behind the score.
    pub summary: Summary,
    /// Of the steps those with `nop`.
    pub nops: u64,
    /// Steps by unit and port.
    pub occupancy: Occupancy,
    /// Floating-point operations.
    pub calculations: Calculations,
    /// The PE statements.
    pub rows: Vec<Row>,
    /// The MV statements but `mvnop`.
    pub moves: Vec<Move>,
    /// The time.
    pub estimate: Estimate,
}

impl Survey {
    /// Walks a program.
    #[must_use]
    pub fn new(program: &Program, model: &Model) -> Self {
        let mut walk = Walk::new(model);
        for (index, line) in (0..).zip(program.lines()) {
            walk.line(index, line);
        }
        walk.finish()
    }
}

struct Walk {
    setting: MaskSetting,
    stream: Stream,
    flights: Flights,
    survey: Survey,
    /// Inserted since the last row.
    inserted: u64,
}

impl Walk {
    fn new(model: &Model) -> Self {
        let survey = Survey {
            summary: Summary::default(),
            nops: 0,
            occupancy: Occupancy::default(),
            calculations: Calculations::default(),
            rows: Vec::new(),
            moves: Vec::new(),
            estimate: Estimate::default(),
        };
        Self {
            setting: MaskSetting::NONE,
            stream: Stream::new(model.mode),
            flights: Flights::new(model.sharing, model.latency),
            survey,
            inserted: 0,
        }
    }

    fn line(&mut self, index: u32, line: &Line) {
        let first = self.survey.summary.steps;
        self.survey.summary.count(&line.statement);
        match &line.statement {
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
        let row = Row {
            index,
            steps,
            first,
            slot: self.stream.slots,
            nops: std::mem::take(&mut self.inserted),
            held,
            uses: uses(step, &self.setting),
            calculation: Calculation::of(step),
        };
        if steps > 0 {
            self.stream.steps(steps.into());
        }
        self.survey.occupancy.add(row.uses);
        if let Some(calculation) = row.calculation {
            self.survey.calculations.add(calculation);
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
        Survey { moves, estimate, ..self.survey }
    }
}
