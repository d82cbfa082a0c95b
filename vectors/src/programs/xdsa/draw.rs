//! An instruction that is being drawn: its table, and the memory that its operands get.

use super::values::{Style, element};
use crate::programs::choices::{Choices, chance, pick};
use semantics::xdsa::isa::{Operation, Table, Unit, Width};

/// Memory that operands get: 64 KiB for each width of addresses.
#[derive(Debug, Default)]
pub(super) struct Arena {
    /// Where the spaces of each width begin.
    pub(super) bases: [u64; 3],
    next: u64,
    /// The last places that were given.
    recent: Vec<u64>,
    /// What stands in memory before the run, the later on top.
    pub(super) memory: Vec<(u64, Vec<u8>)>,
    /// Whether something lies at the top.
    full: bool,
}

/// Bytes of an arena.
const SIZE: u64 = 1 << 16;

impl Arena {
    pub(super) fn new(c: &mut dyn Choices) -> Self {
        let bases = [
            0,
            pick(c, &[0, (1 << 32) - SIZE, 0x1234_5670]),
            pick(c, &[0, SIZE.wrapping_neg(), 0x0123_4567_89ab_cde0]),
        ];
        Self { bases, next: 0x100 + c.below(64), ..Self::default() }
    }

    /// An address of so many bytes that nothing else has, as long as there is room.
    pub(super) fn place(&mut self, c: &mut dyn Choices, width: Width, bytes: u64) -> u64 {
        let base = self.bases[width as usize];
        let bytes = bytes.clamp(1, SIZE);
        let top = SIZE - bytes;
        if !self.full && chance(c, 1, 24) {
            self.full = true;
            return base + top;
        }
        if self.next > top {
            self.next = 0;
        }
        let at = self.next.min(top);
        self.next = at + bytes + c.below(8);
        self.recent.push(at);
        base + at
    }

    /// A place for a table, which is never given again.
    pub(super) fn table(&mut self, c: &mut dyn Choices, width: Width, bytes: u64) -> u64 {
        let at = self.place(c, width, bytes);
        self.recent.pop();
        at
    }

    /// Another core: what was given before is not given to it.
    pub(super) fn core(&mut self) {
        self.recent.clear();
    }

    /// A place that was given before, as far as so many bytes fit.
    fn again(&mut self, c: &mut dyn Choices, width: Width, bytes: u64) -> Option<u64> {
        let first = self.recent.len().saturating_sub(4);
        let recent = self.recent.get(first..).filter(|recent| !recent.is_empty())?;
        let at = (pick(c, recent) + c.below(3)).min(SIZE.checked_sub(bytes)?);
        // What comes next lies behind it.
        self.next = self.next.max(at + bytes);
        Some(self.bases[width as usize] + at)
    }
}

/// An instruction that is being drawn.
pub(super) struct Draw<'a> {
    pub(super) c: &'a mut dyn Choices,
    pub(super) operation: Operation,
    pub(super) table: Table,
    pub(super) arena: &'a mut Arena,
    pub(super) style: Style,
}

