//! What stops the machine (XDSA-D71).

use std::fmt;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident;)*) => {
        /// A kind of error. Of several that apply the first is told (XDSA-D106).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind {
            $($(#[$doc])* $kind,)*
        }

        impl Kind {
            /// Every kind, in the order in which they are told.
            pub const ALL: [Self; 18] = [$(Self::$kind),*];

            /// As case files name it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => stringify!($kind),)*
                }
            }
        }
    };
}

kinds! {
    /// A domain identifier that no domain has.
    ReservedDomain;
    /// A domain without a handler.
    UnsupportedDomain;
    /// A section, code, unit or mode that is reserved.
    ReservedCode;
    /// Reserved bits that are not 0.
    ReservedBits;
    /// An instruction that the user defines, and has not.
    UserDefined;
    /// A unit that the instruction does not take.
    UnitNotAllowed;
    /// A length of 0.
    BadLength;
    /// Sizes that do not fit.
    BadDimension;
    /// More than this model computes.
    TooLarge;
    /// An access beyond the address space.
    AddressRange;
    /// An index outside of its dimension.
    IndexRange;
    /// Destinations that overlap.
    DestinationOverlap;
    /// A key counter beyond 255.
    KeyOverflow;
    /// A branch to no instruction of this core.
    BadTarget;
    /// No core can go on.
    Deadlock;
    /// A program without an end.
    NoEnd;
    /// An image that is cut.
    Truncated;
    /// More steps than the limit.
    StepLimit;
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why an instruction is not executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Its kind.
    pub kind: Kind,
    /// What was found, and what would be right.
    pub message: String,
}

impl Error {
    /// An error of a kind.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.message)
    }
}

impl std::error::Error for Error {}
