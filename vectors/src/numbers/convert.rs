//! `cvt.A.B`: conversions between number formats.

use super::decisions;
use super::formats::{self, SOURCES, is_float, named};
use super::options;
use crate::registry::{
    DynamicKernel, Family, FlagKind, Kernels, NumberKernel, Op, Options, Resolved, Resolver, Shape,
};
use softfloat::format::Kind;
use softfloat::{Bits, Format, StaticFormat, convert, convert_any, ieee};
use std::sync::Arc;

/// The evaluator of a conversion between format types; `None` between integers.
pub(super) fn typed<A: StaticFormat, B: StaticFormat>(exact: bool) -> Option<NumberKernel> {
    let to_integer = matches!(B::FORMAT.kind, Kind::Fixed { .. });
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
fn dynamic(from: Format, to: Format, exact: bool) -> DynamicKernel {
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

/// The conversions that are listed.
pub(super) fn operations() -> Vec<Op> {
    let pairs = SOURCES.iter().flat_map(|a| SOURCES.iter().map(move |b| (a, b)));
    pairs
        .filter(|(a, b)| a.name != b.name && makes_sense(&a.format, &b.format))
        .map(|(a, b)| op((a.name, a.format), (b.name, b.format)))
        .collect()
}

/// The conversion between formats of these names, one of which is not listed.
pub(super) fn on_demand(from: &str, to: &str) -> Option<Op> {
    let (a, b) = (named(from)?, named(to)?);
    (from != to && makes_sense(&a, &b)).then(|| op((from, a), (to, b)))
}

/// Whether there is something to convert: scales only from and to floating-point formats.
fn makes_sense(from: &Format, to: &Format) -> bool {
    match (is_float(from), is_float(to)) {
        (true, true) => true,
        (true, false) => !from.zeroless(),
        (false, true) => !to.zeroless(),
        (false, false) => true,
    }
}

fn op((a, from): (&str, Format), (b, to): (&str, Format)) -> Op {
    let section = match (is_float(&from), is_float(&to)) {
        (true, true) => "IEEE 754-2019, 5.4.2",
        (true, false) => "IEEE 754-2019, 5.4.1, 5.8",
        (false, true) => "IEEE 754-2019, 5.4.1",
        (false, false) => "two's complement",
    };
    let (options, senseless) = options::of_conversion(&from, &to);
    let floats = is_float(&from) || is_float(&to);
    let (source, target) = (a.to_owned(), b.to_owned());
    Op {
        id: format!("cvt.{a}.{b}"),
        summary: format!("{a} {} {b}", if floats { "rounded to" } else { "as" }),
        operands: &["x"],
        flags: FlagKind::Exceptions,
        options,
        section: formats::cited(section, &[from, to]),
        decisions: decisions::of_conversion(&from, &to),
        family: Family::NumberConvert { from, to },
        senseless,
        resolve: Resolver::new(move |o: &Options| Resolved {
            operands: vec![Shape::one(from)],
            results: vec![Shape::one(to)],
            kernels: kernels(&source, &target, (from, to), o),
        }),
    }
}

fn kernels(a: &str, b: &str, (from, to): (Format, Format), o: &Options) -> Kernels {
    let listed = SOURCES.iter().find(|s| s.name == a).and_then(|s| (s.to)(b, o.exact));
    match listed {
        Some(kernel) => Kernels::Number(o.env(), kernel),
        None => Kernels::Dynamic(o.env(), dynamic(from, to, o.exact)),
    }
}
