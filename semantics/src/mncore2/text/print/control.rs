//! Control statements and host lines.

use crate::mncore2::isa::{
    DramLoad, Dtype, Get, HostCopy, Levels, MaskSetting, MaskWidth, Memory, Notation, Set,
    Statement,
};
use core::fmt::{self, Display, Formatter};

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quit => f.write_str("quit"),
            Self::Get(get) => get.fmt(f),
            Self::Set(set) => set.fmt(f),
            Self::Mask(mask) => mask.fmt(f),
            Self::Mv(mv) => mv.fmt(f),
            Self::Step(step) => step.fmt(f),
            Self::Load(load) => load.fmt(f),
            Self::Host(copy) => copy.fmt(f),
        }
    }
}

impl Dtype {
    /// All types.
    pub const ALL: [Self; 8] =
        [Self::Raw, Self::D, Self::Bd, Self::F, Self::Bf, Self::Bg, Self::H, Self::Bh];

    /// Its letters behind `get` (table 3.1).
    #[must_use]
    pub const fn letters(self) -> &'static str {
        match self {
            Self::Raw => "",
            Self::D => "d",
            Self::Bd => "bd",
            Self::F => "f",
            Self::Bf => "bf",
            Self::Bg => "bg",
            Self::H => "h",
            Self::Bh => "bh",
        }
    }
}

impl Display for Get {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { dtype, memory, levels, count } = self;
        write!(f, "d get{} {memory}{levels} {count}", dtype.letters())
    }
}

impl Display for Set {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { memory, levels, count, words, notation } = self;
        write!(f, "d set {memory}{levels} {count} ")?;
        match notation {
            Notation::Hex16 => words.iter().try_for_each(|w| write!(f, "{w:016X}")),
            Notation::Letters(letters) => letters.iter().zip(words).try_for_each(|(letter, w)| {
                let part = |shift: u32, bits: u64| w >> shift & bits;
                match letter {
                    b's' => write!(f, "s{:X}_{:X}", w >> 32, part(0, 0xffff_ffff)),
                    b'h' => {
                        let [a, b, c, d] = [48, 32, 16, 0].map(|at| part(at, 0xffff));
                        write!(f, "h{a:X}_{b:X}_{c:X}_{d:X}")
                    }
                    _ => write!(f, "l{w:X}"),
                }
            }),
        }
    }
}

impl Display for Memory {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pdm(a) => write!(f, "$p{a}"),
            Self::Dram(a) => write!(f, "$d{a}"),
            Self::L2bm(a) => write!(f, "$lc{a}"),
            Self::L1bm(width, a) => write!(f, "${}b{a}", width.prefix()),
            Self::Pe(width, bank, a) => write!(f, "${}{}{a}", width.prefix(), bank.letter()),
            Self::T(width) => write!(f, "${}t", width.prefix()),
            Self::Matrix(side, a) => write!(f, "$l{}{a}", side.letter()),
            Self::Mask(e) => write!(f, "$omr{e}"),
        }
    }
}

impl Display for Levels {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { group, l2b, l1b, mab, pe } = *self;
        [('n', group), ('c', l2b), ('b', l1b), ('m', mab), ('p', pe)]
            .into_iter()
            .filter_map(|(letter, number)| Some((letter, number?)))
            .try_for_each(|(letter, number)| write!(f, "{letter}{number}"))
    }
}

impl Display for MaskSetting {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { width, entry, grf0, grf1, t, lm0, lm1, masks } = *self;
        f.write_str(if width == MaskWidth::Double { "maskll" } else { "mask" })?;
        [('r', grf0), ('s', grf1), ('t', t), ('m', lm0), ('n', lm1), ('k', masks)]
            .into_iter()
            .filter(|(_, on)| *on)
            .try_for_each(|(letter, _)| write!(f, "{letter}"))?;
        write!(f, " {entry}")
    }
}

impl Display for DramLoad {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "r {} {:09X} {:03X} ", self.group, self.address, self.words.len())?;
        self.words.iter().try_for_each(|w| write!(f, "{w:016X}"))
    }
}

impl Display for HostCopy {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { group, tag, address, length, words } = self;
        write!(f, "c 0 {group} {tag} i00 0 {address:09X} {length:03X}")?;
        let blank = if words.is_empty() { "" } else { " " };
        f.write_str(blank)?;
        words.iter().try_for_each(|w| write!(f, "{w:016X}"))
    }
}
