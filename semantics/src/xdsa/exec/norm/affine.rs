//! `(x - mean) / sqrt(variance + eps) * weight + bias` (text 3486 to 3577, XDSA-D66): BATCH_NORM with means and variances from
//! memory, the others with those of a block of the map, where the variance divides by the count.

use crate::xdsa::exec::results::Results;
use crate::xdsa::exec::{Done, Environment, Plan, Request};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::Number;
use crate::xdsa::{Error, Kind};

/// fp32(1e-5)
const EPSILON: u32 = 0x3727_c5ac;

fn epsilon() -> Number {
    Number::fp32(EPSILON)
}

/// BATCH_NORM: parameters for each channel, a batch of maps.
pub(super) fn batch(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, shape) = map(request);
    let batch = request.size("batch_num");
    request.done()?;
    let channels = shape.sizes[0];
    let count = shape.count().saturating_mul(batch);
    let reads = [("fm", count), ("weight", channels), ("bias", channels)].into_iter();
    let reads = reads.chain([("mean", channels), ("variance", channels)]);
    let reads = reads.map(|(field, count)| request.dense(field, unit, count)).collect();
    let write = request.dense("d", unit, count);
    let work = move |read: &[Vec<u64>], _: &Environment<'_>| {
        let [fm, weight, bias, mean, variance] = read else { return Ok(Done::default()) };
        let channel = |c: usize| {
            let number = |elements: &[u64]| Number::of(unit, elements[c]);
            Channel {
                mean: number(mean),
                root: number(variance).add(&epsilon()).sqrt(),
                weight: number(weight),
                bias: number(bias),
            }
        };
        let channels: Vec<Channel> = (0..weight.len()).map(channel).collect();
        let inner = if shape.channels_last { 1 } else { shape.strides()[0] };
        let mut results = Results::new(unit, fm.len());
        for (i, element) in fm.iter().enumerate() {
            let channel = &channels[i / inner % channels.len()];
            results.push(&channel.apply(&Number::of(unit, *element)));
        }
        Ok(results.done())
    };
    Ok(Plan::new(reads, vec![write], work))
}

/// What a channel's elements share.
struct Channel {
    mean: Number,
    root: Number,
    weight: Number,
    bias: Number,
}

impl Channel {
    fn apply(&self, x: &Number) -> Number {
        x.sub(&self.mean).mul(&self.weight).div(&self.root).add(&self.bias)
    }
}

/// INSTANCE_NORM over rows and columns, LAYER_NORM over channels, GROUP_NORM over the channels of a group, rows and columns.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, shape) = map(request);
    let [channels, height, width] = shape.sizes;
    let groups = match operation {
        Operation::GroupNorm => request.size("group_num"),
        Operation::InstanceNorm => channels,
        _ => 1,
    };
    if channels.checked_rem(groups).is_some_and(|rest| rest != 0) {
        let message = format!("group_num is {groups}, which does not divide fc {channels}");
        request.note(Kind::BadDimension, message);
    }
    request.done()?;
    let block = if operation == Operation::LayerNorm {
        [channels, 1, 1]
    } else {
        [channels / groups, height, width]
    };
    let count = shape.count();
    let reads = [("fm", count), ("weight", channels), ("bias", channels)];
    let reads = reads.map(|(field, count)| request.dense(field, unit, count)).into();
    let write = request.dense("d", unit, count);
    let work = move |read: &[Vec<u64>], _: &Environment<'_>| {
        let [fm, weight, bias] = read else { return Ok(Done::default()) };
        let mut maps =
            Maps { unit, shape, block, fm, weight, bias, results: Results::new(unit, 0) };
        let mut written = vec![0; fm.len()];
        for first in shape.blocks(block) {
            maps.normalise(first, &mut written);
        }
        Ok(Done { written: vec![written], flags: maps.results.flags(), ..Done::default() })
    };
    Ok(Plan::new(reads, vec![write], work))
}

/// Maps and their parameters.
struct Maps<'a> {
    unit: Unit,
    shape: Shape,
    block: [u64; 3],
    fm: &'a [u64],
    weight: &'a [u64],
    bias: &'a [u64],
    results: Results,
}

