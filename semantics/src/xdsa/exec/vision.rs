//! Group Vision (text 3750 to 3815): PIXEL_SHUFFLE, PIXEL_UNSHUFFLE, and GRID_SAMPLE and AFFINE_GRID of the default set.

use super::{Done, Plan, Request};
use crate::xdsa::exec::exact::{Amount, Sum, decode, encode, nan};
use crate::xdsa::exec::offsets::{assemble, count};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::{Error, Kind};
use functions::exact::Dyadic;
use num_bigint::BigInt;
use rayon::prelude::*;
use softfloat::{Flags, Unrounded, Value};
use std::cmp::Ordering;

/// The plan of an instruction of the group.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    match operation {
        Operation::PixelShuffle => shuffle(request),
        Operation::PixelUnshuffle => unshuffle(request),
        Operation::GridSample => sample(request),
        Operation::AffineGrid => affine(request),
        _ => Err(request.unknown(operation)),
    }
}

/// AFFINE_GRID: `theta (x, y, 1)` for every place of an image, x and y from -1 to 1 (ONNX AffineGrid-20, section 2.5, XDSA-D96).
fn affine(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.unit("unit");
    let [n, h, w] = ["w0", "w1", "w2"].map(|field| request.size(field));
    let corners = request.get("flag20") == 1;
    request.done()?;
    let reads = vec![request.dense("p0", unit, count(&[n, 2, 3]))];
    let writes = vec![request.dense("p1", unit, count(&[n, h, w, 2]))];
    Ok(Plan::new(reads, writes, move |read, _| {
        let (mut sum, mut flags) = (Sum::new(), Flags::NONE);
        let mut out = Vec::with_capacity(count(&[n, h, w, 2]) as usize);
        for theta in read[0].chunks(6) {
            for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
                let ((x, x_scale), (y, y_scale)) = (place(x, w, corners), place(y, h, corners));
                let scale = x_scale as u64 * y_scale as u64;
                let factors = [x * y_scale, y * x_scale, scale as i64];
                for row in theta.chunks(3) {
                    sum.clear();
                    for (theta, factor) in row.iter().zip(factors) {
                        let factor = Unrounded::exact(factor < 0, 0, factor.unsigned_abs());
                        sum.add_product(decode(unit, *theta), Value::Finite(factor));
                    }
                    let (code, raised) = encode(unit, sum.over(scale));
                    flags |= raised;
                    out.push(code);
                }
            }
        }
        Ok(Done { written: vec![out], flags, ..Done::default() })
    }))
}

/// The coordinate of a place, over a denominator.
fn place(at: u64, size: u64, corners: bool) -> (i64, i64) {
    let (at, size) = (at as i64, size as i64);
    match (corners, size) {
        (true, 1) => (-1, 1),
        (true, _) => (2 * at - (size - 1), size - 1),
        (false, _) => (2 * at + 1 - size, size),
    }
}

/// GRID_SAMPLE: an image at positions that a grid gives (ONNX GridSample-16, section 2.5, XDSA-D85, D90, D96).
fn sample(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.float("unit");
    let (nearest, padding) = (request.code("flag16", 2) == 1, request.code("flag18", 3));
    let corners = request.get("flag20") == 1;
    let [n, c, h, w, to_h, to_w] =
        ["w0", "w1", "w2", "w3", "w4", "w5"].map(|field| request.size(field));
    request.done()?;
    let reads = vec![
        request.dense("p0", unit, count(&[n, c, h, w])),
        request.dense("p1", unit, count(&[n, to_h, to_w, 2])),
    ];
    let writes = vec![request.dense("p2", unit, count(&[n, c, to_h, to_w]))];
    let rule = Rule { unit, nearest, padding, corners, h, w };
    Ok(Plan::new(reads, writes, move |read, _| {
        let (plane, places) = ((h * w) as usize, (to_h * to_w) as usize);
        let images = read[0].chunks(plane * c as usize).zip(read[1].chunks(places * 2));
        let (mut out, mut flags) = (Vec::with_capacity(read[1].len() / 2), Flags::NONE);
        for (image, grid) in images {
            let positions: Vec<_> =
                grid.as_chunks().0.par_iter().map(|[x, y]| rule.neighbours(*x, *y)).collect();
            for plane in image.chunks(plane) {
                let sampled: Vec<_> =
                    positions.par_iter().map(|position| rule.sample(plane, position)).collect();
                out.extend(sampled.iter().map(|(code, _)| *code));
                flags = sampled.iter().fold(flags, |all, (_, raised)| all | *raised);
            }
        }
        Ok(Done { written: vec![out], flags, ..Done::default() })
    }))
}

