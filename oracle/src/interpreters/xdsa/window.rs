//! Padded feature maps, and windows that go over them (XDSA-D23, D38, D63, D64, D92, D94, D95).

use super::case::{Case, Order};
use super::map::{Map, immediate};
use super::value::Value;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::Unit;

/// What stands around a map.
enum Pad {
    None,
    One(Value),
    /// One for each channel, at this address.
    Each(u128),
}

/// A map, enlarged and padded, and a window over it.
pub(super) struct Window {
    pub(super) map: Map,
    pad: Pad,
    /// Pads in front of each dimension: depth, height, width; and behind.
    front: [u64; 3],
    back: [u64; 3],
    strides: [u64; 3],
    /// Sizes of the window.
    pub(super) kernel: [u64; 3],
    /// The distance of the window's elements.
    rate: u64,
    /// How far elements of the map are moved apart.
    enlarge: [u64; 3],
}

impl Window {
    /// Reads everything of a table but the units of other operands. `deep`: there is a third dimension.
    pub(super) fn read(case: &mut Case<'_>) -> Self {
        let deep = case.has("fm_d");
        let map = feature_map(case);
        let kernel = [if deep { case.size("k_d") } else { 1 }, case.size("k_h"), case.size("k_w")];
        let strides = [
            if deep { case.size("d_stride") } else { 1 },
            case.size("v_stride"),
            case.size("h_stride"),
        ];
        let front = ["front", "t_pad", "l_pad"].map(|name| case.field(name));
        let back = ["back", "b_pad", "r_pad"].map(|name| case.field(name));
        let rate = if case.has("rate") { case.size("rate") } else { 1 };
        let enlarge = if case.has("enlarge_v") {
            let (v, h) = (case.size("enlarge_v"), case.size("enlarge_h"));
            [if deep { v } else { 1 }, v, h]
        } else {
            [1; 3]
        };
        let mode = case.code("padding_mode", 2);
        let padded = front.iter().chain(&back).any(|pad| *pad > 0);
        let pad = match (padded, mode) {
            (false, _) => Pad::None,
            (true, 0) => Pad::One(immediate(case, "pad", case.width.value_bits(), map.unit)),
            (true, _) => Pad::Each(case.address("pad")),
        };
        Self { map, pad, front, back, strides, kernel, rate, enlarge }
    }

    /// The size of a dimension, enlarged, without pads.
    fn size(&self, i: usize) -> u64 {
        (self.map.sizes[i].max(1) - 1) * self.enlarge[i] + 1
    }

    /// The sizes of the result; `BadDimension` where one is below 1.
    pub(super) fn result(&self, case: &mut Case<'_>) -> [u64; 3] {
        std::array::from_fn(|i| {
            let size = self.size(i) + self.front[i] + self.back[i];
            let window = (self.kernel[i].max(1) - 1) * self.rate + 1;
            case.require(size >= window, Kind::BadDimension);
            size.saturating_sub(window) / self.strides[i].max(1) + 1
        })
    }

    /// What it reads.
    pub(super) fn span(&self, case: &mut Case<'_>) {
        self.map.span(case);
        if let Pad::Each(base) = self.pad {
            case.span(base, self.map.unit, self.map.channels.into());
        }
    }

    /// The value under an element of the window, for an element of the result.
    pub(super) fn value(&self, case: &Case<'_>, c: u64, at: [u64; 3], k: [u64; 3]) -> Value {
        let mut source = [0; 3];
        let mut inserted = false;
        for i in 0..3 {
            let place = at[i] * self.strides[i] + k[i] * self.rate;
            let Some(place) = place.checked_sub(self.front[i]).filter(|p| *p < self.size(i)) else {
                return match &self.pad {
                    Pad::None => Value::Nan,
                    Pad::One(value) => value.clone(),
                    Pad::Each(base) => Value::of(self.map.unit, case.read(*base, self.map.unit, c)),
                };
            };
            inserted |= place % self.enlarge[i] != 0;
            source[i] = place / self.enlarge[i];
        }
        if inserted { Value::Zero(false) } else { self.map.value(case, c, source) }
    }
}

/// The feature map of a convolution or pooling.
pub(super) fn feature_map(case: &mut Case<'_>) -> Map {
    let deep = case.has("fm_d");
    let unit: Unit = case.unit("fm_unit");
    let order: Order = case.order("data_format");
    let channels = case.size("fm_c");
    let depth = if deep { case.size("fm_d") } else { 1 };
    let sizes = [depth, case.size("fm_h"), case.size("fm_w")];
    let stride = |case: &Case<'_>, name: &str| if deep { 0 } else { case.field(name) };
    let surface = match order {
        Order::Nhwc => 0,
        Order::Nchw => stride(case, "fm_surface_stride"),
    };
    let line = stride(case, "fm_line_stride");
    Map { base: case.address("fm"), unit, order, channels, sizes, line, surface }
}
