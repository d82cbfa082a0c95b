//! One instruction: its operand table, its plan, what it reads, its work. What it writes is told, not written.

use super::Settings;
use crate::xdsa::exec::{self, Environment, Plan, Region, Request};
use crate::xdsa::isa::{Instruction, Operation, Standing, Table};
use crate::xdsa::{Error, Kind, Memory};
use softfloat::Flags;

/// What an instruction does.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    /// The regions that are read, with their elements.
    pub reads: Vec<(Region, Vec<u64>)>,
    /// The regions that are written, with their elements.
    pub writes: Vec<(Region, Vec<u64>)>,
    /// Where execution goes on, if not behind the instruction.
    pub target: Option<u64>,
    /// Exceptions of any element, for diagnosis (XDSA-D29).
    pub flags: Flags,
    /// Whether random numbers were drawn.
    pub draws: bool,
    /// How much work it was (XDSA-D120).
    pub effort: u64,
}

/// The operand table of an instruction.
///
/// # Errors
/// `UserDefined`; `AddressRange` of the descriptor or the table.
pub fn table(
    instruction: &Instruction,
    memory: &Memory,
    settings: &Settings,
) -> Result<Table, Error> {
    let Instruction { operation, width, descriptor, .. } = *instruction;
    let open = match operation.row().standing {
        Standing::Default => !settings.defaults,
        Standing::Hook => true,
        Standing::Specified | Standing::Partly => false,
    };
    if open && settings.hooks.get(operation).is_none() {
        return Err(user_defined(operation));
    }
    let layout = settings.hooks.layout(operation);
    let bytes = layout.bytes(width);
    if u128::from(descriptor) + bytes as u128 > width.space() {
        let message = format!(
            "the operand table of {bytes} bytes at {descriptor:#x} leaves the address space of {} bits",
            width.bits()
        );
        return Err(Error::new(Kind::AddressRange, message));
    }
    let mut held = vec![0; bytes];
    memory.read(descriptor, &mut held);
    Ok(Table::read(&layout, width, &held))
}

fn user_defined(operation: Operation) -> Error {
    let (section, code) = (operation.section(), operation.row().code);
    let name = operation.name();
    let right = if operation.is_default() { "a hook, or the default set" } else { "a hook" };
    Error::new(Kind::UserDefined, format!("{section} {code:04X} {name}; right: {right}"))
}

/// The plan of an instruction with this table, its regions looked at.
///
/// # Errors
/// What is wrong with fields or regions, in the order of XDSA-D106.
pub fn plan(operation: Operation, table: &Table, settings: &Settings) -> Result<Plan, Error> {
    let mut request = Request::new(table, &settings.profile, settings.lenient);
    let plan = match settings.hooks.get(operation) {
        Some(hook) => {
            request.check_gaps()?;
            hook.plan(&mut request)?
        }
        None => exec::plan(operation, &mut request)?,
    };
    request.done()?;
    let regions = || plan.reads.iter().chain(&plan.writes).chain(&plan.spans);
    let width = table.width();
    if let Some(region) = regions().find(|region| !region.fits(width)) {
        let Region { field, address, .. } = region;
        let message = format!(
            "{field}: {} elements of {} from {address:#x} on leave the address space of {} bits",
            region.count(),
            region.unit,
            width.bits()
        );
        return Err(Error::new(Kind::AddressRange, message));
    }
    let count = plan.reads.iter().chain(&plan.writes).map(Region::count);
    let count = count.fold(0, u128::saturating_add);
    if count > settings.profile.elements.into() {
        let message = format!(
            "the instruction takes {count} elements; right: at most {} (profile `elements`)",
            settings.profile.elements
        );
        return Err(Error::new(Kind::TooLarge, message));
    }
    Ok(plan)
}

/// Works an instruction out; `drawn` random instructions were executed before. Memory stays as it is.
///
/// # Errors
/// Everything but `KeyOverflow` and `BadTarget`.
pub fn evaluate(
    instruction: &Instruction,
    memory: &Memory,
    settings: &Settings,
    drawn: u64,
) -> Result<Effect, Error> {
    let operation = instruction.operation;
    let table = table(instruction, memory, settings)?;
    let Plan { reads, writes, distinct, draws, inner, work, .. } =
        plan(operation, &table, settings)?;
    let read: Vec<Vec<u64>> = reads.iter().map(|region| region.read(memory)).collect();
    let environment = Environment { profile: &settings.profile, seed: settings.seed, drawn };
    let done = work(&read, &environment)?;
    if distinct {
        overlap(&writes)?;
    }
    let count = reads.iter().chain(&writes).map(Region::count).fold(0, u128::saturating_add);
    let elements = u64::try_from(count).unwrap_or(u64::MAX);
    Ok(Effect {
        effort: exec::effort(operation.row().group, elements, inner),
        reads: reads.into_iter().zip(read).collect(),
        writes: writes.into_iter().zip(done.written).collect(),
        target: done.target,
        flags: done.flags,
        draws,
    })
}

impl Effect {
    /// Writes what the instruction writes.
    pub fn commit(&self, memory: &mut Memory) {
        for (region, elements) in &self.writes {
            region.write(memory, elements);
        }
    }
}

/// Destinations are dense, and share no byte (XDSA-D20, D105).
fn overlap(writes: &[Region]) -> Result<(), Error> {
    for (n, a) in writes.iter().enumerate() {
        for b in &writes[n + 1..] {
            if u128::from(a.address) < b.end() && u128::from(b.address) < a.end() {
                let message = format!(
                    "{} ({:#x} to {:#x}) and {} ({:#x} to {:#x}) overlap",
                    a.field,
                    a.address,
                    a.end() - 1,
                    b.field,
                    b.address,
                    b.end() - 1
                );
                return Err(Error::new(Kind::DestinationOverlap, message));
            }
        }
    }
    Ok(())
}
