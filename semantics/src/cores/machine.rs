//! A machine of cores as one of the machines.

use super::run::State;
use super::{Board, Program};
use crate::machine::{
    self, Assemble, AssembleError, DisassembleError, Facts, How, Machine, Telling, Trace,
};
use crate::source::{self, Diagnostic, Errors, ReadError, Refusal};
use std::fmt::Debug;
use std::io::{BufRead, Write};

type Own<C> = Program<<<C as Cores>::State as State>::Word, <<C as Cores>::State as State>::Held>;
type OwnBoard<C> = Board<<C as Cores>::State, <<C as Cores>::State as State>::Kept>;

/// What a machine of cores says of itself and of its programs.
pub(crate) trait Cores: Debug + Sync + 'static {
    /// What is remembered.
    type State: State;

    const FACTS: Facts;

    /// Codes of findings that are off unless asked for, with their short names.
    const LINTS: &'static [(&'static str, &'static str)];

    /// As [`Machine::errors`].
    fn errors() -> Vec<&'static str>;

    /// As [`Machine::unread`].
    fn unread(code: &'static str) -> &'static str;

    fn read(source: &str) -> Result<Own<Self>, Errors>;

    fn format(source: &str) -> Result<String, Errors>;

    /// What is legal and likely wrong; what these lints find, too.
    fn findings(
        program: &Own<Self>,
        lints: &[&str],
        source: &str,
    ) -> Result<Vec<Diagnostic>, Refusal>;

    /// The machine at reset.
    fn at_reset(parameters: &[(&str, &str)]) -> Result<Self::State, Refusal>;

    /// The image of the program of a core.
    fn image(words: &[<Self::State as State>::Word]) -> Vec<u8>;

    /// The lines of an image.
    fn lines(image: &[u8]) -> Result<Vec<String>, Refusal>;

    /// What of a program is not in its image.
    fn beside(held: &<Self::State as State>::Held) -> Option<String>;
}

impl<C: Cores> Machine for C {
    fn facts(&self) -> &'static Facts {
        &C::FACTS
    }

    fn errors(&self) -> Vec<&'static str> {
        C::errors()
    }

    fn unread(&self, code: &'static str) -> &'static str {
        C::unread(code)
    }

    fn lints(&self) -> Vec<(&'static str, String)> {
        C::LINTS.iter().map(|(code, short)| (*code, (*short).into())).collect()
    }

    fn read(
        &self,
        source: &mut dyn BufRead,
        how: &How<'_>,
    ) -> Result<Box<dyn machine::Program>, ReadError> {
        let lacks = |what: &str, name: &str| {
            Refusal::new(format!("{} has no {what} {name}", C::State::SHORT))
        };
        if let Some(mode) = how.mode {
            return Err(lacks("mode", &format!("`{mode}`")).into());
        }
        let source = source::text(source)?;
        let mut program = C::read(&source)?;
        let is_known = |code: &str| C::LINTS.iter().any(|(known, _)| *known == code);
        if let Some(unknown) = how.lints.iter().find(|code| !is_known(code)) {
            return Err(lacks("lint", unknown).into());
        }
        program.warnings = C::findings(&program, how.lints, &source)?;
        Ok(Box::new(program))
    }

    fn format(&self, source: &mut dyn BufRead) -> Result<Vec<u8>, ReadError> {
        Ok(C::format(&source::text(source)?)?.into_bytes())
    }

    fn board(&self, parameters: &[(&str, &str)]) -> Result<Box<dyn machine::Board>, Refusal> {
        Ok(Box::new(OwnBoard::<C>::new(C::at_reset(parameters)?)))
    }

    fn assemble(&self) -> Option<&dyn Assemble> {
        Some(self)
    }

    fn trace(&self) -> Option<&dyn Trace> {
        Some(const { &Telling::<OwnBoard<C>>::FIRST })
    }
}

impl<C: Cores> Assemble for C {
    fn assemble(
        &self,
        program: &dyn machine::Program,
        _: &How<'_>,
        out: &mut dyn Write,
    ) -> Result<Vec<String>, AssembleError> {
        let program: &Own<C> = program.own()?;
        out.write_all(&C::image(program.only(C::State::CORE)?))?;
        Ok(C::beside(&program.held).into_iter().collect())
    }

    fn disassemble(
        &self,
        words: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<Vec<String>, DisassembleError> {
        let lines = C::lines(&source::bytes(words)?).map_err(ReadError::from)?;
        let mut lines = lines.iter();
        lines.try_for_each(|line| writeln!(out, "{line}")).map_err(DisassembleError::Write)?;
        Ok(Vec::new())
    }
}
