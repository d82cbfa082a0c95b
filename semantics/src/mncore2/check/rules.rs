//! Which rules a checker knows.

/// The rules that a [`super::Checker`] looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Simultaneous issue (s. 3.6.4), forwarding and turnaround registers, tags.
    pub issue: bool,
    /// Hazards between steps (s. 3.6.3).
    pub hazards: bool,
    /// Auto-stride mode: no lists of addresses without a stride.
    pub auto_stride: bool,
    /// Lints: bit `n` for `Lint::ALL[n]`.
    pub(super) lints: u32,
}

impl Rules {
    /// Nothing.
    pub const NONE: Self = Self { issue: false, hazards: false, auto_stride: false, lints: 0 };
    /// Simultaneous issue only.
    pub const ISSUE: Self = Self { issue: true, ..Self::NONE };
    /// What the assembler insists on.
    pub const ASSEMBLER: Self = Self { issue: true, hazards: true, ..Self::NONE };

    /// In auto-stride mode.
    #[must_use]
    pub const fn auto_stride(self) -> Self {
        Self { auto_stride: true, ..self }
    }

    /// With a lint too.
    #[must_use]
    pub const fn with(self, lint: Lint) -> Self {
        Self { lints: self.lints | 1 << lint as u32, ..self }
    }

    /// With all lints.
    #[must_use]
    pub fn with_lints(self) -> Self {
        Lint::ALL.into_iter().fold(self, Self::with)
    }

    /// Whether a lint is among them.
    #[must_use]
    pub const fn has(self, lint: Lint) -> bool {
        self.lints >> lint as u32 & 1 == 1
    }
}

/// Warnings beyond the assembler's rules. Each is off unless asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lint {
    /// `MN-W-NO-V`: one address in four cycles beside operands that stride: a destination of which
    /// only the last result stays; an input that is all that is ever read of a vector.
    NoV,
    /// `MN-W-NARROW`: an operand narrower than the operation and its destination.
    Narrow,
    /// `MN-W-DROP`: the second long word of a result has no place in its destinations.
    Drop,
    /// `MN-W-STALE-INIT`: a read of memory that nothing has written.
    StaleInit,
    /// `MN-W-DEAD`: all of a result is overwritten before any read.
    Dead,
    /// `MN-W-MV-UNWAITED`: words that an MV writes are read or written, or those that it reads are
    /// written, without a `wait` for it.
    MvUnwaited,
    /// `MN-W-DAR`: indirection through DAR entries that are not written.
    Dar,
    /// `MN-W-BLOCK`: a block operand that no block conversion of its precision has made.
    Block,
}

impl Lint {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::NoV,
        Self::Narrow,
        Self::Drop,
        Self::StaleInit,
        Self::Dead,
        Self::MvUnwaited,
        Self::Dar,
        Self::Block,
    ];

    /// The code of its warnings.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoV => "MN-W-NO-V",
            Self::Narrow => "MN-W-NARROW",
            Self::Drop => "MN-W-DROP",
            Self::StaleInit => "MN-W-STALE-INIT",
            Self::Dead => "MN-W-DEAD",
            Self::MvUnwaited => "MN-W-MV-UNWAITED",
            Self::Dar => "MN-W-DAR",
            Self::Block => "MN-W-BLOCK",
        }
    }
}
