//! Operands, named as in assembly text: `lm(0).v()` is `$lm0v`.

use crate::mncore2::isa::{
    Access, Bank, Constant, Convert, Cycles, Forward, Input, L1bmOperand, L1bmPlace, MatrixAccess,
    Modifier, Side, Source, Width,
};
use core::marker::PhantomData;
use core::ops::Neg;

/// A memory of a PE, as a type: what only some memories can do does not compile for the others.
pub trait Memory: Copy {
    /// The memory.
    const BANK: Bank;
}

/// A local memory: it has the suffix `jK`.
pub trait LocalMemory: Memory {}

macro_rules! memories {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name;
        impl Memory for $name {
            const BANK: Bank = Bank::$name;
        }
    )*};
}

memories! {
    /// LM0
    Lm0
    /// LM1
    Lm1
    /// GRF0
    Grf0
    /// GRF1
    Grf1
}

impl LocalMemory for Lm0 {}
impl LocalMemory for Lm1 {}

/// One address of a memory in all four cycles: `$lm0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At<M> {
    pub(super) width: Width,
    pub(super) address: u16,
    memory: PhantomData<M>,
}

/// A memory with an address for each cycle: `$lm0v`, `$lr[0,2,4,6]`, `$lmt0v`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run<M> {
    access: Access,
    memory: PhantomData<M>,
}

/// What a memory can be addressed with: one number, or one for each cycle.
pub trait Address {
    /// The operand that comes of it.
    type Of<M: Memory>;
    /// The operand.
    fn of<M: Memory>(self, width: Width) -> Self::Of<M>;
}

impl Address for u16 {
    type Of<M: Memory> = At<M>;

    fn of<M: Memory>(self, width: Width) -> At<M> {
        At { width, address: self, memory: PhantomData }
    }
}

impl Address for [u16; 4] {
    type Of<M: Memory> = Run<M>;

    fn of<M: Memory>(self, width: Width) -> Run<M> {
        run(width, Cycles::Flat(self), Modifier::None)
    }
}

const fn run<M: Memory>(width: Width, cycles: Cycles, modifier: Modifier) -> Run<M> {
    Run { access: Access { bank: M::BANK, width, cycles, modifier }, memory: PhantomData }
}

macro_rules! constructors {
    ($($name:ident $memory:ident $width:ident)*) => {$(
        #[doc = concat!("`$", stringify!($name), "0`, `$", stringify!($name), "[a,b,c,d]`")]
        pub fn $name<A: Address>(address: A) -> A::Of<$memory> {
            address.of(Width::$width)
        }
    )*};
}

constructors! {
    m Lm0 Single
    lm Lm0 Long
    llm Lm0 Double
    n Lm1 Single
    ln Lm1 Long
    lln Lm1 Double
    r Grf0 Single
    lr Grf0 Long
    llr Grf0 Double
    s Grf1 Single
    ls Grf1 Long
    lls Grf1 Double
}

impl<M: Memory> At<M> {
    /// `v`: each cycle one access width further.
    #[must_use]
    pub const fn v(self) -> Run<M> {
        self.stride(self.width.words())
    }

    /// `vN`: each cycle N single words further.
    #[must_use]
    pub const fn stride(self, increment: u16) -> Run<M> {
        run(self.width, Cycles::Stride { start: self.address, increment }, Modifier::None)
    }

    pub(super) const fn run(self) -> Run<M> {
        self.stride(0)
    }
}

impl<M: LocalMemory> At<M> {
    /// `jK`: one access width further in the PEs 0 to K.
    #[must_use]
    pub fn j(self, k: u8) -> Run<M> {
        self.run().j(k)
    }
}

impl<M: LocalMemory> Run<M> {
    /// `jK`: one access width further in the PEs 0 to K. It takes the place of an indirection.
    #[must_use]
    pub fn j(self, k: u8) -> Self {
        Self { access: Access { modifier: Modifier::Within(k), ..self.access }, ..self }
    }
}

impl At<Lm0> {
    /// `$lmtA`: the long word of T of the cycle is added to the address.
    #[must_use]
    pub fn by_t(self) -> Run<Lm0> {
        self.run().by_t()
    }
}

