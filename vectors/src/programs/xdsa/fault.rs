//! Tables and words with a fault, or with two.

use super::{Line, Program};
use crate::programs::choices::{Choices, chance, pick};
use semantics::xdsa::isa::{Field, Table};

/// Changes a program so that an instruction most likely ends with an error.
pub(super) fn fault(c: &mut dyn Choices, program: &mut Program) {
    let core = c.below(program.cores.len() as u64) as usize;
    let Some(last) = program.cores[core].len().checked_sub(2) else { return };
    let line = &mut program.cores[core][last];
    match c.below(16) {
        0 => word(c, line),
        1 => match c.below(4) {
            0 => program.defaults = false,
            1 => program.keys.push((0, 0, 255)),
            2 => line.sync = line.sync.fetching(3, 9, 1 + c.below(8) as u8),
            _ => {
                program.cores[core].pop();
            }
        },
        2 => {
            line.sync = line.sync.depositing(1, 7);
            program.keys.push((1, 7, 255));
        }
        3 => program.lenient = true,
        _ => {}
    }
    // The last instruction of one core alone: no other table is overwritten then.
    let single = program.cores.len() == 1;
    let line = program.cores[core].get_mut(last).filter(|_| single);
    if let Some((_, table)) = line.and_then(|line| line.table.as_mut()) {
        field(c, table);
        if chance(c, 1, 4) {
            field(c, table);
        }
    }
}

/// A word that cannot be decoded, or has another domain.
fn word(c: &mut dyn Choices, line: &mut Line) {
    let mut word = line.word();
    match c.below(5) {
        0 => word.did = pick(c, &[1, 2, 5, 6, 7, 8, 0x40, 0x7e, 0x80, 0xff]),
        1 => word.payload[0] ^= 1 << c.below(8),
        2 => word.payload[2] ^= 1 << c.below(8),
        3 => word.payload[7] ^= 1 << c.below(8),
        _ => word.payload[8 + c.below(8) as usize] ^= 0x80,
    }
    line.raw = Some(word);
}

fn names(table: &Table, take: impl Fn(&Field) -> bool) -> Vec<&'static str> {
    table.layout().fields.iter().filter(|field| take(field)).map(|field| field.name).collect()
}

fn set(table: &mut Table, name: &str, value: u64) {
    let bits = table.layout().field(name).map_or(0, |field| field.bits(table.width()));
    if bits > 0 {
        let _ = table.set(name, value & u64::MAX >> (64 - bits));
    }
}

/// A field that is wrong, or a bit that is reserved.
fn field(c: &mut dyn Choices, table: &mut Table) {
    let width = table.width();
    let units = names(table, Field::is_unit);
    let addresses = names(table, Field::is_address);
    let codes = names(table, |field| field.bits(width) <= 3 && !field.is_unit());
    let sizes =
        names(table, |field| !field.is_unit() && !field.is_address() && field.bits(width) > 3);
    let one =
        |c: &mut dyn Choices, names: &[&'static str]| (!names.is_empty()).then(|| pick(c, names));
    match c.below(8) {
        0 => {
            if let Some(name) = one(c, &units) {
                set(table, name, 13 + c.below(3));
            }
        }
        1 => {
            if let Some(name) = one(c, &units) {
                set(table, name, c.below(13));
            }
        }
        2 => {
            if let Some(name) = one(c, &addresses) {
                let behind = c.below(40);
                set(table, name, (width.space() - 1) as u64 - behind);
            }
        }
        3 => {
            if let Some(name) = one(c, &sizes) {
                set(table, name, 0);
            }
        }
        4 => {
            if let Some(name) = one(c, &sizes) {
                set(table, name, 1 + c.below(15));
            }
        }
        5 => {
            if let Some(name) = one(c, &codes) {
                set(table, name, c.below(8));
            }
        }
        6 => {
            if let (Some(name), Some(other)) = (one(c, &addresses), one(c, &addresses)) {
                let address = table.get(other).wrapping_add(c.below(3));
                set(table, name, address);
            }
        }
        _ => reserved(c, table),
    }
}

fn reserved(c: &mut dyn Choices, table: &mut Table) {
    let (layout, width) = (table.layout().clone(), table.width());
    let places = layout.gaps.iter().map(|gap| (gap.start.at(width), gap.bits.at(width)));
    let gaps: Vec<(u32, u32)> = places.filter(|(_, bits)| *bits > 0).collect();
    if gaps.is_empty() {
        return;
    }
    let (start, bits) = pick(c, &gaps);
    let at = start as usize + c.below(bits.into()) as usize;
    let mut bytes = table.bytes();
    if let Some(byte) = bytes.get_mut(at / 8) {
        *byte ^= 1 << (at % 8);
    }
    *table = Table::read(&layout, width, &bytes);
}
