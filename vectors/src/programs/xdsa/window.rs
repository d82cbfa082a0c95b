//! Convolutions, the product of matrices, pooling.

use super::draw::{ALL, Draw, INTEGERS};
use super::plain::clip;
use crate::programs::choices::{chance, pick};
use semantics::xdsa::isa::{Operation, Unit};

/// A map and a window over it.
struct Window {
    channels: u64,
    result: u64,
    kernel: [u64; 3],
}

/// L-MM, L-CONV, L-CONV+X
pub(super) fn convolution(d: &mut Draw<'_>) {
    let product = d.operation == Operation::MatrixMul;
    let common = pick(d.c, ALL);
    let unit = |d: &mut Draw<'_>, name: &str| {
        let units = match d.c.below(3) {
            0 => ALL,
            1 => INTEGERS,
            _ => &[common],
        };
        d.unit(name, units)
    };
    let fm = unit(d, "fm_unit");
    let weights = unit(d, "w_unit");
    let result = match product {
        true => d.unit("result_unit", &[Unit::Uint32, Unit::Sint32, Unit::Fp32]),
        false => unit(d, "result_unit"),
    };
    let window = window(d, fm);
    let depthwise = d.operation == Operation::DepConv;
    let filters = match depthwise {
        true => window.channels * (1 + d.c.below(2)),
        false => 1 + d.c.below(3),
    };
    d.set("k_num", filters);
    let [kd, kh, kw] = window.kernel;
    let channels = if depthwise { 1 } else { window.channels };
    let row = kw * channels * u64::from(weights.bits()) / 8 + 1;
    let line = if chance(d.c, 2, 3) { 0 } else { 1 + d.c.below(row + 3) };
    d.set("k_line_stride", line);
    let bytes = (row.max(line) * kh * kd * channels * filters * 8).div_ceil(8) + row;
    d.source("kernel", weights, bytes * 8 / u64::from(weights.bits()));
    let count = window.result * filters;
    if !product {
        requantise(d, filters, count);
        if chance(d.c, 1, 2) {
            clip(d, result);
        }
    }
    d.destination("d", result, count, true);
}

fn requantise(d: &mut Draw<'_>, filters: u64, count: u64) {
    let simple = chance(d.c, 1, 2);
    for (field, mode, name) in [
        ("bias", "bias_mode", Some("bias_unit")),
        ("mul", "mul_mode", Some("mul_unit")),
        ("shift", "shift_mode", None),
        ("scale_o", "scale_mode", Some("scale_unit")),
    ] {
        let unit = match name {
            None => Unit::Sint8,
            Some(name) if simple => d.unit(name, INTEGERS),
            Some(name) => d.unit(name, ALL),
        };
        let mode = d.code(mode, 3);
        let elements = [1, filters, count][mode as usize];
        let shifts = field == "shift";
        if mode == 0 && shifts {
            let shift = (d.c.below(11) as i64 - 3) as u64;
            d.set(field, shift);
        } else if mode == 0 {
            d.immediate(field, unit);
        } else if shifts {
            let shifts: Vec<u64> =
                (0..elements).map(|_| (d.c.below(11) as i64 - 3) as u64 & 0xff).collect();
            d.given(field, unit, &shifts);
        } else {
            d.source(field, unit, elements);
        }
    }
}

/// L-POOL, L-POOL+X
pub(super) fn pooling(d: &mut Draw<'_>) {
    use Operation::{AdaptivvPool1d, AdaptivvPool2d, AdaptivvPool3d, RoiPool};
    let fm = d.unit("fm_unit", ALL);
    if d.has("kind") {
        d.code("kind", 4);
    }
    let sections =
        matches!(d.operation, RoiPool | AdaptivvPool1d | AdaptivvPool2d | AdaptivvPool3d);
    let window = window(d, fm);
    let mut result = window.result;
    if sections {
        let h = if d.operation == AdaptivvPool1d { 1 } else { d.c.below(4) + 1 };
        d.set("o_h", h);
        result = h * d.length("o_w", 4);
        if d.has("od") {
            result *= d.length("od", 3);
        }
    }
    d.destination("d", fm, result * window.channels, true);
}

/// Sizes, strides and pads that fit.
fn window(d: &mut Draw<'_>, unit: Unit) -> Window {
    use Operation::{AdaptivvPool1d, Conv1d, Pool1d};
    let deep = d.has("fm_d");
    let flat = matches!(d.operation, Conv1d | Pool1d | AdaptivvPool1d);
    let order = d.code("data_format", 2);
    let channels = d.length("fm_c", 3);
    let depth = if deep { d.length("fm_d", 2) } else { 1 };
    let height = if flat { 1 } else { 1 + d.c.below(4) };
    d.set("fm_h", height);
    let width = d.length("fm_w", 4);
    let rate = if d.has("rate") { d.length("rate", 3) } else { 1 };
    let enlarge = if d.has("enlarge_v") {
        [d.length("enlarge_v", 3), d.length("enlarge_h", 3)]
    } else {
        [1, 1]
    };
    let padded = chance(d.c, 1, 2);
    let mut result = 1;
    let mut kernel = [1; 3];
    let dimensions = [
        (depth, enlarge[0], "k_d", "d_stride", ["front", "back"]),
        (height, enlarge[0], "k_h", "v_stride", ["t_pad", "b_pad"]),
        (width, enlarge[1], "k_w", "h_stride", ["l_pad", "r_pad"]),
    ];
    for (i, (size, enlarge, k, stride, pads)) in dimensions.into_iter().enumerate() {
        if i == 0 && !deep {
            continue;
        }
        let mut size = (size - 1) * enlarge + 1;
        if padded {
            size += d.code(pads[0], 3) + d.code(pads[1], 3);
        }
        let most = if flat && i == 1 { 1 } else { ((size - 1) / rate + 1).min(3) };
        kernel[i] = 1 + d.c.below(most);
        d.set(k, kernel[i]);
        let step = d.length(stride, 3);
        result *= (size - ((kernel[i] - 1) * rate + 1)) / step + 1;
    }
    let mode = d.code("padding_mode", 2);
    if mode == 0 {
        d.immediate("pad", unit);
    } else {
        d.source("pad", unit, channels);
    }
    let across = if order == 0 { width * channels } else { width };
    let row = (across * u64::from(unit.bits())).div_ceil(8);
    let line = if chance(d.c, 2, 3) { 0 } else { 1 + d.c.below(row + 4) };
    let plane = height * row.max(line);
    let surface = if chance(d.c, 2, 3) { 0 } else { 1 + d.c.below(plane + 4) };
    d.set("fm_line_stride", line);
    d.set("fm_surface_stride", surface);
    let bytes = plane.max(surface) * channels * depth + plane;
    d.source("fm", unit, bytes * 8 / u64::from(unit.bits()));
    Window { channels, result, kernel }
}
