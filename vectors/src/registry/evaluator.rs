//! What evaluates an operation, and what it reports beside its result.

use super::{Options, Shape};
use softfloat::mncore::Profile;
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

/// Evaluates one case of MN-Core: operand elements in order, result elements out, mask flag back.
pub type Kernel = fn(&Profile, &Options, &[u64], &mut [u64]) -> bool;

/// Evaluates one case of a number operation: operand elements in order, result elements out.
pub type NumberKernel = fn(&Env, &[u64], &mut [u64]) -> Flags;

/// The evaluator of a plan.
#[derive(Clone)]
pub enum Kernels {
    /// MN-Core's, with the decided profile compiled in, and with any profile.
    Mncore {
        /// Under the decided profile.
        decided: fn(&Options, &[u64], &mut [u64]) -> bool,
        /// Under any profile.
        any: Kernel,
    },
    /// A function over format types, under these rules.
    Number(Env, NumberKernel),
    /// A function that knows its formats at run time only.
    Dynamic(Env, DynamicKernel),
}

/// A [`NumberKernel`] that holds data.
pub type DynamicKernel = Arc<dyn Fn(&Env, &[u64], &mut [u64]) -> Flags + Send + Sync>;

impl fmt::Debug for Kernels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mncore { .. } => f.write_str("Mncore"),
            Self::Number(env, _) => write!(f, "Number({env:?})"),
            Self::Dynamic(env, _) => write!(f, "Dynamic({env:?})"),
        }
    }
}

/// Makes [`Kernels`] of an MN-Core kernel that inlines.
#[macro_export]
macro_rules! kernels {
    ($kernel:expr) => {
        $crate::registry::Kernels::Mncore {
            decided: |o, x, out| ($kernel)(&softfloat::mncore::Profile::DECIDED, o, x, out),
            any: |p, o, x, out| ($kernel)(p, o, x, out),
        }
    };
}

/// What an operation is under a choice of options, before `neg`, `ext`, `short` act on its ports.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The operands' shapes.
    pub operands: Vec<Shape>,
    /// The results' shapes.
    pub results: Vec<Shape>,
    /// The evaluator.
    pub kernels: Kernels,
}

/// Options -> [`Resolved`].
#[derive(Clone)]
pub struct Resolver(Arc<dyn Fn(&Options) -> Resolved + Send + Sync>);

impl Resolver {
    /// A function, which may hold data.
    pub fn new(resolve: impl Fn(&Options) -> Resolved + Send + Sync + 'static) -> Self {
        Self(Arc::new(resolve))
    }

    pub(super) fn resolve(&self, options: &Options) -> Resolved {
        (self.0)(options)
    }
}

impl fmt::Debug for Resolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Resolver")
    }
}
