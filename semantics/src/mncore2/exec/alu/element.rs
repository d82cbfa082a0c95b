//! Operations on each element of the MSB-side long word (s. 3.6.12.5 to 3.6.12.18). An operation at
//! a width is one kernel: a loop over cycles and PEs in which nothing is chosen any more.

use crate::mncore2::exec::view::{View, flag, get, put};
use crate::mncore2::isa::{AluOp, Precision};
use crate::mncore2::state::{CYCLES, Flags, LANES, Path, Row};
use softfloat::mncore2::integer::{self, IntOp};
use softfloat::mncore2::{Double, Flagged, Half, Precision as Format, Profile, Single, alu};
use softfloat::slice::map2;
use softfloat::{Bits, StaticFormat};

/// Takes x and y, gives the MSB-side long words and, where asked for, the flags.
pub(super) type Kernel = fn(&View<'_>, &View<'_>, &mut Path, Option<&mut Flags>);

/// Applies an operation to each element of `W` bits, a row at a time in the processor's vectors. Flags
/// are another pass: few steps store them.
#[inline(always)]
fn each<const W: u32>(
    x: &View<'_>,
    y: &View<'_>,
    out: &mut Path,
    flags: Option<&mut Flags>,
    f: impl Fn(u64, u64) -> Flagged<u64> + Copy,
) {
    let elements =
        |x: u64, y: u64| (0..64 / W).map(move |k| (k, f(get(W, x, 0, k), get(W, y, 0, k))));
    for c in 0..CYCLES {
        rows(x.hi[c], y.hi[c], &mut out.hi[c], |x, y| {
            elements(x, y).fold(0, |word, (k, r)| word | put(W, r.bits, k).0)
        });
    }
    for (c, flags) in flags.into_iter().flatten().enumerate() {
        rows(x.hi[c], y.hi[c], flags, |x, y| {
            elements(x, y).fold(0, |four, (k, r)| four | flag(W, r.flag, k))
        });
    }
}

/// Every lane of two rows.
#[inline(always)]
fn rows<T: Copy>(x: &Row, y: &Row, out: &mut [T; LANES], f: impl Fn(u64, u64) -> T) {
    let done = map2(x, y, out, f);
    assert_eq!(done, Ok(()), "rows are of one length");
}

/// The kernel of an integer operation on elements of `bits` bits.
macro_rules! int {
    ($bits:expr, $op:ident) => {
        int!($bits, $op, false)
    };
    ($bits:expr, $op:ident, $unsigned:literal) => {
        match $bits {
            64 => int!(64 => $op, $unsigned),
            32 => int!(32 => $op, $unsigned),
            _ => int!(16 => $op, $unsigned),
        }
    };
    ($w:literal => $op:ident, $unsigned:literal) => {
        (|x, y, out, flags| {
            each::<$w>(x, y, out, flags, |x, y| {
                integer::alu(&Profile::DECIDED, IntOp::$op, $unsigned, $w, x, y)
            });
        }) as Kernel
    };
}

/// The same with the unsigned option where `$unsigned` is true.
macro_rules! either {
    ($bits:expr, $unsigned:expr, $op:ident) => {
        if $unsigned { int!($bits, $op, true) } else { int!($bits, $op, false) }
    };
}

/// The kernel of a floating-point operation, written over the precision `$p` and its operands.
macro_rules! float {
    ($bits:expr, |$p:ident, $x:ident, $y:ident| $body:expr) => {
        match $bits {
            64 => float!(Double => |$p, $x, $y| $body),
            32 => float!(Single => |$p, $x, $y| $body),
            _ => float!(Half => |$p, $x, $y| $body),
        }
    };
    ($precision:ident => |$p:ident, $x:ident, $y:ident| $body:expr) => {{
        type $p = $precision;
        (|x, y, out, flags| {
            each::<{ $p::FORMAT.declared().width }>(x, y, out, flags, |x, y| {
                let ($x, $y) = (code::<$p>(x), code::<$p>(y));
                let _ = $y;
                wide::<$p>($body)
            });
        }) as Kernel
    }};
}

#[inline(always)]
fn code<P: Format>(x: u64) -> P::Bits {
    P::Bits::low(x.into())
}

#[inline(always)]
fn wide<P: Format>(r: Flagged<P::Bits>) -> Flagged<u64> {
    Flagged { bits: r.bits.wide() as u64, flag: r.flag }
}

/// The decisions of every kernel.
const P: &Profile = &Profile::DECIDED;

/// The kernel of an operation; one that works on any bits does not look at the kind of precision.
/// Blocks are not here: [`super::block`].
pub(super) fn kernel(op: AluOp, precision: Precision, unsigned: bool) -> Kernel {
    let bits = precision.bits();
    let is_float = precision.is_float();
    match op {
        // The flag looks at bits, also of floating-point zeros (MN-D25).
        AluOp::Passa | AluOp::Bfn | AluOp::Bfe => int!(bits, Passa),
        AluOp::Inc => either!(bits, unsigned, Inc),
        AluOp::Dec => either!(bits, unsigned, Dec),
        AluOp::Not => int!(bits, Not),
        AluOp::Lnot => int!(bits, Lnot),
        AluOp::Packbit => int!(bits, Packbit),
        AluOp::And => int!(bits, And),
        AluOp::Or => int!(bits, Or),
        AluOp::Xor => int!(bits, Xor),
        AluOp::Add => either!(bits, unsigned, Add),
        AluOp::Sub => either!(bits, unsigned, Sub),
        AluOp::Lsl => int!(bits, Lsl),
        AluOp::Lsr => either!(bits, unsigned, Lsr),
        AluOp::Bsl => int!(bits, Bsl),
        AluOp::Bsr => int!(bits, Bsr),
        AluOp::Max if is_float => float!(bits, |F, x, y| alu::max::<F>(P, x, y)),
        AluOp::Min if is_float => float!(bits, |F, x, y| alu::min::<F>(P, x, y)),
        AluOp::Max => either!(bits, unsigned, Max),
        AluOp::Min => either!(bits, unsigned, Min),
        AluOp::Rsqrt => float!(bits, |F, x, y| alu::rsqrt::<F>(P, x)),
        AluOp::Floor => float!(bits, |F, x, y| alu::floor::<F>(x)),
        AluOp::Ftoi if unsigned => float!(bits, |F, x, y| alu::ftoi::<F>(P, true, x)),
        AluOp::Ftoi => float!(bits, |F, x, y| alu::ftoi::<F>(P, false, x)),
        AluOp::Relu | AluOp::Relu0 => float!(bits, |F, x, y| alu::relu::<F>(0, x, y)),
        AluOp::Relu1 => float!(bits, |F, x, y| alu::relu::<F>(1, x, y)),
        AluOp::Relu2 => float!(bits, |F, x, y| alu::relu::<F>(2, x, y)),
        AluOp::Relu3 => float!(bits, |F, x, y| alu::relu::<F>(3, x, y)),
        AluOp::Lrelud => float!(bits, |F, x, y| alu::leaky::<F>(P, 1, x, y)),
        AluOp::Lreluo => float!(bits, |F, x, y| alu::leaky::<F>(P, 3, x, y)),
        AluOp::Ilrelud => float!(bits, |F, x, y| alu::inverse_leaky::<F>(x, y)),
    }
}
