//! Tile as one of the machines.

use super::board::Board;
use super::check;
use super::error::Kind;
use super::program::Program;
use super::run::{Settings, Tile, WARPS};
use super::text;
use crate::machine::{
    self, Assemble, AssembleError, DisassembleError, How, Machine, Telling, Trace,
};
use crate::source::{self, ReadError, Refusal};
use std::io::{BufRead, Write};

/// RISC-V Tile.
#[derive(Clone, Copy, Debug)]
pub struct TileMachine;

impl Machine for TileMachine {
    fn name(&self) -> &'static str {
        "tile"
    }

    fn title(&self) -> &'static str {
        "RISC-V Tile"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["tile"]
    }

    fn errors(&self) -> Vec<&'static str> {
        Kind::ALL.into_iter().map(Kind::name).collect()
    }

    fn reserved(&self) -> Option<&'static str> {
        Some(".quad 0xffffffffffffffff")
    }

    /// What is reserved and what is no instruction at all is the same, as it is of words (TILE-D81).
    fn unread(&self, _: &'static str) -> &'static str {
        Kind::Illegal.name()
    }

    fn lints(&self) -> Vec<(&'static str, String)> {
        check::LINTS.iter().map(|(code, short)| (*code, (*short).into())).collect()
    }

    /// Warps.
    fn cores(&self) -> u32 {
        WARPS as u32
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

    /// The parameters of TILE-D82, the sizes of the memories, and when transfers move.
    fn board(&self, parameters: &[(&str, &str)]) -> Result<Box<dyn machine::Board>, Refusal> {
        Ok(Box::new(Board::new(Tile::new(Settings::of(parameters)?))))
    }

    fn assemble(&self) -> Option<&dyn Assemble> {
        Some(self)
    }

    fn trace(&self) -> Option<&dyn Trace> {
        Some(const { &Telling::<Board>::FIRST })
    }
}

impl Assemble for TileMachine {
    /// Words of 64 bits, little-endian.
    fn assemble(
        &self,
        program: &dyn machine::Program,
        _: &How<'_>,
        out: &mut dyn Write,
    ) -> Result<Vec<String>, AssembleError> {
        let program: &Program = program.own()?;
        let words = match &program.warps[..] {
            [] => &[][..],
            [warp] => &warp.words[..],
            several => {
                let message = format!("a program of {} warps has an image for each", several.len());
                return Err(Refusal::new(message).help("a file for each warp").into());
            }
        };
        for word in words {
            out.write_all(&word.to_le_bytes())?;
        }
        Ok(match program.state.len() {
            0 => Vec::new(),
            n => vec![format!("`.init` is state, not program: {n} of them")],
        })
    }

    fn disassemble(
        &self,
        words: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<Vec<String>, DisassembleError> {
        let image = source::bytes(words)?;
        let (words, rest) = image.as_chunks();
        if !rest.is_empty() {
            let message = format!("the image has {} bytes", image.len());
            return Err(ReadError::from(Refusal::new(message).help("words of 8 bytes")).into());
        }
        let mut lines = words.iter().map(|word| text::word(u64::from_le_bytes(*word)));
        lines.try_for_each(|line| writeln!(out, "{line}")).map_err(DisassembleError::Write)?;
        Ok(Vec::new())
    }
}

fn read(source: &mut dyn BufRead, how: &How<'_>) -> Result<Program, ReadError> {
    if let Some(mode) = how.mode {
        return Err(Refusal::new(format!("Tile has no mode `{mode}`")).into());
    }
    let source = source::text(source)?;
    let mut program = Program::read(&source)?;
    if let Some(unknown) =
        how.lints.iter().find(|code| !check::LINTS.iter().any(|(known, _)| known == *code))
    {
        return Err(Refusal::new(format!("Tile has no lint {unknown}")).into());
    }
    program.set_warnings(check::findings(&program, !how.lints.is_empty(), &source));
    Ok(program)
}
