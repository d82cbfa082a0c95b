//! Windows over feature maps: sizes, strides and padding as a table says them, and what a window meets at each of its places. Nothing
//! is enlarged or padded in memory: places are mapped (XDSA-D21, D23, D25, D38, D63, D64, D92, D94, D95).

use super::exact::immediate;
use super::moves::strided;
use super::offsets::{assemble, count, ramp};
use super::{Region, Request};
use crate::xdsa::Kind;
use crate::xdsa::isa::Unit;

/// One axis of a map and of the window that moves along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub(super) size: u64,
    pub(super) kernel: u64,
    pub(super) stride: u64,
    pub(super) before: u64,
    pub(super) behind: u64,
    /// Distance of neighbours in the enlarged map, zeros between them.
    pub(super) enlarge: u64,
    /// Distance of neighbours in the window.
    pub(super) rate: u64,
}

/// What a window meets at one of its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tap {
    /// An element of the map.
    At(usize),
    /// A zero of the enlarged map.
    Zero,
    /// The pad value.
    Pad,
}

impl Axis {
    /// An axis that is not there.
    const NONE: Self =
        Self { size: 1, kernel: 1, stride: 1, before: 0, behind: 0, enlarge: 1, rate: 1 };

    /// How many windows there are; 0 where one does not fit.
    pub(super) fn output(&self) -> u64 {
        let Self { size, kernel, stride, before, behind, enlarge, rate } = *self;
        if [size, kernel, stride, enlarge, rate].contains(&0) {
            return 0;
        }
        let padded = (size - 1) * enlarge + 1 + before + behind;
        let window = (kernel - 1) * rate + 1;
        padded.checked_sub(window).map_or(0, |rest| rest / stride + 1)
    }

    /// What a window meets.
    fn tap(&self, window: u64, place: u64) -> Tap {
        let at = window * self.stride + place * self.rate;
        match at.checked_sub(self.before) {
            Some(at) if at <= (self.size - 1) * self.enlarge => {
                if at.is_multiple_of(self.enlarge) {
                    Tap::At((at / self.enlarge) as usize)
                } else {
                    Tap::Zero
                }
            }
            _ => Tap::Pad,
        }
    }
}

/// A feature map and the window that moves over it: depth, rows, columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Map {
    pub(super) unit: Unit,
    pub(super) channels_last: bool,
    pub(super) c: u64,
    pub(super) axes: [Axis; 3],
}

impl Map {
    /// The map and the window of a table; `depth`: with the fields of the third dimension.
    pub(super) fn read(request: &mut Request<'_>, depth: bool) -> Self {
        let mut map = Self::read_map(request, depth);
        let fields = [
            ["k_d", "d_stride", "front", "back"],
            ["k_h", "v_stride", "t_pad", "b_pad"],
            ["k_w", "h_stride", "l_pad", "r_pad"],
        ];
        let axes = map.axes.iter_mut().zip(fields).skip(usize::from(!depth));
        for (axis, [kernel, stride, before, behind]) in axes {
            (axis.kernel, axis.stride) = (request.size(kernel), request.size(stride));
            (axis.before, axis.behind) = (request.get(before), request.get(behind));
        }
        map
    }

    /// The map alone.
    pub(super) fn read_map(request: &mut Request<'_>, depth: bool) -> Self {
        let unit = request.unit("fm_unit");
        let channels_last = request.code("data_format", 2) == 0;
        let mut axes = [Axis::NONE; 3];
        let fields = axes.iter_mut().zip(["fm_d", "fm_h", "fm_w"]);
        for (axis, field) in fields.skip(usize::from(!depth)) {
            axis.size = request.size(field);
        }
        Self { unit, channels_last, c: request.size("fm_c"), axes }
    }

    /// Notes an output size below 1; for sizes that are right by themselves.
    pub(super) fn check(&self, request: &mut Request<'_>) {
        for (axis, name) in self.axes.iter().zip(["depth", "rows", "columns"]) {
            if axis.output() == 0 {
                let message = format!("{name}: no window fits: {axis:?}");
                request.note(Kind::BadDimension, message);
            }
        }
    }

    /// Elements of a plane, over all depths.
    pub(super) fn plane(&self) -> u64 {
        count(&self.axes.map(|axis| axis.size))
    }

