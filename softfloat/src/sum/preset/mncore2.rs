//! MN-Core 2: RRN fadd in every network (s. 4.2), MAU multiply-add, vector and matrix (s. 4.3,
//! 4.5), as the decisions have them. They compute what `softfloat::mncore2` computes under
//! `Profile::DECIDED`; the mask flag of the MAU is the inverted sign of the result.

use crate::format::{MnBfDouble, MnBfHalfExt, MnBfPseudoSingle, MnBfSingle};
use crate::format::{MnDouble, MnHalf, MnSingle};
use crate::sum::{
    Addend, Alignment, Cut, Datapath, Exponent, Join, Normalise, Operand, Opposite, Order, Over,
    ProductRule, Target, Term, TimesZero, ZeroSum,
};
use crate::{Env, Format, Overflow, Rounding, StaticFormat, Underflow};

const H: Format = MnHalf::FORMAT;
const F: Format = MnSingle::FORMAT;
const D: Format = MnDouble::FORMAT;

/// Every rounding of the MAU and of RRN fadd: nearest even with an unbounded exponent, then
/// infinity or +0 (s. 4.1; MN-D29).
const RULES: Env =
    Env { overflow: Overflow::Infinity, underflow: Underflow::FlushPositive, ..Env::IEEE };

/// Guard bits below each element's mantissa (s. 4.2.1).
const GUARD: u32 = 3;

/// The circuit of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Network {
    /// L1BM, 4 elements.
    L1bm4,
    /// L1BM, 16 elements in two stages of 4 (MN-D07).
    L1bm16,
    /// L2BM, 2 elements.
    L2bm2,
    /// L2BM, 8 elements in one stage.
    L2bm8,
    /// MV, 2 elements.
    Mv2,
    /// MV, 4 elements.
    Mv4,
    /// MV, 8 elements: pairs, then four (MN-D08).
    Mv8,
}

impl Network {
    /// Every network.
    pub const ALL: [Self; 7] =
        [Self::L1bm4, Self::L1bm16, Self::L2bm2, Self::L2bm8, Self::Mv2, Self::Mv4, Self::Mv8];

    /// Its elements.
    ///
    /// ```
    /// assert_eq!(softfloat::sum::mncore2::Network::L1bm16.elements(), 16);
    /// ```
    #[must_use]
    pub const fn elements(self) -> usize {
        match self {
            Self::L2bm2 | Self::Mv2 => 2,
            Self::L1bm4 | Self::Mv4 => 4,
            Self::L2bm8 | Self::Mv8 => 8,
            Self::L1bm16 => 16,
        }
    }

    const fn order(self) -> Order {
        match self {
            Self::L1bm16 => Order::Groups { size: 4, strided: false },
            Self::Mv8 => Order::Groups { size: 2, strided: false },
            _ => Order::Sequential { chunk: Order::ALL },
        }
    }
}

/// The sum of elements in a circuit of precision `circuit`, its result in `result`. Elements are of
/// the circuit's precision, or, with `e`, one lower: extended, their values are the same.
///
/// ```
/// use softfloat::{format::MnSingle, sum::mncore2::{fadd, Network}, StaticFormat};
/// let f = MnSingle::FORMAT;
/// let sum = fadd(Network::L1bm4, f, f, f);
/// // 1 + 2^-24 + 2^-24: the guard bits keep both.
/// assert_eq!(sum.evaluate(&[0x3f80_0000, 0x3380_0000, 0x3380_0000, 0], &[], 0).bits, 0x3f80_0001);
/// ```
#[must_use]
pub const fn fadd(network: Network, element: Format, circuit: Format, result: Format) -> Datapath {
    Datapath {
        term: Term::Element(element),
        addend: Addend::None,
        order: network.order(),
        alignment: Alignment::Largest {
            exponent: Exponent::Field,
            over: Over::All,
            bits: circuit.declared().man_bits + GUARD,
            least: None,
            cut: Cut::Round(Rounding::NearestEven),
        },
        partial: Target::new(circuit, RULES),
        ..mau(Term::Element(element), element, result)
    }
}

