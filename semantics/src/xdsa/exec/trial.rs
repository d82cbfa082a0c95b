//! One instruction against a memory, for the tests of the groups.

use super::{Environment, Profile, Request, plan};
use crate::xdsa::isa::{Operation, TABLE, Table, Unit, Width};
use crate::xdsa::{Error, Kind, Memory};

/// A memory, and the model's switches.
#[derive(Default)]
pub(super) struct Trial {
    pub(super) memory: Memory,
    pub(super) profile: Profile,
    wide: bool,
}

impl Trial {
    /// With 64-bit addresses.
    pub(super) fn wide() -> Self {
        Self { wide: true, ..Self::default() }
    }

    /// Puts numbers into memory, as elements of a unit.
    pub(super) fn put(&mut self, address: u64, unit: Unit, numbers: &[f64]) -> &mut Self {
        let elements: Vec<u64> = numbers.iter().map(|x| element(unit, *x)).collect();
        self.put_codes(address, unit, &elements)
    }

    pub(super) fn put_codes(&mut self, address: u64, unit: Unit, elements: &[u64]) -> &mut Self {
        let region = super::Region::dense("test", address, unit, elements.len() as u64);
        region.write(&mut self.memory, elements);
        self
    }

    /// Elements in memory.
    pub(super) fn codes(&self, address: u64, unit: Unit, count: u64) -> Vec<u64> {
        super::Region::dense("test", address, unit, count).read(&self.memory)
    }

    /// Likewise, as numbers.
    pub(super) fn get(&self, address: u64, unit: Unit, count: u64) -> Vec<f64> {
        self.codes(address, unit, count).into_iter().map(|code| number(unit, code)).collect()
    }

    /// Executes an instruction with a table of `field=value` or `field=unit`.
    pub(super) fn run(&mut self, name: &str, fields: &str) -> Result<&mut Self, Kind> {
        self.execute(name, fields).map_err(|error| error.kind)?;
        Ok(self)
    }

    fn execute(&mut self, name: &str, fields: &str) -> Result<(), Error> {
        let operation = by_name(name);
        let width = if self.wide { Width::A64 } else { Width::A16 };
        let mut table = Table::new(operation.layout(), width);
        for pair in fields.split_whitespace() {
            let (field, value) = pair.split_once('=').expect("field=value");
            let value = match Unit::by_name(value) {
                Some(unit) => unit.code(),
                None => value.strip_prefix("0x").map_or_else(
                    || value.parse().expect("a number"),
                    |hex| u64::from_str_radix(hex, 16).expect("a number"),
                ),
            };
            table.set(field, value).unwrap_or_else(|error| panic!("{name} {pair}: {error:?}"));
        }
        let plan = plan(operation, &mut Request::new(&table, &self.profile, false))?;
        let all = plan.reads.iter().chain(&plan.writes);
        if all.clone().any(|region| !region.fits(width)) {
            return Err(Error::new(Kind::AddressRange, ""));
        }
        let read: Vec<_> = plan.reads.iter().map(|region| region.read(&self.memory)).collect();
        let environment = Environment { profile: &self.profile, seed: 0, drawn: 0 };
        let done = (plan.work)(&read, &environment)?;
        assert_eq!(done.written.len(), plan.writes.len(), "{name}: regions");
        for (region, elements) in plan.writes.iter().zip(&done.written) {
            assert_eq!(region.count(), elements.len() as u128, "{name} {}", region.field);
            assert!(elements.iter().all(|x| x & !region.unit.mask() == 0), "{name}: low bits only");
            region.write(&mut self.memory, elements);
        }
        Ok(())
    }
}

fn by_name(name: &str) -> Operation {
    let row = TABLE.iter().find(|row| row.name == name);
    row.unwrap_or_else(|| panic!("no {name}")).operation
}

/// A number that the unit holds, as its element.
pub(super) fn element(unit: Unit, x: f64) -> u64 {
    match unit {
        Unit::Fp64 => x.to_bits(),
        Unit::Fp32 => (x as f32).to_bits().into(),
        Unit::Fp16 => {
            let from = Unit::Fp64.format().expect("a format");
            let to = Unit::Fp16.format().expect("a format");
            softfloat::convert_any(&from, &to, &softfloat::Env::IEEE, x.to_bits()).bits
        }
        _ => x as i128 as u64 & unit.mask(),
    }
}

/// The number of an element.
pub(super) fn number(unit: Unit, code: u64) -> f64 {
    match unit {
        Unit::Fp64 => f64::from_bits(code),
        Unit::Fp32 => f32::from_bits(code as u32).into(),
        Unit::Fp16 => {
            let from = Unit::Fp16.format().expect("a format");
            let to = Unit::Fp64.format().expect("a format");
            f64::from_bits(softfloat::convert_any(&from, &to, &softfloat::Env::IEEE, code).bits)
        }
        _ => unit.integer(code) as f64,
    }
}
