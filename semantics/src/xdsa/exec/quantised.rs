//! ELE_ADD and ELE_SUB (text 3024 and 3055, XDSA-D33, D34, D36, D87).
//!
//! `t = (s0 - IZERO) +- (s1 - IZERO)`; `RoundShift(t MUL, SHIFT) + OZERO` of an integer multiplier into an integer unit, else
//! `t MUL 2^-SHIFT + OZERO`; the clip; one rounding.

use super::activation::Source;
use super::elementwise::{Rounded, borders, each};
use super::{Done, Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::{Fit, Number, round, round_shift};
use softfloat::Flags;

/// What an element of the result is made with.
struct Kernel {
    src: [Unit; 2],
    des: Unit,
    minus: bool,
    izero: i128,
    ozero: i128,
    shift: i64,
    mul: Number,
    /// The same, if it is an integer.
    factor: Option<i128>,
    /// MIN and MAX, unless both are 0.
    clip: Option<[Number; 2]>,
}

/// The plan of either.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    let minus = match operation {
        Operation::EleAdd => false,
        Operation::EleSub => true,
        _ => return Err(request.unknown(operation)),
    };
    let src = ["src0", "src1"].map(|field| request.unit(field));
    let (des, m_unit) = (request.unit("des"), request.unit("m_unit"));
    let len = request.length("len");
    let second = Source::read(request, len);
    let byte = |field: &str, signed: bool| {
        if signed { Unit::Sint8 } else { Unit::Uint8 }.integer(request.get(field))
    };
    let clipped = request.get("clip_min") != 0 || request.get("clip_max") != 0;
    let kernel = Kernel {
        src,
        des,
        minus,
        izero: byte("izero_imm", src[0].is_signed()),
        ozero: byte("ozero_imm", des.is_signed()),
        shift: byte("shift", true) as i64,
        mul: Number::of(m_unit, request.get("mul")),
        factor: (!m_unit.is_float()).then(|| m_unit.integer(request.get("mul"))),
        clip: clipped.then(|| borders(request, des)),
    };
    request.done()?;
    let reads =
        vec![request.dense("s0", src[0], len), request.dense("s1", src[1], second.count(len))];
    let writes = vec![request.dense("d", des, len)];
    Ok(Plan::new(reads, writes, move |read, _| {
        let [a, b] = read else { return Ok(Done::default()) };
        Ok(each(a.len(), |i| kernel.element(a[i], b[second.at(i, a.len())])))
    }))
}

impl Kernel {
    fn element(&self, a: u64, b: u64) -> Rounded {
        if let Some(element) = self.integer(a, b) {
            return (element, Flags::NONE);
        }
        self.exact(a, b)
    }

    /// Integers of few bits.
    fn integer(&self, a: u64, b: u64) -> Option<u64> {
        let factor = self.factor?;
        if self.des.is_float() || self.src.iter().any(|unit| unit.is_float()) {
            return None;
        }
        let [a, b] = [self.src[0].integer(a) - self.izero, self.src[1].integer(b) - self.izero];
        let product = (if self.minus { a - b } else { a + b }).checked_mul(factor)?;
        let shifted = match self.shift {
            s @ 1..=100 => product.checked_add(1 << (s - 1))? >> s,
            s @ -30..=0 if product.unsigned_abs() < 1 << 90 => product << -s,
            _ => return None,
        };
        let q = shifted.checked_add(self.ozero)?;
        let [least, most] = self.des.range();
        let [from, to] = match &self.clip {
            None => [least, most],
            Some(clip) => {
                let whole = |x: &Number| x.real().and_then(|x| x.small()).map(|(n, _)| n);
                [whole(&clip[0])?, whole(&clip[1])?]
            }
        };
        Some(q.max(from).min(to).clamp(least, most) as u64 & self.des.mask())
    }

    /// By exact numbers.
    fn exact(&self, a: u64, b: u64) -> Rounded {
        let izero = Number::integer(self.izero);
        let [a, b] =
            [Number::of(self.src[0], a).sub(&izero), Number::of(self.src[1], b).sub(&izero)];
        let product = (if self.minus { a.sub(&b) } else { a.add(&b) }).mul(&self.mul);
        let shifted = if self.factor.is_some() && !self.des.is_float() {
            round_shift(&product, self.shift)
        } else {
            product.mul(&Number::from(functions::real::Real::dyadic(1, -self.shift)))
        };
        let q = shifted.add(&Number::integer(self.ozero));
        let q = match &self.clip {
            None => q,
            Some([least, most]) => q.max(least).min(most),
        };
        round(&q, self.des, Fit::Clamp)
    }
}
