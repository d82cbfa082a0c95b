//! Instructions that make each element of the result of one element of each source.

mod arithmetic;
mod bits;
mod compare;
mod divide;
mod function;
mod power;
mod quick;
mod sum;

pub(super) use arithmetic::plan as arithmetic;
pub(super) use bits::{logic, narrow, shift};
pub(super) use compare::plan as compare;

pub(super) use divide::{division, multiplication};
pub(super) use function::{Quick, plan as function};
pub(super) use sum::{IEEE, any};

use super::{Done, Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::{Fit, Number, round, store};
use functions::real::Real;
use quick::{Basic, pairs};
use rayon::prelude::*;
use softfloat::Flags;

/// An element of the result and its exceptions.
pub(super) type Rounded = (u64, Flags);

/// Elements that one thread takes at least.
const CHUNK: usize = 4096;

/// Applies a kernel to every element, on all cores where there are many.
pub(super) fn each(count: usize, kernel: impl Fn(usize) -> Rounded + Sync) -> Done {
    let mut elements = vec![0; count];
    let chunk = |(n, elements): (usize, &mut [u64])| {
        let mut flags = Flags::NONE;
        for (i, element) in elements.iter_mut().enumerate() {
            let (code, raised) = kernel(n * CHUNK + i);
            *element = code;
            flags |= raised;
        }
        flags
    };
    let flags = if count <= CHUNK {
        chunk((0, &mut elements))
    } else {
        let chunks = elements.par_chunks_mut(CHUNK).enumerate();
        chunks.map(chunk).reduce(|| Flags::NONE, |a, b| a | b)
    };
    Done { flags, ..Done::one(elements) }
}

/// Units and length of an L-UN table.
pub(super) struct Unary {
    pub(super) src: Unit,
    pub(super) des: Unit,
    pub(super) len: u64,
    pub(super) sat: bool,
}

impl Unary {
    pub(super) fn read(request: &mut Request<'_>) -> Self {
        let (src, des) = (request.unit("src"), request.unit("des"));
        Self { src, des, len: request.length("len"), sat: request.get("sat") == 1 }
    }

    /// Whether the result is one of integers (XDSA-D26).
    pub(super) const fn is_integer(&self) -> bool {
        !self.src.is_float() && !self.des.is_float()
    }

    /// How results become integers (XDSA-D27).
    pub(super) const fn fit(&self) -> Fit {
        if self.is_integer() { Fit::saturating(self.sat) } else { Fit::Clamp }
    }

    /// The plan with this kernel, from element to element.
    pub(super) fn plan(
        &self,
        request: &Request<'_>,
        kernel: impl Fn(u64) -> Rounded + Send + Sync + 'static,
    ) -> Plan {
        let reads = vec![request.dense("s", self.src, self.len)];
        let writes = vec![request.dense("d", self.des, self.len)];
        Plan::new(reads, writes, move |read, _| {
            let Some(source) = read.first() else { return Ok(Done::default()) };
            Ok(each(source.len(), |i| kernel(source[i])))
        })
    }

    /// The same with an exact formula, rounded once.
    pub(super) fn formula(
        &self,
        request: &Request<'_>,
        formula: impl Fn(&Number) -> Number + Send + Sync + 'static,
    ) -> Plan {
        let (src, des, fit) = (self.src, self.des, self.fit());
        self.plan(request, move |x| round(&formula(&Number::of(src, x)), des, fit))
    }
}

/// Units and length of an L-BIN table.
pub(super) struct Binary {
    pub(super) src0: Unit,
    pub(super) src1: Unit,
    pub(super) des: Unit,
    pub(super) len: u64,
    pub(super) sat: bool,
}

impl Binary {
    pub(super) fn read(request: &mut Request<'_>) -> Self {
        let (src0, src1) = (request.unit("src0"), request.unit("src1"));
        let des = request.unit("des");
        Self { src0, src1, des, len: request.length("len"), sat: request.get("sat") == 1 }
    }

    /// Notes units that are none of integers.
    pub(super) fn integers(request: &mut Request<'_>, fields: &[&str]) {
        for field in fields {
            request.integer(field);
        }
    }

    /// Whether the result is one of integers (XDSA-D26).
    pub(super) const fn is_integer(&self) -> bool {
        !self.src0.is_float() && !self.src1.is_float() && !self.des.is_float()
    }

    /// How results become integers (XDSA-D27).
    pub(super) const fn fit(&self) -> Fit {
        if self.is_integer() { Fit::saturating(self.sat) } else { Fit::Clamp }
    }

    /// The plan with this kernel, from two elements to one.
    pub(super) fn plan(
        &self,
        request: &Request<'_>,
        kernel: impl Fn(u64, u64) -> Rounded + Send + Sync + 'static,
    ) -> Plan {
        self.whole(request, move |a, b| each(a.len().min(b.len()), |i| kernel(a[i], b[i])))
    }

    /// The plan of arithmetic of one floating-point unit, by the quick way.
    fn quick(&self, request: &Request<'_>, operation: Basic) -> Option<Plan> {
        let Self { src0, src1, des, .. } = *self;
        if !des.is_float() || src0 != des || src1 != des {
            return None;
        }
        Some(self.whole(request, move |a, b| pairs(operation, des, a, b).unwrap_or_default()))
    }

    /// The plan with this kernel, from two slices to one.
    fn whole(
        &self,
        request: &Request<'_>,
        kernel: impl Fn(&[u64], &[u64]) -> Done + Send + Sync + 'static,
    ) -> Plan {
        let Self { src0, src1, des, len, .. } = *self;
        let reads = vec![request.dense("s0", src0, len), request.dense("s1", src1, len)];
        let writes = vec![request.dense("d", des, len)];
        Plan::new(reads, writes, move |read, _| {
            let [a, b] = read else { return Ok(Done::default()) };
            Ok(kernel(a, b))
        })
    }

    /// The same with an exact formula, rounded once.
    pub(super) fn formula(
        &self,
        request: &Request<'_>,
        formula: impl Fn(&Number, &Number) -> Number + Send + Sync + 'static,
    ) -> Plan {
        let (src0, src1, des, fit) = (self.src0, self.src1, self.des, self.fit());
        self.plan(request, move |a, b| {
            round(&formula(&Number::of(src0, a), &Number::of(src1, b)), des, fit)
        })
    }
}

/// 1 or 0.
pub(super) fn truth(yes: bool, unit: Unit) -> Rounded {
    round(&Number::integer(yes.into()), unit, Fit::Clamp)
}

/// Checks that hold for every plan, then the plan.
pub(super) fn checked(
    request: &mut Request<'_>,
    plan: impl FnOnce(&Request<'_>) -> Plan,
) -> Result<Plan, Error> {
    request.done()?;
    Ok(plan(request))
}

// ROUND, CEIL, FLOOR, CLIP and DATA_CONVERT (text 1351 to 1450, XDSA-D36, D51, D52).

/// ROUND to CLIP.
pub(in crate::xdsa::exec) fn roundup(
    operation: Operation,
    request: &mut Request<'_>,
) -> Result<Plan, Error> {
    let whole: fn(&Real) -> Option<Real> = match operation {
        Operation::Round => half_even,
        Operation::Ceil => |x| Some(-Real::from((-x).floor()?)),
        Operation::Floor => |x| Some(Real::from(x.floor()?)),
        Operation::Clip => return clip(request),
        _ => return Err(request.unknown(operation)),
    };
    let unary = Unary::read(request);
    checked(request, |request| {
        unary.formula(request, move |x| match x {
            Number::Finite(value) => match whole(value).map(Number::from) {
                Some(Number::Zero { .. }) => Number::Zero { negative: x.is_negative() },
                Some(whole) => whole,
                None => Number::Nan,
            },
            other => other.clone(),
        })
    })
}

/// The nearest integer, of two the even one.
fn half_even(x: &Real) -> Option<Real> {
    let up = (x + &Real::dyadic(1, -1)).floor()?;
    let above = Real::from(up.clone());
    let tie = (&above - x).compare(&Real::dyadic(1, -1)).is_eq();
    Some(if tie && up.bit(0) { &above - &Real::from(1) } else { above })
}

/// The borders of a clip by the unit of the destination (XDSA-D36).
pub(in crate::xdsa::exec) fn borders(request: &Request<'_>, des: Unit) -> [Number; 2] {
    let unit = match des.is_float() {
        true => Unit::Fp16,
        false if des.is_signed() => Unit::Sint16,
        false => Unit::Uint16,
    };
    ["clip_min", "clip_max"].map(|field| Number::of(unit, request.get(field)))
}

/// CLIP: `min(max(x, MIN), MAX)`.
fn clip(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unary = Unary::read(request);
    let [least, most] = borders(request, unary.des);
    checked(request, |request| unary.formula(request, move |x| x.max(&least).min(&most)))
}

/// DATA_CONVERT: toward zero into integers, integers by their low bits.
pub(in crate::xdsa::exec) fn conversion(
    operation: Operation,
    request: &mut Request<'_>,
) -> Result<Plan, Error> {
    if operation != Operation::DataConvert {
        return Err(request.unknown(operation));
    }
    let unary = Unary::read(request);
    let (src, des) = (unary.src, unary.des);
    checked(request, |request| {
        if unary.is_integer() {
            return unary.plan(request, move |x| (store(src.integer(x), des, false), Flags::NONE));
        }
        unary.plan(request, move |x| round(&Number::of(src, x), des, Fit::Truncate))
    })
}
