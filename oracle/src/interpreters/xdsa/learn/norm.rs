//! Norms (XDSA-D66, D85, D101): y = (x - mean) / sqrt(var + eps) weight + bias, and the ones of section 2.5.

use super::{unnamed, whole, word};
use crate::interpreters::xdsa::case::{Case, Order};
use crate::interpreters::xdsa::element::Tensor;
use crate::interpreters::xdsa::value::Value;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Unit};

/// Sizes and the order of a map in memory.
#[derive(Clone, Copy)]
struct Map {
    order: Order,
    c: u64,
    h: u64,
    w: u64,
}

impl Map {
    fn count(&self) -> u128 {
        u128::from(self.c) * u128::from(self.h) * u128::from(self.w)
    }

    fn index(&self, [c, h, w]: [u64; 3]) -> u64 {
        match self.order {
            Order::Nhwc => (h * self.w + w) * self.c + c,
            Order::Nchw => (c * self.h + h) * self.w + w,
        }
    }

    /// Every position, channels outermost.
    fn positions(self) -> impl Iterator<Item = [u64; 3]> {
        (0..self.count() as u64)
            .map(move |i| [i / (self.h * self.w), i / self.w % self.h, i % self.w])
    }
}

pub(in crate::interpreters::xdsa) fn norm(case: &mut Case<'_>) -> Result<(), Kind> {
    match case.operation {
        Operation::BatchNorm => batch(case),
        Operation::LrnNorm => responses(case),
        Operation::LpNorm | Operation::L2Norm => lines(case),
        _ => groups(case),
    }
}

/// The fields that the four norms of the source share.
fn fields(case: &mut Case<'_>) -> (Unit, Map) {
    let unit = case.float("fm_unit");
    let order = case.order("data_format");
    let [c, h, w] = ["fc", "i_h", "i_w"].map(|name| case.size(name));
    (unit, Map { order, c, h, w })
}

/// (x - mean) / sqrt(var + eps) weight + bias
fn normal(x: &Value, mean: &Value, variance: &Value, weight: &Value, bias: &Value) -> Value {
    let eps = Value::of(Unit::Fp32, 1e-5_f32.to_bits().into());
    x.sub(mean).div(&variance.add(&eps).sqrt()).mul(weight).add(bias)
}

fn batch(case: &mut Case<'_>) -> Result<(), Kind> {
    let (unit, map) = fields(case);
    let batches = case.size("batch_num");
    let [from, to] = ["fm", "d"].map(|name| (case.address(name), unit));
    let vectors = ["weight", "bias", "mean", "variance"].map(|name| (case.address(name), unit));
    let count = map.count() * u128::from(batches);
    for tensor in [from, to] {
        case.tensor(tensor, count);
    }
    for tensor in vectors {
        case.tensor(tensor, map.c.into());
    }
    case.check()?;
    for n in 0..batches {
        for position in map.positions() {
            let i = n * map.count() as u64 + map.index(position);
            let [weight, bias, mean, variance] =
                vectors.map(|vector| case.value(vector, position[0]));
            let value = normal(&case.value(from, i), &mean, &variance, &weight, &bias);
            case.put(to, i, &value);
        }
    }
    Ok(())
}

/// INSTANCE_NORM, LAYER_NORM, GROUP_NORM: positions with the same key make a group.
fn groups(case: &mut Case<'_>) -> Result<(), Kind> {
    let (unit, map) = fields(case);
    let mut together = 1;
    if case.operation == Operation::GroupNorm {
        let groups = case.size("group_num").max(1);
        case.require(map.c % groups == 0, Kind::BadDimension);
        together = (map.c / groups).max(1);
    }
    let [from, to, weight, bias] =
        ["fm", "d", "weight", "bias"].map(|name| (case.address(name), unit));
    for (tensor, count) in
        [(from, map.count()), (to, map.count()), (weight, map.c.into()), (bias, map.c.into())]
    {
        case.tensor(tensor, count);
    }
    case.check()?;
    let layer = case.operation == Operation::LayerNorm;
    let key = |[c, h, w]: [u64; 3]| if layer { [h, w] } else { [c / together, 0] };
    let mut keys: Vec<[u64; 2]> = map.positions().map(key).collect();
    keys.sort_unstable();
    keys.dedup();
    for one in keys {
        let members: Vec<[u64; 3]> = map.positions().filter(|at| key(*at) == one).collect();
        let values: Vec<Value> =
            members.iter().map(|at| case.value(from, map.index(*at))).collect();
        let n = whole(values.len() as u64);
        let mean = Value::sum(values.iter().cloned()).div(&n);
        let distances = values.iter().map(|x| x.sub(&mean));
        let variance = Value::sum(distances.map(|x| x.mul(&x))).div(&n);
        for (at, x) in members.iter().zip(&values) {
            let (weight, bias) = (case.value(weight, at[0]), case.value(bias, at[0]));
            case.put(to, map.index(*at), &normal(x, &mean, &variance, &weight, &bias));
        }
    }
    Ok(())
}

/// The fields that the norms of section 2.5 share.
fn words(case: &mut Case<'_>) -> (Tensor, Tensor, Map) {
    unnamed(case, &["flag16"]);
    let unit = case.float("unit");
    let order = case.order("flag16");
    let [c, h, w] = ["w0", "w1", "w2"].map(|name| case.size(name));
    let map = Map { order, c, h, w };
    let [from, to] = ["p0", "p1"].map(|name| (case.address(name), unit));
    case.tensor(from, map.count());
    case.tensor(to, map.count());
    (from, to, map)
}

/// x / (bias + alpha / size sum x^2)^beta over neighbouring channels (ONNX LRN-13).
fn responses(case: &mut Case<'_>) -> Result<(), Kind> {
    let (from, to, map) = words(case);
    let size = case.size("w3").max(1);
    case.check()?;
    let [alpha, beta, bias] = ["w4", "w5", "w6"].map(|name| word(case, name));
    for [c, h, w] in map.positions() {
        // floor((size - 1) / 2) channels below, ceil((size - 1) / 2) above
        let first = c.saturating_sub((size - 1) / 2);
        let last = c.saturating_add(size / 2).min(map.c - 1);
        let squares = (first..=last).map(|c| {
            let x = case.value(from, map.index([c, h, w]));
            x.mul(&x)
        });
        let sum = Value::sum(squares);
        let base = bias.add(&alpha.div(&whole(size)).mul(&sum));
        let i = map.index([c, h, w]);
        let value = case.value(from, i).div(&base.pow(&beta));
        case.put(to, i, &value);
    }
    Ok(())
}

/// x / (sum |x|^p)^(1/p) along an axis.
fn lines(case: &mut Case<'_>) -> Result<(), Kind> {
    let (from, to, map) = words(case);
    let axis = case.code("w3", 4);
    let squares = case.operation == Operation::L2Norm || {
        let p = case.field("w4");
        case.require(p == 1 || p == 2, Kind::ReservedCode);
        p == 2
    };
    case.check()?;
    for at in map.positions() {
        let lengths = [1, map.c, map.h, map.w];
        let line = (0..lengths[axis as usize]).map(|i| {
            let mut at = at;
            if axis > 0 {
                at[axis as usize - 1] = i;
            }
            case.value(from, map.index(at))
        });
        let norm = if squares {
            Value::sum(line.map(|x| x.mul(&x))).sqrt()
        } else {
            Value::sum(line.map(|x| x.abs()))
        };
        let i = map.index(at);
        let value = case.value(from, i).div(&norm);
        case.put(to, i, &value);
    }
    Ok(())
}
