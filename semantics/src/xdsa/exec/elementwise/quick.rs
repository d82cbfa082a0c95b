//! Arithmetic of one floating-point unit, by the vectors of the processor (XDSA-D29): what exact numbers rounded once give.

use super::{CHUNK, IEEE};
use crate::xdsa::exec::Done;
use crate::xdsa::isa::Unit;
use rayon::prelude::*;
use softfloat::format::{Binary16, Binary32, Binary64};
use softfloat::{Bits, Flags, StaticFormat, slice};

/// An operation on two elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Basic {
    /// `a + b`.
    Add,
    /// `a - b`.
    Sub,
    /// `a b`.
    Mul,
    /// `a / b`.
    Div,
}

/// The operation on every pair, if the unit is one of floating point.
pub(super) fn pairs(operation: Basic, unit: Unit, a: &[u64], b: &[u64]) -> Option<Done> {
    match unit {
        Unit::Fp16 => Some(chunks::<Binary16>(operation, a, b)),
        Unit::Fp32 => Some(chunks::<Binary32>(operation, a, b)),
        Unit::Fp64 => Some(chunks::<Binary64>(operation, a, b)),
        _ => None,
    }
}

/// As many elements at a time as stay near the processor.
fn chunks<F: StaticFormat>(operation: Basic, a: &[u64], b: &[u64]) -> Done {
    let mut elements = vec![0; a.len().min(b.len())];
    let chunk = |(out, (a, b)): (&mut [u64], (&[u64], &[u64]))| {
        let codes = |x: &[u64]| x.iter().map(|&x| F::Bits::low(x.into())).collect::<Vec<_>>();
        let (a, b) = (codes(a), codes(b));
        let mut results = vec![F::Bits::ZERO; out.len()];
        let flags = match operation {
            Basic::Add => slice::add::<F>(&a, &b, &mut results, &IEEE),
            Basic::Sub => slice::sub::<F>(&a, &b, &mut results, &IEEE),
            Basic::Mul => slice::mul::<F>(&a, &b, &mut results, &IEEE),
            Basic::Div => slice::div::<F>(&a, &b, &mut results, &IEEE),
        };
        for (to, from) in out.iter_mut().zip(results) {
            *to = from.wide() as u64;
        }
        // Slices of one length always agree.
        flags.unwrap_or(Flags::NONE)
    };
    let flags = if elements.len() <= CHUNK {
        chunk((&mut elements, (a, b)))
    } else {
        let sources = a.par_chunks(CHUNK).zip(b.par_chunks(CHUNK));
        let all = elements.par_chunks_mut(CHUNK).zip(sources);
        all.map(chunk).reduce(|| Flags::NONE, |a, b| a | b)
    };
    Done { flags, ..Done::one(elements) }
}
