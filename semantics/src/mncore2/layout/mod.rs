//! Which index of an array lives where: layouts of arrays over the board's memories.
//!
//! ```text
//! layout  = shape "@" memory [ "+" address ] [ ":" type ]        an array somewhere in a memory
//!         | memory [ ":" type ]                                  the whole of a memory
//! shape   = "(" [ axis { "," axis } ] [ ";" copies ] ")"
//! axis    = factor | "(" factor { "," factor } ")"
//! factor  = size [ "_" along ] ":" stride
//! along   = "Group" | "L2B" | "L1B" | "MAB" | "PE" | "Cycle" | "W"
//! copies  = "B@[" level { "," level } "]"                        level = along but Cycle and W
//! memory  = name [ "n" nat ] [ "c" nat ] [ "b" nat ] [ "m" nat ] [ "p" nat ]
//!         | name "@" group [ "." l2b ]                           PDM, DRAM, L2BM
//! name    = "PDM" | "DRAM" | "L2BM" | "L1BM" | "LM0" | "LM1" | "GRF0" | "GRF1" | "T" | "OMR"
//!         | "MRx" | "MRy" | "DAR" | "DARBUF" | "TURNAROUND" | "BAR0" | "BAR1"
//!         | "MAUF" | "ALUF" | "MREADF" | "LBF"                   or as operands have it: "lm", "lr" ..
//! type    = "u64" | "u32" | "u16" | "u8" | "d" | "f" | "h" | "l" | "i" | "s"
//! ```
//!
//! Spaces may stand between these; numbers are decimal, or hexadecimal behind `0x`.
//!
//! **Indices.** An axis has as many indices as the product of its factors' sizes. An index is taken
//! apart into one digit a factor, the last factor the fastest (row-major, as C and NumPy count). Each
//! digit times its factor's stride is added to the coordinate that the factor goes along; what the
//! memory's text says of a coordinate (`LM0n1`, `+16`) is where it starts, otherwise 0.
//!
//! **Coordinates.** `Group`, `L2B`, `L1B`, `MAB`, `PE` are numbers in the tree. Where nothing speaks of
//! groups, `L2B` goes through the board: 0 to 7 is `2*group + L2B`; so it does in PDM and DRAM, where two
//! L2Bs share the memory of their group and strides are even. A factor without a name goes along
//! addresses by long words: `(2:1)` in LM0 is `$lm0`, `$lm2`; entries in OMR, DAR and DARBUF; the word
//! `4*row + j` in MRx and MRy; in T and the forwarding registers the MSB (0) and LSB (1) side; in
//! TURNAROUND the word of a cycle. Only the address behind `+` counts as operands do, by single words in
//! LM0, LM1, GRF0 and GRF1. `Cycle` is the cycle of T, the forwarding registers, TURNAROUND and
//! OMR; in LM0, LM1, GRF0 and GRF1 it goes on by a long word, as `$lm0v` does. `W` is a word of the type
//! inside of its long word, from the most significant side.
//!
//! **Types.** `u64` .. `u8` are bits; `d`, `f`, `h` floating-point values; `l`, `i`, `s` signed integers
//! of 64, 32, 16 bits. Without a type, it is the widest unsigned one that has the words that `W` speaks
//! of: `u64` without `W`. The narrow words of OMR (`u8`), BAR0, BAR1 (`u16`), DAR and DARBUF (`u32`) have
//! one type each.
//!
//! **Copies.** In the elements of the levels behind `B@` the array lives alike: writing sets all,
//! reading insists that they agree.
//!
//! **Bijection.** A factor of stride 0, or two that meet, put several indices in one place. Such a
//! layout can be read; it cannot be written, see [`Layout::clash`].
//!
//! A whole memory has an axis for each level without a number, then one for its words; of OMR these are
//! the entries 1 to 15, since entry 0 is fixed.
//!
//! ```
//! use semantics::mncore2::layout::Layout;
//! let layout = Layout::parse("((8_L2B:1, 4:2), (4_PE:1, 2_W:1))@LM0:f")?;
//! assert_eq!(layout.shape(), [32, 8]);
//! // Row 14 = 3*4 + 2: L2B 3 of the board, long word 2*2, which is $lm8. Column 5 = 2*2 + 1: PE 2, the
//! // lower single word.
//! let spot = layout.at(&[14, 5]).unwrap();
//! assert_eq!(spot.to_string(), "LM0 n1c1b0m0p2 $lm9 31:0");
//! assert_eq!(layout.clash(), None);
//!
//! assert_eq!(Layout::parse("lrn0c0b0m0:h")?.to_string(), "(4_PE:1, (256:1, 4_W:1))@GRF0n0c0b0m0:h");
//! assert_eq!(Layout::parse("(16_PE:1)@LM0").unwrap_err().column, 2);
//! # Ok::<(), semantics::source::Diagnostic>(())
//! ```

mod along;
mod check;
mod clash;
mod element;
mod error;
mod memory;
mod parse;
mod spot;
#[cfg(test)]
mod tests;
mod value;
mod whole;
mod written;

pub use along::Along;
pub use element::Element;
pub use memory::Memory;
pub use spot::{Differ, Spot, Spots};
pub use value::ValueError;

use super::memory::Level;
use crate::mncore2::isa::Levels;
use crate::mncore2::state::{CYCLES, L2BS};
use crate::source::Diagnostic;
use memory::{Geometry, name, numbers};
use std::fmt::{self, Display, Formatter};

