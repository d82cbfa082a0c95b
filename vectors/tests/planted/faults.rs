//! Which faults are planted in which kind of operation, and where one makes no difference, and why.

use super::rounding::{Fault, Planted, is_nearest};
use Fault::{
    Cancellation, Carry, Early, Exchanged, FlushedOperands, FlushedResults, Guard, LastTie, Limit,
    Sticky, Ties, Tininess, ZeroOfNumbers, ZeroOfZeros,
};
use softfloat::Rounding;
use vectors::registry::Plan;

/// Faults of results of one sign.
const SIGNED: [Fault; 10] =
    [Tininess, Ties, Sticky, Guard, Carry, Limit, LastTie, Early, FlushedResults, FlushedOperands];

/// Every fault, of each sign, at every depth and every place.
pub(crate) fn of(plan: &Plan) -> Vec<Planted> {
    let signed = SIGNED.iter().flat_map(|fault| {
        [false, true].map(|negative| Planted { fault: *fault, negative: Some(negative) })
    });
    let p = i64::from(plan.results[plan.results.len() - 1].format.man_bits) + 1;
    let places = plan.operands.iter().map(|shape| shape.len).max().unwrap_or(1);
    let places = places.max(plan.operands.len());
    let whole = [ZeroOfNumbers, ZeroOfZeros]
        .into_iter()
        .chain((1..=p).map(Cancellation))
        .chain((0..places).map(Exchanged));
    signed.chain(whole.map(|fault| Planted { fault, negative: None })).collect()
}

/// Faults by the name that they have in the table of reasons.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Tininess,
    Rounding,
    Carry,
    Limit,
    LastTie,
    Early,
    Flushed,
    ZeroOfNumbers,
    ZeroOfZeros,
    Cancellation,
    Exchanged,
}

const fn group(fault: Fault) -> Of {
    match fault {
        Tininess => Of::Tininess,
        Ties | Sticky | Guard => Of::Rounding,
        Carry => Of::Carry,
        Limit => Of::Limit,
        LastTie => Of::LastTie,
        Early => Of::Early,
        FlushedResults | FlushedOperands => Of::Flushed,
        ZeroOfNumbers => Of::ZeroOfNumbers,
        ZeroOfZeros => Of::ZeroOfZeros,
        Cancellation(_) => Of::Cancellation,
        Exchanged(_) => Of::Exchanged,
    }
}

const ALONE: &str = "nothing is added";
const ONE: &str = "there is one operand";
const COMMUTES: &str = "the order of the operands does not matter";
const EXACT: &str = "so small a sum is exact";
const MACHINE: &str = "there are no subnormal numbers";
const NO_FLAGS: &str = "there are no flags";
const ONE_ZERO: &str = "there is one zero";
const WIDER: &str = "every operand is a number of the result's format";

