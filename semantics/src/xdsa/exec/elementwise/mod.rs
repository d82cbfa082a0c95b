//! Instructions that make each element of the result of one element of each source.

mod arithmetic;
mod bits;
mod compare;
mod convert;
mod divide;
mod function;
mod power;
mod quick;
mod sum;

pub(super) use arithmetic::plan as arithmetic;
pub(super) use bits::{logic, narrow, shift};
pub(super) use compare::plan as compare;
pub(super) use convert::{borders, conversion, roundup};
pub(super) use divide::{division, multiplication};
pub(super) use function::{Quick, plan as function};
pub(super) use sum::{IEEE, any};

use super::{Done, Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::Unit;
use crate::xdsa::number::{Fit, Number, round};
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
