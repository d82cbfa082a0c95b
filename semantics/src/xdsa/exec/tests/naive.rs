//! Convolutions and pools by loops over every place, with small integers, for the tests.

use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit;

/// The next number of a sequence, below a limit.
pub(super) fn next(state: &mut u64, limit: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % limit
}

/// Integers between -limit and limit.
pub(super) fn random(state: &mut u64, count: usize, limit: u64) -> Vec<f64> {
    (0..count).map(|_| next(state, 2 * limit + 1) as f64 - limit as f64).collect()
}

/// A convolution, or the window of a pool; its numbers in the order C, H, W and O, I, H, W.
pub(super) struct Conv {
    pub(super) name: &'static str,
    unit: Unit,
    pub(super) c: usize,
    h: usize,
    w: usize,
    k_h: usize,
    k_w: usize,
    filters: usize,
    stride: [usize; 2],
    /// Top, bottom, left, right.
    pads: [usize; 4],
    enlarge: [usize; 2],
    rate: usize,
    line_gap: usize,
    pub(super) map: Vec<f64>,
    kernel: Vec<f64>,
    pad: Vec<f64>,
}

const NAMES: [&str; 4] = ["ai.conv2d", "ai.dep_conv", "ai.transpose_conv", "ai.dilate_conv"];
const UNITS: [Unit; 5] = [Unit::Sint8, Unit::Fp16, Unit::Sint16, Unit::Fp32, Unit::Sint4];

impl Conv {
    /// Sizes that fit, units by turns.
    pub(super) fn random(state: &mut u64, round: usize) -> Self {
        let name = NAMES[round % 4];
        let mut below = |limit| next(state, limit) as usize + 1;
        let (c, h, w) = (below(3), below(4) + 2, below(4) + 2);
        let (k_h, k_w, filters) = (below(2), below(3), below(3));
        let (stride, enlarge) = ([below(2), below(3)], [below(3), below(2)]);
        let filters = if name == "ai.dep_conv" { filters * c } else { filters };
        let enlarge = if name == "ai.transpose_conv" { enlarge } else { [1; 2] };
        let rate = if name == "ai.dilate_conv" { below(2) } else { 1 };
        let pads = [0; 4].map(|_: usize| below(3));
        let line_gap = below(3) - 1;
        let unit = UNITS[round % 5];
        let channels = if name == "ai.dep_conv" { 1 } else { c };
        let map = random(state, c * h * w, 7);
        let kernel = random(state, filters * channels * k_h * k_w, 7);
        let pad = random(state, c, 7);
        Self {
            name,
            unit,
            c,
            h,
            w,
            k_h,
            k_w,
            filters,
            stride,
            pads,
            enlarge,
            rate,
            line_gap,
            map,
            kernel,
            pad,
        }
    }

    /// Bytes of a row, and of one with its gap, in either format.
    fn line(&self, last: bool) -> usize {
        let elements = if last { self.w * self.c } else { self.w };
        (elements * self.unit.bits() as usize).div_ceil(8) + self.line_gap
    }

    /// All but the format, the units behind the sum and the strides, which `store` chooses.
    pub(super) fn fields(&self) -> String {
        let [top, bottom, left, right] = self.pads;
        let Self { unit, c, h, w, k_h, k_w, filters, stride: [v, across], .. } = self;
        let extra = match self.name {
            "ai.transpose_conv" => {
                format!("enlarge_v={} enlarge_h={}", self.enlarge[0], self.enlarge[1])
            }
            "ai.dilate_conv" => format!("rate={}", self.rate),
            _ => String::new(),
        };
        format!(
            "fm=0x1000 kernel=0x4000 d=0x8000 pad=0x7000 padding_mode=1 fm_unit={unit} w_unit={unit} fm_c={c} fm_h={h} fm_w={w} k_h={k_h} k_w={k_w} k_num={filters} v_stride={v} h_stride={across} t_pad={top} b_pad={bottom} l_pad={left} r_pad={right} {extra}"
        )
    }

    /// Puts its numbers into memory, dense.
    pub(super) fn store(&self, trial: &mut Trial, last: bool) {
        trial.put(0x1000, self.unit, &channels_last(&self.map, 1, self.c, self.h * self.w, last));
        let channels = self.kernel.len() / self.filters / self.k_h / self.k_w;
        let kernel = channels_last(&self.kernel, self.filters, channels, self.k_h * self.k_w, last);
        trial.put(0x4000, self.unit, &kernel).put(0x7000, self.unit, &self.pad);
    }