impl Draw<'_> {
    /// Sets a field to the bits of a value that it has.
    pub(super) fn set(&mut self, name: &str, value: u64) {
        let width = self.table.width();
        let bits = self.table.layout().field(name).map_or(0, |field| field.bits(width));
        if bits > 0 {
            let _ = self.table.set(name, value & u64::MAX >> (64 - bits));
        }
    }

    /// Whether there is such a field.
    pub(super) fn has(&self, name: &str) -> bool {
        self.table.layout().field(name).is_some()
    }

    /// Sets a field to a number below a limit.
    pub(super) fn code(&mut self, name: &str, limit: u64) -> u64 {
        let code = self.c.below(limit);
        self.set(name, code);
        code
    }

    /// Sets a field to a small size.
    pub(super) fn size(&mut self, name: &str) -> u64 {
        let size = 1 + self.c.below(4) + if chance(self.c, 1, 8) { self.c.below(4) } else { 0 };
        self.set(name, size);
        size
    }

    /// Sets a field to a length.
    pub(super) fn length(&mut self, name: &str, most: u64) -> u64 {
        let length = 1 + self.c.below(most);
        self.set(name, length);
        length
    }

    /// Sets a field to a unit of a list.
    pub(super) fn unit(&mut self, name: &str, units: &[Unit]) -> Unit {
        let unit = pick(self.c, units);
        self.set(name, unit.code());
        unit
    }

    /// An element's bits.
    pub(super) fn element(&mut self, unit: Unit) -> u64 {
        element(self.c, unit, self.style)
    }

    /// Elements for a source.
    pub(super) fn source(&mut self, name: &str, unit: Unit, count: u64) {
        let width = self.table.width();
        let bytes = (count * u64::from(unit.bits())).div_ceil(8);
        if chance(self.c, 1, 8)
            && let Some(at) = self.arena.again(self.c, width, bytes)
        {
            self.set(name, at);
            return;
        }
        let elements: Vec<u64> = (0..count).map(|_| self.element(unit)).collect();
        self.given(name, unit, &elements);
    }

    /// These elements for a source.
    pub(super) fn given(&mut self, name: &str, unit: Unit, elements: &[u64]) {
        let bytes = bytes(unit, elements);
        let at = self.arena.place(self.c, self.table.width(), bytes.len() as u64);
        self.arena.memory.push((at, bytes));
        self.set(name, at);
    }

    /// A list of indexes into so many, from either end.
    pub(super) fn indexes(&mut self, name: &str, sizes: &[u64], count: u64) {
        let mut list = Vec::new();
        for _ in 0..count {
            for size in sizes {
                let index = self.c.below(*size);
                list.push(if chance(self.c, 1, 3) { index.wrapping_sub(*size) } else { index });
            }
        }
        self.given(name, self.table.width().index(), &list);
    }

    /// Room for a destination, with something in it. `shared`: it may lie where something else is.
    pub(super) fn destination(&mut self, name: &str, unit: Unit, count: u64, shared: bool) {
        let bytes = (count * u64::from(unit.bits())).div_ceil(8);
        self.room(name, bytes, shared);
    }

    /// So many bytes, likewise.
    pub(super) fn room(&mut self, name: &str, bytes: u64, shared: bool) {
        let width = self.table.width();
        let again = if shared && chance(self.c, 1, 6) {
            self.arena.again(self.c, width, bytes)
        } else {
            None
        };
        let at = again.unwrap_or_else(|| {
            let at = self.arena.place(self.c, width, bytes);
            let old = self.c.bits().to_le_bytes();
            let last = (bytes.max(1) - 1).min(SIZE);
            self.arena.memory.push((at + last, vec![old[0]]));
            at
        });
        self.set(name, at);
    }

    /// A field that holds an element, with anything above it where it has more bits.
    pub(super) fn immediate(&mut self, name: &str, unit: Unit) {
        let width = self.table.width();
        let bits = self.table.layout().field(name).map_or(0, |field| field.bits(width));
        let unit = match (unit.bits() <= bits, unit.is_float(), bits) {
            (true, ..) => unit,
            (false, true, 16) => Unit::Fp16,
            (false, true, _) => Unit::Fp32,
            (false, false, _) => Unit::Sint16,
        };
        let mut value = self.element(unit);
        if chance(self.c, 1, 2) && unit.bits() < bits {
            value |= self.c.bits() << unit.bits();
        } else if !unit.is_float() {
            value = unit.integer(value) as u64;
        }
        self.set(name, value);
    }
}

/// Elements as they stand in memory.
pub(super) fn bytes(unit: Unit, elements: &[u64]) -> Vec<u8> {
    if unit.bits() == 4 {
        let pair = |pair: &[u64]| {
            let high = pair.get(1).map_or(0, |high| high & 15);
            (pair[0] & 15 | high << 4) as u8
        };
        return elements.chunks(2).map(pair).collect();
    }
    let size = unit.bits() as usize / 8;
    elements.iter().flat_map(|element| element.to_le_bytes()[..size].to_vec()).collect()
}

/// Units of integers.
pub(super) const INTEGERS: &[Unit] = Unit::ALL.split_at(10).0;
/// Units of floating-point numbers.
pub(super) const FLOATS: &[Unit] = Unit::ALL.split_at(10).1;
/// All units.
pub(super) const ALL: &[Unit] = &Unit::ALL;
