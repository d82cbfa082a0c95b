//! What evaluates an operation, and what it reports beside its result.

use super::codes::{Operands, Results};
use super::{Answers, Op, Options, Plan, Shape};
use functions::{Function, Undecided};
use softfloat::{Env, Flags};
use std::fmt;
use std::sync::Arc;

/// What an operation reports beside its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FlagKind {
    /// Nothing.
    None,
    /// MN-Core's mask flag: 0 or 1.
    Mask,
    /// The exceptions of IEEE 754, clause 7, as TestFloat's byte.
    Exceptions,
}

impl FlagKind {
    /// Hex digits in files.
    #[must_use]
    pub const fn digits(self) -> usize {
        match self {
            Self::None => 0,
            Self::Mask => 1,
            Self::Exceptions => 2,
        }
    }

    /// The largest value.
    #[must_use]
    pub const fn most(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Mask => 1,
            Self::Exceptions => 0x1f,
        }
    }

    /// The values, as a file has them.
    #[must_use]
    pub const fn syntax(self) -> &'static str {
        match self {
            Self::None | Self::Mask => "0 or 1",
            Self::Exceptions => "two hex digits from 00 to 1f",
        }
    }

    /// The name, in the plural where there are several.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exceptions => "flags",
            Self::None | Self::Mask => "flag",
        }
    }

    /// A value in words: `1`; of exceptions the byte and letters, `05 ..o.x`.
    #[must_use]
    pub fn text(self, flags: u8) -> String {
        match self {
            Self::None => String::new(),
            Self::Mask => flags.to_string(),
            Self::Exceptions => format!("{flags:02x} {}", letters(flags)),
        }
    }
}

/// `vioux`, with `.` for what is clear, as TestFloat prints it.
fn letters(flags: u8) -> String {
    let letter = |(i, c)| if flags >> i & 1 == 1 { c } else { '.' };
    ['x', 'u', 'o', 'i', 'v'].into_iter().enumerate().rev().map(letter).collect()
}

/// Evaluates one case of a number operation: operand elements in order, result elements out.
pub type NumberKernel = fn(&Env, &[u64], &mut [u64]) -> Flags;

/// Evaluates many cases of a number operation: operands, results, flags.
pub(crate) type ColumnKernel = fn(&Env, Operands<'_>, Results<'_, '_>, &mut [u8]);

/// An evaluator over format types.
#[derive(Clone, Copy)]
pub(crate) struct Typed {
    /// Of one case; the definition.
    pub(crate) one: NumberKernel,
    /// Of many, where slices have a faster way.
    pub(crate) column: Option<ColumnKernel>,
}

impl From<NumberKernel> for Typed {
    fn from(one: NumberKernel) -> Self {
        Self { one, column: None }
    }
}

/// The evaluator of a plan.
#[derive(Clone)]
pub(crate) enum Kernels {
    /// A machine's, whose documents leave questions open; the flag comes back.
    Open {
        /// Under the decided answers, which are compiled in.
        decided: DecidedKernel,
        /// Under any answers.
        any: OpenKernel,
    },
    /// A function over format types, under these rules.
    Number(Env, Typed),
    /// A function that knows its formats at run time only.
    Dynamic(Env, DynamicKernel),
    /// The same where a result may stay undecided.
    Enclosed(Env, EnclosedKernel),
}

/// Evaluates a case under the decided answers: operand elements in order, result elements out, the flag.
pub(crate) type DecidedKernel = Arc<dyn Fn(&Options, &[u64], &mut [u64]) -> bool + Send + Sync>;

/// The same under any answers.
pub(crate) type OpenKernel =
    Arc<dyn Fn(&Answers, &Options, &[u64], &mut [u64]) -> bool + Send + Sync>;

/// The most elements that pass through ports: two blocks of 16 and an addend.
pub(crate) const MAX_PORTED: usize = 33;

/// What a machine does to operands on their way in: bit i of a set is operand i.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ports {
    /// Whose sign is inverted.
    pub(crate) negated: u8,
    /// Which become narrower, and which wider.
    pub(crate) narrowed: u8,
    pub(crate) widened: u8,
    /// The shape of an operand as it is written, from the shape that the unit takes.
    pub(crate) outside: fn(&Ports, Shape, usize) -> Shape,
    /// The operands as the unit sees them, under the decided answers and under any.
    pub(crate) decided: fn(&Plan, &[u64]) -> [u64; MAX_PORTED],
    pub(crate) any: fn(&Answers, &Plan, &[u64]) -> [u64; MAX_PORTED],
}

/// A [`NumberKernel`] that holds data.
pub type DynamicKernel = Arc<dyn Fn(&Env, &[u64], &mut [u64]) -> Flags + Send + Sync>;

/// A [`DynamicKernel`] whose results are found by enclosures.
pub type EnclosedKernel =
    Arc<dyn Fn(&Env, &[u64], &mut [u64]) -> Result<Flags, Undecided> + Send + Sync>;

impl fmt::Debug for Kernels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open { .. } => f.write_str("Open"),
            Self::Number(env, _) => write!(f, "Number({env:?})"),
            Self::Dynamic(env, _) => write!(f, "Dynamic({env:?})"),
            Self::Enclosed(env, _) => write!(f, "Enclosed({env:?})"),
        }
    }
}

/// What an operation is under a choice of options, behind its ports.
#[derive(Clone, Debug)]
pub(crate) struct Resolved {
    /// The operands' shapes.
    pub(crate) operands: Vec<Shape>,
    /// The results' shapes.
    pub(crate) results: Vec<Shape>,
    /// The evaluator.
    pub(crate) kernels: Kernels,
}

/// How an operation is computed.
pub(crate) trait Evaluate: fmt::Debug + Send + Sync {
    /// Shapes and evaluator under a choice of options.
    fn resolve(&self, options: &Options) -> Resolved;

    /// What operands pass through before, where a choice of options changes some.
    fn ports(&self, _options: &Options) -> Option<Ports> {
        None
    }

    /// A quick look that tells whether a case surely hangs on no open question; `None` where there is
    /// none for this operation.
    fn quick(&self, _op: &Op) -> Option<SurelyClosed> {
        None
    }

    /// The function that it rounds, where it is one.
    fn function(&self) -> Option<Function> {
        None
    }

    /// Whether it rounds its first operand, and its second are the random bits that decide the last place.
    fn is_stochastic(&self) -> bool {
        false
    }

    /// What the documents leave undefined altogether, so that no list of answers is complete.
    fn undefined(&self) -> Option<Undefined> {
        None
    }
}

/// Plan, operands and result -> whether the case surely hangs on no open question.
pub(crate) type SurelyClosed = fn(&Plan, &[u64], &[u64]) -> bool;

/// A decision on which cases hang whatever other answers would give.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undefined {
    /// Its id.
    pub(crate) decision: &'static str,
    /// Plan and operands -> whether the case hangs on it.
    pub(crate) hangs: fn(&Plan, &[u64]) -> bool,
}
