//! xDSA as one of the machines.

use super::board::Board;
use super::program::Program;
use super::run::STEPS;
use super::{CORES, Kind, Xdsa, check, code, parameters, text};
use crate::machine::{
    self, Assemble, AssembleError, DisassembleError, How, Machine, Telling, Trace,
};
use crate::source::{self, Diagnostic, ReadError, Refusal};
use std::io::{BufRead, Write};

/// xDSA.
#[derive(Clone, Copy, Debug)]
pub struct XdsaMachine;

impl Machine for XdsaMachine {
    fn name(&self) -> &'static str {
        "xdsa"
    }

    fn title(&self) -> &'static str {
        "xDSA"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["xdsa"]
    }

    fn errors(&self) -> Vec<&'static str> {
        ["syntax"].into_iter().chain(Kind::ALL.into_iter().map(Kind::name)).collect()
    }

    fn most_steps(&self) -> Option<u64> {
        Some(STEPS)
    }

    fn reserved(&self) -> Option<&'static str> {
        Some(".raw FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF")
    }

    /// An instruction that does not exist is told as its word is (XDSA-D119).
    fn unread(&self, code: &'static str) -> &'static str {
        if code == text::RESERVED { Kind::ReservedCode.name() } else { code }
    }

    fn cores(&self) -> u32 {
        CORES
    }

    fn lints(&self) -> Vec<(&'static str, String)> {
        check::LINTS.iter().map(|(code, short)| (*code, (*short).into())).collect()
    }

    fn read(
        &self,
        source: &mut dyn BufRead,
        how: &How<'_>,
    ) -> Result<Box<dyn machine::Program>, ReadError> {
        Ok(Box::new(read(source, how)?))
    }

    fn format(&self, source: &mut dyn BufRead) -> Result<Vec<u8>, ReadError> {
        Ok(text::format(&source::text(source)?)?.into_bytes())
    }

    /// The parameters of XDSA-D81 and the switches of the profile.
    fn board(&self, parameters: &[(&str, &str)]) -> Result<Box<dyn machine::Board>, Refusal> {
        Ok(Box::new(Board::new(Xdsa::new(parameters::settings(parameters)?))))
    }

    fn assemble(&self) -> Option<&dyn Assemble> {
        Some(self)
    }

    fn trace(&self) -> Option<&dyn Trace> {
        Some(const { &Telling::<Board>::FIRST })
    }
}

impl Assemble for XdsaMachine {
    /// The image of a program: groups of 544 bytes.
    fn assemble(
        &self,
        program: &dyn machine::Program,
        _: &How<'_>,
        out: &mut dyn Write,
    ) -> Result<Vec<String>, AssembleError> {
        let program: &Program = program.own()?;
        let [core] = &program.cores[..] else {
            let message =
                format!("a program of {} cores has an image for each", program.cores.len());
            return Err(Refusal::new(message).help("a file for each core").into());
        };
        out.write_all(&code::image(&core.words))?;
        let bytes: usize = program.data.iter().map(|datum| datum.bytes.len()).sum();
        Ok(match bytes {
            0 => Vec::new(),
            _ => vec![format!("operand tables and data are memory, not program: {bytes} bytes")],
        })
    }

    fn disassemble(
        &self,
        words: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<Vec<String>, DisassembleError> {
        let image = source::bytes(words)?;
        let words =
            code::words(&image).map_err(|e| ReadError::from(Refusal::new(e.to_string())))?;
        let lines: Vec<String> = words.iter().map(text::word).collect();
        writeln!(out, "{}", lines.join("\n")).map_err(DisassembleError::Write)?;
        Ok(Vec::new())
    }
}

fn read(source: &mut dyn BufRead, how: &How<'_>) -> Result<Program, ReadError> {
    if let Some(mode) = how.mode {
        return Err(Refusal::new(format!("xDSA has no mode `{mode}`")).into());
    }
    let source = source::text(source)?;
    let mut program = Program::read(&source)?;
    let warnings: Vec<Diagnostic> = check::findings(&program, how.lints, &source)?;
    program.set_warnings(warnings);
    Ok(program)
}
