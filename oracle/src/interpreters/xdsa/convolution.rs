//! Convolutions and the product of matrices (XDSA-D21, D23, D35 to D37, D53, D63, D94).

use super::case::{Address, Case, Order};
use super::map::{Map, immediate, positions};
use super::value::{Into, Value};
use super::window::Window;
use crate::Rational;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Unit};

/// Filters.
struct Kernel {
    base: Address,
    unit: Unit,
    order: Order,
    filters: u64,
    /// Channels of a filter.
    channels: u64,
    sizes: [u64; 3],
    line: u64,
}

impl Kernel {
    fn bit(&self, o: u64, c: u64, [d, y, x]: [u64; 3]) -> u128 {
        let [o, c, d, y, x] = [o, c, d, y, x].map(u128::from);
        let [depth, height, width] = self.sizes.map(u128::from);
        let (channels, bits) = (u128::from(self.channels), u128::from(self.unit.bits()));
        let (row, column, elements) = match self.order {
            Order::Nhwc => ((o * depth + d) * height + y, x * channels + c, width * channels),
            Order::Nchw => (((o * channels + c) * depth + d) * height + y, x, width),
        };
        let line = if self.line == 0 { elements * bits } else { u128::from(self.line) * 8 };
        row * line + column * bits
    }

    fn span(&self, case: &mut Case<'_>) {
        let last = self.bit(self.filters - 1, self.channels - 1, self.sizes.map(|size| size - 1));
        case.range(self.base, (last + u128::from(self.unit.bits())).div_ceil(8));
    }

    fn value(&self, case: &Case<'_>, o: u64, c: u64, at: [u64; 3]) -> Value {
        let bit = self.bit(o, c, at);
        let element = case.read(self.base + bit / 8, self.unit, (bit % 8 / 4) as u64);
        Value::of(self.unit, element)
    }
}

/// An operand of the requantisation.
enum Operand {
    One(Value),
    /// One a filter.
    Filter(Address, Unit),
    /// One an element of the result.
    Element(Address, Unit),
}

impl Operand {
    fn read(case: &mut Case<'_>, mode: &str, field: &str, unit: Unit) -> Self {
        match case.code(mode, 3) {
            1 => Self::Filter(case.address(field), unit),
            2 => Self::Element(case.address(field), unit),
            _ => Self::One(immediate(case, field, case.width.value_bits(), unit)),
        }
    }

    fn span(&self, case: &mut Case<'_>, filters: u64, elements: u128) {
        match *self {
            Self::One(_) => {}
            Self::Filter(base, unit) => case.span(base, unit, filters.into()),
            Self::Element(base, unit) => case.span(base, unit, elements),
        }
    }

    fn value(&self, case: &Case<'_>, filter: u64, element: u64) -> Value {
        match self {
            Self::One(value) => value.clone(),
            Self::Filter(base, unit) => Value::of(*unit, case.read(*base, *unit, filter)),
            Self::Element(base, unit) => Value::of(*unit, case.read(*base, *unit, element)),
        }
    }
}

/// What a convolution does with its sums.
struct Requantise {
    bias: Operand,
    mul: Operand,
    shift: Operand,
    scale: Operand,
    integers: bool,
    unit: Unit,
}

impl Requantise {
    fn read(case: &mut Case<'_>, fm: Unit) -> Self {
        let [weight, bias, mul, scale] =
            ["w_unit", "bias_unit", "mul_unit", "scale_unit"].map(|name| case.unit(name));
        Self {
            bias: Operand::read(case, "bias_mode", "bias", bias),
            mul: Operand::read(case, "mul_mode", "mul", mul),
            shift: Operand::read(case, "shift_mode", "shift", Unit::Sint8),
            scale: Operand::read(case, "scale_mode", "scale_o", scale),
            integers: [fm, weight, bias, mul].iter().all(|unit| !unit.is_float()),
            unit: case.unit("result_unit"),
        }
    }

