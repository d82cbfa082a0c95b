//! Inputs: where they come from, their sign and conversion, and which expressions take which.

use super::operand::{At, First, Forwarded, Memory, Run, T};
use crate::mncore2::isa::{Convert, Input, Source};
use core::ops::Neg;

/// Where any input can come from.
pub trait Plain: Copy {
    /// The source.
    fn source(self) -> Source;

    /// `e`: extended by one precision.
    fn e(self) -> Extended {
        Extended(self.source())
    }

    /// `r`: shortened to half.
    fn r(self) -> Shortened {
        Shortened(self.source())
    }
}

impl<M: Memory> Plain for At<M> {
    fn source(self) -> Source {
        self.run().source()
    }
}

impl<M: Memory> Plain for Run<M> {
    fn source(self) -> Source {
        Source::Memory(self.access)
    }
}

impl Plain for T {
    fn source(self) -> Source {
        Source::T(self.0)
    }
}

impl Plain for Forwarded {
    fn source(self) -> Source {
        Source::Forward(self.0)
    }
}

/// A source with `e`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extended(Source);

/// A source with `r`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortened(Source);

/// A source with a minus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Negated(Input);

const fn converted(source: Source, convert: Convert) -> Input {
    Input { negate: false, source, convert: Some(convert) }
}

/// What enters the MAU and the matrix registers: any source, also with a minus, `e` or `r`.
pub trait MauInput {
    /// The input.
    fn input(self) -> Input;
}

/// What enters the second input of the ALU: any source, also with `r`.
pub trait AluInput {
    /// The input.
    fn input(self) -> Input;
}

/// What enters the first input of the ALU: constants and `mreadf()` too.
pub trait FirstInput {
    /// The input.
    fn input(self) -> Input;
}

/// What goes from the PEs to L1BM: any source, also with `e`.
pub trait SentInput {
    /// The input.
    fn input(self) -> Input;
}

macro_rules! inputs {
    ($($role:ident: $($of:ident => $make:expr),*;)*) => {$(
        impl<P: Plain> $role for P {
            fn input(self) -> Input {
                Input::plain(self.source())
            }
        }
        impl $role for Input {
            fn input(self) -> Input {
                self
            }
        }
        $(impl $role for $of {
            fn input(self) -> Input {
                $make(self)
            }
        })*
    )*};
}

inputs! {
    MauInput: Extended => extended, Shortened => shortened, Negated => negated;
    AluInput: Shortened => shortened;
    FirstInput: Shortened => shortened, First => first_only;
    SentInput: Extended => extended;
}

const fn extended(x: Extended) -> Input {
    converted(x.0, Convert::Extend)
}

const fn shortened(x: Shortened) -> Input {
    converted(x.0, Convert::Shorten)
}

const fn negated(x: Negated) -> Input {
    x.0
}

const fn first_only(x: First) -> Input {
    Input::plain(x.0)
}

macro_rules! negations {
    ($([$($generic:tt)*] $of:ty;)*) => {$(
        impl $($generic)* Neg for $of {
            type Output = Negated;

            fn neg(self) -> Negated {
                Negated(Input { negate: true, ..MauInput::input(self) })
            }
        }
    )*};
}

negations! {
    [<M: Memory>] At<M>;
    [<M: Memory>] Run<M>;
    [] T;
    [] Forwarded;
    [] Extended;
    [] Shortened;
}
