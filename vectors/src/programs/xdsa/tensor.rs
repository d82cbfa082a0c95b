//! Instructions on tensors: reductions, movers, linear algebra, norms.

use super::draw::{ALL, Draw, FLOATS};
use crate::programs::choices::{chance, pick};
use semantics::xdsa::isa::{Operation, Unit};

/// L-RED
pub(super) fn reduction(d: &mut Draw<'_>) {
    let unit = d.unit("src_unit", ALL);
    let axis = pick(d.c, &[0, 1, 2, 3, 7]);
    d.set("axis", axis);
    let sizes = [1, d.size("fc"), d.size("fh"), d.size("fw")];
    let count: u64 = sizes.iter().product();
    let result = if axis == 7 { 1 } else { count / sizes[axis as usize] };
    d.source("s", unit, count);
    d.destination("d", unit, result, true);
}

/// L-CAT
pub(super) fn concat(d: &mut Draw<'_>) {
    let unit = d.unit("src_unit", ALL);
    let axis = d.code("axis", 4) as usize;
    let (mut first, mut second) = (1, 1);
    for (i, names) in [["fc0", "fc1"], ["fh0", "fh1"], ["fw0", "fw1"]].iter().enumerate() {
        let size = d.size(names[0]);
        first *= size;
        if axis == i + 1 {
            second *= d.size(names[1]);
        } else {
            d.set(names[1], size);
            second *= size;
        }
    }
    d.source("s0", unit, first);
    d.source("s1", unit, second);
    d.destination("d", unit, first + second, true);
}

/// L-GAT
pub(super) fn gather(d: &mut Draw<'_>) {
    let unit = d.unit("src_unit", ALL);
    let sizes = [1, d.size("fc"), d.size("fh"), d.size("fw")];
    let count: u64 = sizes.iter().product();
    let length = d.length("index_len", 5);
    d.source("s", unit, count);
    if d.has("axis") {
        let axis = d.code("axis", 4) as usize;
        d.indexes("index", &sizes[axis..=axis], length);
        d.destination("d", unit, count / sizes[axis] * length, true);
    } else {
        d.indexes("index", &sizes[1..], length);
        d.destination("d", unit, length, true);
    }
}

/// L-SCAT
pub(super) fn scatter(d: &mut Draw<'_>) {
    let unit = d.unit("src_unit", ALL);
    let size = d.length("len", 12);
    let length = d.length("index_len", 5);
    d.source("s", unit, size);
    d.indexes("index", &[size], length);
    d.source("update", unit, length);
}

/// SCATTER_ND
pub(super) fn scatter_nd(d: &mut Draw<'_>) {
    let unit = d.unit("unit", ALL);
    let sizes = [d.size("w0"), d.size("w1"), d.size("w2")];
    let count = sizes.iter().product();
    let length = d.length("w3", 5);
    d.source("p0", unit, count);
    d.indexes("p1", &sizes, length);
    d.source("p2", unit, length);
    d.destination("p3", unit, count, true);
}

/// L-SPL
pub(super) fn split(d: &mut Draw<'_>) {
    let unit = d.unit("src_unit", ALL);
    let names = ["fc", "fh", "fw"];
    let mut sizes = names.map(|name| d.size(name));
    let whole = d.operation == Operation::Slice;
    let axis = if whole { d.code("axis", 4) } else { 1 + d.c.below(3) };
    d.set("axis", axis);
    let (mut low, mut high) = (1, 0);
    if axis > 0 {
        let at = axis as usize - 1;
        if whole {
            d.code("index", sizes[at]);
            low = sizes[0] * sizes[1] * sizes[2] / sizes[at];
        } else {
            sizes[at] += 1;
            d.set(names[at], sizes[at]);
            let index = 1 + d.c.below(sizes[at] - 1);
            d.set("index", index);
            let rest = sizes[0] * sizes[1] * sizes[2] / sizes[at];
            (low, high) = (rest * index, rest * (sizes[at] - index));
        }
    } else {
        low *= sizes.iter().product::<u64>();
    }
    d.source("s", unit, sizes.iter().product());
    d.destination("d0", unit, low, whole);
    d.destination("d1", unit, high, false);
}