/// A factor of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Factor {
    /// How many digits it has, from 0.
    pub size: u64,
    /// The coordinate that the digit moves.
    pub along: Along,
    /// What a digit adds to the coordinate.
    pub stride: u64,
}

/// Which index of an array lives where.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    axes: Vec<Vec<Factor>>,
    /// Sorted.
    copied: Vec<Level>,
    memory: Memory,
    /// The first address.
    address: u64,
    element: Element,
}

impl Layout {
    /// Reads a layout, or a whole memory.
    ///
    /// # Errors
    ///
    /// A text that is none, or one that does not stay inside of the board, with the column.
    pub fn parse(text: &str) -> Result<Self, Diagnostic> {
        check::check(&parse::parse(text)?)
    }

    /// The factors of each axis.
    #[must_use]
    pub fn axes(&self) -> &[Vec<Factor>] {
        &self.axes
    }

    /// The levels in whose elements the array lives alike.
    #[must_use]
    pub fn copied(&self) -> &[Level] {
        &self.copied
    }

    /// The memory, with the numbers that the text has for its levels.
    #[must_use]
    pub fn memory(&self) -> Memory {
        self.memory
    }

    /// The type of the elements.
    #[must_use]
    pub fn element(&self) -> Element {
        self.element
    }

    pub(in crate::mncore2) fn type_of(&self) -> &Element {
        &self.element
    }

    /// The sizes of the axes.
    #[must_use]
    pub fn shape(&self) -> Vec<u64> {
        self.axes.iter().map(|axis| axis.iter().map(|f| f.size).product()).collect()
    }

    /// How many elements the array has, at least 1 and at most 2^32.
    #[must_use]
    pub fn elements(&self) -> u64 {
        self.factors().map(|f| f.size).product()
    }

    /// The index of the element number `n` in C order, the last axis the fastest.
    ///
    /// ```
    /// use semantics::mncore2::layout::Layout;
    /// assert_eq!(Layout::parse("(3:2, 4_PE:1)@LM0")?.index(7), [1, 3]);
    /// # Ok::<(), semantics::source::Diagnostic>(())
    /// ```
    #[must_use]
    pub fn index(&self, n: u64) -> Vec<u64> {
        let mut rest = n;
        let mut index = self.shape();
        for size in index.iter_mut().rev() {
            (rest, *size) = (rest / *size, rest % *size);
        }
        index
    }

    /// All factors, the slowest first.
    fn factors(&self) -> impl Iterator<Item = Factor> + '_ {
        self.axes.iter().flatten().copied()
    }
}

impl Display for Factor {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = self.along.name();
        let joint = if name.is_empty() { "" } else { "_" };
        write!(f, "{}{joint}{name}:{}", self.size, self.stride)
    }
}

impl Display for Memory {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(name(self.store))?;
        let levels = Level::ALL.into_iter().zip(numbers(&self.levels));
        for (level, number) in levels {
            if let Some(number) = number {
                write!(f, "{}{number}", level.letter())?;
            }
        }
        Ok(())
    }
}

impl Display for Layout {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let join = |list: Vec<String>| list.join(", ");
        let axes = self.axes.iter().map(|axis| match &axis[..] {
            [factor] => factor.to_string(),
            axis => format!("({})", join(axis.iter().map(Factor::to_string).collect())),
        });
        write!(f, "({}", join(axes.collect()))?;
        if !self.copied.is_empty() {
            let levels = self.copied.iter().map(|l| Along::Level(*l).name().to_owned());
            write!(f, "; B@[{}]", join(levels.collect()))?;
        }
        write!(f, ")@{}", self.memory)?;
        if self.address > 0 {
            write!(f, "+{}", self.address)?;
        }
        write!(f, ":{}", self.element)
    }
}

impl Layout {
    /// Where a coordinate begins.
    fn start(&self, along: Along) -> u64 {
        match along {
            Along::Level(level) => numbers(&self.memory.levels)[level as usize].unwrap_or(0).into(),
            Along::Address => self.address,
            Along::Cycle | Along::Word => 0,
        }
    }

    /// What a stride of 1 adds to a coordinate: a long word is two addresses of a PE memory.
    fn scale(&self, along: Along) -> u64 {
        let Geometry { unit, operand, .. } = Geometry::of(self.memory.store);
        if along == Along::Address { unit / operand } else { 1 }
    }

    /// The largest number of a coordinate.
    fn reach(&self, along: Along) -> u64 {
        let (start, scale) = (self.start(along), self.scale(along));
        let factors = self.factors().filter(|f| f.along == along);
        factors.fold(start, |reach, f| reach + (f.size - 1) * f.stride * scale)
    }

    /// One more than the largest number that there is.
    fn limit(&self, along: Along) -> u64 {
        match along {
            Along::Level(Level::L2b) if self.counts_l2bs() => (Level::Group.size() * L2BS) as u64,
            Along::Level(level) => level.size() as u64,
            Along::Cycle => CYCLES as u64,
            Along::Word => (64 / self.element.bits()).into(),
            Along::Address => Geometry::of(self.memory.store).addresses,
        }
    }

    /// Whether L2Bs are numbered through the board: nothing speaks of groups.
    fn counts_l2bs(&self) -> bool {
        let Levels { group, .. } = self.memory.levels;
        group.is_none()
            && !self.copied.contains(&Level::Group)
            && !self.factors().any(|f| f.along == Along::Level(Level::Group))
    }
}
