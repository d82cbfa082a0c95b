//! One instruction at work: the fields of its table, elements of memory, and what it writes.
//!
//! Faults are noted and not raised: at the end the first in the order of XDSA-D106 counts. [`Case::check`] ends an
//! instruction early, where fields are wrong so that nothing can be computed. All writes wait until the end, so that
//! sources are read before any write (XDSA-D20), and nothing is written if there is a fault (XDSA-D71).

use super::memory::{Memory, Write, writes};
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Table, Unit, Width};

/// An address, wide enough for every sum of strides.
pub(super) type Address = u128;

/// The order of channels in memory (XDSA-D21).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Nhwc,
    Nchw,
}

/// An instruction at work.
#[derive(Debug)]
pub(super) struct Case<'a> {
    pub(super) operation: Operation,
    pub(super) width: Width,
    table: Table,
    memory: &'a Memory,
    lenient: bool,
    /// The seed of the machine (XDSA-D67).
    pub(super) seed: u64,
    /// How many random instructions this core has executed.
    pub(super) drawn: u64,
    fault: Option<Kind>,
    writes: Vec<Write>,
    /// Where a branch goes to.
    pub(super) target: Option<u64>,
}

/// The place of a kind in the order of XDSA-D106, from the table on.
fn rank(kind: Kind) -> usize {
    const ORDER: [Kind; 11] = [
        Kind::ReservedBits,
        Kind::ReservedCode,
        Kind::UnitNotAllowed,
        Kind::BadLength,
        Kind::BadDimension,
        Kind::TooLarge,
        Kind::AddressRange,
        Kind::IndexRange,
        Kind::DestinationOverlap,
        Kind::KeyOverflow,
        Kind::BadTarget,
    ];
    ORDER.iter().position(|other| *other == kind).unwrap_or(ORDER.len())
}

impl<'a> Case<'a> {
    pub(super) fn new(
        operation: Operation,
        table: Table,
        memory: &'a Memory,
        lenient: bool,
        [seed, drawn]: [u64; 2],
    ) -> Self {
        let width = table.width();
        let fault = (table.has_reserved() && !lenient).then_some(Kind::ReservedBits);
        Self {
            operation,
            width,
            table,
            memory,
            lenient,
            seed,
            drawn,
            fault,
            writes: Vec::new(),
            target: None,
        }
    }

    /// Notes a fault.
    pub(super) fn fault(&mut self, kind: Kind) {
        if self.fault.is_none_or(|old| rank(kind) < rank(old)) {
            self.fault = Some(kind);
        }
    }

    /// Notes a fault if a condition does not hold.
    pub(super) fn require(&mut self, holds: bool, kind: Kind) {
        if !holds {
            self.fault(kind);
        }
    }

    /// Ends the instruction if there is a fault.
    pub(super) fn check(&self) -> Result<(), Kind> {
        self.fault.map_or(Ok(()), Err)
    }

    /// What it writes, in order.
    pub(super) fn finish(self) -> Vec<Write> {
        self.writes
    }

    // Fields.

    /// A field; 0 where the layout has no such field.
    pub(super) fn field(&self, name: &str) -> u64 {
        self.table.get(name)
    }

    /// Whether the layout has this field.
    pub(super) fn has(&self, name: &str) -> bool {
        self.table.layout().field(name).is_some()
    }

    /// A field that holds an address, or the low A bits of one that may (XDSA-D89).
    pub(super) fn address(&self, name: &str) -> Address {
        u128::from(self.field(name)) % self.width.space()
    }

    /// A field that holds the code of a unit: `ReservedCode`.
    pub(super) fn unit(&mut self, name: &str) -> Unit {
        let unit = self.table.unit(name);
        self.require(unit.is_some(), Kind::ReservedCode);
        unit.unwrap_or(Unit::Uint8)
    }

    /// A unit that must be floating: `UnitNotAllowed`.
    pub(super) fn float(&mut self, name: &str) -> Unit {
        let unit = self.unit(name);
        if self.table.unit(name).is_some() {
            self.require(unit.is_float(), Kind::UnitNotAllowed);
        }
        if unit.is_float() { unit } else { Unit::Fp32 }
    }

    /// A unit that must be of integers: `UnitNotAllowed`.
    pub(super) fn integer(&mut self, name: &str) -> Unit {
        let unit = self.unit(name);
        self.require(!unit.is_float(), Kind::UnitNotAllowed);
        if unit.is_float() { Unit::Uint8 } else { unit }
    }

    /// A code below a limit: `ReservedCode`.
    pub(super) fn code(&mut self, name: &str, limit: u64) -> u64 {
        let code = self.field(name);
        self.require(code < limit, Kind::ReservedCode);
        code
    }

    /// `data_format`.
    pub(super) fn order(&mut self, name: &str) -> Order {
        if self.code(name, 2) == 0 { Order::Nhwc } else { Order::Nchw }
    }

    /// A length: 0 is `BadLength`.
    pub(super) fn length(&mut self, name: &str) -> u64 {
        let length = self.field(name);
        self.require(length > 0, Kind::BadLength);
        length
    }

    /// A size: 0 is `BadDimension`.
    pub(super) fn size(&mut self, name: &str) -> u64 {
        let size = self.field(name);
        self.require(size > 0, Kind::BadDimension);
        size
    }

    /// A flag without a meaning here: `ReservedBits` if it is set, in strict mode.
    pub(super) fn zero(&mut self, name: &str) {
        let zero = self.field(name) == 0;
        self.require(zero || self.lenient, Kind::ReservedBits);
    }

    /// The unit of indexes (XDSA-D24).
    pub(super) fn index_unit(&self) -> Unit {
        self.width.index()
    }

    // Memory.

    /// The bytes of so many elements.
    pub(super) fn bytes(unit: Unit, count: u128) -> u128 {
        count.saturating_mul(u128::from(unit.bits())).div_ceil(8)
    }

    /// The footprint of a dense tensor that is read or written: `AddressRange` if it leaves the space.
    pub(super) fn span(&mut self, address: Address, unit: Unit, count: u128) {
        self.range(address, Self::bytes(unit, count));
    }

    /// So many bytes from an address on, likewise.
    pub(super) fn range(&mut self, address: Address, bytes: u128) {
        let inside = address.saturating_add(bytes) <= self.width.space();
        self.require(bytes == 0 || inside, Kind::AddressRange);
    }

    /// Two destinations of these bytes: `DestinationOverlap`.
    pub(super) fn apart(&mut self, a: (Address, u128), b: (Address, u128)) {
        let overlap = a.0 < b.0.saturating_add(b.1) && b.0 < a.0.saturating_add(a.1);
        self.require(!overlap, Kind::DestinationOverlap);
    }

    /// Element `index` of the tensor of a unit at an address; 0 outside of the space.
    pub(super) fn read(&self, address: Address, unit: Unit, index: u64) -> u64 {
        let address = u64::try_from(address).unwrap_or(u64::MAX);
        self.memory.element(address, unit, index)
    }

    /// Writes an element, when the instruction ends.
    pub(super) fn write(&mut self, address: Address, unit: Unit, index: u64, element: u64) {
        let address = u64::try_from(address).unwrap_or(u64::MAX);
        self.writes.extend(writes(address, unit, index, element));
    }

    /// Copies an element's bits.
    pub(super) fn copy(&mut self, from: (Address, u64), to: (Address, u64), unit: Unit) {
        let element = self.read(from.0, unit, from.1);
        self.write(to.0, unit, to.1, element);
    }
}
