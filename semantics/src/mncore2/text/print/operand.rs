//! Operands of PE expressions.

use crate::mncore2::isa::{
    Access, Constant, Convert, Cycles, Dest, Forward, Input, L1bSet, L1bmOperand, L1bmPlace, Mask,
    MaskFit, MaskWidth, MatrixAccess, Modifier, Source, Target,
};
use core::fmt::{self, Display, Formatter};

impl Display for Access {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let indirect = self.modifier == Modifier::Indirect;
        write!(f, "${}{}", self.width.prefix(), self.bank.letter())?;
        if indirect {
            f.write_str("t")?;
        }
        match self.cycles {
            Cycles::Stride { start: 0, increment: 0 } if indirect => {}
            Cycles::Stride { start, increment: 0 } => write!(f, "{start}")?,
            Cycles::Stride { start, increment } if increment == self.width.words() => {
                write!(f, "{start}v")?;
            }
            Cycles::Stride { start, increment } => write!(f, "{start}v{increment}")?,
            Cycles::Flat([a, b, c, d]) => write!(f, "[{a},{b},{c},{d}]")?,
        }
        match self.modifier {
            Modifier::Within(k) => write!(f, "j{k}"),
            Modifier::None | Modifier::Indirect => Ok(()),
        }
    }
}

impl Forward {
    /// Its name behind `$`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mau => "mauf",
            Self::Alu => "aluf",
            Self::Mread => "mreadf",
            Self::L1bm => "lbf",
        }
    }
}

impl Constant {
    /// Its name behind `$` (table 3.5).
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::L2bid => "l2bid",
            Self::L1bid => "l1bid",
            Self::Mabid => "mabid",
            Self::Peid => "peid",
            Self::Subpeid => "subpeid",
            Self::Msb1 => "msb1",
        }
    }
}

impl Display for Source {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory(access) => access.fmt(f),
            Self::T(width) => write!(f, "${}t", width.prefix()),
            Self::Forward(forward) => write!(f, "${}", forward.name()),
            Self::Constant(constant) => write!(f, "${}", constant.name()),
        }
    }
}

impl Display for Input {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let sign = if self.negate { "-" } else { "" };
        let suffix = match self.convert {
            None => "",
            Some(Convert::Extend) => "e",
            Some(Convert::Shorten) => "r",
        };
        write!(f, "{sign}{}{suffix}", self.source)
    }
}

impl Display for Target {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory(access) => access.fmt(f),
            Self::Bar(bank, width) => write!(f, "${}{}b", width.prefix(), bank.letter()),
            Self::T(width) => write!(f, "${}t", width.prefix()),
            Self::Mask(entry) => write!(f, "$omr{entry}"),
            Self::Nowrite => f.write_str("$nowrite"),
        }
    }
}

impl Display for Mask {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let wide = if self.width == MaskWidth::Double { "ll" } else { "" };
        match self.entry {
            entry @ 0..16 => write!(f, "${wide}imr{entry}")?,
            entry => write!(f, "{wide}{:04b}", entry & 15)?,
        }
        f.write_str(match self.fit {
            None => "",
            Some(MaskFit::Truncate) => "t",
            Some(MaskFit::Pad) => "p",
        })
    }
}

impl Display for Dest {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.target.fmt(f)?;
        self.mask.iter().try_for_each(|mask| write!(f, "/{mask}"))
    }
}

impl Display for MatrixAccess {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "${}{}{}", self.width.prefix(), self.side.letter(), self.index)
    }
}

impl Display for L1bmOperand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if self.double { "$llb" } else { "$lb" })?;
        match self.place {
            L1bmPlace::At(address) => address.fmt(f),
            L1bmPlace::Turnaround => f.write_str("i"),
        }
    }
}

impl Display for L1bSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.mode {
            0 => write!(f, "{}", self.base),
            mode => write!(f, "{}/{mode}", self.base),
        }
    }
}
