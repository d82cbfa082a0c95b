//! Group Resize (text 1658 to 1710): RESIZE_BILINEAR and RESIZE_NEAREST (ONNX Resize-19, XDSA-D57, D85, D96).

use super::exact::{Sum, decode, encode};
use super::offsets::{assemble, count, ramp};
use super::{Done, Plan, Request};
use crate::xdsa::Error;
use crate::xdsa::isa::{Operation, Unit};
use rayon::prelude::*;
use softfloat::{Flags, Unrounded, Value};

/// The plan of an instruction of the group.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.unit("src_unit");
    let (mode, format) = (request.code("align_corners", 3), request.code("data_format", 2));
    let [c, h, w, to_h, to_w] = ["fc", "fh", "fw", "o_h", "o_w"].map(|field| request.size(field));
    request.done()?;
    let shape = Shape { mode, channels_last: format == 0, c, rows: (h, to_h), columns: (w, to_w) };
    let reads = vec![request.dense("fm", unit, count(&[c, h, w]))];
    let writes = vec![request.dense("d", unit, count(&[c, to_h, to_w]))];
    match operation {
        Operation::ResizeNearest => Ok(Plan::new(reads, writes, move |read, _| {
            Ok(Done::one(assemble(&read[0], &shape.nearest())))
        })),
        Operation::ResizeBilinear => {
            Ok(Plan::new(reads, writes, move |read, _| Ok(shape.bilinear(unit, &read[0]))))
        }
        _ => Err(request.unknown(operation)),
    }
}

#[derive(Clone, Copy, Debug)]
struct Shape {
    /// Half pixel, align corners, asymmetric.
    mode: u64,
    channels_last: bool,
    c: u64,
    /// Sizes of source and result.
    rows: (u64, u64),
    columns: (u64, u64),
}

/// A source position between two neighbours: the first and its weight, the second and its weight.
type Neighbours = [(usize, u64); 2];

impl Shape {
    /// The position in the source that a place of the result stands for, as a quotient.
    fn position(&self, (from, to): (u64, u64), at: u64) -> (i64, i64) {
        let (from, to, at) = (from as i64, to as i64, at as i64);
        match self.mode {
            0 => ((2 * at + 1) * from - to, 2 * to),
            1 if to == 1 => (0, 1),
            1 => (at * (from - 1), to - 1),
            _ => (at * from, to),
        }
    }

    /// The offsets of the nearest elements, the axes in the order of the format.
    fn nearest(&self) -> [Vec<usize>; 3] {
        let axis = |sizes: (u64, u64), distance: u64| -> Vec<usize> {
            let place = |at| {
                let (numerator, denominator) = self.position(sizes, at);
                // Asymmetric: the floor; else a half goes down, `ceil(x - 1/2)`.
                let near = if self.mode == 2 {
                    numerator.div_euclid(denominator)
                } else {
                    -(denominator - 2 * numerator).div_euclid(2 * denominator)
                };
                near.clamp(0, sizes.0 as i64 - 1) as usize * distance as usize
            };
            (0..sizes.1).map(place).collect()
        };
        self.order(&axis)
    }

    /// The axes' lists, given how an axis with such sizes and distance is made.
    fn order(&self, axis: &dyn Fn((u64, u64), u64) -> Vec<usize>) -> [Vec<usize>; 3] {
        let (c, h, w) = (self.c, self.rows.0, self.columns.0);
        if self.channels_last {
            [axis(self.rows, w * c), axis(self.columns, c), ramp(c, 1)]
        } else {
            [ramp(c, h * w), axis(self.rows, w), axis(self.columns, 1)]
        }
    }

    /// The neighbours of every place of an axis, weights over a denominator.
    fn neighbours(&self, sizes: (u64, u64)) -> (Vec<Neighbours>, u64) {
        let denominator = self.position(sizes, 0).1;
        let place = |at| {
            let (numerator, _) = self.position(sizes, at);
            let numerator = numerator.clamp(0, (sizes.0 as i64 - 1) * denominator);
            let (low, part) = (numerator / denominator, numerator % denominator);
            [(low as usize, (denominator - part) as u64), (low as usize + 1, part as u64)]
        };
        ((0..sizes.1).map(place).collect(), denominator as u64)
    }

    /// Sums of neighbours times weights, rounded once.
    fn bilinear(&self, unit: Unit, source: &[u64]) -> Done {
        let (rows, row_weight) = self.neighbours(self.rows);
        let (columns, column_weight) = self.neighbours(self.columns);
        let weight = row_weight * column_weight;
        let (h, w, c) = (self.rows.0 as usize, self.columns.0 as usize, self.c as usize);
        let at = |channel: usize, y: usize, x: usize| {
            if self.channels_last { (y * w + x) * c + channel } else { (channel * h + y) * w + x }
        };
        let element = |sum: &mut Sum, channel: usize, row: &Neighbours, column: &Neighbours| {
            sum.clear();
            for ((y, a), (x, b)) in row.iter().flat_map(|y| column.iter().map(move |x| (y, x))) {
                // A neighbour of weight 0 is not read.
                if a * b != 0 {
                    let code = source.get(at(channel, *y, *x)).copied().unwrap_or_default();
                    let weight = Value::Finite(Unrounded::exact(false, 0, a * b));
                    sum.add_product(decode(unit, code), weight);
                }
            }
            encode(unit, sum.over(weight))
        };
        let line = |outer: usize| {
            let mut sum = Sum::new();
            let mut line = Vec::new();
            let mut flags = Flags::NONE;
            let mut put = |channel: usize, row: &Neighbours, column: &Neighbours| {
                let (code, raised) = element(&mut sum, channel, row, column);
                flags |= raised;
                line.push(code);
            };
            if self.channels_last {
                for column in &columns {
                    (0..c).for_each(|channel| put(channel, &rows[outer], column));
                }
            } else {
                let (channel, row) = (outer / rows.len(), outer % rows.len());
                columns.iter().for_each(|column| put(channel, &rows[row], column));
            }
            (line, flags)
        };
        let lines = if self.channels_last { rows.len() } else { c * rows.len() };
        let lines: Vec<_> = (0..lines).into_par_iter().map(line).collect();
        let flags = lines.iter().fold(Flags::NONE, |all, (_, flags)| all | *flags);
        let written = vec![lines.into_iter().flat_map(|(line, _)| line).collect()];
        Done { written, flags, ..Done::default() }
    }
}
