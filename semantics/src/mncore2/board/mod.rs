//! The board as a library: programs one after another on one state, inspected at will.

mod error;
mod set;

pub use error::{RunError, RunErrorKind, Summary};

use super::dump;
use super::exec::Machine;
use super::isa::Statement;
use super::memory::{self, AccessError, Place, Store};
use super::state::State;
use super::text::{Line, Program};
use std::io::Write;

/// Lines between two reports of progress.
const STRIDE: usize = 1 << 14;

/// A whole board: 4 groups of 2 L2B of 8 L1B of 16 MAB of 4 PE.
///
/// Memories that nothing has touched cost nothing.
///
/// ```
/// use semantics::mncore2::{Board, text};
/// let mut board = Board::new();
/// let mut dump = Vec::new();
/// let first = text::parse("imm f\"1.5\" $lr0v\nnop\nd getf $lr0n0c0b0m0p0 1\n")?;
/// let summary = board.run(&first, &mut dump)?;
/// assert_eq!((summary.steps, summary.mv), (2, 0));
///
/// // The state is kept.
/// let second = text::parse("d getf $lr2n3c1b7m15p3 1")?;
/// board.run(&second, &mut dump)?;
/// assert_eq!(
///     String::from_utf8(dump)?,
///     "DEBUG-GREG0(n0c0b0m0p0,0):(1.5, 1.5) (0x3fc00000, 0x3fc00000) #d getf $lr0n0c0b0m0p0 1\n\
///      DEBUG-GREG0(n3c1b7m15p3,2):(1.5, 1.5) (0x3fc00000, 0x3fc00000) #d getf $lr2n3c1b7m15p3 1\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Board {
    machine: Machine,
}

impl Default for Board {
    fn default() -> Self {
        Self::new()
    }
}

impl Board {
    /// All memories zero (MN-D64, MN-D65).
    #[must_use]
    pub fn new() -> Self {
        Self::with_fill(0)
    }

    /// PDM and DRAM filled with a long word, all other memories zero.
    ///
    /// ```
    /// use semantics::mncore2::{Board, Place, Store};
    /// let board = Board::with_fill(0xdead_beef_dead_beef);
    /// assert_eq!(board.read(Place::default(), Store::Dram, 1 << 28)?, 0xdead_beef_dead_beef);
    /// assert_eq!(board.read(Place::default(), Store::L2bm, 0)?, 0);
    /// # Ok::<(), semantics::mncore2::AccessError>(())
    /// ```
    #[must_use]
    pub fn with_fill(fill: u64) -> Self {
        Self { machine: Machine::new(State::new(fill)) }
    }

    /// Runs a program and writes its dumps. The state is that of the programs before; the `mask`
    /// setting is none at the start.
    ///
    /// ```
    /// use semantics::mncore2::{text, Board};
    /// // Each PE writes its own number.
    /// let program = text::parse("lpassa $subpeid $lm0\nd get $lm0n0c0b0m0p3 1\n")?;
    /// let mut dump = Vec::new();
    /// Board::new().run(&program, &mut dump)?;
    /// assert!(dump.starts_with(b"DEBUG-LM0(n0c0b0m0p3,0):"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first statement that cannot be executed, or whose output cannot be written. What stands
    /// before it is done.
    pub fn run(&mut self, program: &Program, out: &mut impl Write) -> Result<Summary, RunError> {
        self.run_watched(program, out, &mut |_| {})
    }

    /// As [`Board::run`]; `advance` hears from time to time how many statements are done.
    ///
    /// # Errors
    ///
    /// As [`Board::run`].
    pub fn run_watched(
        &mut self,
        program: &Program,
        out: &mut impl Write,
        advance: &mut dyn FnMut(usize),
    ) -> Result<Summary, RunError> {
        self.run_lines(program.lines(), out, advance)
    }

    /// Runs the first lines of a program.
    pub(crate) fn run_lines(
        &mut self,
        lines: &[Line],
        out: &mut impl Write,
        advance: &mut dyn FnMut(usize),
    ) -> Result<Summary, RunError> {
        self.machine.begin();
        let mut summary = Summary::default();
        let mut done = 0;
        for (n, line) in lines.iter().enumerate() {
            let statement = line.statement();
            summary.count(statement);
            let outside = is_outside(statement);
            if outside || n - done == STRIDE {
                self.machine.execute(lines[done..n].iter().map(Line::statement));
                advance(n);
                done = n;
            }
            if outside {
                let acted = self.act(statement, out);
                acted.map_err(|kind| RunError { line: line.number, kind })?;
                done = n + 1;
            }
        }
        self.machine.execute(lines[done..].iter().map(Line::statement));
        advance(lines.len());
        Ok(summary)
    }

