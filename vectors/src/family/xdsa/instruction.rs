//! One instruction as a function of the elements that it reads: an operand table from a recipe, and the plan and work of the machine.

use super::recipe;
use crate::registry::rules::SAT;
use crate::registry::{Form, List, Options, Setting, Shape};
use functions::Undecided;
use semantics::xdsa::exec::{Environment, Plan, Profile, Request, plan};
use semantics::xdsa::isa::{Operation, Table, Unit, Width};
use softfloat::{Flags, Overflow};

/// An instruction on elements of a unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction {
    pub(super) operation: Operation,
    pub(super) unit: Unit,
}

/// An instruction under a choice of options.
#[derive(Clone, Debug)]
pub(super) struct Prepared {
    operation: Operation,
    pub(super) table: Table,
    /// Fields that are operands, behind what is read from memory.
    pub(super) fields: Vec<(&'static str, Unit)>,
}

/// Addresses of operands are so far apart.
const APART: u64 = 0x1000;

impl Instruction {
    /// The table; none where the instruction does not take such elements.
    pub(super) fn prepare(self, o: &Options) -> Option<Prepared> {
        self.with(o, o.get(&DES).or_else(|| self.own(o))?)
    }

    /// The destination's unit where none is chosen: that of the sources, or where it can't be, the first that can.
    fn own(self, o: &Options) -> Option<Unit> {
        let units = std::iter::once(self.unit).chain(Unit::ALL);
        units.into_iter().find(|unit| self.with(o, *unit).is_some())
    }

    /// The table with this unit of the destination.
    pub(super) fn with(self, o: &Options, des: Unit) -> Option<Prepared> {
        let recipe = recipe::of(self.operation, self.unit)?;
        let layout = self.operation.layout();
        let mut prepared = Prepared {
            operation: self.operation,
            table: Table::new(layout, Width::A32),
            fields: Vec::new(),
        };
        let addresses = (1..).map(|i| i * APART);
        let items = recipe.split_ascii_whitespace().map(|item| item.split_once('='));
        let items: Vec<(&str, &str)> = items.collect::<Option<_>>()?;
        for (field, address) in layout.fields.iter().zip(addresses) {
            if field.is_address() && !items.iter().any(|(name, _)| *name == field.name) {
                prepared.table.set(field.name, address).ok()?;
            }
        }
        for (name, value) in items {
            let field = layout.field(name)?;
            match value.strip_prefix('@') {
                Some(unit) => prepared.fields.push((field.name, self.operand(unit, des)?)),
                None => prepared.table.set(name, self.value(value, o, des)?).ok()?,
            }
        }
        prepared.plan().is_some().then_some(prepared)
    }

    /// The unit of a field that is an operand.
    fn operand(self, name: &str, des: Unit) -> Option<Unit> {
        let short = |unit: Unit| if unit.is_float() { Unit::Fp16 } else { Unit::Sint16 };
        match name {
            "W" => Some(self.wide()),
            "U16" => Some(short(self.unit)),
            "D16" => Some(short(des)),
            _ => Unit::by_name(name),
        }
    }

    fn value(self, value: &str, o: &Options, des: Unit) -> Option<u64> {
        Some(match value {
            "U" => self.unit.code(),
            "D" => des.code(),
            "W" => self.wide().code(),
            "n" => o.get(&N) as u64,
            "sat" => (o.get(&SAT) != Overflow::Ieee).into(),
            "rnd" => o.get(&RND).into(),
            "dir" => o.get(&DIR).into(),
            "tsgn" => o.get(&TSGN).into(),
            _ => match (Unit::by_name(value), value.strip_prefix("0x")) {
                (Some(unit), _) => unit.code(),
                (None, Some(hex)) => u64::from_str_radix(hex, 16).ok()?,
                (None, None) => value.parse().ok()?,
            },
        })
    }

    /// The unit of multipliers and addends.
    const fn wide(self) -> Unit {
        if self.unit.is_float() { Unit::Fp32 } else { Unit::Sint32 }
    }
}

impl Prepared {
    /// What the machine plans for the table.
    pub(super) fn plan(&self) -> Option<Plan> {
        let profile = Profile::default();
        plan(self.operation, &mut Request::new(&self.table, &profile, false)).ok()
    }