/// Kind, faults, a part of the ids of the operations, and why they make no difference.
const REASONS: &[(&str, Of, &str, &str)] = &[
    ("add", Of::Tininess, "", EXACT),
    ("add", Of::Exchanged, "", COMMUTES),
    ("sub", Of::Tininess, "", EXACT),
    ("mul", Of::Cancellation, "", ALONE),
    ("mul", Of::ZeroOfNumbers, "", ALONE),
    ("mul", Of::Exchanged, "", COMMUTES),
    ("div", Of::Cancellation, "", ALONE),
    ("div", Of::ZeroOfNumbers, "", ALONE),
    ("div", Of::Tininess, "", "a quotient is never so near a power of two from below"),
    ("div", Of::Carry, "", "a quotient is never so near a power of two from below"),
    ("div", Of::LastTie, "", "a quotient is never so near a power of two from below"),
    ("div", Of::Early, "", "a quotient is never so near a power of two from below"),
    ("sqrt", Of::Cancellation, "", ALONE),
    ("sqrt", Of::ZeroOfNumbers, "", ALONE),
    ("sqrt", Of::Exchanged, "", ONE),
    ("sqrt", Of::Tininess, "", "roots are far from both ends of the range"),
    ("sqrt", Of::Limit, "", "roots are far from both ends of the range"),
    ("sqrt", Of::LastTie, "", "roots are far from both ends of the range"),
    ("sqrt", Of::Early, "", "roots are far from both ends of the range"),
    ("p3109 add", Of::Tininess, "", NO_FLAGS),
    ("p3109 add", Of::Exchanged, "", COMMUTES),
    ("p3109 add", Of::ZeroOfNumbers, "", ONE_ZERO),
    ("p3109 add", Of::ZeroOfZeros, "", ONE_ZERO),
    ("p3109 mul", Of::Tininess, "", NO_FLAGS),
    ("p3109 mul", Of::Cancellation, "", ALONE),
    ("p3109 mul", Of::Exchanged, "", COMMUTES),
    ("p3109 mul", Of::ZeroOfNumbers, "", ONE_ZERO),
    ("p3109 mul", Of::ZeroOfZeros, "", ONE_ZERO),
    ("p3109 mul", Of::LastTie, "", "a prime factor of that tie is longer than a significand"),
    ("cvt", Of::Cancellation, "", ALONE),
    ("cvt", Of::ZeroOfNumbers, "", ALONE),
    ("cvt", Of::Exchanged, "", ONE),
    ("widen", Of::Cancellation, "", ALONE),
    ("widen", Of::ZeroOfNumbers, "", ALONE),
    ("widen", Of::Exchanged, "", ONE),
    ("widen", Of::Tininess, "", WIDER),
    ("widen", Of::Rounding, "", WIDER),
    ("widen", Of::Carry, "", WIDER),
    ("widen", Of::Limit, "", WIDER),
    ("widen", Of::LastTie, "", WIDER),
    ("widen", Of::Early, "", WIDER),
    ("quantize", Of::Cancellation, "", ALONE),
    ("quantize", Of::ZeroOfNumbers, "", ALONE),
    ("dequantize", Of::Cancellation, "", ALONE),
    ("dequantize", Of::ZeroOfNumbers, "", ALONE),
    ("dequantize", Of::Tininess, "", "an element has too few bits"),
    ("dequantize", Of::Rounding, "", "an element has too few bits"),
    ("dequantize", Of::Carry, "", "an element has too few bits"),
    ("dequantize", Of::LastTie, "", "an element has too few bits"),
    ("dequantize", Of::Early, "", "an element has too few bits"),
    ("exact", Of::Tininess, "sum.plain.exact.f32", EXACT),
    ("exact", Of::Exchanged, "sum.plain.exact.f32", COMMUTES),
    ("narrow", Of::Tininess, "", "so small a sum is the addend itself"),
    ("narrow", Of::LastTie, "", "products of eight bits are no half of a place there"),
    ("order", Of::Tininess, "", EXACT),
    ("vadd", Of::Exchanged, "", COMMUTES),
    ("vadd", Of::Tininess, "", EXACT),
    ("vadd", Of::Flushed, "", MACHINE),
    ("vadd", Of::Limit, "hvadd", "a half is too small to make a single overflow"),
    ("vadd", Of::LastTie, "hvadd", "a half is too small to make a single overflow"),
    ("vmul", Of::Cancellation, "", ALONE),
    ("vmul", Of::ZeroOfNumbers, "", ALONE),
    ("vmul", Of::Exchanged, "", COMMUTES),
    ("vmul", Of::Flushed, "", MACHINE),
    ("vmul", Of::Rounding, "hvmul", "the product of two halves is a single"),
    ("vmul", Of::Carry, "hvmul", "the product of two halves is a single"),
    ("vmul", Of::Tininess, "hvmul", "the product of two halves is a single"),
    ("vmul", Of::Limit, "hvmul", "the product of two halves is a single"),
    ("vmul", Of::LastTie, "hvmul", "the product of two halves is a single"),
    ("vmul", Of::Early, "hvmul", "the product of two halves is a single"),
    ("vfma", Of::Flushed, "", MACHINE),
    ("vfma", Of::Limit, "hvfma", "a product of halves is too small to make a single overflow"),
    ("vfma", Of::LastTie, "hvfma", "a product of halves is too small to make a single overflow"),
    ("vfma", Of::Tininess, "hvfma", "so small a sum is the addend itself"),
    ("vpassa", Of::Cancellation, "", ALONE),
    ("vpassa", Of::ZeroOfNumbers, "", ALONE),
    ("vpassa", Of::Exchanged, "", ONE),
    ("vpassa", Of::Flushed, "", MACHINE),
    ("vpassa", Of::Tininess, "", WIDER),
    ("vpassa", Of::Rounding, "", WIDER),
    ("vpassa", Of::Carry, "", WIDER),
    ("vpassa", Of::Limit, "", WIDER),
    ("vpassa", Of::LastTie, "", WIDER),
    ("vpassa", Of::Early, "", WIDER),
    ("matrix", Of::Flushed, "", MACHINE),
    ("matrix", Of::Limit, "hmfma", "products of halves are too small to make a single overflow"),
    ("matrix", Of::Limit, "hmmul", "products of halves are too small to make a single overflow"),
    ("matrix", Of::LastTie, "hmfma", "products of halves are too small to make a single overflow"),
    ("matrix", Of::LastTie, "hmmul", "products of halves are too small to make a single overflow"),
    (
        "matrix",
        Of::LastTie,
        "matrix.h.f",
        "products of halves are too small to make a single overflow",
    ),
    ("matrix", Of::Early, "hmmul", "products of halves are too small to make a single overflow"),
    (
        "matrix",
        Of::Limit,
        "matrix.h.f",
        "products of halves are too small to make a single overflow",
    ),
    ("matrix", Of::Tininess, "hmfma", "so small a sum is the addend itself"),
    ("matrix", Of::Tininess, "hmmul", "no sum of products of halves is so small"),
    ("matrix", Of::Tininess, "matrix.h.f", "so small a sum is the addend itself"),
    ("shorten", Of::Cancellation, "", ALONE),
    ("shorten", Of::ZeroOfNumbers, "", ALONE),
    ("shorten", Of::Exchanged, "", ONE),
    ("shorten", Of::Flushed, "", MACHINE),
    ("network", Of::Flushed, "", MACHINE),
    ("network", Of::Tininess, "fadd", EXACT),
    ("network", Of::Tininess, "sum.mncore2.rrn.l1bm16.f", EXACT),
    ("network", Of::Exchanged, "l1bm4.dfadd", COMMUTES),
    ("network", Of::Exchanged, "l1bm4.ffadd", COMMUTES),
    ("network", Of::Exchanged, "l1bm4.hfadd", COMMUTES),
    ("network", Of::Exchanged, "l1bm4.f.h", COMMUTES),
    ("network", Of::Exchanged, "l2bm", COMMUTES),
    ("network", Of::Exchanged, "mv2", COMMUTES),
    ("network", Of::Exchanged, "mv4", COMMUTES),
    ("block", Of::Cancellation, "", ALONE),
    ("block", Of::ZeroOfNumbers, "", ALONE),
    ("block", Of::Flushed, "", MACHINE),
    ("block", Of::Tininess, "", "the common exponent is the largest one's"),
    ("block", Of::LastTie, "", "an infinite block is one by its common exponent"),
    ("block", Of::Early, "", "an infinite block is one by its common exponent"),
];

