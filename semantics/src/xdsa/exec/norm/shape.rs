//! Feature maps: channels, rows, columns, and blocks of them.

use crate::xdsa::exec::Request;
use crate::xdsa::isa::Unit;

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
