//! Instructions whose tables are those of the default set: pointers and words.

use super::draw::{ALL, Draw, FLOATS, INTEGERS};
use super::values::quarter;
use crate::programs::choices::{chance, pick};
use semantics::xdsa::isa::{Group, Operation, Unit};

/// An fp32 word of so many quarters, or now and then anything.
fn constant(d: &mut Draw<'_>, name: &str, quarters: &[i64]) {
    let word = match chance(d.c, 1, 16) {
        true => d.element(Unit::Fp32),
        false => quarter(Unit::Fp32, pick(d.c, quarters)),
    };
    d.set(name, word);
}

pub(super) fn user(d: &mut Draw<'_>) {
    match d.operation.row().group {
        Group::Recurrent => recurrent(d),
        Group::Loss => loss(d),
        Group::Optimizer => optimizer(d),
        Group::Accuracy => accuracy(d),
        Group::Norm => line_norm(d),
        Group::Vision => grid(d),
        _ => other(d),
    }
}

fn other(d: &mut Draw<'_>) {
    use Operation::{CreateFromDiag, Embedding, MultiNomial, OneHot};
    let unit = d.unit("unit", ALL);
    let index = d.table.width().index();
    match d.operation {
        Embedding => {
            let [rows, width, n] = [d.size("w0"), d.size("w1"), d.size("w2")];
            d.source("p0", unit, rows * width);
            d.indexes("p1", &[rows], n);
            d.destination("p2", unit, n * width, true);
        }
        OneHot => {
            let [n, depth] = [d.size("w0"), d.size("w1")];
            let list: Vec<u64> = (0..n).map(|_| d.c.below(depth + 3).wrapping_sub(1)).collect();
            d.given("p0", index, &list);
            d.destination("p1", unit, n * depth, true);
        }
        CreateFromDiag => {
            let n = d.size("w0");
            d.source("p0", unit, n);
            d.destination("p1", unit, n * n, true);
        }
        MultiNomial => {
            let [categories, samples] = [d.size("w0"), d.size("w1")];
            let seed = d.c.bits();
            d.set("w2", seed);
            d.set("w3", seed >> 32);
            d.source("p0", unit, categories);
            d.destination("p1", index, samples, true);
        }
        // LABEL_SMOOTH
        _ => {
            let count = d.size("w0") * d.size("w1");
            constant(d, "w2", &[0, 1, 2, 4]);
            d.source("p0", unit, count);
            d.destination("p1", unit, count, true);
        }
    }
}

fn recurrent(d: &mut Draw<'_>) {
    use Operation::{Gru, GruCell, Lstm, LstmCell, Rnn};
    let unit = d.unit("unit", FLOATS);
    let gates = match d.operation {
        Lstm | LstmCell => 4,
        Gru | GruCell => 3,
        _ => 1,
    };
    let long = matches!(d.operation, Lstm | Gru | Rnn);
    if gates == 3 {
        d.code("flag16", 2);
    }
    let t = if long { d.length("w0", 3) } else { d.length("w0", 1) };
    let [b, i, h] = [d.length("w1", 2), d.length("w2", 2), d.length("w3", 2)];
    d.source("p0", unit, t * b * i);
    d.source("p1", unit, gates * h * i);
    d.source("p2", unit, gates * h * h);
    let sources = [("p3", 2 * gates * h), ("p4", b * h), ("p5", b * h)];
    let results = [("p6", t * b * h), ("p7", b * h), ("p8", b * h)];
    for (name, count) in sources {
        if chance(d.c, 2, 3) {
            d.source(name, unit, count);
        }
    }
    for (name, count) in results {
        if chance(d.c, 2, 3) {
            d.destination(name, unit, count, true);
        }
    }
}

