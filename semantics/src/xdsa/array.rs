//! Operands of a program's tables by name: `t0.s0` is what the table `t0` says of its field `s0`.

use super::exec::Region;
use super::isa::{Operation, Table, Unit};
use super::{Memory, Settings, plan};
use crate::machine::{Element, ElementKind, Elements};
use crate::source::Refusal;
use crate::source::near;
use std::collections::BTreeMap;

/// The tables of programs, by their labels.
pub(super) type Tables = BTreeMap<String, (Operation, Table)>;

/// The elements of an operand.
pub(super) fn region(tables: &Tables, name: &str, settings: &Settings) -> Result<Region, Refusal> {
    let (label, field) = name.split_once('.').unwrap_or((name, ""));
    let Some((operation, table)) = tables.get(label) else {
        let known = near(label, tables.keys().map(String::as_str));
        let right = known.unwrap_or_else(|| "mem@ADDRESS, or TABLE.FIELD of the program".into());
        return Err(Refusal::new(format!("the program has no table `{label}`")).help(right));
    };
    let plan = plan(*operation, table, settings)
        .map_err(|error| Refusal::new(format!("{label}: {error}")))?;
    let regions = || plan.reads.iter().chain(&plan.writes);
    regions().find(|region| region.field == field).cloned().ok_or_else(|| {
        let known: Vec<&str> = regions().map(|region| region.field).collect();
        Refusal::new(format!("{label} has no operand `{field}`")).help(known.join(", "))
    })
}

/// What the elements are.
pub(super) fn elements(region: &Region) -> Elements {
    let kind = match region.unit {
        unit if unit.is_float() => ElementKind::Float,
        unit if unit.is_signed() => ElementKind::Signed,
        _ => ElementKind::Unsigned,
    };
    let mut shape: Vec<u64> = region.steps.iter().map(|(count, _)| *count).collect();
    shape.push(region.run);
    Elements { element: Element { kind, bytes: bytes(region.unit), named: None }, shape }
}

/// Bytes of an element in a file: int4 takes one.
const fn bytes(unit: Unit) -> usize {
    unit.bits().div_ceil(8) as usize
}

/// Elements as a file has them, little-endian, one behind the other.
pub(super) fn save(region: &Region, memory: &Memory) -> Vec<u8> {
    let size = bytes(region.unit);
    let element = |element: u64| {
        // A signed int4 keeps its sign in its byte.
        let wide =
            if region.unit.is_float() { element } else { region.unit.integer(element) as u64 };
        wide.to_le_bytes().into_iter().take(size)
    };
    region.read(memory).into_iter().flat_map(element).collect()
}

/// The elements of a file.
pub(super) fn load(region: &Region, bytes_of_file: &[u8]) -> Result<Vec<u64>, Refusal> {
    let size = bytes(region.unit);
    let count = region.count();
    if bytes_of_file.len() as u128 != count * size as u128 {
        let message =
            format!("{} bytes for {count} elements of {}", bytes_of_file.len(), region.unit);
        return Err(Refusal::new(message).help(format!("{} bytes", count * size as u128)));
    }
    let [least, most] = region.unit.range();
    let wide = |bytes: &[u8]| {
        let mut all = [0; 8];
        all[..size].copy_from_slice(bytes);
        u64::from_le_bytes(all)
    };
    let element = |(n, bytes): (usize, &[u8])| {
        let value = wide(bytes);
        if region.unit.bits() == 4 {
            let signed = value as u8 as i8;
            let number = if region.unit.is_signed() { i128::from(signed) } else { value.into() };
            if !(least..=most).contains(&number) {
                let message =
                    format!("element {n} is {number}, which {} does not hold", region.unit);
                return Err(Refusal::new(message).help(format!("{least} to {most}")));
            }
        }
        Ok(value & region.unit.mask())
    };
    bytes_of_file.chunks_exact(size).enumerate().map(element).collect()
}
