//! Operands of PE instruction expressions (s. 3.6.1, 3.6.2).

use super::size;

/// The width of an access of a PE memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// No letter: a single word, 32 bits.
    Single,
    /// `l`: a long word, 64 bits.
    Long,
    /// `ll`: two long words, 128 bits.
    Double,
}

impl Width {
    /// Single words in one access: 1, 2, 4. The alignment and the increment of a bare `v`.
    #[must_use]
    pub const fn words(self) -> u16 {
        match self {
            Self::Single => 1,
            Self::Long => 2,
            Self::Double => 4,
        }
    }

    /// The letters that stand before the memory's letter.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Single => "",
            Self::Long => "l",
            Self::Double => "ll",
        }
    }
}

/// An addressed memory of a PE.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bank {
    /// `m`: LM0.
    Lm0,
    /// `n`: LM1.
    Lm1,
    /// `r`: GRF0.
    Grf0,
    /// `s`: GRF1.
    Grf1,
}

impl Bank {
    /// All, in the order of their letters' table.
    pub const ALL: [Self; 4] = [Self::Lm0, Self::Lm1, Self::Grf0, Self::Grf1];

    /// Its letter in an operand.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Lm0 => 'm',
            Self::Lm1 => 'n',
            Self::Grf0 => 'r',
            Self::Grf1 => 's',
        }
    }

    /// Its size in single words.
    #[must_use]
    pub const fn words(self) -> u16 {
        match self {
            Self::Lm0 | Self::Lm1 => 2 * size::LM_WORDS as u16,
            Self::Grf0 | Self::Grf1 => 2 * size::GRF_WORDS as u16,
        }
    }

    /// Whether it is a local memory, which has a base address register.
    #[must_use]
    pub const fn is_lm(self) -> bool {
        matches!(self, Self::Lm0 | Self::Lm1)
    }
}

/// The addresses of the four cycles, in single words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cycles {
    /// `start`, `start + increment`, ... An increment of 0 is written without `v`, one of the access
    /// width with a bare `v`.
    Stride {
        /// The address of cycle 0.
        start: u16,
        /// What each cycle adds.
        increment: u16,
    },
    /// `[a,b,c,d]`: the address of each cycle.
    Flat([u16; 4]),
}

impl Cycles {
    /// The written address in cycle `c`, not wrapped: base of the sum of s. 3.6.1.6.
    #[must_use]
    pub const fn at(self, c: usize) -> u32 {
        match self {
            Self::Stride { start, increment } => start as u32 + increment as u32 * c as u32,
            Self::Flat(list) => list[c] as u32,
        }
    }
}

/// What else enters an LM address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Modifier {
    /// Nothing.
    #[default]
    None,
    /// `jK`: one access width more in the PEs 0 to K (MN-D78).
    Within(u8),
    /// `t`: the MSB-side long word of T of that cycle more (LM0 only; MN-D48).
    Indirect,
}

/// An access of a PE memory: `$lm0v4j0`, `$llr[0,4,8,12]`, `$lmt16v`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// The memory.
    pub bank: Bank,
    /// The access width.
    pub width: Width,
    /// The written addresses.
    pub cycles: Cycles,
    /// What is added to them.
    pub modifier: Modifier,
}

impl Access {
    /// The address of cycle 0 and what each cycle adds; a list has them where it is even.
    #[must_use]
    pub fn stride(&self) -> Option<(u16, u16)> {
        let [a, b, c, d] = match self.cycles {
            Cycles::Stride { start, increment } => return Some((start, increment)),
            Cycles::Flat(list) => list,
        };
        let step = b.checked_sub(a)?;
        let even = c.checked_sub(b) == Some(step) && d.checked_sub(c) == Some(step);
        (even && step % self.width.words() == 0).then_some((a, step))
    }
}

/// The unit whose last output a forwarding operand reads (s. 3.6.1.15 to 3.6.1.18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forward {
    /// `$mauf`
    Mau,
    /// `$aluf`
    Alu,
    /// `$mreadf`: first input of the ALU only.
    Mread,
    /// `$lbf`
    L1bm,
}