fn loss(d: &mut Draw<'_>) {
    use Operation::{CrossEntropy, NllLoss, SparseCrossEntropyLoss};
    let units = if chance(d.c, 3, 4) { FLOATS } else { ALL };
    let unit = d.unit("unit", units);
    let [n, classes] = [d.length("w0", 3), d.length("w1", 3)];
    let sparse = matches!(d.operation, NllLoss | SparseCrossEntropyLoss);
    let rows = sparse || d.operation == CrossEntropy;
    let reduction = d.code("flag16", 3);
    constant(d, "w2", &[0, 1, 4, 6]);
    d.source("p0", unit, n * classes);
    if sparse {
        let target = d.unit("unit2", INTEGERS);
        let labels: Vec<u64> = (0..n).map(|_| d.c.below(classes)).collect();
        d.given("p1", target, &labels);
    } else {
        let same = [unit];
        let units = if chance(d.c, 1, 2) { &same } else { ALL };
        let target = d.unit("unit2", units);
        d.source("p1", target, n * classes);
    }
    let count = match reduction {
        2 if rows => n,
        2 => n * classes,
        _ => 1,
    };
    d.destination("p2", unit, count, true);
}

fn optimizer(d: &mut Draw<'_>) {
    let unit = d.unit("unit", FLOATS);
    let length = d.length("w0", 4);
    constant(d, "w1", &[1, 2, 4]);
    constant(d, "w2", &[0, 1, 2, 3]);
    constant(d, "w3", &[0, 1, 2, 3]);
    constant(d, "w4", &[0, 1, 2]);
    constant(d, "w5", &[0, 0, 1, 2]);
    d.code("w6", 4);
    for name in ["p0", "p1", "p2", "p3", "p4"] {
        d.source(name, unit, length);
    }
}

fn accuracy(d: &mut Draw<'_>) {
    let units = if chance(d.c, 3, 4) { FLOATS } else { ALL };
    let unit = d.unit("unit", units);
    let labels = d.unit("unit2", ALL);
    let n = d.length("w0", 5);
    let classes = if d.operation == Operation::Auc { d.length("w1", 1) } else { d.length("w1", 4) };
    d.source("p0", unit, n * classes);
    let list: Vec<u64> = (0..n)
        .map(|_| match labels.is_float() {
            true => quarter(labels, 4 * d.c.below(classes + 1) as i64),
            false => d.c.below(classes + 1),
        })
        .collect();
    d.given("p1", labels, &list);
    d.destination("p2", unit, 1, true);
}

/// LRN_NORM, LP_NORM, L2_NORM
fn line_norm(d: &mut Draw<'_>) {
    let unit = d.unit("unit", FLOATS);
    d.code("flag16", 2);
    let count = d.length("w0", 4) * d.length("w1", 3) * d.length("w2", 3);
    if d.operation == Operation::LrnNorm {
        d.length("w3", 5);
        constant(d, "w4", &[1, 2, 4]);
        constant(d, "w5", &[1, 2, 3, 4, 6]);
        constant(d, "w6", &[1, 4, 8]);
    } else {
        d.code("w3", 4);
        d.length("w4", 2);
    }
    d.source("p0", unit, count);
    d.destination("p1", unit, count, true);
}

fn grid(d: &mut Draw<'_>) {
    let unit = d.unit("unit", FLOATS);
    d.code("flag20", 2);
    let n = d.length("w0", 2);
    if d.operation == Operation::AffineGrid {
        let [h, w] = [d.length("w1", 4), d.length("w2", 4)];
        d.source("p0", unit, n * 6);
        d.destination("p1", unit, n * h * w * 2, true);
        return;
    }
    d.code("flag16", 2);
    d.code("flag18", 3);
    let [c, h, w] = [d.length("w1", 2), d.length("w2", 4), d.length("w3", 4)];
    let [o_h, o_w] = [d.length("w4", 3), d.length("w5", 3)];
    d.source("p0", unit, n * c * h * w);
    let coordinates: Vec<u64> = (0..n * o_h * o_w * 2)
        .map(|_| match chance(d.c, 1, 8) {
            true => d.element(unit),
            false => quarter(unit, d.c.below(17) as i64 - 8),
        })
        .collect();
    d.given("p1", unit, &coordinates);
    d.destination("p2", unit, n * c * o_h * o_w, true);
}