/// What the units of the MAU have in common: everything is added exactly and rounded once.
const fn mau(term: Term, addend_format: Format, result: Format) -> Datapath {
    Datapath {
        term,
        addend_format,
        addend: Addend::First,
        order: Order::Sequential { chunk: Order::ALL },
        join: Join::Term,
        normalise: Normalise::Chunk,
        alignment: Alignment::Exact,
        reports_cut: true,
        width: None,
        partial: Target::new(result, RULES),
        result: Target::new(result, RULES),
        zero: ZeroSum::Plus,
        opposite: Opposite::Plus,
        times_zero: TimesZero::Zero,
    }
}

/// The letter of a precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Precision {
    /// d: double.
    Double,
    /// f: single.
    Single,
    /// g: pseudo-single, single elsewhere than in blocks.
    PseudoSingle,
    /// h: half; its addend is single.
    Half,
}

impl Precision {
    /// Every precision.
    pub const ALL: [Self; 4] = [Self::Double, Self::Single, Self::PseudoSingle, Self::Half];

    /// The format of single elements.
    ///
    /// ```
    /// use softfloat::{format::MnHalf, sum::mncore2::Precision, StaticFormat};
    /// assert_eq!(Precision::Half.format(), MnHalf::FORMAT);
    /// ```
    #[must_use]
    pub const fn format(self) -> Format {
        match self {
            Self::Double => MnDouble::FORMAT,
            Self::Single | Self::PseudoSingle => MnSingle::FORMAT,
            Self::Half => MnHalf::FORMAT,
        }
    }

    /// The format of addend and result.
    ///
    /// ```
    /// use softfloat::{format::MnSingle, sum::mncore2::Precision, StaticFormat};
    /// assert_eq!(Precision::Half.sum(), MnSingle::FORMAT);
    /// ```
    #[must_use]
    pub const fn sum(self) -> Format {
        match self {
            Self::Double => MnDouble::FORMAT,
            _ => MnSingle::FORMAT,
        }
    }

    /// Elements of a block (table 4.1), each of the others' length.
    const fn block(self) -> Operand {
        match self {
            Self::Double => Operand::Shared { element: MnBfDouble::FORMAT, len: 4 },
            Self::Single => Operand::Shared { element: MnBfSingle::FORMAT, len: 4 },
            Self::PseudoSingle => Operand::Shared { element: MnBfPseudoSingle::FORMAT, len: 8 },
            Self::Half => Operand::Shared { element: MnBfHalfExt::FORMAT, len: 16 },
        }
    }

    /// What the multiplier array omits (s. 4.3).
    const fn product(self) -> ProductRule {
        match self {
            Self::Double => ProductRule::Omitted { bits: 16, correction: 1 << 30 },
            Self::Single => ProductRule::Omitted { bits: 5, correction: 1 << 8 },
            Self::PseudoSingle | Self::Half => ProductRule::Exact,
        }
    }
}

/// `x*y + z` of the vector unit (s. 4.3): infinity times zero is 0 (MN-D12). The instruction set has
/// no pseudo-single vector unit; products are exact there as in blocks.
///
/// ```
/// use softfloat::{format::MnSingle, sum::mncore2::{vector, Precision}, StaticFormat};
/// // (2^20 + 1)^2 - 2^40: the omitted partial products show.
/// let r = vector(Precision::Single, MnSingle::FORMAT);
/// assert_eq!(r.evaluate(&[0x4980_0008], &[0x4980_0008], 0xd380_0000).bits, 0x4a00_0010);
/// ```
#[must_use]
pub const fn vector(precision: Precision, result: Format) -> Datapath {
    let factor = Operand::Scalar(precision.format());
    let term = Term::Product { a: factor, b: factor, rule: precision.product() };
    mau(term, precision.sum(), result)
}

/// One element of a matrix-vector product (s. 4.5): `row . vector + c` over one block. A block of
/// infinite exponent makes all its products infinite (MN-D17).
///
/// ```
/// use softfloat::{format::MnSingle, sum::mncore2::{matrix, Precision}, StaticFormat};
/// let mut block = [0x4000; 16]; // zeros under the exponent of 2
/// block[..2].copy_from_slice(&[0x4100, 0x4080]); // 2, 1
/// let r = matrix(Precision::Half, MnSingle::FORMAT).evaluate(&block, &block, 0x3f80_0000);
/// assert_eq!(r.bits, 0x40c0_0000); // 4 + 1 + 1
/// ```
#[must_use]
pub const fn matrix(precision: Precision, result: Format) -> Datapath {
    let block = precision.block();
    let term = Term::Product { a: block, b: block, rule: precision.product() };
    Datapath { times_zero: TimesZero::Infinite, ..mau(term, precision.sum(), result) }
}

