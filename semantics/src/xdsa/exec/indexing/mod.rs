//! Group Indexing (text 945 to 1345): tensors of N, C, H, W without a format, the outermost first (XDSA-D21, D22, D48 to D50).

mod shape;
mod tensor;

use super::{Done, Plan, Request};
use crate::xdsa::exec::exact::{Amount, encode, one};
use crate::xdsa::exec::offsets::{assemble, count, resolve};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::{Error, Kind};
use softfloat::Flags;
use tensor::{Tensor, axis};

/// The plan of an instruction of the group.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    use Operation as O;
    match operation {
        O::Concat => concat(request),
        O::Stack => stack(request),
        O::Tile => tile(request),
        O::Gather => gather(request),
        O::GatherNd => gather_nd(request),
        O::Scatter => scatter(request),
        O::ScatterNd => scatter_nd(request),
        O::Split => shape::split(request),
        O::Slice => shape::slice(request),
        O::Unstack => shape::unstack(request),
        O::Transpose => shape::transpose(request),
        O::Pad => shape::pad(request),
        O::Roll => roll(request),
        O::Reverse => reverse(request),
        O::Signbit => signbit(request),
        O::Where => choose(request),
        O::Reshape | O::Squeeze | O::Flatten | O::ExpandDim => copy(request, "s", "src"),
        O::Unsqueeze => copy(request, "s0", "src0"),
        _ => Err(request.unknown(operation)),
    }
}

/// The bits of elements, unchanged (section 2.5, XDSA-D16, D29, D93).
fn copy(request: &mut Request<'_>, source: &'static str, unit: &str) -> Result<Plan, Error> {
    let (unit, length) = (request.unit(unit), request.length("len"));
    request.done()?;
    let reads = vec![request.dense(source, unit, length)];
    let writes = vec![request.dense("d", unit, length)];
    Ok(Plan::new(reads, writes, |read, _| Ok(Done { written: read.to_vec(), ..Done::default() })))
}

// ROLL, REVERSE: elements at other places of their axes (XDSA-D16, D50).

/// ROLL (text 1231): each element moves by the signed shifts, around the end of its axis.
fn roll(request: &mut Request<'_>) -> Result<Plan, Error> {
    let tensor = Tensor::read(request);
    // Six bits with a sign.
    let shifts =
        ["shift_c", "shift_h", "shift_w"].map(|field| (request.get(field) as i64) << 58 >> 58);
    request.done()?;
    let reads = vec![request.dense("s", tensor.unit, tensor.count())];
    let writes = vec![request.dense("d", tensor.unit, tensor.count())];
    Ok(Plan::new(reads, writes, move |read, _| {
        let mut offsets = tensor.grid();
        for (axis, shift) in offsets[1..].iter_mut().zip(shifts) {
            let by = shift.rem_euclid(axis.len() as i64) as usize;
            axis.rotate_right(by);
        }
        Ok(Done::one(assemble(&read[0], &offsets)))
    }))
}

/// REVERSE (text 1326): an axis from its end to its beginning.
fn reverse(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (tensor, axis) = (Tensor::read_batch(request), axis(request));
    request.done()?;
    let reads = vec![request.dense("s0", tensor.unit, tensor.count())];
    let writes = vec![request.dense("d", tensor.unit, tensor.count())];
    Ok(Plan::new(reads, writes, move |read, _| {
        let mut offsets = tensor.grid();
        offsets[axis].reverse();
        Ok(Done::one(assemble(&read[0], &offsets)))
    }))
}

// GATHER, GATHER_ND: elements by a list of indexes (XDSA-D24, D48).

/// GATHER (text 974): the slices of an axis that a list names.
fn gather(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (tensor, axis) = (Tensor::read(request), axis(request));
    let length = request.length("index_len");
    request.done()?;
    let index = request.index();
    let reads = vec![
        request.dense("s", tensor.unit, tensor.count()),
        request.dense("index", index, length),
    ];
    let writes = vec![request.dense("d", tensor.unit, tensor.with(axis, length).count())];
    Ok(Plan::new(reads, writes, move |read, _| {
        let (size, distance) = (tensor.sizes[axis], tensor.distances()[axis] as usize);
        let place = |code: &u64| Ok(resolve(index, *code, size)? * distance);
        let mut offsets = tensor.grid();
        offsets[axis] = read[1].iter().map(place).collect::<Result<_, Error>>()?;
        Ok(Done::one(assemble(&read[0], &offsets)))
    }))
}

/// GATHER_ND (text 994): the elements at tuples (c, h, w).
fn gather_nd(request: &mut Request<'_>) -> Result<Plan, Error> {
    let tensor = Tensor::read(request);
    let length = request.length("index_len");
    request.done()?;
    let index = request.index();
    let reads = vec![
        request.dense("s", tensor.unit, tensor.count()),
        request.dense("index", index, 3 * length),
    ];
    let writes = vec![request.dense("d", tensor.unit, length)];
    let [_, c, h, w] = tensor.sizes;
    Ok(Plan::new(reads, writes, move |read, _| {
        let element = |tuple: &[u64; 3]| {
            let [at_c, at_h, at_w] = tuple;
            let (at_c, at_h) = (resolve(index, *at_c, c)?, resolve(index, *at_h, h)?);
            let place = (at_c * h as usize + at_h) * w as usize + resolve(index, *at_w, w)?;
            Ok(read[0].get(place).copied().unwrap_or_default())
        };
        Ok(Done::one(read[1].as_chunks().0.iter().map(element).collect::<Result<_, Error>>()?))
    }))
}

