//! Destinations and their masks.

use super::input::Plain;
use super::operand::{At, Memory, Run, T};
use crate::mncore2::check::{Misfit, mask_fit};
use crate::mncore2::isa::{
    Alu, Bank, Dest, Down, Mask, MaskFit, MaskWidth, Mau, Mread, Source, Target, Width,
};

const fn mask(width: MaskWidth, entry: u8) -> Mask {
    Mask { width, entry, fit: None }
}

/// `/0011`: of the four cycles those with a 1 are written, the first bit is cycle 0.
///
/// # Panics
/// If the pattern has more than four bits.
#[must_use]
#[track_caller]
pub const fn pattern(cycles: u8) -> Mask {
    assert!(cycles < 16, "a mask pattern has a bit for each of 4 cycles");
    mask(MaskWidth::Long, 16 + cycles)
}

/// `/ll0011`
///
/// # Panics
/// If the pattern has more than four bits.
#[must_use]
#[track_caller]
pub const fn llpattern(cycles: u8) -> Mask {
    Mask { width: MaskWidth::Double, ..pattern(cycles) }
}

names! {
    /// `/$imr3`
    imr(entry: u8) -> Mask = mask(MaskWidth::Long, entry);
    /// `/$llimr3`
    llimr(entry: u8) -> Mask = mask(MaskWidth::Double, entry);
}

/// A destination other than a mask register and `nowrite()`.
pub trait Output {
    /// The destination.
    fn dest(self) -> Dest;
}

/// A destination of the MAU and the ALU: mask registers too.
pub trait FlagOutput {
    /// The destination.
    fn dest(self) -> Dest;
}

fn of_source(plain: impl Plain) -> Target {
    match plain.source() {
        Source::Memory(access) => Target::Memory(access),
        Source::T(width) => Target::T(width),
        // Only memories and T are destinations, see the implementations of Output.
        Source::Forward(_) | Source::Constant(_) => Target::Nowrite,
    }
}

/// The base address register of LM0 or LM1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar(Bank, Width);

names! {
    /// `$mb`
    mb() -> Bar = Bar(Bank::Lm0, Width::Single);
    /// `$lmb`
    lmb() -> Bar = Bar(Bank::Lm0, Width::Long);
    /// `$nb`
    nb() -> Bar = Bar(Bank::Lm1, Width::Single);
    /// `$lnb`
    lnb() -> Bar = Bar(Bank::Lm1, Width::Long);
}

/// A mask register as destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Omr(pub(super) u8, Option<Mask>);

/// `$omr1`
#[must_use]
pub const fn omr(entry: u8) -> Omr {
    Omr(entry, None)
}

impl Omr {
    /// With a mask.
    #[must_use]
    pub const fn mask(self, mask: Mask) -> Self {
        Self(self.0, Some(mask))
    }
}

impl FlagOutput for Omr {
    fn dest(self) -> Dest {
        Dest { target: Target::Mask(self.0), mask: self.1 }
    }
}

/// `$nowrite`: the result goes to the forwarding register only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nowrite;

/// `$nowrite`
#[must_use]
pub const fn nowrite() -> Nowrite {
    Nowrite
}

/// A destination with its mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Masked(Dest);

impl Output for Masked {
    fn dest(self) -> Dest {
        self.0
    }
}

impl Output for Dest {
    fn dest(self) -> Dest {
        self
    }
}

/// The mask with the `t` or `p` that its destination asks for (s. 3.6.2.1).
fn masked(target: Target, mask: Mask) -> Masked {
    let bare = Dest { target, mask: Some(Mask { fit: None, ..mask }) };
    let fit = match mask_fit(&bare) {
        Err(Misfit::NeedsTruncate) => Some(MaskFit::Truncate),
        Err(Misfit::NeedsPad) => Some(MaskFit::Pad),
        Ok(()) | Err(Misfit::Superfluous) => None,
    };
    Masked(Dest { target, mask: Some(Mask { fit, ..mask }) })
}

macro_rules! outputs {
    ($([$($generic:tt)*] $of:ty => $target:expr;)*) => {$(
        impl $($generic)* Output for $of {
            fn dest(self) -> Dest {
                Dest::plain($target(self))
            }
        }
        impl $($generic)* $of {
            /// With a mask; the suffix `t` or `p` comes by itself.
            #[must_use]
            pub fn mask(self, mask: Mask) -> Masked {
                masked($target(self), mask)
            }
        }
    )*};
}

outputs! {
    [<M: Memory>] At<M> => of_source;
    [<M: Memory>] Run<M> => of_source;
    [] T => of_source;
    [] Bar => |Bar(bank, width)| Target::Bar(bank, width);
}

impl<O: Output> FlagOutput for O {
    fn dest(self) -> Dest {
        Output::dest(self)
    }
}

/// One destination or several, or `nowrite()`: a tuple, an array, a `Vec`.
pub trait Outputs {
    /// The destinations.
    fn dests(self) -> Vec<Dest>;
}

/// The same with mask registers among them.
pub trait FlagOutputs {
    /// The destinations.
    fn dests(self) -> Vec<Dest>;
}

macro_rules! tuples {
    ($many:ident $one:ident: $(($($part:ident)*))*) => {
        impl<O: $one> $many for O {
            fn dests(self) -> Vec<Dest> {
                vec![self.dest()]
            }
        }
        impl<O: $one, const N: usize> $many for [O; N] {
            fn dests(self) -> Vec<Dest> {
                self.into_iter().map($one::dest).collect()
            }
        }
        impl $many for Vec<Dest> {
            fn dests(self) -> Vec<Dest> {
                self
            }
        }
        impl $many for Nowrite {
            fn dests(self) -> Vec<Dest> {
                vec![Dest::plain(Target::Nowrite)]
            }
        }
        $(impl<$($part: $one),*> $many for ($($part,)*) {
            fn dests(self) -> Vec<Dest> {
                #[allow(non_snake_case, reason = "each part is named as its type")]
                let ($($part,)*) = self;
                vec![$($part.dest()),*]
            }
        })*
    };
}

tuples! { Outputs Output: (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) }
tuples! { FlagOutputs FlagOutput: (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) }

macro_rules! flushes {
    ($($of:ident)*) => {$(
        impl $of {
            /// The zero flush: what the mask leaves out becomes 0 (s. 3.6.2.2).
            #[must_use]
            pub fn flush(self, mask: Mask) -> Self {
                Self { flush: Some(mask), ..self }
            }
        }
    )*};
}

flushes! { Alu Mau Mread Down }