presets! {
    exceptions: false;
    "mncore2.rrn.l1bm4", "MN-Core 2, 3.6.8.18, 4.2.1", "fadd of 4 elements with three guard bits, aligned one by one", Fixed(4), OneDirection => {
        "d": fadd(Network::L1bm4, D, D, D);
        "f": fadd(Network::L1bm4, F, F, F);
        "f.h": fadd(Network::L1bm4, F, F, H);
        "h.f": fadd(Network::L1bm4, H, F, F);
        "h": fadd(Network::L1bm4, H, F, H);
    }
    "mncore2.rrn.l1bm16", "MN-Core 2, 3.6.8.12, 4.2.1", "fadd of 16 elements, 3 guard bits, one by one, in two stages", Fixed(16), OneDirection => {
        "d": fadd(Network::L1bm16, D, D, D);
        "f": fadd(Network::L1bm16, F, F, F);
        "f.h": fadd(Network::L1bm16, F, F, H);
        "h.f": fadd(Network::L1bm16, H, F, F);
        "h": fadd(Network::L1bm16, H, F, H);
    }
    "mncore2.rrn.l2bm2", "MN-Core 2, 3.6.7.7, 4.2.1", "fadd of 2 elements with three guard bits, aligned one by one", Fixed(2), OneDirection => {
        "d": fadd(Network::L2bm2, D, D, D);
        "f": fadd(Network::L2bm2, F, F, F);
        "h": fadd(Network::L2bm2, H, H, H);
    }
    "mncore2.rrn.l2bm8", "MN-Core 2, 3.6.7.6, 4.2.1", "fadd of 8 elements with three guard bits, aligned one by one", Fixed(8), OneDirection => {
        "d": fadd(Network::L2bm8, D, D, D);
        "f": fadd(Network::L2bm8, F, F, F);
        "h": fadd(Network::L2bm8, H, H, H);
    }
    "mncore2.rrn.mv2", "MN-Core 2, 3.5.8.14, 4.2.1", "fadd of 2 elements with three guard bits, aligned one by one", Fixed(2), OneDirection => {
        "d": fadd(Network::Mv2, D, D, D);
        "f": fadd(Network::Mv2, F, F, F);
        "h": fadd(Network::Mv2, H, H, H);
    }
    "mncore2.rrn.mv4", "MN-Core 2, 3.5.8.17, 4.2.1", "fadd of 4 elements with three guard bits, aligned one by one", Fixed(4), OneDirection => {
        "d": fadd(Network::Mv4, D, D, D);
        "f": fadd(Network::Mv4, F, F, F);
        "h": fadd(Network::Mv4, H, H, H);
    }
    "mncore2.rrn.mv8", "MN-Core 2, 3.5.8.19, 4.2.1", "fadd of 8 elements, 3 guard bits, one by one, in two stages", Fixed(8), OneDirection => {
        "d": fadd(Network::Mv8, D, D, D);
        "f": fadd(Network::Mv8, F, F, F);
        "h": fadd(Network::Mv8, H, H, H);
    }
    "mncore2.mau.vector", "MN-Core 2, 4.3", "x*y + z with omitted partial products", Fixed(1), OneDirection => {
        "d": vector(Precision::Double, D);
        "d.f": vector(Precision::Double, F);
        "f": vector(Precision::Single, F);
        "f.h": vector(Precision::Single, H);
        "h.f": vector(Precision::Half, F);
        "h": vector(Precision::Half, H);
    }
    "mncore2.mau.matrix", "MN-Core 2, 4.5", "row . vector + c over one block of 4 elements", Fixed(4), OneDirection => {
        "d": matrix(Precision::Double, D);
        "d.f": matrix(Precision::Double, F);
        "f": matrix(Precision::Single, F);
        "f.h": matrix(Precision::Single, H);
    }
    "mncore2.mau.matrix", "MN-Core 2, 4.5", "row . vector + c over one block of 8 elements", Fixed(8), OneDirection => {
        "g.f": matrix(Precision::PseudoSingle, F);
        "g.h": matrix(Precision::PseudoSingle, H);
    }
    "mncore2.mau.matrix", "MN-Core 2, 4.5", "row . vector + c over one block of 16 elements", Fixed(16), OneDirection => {
        "h.f": matrix(Precision::Half, F);
        "h": matrix(Precision::Half, H);
    }
}
