//! Instructions against libraries that compute in fp64 and are not correctly rounded: `tests/data/xdsa/near-*.tsv`.
//!
//! A result that is rounded once lies within half a unit in the last place of the library's value, but for what the
//! library itself is wrong by. Both bounds stand in the rows.

use crate::xdsa::single;
use rstest::rstest;
use semantics::xdsa::isa::{Unit, Word};
use semantics::xdsa::{Settings, Xdsa};

/// What a row says of one destination.
struct Expected<'a> {
    address: u64,
    unit: Unit,
    ulps: f64,
    floor: f64,
    values: Vec<f64>,
    text: &'a str,
}

impl<'a> Expected<'a> {
    fn read(text: &'a str) -> Self {
        let parts: Vec<&str> = text.split(' ').collect();
        let [address, unit, ulps, floor, values] = parts[..] else { panic!("{text}") };
        let value = |word| f64::from_bits(u64::from_str_radix(word, 16).expect("hex"));
        Self {
            address: single::number(address) as u64,
            unit: Unit::by_name(unit).expect("a unit"),
            ulps: ulps.parse().expect("a number"),
            floor: floor.parse().expect("a number"),
            values: values.split(',').map(value).collect(),
            text,
        }
    }

    fn check(&self, machine: &Xdsa, id: &str) {
        let size = self.unit.bits() as usize / 8;
        for (i, value) in self.values.iter().enumerate() {
            let mut bytes = [0; 8];
            machine.memory().read(self.address + (i * size) as u64, &mut bytes[..size]);
            let found = number(u64::from_le_bytes(bytes), self.unit);
            if found.is_nan() && value.is_nan() || found == *value {
                continue;
            }
            let bound =
                self.ulps * last_place(found.abs().max(value.abs()), self.unit) + self.floor;
            let far = (found - value).abs();
            assert!(
                far <= bound,
                "{id}: element {i} is {found:e}, the library has {value:e}, {far:e} apart where {bound:e} is allowed: {}",
                self.text
            );
        }
    }
}

/// The value of a code, by its fields.
fn number(code: u64, unit: Unit) -> f64 {
    let (precision, least) = format(unit);
    let sign = if code >> (unit.bits() - 1) & 1 == 1 { -1.0 } else { 1.0 };
    let fraction = code & ((1 << (precision - 1)) - 1);
    let exponent = (code & (unit.mask() >> 1)) >> (precision - 1);
    let scale = |e: i32| 2f64.powi(e + 1 - precision);
    let top = (1 << (unit.bits() as i32 - precision)) - 1;
    sign * match exponent {
        0 => fraction as f64 * scale(least),
        e if e == top && fraction == 0 => f64::INFINITY,
        e if e == top => f64::NAN,
        e => (fraction + (1 << (precision - 1))) as f64 * scale(least + e as i32 - 1),
    }
}

/// Precision and least exponent.
fn format(unit: Unit) -> (i32, i32) {
    match unit {
        Unit::Fp16 => (11, -14),
        Unit::Fp32 => (24, -126),
        other => panic!("{}", other.name()),
    }
}

/// The distance of neighbours around a value.
fn last_place(value: f64, unit: Unit) -> f64 {
    let (precision, least) = format(unit);
    let exponent = (value.to_bits() >> 52 & 0x7ff) as i32 - 1023;
    2f64.powi(exponent.max(least) + 1 - precision)
}

#[rstest]
#[case::functions(include_str!("../../data/xdsa/near-functions.tsv"), 130)]
#[case::learned(include_str!("../../data/xdsa/near-learned.tsv"), 160)]
fn results_are_near_what_libraries_find(#[case] rows: &str, #[case] least: usize) {
    let rows: Vec<&str> = rows.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(rows.len() >= least, "{} rows", rows.len());
    for row in rows {
        let columns: Vec<&str> = row.split('\t').collect();
        let [id, _, table, _, memory, results] = columns[..] else { panic!("{row}") };
        let mut machine = Xdsa::new(Settings { defaults: true, ..Settings::default() });
        let (address, operation, table) = single::table(table);
        machine.write(address, &table.bytes());
        for part in memory.split(' ').filter(|part| !part.is_empty()) {
            let (at, data) = part.split_once('=').expect("bytes");
            machine.write(single::number(at) as u64, &single::bytes(data));
        }
        let instruction = single::instruction(operation, table.width(), address);
        machine
            .run(&[vec![instruction.word(), Word::END]])
            .unwrap_or_else(|stopped| panic!("{id}: {stopped}"));
        for result in results.split(';') {
            Expected::read(result).check(&machine, id);
        }
    }
}