    /// Puts the map into memory with gaps behind its rows, and the fields of its strides.
    pub(super) fn store_lines(&self, trial: &mut Trial, last: bool) -> String {
        let map = channels_last(&self.map, 1, self.c, self.h * self.w, last);
        let (line, row) = (self.line(last), if last { self.w * self.c } else { self.w });
        for (i, numbers) in map.chunks(row).enumerate() {
            trial.put(0x1000 + (i * line) as u64, self.unit, numbers);
        }
        format!("fm_line_stride={line}")
    }

    pub(super) fn unit(&self) -> Unit {
        self.unit
    }

    /// Windows of rows and columns.
    fn outputs(&self) -> [usize; 2] {
        let size = |size: usize, enlarge: usize, pads: usize, kernel: usize, stride: usize| {
            ((size - 1) * enlarge + 1 + pads - ((kernel - 1) * self.rate + 1)) / stride + 1
        };
        let [top, bottom, left, right] = self.pads;
        [
            size(self.h, self.enlarge[0], top + bottom, self.k_h, self.stride[0]),
            size(self.w, self.enlarge[1], left + right, self.k_w, self.stride[1]),
        ]
    }

    /// What stands at a place of the enlarged and padded map.
    fn at(&self, c: usize, y: usize, x: usize) -> f64 {
        let place = |at: usize, before: usize, size: usize, enlarge: usize| {
            let at = at.checked_sub(before)?;
            (at <= (size - 1) * enlarge).then_some((at % enlarge == 0).then_some(at / enlarge))
        };
        let y = place(y, self.pads[0], self.h, self.enlarge[0]);
        let x = place(x, self.pads[2], self.w, self.enlarge[1]);
        match (y, x) {
            (Some(Some(y)), Some(Some(x))) => self.map[(c * self.h + y) * self.w + x],
            (Some(_), Some(_)) => 0.,
            _ => self.pad[c],
        }
    }

    /// The numbers in a window.
    pub(super) fn window(&self, c: usize, y: usize, x: usize) -> Vec<f64> {
        let rows = (0..self.k_h).map(|i| y * self.stride[0] + i * self.rate);
        rows.flat_map(|y| (0..self.k_w).map(move |j| (y, x * self.stride[1] + j * self.rate)))
            .map(|(y, x)| self.at(c, y, x))
            .collect()
    }

    /// The sums of products, in the order of a format.
    pub(super) fn results(&self, last: bool) -> Vec<f64> {
        let places = self.k_h * self.k_w;
        let multiple = self.filters / self.c.max(1);
        let sum = |o: usize, y, x| {
            let filter = &self.kernel[o * self.kernel.len() / self.filters..];
            let dot = |c: usize, weights: &[f64]| -> f64 {
                self.window(c, y, x).iter().zip(weights).map(|(a, b)| a * b).sum()
            };
            if self.name == "ai.dep_conv" {
                dot(o / multiple, filter)
            } else {
                (0..self.c).map(|c| dot(c, &filter[c * places..])).sum()
            }
        };
        self.each(self.filters, last, sum)
    }

    /// A number for each channel and window, in the order of a format.
    pub(super) fn each(
        &self,
        channels: usize,
        last: bool,
        number: impl Fn(usize, usize, usize) -> f64,
    ) -> Vec<f64> {
        let [rows, columns] = self.outputs();
        let mut first = Vec::new();
        for c in 0..channels {
            for y in 0..rows {
                first.extend((0..columns).map(|x| number(c, y, x)));
            }
        }
        channels_last(&first, 1, channels, rows * columns, last)
    }
}

/// Blocks of channels of places, if wanted as blocks of places of channels.
fn channels_last(
    numbers: &[f64],
    blocks: usize,
    channels: usize,
    places: usize,
    last: bool,
) -> Vec<f64> {
    if !last {
        return numbers.to_vec();
    }
    let at = |b: usize, p: usize, c: usize| numbers[(b * channels + c) * places + p];
    let order = (0..blocks).flat_map(|b| (0..places).map(move |p| (b, p)));
    order.flat_map(|(b, p)| (0..channels).map(move |c| at(b, p, c))).collect()
}