    fn span(&self, case: &mut Case<'_>, filters: u64, elements: u128) {
        for operand in [&self.bias, &self.mul, &self.shift, &self.scale] {
            operand.span(case, filters, elements);
        }
    }

    fn element(&self, case: &Case<'_>, sum: &Value, filter: u64, element: u64) -> u64 {
        let [bias, mul, shift, scale] = [&self.bias, &self.mul, &self.shift, &self.scale]
            .map(|operand| operand.value(case, filter, element));
        let shift = shift.exact().and_then(|shift| shift.to_integer()?.to_i32()).unwrap_or(0);
        let product = sum.add(&bias).mul(&mul);
        let shifted = if self.integers {
            product.round_shift(shift)
        } else {
            product.mul(&Value::from(Rational::from(1) >> shift))
        };
        clip(case, &shifted.mul(&scale), self.unit).round(self.unit, Into::Clamp)
    }
}

/// The borders of a clip; both 0 is none (XDSA-D36).
fn clip(case: &Case<'_>, value: &Value, unit: Unit) -> Value {
    let [least, most] = ["clip_min", "clip_max"].map(|name| case.field(name));
    if least == 0 && most == 0 {
        return value.clone();
    }
    let border = match (unit.is_float(), unit.is_signed()) {
        (true, _) => Unit::Fp16,
        (false, true) => Unit::Sint16,
        (false, false) => Unit::Uint16,
    };
    value.max(&Value::of(border, least)).min(&Value::of(border, most))
}

pub(super) fn run(case: &mut Case<'_>) -> Result<(), Kind> {
    let window = Window::read(case);
    let weights = case.unit("w_unit");
    let product = case.operation == Operation::MatrixMul;
    let quantise = (!product).then(|| Requantise::read(case, window.map.unit));
    let result_unit = case.unit("result_unit");
    let allowed = matches!(result_unit, Unit::Uint32 | Unit::Sint32 | Unit::Fp32);
    case.require(!product || allowed, Kind::UnitNotAllowed);
    let filters = case.size("k_num");
    let flat =
        case.operation != Operation::Conv1d || case.field("fm_h") == 1 && case.field("k_h") == 1;
    case.require(flat, Kind::BadDimension);
    let depthwise = case.operation == Operation::DepConv;
    let channels = window.map.channels;
    case.require(!depthwise || filters.is_multiple_of(channels.max(1)), Kind::BadDimension);
    case.check()?;
    let sizes = window.result(case);
    case.check()?;
    let kernel = Kernel {
        base: case.address("kernel"),
        unit: weights,
        order: window.map.order,
        filters,
        channels: if depthwise { 1 } else { channels },
        sizes: window.kernel,
        line: if case.has("fm_d") { 0 } else { case.field("k_line_stride") },
    };
    let to = Map {
        base: case.address("d"),
        unit: result_unit,
        channels: filters,
        sizes,
        line: 0,
        surface: 0,
        ..window.map
    };
    window.span(case);
    kernel.span(case);
    to.span(case);
    let elements = sizes.iter().fold(u128::from(filters), |all, size| all * u128::from(*size));
    if let Some(quantise) = &quantise {
        quantise.span(case, filters, elements);
    }
    case.check()?;
    let integers = !window.map.unit.is_float() && !weights.is_float();
    for (i, (o, at)) in to.all().into_iter().enumerate() {
        let mut terms = Vec::new();
        for k in positions(&window.kernel) {
            let k = [k[0], k[1], k[2]];
            for c in 0..kernel.channels {
                let from = if depthwise { o / (filters / channels) } else { c };
                let data = window.value(case, from, at, k);
                terms.push(data.mul(&kernel.value(case, o, c, k)));
            }
        }
        let sum = Value::sum(terms);
        let element = match &quantise {
            Some(quantise) => quantise.element(case, &sum, o, i as u64),
            None if integers => sum.round(result_unit, Into::Wrap),
            None => sum.round(result_unit, Into::Clamp),
        };
        to.write(case, o, at, element);
    }
    case.check()
}
