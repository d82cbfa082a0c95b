//! Assembly text <-> typed statements.
//!
//! One statement a line; `#` starts a comment. What is wrong comes with line, column and length of
//! the offending part, all errors of a source at once. The canonical text of a statement is its
//! `Display`, and reads back as the same statement.
//!
//! ```
//! use semantics::mncore2::text::{parse, parse_line};
//! let statement = parse_line("lpassa  $lm0v2 $ln[0, 2, 4, 6]  # a copy").unwrap().unwrap();
//! assert_eq!(statement.to_string(), "lpassa $lm0v $ln[0,2,4,6]");
//! let errors = parse("lpassa $lm1 $ln0\nnop\nhmull $lm0 $ln0\n").unwrap_err().diagnostics;
//! assert_eq!(errors.len(), 2);
//! assert_eq!((errors[0].code, errors[0].line, errors[0].column), ("MN-E-ALIGN", 1, 11));
//! ```

pub(super) mod parse;
mod print;
mod rewrite;
mod source;
mod walk;

pub use crate::source::{
    Allowed, Diagnostic, Earlier, Errors, MAX_DIAGNOSTICS, MAX_LINE, MAX_SOURCE, MAX_STATEMENTS,
    Mended, ReadError, Severity,
};
pub use rewrite::{format, mend};
pub use source::{read, read_with};
pub use walk::{Visited, Walk};

use super::check::{Checker, Rules};
use super::code::{Table, Undecoded, Word};
use super::isa::{Statement, Step};
use crate::source::{Fault, Res, Span, diagnostic, lines};
use parse::{Scanner, Spellings};

/// A statement of the language and its line: what a board executes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the line, from 1.
    pub number: u32,
    statement: Statement,
}

impl Line {
    /// A line from a typed statement, if the language has it: its canonical text reads back as the same. The fields of a statement
    /// are plain, and not all of their values mean something. `d get`, `d set` and what the host brings are always right here; what
    /// executes them says what they cannot mean.
    ///
    /// ```
    /// use semantics::mncore2::isa::{Expr, L1bSet, L2bm, Statement, Step};
    /// use semantics::mncore2::text::Line;
    /// let broadcast = |lc| {
    ///     let expr = Expr::L2bm(L2bm::Broadcast { set: L1bSet::ALL, lc, lb: 0 });
    ///     Statement::Step(Step { exprs: vec![expr] })
    /// };
    /// assert_eq!(Line::new(1, broadcast(16)).unwrap().statement(), &broadcast(16));
    /// assert_eq!(Line::new(1, broadcast(17)), None);
    /// ```
    #[must_use]
    pub fn new(number: u32, statement: Statement) -> Option<Self> {
        use Statement::{Get, Host, Load, Set};
        let line = Self { number, statement };
        if let Get(_) | Set(_) | Load(_) | Host(_) = line.statement {
            return Some(line);
        }
        let text = line.statement.to_string();
        let read = (!text.contains('\n')).then(|| parse_line(&text).ok()).flatten();
        (read.flatten().as_ref() == Some(&line.statement)).then_some(line)
    }

    /// What it says.
    #[must_use]
    pub fn statement(&self) -> &Statement {
        &self.statement
    }
}

/// The statements of a source. They are as the parser lets them through, so a board can run them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    lines: Vec<Line>,
    /// At most 1000.
    pub warnings: Vec<Diagnostic>,
    /// How many warnings more there are.
    pub more_warnings: u64,
}

impl Program {
    /// A program from typed statements, one a line.
    ///
    /// ```
    /// use semantics::mncore2::isa::{L2bm, Expr, L1bSet, Statement, Step};
    /// use semantics::mncore2::text::Program;
    /// let broadcast = |lc| {
    ///     let expr = Expr::L2bm(L2bm::Broadcast { set: L1bSet::ALL, lc, lb: 0 });
    ///     Statement::Step(Step { exprs: vec![expr] })
    /// };
    /// assert_eq!(Program::new([broadcast(16)]).unwrap().lines()[0].statement(), &broadcast(16));
    /// let errors = Program::new([broadcast(16), broadcast(17)]).unwrap_err();
    /// assert_eq!((errors.diagnostics[0].code, errors.diagnostics[0].line), ("MN-E-ALIGN", 2));
    /// ```
    ///
    /// # Errors
    /// All that is wrong with the statements' canonical text, or with a statement that no text makes.
    pub fn new(statements: impl IntoIterator<Item = Statement>) -> Result<Self, Errors> {
        source::program(statements)
    }

    /// The statements in order; nothing behind `quit`, which is not among them.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }
}

/// Reads a source.
///
/// ```
/// use semantics::mncore2::text::parse;
/// let program = parse("# a remark\nlpassa $subpeid $lm0\nnop\n")?;
/// assert_eq!(program.lines().len(), 2);
/// assert_eq!(parse("lpassa $subpeid\n").unwrap_err().diagnostics[0].line, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// All errors of the source.
pub fn parse(source: &str) -> Result<Program, Errors> {
    source::parse(source, &mut Checker::new())
}

/// Reads a source under other rules than [`parse`] does: all that it breaks is an error.
///
/// ```
/// use semantics::mncore2::{check::Rules, text::{parse, parse_with}};
/// let two_alus = "lpassa $lr0v $lm0v; linc $lr0v $ln0v";
/// assert!(parse(two_alus).is_err());
/// assert!(parse_with(Rules::NONE, two_alus).is_ok());
/// ```
///
/// # Errors
/// All errors of the source.
pub fn parse_with(rules: Rules, source: &str) -> Result<Program, Errors> {
    source::parse(source, &mut Checker::with(rules))
}

/// Reads a source that follows others on one board: what they left in the turnaround and forwarding
/// registers and their open tags count. `checker` has walked them, and walks this one if it is right.
///
/// ```
/// use semantics::mncore2::{check::Checker, text::{parse, parse_behind}};
/// let mut checker = Checker::new();
/// parse_behind(&mut checker, "l1bmm@2 $lr0v $lbi").unwrap();
/// assert!(parse("l1bmm $lbi $lm0v").is_err());
/// parse_behind(&mut checker, "l1bmm $lbi $lm0v").unwrap();
/// ```
///
/// # Errors
/// All errors of the source.
pub fn parse_behind(checker: &mut Checker, source: &str) -> Result<Program, Errors> {
    source::parse(source, checker)
}

/// Reads one statement; nothing for a blank or comment line. Rules that concern several expressions
/// or statements are not checked.
///
/// ```
/// use semantics::mncore2::text::parse_line;
/// assert_eq!(parse_line("# a remark"), Ok(None));
/// let statement = parse_line("lpassa  $subpeid  $lm0").unwrap().unwrap();
/// assert_eq!(statement.to_string(), "lpassa $subpeid $lm0");
/// ```
///
/// # Errors
/// The first error of the line.
pub fn parse_line(text: &str) -> Result<Option<Statement>, Diagnostic> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let code = lines::code(text);
    let mut scanner = Scanner::new(code, [1, 0]);
    let statement = parse::line(&mut scanner, &mut Spellings::default());
    match scanner.faults.into_iter().next() {
        Some(fault) => Err(fault.place(1, code)),
        None => Ok(statement),
    }
}

/// The step of a machine word, by all that is known, inferred codes included.
///
/// # Errors
/// The field that says something unknown.
pub fn decode(word: &Word) -> Result<Step, Undecoded> {
    parse::word::decode(Table::known(), word).map(|decoded| decoded.step)
}

impl Fault {
    fn syntax(span: Span, message: impl Into<String>) -> Self {
        Self::error("MN-E-SYNTAX", "3", span, message)
    }
}