impl Forward {
    pub(in crate::mncore2) const ALL: [Self; 4] = [Self::Mau, Self::Alu, Self::Mread, Self::L1bm];
}

/// A constant, first input of the ALU only (table 3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// `$l2bid`: 2 * group + L2B.
    L2bid,
    /// `$l1bid`
    L1bid,
    /// `$mabid`
    Mabid,
    /// `$peid`: 4 * MAB + PE.
    Peid,
    /// `$subpeid`: the PE number.
    Subpeid,
    /// `$msb1`: the top bit of every element.
    Msb1,
}

impl Constant {
    pub(in crate::mncore2) const ALL: [Self; 6] =
        [Self::L2bid, Self::L1bid, Self::Mabid, Self::Peid, Self::Subpeid, Self::Msb1];
}

/// Where an input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A PE memory.
    Memory(Access),
    /// `$t`, `$lt`, `$llt`: always two long words; the written width has no effect.
    T(Width),
    /// A forwarding register.
    Forward(Forward),
    /// A constant.
    Constant(Constant),
}

impl Source {
    /// The accessed memory.
    #[must_use]
    pub const fn access(&self) -> Option<&Access> {
        match self {
            Self::Memory(access) => Some(access),
            _ => None,
        }
    }
}

/// A conversion at an input port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Convert {
    /// `e`: extended by one precision (s. 3.6.9.23).
    Extend,
    /// `r`: single shortened to half (s. 3.6.9.24, 3.6.12.19).
    Shorten,
}

/// An input operand: `-$lr0ve`. Converted first, then negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Input {
    /// `-`: the sign of every element inverted.
    pub negate: bool,
    /// Where it comes from.
    pub source: Source,
    /// `e` or `r`.
    pub convert: Option<Convert>,
}

impl Input {
    /// A plain input.
    #[must_use]
    pub const fn plain(source: Source) -> Self {
        Self { negate: false, source, convert: None }
    }
}

/// Which side of the matrix register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// `x`
    X,
    /// `y`
    Y,
}

impl Side {
    /// Its letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::X => 'x',
            Self::Y => 'y',
        }
    }
}

/// The matrix operand of a write or a transposed read: `$lx3`, `$lly0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatrixAccess {
    /// The side.
    pub side: Side,
    /// `Long` or `Double`.
    pub width: Width,
    /// First row (write) or column (transposed read); left out means 0.
    pub index: u8,
}

/// The word length at which a mask acts (s. 3.6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MaskWidth {
    /// Four half words of the MSB-side long word; the other long word is always written.
    Long,
    /// `ll`: four single words.
    Double,
}

/// The suffix that admits a mask width other than the destination's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MaskFit {
    /// `t`: mask of 2LW, narrower destination.
    Truncate,
    /// `p`: mask of LW, destination of 2LW.
    Pad,
}

/// A mask behind `/`: `/0011`, `/ll0111`, `/$imr3`, `/$llimr1t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mask {
    /// The word length.
    pub width: MaskWidth,
    /// The entry: 1 to 15 variable, 16 + k for the pattern k of the four cycles (cycle 0 is 8).
    pub entry: u8,
    /// `t` or `p`.
    pub fit: Option<MaskFit>,
}

/// What an output is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// A PE memory.
    Memory(Access),
    /// `$[l]mb`, `$[l]nb`: the base address register of LM0 or LM1. `Single` or `Long`.
    Bar(Bank, Width),
    /// `$t`, `$lt`, `$llt`: always two long words; a mask's `t`, `p` go by the written width
    /// (MN-D45).
    T(Width),
    /// `$omrE`: the mask flags.
    Mask(u8),
    /// `$nowrite`: the forwarding register only.
    Nowrite,
}

impl Target {
    /// The accessed memory.
    #[must_use]
    pub const fn access(&self) -> Option<&Access> {
        match self {
            Self::Memory(access) => Some(access),
            _ => None,
        }
    }
}

/// An output operand with its write mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dest {
    /// Where to.
    pub target: Target,
    /// The one-line mask.
    pub mask: Option<Mask>,
}

impl Dest {
    /// A destination without a mask.
    #[must_use]
    pub const fn plain(target: Target) -> Self {
        Self { target, mask: None }
    }
}
