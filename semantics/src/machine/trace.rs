//! What each statement of a run reads and writes.

use super::{Board, Program, Run, RunError};
use crate::source::Refusal;
use serde_json::json;
use std::marker::PhantomData;
use std::ops::{ControlFlow, RangeInclusive};

/// What a machine can whose statements tell what they read and wrote.
pub trait Trace {
    /// A tracer of these PEs, or of the first.
    ///
    /// # Errors
    /// What is no PE.
    fn tracer(&self, pes: Option<&str>) -> Result<Box<dyn Tracer>, Refusal>;

    /// Whether words can be watched.
    fn watches(&self) -> bool {
        false
    }
}

/// Who looks at a run.
pub trait Tracer {
    /// Tells only of statements that change one of these words, the run ending behind the first if it shall.
    ///
    /// # Errors
    /// What is no word.
    fn watch(&mut self, words: &[String], ends: bool) -> Result<(), Refusal> {
        let (_, _) = (words, ends);
        Err(Refusal::new("this machine's words are not watched"))
    }

    /// Runs a program and tells of the statements of these lines. `each` may break off.
    ///
    /// # Errors
    /// As [`Board::run`]; or a PE that the board does not have.
    fn trace(
        &mut self,
        board: &mut dyn Board,
        program: &dyn Program,
        lines: RangeInclusive<u32>,
        run: Run<'_>,
        each: &mut Each<'_>,
    ) -> Result<(), RunError>;

    /// An error as it is told behind the program's name.
    fn told(&self, error: &RunError) -> String {
        format!(": {error}")
    }
}

/// Takes what a statement did.
pub type Each<'a> = dyn FnMut(&dyn Traced) -> ControlFlow<()> + 'a;

/// What a statement did, told as it is asked for.
pub trait Traced {
    /// Its line.
    fn line(&self) -> u32;

    /// Lines for people.
    fn text(&self) -> String;

    /// An object on a line.
    fn json(&self) -> String;
}

/// What a statement did, in words.
pub(crate) struct Told {
    pub(crate) line: u32,
    pub(crate) text: String,
}

impl Traced for Told {
    fn line(&self) -> u32 {
        self.line
    }

    fn text(&self) -> String {
        format!("line {}: {}\n", self.line, self.text)
    }

    fn json(&self) -> String {
        format!("{}\n", json!({"line": self.line, "text": self.text}))
    }
}

/// A board that tells what each statement did, in these PEs or the first.
pub(crate) trait Tell: Board {
    fn tell(
        &mut self,
        program: &dyn Program,
        pes: Option<&str>,
        run: Run<'_>,
        each: &mut Each<'_>,
    ) -> Result<(), RunError>;
}

/// The traces and the tracer of such boards.
pub(crate) struct Telling<B> {
    pes: Option<String>,
    board: PhantomData<B>,
}

impl<B: Tell> Telling<B> {
    pub(crate) const FIRST: Self = Self { pes: None, board: PhantomData };
}

impl<B: Tell> Trace for Telling<B> {
    fn tracer(&self, pes: Option<&str>) -> Result<Box<dyn Tracer>, Refusal> {
        Ok(Box::new(Self { pes: pes.map(str::to_owned), ..Self::FIRST }))
    }
}

impl<B: Tell> Tracer for Telling<B> {
    fn trace(
        &mut self,
        board: &mut dyn Board,
        program: &dyn Program,
        lines: RangeInclusive<u32>,
        run: Run<'_>,
        each: &mut Each<'_>,
    ) -> Result<(), RunError> {
        board.own_mut::<B>()?.tell(program, self.pes.as_deref(), run, &mut |traced| match lines
            .contains(&traced.line())
        {
            true => each(traced),
            false => ControlFlow::Continue(()),
        })
    }
}