/// L-TRN and L-STK
pub(super) fn shape(d: &mut Draw<'_>) {
    use Operation::{Pad, Roll, Stack, Tile, Transpose, Unstack};
    let unit = d.unit("src_unit", ALL);
    let names = ["fn", "fc", "fh", "fw"];
    let mut sizes = [1; 4];
    for (size, name) in sizes.iter_mut().zip(names) {
        if d.has(name) {
            *size = d.size(name).min(4);
            d.set(name, *size);
        }
    }
    let axis = if d.has("axis") { d.code("axis", 4) as usize } else { 0 };
    if d.operation == Unstack {
        sizes[axis] = 2;
        d.set(names[axis], 2);
    }
    let count: u64 = sizes.iter().product();
    d.source(if d.has("s0") { "s0" } else { "s" }, unit, count);
    match d.operation {
        Transpose => {
            let mut left = vec![0, 1, 2, 3];
            for name in ["p0", "p1", "p2", "p3"] {
                let p = left.remove(d.c.below(left.len() as u64) as usize);
                d.set(name, p);
            }
            d.destination("d", unit, count, true);
        }
        Tile => {
            let times = d.length("repeat_num", 3);
            d.destination("d", unit, count * times, true);
        }
        Pad => {
            let pads = ["ph0", "ph1", "pw0", "pw1"].map(|name| d.code(name, 3));
            let [top, bottom, left, right] = pads;
            let result = sizes[1] * (sizes[2] + top + bottom) * (sizes[3] + left + right);
            d.destination("d", unit, result, true);
        }
        Roll => {
            let _ = ["shift_c", "shift_h", "shift_w"].map(|name| d.code(name, 64));
            d.destination("d", unit, count, true);
        }
        Stack => {
            d.source("s1", unit, count);
            d.destination("d", unit, 2 * count, true);
        }
        Unstack => {
            d.destination("s1", unit, count / 2, false);
            d.destination("d", unit, count / 2, false);
        }
        _ => d.destination("d", unit, count, true),
    }
}

/// L-LU, L-MAT, L-MATX, SOLVE
pub(super) fn linear(d: &mut Draw<'_>) {
    use Operation::{Cholesky, Inverse, Lstsq, Lu, Norm, Qr, Solve};
    let norm = d.operation == Norm;
    let units = if norm { ALL } else { FLOATS };
    let unit = d.unit(if d.operation == Solve { "unit" } else { "src_unit" }, units);
    let index = d.table.width().index();
    let small = |d: &mut Draw<'_>, name: &str| d.length(name, 4);
    match d.operation {
        Lstsq => {
            let [m, n, k] = [small(d, "m"), small(d, "n"), small(d, "k")];
            d.source("s", unit, m * n + m * k);
            d.destination("d", unit, n * k, true);
        }
        Solve => {
            let [n, k] = [small(d, "w0"), small(d, "w1")];
            d.source("p0", unit, n * n);
            d.source("p1", unit, n * k);
            d.destination("p2", unit, n * k, true);
            if chance(d.c, 1, 2) {
                d.destination("p3", unit, n * n, true);
            }
        }
        _ => {
            let h = small(d, "i_h");
            let square = matches!(d.operation, Cholesky | Inverse);
            let w = if square { h } else { small(d, "i_w") };
            d.set("i_w", w);
            let least = h.min(w);
            if d.operation == Cholesky {
                d.code("upper", 2);
                symmetric(d, unit, h);
            } else {
                d.source("s", unit, h * w);
            }
            match d.operation {
                Lu => {
                    d.destination("d0", unit, h * w, false);
                    d.destination("d1", index, least, false);
                }
                Qr => {
                    d.destination("d0", unit, h * least, false);
                    d.destination("d1", unit, least * w, false);
                }
                Norm => {
                    let axis = d.code("axis", 3);
                    d.code("norm_type", 5);
                    d.destination("d", unit, [1, w, h][axis as usize], true);
                }
                _ => d.destination("d", unit, h * w, true),
            }
        }
    }
}

/// A matrix that is often positive definite: large in its diagonal.
fn symmetric(d: &mut Draw<'_>, unit: Unit, n: u64) {
    let mut elements: Vec<u64> = (0..n * n).map(|_| d.element(unit)).collect();
    if chance(d.c, 3, 4) {
        for i in 0..n {
            let quarters = 60 + d.c.below(90) as i64;
            elements[(i * n + i) as usize] = super::values::quarter(unit, quarters);
        }
    }
    d.given("s", unit, &elements);
}

