//! `xdsa.*`: one instruction of xDSA on the smallest tensors, by the plain interpreter: its table and its operands stand in memory, and the
//! result is read from there.

mod operands;
mod table;

use super::options::Options;
use super::{Outcome, Reference};
use crate::interpreters::xdsa::{Memory, Settings, State, run};
use operands::{Tensor, constants, results, sources};
use semantics::xdsa::isa::{Group, Instruction, Operation, Sync, Table, Unit, Width, Word};

pub(super) const REFERENCE: Reference = Reference { name: "xdsa", evaluate };

/// Where the table lies.
const TABLE: u64 = 0x100;

/// An instruction, the unit of its sources, the unit of its destination, and the options.
#[derive(Clone, Copy)]
struct Case<'a> {
    operation: Operation,
    unit: Unit,
    des: Unit,
    options: Options<'a>,
}

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (name, unit) = id.strip_prefix("xdsa.")?.rsplit_once('.')?;
    let operation = Operation::by_name(name)?;
    let unit = Unit::by_name(unit)?;
    let options = options.only(&["n", "sat", "rnd", "dir", "tsgn", "des"])?;
    let with = |des: Unit| Case { operation, unit, des, options }.run(operands);
    let out = match options.value("des") {
        // Code 0 is no unit for FFT and IFFT, which then have the source's.
        Some("uint4") if operation.row().group == Group::Signal => None,
        Some(des) => with(Unit::by_name(des)?),
        // The sources' unit, or where the destination can't have it, the first that it can have.
        None => std::iter::once(unit).chain(Unit::ALL).find_map(with),
    };
    Some(Outcome { out: out?, flag: None })
}

impl Case<'_> {
    /// Elements of `n`.
    fn count(&self) -> Option<u64> {
        self.options.value("n").unwrap_or("4").parse().ok()
    }

    /// The unit of multipliers and addends.
    fn wide(&self) -> Unit {
        if self.unit.is_float() { Unit::Fp32 } else { Unit::Sint32 }
    }

    /// The elements of all destinations; none where the instruction ends with an error.
    fn run(&self, operands: &[Vec<u64>]) -> Option<Vec<u64>> {
        let layout = self.operation.layout();
        let mut table = Table::new(layout, Width::A32);
        let mut address = TABLE;
        for field in layout.fields.iter() {
            address += 0x1000;
            let value = match field.is_address() {
                true if table::is_absent(self.operation, field.name) => 0,
                true => address,
                false => table::value(self, field.name)?,
            };
            table.set(field.name, value).ok()?;
        }
        let (sources, constants) = (sources(self), constants(self.operation));
        if operands.len() != sources.len() + constants.len() {
            return None;
        }
        let (tensors, values) = operands.split_at(sources.len());
        for (name, value) in constants.iter().zip(values) {
            table.set(name, *value.first()?).ok()?;
        }
        let mut state = State::default();
        for (Tensor { field, unit, count }, elements) in sources.iter().zip(tensors) {
            if *count != elements.len() as u64 {
                return None;
            }
            store(&mut state.memory, table.get(field), *unit, elements);
        }
        state.memory.write(TABLE, &table.bytes());
        let (width, sync) = (Width::A32, Sync::default());
        let instruction = Instruction { operation: self.operation, width, sync, descriptor: TABLE };
        let settings = Settings { defaults: true, ..Settings::default() };
        run(&[vec![instruction.word(), Word::END]], &mut state, &settings).ok()?;
        let result = |Tensor { field, unit, count }: Tensor| {
            (0..count).map(|i| load(&state.memory, table.get(field), unit, i)).collect::<Vec<u64>>()
        };
        Some(results(self).into_iter().flat_map(result).collect())
    }
}

/// Puts elements into memory: two of 4 bits to a byte, the first below; others with their low bytes first (XDSA-D01, D18).
fn store(memory: &mut Memory, address: u64, unit: Unit, elements: &[u64]) {
    let bytes: Vec<u8> = match unit.bits() {
        4 => {
            let pair = |pair: &[u64]| pair.iter().rev().fold(0, |b, e| b << 4 | (*e as u8 & 15));
            elements.chunks(2).map(pair).collect()
        }
        bits => {
            let bytes = bits as usize / 8;
            elements.iter().flat_map(|e| e.to_le_bytes().into_iter().take(bytes)).collect()
        }
    };
    memory.write(address, &bytes);
}

/// An element in memory.
fn load(memory: &Memory, address: u64, unit: Unit, i: u64) -> u64 {
    if unit.bits() == 4 {
        return u64::from(memory.byte(address + i / 2) >> (i % 2 * 4) & 15);
    }
    let bytes = u64::from(unit.bits()) / 8;
    (0..bytes).rev().fold(0, |all, k| all << 8 | u64::from(memory.byte(address + i * bytes + k)))
}
