//! PIXEL_SHUFFLE and its inverse: `out[c, h r + i, w r + j] = in[c r r + i r + j, h, w]` (XDSA-D68, D92).

use crate::xdsa::exec::offsets::{assemble, count};
use crate::xdsa::exec::{Done, Plan, Request};
use crate::xdsa::isa::Unit;
use crate::xdsa::{Error, Kind};

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
pub(super) fn shuffle(request: &mut Request<'_>) -> Result<Plan, Error> {
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
pub(super) fn unshuffle(request: &mut Request<'_>) -> Result<Plan, Error> {
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
