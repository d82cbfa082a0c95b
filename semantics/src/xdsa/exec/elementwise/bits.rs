//! Logic, Shift and Narrow/Extension (text 437 to 702, XDSA-D16 to D20, D33, D42, D83).

use super::{Binary, Unary, arithmetic, checked, each};
use crate::xdsa::Error;
use crate::xdsa::exec::{Plan, Request};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::store;
use softfloat::Flags;

/// AND to BSET, byte by byte; INV has one source (XDSA-D16, D17).
pub(in crate::xdsa::exec) fn logic(
    operation: Operation,
    request: &mut Request<'_>,
) -> Result<Plan, Error> {
    use Operation as O;
    let by_name = request.profile().logic_by_name;
    let kernel: fn(u64, u64) -> u64 = match (operation, by_name) {
        (O::And, _) => |a, b| a & b,
        (O::Or, _) => |a, b| a | b,
        (O::Xor, _) => |a, b| a ^ b,
        (O::Inv, _) => |a, _| !a,
        (O::Bclr, false) | (O::Bset, true) => |a, b| a | !b,
        (O::Bset, false) | (O::Bclr, true) => |a, b| a & !b,
        _ => return Err(request.unknown(operation)),
    };
    let len = request.length("len");
    request.done()?;
    let region = |field| request.dense(field, Unit::Uint8, len);
    let reads =
        if operation == O::Inv { vec![region("s0")] } else { vec![region("s0"), region("s1")] };
    let writes = vec![region("d")];
    Ok(Plan::new(reads, writes, move |read, _| {
        let a = read.first().map_or(&[][..], Vec::as_slice);
        let b = read.get(1).map_or(a, Vec::as_slice);
        Ok(each(a.len().min(b.len()), |i| (kernel(a[i], b[i]) & 0xff, Flags::NONE)))
    }))
}

/// ASR to ROR. Amounts below 0 shift the other way.
pub(in crate::xdsa::exec) fn shift(
    operation: Operation,
    request: &mut Request<'_>,
) -> Result<Plan, Error> {
    use Operation as O;
    Binary::integers(request, &["src0", "src1", "des"]);
    let binary = Binary::read(request);
    let Binary { src0, src1, des, sat, .. } = binary;
    let rounds = request.get("rnd") == 1;
    let low = move |n: i128| store(n, des, false);
    let kernel: Box<dyn Fn(u64, i128) -> u64 + Send + Sync> = match operation {
        O::Asr => Box::new(move |x, s| low(right(src0.integer(x), s, rounds))),
        O::Asl => Box::new(move |x, s| store(right(src0.integer(x), -s, false), des, sat)),
        O::Lsr => Box::new(move |x, s| pattern(x, s, src0) & des.mask()),
        O::Lsl => Box::new(move |x, s| pattern(x, -s, src0) & des.mask()),
        O::Ror => Box::new(move |x, s| rotated(x, s, src0) & des.mask()),
        _ => return Err(request.unknown(operation)),
    };
    checked(request, |request| {
        binary.plan(request, move |x, s| (kernel(x, src1.integer(s)), Flags::NONE))
    })
}

/// `floor(x / 2^s)`, or RoundShift, of an x of at most 64 bits; what is shifted up by 64 and more is beyond every unit, its low bits 0.
const fn right(x: i128, s: i128, rounds: bool) -> i128 {
    match s {
        -63..=0 => x << -s,
        ..=-64 => x.signum() << 64,
        1..=120 if rounds => (x + (1 << (s - 1))) >> s,
        1..=120 => x >> s,
        _ if rounds => 0,
        _ => x >> 120,
    }
}

/// The bits of an element moved to the right (a negative amount: to the left), those shifted out lost.
fn pattern(x: u64, s: i128, unit: Unit) -> u64 {
    let (x, bits) = (x & unit.mask(), i128::from(unit.bits()));
    match s {
        _ if s >= bits || -s >= bits => 0,
        0.. => x >> s,
        _ => x << -s & unit.mask(),
    }
}

/// The bits of an element rotated to the right.
fn rotated(x: u64, s: i128, unit: Unit) -> u64 {
    let (x, bits) = (x & unit.mask(), unit.bits());
    match s.rem_euclid(bits.into()) as u32 {
        0 => x,
        s => (x >> s | x << (bits - s)) & unit.mask(),
    }
}

/// NSR into half the width, SXT and UXT into a larger one.
pub(in crate::xdsa::exec) fn narrow(
    operation: Operation,
    request: &mut Request<'_>,
) -> Result<Plan, Error> {
    use Operation as O;
    if operation == O::Nsr {
        return rounded(request);
    }
    let (src, des) = (request.integer("src0"), request.integer("des"));
    if des.bits() <= src.bits() {
        let message = format!("des is {des}; right: more bits than src0, which is {src}");
        arithmetic::wrong_unit(request, message);
    }
    let unary = Unary { src, des, len: request.length("len"), sat: false };
    let signed = operation == O::Sxt;
    request.done()?;
    let reads = vec![request.dense("s0", src, unary.len)];
    let writes = vec![request.dense("d", des, unary.len)];
    let up = 64 - src.bits();
    Ok(Plan::new(reads, writes, move |read, _| {
        let source = read.first().map_or(&[][..], Vec::as_slice);
        Ok(each(source.len(), |i| {
            let x = source[i] << up;
            let extended = if signed { ((x as i64) >> up) as u64 } else { x >> up };
            (extended & des.mask(), Flags::NONE)
        }))
    }))
}

/// NSR: RoundShift, then the nearest end of the range (XDSA-D33, D42).
fn rounded(request: &mut Request<'_>) -> Result<Plan, Error> {
    Binary::integers(request, &["src0", "src1", "des"]);
    let binary = Binary::read(request);
    let Binary { src0, src1, des, .. } = binary;
    if 2 * des.bits() != src0.bits() {
        let message = format!("des is {des}; right: half the bits of src0, which is {src0}");
        arithmetic::wrong_unit(request, message);
    }
    checked(request, |request| {
        binary.plan(request, move |x, s| {
            let shifted = right(src0.integer(x), src1.integer(s), true);
            (store(shifted, des, true), Flags::NONE)
        })
    })
}