/// L-DMV
pub(super) fn data_move(d: &mut Draw<'_>) {
    let unit = d.unit("data_unit", ALL);
    let mode = d.code("transfer_mode", 4);
    let [planes, rows, width] = [1 + d.c.below(3), 1 + d.c.below(3), 1 + d.c.below(5)];
    let from = [planes, rows, width];
    let to = match mode {
        0 => match d.c.below(3) {
            0 => [1, planes * rows, width],
            1 => [rows, 1, planes * width],
            _ => from,
        },
        2 => [planes, rows * (1 + d.c.below(3)), width * (1 + d.c.below(3))],
        3 => [planes, width, rows],
        _ => from,
    };
    let bytes = block(d, "src", unit, from);
    if mode == 1 {
        let value = d.element(unit);
        d.set("s", value);
    } else {
        d.source("s", Unit::Uint8, bytes);
    }
    let bytes = block(d, "des", unit, to);
    d.room("d", bytes, true);
}

/// Sizes and strides of a block; its bytes.
fn block(d: &mut Draw<'_>, prefix: &str, unit: Unit, [planes, rows, width]: [u64; 3]) -> u64 {
    let name = |part: &str| format!("{prefix}_{part}");
    d.set(&name("width"), width);
    d.set(&name("trans_size"), rows * width);
    d.set(&name("num_trans"), planes);
    let row = (width * u64::from(unit.bits())).div_ceil(8);
    let line = if chance(d.c, 1, 2) { 0 } else { 1 + d.c.below(row + 4) };
    let plane = if line == 0 { row * rows } else { line * rows };
    let surface = if chance(d.c, 1, 2) { 0 } else { 1 + d.c.below(plane + 4) };
    d.set(&name("line_stride"), line);
    d.set(&name("surface_stride"), surface);
    plane.max(row) * planes + surface * planes + row
}

/// L-RSZ, L-PIX
pub(super) fn image(d: &mut Draw<'_>) {
    let unit = d.unit("src_unit", ALL);
    d.code("data_format", 2);
    let [mut c, mut h, mut w] = [d.size("fc"), d.size("fh"), d.size("fw")];
    if d.has("scale") {
        let scale = d.length("scale", 3);
        if d.operation == Operation::PixelShuffle {
            c = scale * scale * (1 + d.c.below(2));
            d.set("fc", c);
        } else {
            (h, w) = (scale * (1 + d.c.below(3)), scale * (1 + d.c.below(3)));
            d.set("fh", h);
            d.set("fw", w);
        }
        d.source("fm", unit, c * h * w);
        d.destination("d", unit, c * h * w, true);
        return;
    }
    d.code("align_corners", 3);
    let [o_h, o_w] = [d.size("o_h"), d.size("o_w")];
    d.source("fm", unit, c * h * w);
    d.destination("d", unit, c * o_h * o_w, true);
}

/// L-SMX, L-BN, L-NORM
pub(super) fn norm(d: &mut Draw<'_>) {
    let softmax = d.has("axis");
    let unit = match softmax {
        true => d.unit("src_unit", ALL),
        false => d.unit("fm_unit", FLOATS),
    };
    if softmax {
        d.code("axis", 4);
    }
    d.code("data_format", 2);
    let mut c = d.length("fc", 4);
    if d.has("group_num") {
        let groups = d.length("group_num", 3);
        c = groups * (1 + d.c.below(2));
        d.set("fc", c);
    }
    let n = if d.has("batch_num") { d.length("batch_num", 2) } else { 1 };
    let count = n * c * d.length("i_h", 3) * d.length("i_w", 3);
    d.source("fm", unit, count);
    for name in ["weight", "bias", "mean"] {
        if d.has(name) {
            d.source(name, unit, c);
        }
    }
    if d.has("variance") {
        let positive = !(1 << (unit.bits() - 1)) & unit.mask();
        let keep = if chance(d.c, 1, 8) { unit.mask() } else { positive };
        let elements: Vec<u64> = (0..c).map(|_| d.element(unit) & keep).collect();
        d.given("variance", unit, &elements);
    }
    d.destination("d", unit, count, true);
}

/// L-DROP
pub(super) fn dropout(d: &mut Draw<'_>) {
    let unit = d.unit("src_unit", ALL);
    let ratio = d.unit("ratio_unit", &[Unit::Uint4, Unit::Fp16, Unit::Fp32]);
    if ratio.is_float() && chance(d.c, 3, 4) {
        let quarters = d.c.below(5) as i64;
        d.set("ratio", super::values::quarter(ratio, quarters));
    } else {
        d.immediate("ratio", ratio);
    }
    let length = d.length("len", 12);
    d.source("fm", unit, length);
    d.destination("d", unit, length, true);
}