// SIGNBIT and WHERE (section 2.5, XDSA-D45, D93).

/// SIGNBIT (text 1260): the number 1 where the top bit of an element with a sign is set, else 0.
fn signbit(request: &mut Request<'_>) -> Result<Plan, Error> {
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
fn choose(request: &mut Request<'_>) -> Result<Plan, Error> {
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

// SCATTER, SCATTER_ND: elements that a list of indexes replaces, in its order (XDSA-D24, D48).

/// SCATTER (text 1014): `source[index[i]] = update[i]`, in place.
fn scatter(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.unit("src_unit");
    let (length, indexes) = (request.length("len"), request.length("index_len"));
    request.done()?;
    let index = request.index();
    let reads = vec![
        request.dense("s", unit, length),
        request.dense("index", index, indexes),
        request.dense("update", unit, indexes),
    ];
    let writes = vec![request.dense("s", unit, length)];
    Ok(Plan::new(reads, writes, move |read, _| {
        let mut out = read[0].clone();
        for (place, update) in read[1].iter().zip(&read[2]) {
            put(&mut out, resolve(index, *place, length)?, *update);
        }
        Ok(Done::one(out))
    }))
}

/// SCATTER_ND (section 2.5): a copy whose elements at tuples (c, h, w) are replaced.
fn scatter_nd(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.unit("unit");
    let sizes = ["w0", "w1", "w2"].map(|field| request.size(field));
    let tuples = request.length("w3");
    request.done()?;
    let (index, count) = (request.index(), count(&sizes));
    let reads = vec![
        request.dense("p0", unit, count),
        request.dense("p1", index, 3 * tuples),
        request.dense("p2", unit, tuples),
    ];
    let writes = vec![request.dense("p3", unit, count)];
    let [c, h, w] = sizes;
    Ok(Plan::new(reads, writes, move |read, _| {
        let mut out = read[0].clone();
        for ([at_c, at_h, at_w], update) in read[1].as_chunks().0.iter().zip(&read[2]) {
            let (at_c, at_h) = (resolve(index, *at_c, c)?, resolve(index, *at_h, h)?);
            let place = (at_c * h as usize + at_h) * w as usize + resolve(index, *at_w, w)?;
            put(&mut out, place, *update);
        }
        Ok(Done::one(out))
    }))
}

fn put(out: &mut [u64], place: usize, update: u64) {
    if let Some(element) = out.get_mut(place) {
        *element = update;
    }
}

// CONCAT, STACK, TILE: tensors made of whole ones (XDSA-D48, D50).

/// CONCAT (text 954): the second source behind the first along an axis, all else alike.
fn concat(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, axis) = (request.unit("src_unit"), axis(request));
    let first = [1, request.size("fc0"), request.size("fh0"), request.size("fw0")];
    let second = [1, request.size("fc1"), request.size("fh1"), request.size("fw1")];
    if (0..4).any(|other| other != axis && first[other] != second[other]) {
        let message = format!("{first:?} and {second:?} (N, C, H, W) differ beside axis {axis}");
        request.note(Kind::BadDimension, message);
    }
    request.done()?;
    let [first, second] = [first, second].map(|sizes| Tensor { unit, sizes });
    let reads =
        vec![request.dense("s0", unit, first.count()), request.dense("s1", unit, second.count())];
    let writes = vec![request.dense("d", unit, first.count().saturating_add(second.count()))];
    let block = move |tensor: Tensor| tensor.sizes[axis] * tensor.distances()[axis];
    let blocks = (block(first), block(second));
    Ok(Plan::new(reads, writes, move |read, _| {
        Ok(Done::one(interleave(&read[0], &read[1], blocks)))
    }))
}

/// STACK (text 1155): a new dimension of size 2 before the axis.
fn stack(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (tensor, axis) = (Tensor::read_batch(request), axis(request));
    request.done()?;
    let (unit, count) = (tensor.unit, tensor.count());
    let reads = vec![request.dense("s0", unit, count), request.dense("s1", unit, count)];
    let writes = vec![request.dense("d", unit, count.saturating_mul(2))];
    let block = tensor.sizes[axis] * tensor.distances()[axis];
    Ok(Plan::new(reads, writes, move |read, _| {
        Ok(Done::one(interleave(&read[0], &read[1], (block, block))))
    }))
}

/// Blocks of one source and of the other by turns.
fn interleave(first: &[u64], second: &[u64], blocks: (u64, u64)) -> Vec<u64> {
    let blocks = (blocks.0.max(1) as usize, blocks.1.max(1) as usize);
    let mut out = Vec::with_capacity(first.len() + second.len());
    for (first, second) in first.chunks(blocks.0).zip(second.chunks(blocks.1)) {
        out.extend(first);
        out.extend(second);
    }
    out
}

/// TILE (text 1175): the whole tensor, so many times.
fn tile(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (tensor, repeat) = (Tensor::read_batch(request), request.size("repeat_num"));
    request.done()?;
    let (unit, count) = (tensor.unit, tensor.count());
    let reads = vec![request.dense("s", unit, count)];
    let writes = vec![request.dense("d", unit, count.saturating_mul(repeat))];
    Ok(Plan::new(reads, writes, move |read, _| Ok(Done::one(read[0].repeat(repeat as usize)))))
}
