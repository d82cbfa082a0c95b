//! The parts of operations that several families share.

/// A slot of a packet, in the order in which they are filled (POD-D03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// General registers.
    G,
    /// xmm registers.
    X,
    /// Memory and masks.
    M,
    /// `movl`: the whole packet.
    L,
}

/// The size of an integer operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    /// One byte.
    B1,
    /// Two bytes.
    B2,
    /// Four bytes.
    B4,
    /// Eight bytes.
    B8,
}

impl Size {
    /// All, the smallest first.
    pub const ALL: [Self; 4] = [Self::B1, Self::B2, Self::B4, Self::B8];

    /// Its base-two logarithm.
    #[must_use]
    pub const fn log2(self) -> u32 {
        self as u32
    }

    /// In bytes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        1 << self.log2()
    }

    /// In bits.
    #[must_use]
    pub const fn bits(self) -> u32 {
        8 << self.log2()
    }

    /// The low bits of a word that belong to an operand of this size.
    #[must_use]
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }
}

/// The four flags (POD-D13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flag {
    /// C
    Carry,
    /// O
    Overflow,
    /// S
    Sign,
    /// Z
    Zero,
}

impl Flag {
    /// All, in the order in which people write them: C, O, S, Z.
    pub const ALL: [Self; 4] = [Self::Carry, Self::Overflow, Self::Sign, Self::Zero];

    /// Its place in EFLAGS.
    #[must_use]
    pub const fn bit(self) -> u32 {
        match self {
            Self::Carry => 0,
            Self::Zero => 6,
            Self::Sign => 7,
            Self::Overflow => 11,
        }
    }

    /// All four in EFLAGS.
    pub const MASK: u32 = 1 | 1 << 6 | 1 << 7 | 1 << 11;
}

/// One of the 14 conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    /// 0 `o`, 1 `b`, 2 `e`, 3 `be`, 4 `s`, 5 `l`, 6 `le`.
    pub kind: u8,
    /// With `.not`.
    pub not: bool,
}

impl Condition {
    /// The names of the kinds.
    pub const NAMES: [&'static str; 7] = ["o", "b", "e", "be", "s", "l", "le"];

    /// All 14.
    pub fn all() -> impl Iterator<Item = Self> {
        [false, true].into_iter().flat_map(|not| (0..7).map(move |kind| Self { kind, not }))
    }

    /// As mnemonics end: `.not.le`.
    #[must_use]
    pub fn suffix(self) -> String {
        let not = if self.not { ".not" } else { "" };
        format!("{not}.{}", Self::NAMES[usize::from(self.kind)])
    }

    /// Its four bits in a word.
    #[must_use]
    pub const fn code(self) -> u32 {
        self.kind as u32 | (self.not as u32) << 3
    }

    /// Whether it holds under these flags, in the layout of EFLAGS.
    #[must_use]
    pub fn holds(self, flags: u32) -> bool {
        let bit = |flag: Flag| flags >> flag.bit() & 1 == 1;
        let less = bit(Flag::Sign) != bit(Flag::Overflow);
        let holds = match self.kind {
            0 => bit(Flag::Overflow),
            1 => bit(Flag::Carry),
            2 => bit(Flag::Zero),
            3 => bit(Flag::Carry) || bit(Flag::Zero),
            4 => bit(Flag::Sign),
            5 => less,
            _ => bit(Flag::Zero) || less,
        };
        holds != self.not
    }
}

/// A direction on the torus (POD-D01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// The next row.
    North,
    /// The next column.
    East,
    /// The row before.
    South,
    /// The column before.
    West,
}

impl Direction {
    /// All, by their codes.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::West, Self::South];

    /// In a word: 0 n, 1 e, 2 w, 3 s.
    #[must_use]
    pub const fn code(self) -> u32 {
        match self {
            Self::North => 0,
            Self::East => 1,
            Self::West => 2,
            Self::South => 3,
        }
    }

    /// As mnemonics end.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["n", "e", "w", "s"][self.code() as usize]
    }
}

/// A transfer to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hop {
    /// Where to.
    pub direction: Direction,
    /// Around the edge, too.
    pub wrap: bool,
}

/// Which lanes a packed operation computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Precision {
    /// Lane 0, single.
    ScalarSp,
    /// Four lanes, single.
    PackSp,
    /// Lane 0, double.
    ScalarDp,
    /// Two lanes, double.
    PackDp,
}

impl Precision {
    /// All, by their codes.
    pub const ALL: [Self; 4] = [Self::ScalarSp, Self::PackSp, Self::ScalarDp, Self::PackDp];

    /// As mnemonics end.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["scalar.sp", "pack.sp", "scalar.dp", "pack.dp"][self as usize]
    }

    /// Lane 0 only.
    #[must_use]
    pub const fn is_scalar(self) -> bool {
        matches!(self, Self::ScalarSp | Self::ScalarDp)
    }

    /// Lanes of 64 bits.
    #[must_use]
    pub const fn is_double(self) -> bool {
        matches!(self, Self::ScalarDp | Self::PackDp)
    }

    /// How many lanes it computes.
    #[must_use]
    pub const fn lanes(self) -> u32 {
        match self {
            Self::ScalarSp | Self::ScalarDp => 1,
            Self::PackDp => 2,
            Self::PackSp => 4,
        }
    }
}

/// What a memory instruction reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// The own SRAM.
    Local,
    /// The SRAM of any PE.
    PodAll,
    /// The SRAM of a PE of the own column.
    PodCol,
    /// The SRAM of a PE of the own row.
    PodRow,
    /// System memory.
    Sys,
}

impl Space {
    /// All, by their codes.
    pub const ALL: [Self; 5] = [Self::Local, Self::PodAll, Self::PodCol, Self::PodRow, Self::Sys];

    /// As operands name it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["local", "podall", "podcol", "podrow", "sys"][self as usize]
    }

    /// Whether it goes by permutation.
    #[must_use]
    pub const fn is_pod(self) -> bool {
        matches!(self, Self::PodAll | Self::PodCol | Self::PodRow)
    }
}

/// The side of a block transfer that steps by ar11 (POD-D50).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strided {
    /// One block.
    No,
    /// What is written.
    Left,
    /// What is read.
    Right,
}

impl Strided {
    /// All.
    pub const ALL: [Self; 3] = [Self::No, Self::Left, Self::Right];
}
