//! Scripts (`.pod`): what the host does, line by line (s. 4.2, POD-D60): instructions, loops, functions, values that are set before
//! and expected afterwards.
//!
//! A text is read completely before anything runs, and all that is wrong with it is told. It becomes a list of operations on
//! a stack of values, so that neither nesting nor recursion needs the host's own stack; every statement, round and packet is
//! a step, and a run has a limit of steps.
//!
//! ```
//! use semantics::pod::{Parameters, Pod, Shape, script::Script};
//! let script = Script::read("
//! array 2x2
//! reg id = r1
//! let rounds = 0
//! $ASM ld2.zxt id = local[ r0 + 2 ]        # every PE counts down from its number
//! asm {
//!     nop.g
//!     cmp8 id, 0
//! }
//! while !getflags().z || rounds < npe - 1 {
//!     asm {
//!         sub8zx id = id, 1
//!     }
//!     rounds = rounds + 1
//! }
//! expect pe3.r1=0 pe0.r1=0xfffffffffffffffd
//! ")?;
//! let mut pod = Pod::new(Shape::new(2, 2, Shape::SRAM)?, Parameters::default());
//! script.run(&mut pod, None)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod code;
mod compile;
mod expression;
mod format;
mod names;
mod run;
mod token;

pub use run::STEPS;

use std::ops::ControlFlow;

use super::check::Issue;
use super::host::{HostError, Prepared};
use super::isa::{Instruction, Operation, Packet, Source};
use super::{Pod, Shape};
use crate::machine::{RunError, RunErrorKind};
use crate::source::{Errors, Refusal};
use code::{Code, Op};

/// Executes a packet of a run, and says whether the run goes on.
pub type Issuer<'a> =
    dyn FnMut(&mut Pod, &Issue, &Prepared) -> Result<ControlFlow<()>, HostError> + 'a;

/// A script.
#[derive(Clone, Debug)]
pub struct Script {
    code: Code,
    size: Option<(u32, u32)>,
}

impl Script {
    /// Reads a text.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn read(text: &str) -> Result<Self, Errors> {
        let lines: Vec<_> = token::lines(text).collect();
        let (code, size) = compile::compile(&lines)?;
        Ok(Self { code, size })
    }

    /// Reads instructions, one a line, without statements of the host: the code of case files.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn instructions(text: &str) -> Result<Self, Errors> {
        let lines: Vec<_> = token::lines(text).collect();
        Ok(Self { code: compile::instructions(&lines)?, size: None })
    }

    /// Whether it says what it expects.
    #[must_use]
    pub fn expects(&self) -> bool {
        self.code.ops.iter().any(|op| matches!(op, Op::Expect(_)))
    }

    /// A text in canonical form, with its comments.
    ///
    /// # Errors
    /// As [`Script::read`].
    pub fn format(text: &str) -> Result<String, Errors> {
        Self::read(text)?;
        Ok(format::format(text))
    }

    /// Columns and rows of its array, where it says them; else 1x1 (POD-D90).
    #[must_use]
    pub const fn size(&self) -> Option<(u32, u32)> {
        self.size
    }

    /// How many statements and packets it has.
    #[must_use]
    pub fn statements(&self) -> u64 {
        self.code.ops.iter().filter(|op| matches!(op, Op::Step | Op::Issue(_))).count() as u64
    }

    /// Its packets, in the order of the text; none for those that the host computes.
    #[must_use]
    pub fn packets(&self) -> Vec<Option<Packet>> {
        let before = std::iter::once(None).chain(self.code.ops.iter().copied().map(Some));
        let packet = |(before, op): (Option<Op>, &Op)| match (*op, before) {
            (Op::Issue(number), _) => {
                let template = &self.code.packets[number as usize];
                Some((template.computed == [false; 3]).then_some(template.issue.packet))
            }
            (Op::MoveLong(d), Some(Op::Push(value))) => {
                let b = Source::Immediate(value);
                let long = Instruction { operation: Operation::MoveLong, d, a: 0, b };
                Some(Some(Packet::of(long)))
            }
            (Op::MoveLong(_) | Op::Nops, _) => Some(None),
            _ => None,
        };
        before.zip(&self.code.ops).filter_map(packet).collect()
    }

    /// The packets that the text has, with their lines, in its order.
    pub fn issues(&self) -> impl Iterator<Item = &Issue> {
        self.code.packets.iter().map(|template| &template.issue)
    }

    /// Runs it; `limit` is the most steps, [`STEPS`] where there is none.
    ///
    /// # Errors
    /// The line that cannot be executed, a value that was not expected, or the step that is too much.
    pub fn run(&self, pod: &mut Pod, limit: Option<u64>) -> Result<(), RunError> {
        self.watch(pod, limit, &mut |pod, _, prepared| {
            pod.issue(prepared)?;
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Runs it; `issue` executes each packet, and says whether the run goes on.
    ///
    /// # Errors
    /// As [`Script::run`].
    pub fn watch(
        &self,
        pod: &mut Pod,
        limit: Option<u64>,
        issue: &mut Issuer<'_>,
    ) -> Result<(), RunError> {
        let Shape { columns, rows, .. } = pod.array().shape();
        if let Some((x, y)) = self.size.filter(|size| *size != (columns, rows)) {
            let message =
                format!("the script is for an array of {x}x{y}, this one is {columns}x{rows}");
            let kind = RunErrorKind::Refused(Refusal::new(message).help(format!("array={x}x{y}")));
            return Err(RunError { core: 0, line: 0, at: None, kind });
        }
        run::run(&self.code, pod, limit, issue)
    }
}
