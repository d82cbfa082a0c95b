//! Operations that go element by element: their operands (XDSA-D15), and values in memory.

mod activation;
mod arithmetic;
mod function;
mod logic;
mod shift;
mod softmax;

pub(super) use activation::{activation, constant, quantised};
pub(super) use arithmetic::{arithmetic, division, multiplication};
pub(super) use function::{compare, conversion, functions, roundup};
pub(super) use logic::{copy, fill, line, logic, query};
pub(super) use shift::{narrow, shift};
pub(super) use softmax::logarithms;

use super::case::{Address, Case};
use super::value::{Into, Value};
use semantics::xdsa::Kind;
use semantics::xdsa::isa::Unit;

/// A tensor: where it begins, and its unit.
pub(super) type Tensor = (Address, Unit);

impl Case<'_> {
    /// The value of an element.
    pub(super) fn value(&self, tensor: Tensor, index: u64) -> Value {
        Value::of(tensor.1, self.read(tensor.0, tensor.1, index))
    }

    /// The values of so many elements.
    pub(super) fn values(&self, tensor: Tensor, count: u64) -> Vec<Value> {
        (0..count).map(|i| self.value(tensor, i)).collect()
    }

    /// Writes a value, rounded once.
    pub(super) fn put(&mut self, tensor: Tensor, index: u64, value: &Value) {
        self.put_as(tensor, index, value, Into::Clamp);
    }

    /// Writes a value, rounded once in a way.
    pub(super) fn put_as(&mut self, (at, unit): Tensor, index: u64, value: &Value, into: Into) {
        self.write(at, unit, index, value.round(unit, into));
    }

    /// The footprint of a tensor: `AddressRange`; `TooLarge` for what no test should ask for.
    pub(super) fn tensor(&mut self, (at, unit): Tensor, count: u128) {
        self.span(at, unit, count);
        if at.saturating_add(Self::bytes(unit, count)) <= self.width.space() {
            self.require(count <= 1 << 22, Kind::TooLarge);
        }
    }
}

/// The operands of L-UN, L-CLIP, L-BIN and L-TRI.
pub(super) struct Plain {
    pub(super) sources: Vec<Tensor>,
    pub(super) to: Tensor,
    pub(super) length: u64,
    pub(super) saturates: bool,
}

impl Plain {
    /// Reads the fields; flags other than these must be 0.
    pub(super) fn read(case: &mut Case<'_>, flags: &[&str]) -> Self {
        let names: &[(&str, &str)] = if case.has("s2") {
            &[("s0", "src0"), ("s1", "src1"), ("s2", "src2")]
        } else if case.has("s1") {
            &[("s0", "src0"), ("s1", "src1")]
        } else {
            &[("s", "src")]
        };
        for flag in ["sat", "rnd", "dir", "tsgn", "imm16"] {
            if !flags.contains(&flag) {
                case.zero(flag);
            }
        }
        let sources = names.iter().map(|(at, unit)| (case.address(at), case.unit(unit))).collect();
        let to = (case.address("d"), case.unit("des"));
        let saturates = case.field("sat") == 1;
        Self { sources, to, length: case.length("len"), saturates }
    }

    /// Every unit, the sources' first.
    fn units(&self) -> impl Iterator<Item = Unit> {
        self.sources.iter().map(|source| source.1).chain([self.to.1])
    }

    /// Only integers are allowed.
    pub(super) fn integers(&self, case: &mut Case<'_>) {
        case.require(self.units().all(|unit| !unit.is_float()), Kind::UnitNotAllowed);
    }

    /// How results that may not fit are rounded (XDSA-D26, D27).
    pub(super) fn rounding(&self) -> Into {
        let integer = self.units().all(|unit| !unit.is_float());
        if integer && !self.saturates { Into::Wrap } else { Into::Clamp }
    }

    /// Checks the footprint, and ends where anything is wrong.
    pub(super) fn check(&self, case: &mut Case<'_>) -> Result<(), Kind> {
        for tensor in self.sources.iter().chain([&self.to]) {
            case.tensor(*tensor, self.length.into());
        }
        case.check()
    }

    /// Computes every element.
    pub(super) fn map(
        &self,
        case: &mut Case<'_>,
        into: Into,
        f: impl Fn(&[Value]) -> Value,
    ) -> Result<(), Kind> {
        self.check(case)?;
        for i in 0..self.length {
            let values: Vec<Value> =
                self.sources.iter().map(|source| case.value(*source, i)).collect();
            case.put_as(self.to, i, &f(&values), into);
        }
        Ok(())
    }
}

/// 1 or 0.
pub(super) fn truth(truth: bool) -> Value {
    Value::from(i128::from(truth))
}