    /// Executes the statement of a line, so that the state can be looked at behind it. The `mask` setting is
    /// that of the statements before, until [`Board::begin`]. `quit` does nothing.
    ///
    /// ```
    /// use semantics::mncore2::isa::{Bank, Forward};
    /// use semantics::mncore2::{Board, Place, Store, text};
    /// let program = text::parse("lpassa $peid $lm0")?;
    /// let mut board = Board::new();
    /// for line in program.lines() {
    ///     board.step(line, &mut std::io::sink())?;
    /// }
    /// let place = Place { mab: 2, pe: 3, ..Place::default() };
    /// assert_eq!(board.read(place, Store::Bank(Bank::Lm0), 0)?, 11);
    /// assert_eq!(board.read(place, Store::Forward(Forward::Alu), 0)?, 11);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A statement that cannot be executed, or whose output cannot be written.
    pub fn step(&mut self, line: &Line, out: &mut impl Write) -> Result<(), RunErrorKind> {
        let statement = line.statement();
        if is_outside(statement) {
            return self.act(statement, out);
        }
        self.machine.execute([statement]);
        Ok(())
    }

    /// Forgets the `mask` setting, as at the start of a program.
    pub fn begin(&mut self) {
        self.machine.begin();
    }

    /// The machine, to look at.
    pub(crate) fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The state, to change.
    pub(crate) fn state_mut(&mut self) -> &mut State {
        self.machine.state_mut()
    }

    /// Statements that look at the state from outside, or change it.
    fn act(&mut self, statement: &Statement, out: &mut impl Write) -> Result<(), RunErrorKind> {
        match statement {
            Statement::Get(get) => {
                Ok(dump::write(get, &get.to_string(), self.machine.state(), out)?)
            }
            Statement::Set(set) => set::set(set, self.machine.state_mut()),
            Statement::Load(load) => set::load(load, self.machine.state_mut()),
            Statement::Host(copy) => set::copy(copy, self.machine.state_mut()),
            _ => Ok(()),
        }
    }
}

fn is_outside(statement: &Statement) -> bool {
    use Statement::{Get, Host, Load, Set};
    matches!(statement, Get(_) | Set(_) | Load(_) | Host(_))
}

/// Memories from code.
impl Board {
    /// A word of a memory.
    ///
    /// # Errors
    ///
    /// A place or a word that does not exist.
    pub fn read(&self, place: Place, store: Store, address: usize) -> Result<u64, AccessError> {
        memory::read(self.machine.state(), place, store, address)
    }

    /// Sets a word of a memory.
    ///
    /// ```
    /// use semantics::mncore2::isa::Bank;
    /// use semantics::mncore2::{AccessError, Board, Place, Store};
    /// let mut board = Board::new();
    /// let place = Place { group: 1, pe: 2, ..Place::default() };
    /// board.write(place, Store::Bar(Bank::Lm0), 0, 0x10)?;
    /// assert_eq!(board.read(place, Store::Bar(Bank::Lm0), 0)?, 0x10);
    /// let wide = board.write(place, Store::Bar(Bank::Lm0), 0, 0x1000);
    /// assert!(matches!(wide, Err(AccessError::Value { value: 0x1000, .. })));
    /// # Ok::<(), AccessError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A place or a word that does not exist, a value that is too wide, mask entry 0.
    pub fn write(
        &mut self,
        place: Place,
        store: Store,
        address: usize,
        value: u64,
    ) -> Result<(), AccessError> {
        self.write_words(place, store, address, &[value])
    }

    /// Reads consecutive words.
    ///
    /// # Errors
    ///
    /// As [`Board::read`].
    pub fn read_words(
        &self,
        place: Place,
        store: Store,
        address: usize,
        out: &mut [u64],
    ) -> Result<(), AccessError> {
        memory::read_words(self.machine.state(), place, store, address, out)
    }

    /// Sets consecutive words: all of them, or none where one is refused.
    ///
    /// # Errors
    ///
    /// As [`Board::write`].
    pub fn write_words(
        &mut self,
        place: Place,
        store: Store,
        address: usize,
        words: &[u64],
    ) -> Result<(), AccessError> {
        memory::write_words(self.machine.state_mut(), place, store, address, words)
    }

    /// One more than the number of the last word of a memory that is not zero.
    ///
    /// # Errors
    ///
    /// A place that does not exist.
    pub fn extent(&self, place: Place, store: Store) -> Result<usize, AccessError> {
        memory::extent(self.machine.state(), place, store)
    }
}
