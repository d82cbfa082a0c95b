//! The activation group (XDSA-D37, D60 to D62, D85, D88).

use super::function::clip_bounds;
use super::{Tensor, softmax};
use crate::interpreters::xdsa::case::{Address, Case, Order};
use crate::interpreters::xdsa::value::{Function, Value};
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Unit};

pub(in crate::interpreters::xdsa) fn activation(case: &mut Case<'_>) -> Result<(), Kind> {
    match case.operation {
        Operation::Softmax | Operation::Logsoftmax => return softmax::softmax(case),
        Operation::Prelu => return slopes(case),
        _ => {}
    }
    let unit = case.unit("src_unit");
    let length = case.length("len");
    let [from, to] = ["s", "d"].map(|name| (case.address(name), unit));
    let constants = match case.operation {
        Operation::Elu => vec![constant(case, "alpha", "a_unit", Value::from(1))],
        Operation::HardSigmoid => vec![
            constant(case, "a", "a_unit", Value::ratio(1, 6)),
            constant(case, "b", "b_unit", Value::ratio(1, 2)),
        ],
        // ONNX's decimals are those of numbers of fp32: 1.67326319217681884765625 and 1.05070102214813232421875.
        Operation::Selu => vec![
            constant(case, "a", "a_unit", fp32(0x3fd6_2d7d)),
            constant(case, "gamma", "g_unit", fp32(0x3f86_7d5f)),
        ],
        _ => Vec::new(),
    };
    case.tensor(from, length.into());
    case.tensor(to, length.into());
    case.check()?;
    for i in 0..length {
        let x = case.value(from, i);
        let value = if x.is_nan() { x } else { formula(case.operation, &x, &constants) };
        case.put(to, i, &value);
    }
    Ok(())
}

fn fp32(pattern: u64) -> Value {
    Value::of(Unit::Fp32, pattern)
}

/// A constant in a field of 32 bits; unit code 0 selects another (XDSA-D37).
pub(in crate::interpreters::xdsa) fn constant(
    case: &mut Case<'_>,
    field: &str,
    unit: &str,
    otherwise: Value,
) -> Value {
    let unit = case.unit(unit);
    if unit == Unit::Uint4 {
        return otherwise;
    }
    case.require(matches!(unit, Unit::Fp16 | Unit::Fp32), Kind::UnitNotAllowed);
    Value::of(unit, case.field(field))
}

/// The formula for a number or an infinity.
fn formula(operation: Operation, x: &Value, constants: &[Value]) -> Value {
    let number = |n: i64| Value::ratio(n, 1);
    let above = |limit: &Value| x.compare(limit).is_some_and(std::cmp::Ordering::is_gt);
    let below = |limit: &Value| x.compare(limit).is_some_and(std::cmp::Ordering::is_lt);
    let clip = |x: &Value, least, most| x.max(&number(least)).min(&number(most));
    match operation {
        Operation::Relu if above(&number(0)) => x.clone(),
        Operation::Relu => number(0),
        Operation::Elu if above(&number(0)) => x.clone(),
        Operation::Elu => constants[0].mul(&x.exp_m1()),
        Operation::Selu if above(&number(0)) => constants[1].mul(x),
        Operation::Selu => constants[1].mul(&constants[0].mul(&x.exp_m1())),
        Operation::HardSigmoid if !below(&number(3)) => number(1),
        Operation::HardSigmoid if !above(&number(-3)) => number(0),
        Operation::HardSigmoid => constants[0].mul(x).add(&constants[1]),
        Operation::Sigmoid => x.sigmoid(),
        Operation::AiTanh => Function::Tanh.of(x),
        Operation::Softplus => x.softplus(),
        Operation::SoftSign => x.div(&number(1).add(&x.abs())),
        Operation::Relu6 if above(&number(6)) => number(6),
        Operation::Relu6 if !above(&number(0)) => number(0),
        Operation::Relu6 => x.clone(),
        Operation::ThresholdRelu if above(&number(1)) => x.clone(),
        Operation::ThresholdRelu => number(0),
        Operation::LeakyRelu if below(&number(0)) => fp32(0.01_f32.to_bits().into()).mul(x),
        Operation::LeakyRelu => x.clone(),
        Operation::Brelu => clip(x, 0, 24),
        Operation::Gelu => x.div(&number(2)).mul(&x.normal()),
        Operation::Swish => x.mul(&x.sigmoid()),
        Operation::HardSwish => x.mul(&clip(&x.add(&number(3)), 0, 6)).div(&number(6)),
        Operation::Erf => Function::Erf.of(x),
        Operation::HardShrink
            if x.abs().compare(&Value::ratio(1, 2)).is_some_and(|o| o.is_gt()) =>
        {
            x.clone()
        }
        Operation::HardShrink => number(0),
        Operation::TanhShrink => x.sub(&Function::Tanh.of(x)),
        Operation::HardTanh => clip(x, -1, 1),
        _ => Value::Nan,
    }
}