impl Maps<'_> {
    /// A block. With `s = sum x`, `(x - mean) / sqrt(variance + eps)` is `(n x - s) / sqrt(n sum x^2 - s^2 + n^2 eps)`: no quotient
    /// but the last, and n is above 0, so that signs of zeros stay.
    fn normalise(&mut self, first: [u64; 3], written: &mut [u64]) {
        let places = || self.shape.places(first, self.block);
        let elements = || places().map(|(place, _)| Number::of(self.unit, self.fm[place]));
        let count = Number::integer(places().count() as i128);
        let sum = Number::sum(elements());
        let squares = Number::sum(elements().map(|x| x.mul(&x)));
        let spread = count.mul(&squares).sub(&sum.mul(&sum));
        let root = spread.add(&count.mul(&count).mul(&epsilon())).sqrt();
        let finite = sum.is_finite() && squares.is_finite();
        for (place, channel) in self.shape.places(first, self.block) {
            let number = |element: &[u64], at: usize| Number::of(self.unit, element[at]);
            let y = if finite {
                let scaled = count.mul(&number(self.fm, place)).sub(&sum).div(&root);
                scaled.mul(&number(self.weight, channel)).add(&number(self.bias, channel))
            } else {
                Number::Nan
            };
            written[place] = self.results.round(&y);
        }
    }
}

// Feature maps: channels, rows, columns, and blocks of them.

/// Sizes of a feature map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Channels, rows, columns.
    pub(super) sizes: [u64; 3],
    /// Whether channels are the innermost dimension: NHWC, else NCHW.
    pub(super) channels_last: bool,
}

impl Shape {
    /// How many elements.
    pub(super) fn count(&self) -> u64 {
        self.sizes.iter().fold(1, |count, size| count.saturating_mul(*size))
    }

    /// How far elements are apart along each dimension; for maps that fit memory.
    pub(super) const fn strides(&self) -> [usize; 3] {
        let [channels, height, width] = self.sizes;
        if self.channels_last {
            [1, (width * channels) as usize, channels as usize]
        } else {
            [(height * width) as usize, width as usize, 1]
        }
    }

    /// The blocks of these sizes, which divide those of the map: the first element of each, channels outermost.
    pub(super) fn blocks(&self, block: [u64; 3]) -> impl Iterator<Item = [u64; 3]> + use<> {
        let [channels, height, width] = self.sizes;
        let steps = block.map(|size| size as usize);
        (0..channels).step_by(steps[0]).flat_map(move |c| {
            (0..height)
                .step_by(steps[1])
                .flat_map(move |h| (0..width).step_by(steps[2]).map(move |w| [c, h, w]))
        })
    }

    /// The places of a block's elements, each with its channel.
    pub(super) fn places(
        &self,
        first: [u64; 3],
        block: [u64; 3],
    ) -> impl Iterator<Item = (usize, usize)> + use<> {
        let strides = self.strides();
        let range = |at: usize| {
            let stride = strides[at];
            (first[at] as usize..(first[at] + block[at]) as usize).map(move |n| (n, n * stride))
        };
        let (channels, rows, columns) = (range(0), range(1), range(2));
        channels.flat_map(move |(channel, c)| {
            let columns = columns.clone();
            rows.clone()
                .flat_map(move |(_, h)| columns.clone().map(move |(_, w)| (c + h + w, channel)))
        })
    }
}

/// The unit and the feature map of a table of the source.
pub(super) fn map(request: &mut Request<'_>) -> (Unit, Shape) {
    let unit = request.float("fm_unit");
    let channels_last = request.code("data_format", 2) == 0;
    let sizes = ["fc", "i_h", "i_w"].map(|field| request.size(field));
    (unit, Shape { sizes, channels_last })
}

/// Those of a table of the default set.
pub(super) fn user_map(request: &mut Request<'_>) -> (Unit, Shape) {
    let unit = request.float("unit");
    let channels_last = request.code("flag16", 2) == 0;
    let sizes = ["w0", "w1", "w2"].map(|field| request.size(field));
    (unit, Shape { sizes, channels_last })
}
