//! Programs from Rust: typed operands, loops in Rust, errors that name the line of Rust.
//!
//! Operands are named as in assembly text (`$lm0v` is `lm(0).v()`), expressions are functions named
//! as the opcode words, inputs first and outputs last; several outputs, and several expressions of one
//! step, are tuples. What cannot be written down does not compile: a minus before an input of the
//! ALU, a constant in the second one, a mask register as output of a transfer, `v` in a `d get`.
//! All else is found by [`Builder::build`], which names the file and line of Rust.
//!
//! ```
//! use semantics::mncore2::build::*;
//!
//! let mut b = Builder::new();
//! for k in 0..2 {
//!     b.add(imm(1.5, lr(8 * k).v()));
//! }
//! b.add(nop(2));
//! b.add((
//!     fvfma(lr(0).v(), aluf(), -lm(8).v(), (ln(0).v().mask(pattern(0b1100)), omr(1))),
//!     l1bmm_at(3, lr(0).v(), lb(64)),
//! ));
//! b.add(get(ln(0), at().n(0).c(0).b(0).m(0).p(0), 4));
//! let text = b.build()?.text();
//! let step = "fvfma $lr0v $aluf -$lm8v $ln0v/1100 $omr1; l1bmm@3 $lr0v $lb64";
//! assert_eq!(text.lines().nth(3), Some(step));
//! # Ok::<(), BuildError>(())
//! ```
//!
//! These do not compile: a minus before an input of the ALU, a constant in its second input, an
//! output beside `nowrite()`, flags of a transfer, `e` at the ALU, an address with `v` in a `d get`:
//!
//! ```compile_fail,E0277
//! # use semantics::mncore2::build::*;
//! lpassa(-lr(0).v(), ln(0).v());
//! ```
//! ```compile_fail,E0277
//! # use semantics::mncore2::build::*;
//! isub(lr(0).v(), peid(), ln(0).v());
//! ```
//! ```compile_fail,E0277
//! # use semantics::mncore2::build::*;
//! lpassa(lr(0).v(), (ln(0).v(), nowrite()));
//! ```
//! ```compile_fail,E0277
//! # use semantics::mncore2::build::*;
//! l1bmm(lb(0), omr(1));
//! ```
//! ```compile_fail,E0277
//! # use semantics::mncore2::build::*;
//! lpassa(lr(0).v().e(), ln(0).v());
//! ```
//! ```compile_fail,E0277
//! # use semantics::mncore2::build::*;
//! get(lm(0).v(), at(), 1);
//! ```
//!
//! | assembly | Rust |
//! | --- | --- |
//! | `$lm0` `$llr8v` `$n2v4` `$ls[0,2,4,6]` | `lm(0)` `llr(8).v()` `n(2).stride(4)` `ls([0, 2, 4, 6])` |
//! | `$lmt0v` `$lm0j2` | `lm(0).v().by_t()` `lm(0).j(2)` |
//! | `$t` `$llt` `$aluf` `$mreadf` `$peid` | `t()` `llt()` `aluf()` `mreadf()` `peid()` |
//! | `-$lr0` `$lr0e` `-$llr0vr` | `-lr(0)` `lr(0).e()` `-llr(0).v().r()` |
//! | `$ln0v/0011` `$llr0/$imr1p` `$m0/ll0001t` | `ln(0).v().mask(pattern(0b0011))` `llr(0).mask(imr(1))` `m(0).mask(llpattern(1))` |
//! | `$mb` `$omr1` `$nowrite` `$lx2` `$lb0` `$llbi` `$lc64` | `mb()` `omr(1)` `nowrite()` `lx(2)` `lb(0)` `llbi()` `lc(64)` |
//! | `fvadd/1000 ...` | `fvadd(...).flush(pattern(0b1000))` |
//! | `dmmulu $lx $lm0v $lr0v` | `dmmulu(Side::X, lm(0).v(), lr(0).v())` |
//! | `l1bmm@3` `l1bmrdfadd` `l1bmrffaddr` `l1bmd-1 $lb0 $lr0` | `l1bmm_at(3, ..)` `l1bmr(DFADD, ..)` `l1bmr_r(FFADD, ..)` `l1bmd(-1, lb(0), lr(0))` |
//! | `l2bmb@3 $lc0 $lb0` | `l2bmb(l1b(3), lc(0), lb(0))` |
//! | `mvp/n64i01 $p0@0 $lc0@1.0` | `mvp(64, pdm(0).at(0), lc(0).at(1, 0)).tag(1)` |
//! | `maskr $imr1` as `maskr 1`, `mask 0` | `mask(imr(1)).grf0()`, `unmask()` |
//! | `d getf $lm0n0c0 4` | `get(lm(0), at().n(0).c(0), 4).as_type(Dtype::F)` |
//! | `d set $lm0 2 l1s2_3` | `set(lm(0), at(), [long(1), singles([2, 3])])` |