    /// Operands: what is read from memory, then fields.
    pub(super) fn operands(&self) -> Vec<(&'static str, Shape)> {
        let plan = self.plan();
        let reads = plan.iter().flat_map(|plan| &plan.reads);
        let reads = reads.map(|read| (read.field, shape(read.unit, read.count() as usize)));
        let fields = self.fields.iter().map(|(name, unit)| (*name, shape(*unit, 1)));
        reads.chain(fields).collect()
    }

    /// Results: what is written.
    pub(super) fn results(&self) -> Vec<Shape> {
        let plan = self.plan();
        let writes = plan.iter().flat_map(|plan| &plan.writes);
        writes.map(|write| shape(write.unit, write.count() as usize)).collect()
    }

    /// The elements that are written. What the machine refuses is no result: the case stays open, and is named.
    pub(super) fn run(&self, x: &[u64], out: &mut [u64]) -> Result<Flags, Undecided> {
        self.try_run(x, out).ok_or(Undecided { bits: 0 })
    }

    fn try_run(&self, x: &[u64], out: &mut [u64]) -> Option<Flags> {
        let mut table = self.table.clone();
        let (memory, fields) = x.split_at(x.len().checked_sub(self.fields.len())?);
        for ((name, _), value) in self.fields.iter().zip(fields) {
            table.set(name, *value).ok()?;
        }
        let profile = Profile::default();
        let plan = plan(self.operation, &mut Request::new(&table, &profile, false)).ok()?;
        let mut rest = memory;
        let mut read = Vec::with_capacity(plan.reads.len());
        for region in &plan.reads {
            let (elements, behind) = rest.split_at_checked(region.count() as usize)?;
            read.push(elements.to_vec());
            rest = behind;
        }
        let environment = Environment { profile: &profile, seed: 0, drawn: 0 };
        let done = (plan.work)(&read, &environment).ok()?;
        let written = done.written.iter().flatten();
        out.iter_mut().zip(written).for_each(|(to, from)| *to = *from);
        Some(done.flags)
    }
}

/// So many elements of a unit.
fn shape(unit: Unit, len: usize) -> Shape {
    use softfloat::format::{
        Binary16, Binary32, Binary64, Int4, Int8, Int16, Int32, Int64, StaticFormat, Uint4, Uint8,
        Uint16, Uint32, Uint64,
    };
    let format = match unit {
        Unit::Uint4 => Uint4::FORMAT,
        Unit::Uint8 => Uint8::FORMAT,
        Unit::Uint16 => Uint16::FORMAT,
        Unit::Uint32 => Uint32::FORMAT,
        Unit::Uint64 => Uint64::FORMAT,
        Unit::Sint4 => Int4::FORMAT,
        Unit::Sint8 => Int8::FORMAT,
        Unit::Sint16 => Int16::FORMAT,
        Unit::Sint32 => Int32::FORMAT,
        Unit::Sint64 => Int64::FORMAT,
        Unit::Fp16 => Binary16::FORMAT,
        Unit::Fp32 => Binary32::FORMAT,
        Unit::Fp64 => Binary64::FORMAT,
    };
    Shape::many(format, len)
}

// The options of xDSA's instructions.

/// All of them.
pub(super) const OPTIONS: List = &[&N.row, &SAT.row, &DES.row, &RND.row, &DIR.row, &TSGN.row];

/// Elements.
pub(super) static N: Setting<usize> = Setting::terms("n", recipe::MOST, recipe::MOST);

/// The unit of the destination, where it is not the operation's own.
pub(super) static DES: Setting<Option<Unit>> = Setting::new(
    "des",
    Form::Words(&[
        "own", "uint4", "uint8", "uint16", "uint32", "uint64", "sint4", "sint8", "sint16",
        "sint32", "sint64", "fp16", "fp32", "fp64",
    ]),
    |at| at.checked_sub(1).and_then(|code| Unit::ALL.get(code).copied()),
);

/// The bit RND.
pub(super) static RND: Setting<bool> = Setting::switch("rnd").rounding();

/// The bit DIR.
pub(super) static DIR: Setting<bool> = Setting::switch("dir");

/// The bit TSGN.
pub(super) static TSGN: Setting<bool> = Setting::switch("tsgn");
