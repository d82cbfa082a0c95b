//! Evaluators of conversions.

use crate::formats::{is_float, with_formats};
use crate::registry::column::sliced;
use crate::registry::{ColumnKernel, DynamicKernel, NumberKernel, Typed};
use softfloat::format::{
    Bf16, Binary16, Binary32, Binary64, E8m0, Fp4E2m1, Fp6E2m3, Fp6E3m2, Fp8E4m3Fnuz, Fp8E4m3Ocp,
    Fp8E5m2Fnuz, Fp8E5m2Ocp, Int4, Int8, Int16, Int32, Int64, Tf32, Uint4, Uint8, Uint16, Uint32,
    Uint64,
};
use softfloat::slice::{each, has_lanes};
use softfloat::{Bits, Format, StaticFormat, convert, convert_any, ieee, posit};
use std::sync::Arc;

macro_rules! sources {
    ({ $source:ident $target:ident $exact:ident }; $(($name:literal, $ty:ident)),*) => {
        match $source {
            $($name => to::<$ty>($target, $exact),)*
            _ => None,
        }
    };
}

/// The evaluator of the conversion between listed formats of these names, with or without `exact`, where there is one of
/// its own.
pub(super) fn of(source: &str, target: &str, exact: bool) -> Option<Typed> {
    if source == "f32" {
        return from_single(target, exact);
    }
    with_formats!(sources { source target exact })
}

/// The evaluator of the conversion from `A` to the listed format of this name, for the formats that
/// nearly all conversions are from or to; the others are not worth an evaluator each.
fn to<A: StaticFormat>(target: &str, exact: bool) -> Option<Typed> {
    match target {
        "f16" => typed::<A, Binary16>(exact),
        "f32" => typed::<A, Binary32>(exact),
        "f64" => typed::<A, Binary64>(exact),
        "bf16" => typed::<A, Bf16>(exact),
        _ => None,
    }
}

macro_rules! targets {
    ({ $target:ident $exact:ident }; $(($name:literal, $ty:ident)),*) => {
        match $target {
            $($name => typed::<Binary32, $ty>($exact),)*
            _ => None,
        }
    };
}

/// The same from binary32 to all.
fn from_single(target: &str, exact: bool) -> Option<Typed> {
    with_formats!(targets { target exact })
}

/// The evaluator of a conversion between format types; `None` between integers.
fn typed<A: StaticFormat, B: StaticFormat>(exact: bool) -> Option<Typed> {
    one::<A, B>(exact).map(|one| Typed { one, column: column::<A, B>() })
}

/// The slice form of a conversion, where both formats have lanes.
fn column<A: StaticFormat, B: StaticFormat>() -> Option<ColumnKernel> {
    (has_lanes(&A::FORMAT) && has_lanes(&B::FORMAT)).then_some(|e, x, out, flags| {
        sliced::<A, B, 1>(e, x, out, flags, |[a], out, flags, e| {
            each::convert::<A, B>(a, out, flags, e)
        });
    })
}

/// The evaluator of one case.
fn one<A: StaticFormat, B: StaticFormat>(exact: bool) -> Option<NumberKernel> {
    let to_integer = B::FORMAT.is_fixed();
    match (is_float(&A::FORMAT), to_integer, exact) {
        (false, true, _) => None,
        (true, true, true) => Some(|e, x, out| {
            let r = ieee::to_integer::<A, B>(A::Bits::low(x[0].into()), true, e);
            out[0] = r.bits.wide() as u64;
            r.flags
        }),
        (true, true, false) => Some(|e, x, out| {
            let r = ieee::to_integer::<A, B>(A::Bits::low(x[0].into()), false, e);
            out[0] = r.bits.wide() as u64;
            r.flags
        }),
        (_, false, _) => Some(|e, x, out| {
            let r = convert::<A, B>(A::Bits::low(x[0].into()), e);
            out[0] = r.bits.wide() as u64;
            r.flags
        }),
    }
}

/// The evaluator of a conversion between formats that are known at run time only.
pub(super) fn dynamic(from: Format, to: Format, exact: bool) -> DynamicKernel {
    Arc::new(move |e, x, out| {
        let r = if is_float(&to) {
            convert_any(&from, &to, e, x[0])
        } else {
            from.to_integer(&to, x[0], exact, e)
        };
        out[0] = r.bits;
        r.flags
    })
}

/// The evaluator of a conversion from or to posits.
pub(super) fn of_posits(from: Format, to: Format) -> DynamicKernel {
    Arc::new(move |e, x, out| {
        let r = posit::convert(&from, &to, e, x[0]);
        out[0] = r.bits;
        r.flags
    })
}
