//! The sums of POD: horizontal add (POD-D35) and fused multiply-add (POD-D34), under MXCSR
//! (POD-D30, D31).

use super::{F32, F64, exact_chunks, products};
use crate::sum::{Addend, Datapath, Order, Target, Term};
use crate::{Env, Format, NanRule};

/// MXCSR at reset: nearest even, subnormals kept, the NaN of SSE.
pub const MXCSR: Env = Env { nan: NanRule::Sse, ..Env::IEEE };

/// One lane of `pfphadd`: a pair of neighbours of one source, rounded once; no addend.
///
/// ```
/// use softfloat::{format::Binary32, sum::pod::{hadd, MXCSR}, StaticFormat};
/// let r = hadd(Binary32::FORMAT, MXCSR).evaluate(&[0x3f80_0000, 0x4000_0000], &[], 0);
/// assert_eq!(r.bits, 0x4040_0000); // 1 + 2
/// ```
#[must_use]
pub const fn hadd(format: Format, mxcsr: Env) -> Datapath {
    let sum = exact_chunks(Term::Element(format), Order::ALL, format, Target::new(format, mxcsr));
    Datapath { addend: Addend::None, ..sum }
}

/// One lane of `pfpfma++`, one rounding. The other forms change the sign of a factor or of the
/// addend, unless it is NaN.
///
/// ```
/// use softfloat::{format::Binary32, sum::pod::{fma, MXCSR}, StaticFormat};
/// let r = fma(Binary32::FORMAT, MXCSR).evaluate(&[0x4000_0000], &[0x4040_0000], 0x3f80_0000);
/// assert_eq!(r.bits, 0x40e0_0000); // 2 * 3 + 1
/// ```
#[must_use]
pub const fn fma(format: Format, mxcsr: Env) -> Datapath {
    exact_chunks(products(format, format), 1, format, Target::new(format, mxcsr))
}

presets! {
    exceptions: true;
    "pod.hadd", "POD-D35", "the sum of a pair of neighbours", Fixed(2), Mxcsr => {
        "f32": hadd(F32, MXCSR);
        "f64": hadd(F64, MXCSR);
    }
    "pod.fma", "POD-D34", "fused multiply-add", Fixed(1), Mxcsr => {
        "f32": fma(F32, MXCSR);
        "f64": fma(F64, MXCSR);
    }
}
