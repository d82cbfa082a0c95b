//! POD as one of the machines.

use super::board::Board;
use super::check::Lint;
use super::code;
use super::program::Program;
use super::script::Script;
use super::timing::Parameters;
use super::{Pod, Shape};
use crate::machine::{
    self, Assemble, AssembleError, DisassembleError, Facts, Figures, How, Machine, Telling, Trace,
};
use crate::source::number::decimal;
use crate::source::{self, ReadError, Refusal};
use std::io::{BufRead, Write};

/// POD.
#[derive(Clone, Copy, Debug)]
pub struct PodMachine;

impl Machine for PodMachine {
    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "pod",
            title: "POD",
            extensions: &["pod"],
            // An assembly error runs nothing (POD-D73).
            reads_whole: true,
            ..Facts::NONE
        }
    }

    fn errors(&self) -> Vec<&'static str> {
        ERRORS.into()
    }

    fn lints(&self) -> Vec<(&'static str, String)> {
        let short = |code: &str| code.trim_start_matches("POD-W-").to_ascii_lowercase();
        Lint::ALL.map(|lint| (lint.code(), short(lint.code()))).into()
    }

    fn read(
        &self,
        text: &mut dyn BufRead,
        how: &How<'_>,
    ) -> Result<Box<dyn machine::Program>, ReadError> {
        Ok(Box::new(Program::script(&source::text(text)?, &lints(how)?)?))
    }

    fn read_code(
        &self,
        text: &mut dyn BufRead,
        how: &How<'_>,
    ) -> Result<Box<dyn machine::Program>, ReadError> {
        Ok(Box::new(Program::lines(&source::text(text)?, &lints(how)?)?))
    }

    fn format(&self, text: &mut dyn BufRead) -> Result<Vec<u8>, ReadError> {
        Ok(Script::format(&source::text(text)?)?.into_bytes())
    }

    /// `array=CxR`, `sram=BYTES`, and the parameters of the timing model by their names.
    fn board(&self, parameters: &[(&str, &str)]) -> Result<Box<dyn machine::Board>, Refusal> {
        let (mut side, mut sram) = ((1, 1), Shape::SRAM);
        let mut timing = Parameters::default();
        for (name, value) in parameters {
            match *name {
                "array" => side = array(value)?,
                "sram" => {
                    sram = number(name, value)?.try_into().map_err(|_| {
                        let message = format!("sram={value}: no size of an SRAM");
                        Refusal::new(message).help(format!(
                            "{} to {} bytes",
                            Shape::LEAST,
                            Shape::MOST
                        ))
                    })?;
                }
                _ => timing.set(name, number(name, value)?)?,
            }
        }
        let shape = Shape::new(side.0, side.1, sram).map_err(|e| Refusal::new(e.to_string()))?;
        Ok(Box::new(Board::new(Pod::new(shape, timing))))
    }

    fn assemble(&self) -> Option<&dyn Assemble> {
        Some(self)
    }

    fn trace(&self) -> Option<&dyn Trace> {
        Some(const { &Telling::<Board>::FIRST })
    }

    fn figures(&self) -> Option<&dyn Figures> {
        Some(self)
    }
}

impl Figures for PodMachine {
    /// Runs it on an array of its own.
    fn figures(
        &self,
        program: &dyn machine::Program,
        parameters: &[(&str, &str)],
        limit: Option<u64>,
    ) -> Result<Vec<(String, String)>, Refusal> {
        let mut board = self.board(parameters)?;
        let mut sink = std::io::sink();
        let run = machine::Run { limit, ..machine::Run::quietly(&mut sink) };
        board.run(program, run).map_err(|e| Refusal::new(e.to_string()))?;
        Ok((*board).own::<Board>()?.figures())
    }
}

impl Assemble for PodMachine {
    /// Three words a packet, one packet a line.
    fn assemble(
        &self,
        program: &dyn machine::Program,
        _: &How<'_>,
        out: &mut dyn Write,
    ) -> Result<Vec<String>, AssembleError> {
        let program: &Program = program.own()?;
        let (mut unknown, mut packets) = (0, 0);
        for packet in program.packets() {
            match packet {
                Some(packet) => {
                    let [g, x, m] = code::encode(&packet);
                    writeln!(out, "{g:08x} {x:08x} {m:08x}")?;
                    packets += 1;
                }
                None => {
                    writeln!(out, "# computed by the host")?;
                    unknown += 1;
                }
            }
        }
        let mut remarks = Vec::new();
        if unknown > 0 {
            remarks.push(format!(
                "what the host computes has no words: {unknown} of {} packets",
                unknown + packets
            ));
        }
        Ok(remarks)
    }

    fn disassemble(
        &self,
        words: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<Vec<String>, DisassembleError> {
        let text = String::from_utf8_lossy(&source::bytes(words)?).into_owned();
        let (found, remarks) = super::program::disassemble(&text).map_err(ReadError::from)?;
        out.write_all(found.as_bytes()).map_err(DisassembleError::Write)?;
        Ok(remarks)
    }
}

/// The errors of POD-D72, and those of what cannot be simulated (POD-D102).
const ERRORS: [&str; 10] = [
    "unknown-instruction",
    "syntax",
    "register-range",
    "immediate-range",
    "double-write",
    "local-range",
    "pe-range",
    "bad-opcode",
    "limit",
    machine::STEP_LIMIT,
];

/// The lints that a reader asks for; there are no modes.
fn lints(how: &How<'_>) -> Result<Vec<Lint>, Refusal> {
    if let Some(mode) = how.mode {
        return Err(Refusal::new(format!("POD has no mode `{mode}`")));
    }
    let find = |code: &&str| Lint::ALL.into_iter().find(|lint| lint.code() == *code);
    let unknown = |code: &&str| Refusal::new(format!("POD has no lint {code}"));
    how.lints.iter().map(|code| find(code).ok_or_else(|| unknown(code))).collect()
}

/// `CxR`
fn array(value: &str) -> Result<(u32, u32), Refusal> {
    let sides = value.split_once('x');
    let sides = sides.and_then(|(columns, rows)| Some((decimal(columns)?, decimal(rows)?)));
    sides.ok_or_else(|| {
        Refusal::new(format!("array={value}: no size of an array"))
            .help("columns x rows, 1x1 to 16x16")
    })
}

fn number(name: &str, value: &str) -> Result<u64, Refusal> {
    let wrong = || Refusal::new(format!("{name}={value}: no number")).help("a decimal number");
    decimal(value).ok_or_else(wrong)
}