/// Functions that have the names of operands and expressions, and make them of what they are given.
macro_rules! names {
    ($($(#[$doc:meta])* $name:ident $arguments:tt -> $made:ty = $value:expr;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub const fn $name $arguments -> $made {
            $value
        }
    )*};
}

mod alu;
mod block;
mod built;
mod control;
mod input;
mod mau;
mod mv;
mod number;
mod operand;
mod output;
mod statement;
#[cfg(test)]
mod tests;
mod transfer;

pub use super::isa::{Dtype, Side};
pub use alu::*;
pub use block::*;
pub use built::{BuildError, Built, Finding, Origin};
pub use control::*;
pub use input::*;
pub use mau::*;
pub use mv::*;
pub use number::*;
pub use operand::*;
pub use output::*;
pub use statement::*;
pub use transfer::*;

use super::check::{Checker, Rules};
use super::isa::{Expr, Statement, Step};
use super::text::Program;
use core::panic::Location;

/// Collects statements, each with the place in Rust that it comes from.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    statements: Vec<Statement>,
    map: Vec<&'static Location<'static>>,
}

impl Builder {
    /// Without statements.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The next statement: an expression, a tuple of expressions for one step, `get`, `set`, `mask`,
    /// an MV statement. Its place is the caller's; a function that adds statements passes on that of
    /// its own caller if it is marked `#[track_caller]`.
    ///
    /// ```
    /// use semantics::mncore2::build::*;
    /// #[track_caller]
    /// fn copy(b: &mut Builder, from: u16, to: u16) {
    ///     b.add(lpassa(lm(from).v(), ln(to).v()));
    /// }
    /// let mut b = Builder::new();
    /// copy(&mut b, 0, 8);
    /// copy(&mut b, 1, 16); // not a multiple of 2
    /// let error = b.build().unwrap_err();
    /// assert_eq!((error.findings.len(), error.findings[0].code), (1, "MN-E-ALIGN"));
    /// assert_eq!(error.findings[0].origin.statement, 2);
    /// assert_eq!(error.findings[0].origin.location.file(), file!());
    /// ```
    #[track_caller]
    pub fn add(&mut self, statement: impl IntoStatement) -> &mut Self {
        self.statements.push(statement.statement());
        self.map.push(Location::caller());
        self
    }

    /// How many statements there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.statements.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.statements.is_empty()
    }

    /// With the fewest `nop` before each statement that the distances between steps ask for
    /// (s. 3.6.3). They come from the place of the statement behind them.
    #[must_use]
    pub fn stretched(self) -> Self {
        let mut checker = Checker::with(Rules::ASSEMBLER);
        let mut to = Self::new();
        for (statement, location) in self.statements.into_iter().zip(self.map) {
            let steps = checker.nops_before(&statement);
            if steps > 0 {
                checker.nops(steps);
                to.push(Statement::Step(Step { exprs: vec![Expr::Nop(steps)] }), location);
            }
            let line = u32::try_from(to.len() + 1).unwrap_or(u32::MAX);
            checker.statement(line, &statement);
            to.push(statement, location);
        }
        to
    }

    fn push(&mut self, statement: Statement, location: &'static Location<'static>) {
        self.statements.push(statement);
        self.map.push(location);
    }

    /// The program, if every statement is one of the language and what is issued together may be.
    /// Distances between steps are looked at by [`Built::check`].
    ///
    /// # Errors
    /// All that is wrong, each with its place in Rust.
    pub fn build(self) -> Result<Built, BuildError> {
        match Program::new(self.statements.iter().cloned()) {
            Ok(program) => Ok(Built::new(program, self.map)),
            Err(errors) => Err(BuildError::new(errors, &self.statements, &self.map)),
        }
    }
}