/// PRELU: one slope and one shift a layer, a channel or an element (XDSA-D61, D88).
fn slopes(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("src_unit");
    let slope_unit = case.unit("m_unit");
    let shift_unit = case.unit("s_unit");
    let shifts = !unit.is_float();
    case.require(!shifts || !shift_unit.is_float(), Kind::UnitNotAllowed);
    let length = case.length("len");
    let [from, to] = ["s", "d"].map(|name| (case.address(name), unit));
    let broadcast = Broadcast::read(case, length);
    let slope: Tensor = (case.address("mul"), slope_unit);
    let shift: Tensor = (case.address("shift"), shift_unit);
    case.tensor(from, length.into());
    case.tensor(to, length.into());
    case.tensor(slope, broadcast.count.into());
    if shifts {
        case.tensor(shift, broadcast.count.into());
    }
    case.check()?;
    for i in 0..length {
        let x = case.value(from, i);
        let at = broadcast.index(i);
        let value = if x.is_nan() || !x.is_zero() && !x.negative() {
            x
        } else {
            let product = case.value(slope, at).mul(&x);
            if shifts {
                let amount = shift_unit.integer(case.read(shift.0, shift_unit, at));
                product.round_shift(amount.clamp(-5000, 5000) as i32)
            } else {
                product
            }
        };
        case.put(to, i, &value);
    }
    Ok(())
}

/// Which element of a second operand goes with an element: the fields I, B, `valid_length`, `data_format`.
pub(super) struct Broadcast {
    /// Elements of the second operand.
    pub(super) count: u64,
    /// `length / count` neighbours share one; 0: element i takes `i % count`.
    run: u64,
}

impl Broadcast {
    pub(super) fn read(case: &mut Case<'_>, length: u64) -> Self {
        let order = case.order("data_format");
        if case.field("i") == 1 {
            return Self { count: 1, run: 0 };
        }
        if case.field("b") == 0 {
            return Self { count: length, run: 0 };
        }
        let channels = case.size("valid_length").max(1);
        case.require(length.is_multiple_of(channels), Kind::BadDimension);
        let run = if order == Order::Nchw { length / channels } else { 0 };
        Self { count: channels, run }
    }

    pub(super) fn index(&self, i: u64) -> u64 {
        i.checked_div(self.run).unwrap_or(i % self.count)
    }

    /// Footprint of the second operand.
    pub(super) fn tensor(&self, case: &mut Case<'_>, at: Address, unit: Unit) {
        case.tensor((at, unit), self.count.into());
    }
}

// ELE_ADD and ELE_SUB (XDSA-D34, D36, D37, D87).

pub(in crate::interpreters::xdsa) fn quantised(case: &mut Case<'_>) -> Result<(), Kind> {
    let units = ["src0", "src1", "des", "m_unit"].map(|name| case.unit(name));
    let [unit0, unit1, unit, factor_unit] = units;
    let length = case.length("len");
    let broadcast = Broadcast::read(case, length);
    let [a, b, to] =
        [("s0", unit0), ("s1", unit1), ("d", unit)].map(|(name, unit)| (case.address(name), unit));
    case.tensor(a, length.into());
    broadcast.tensor(case, b.0, unit1);
    case.tensor(to, length.into());
    case.check()?;
    let byte = |name, unit: Unit| {
        let signed = if unit.is_signed() { Unit::Sint8 } else { Unit::Uint8 };
        Value::of(signed, case.field(name))
    };
    let (zero, offset) = (byte("izero_imm", unit0), byte("ozero_imm", unit));
    let shift = Unit::Sint8.integer(case.field("shift")) as i32;
    let factor = Value::of(factor_unit, case.field("mul"));
    let clips = case.field("clip_min") != 0 || case.field("clip_max") != 0;
    let [least, most] = clip_bounds(case, unit);
    for i in 0..length {
        let x = case.value(a, i).sub(&zero);
        let y = case.value(b, broadcast.index(i)).sub(&zero);
        let t = if case.operation == Operation::EleAdd { x.add(&y) } else { x.sub(&y) };
        let product = t.mul(&factor);
        let scaled = if factor_unit.is_float() || unit.is_float() {
            product.scale(-shift)
        } else {
            product.round_shift(shift)
        };
        let q = scaled.add(&offset);
        let q = if clips { q.max(&least).min(&most) } else { q };
        case.put(to, i, &q);
    }
    Ok(())
}