    /// How many windows there are.
    pub(super) fn windows(&self) -> u64 {
        count(&self.axes.map(|axis| axis.output()))
    }

    /// Places of a window.
    pub(super) fn places(&self) -> u64 {
        count(&self.axes.map(|axis| axis.kernel))
    }

    /// The map in memory: with strides, but for maps of three dimensions.
    pub(super) fn region(&self, request: &Request<'_>, depth: bool) -> Region {
        let [_, rows, columns] = self.axes.map(|axis| axis.size);
        let dense = |count| request.dense("fm", self.unit, count);
        if depth {
            return dense(count(&[self.c, self.plane()]));
        }
        let line = request.get("fm_line_stride");
        if self.channels_last {
            strided(dense(columns * self.c), 1, rows, line, 0)
        } else {
            strided(dense(columns), self.c, rows, line, request.get("fm_surface_stride"))
        }
    }

    /// Elements with the channels of each place side by side.
    pub(super) fn by_place(&self, elements: &[u64]) -> Vec<u64> {
        if self.channels_last {
            return elements.to_vec();
        }
        let plane = self.plane();
        assemble(elements, &[ramp(plane, 1), ramp(self.c, plane)])
    }

    /// Results, so many channels side by side for each window, in the order of the format.
    pub(super) fn by_format(&self, results: Vec<u64>, windows: u64, channels: u64) -> Vec<u64> {
        if self.channels_last {
            return results;
        }
        assemble(&results, &[ramp(channels, 1), ramp(windows, channels)])
    }

    /// What a window meets, place by place: depth, row, column.
    pub(super) fn taps(&self, window: u64, taps: &mut Vec<Tap>) {
        let [depth, rows, columns] = &self.axes;
        let (row, x) = (window / columns.output(), window % columns.output());
        let (z, y) = (row / rows.output(), row % rows.output());
        taps.clear();
        for a in 0..depth.kernel {
            for b in 0..rows.kernel {
                let (a, b) = (depth.tap(z, a), rows.tap(y, b));
                taps.extend((0..columns.kernel).map(|c| self.join(a, b, columns.tap(x, c))));
            }
        }
    }

    /// The pad lies around the enlarged map.
    fn join(&self, depth: Tap, row: Tap, column: Tap) -> Tap {
        match (depth, row, column) {
            (Tap::At(z), Tap::At(y), Tap::At(x)) => {
                let [_, rows, columns] = self.axes.map(|axis| axis.size as usize);
                Tap::At((z * rows + y) * columns + x)
            }
            (Tap::Pad, _, _) | (_, Tap::Pad, _) | (_, _, Tap::Pad) => Tap::Pad,
            _ => Tap::Zero,
        }
    }
}

/// The pad: one value, or a table of one for each channel, which is read where there is a pad at all.
#[derive(Clone, Debug)]
pub(super) enum Padding {
    Value(u64),
    Table(Region),
}

impl Padding {
    /// Of the map's fields.
    pub(super) fn read(request: &mut Request<'_>, map: &Map) -> Self {
        let mode = request.code("padding_mode", 2);
        let padded = map.axes.iter().any(|axis| axis.before + axis.behind > 0);
        if mode == 1 && padded {
            return Self::Table(pointer(request, "pad", map.unit, map.c));
        }
        Self::Value(immediate(map.unit, request.get("pad"), request.width().value_bits()))
    }

    /// What is read of it.
    pub(super) fn region(&self) -> Option<Region> {
        match self {
            Self::Value(_) => None,
            Self::Table(region) => Some(region.clone()),
        }
    }

    /// The value of each channel, given what was read.
    pub(super) fn values(&self, table: Option<&Vec<u64>>, channels: u64) -> Vec<u64> {
        match (self, table) {
            (Self::Table(_), Some(table)) => table.clone(),
            (Self::Value(value), _) => vec![*value; channels as usize],
            (Self::Table(_), None) => vec![0; channels as usize],
        }
    }
}

/// A region at the address in a field that may be wider than an address (XDSA-D89).
pub(super) fn pointer(
    request: &Request<'_>,
    field: &'static str,
    unit: Unit,
    count: u64,
) -> Region {
    let address = request.get(field) & (request.width().space() - 1) as u64;
    Region::dense(field, address, unit, count)
}