#[derive(Clone, Copy, Debug)]
struct Rule {
    unit: Unit,
    nearest: bool,
    /// Zeros, border, reflection.
    padding: u64,
    corners: bool,
    h: u64,
    w: u64,
}

/// A place in a plane, none outside of it, and its weight.
type Neighbour = (Option<usize>, Amount);

fn half() -> Dyadic {
    Dyadic::integer(1).scaled(-1)
}

impl Rule {
    /// The elements that a position takes part of; none where a coordinate is no number.
    fn neighbours(&self, x: u64, y: u64) -> Option<Vec<Neighbour>> {
        let columns = self.axis(x, self.w)?;
        let rows = self.axis(y, self.h)?;
        let pairs = rows.iter().flat_map(|y| columns.iter().map(move |x| (y, x)));
        let join = |((y, a), (x, b)): (&Neighbour, &Neighbour)| {
            let place = y.zip(*x).map(|(y, x)| y * self.w as usize + x);
            (place, a.times(b))
        };
        Some(pairs.map(join).collect())
    }

    /// The places of one coordinate, each with a weight that is not 0.
    fn axis(&self, coordinate: u64, size: u64) -> Option<Vec<Neighbour>> {
        let coordinate = match Amount::of(self.unit, coordinate) {
            Amount::Finite(dyadic) => dyadic,
            Amount::Zero { .. } => Dyadic::default(),
            Amount::Nan | Amount::Infinite { .. } => return None,
        };
        let from_left = &coordinate + &Dyadic::integer(1);
        let position = if self.corners {
            (&from_left * &Dyadic::integer(size - 1)).scaled(-1)
        } else {
            (&(&from_left * &Dyadic::integer(size)) - &Dyadic::integer(1)).scaled(-1)
        };
        let position = self.pad(position, size);
        let low = position.floor();
        let part = &position - &Dyadic::integer(low.clone());
        let inside = |at: BigInt| usize::try_from(at).ok().filter(|at| (*at as u64) < size);
        let one = || Amount::from(Dyadic::integer(1));
        if self.nearest {
            let up = match part.compare(&half()) {
                Ordering::Less => false,
                Ordering::Equal => low.bit(0),
                Ordering::Greater => true,
            };
            return Some(vec![(inside(low + u8::from(up)), one())]);
        }
        let rest = &Dyadic::integer(1) - &part;
        let mut places = vec![(inside(low.clone()), rest.into())];
        if !part.is_zero() {
            places.push((inside(low + 1), part.into()));
        }
        Some(places)
    }

    /// The exact position under the padding rule.
    fn pad(&self, position: Dyadic, size: u64) -> Dyadic {
        let clamp = |position: Dyadic| {
            let last = Dyadic::integer(size - 1);
            if position.is_negative() {
                Dyadic::default()
            } else if position.compare(&last) == Ordering::Greater {
                last
            } else {
                position
            }
        };
        match (self.padding, self.corners) {
            (0, _) => position,
            (1, _) => clamp(position),
            (_, true) if size == 1 => Dyadic::default(),
            (_, true) => reflect(&position, size - 1),
            (_, false) => clamp(&reflect(&(&position + &half()), size) - &half()),
        }
    }

    /// The sum of neighbours times weights, rounded once; what lies outside is +0.
    fn sample(&self, plane: &[u64], position: &Option<Vec<Neighbour>>) -> (u64, Flags) {
        let Some(neighbours) = position else { return (nan(self.unit), Flags::INVALID) };
        let term = |(place, weight): &Neighbour| match place.and_then(|place| plane.get(place)) {
            Some(code) => Amount::of(self.unit, *code).times(weight),
            None => Amount::Zero { negative: false },
        };
        let sum = neighbours.iter().map(term).reduce(|sum, term| sum.plus(&term));
        encode(self.unit, sum.unwrap_or(Amount::Zero { negative: false }).value())
    }
}

