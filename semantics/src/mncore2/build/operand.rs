//! Operands, named as in assembly text: `lm(0).v()` is `$lm0v`.

use crate::mncore2::isa::{Access, Bank, Constant, Cycles, Forward, Modifier, Source, Width};
use core::marker::PhantomData;

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
    pub(super) access: Access,
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

names! {
    /// `$t`
    t() -> T = T(Width::Single);
    /// `$lt`
    lt() -> T = T(Width::Long);
    /// `$llt`
    llt() -> T = T(Width::Double);
}

/// A forwarding register that every input takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forwarded(pub(super) Forward);

names! {
    /// `$mauf`
    mauf() -> Forwarded = Forwarded(Forward::Mau);
    /// `$aluf`
    aluf() -> Forwarded = Forwarded(Forward::Alu);
    /// `$lbf`
    lbf() -> Forwarded = Forwarded(Forward::L1bm);
}

/// What only the first input of the ALU takes: a constant, or `$mreadf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First(pub(super) Source);

names! {
    /// `$mreadf`: the first input of the ALU only.
    mreadf() -> First = First(Source::Forward(Forward::Mread));
    /// `$l2bid`: the first input of the ALU only.
    l2bid() -> First = First(Source::Constant(Constant::L2bid));
    /// `$l1bid`: the first input of the ALU only.
    l1bid() -> First = First(Source::Constant(Constant::L1bid));
    /// `$mabid`: the first input of the ALU only.
    mabid() -> First = First(Source::Constant(Constant::Mabid));
    /// `$peid`: the first input of the ALU only.
    peid() -> First = First(Source::Constant(Constant::Peid));
    /// `$subpeid`: the first input of the ALU only.
    subpeid() -> First = First(Source::Constant(Constant::Subpeid));
    /// `$msb1`: the first input of the ALU only.
    msb1() -> First = First(Source::Constant(Constant::Msb1));
}
