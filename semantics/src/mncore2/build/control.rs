//! Control statements (s. 3.4, 3.6.2.1).
//!
//! ```
//! use semantics::mncore2::build::*;
//! let mut b = Builder::new();
//! b.add(mask(imr(3)).grf0().masks());
//! b.add(lpassa(lm(0).v(), lr(0).v()));
//! b.add(unmask());
//! b.add(set(llm(0), at().n(0), [singles([1, 2]), long(3)]));
//! b.add(get(lx(0), at().n(0).c(0).b(0).m(0), 4).as_type(Dtype::Bd));
//! b.add((noforward(), lpassa(lm(0).v(), lr(0).v())));
//! assert_eq!(b.build()?.text().lines().collect::<Vec<_>>(), [
//!     "maskrk 3",
//!     "lpassa $lm0v $lr0v",
//!     "mask 0",
//!     "d set $llm0n0 1 s1_2l3",
//!     "d getbd $lx0n0c0b0m0 4",
//!     "noforward; lpassa $lm0v $lr0v",
//! ]);
//! # Ok::<(), BuildError>(())
//! ```

use super::block::{Lb, Llb, Row};
use super::mv::{Dram, Pdm};
use super::operand::{At, Memory as PeMemory, T};
use super::output::Omr;
use super::transfer::Lc;
use crate::mncore2::isa::{
    Dtype, Expr, Get, Levels, Mask, MaskSetting, Memory, Notation, Set, Tag, Width,
};

/// A memory with one address, as [`get()`] and [`set()`] take it.
pub trait Addressed {
    /// Memory and address.
    fn memory(self) -> Memory;
}

impl<M: PeMemory> Addressed for At<M> {
    fn memory(self) -> Memory {
        Memory::Pe(self.width, M::BANK, self.address.into())
    }
}

impl Addressed for T {
    fn memory(self) -> Memory {
        // `$t` and `$lt` are the same here.
        Memory::T(self.0.max(Width::Long))
    }
}

macro_rules! addressed {
    ($($of:ty: $this:ident => $memory:expr;)*) => {$(
        impl Addressed for $of {
            fn memory(self) -> Memory {
                let $this = self;
                $memory
            }
        }
    )*};
}

addressed! {
    Pdm: a => Memory::Pdm(a.0);
    Dram: a => Memory::Dram(a.0);
    Lc: a => Memory::L2bm(a.0.into());
    Lb: a => Memory::L1bm(Width::Long, a.0.into());
    Llb: a => Memory::L1bm(Width::Double, a.0.into());
    Row: a => Memory::Matrix(a.0.side, a.0.index.into());
    Omr: a => Memory::Mask(a.0.into());
}

/// The whole board, to be narrowed: `at().n(0).c(1)` is `n0c1`.
#[must_use]
pub fn at() -> Levels {
    Levels::default()
}

impl Levels {
    /// The group.
    #[must_use]
    pub const fn n(self, group: u8) -> Self {
        Self { group: Some(group), ..self }
    }

    /// The L2B.
    #[must_use]
    pub const fn c(self, l2b: u8) -> Self {
        Self { l2b: Some(l2b), ..self }
    }

    /// The L1B.
    #[must_use]
    pub const fn b(self, l1b: u8) -> Self {
        Self { l1b: Some(l1b), ..self }
    }

    /// The MAB.
    #[must_use]
    pub const fn m(self, mab: u8) -> Self {
        Self { mab: Some(mab), ..self }
    }

    /// The PE.
    #[must_use]
    pub const fn p(self, pe: u8) -> Self {
        Self { pe: Some(pe), ..self }
    }
}

/// `d get`, in the type that the words have: see [`Get::as_type`].
pub fn get(memory: impl Addressed, levels: Levels, count: u32) -> Get {
    Get { dtype: Dtype::Raw, memory: memory.memory(), levels, count }
}

impl Get {
    /// `d getf`, `d getbd`, ...: with another interpretation (table 3.1).
    #[must_use]
    pub const fn as_type(self, dtype: Dtype) -> Self {
        Self { dtype, ..self }
    }
}

/// A long word with the notation of its payload (table 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written(u8, u64);

names! {
    /// `l12ab`
    long(word: u64) -> Written = Written(b'l', word);
    /// `s1_2`: two single words, the MSB side first.
    singles([a, b]: [u32; 2]) -> Written = Written(b's', (a as u64) << 32 | b as u64);
    /// `h1_2_3_4`: four half words, the MSB side first.
    halves([a, b, c, d]: [u16; 4]) -> Written = Written(b'h', (a as u64) << 48 | (b as u64) << 32 | (c as u64) << 16 | d as u64);
}

/// The long words of a `d set`: `u64` for 16 digits each, or [`long`], [`singles`], [`halves`].
pub trait Payload {
    /// The words and how they are written.
    fn words(self) -> (Box<[u64]>, Notation);
}

impl Payload for &[u64] {
    fn words(self) -> (Box<[u64]>, Notation) {
        (self.into(), Notation::Hex16)
    }
}

impl Payload for &[Written] {
    fn words(self) -> (Box<[u64]>, Notation) {
        let letters = self.iter().map(|w| w.0).collect();
        (self.iter().map(|w| w.1).collect(), Notation::Letters(letters))
    }
}

impl<const N: usize> Payload for [u64; N] {
    fn words(self) -> (Box<[u64]>, Notation) {
        self.as_slice().words()
    }
}

impl<const N: usize> Payload for [Written; N] {
    fn words(self) -> (Box<[u64]>, Notation) {
        self.as_slice().words()
    }
}

/// `d set`; how many words it sets comes from the payload.
pub fn set(memory: impl Addressed, levels: Levels, payload: impl Payload) -> Set {
    let (memory, (words, notation)) = (memory.memory(), payload.words());
    let wide = matches!(
        memory,
        Memory::Pe(Width::Double, ..) | Memory::L1bm(Width::Double, _) | Memory::T(Width::Double)
    );
    let count = words.len().div_ceil(if wide { 2 } else { 1 });
    Set { memory, levels, count: u32::try_from(count).unwrap_or(u32::MAX), words, notation }
}

names! {
    /// `mask`: this mask for what is named behind it, as in `mask(imr(1)).grf0()`.
    mask(of: Mask) -> MaskSetting = MaskSetting { width: of.width, entry: of.entry, ..MaskSetting::NONE };
    /// `mask 0`: no mask from here on.
    unmask() -> MaskSetting = MaskSetting::NONE;
}

macro_rules! masked {
    ($($name:ident $doc:literal)*) => {
        impl MaskSetting {
            $(
                #[doc = $doc]
                #[must_use]
                pub const fn $name(self) -> Self {
                    Self { $name: true, ..self }
                }
            )*
        }
    };
}

masked! {
    grf0 "`r`: acts on GRF0 too."
    grf1 "`s`: acts on GRF1 too."
    t "`t`: acts on T too."
    lm0 "`m`: acts on LM0 and its base address register too."
    lm1 "`n`: acts on LM1 and its base address register too."
    masks "`k`: acts on mask registers too."
}

names! {
    /// `nop/n`: so many steps that do nothing.
    nop(steps: u32) -> Expr = Expr::Nop(steps);
    /// `noforward`: forwarding and turnaround registers keep their values in this step.
    noforward() -> Expr = Expr::Noforward;
    /// `wait iTT`: the step waits for the MV statements of this tag.
    wait(tag: u8) -> Expr = Expr::Wait(Tag(tag));
}