/// Why a fault makes no difference in a direction.
fn in_direction(rounding: Rounding, planted: Planted) -> Option<&'static str> {
    let cut = match (rounding, planted.negative) {
        (Rounding::TowardZero, _) => true,
        (Rounding::Up, negative) => negative == Some(true),
        (Rounding::Down, negative) => negative == Some(false),
        _ => false,
    };
    match planted.fault {
        LastTie | Early if !is_nearest(rounding) => {
            Some("a tie is nothing special in this direction")
        }
        Ties if !is_nearest(rounding) => Some("a tie is nothing special in this direction"),
        Sticky | Guard | Carry | Tininess if cut => Some("results of this sign are cut"),
        Sticky if rounding == Rounding::NearestAway => {
            Some("half a place and more go up, whatever follows")
        }
        Carry if rounding == Rounding::ToOdd => Some("what ends in a one is not rounded up"),
        Tininess if rounding == Rounding::ToOdd => {
            Some("what is tiny stays below the smallest normal number")
        }
        _ => None,
    }
}

/// Why a fault makes no difference to a root or to a fault of one place.
fn in_kind(kind: &str, id: &str, rounding: Rounding, planted: Planted) -> Option<&'static str> {
    let nearest = is_nearest(rounding);
    match (kind, planted.fault) {
        ("sqrt", Ties) => Some("a root is never halfway between two numbers"),
        ("sqrt", Guard) if !nearest => Some("something follows where the guard bit is set"),
        ("sqrt", Carry) if nearest => {
            Some("no root lies less than half a place below a power of two")
        }
        ("sqrt", FlushedResults) => Some("no root is subnormal"),
        ("sqrt", fault) if planted.negative == Some(true) && fault != FlushedOperands => {
            Some("no root is negative")
        }
        ("quantize", LastTie) if rounding == Rounding::NearestEven => {
            Some("the largest element is even")
        }
        ("p3109 add", LastTie) if rounding == Rounding::NearestEven && id.contains("p3se") => {
            Some("the largest number is even")
        }
        ("p3109 add" | "p3109 mul", LastTie | Early) if id.contains("p4sf") => Some(
            "there is no infinity: what is too large is the largest number, and there are no flags",
        ),
        ("narrow", Limit) if !outward(rounding, planted) => {
            Some("beside the largest number the products are less than half a place")
        }
        ("widen", FlushedResults) => Some("a half is a normal single"),
        ("fma" | "vfma", Exchanged(0)) => Some(COMMUTES),
        (_, Exchanged(at)) if id.contains(".tree2.") && at % 2 == 0 => Some(COMMUTES),
        _ => None,
    }
}

/// Whether results of the fault's sign are rounded away from zero.
fn outward(rounding: Rounding, planted: Planted) -> bool {
    match planted.negative {
        Some(true) => rounding == Rounding::Down,
        _ => rounding == Rounding::Up,
    }
}

/// Why a fault makes no difference; nothing where a case has to tell it apart.
pub(crate) fn never(
    kind: &str,
    plan: &Plan,
    rounding: Rounding,
    planted: Planted,
) -> Option<&'static str> {
    let id = plan.op.id.as_str();
    let reason = |row: &&(&str, Of, &str, &str)| {
        row.0 == kind && row.1 == group(planted.fault) && id.contains(row.2)
    };
    in_direction(rounding, planted)
        .or_else(|| in_kind(kind, id, rounding, planted))
        .or_else(|| REASONS.iter().find(reason).map(|row| row.3))
}