impl Run<Lm0> {
    /// `$lmtAv`: the long word of T of the cycle is added to the address. It takes the place of `jK`.
    #[must_use]
    pub fn by_t(self) -> Self {
        Self { access: Access { modifier: Modifier::Indirect, ..self.access }, ..self }
    }
}

/// T.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct T(pub(super) Width);

/// `$t`
#[must_use]
pub const fn t() -> T {
    T(Width::Single)
}

/// `$lt`
#[must_use]
pub const fn lt() -> T {
    T(Width::Long)
}

/// `$llt`
#[must_use]
pub const fn llt() -> T {
    T(Width::Double)
}

/// A forwarding register that every input takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forwarded(Forward);

/// `$mauf`
#[must_use]
pub const fn mauf() -> Forwarded {
    Forwarded(Forward::Mau)
}

/// `$aluf`
#[must_use]
pub const fn aluf() -> Forwarded {
    Forwarded(Forward::Alu)
}

/// `$lbf`
#[must_use]
pub const fn lbf() -> Forwarded {
    Forwarded(Forward::L1bm)
}

/// What only the first input of the ALU takes: a constant, or `$mreadf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First(Source);

macro_rules! first {
    ($($name:ident $source:expr;)*) => {$(
        #[doc = concat!("`$", stringify!($name), "`: the first input of the ALU only.")]
        #[must_use]
        pub const fn $name() -> First {
            First($source)
        }
    )*};
}

first! {
    mreadf Source::Forward(Forward::Mread);
    l2bid Source::Constant(Constant::L2bid);
    l1bid Source::Constant(Constant::L1bid);
    mabid Source::Constant(Constant::Mabid);
    peid Source::Constant(Constant::Peid);
    subpeid Source::Constant(Constant::Subpeid);
    msb1 Source::Constant(Constant::Msb1);
}

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

/// Rows of one long word of the matrix register: `$lx3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row(pub(super) MatrixAccess);

/// Rows of two long words: `$llx2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows(pub(super) MatrixAccess);

impl From<Row> for MatrixAccess {
    fn from(row: Row) -> Self {
        row.0
    }
}

impl From<Rows> for MatrixAccess {
    fn from(rows: Rows) -> Self {
        rows.0
    }
}

macro_rules! matrix {
    ($($name:ident $of:ident $side:ident $width:ident)*) => {$(
        #[doc = concat!("`$", stringify!($name), "0`: rows from this one on.")]
        #[must_use]
        pub const fn $name(index: u8) -> $of {
            $of(MatrixAccess { side: Side::$side, width: Width::$width, index })
        }
    )*};
}

matrix! {
    lx Row X Long
    ly Row Y Long
    llx Rows X Double
    lly Rows Y Double
}

/// L1BM, one long word a PE and cycle: `$lb0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lb(pub(super) u16);

/// L1BM, two long words a PE and cycle: `$llb0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Llb(pub(super) u16);

/// `$lb0`
#[must_use]
pub const fn lb(address: u16) -> Lb {
    Lb(address)
}

/// `$llb0`
#[must_use]
pub const fn llb(address: u16) -> Llb {
    Llb(address)
}

/// An address of L1BM, not the turnaround register.
pub trait L1bmAddress: Into<L1bmOperand> {}

impl L1bmAddress for Lb {}
impl L1bmAddress for Llb {}

/// The turnaround register of an L1B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turnaround(pub(super) bool);

/// `$lbi`
#[must_use]
pub const fn lbi() -> Turnaround {
    Turnaround(false)
}

/// `$llbi`: two long words a PE and cycle.
#[must_use]
pub const fn llbi() -> Turnaround {
    Turnaround(true)
}

impl From<Lb> for L1bmOperand {
    fn from(Lb(address): Lb) -> Self {
        Self { double: false, place: L1bmPlace::At(address) }
    }
}

impl From<Llb> for L1bmOperand {
    fn from(Llb(address): Llb) -> Self {
        Self { double: true, place: L1bmPlace::At(address) }
    }
}

impl From<Turnaround> for L1bmOperand {
    fn from(Turnaround(double): Turnaround) -> Self {
        Self { double, place: L1bmPlace::Turnaround }
    }
}
