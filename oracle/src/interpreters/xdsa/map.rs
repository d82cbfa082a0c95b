//! Tensors in memory: dense ones, and feature maps with strides (XDSA-D21, D23, D94).

use super::case::{Address, Case, Order};
use super::value::Value;
use semantics::xdsa::isa::Unit;

/// The index of an element of a dense tensor, sizes and position outermost first.
pub(super) fn index(sizes: &[u64], position: &[u64]) -> u64 {
    sizes
        .iter()
        .zip(position)
        .fold(0, |at: u64, (size, i)| at.saturating_mul(*size).saturating_add(*i))
}

/// How many elements.
pub(super) fn count(sizes: &[u64]) -> u128 {
    sizes.iter().fold(1, |count: u128, size| count.saturating_mul(u128::from(*size)))
}

/// Every position, the last size running fastest.
pub(super) fn positions(sizes: &[u64]) -> Vec<Vec<u64>> {
    sizes.iter().fold(vec![Vec::new()], |all, size| {
        let next = |head: &Vec<u64>| {
            let head = head.clone();
            (0..*size).map(move |i| [&head[..], &[i]].concat())
        };
        all.iter().flat_map(next).collect()
    })
}

/// A feature map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Map {
    pub(super) base: Address,
    pub(super) unit: Unit,
    pub(super) order: Order,
    pub(super) channels: u64,
    /// Depth (1 where there is none), height, width.
    pub(super) sizes: [u64; 3],
    /// The distance of rows in bytes, 0 where they are dense.
    pub(super) line: u64,
    /// The distance of planes in bytes, likewise; NCHW alone has it.
    pub(super) surface: u64,
}

impl Map {
    /// Where an element lies, in bits behind the base.
    fn bit(&self, c: u64, [d, y, x]: [u64; 3]) -> u128 {
        let bits = u128::from(self.unit.bits());
        let [_, height, width] = self.sizes.map(u128::from);
        let (c, channels) = (u128::from(c), u128::from(self.channels));
        let (d, y, x) = (u128::from(d), u128::from(y), u128::from(x));
        let (line, surface) = (u128::from(self.line) * 8, u128::from(self.surface) * 8);
        match self.order {
            Order::Nhwc => {
                let row = width * channels * bits;
                let row = if line == 0 { row } else { line };
                (d * height + y) * row + (x * channels + c) * bits
            }
            Order::Nchw => {
                let row = if line == 0 { width * bits } else { line };
                let depth = u128::from(self.sizes[0]);
                let plane = if surface == 0 { height * row } else { surface };
                (c * depth + d) * plane + y * row + x * bits
            }
        }
    }

    /// What it touches.
    pub(super) fn span(&self, case: &mut Case<'_>) {
        if self.channels > 0 && self.sizes.iter().all(|size| *size > 0) {
            let last = self.bit(self.channels - 1, self.sizes.map(|size| size - 1));
            case.range(self.base, (last + u128::from(self.unit.bits())).div_ceil(8));
        }
    }

    /// An element.
    pub(super) fn element(&self, case: &Case<'_>, c: u64, at: [u64; 3]) -> u64 {
        let bit = self.bit(c, at);
        case.read(self.base + bit / 8, self.unit, (bit % 8 / 4) as u64)
    }

    /// Its value.
    pub(super) fn value(&self, case: &Case<'_>, c: u64, at: [u64; 3]) -> Value {
        Value::of(self.unit, self.element(case, c, at))
    }

    /// Writes an element.
    pub(super) fn write(&self, case: &mut Case<'_>, c: u64, at: [u64; 3], element: u64) {
        let bit = self.bit(c, at);
        case.write(self.base + bit / 8, self.unit, (bit % 8 / 4) as u64, element);
    }

    /// Every channel and position, in the order of a dense map in memory.
    pub(super) fn all(&self) -> Vec<(u64, [u64; 3])> {
        let [d, h, w] = self.sizes;
        match self.order {
            Order::Nhwc => {
                let all = positions(&[d, h, w, self.channels]);
                all.iter().map(|p| (p[3], [p[0], p[1], p[2]])).collect()
            }
            Order::Nchw => {
                let all = positions(&[self.channels, d, h, w]);
                all.iter().map(|p| (p[0], [p[1], p[2], p[3]])).collect()
            }
        }
    }
}

/// The value of a field that holds an element or an address, of so many bits: wider integers extend, wider floating
/// numbers are widened (XDSA-D37).
pub(super) fn immediate(case: &Case<'_>, name: &str, bits: u32, unit: Unit) -> Value {
    let field = case.field(name);
    if unit.bits() <= bits {
        return Value::of(unit, field & unit.mask());
    }
    let narrow = match (unit.is_float(), unit.is_signed(), bits) {
        (true, _, 16) => Unit::Fp16,
        (true, ..) => Unit::Fp32,
        (false, true, 16) => Unit::Sint16,
        (false, true, _) => Unit::Sint32,
        (false, false, 16) => Unit::Uint16,
        (false, false, _) => Unit::Uint32,
    };
    Value::of(narrow, field & narrow.mask())
}
