//! SIGNBIT and WHERE (section 2.5, XDSA-D45, D93).

use crate::xdsa::Error;
use crate::xdsa::exec::exact::{Amount, encode, one};
use crate::xdsa::exec::{Done, Plan, Request};
use crate::xdsa::isa::Unit;
use softfloat::Flags;

/// SIGNBIT (text 1260): the number 1 where the top bit of an element with a sign is set, else 0.
pub(super) fn signbit(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, length) = (request.unit("src_unit"), request.length("len"));
    request.done()?;
    let reads = vec![request.dense("s", unit, length)];
    let writes = vec![request.dense("d", unit, length)];
    Ok(Plan::new(reads, writes, move |read, _| {
        let one = one(unit);
        let set = |element: &u64| unit.is_signed() && element >> (unit.bits() - 1) & 1 == 1;
        Ok(Done::one(read[0].iter().map(|element| if set(element) { one } else { 0 }).collect()))
    }))
}

/// WHERE: an element of source 1 where the condition is not zero, else one of source 2; its bits where it has the destination's
/// unit, else converted as by ADD.
pub(super) fn choose(request: &mut Request<'_>) -> Result<Plan, Error> {
    let [condition, yes, no, to] = ["src0", "src1", "src2", "des"].map(|field| request.unit(field));
    let (length, saturate) = (request.length("len"), request.get("sat") == 1);
    request.done()?;
    let reads = vec![
        request.dense("s0", condition, length),
        request.dense("s1", yes, length),
        request.dense("s2", no, length),
    ];
    let writes = vec![request.dense("d", to, length)];
    let integers = ![yes, no, to].into_iter().any(Unit::is_float);
    // All but the sign of a floating-point zero.
    let significant = condition.mask() >> u32::from(condition.is_float());
    Ok(Plan::new(reads, writes, move |read, _| {
        let mut flags = Flags::NONE;
        let mut convert = |from: Unit, element: u64| {
            if from == to {
                return element;
            }
            if integers && !saturate {
                return from.integer(element) as u64 & to.mask();
            }
            let (element, raised) = encode(to, Amount::of(from, element).value());
            flags |= raised;
            element
        };
        let chosen = read[0].iter().zip(&read[1]).zip(&read[2]).map(|((condition, a), b)| {
            if condition & significant != 0 { convert(yes, *a) } else { convert(no, *b) }
        });
        let written = vec![chosen.collect()];
        Ok(Done { written, flags, ..Done::default() })
    }))
}