/// A position folded into 0 to `span`, at both ends as a mirror does.
fn reflect(position: &Dyadic, span: u64) -> Dyadic {
    // At an exponent of 0 or less the period is a whole number of last places.
    let low = position.exponent.min(0);
    let significand = position.integer.magnitude() << (position.exponent - low) as u64;
    let period = num_bigint::BigUint::from(span) << (1 + low.unsigned_abs());
    let folded = significand % &period;
    let other = &period - &folded;
    Dyadic { integer: folded.min(other).into(), exponent: low }
}

// PIXEL_SHUFFLE and its inverse: `out[c, h r + i, w r + j] = in[c r r + i r + j, h, w]` (XDSA-D68, D92).

#[derive(Clone, Copy, Debug)]
struct Pixels {
    unit: Unit,
    channels_last: bool,
    c: usize,
    h: usize,
    w: usize,
    scale: usize,
}

impl Pixels {
    fn read(request: &mut Request<'_>) -> Self {
        let unit = request.unit("src_unit");
        let channels_last = request.code("data_format", 2) == 0;
        let [c, h, w, scale] =
            ["fc", "fh", "fw", "scale"].map(|field| request.size(field) as usize);
        Self { unit, channels_last, c, h, w, scale }
    }

    fn plan(
        self,
        request: &mut Request<'_>,
        offsets: impl FnOnce(Self) -> [Vec<usize>; 3] + Send + 'static,
    ) -> Result<Plan, Error> {
        request.done()?;
        let count = count(&[self.c as u64, self.h as u64, self.w as u64]);
        let reads = vec![request.dense("fm", self.unit, count)];
        let writes = vec![request.dense("d", self.unit, count)];
        Ok(Plan::new(reads, writes, move |read, _| {
            let [c, h, w] = offsets(self);
            let axes = if self.channels_last { [h, w, c] } else { [c, h, w] };
            Ok(Done::one(assemble(&read[0], &axes)))
        }))
    }

    /// Distances of channels, rows and columns.
    const fn distances(&self) -> [usize; 3] {
        if self.channels_last { [1, self.w * self.c, self.c] } else { [self.h * self.w, self.w, 1] }
    }
}

/// PIXEL_SHUFFLE (text 3755).
fn shuffle(request: &mut Request<'_>) -> Result<Plan, Error> {
    let pixels = Pixels::read(request);
    let square = pixels.scale * pixels.scale;
    if square != 0 && !pixels.c.is_multiple_of(square) {
        let message = format!("fc is {}; right: a multiple of {square}", pixels.c);
        request.note(Kind::BadDimension, message);
    }
    pixels.plan(request, |pixels| {
        let Pixels { c, h, w, scale: r, .. } = pixels;
        let [channel, row, column] = pixels.distances();
        [
            (0..c / (r * r)).map(|c| c * r * r * channel).collect(),
            (0..h * r).map(|y| y % r * r * channel + y / r * row).collect(),
            (0..w * r).map(|x| x % r * channel + x / r * column).collect(),
        ]
    })
}

/// PIXEL_UNSHUFFLE (text 3774).
fn unshuffle(request: &mut Request<'_>) -> Result<Plan, Error> {
    let pixels = Pixels::read(request);
    for (field, size) in [("fh", pixels.h), ("fw", pixels.w)] {
        if pixels.scale != 0 && !size.is_multiple_of(pixels.scale) {
            let message = format!("{field} is {size}; right: a multiple of {}", pixels.scale);
            request.note(Kind::BadDimension, message);
        }
    }
    pixels.plan(request, |pixels| {
        let Pixels { c, h, w, scale: r, .. } = pixels;
        let [channel, row, column] = pixels.distances();
        let from = |c: usize| c / (r * r) * channel + c / r % r * row + c % r * column;
        [
            (0..c * r * r).map(from).collect(),
            (0..h / r).map(|y| y * r * row).collect(),
            (0..w / r).map(|x| x * r * column).collect(),
        ]
    })
}
