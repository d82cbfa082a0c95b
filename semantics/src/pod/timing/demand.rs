//! What a packet wants and what it leaves: worked out once a packet, used each time that it is issued.

use super::counters::{self, divides, sweeps};
use super::parameters::Parameters;
use crate::pod::isa::{
    AR_COUNT, AR_FLAGS, AR_STRIDE, Arithmetic, Float, Instruction, Kind, Operation, Packet, Space,
    Strided,
};

/// Operands that a packet can wait for: registers, and the flags as one of them (POD-D81).
pub(super) const OPERANDS: usize = 97;
/// The flags.
pub(super) const FLAGS: u8 = 96;

fn operand((kind, number): (Kind, u8)) -> u8 {
    number
        + match kind {
            Kind::General => 0,
            Kind::Xmm => 32,
            Kind::Ar => 64,
        }
}

/// As people name it.
pub(super) fn name(operand: u8) -> String {
    match operand {
        FLAGS => "the flags".into(),
        n => format!(
            "{}{}",
            [Kind::General, Kind::Xmm, Kind::Ar][usize::from(n / 32)].prefix(),
            n % 32
        ),
    }
}

/// When a result is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ready {
    /// So many cycles after the issue.
    Behind(u64),
    /// When the memory model delivers it.
    Memory,
}

/// What a packet wants and what it leaves.
#[derive(Clone, Debug, Default)]
pub struct Demand {
    pub(super) reads: Vec<u8>,
    pub(super) writes: Vec<(u8, Ready)>,
    /// How long it holds the divider.
    pub(super) divider: Option<u64>,
    /// How long nothing else issues.
    pub(super) permutation: u64,
    /// Whether it uses the remote request queue.
    pub(super) sys: bool,
    pub(super) flops: u64,
    /// Cycles of links without those of blocks.
    pub(super) links: [u64; 4],
    /// The direction of a block transfer to a neighbour.
    pub(super) block: Option<usize>,
}

impl Demand {
    /// Of a packet on an array of so many columns and rows.
    #[must_use]
    pub fn of(packet: &Packet, parameters: &Parameters, columns: u32, rows: u32) -> Self {
        let (columns, rows) = (columns.into(), rows.into());
        let mut demand =
            Self { links: counters::links(packet, 0, rows, columns), ..Self::default() };
        for instruction in packet.instructions() {
            demand.flops += counters::flops(instruction);
            demand.reads.extend(instruction.reads().map(operand));
            demand.reads.extend(hidden_reads(instruction));
            let permutation = permutation(instruction, parameters, columns, rows);
            demand.permutation = demand.permutation.max(permutation);
            demand.sys |= is_sys(instruction.operation);
            if let Operation::TransferBlock(direction, _) = instruction.operation {
                demand.block = Some(direction.code() as usize);
            }
            if let Some(precision) = divides(instruction.operation) {
                demand.divider =
                    Some(division(instruction.operation, precision.is_double(), parameters));
            }
            demand.write(instruction, permutation, parameters);
        }
        demand
    }

    fn write(&mut self, instruction: &Instruction, permutation: u64, parameters: &Parameters) {
        let increments = instruction.operation.increments();
        let ready = ready(instruction.operation, permutation, parameters);
        for (n, register) in instruction.writes().enumerate() {
            // The address, which stands last, is there in the next cycle.
            let is_address = increments && (n == 1 || instruction.writes().count() == 1);
            self.writes
                .push((operand(register), if is_address { Ready::Behind(1) } else { ready }));
        }
        match instruction.operation {
            Operation::ToAr if instruction.d == AR_FLAGS => {
                self.writes.push((FLAGS, Ready::Behind(1)))
            }
            Operation::ToAr => {
                self.writes.push((operand((Kind::Ar, instruction.d)), Ready::Behind(1)))
            }
            Operation::Multiply => self.writes.push((FLAGS, ready)),
            Operation::Arithmetic(..)
            | Operation::Compare(_)
            | Operation::Logic(_)
            | Operation::Shift(_)
            | Operation::BitTest => self.writes.push((FLAGS, Ready::Behind(parameters.g_latency))),
            _ => {}
        }
    }
}

/// Flags and ar registers that no operand names (POD-D81).
fn hidden_reads(instruction: &Instruction) -> Vec<u8> {
    let ar = |n| operand((Kind::Ar, n));
    match instruction.operation {
        Operation::Arithmetic(Arithmetic::Adc | Arithmetic::Sbb, ..)
        | Operation::ConditionalMove(_)
        | Operation::PushMask { .. }
        | Operation::SetTopMask { .. } => vec![FLAGS],
        Operation::FromAr if instruction.a == AR_FLAGS => vec![FLAGS],
        Operation::CopyBlock { strided: Strided::Left | Strided::Right, .. }
        | Operation::TransferBlock(_, Strided::Left | Strided::Right) => {
            vec![ar(AR_COUNT), ar(AR_STRIDE)]
        }
        _ => Vec::new(),
    }
}

fn is_sys(operation: Operation) -> bool {
    match operation {
        Operation::Load(_, _, space, _)
        | Operation::LoadXmm(_, space, _)
        | Operation::Store(_, space, _)
        | Operation::StoreXmm(_, space, _) => space == Space::Sys,
        Operation::CopyBlock { .. } => true,
        _ => false,
    }
}

/// How long an instruction keeps the array from issuing (POD-D66, D83).
fn permutation(instruction: &Instruction, parameters: &Parameters, columns: u64, rows: u64) -> u64 {
    let space = match instruction.operation {
        Operation::Load(_, _, space, _)
        | Operation::LoadXmm(_, space, _)
        | Operation::Store(_, space, _)
        | Operation::StoreXmm(_, space, _) => space,
        _ => return 0,
    };
    let hops = match space {
        Space::PodAll => columns - 1 + columns * rows - 1,
        Space::PodRow => columns - 1,
        Space::PodCol => rows - 1,
        Space::Local | Space::Sys => return 0,
    };
    parameters.hop * hops * sweeps(instruction.operation)
}

fn division(operation: Operation, double: bool, parameters: &Parameters) -> u64 {
    match (matches!(operation, Operation::Float(Float::Div, _)), double) {
        (true, false) => parameters.div_sp,
        (true, true) => parameters.div_dp,
        (false, false) => parameters.sqrt_sp,
        (false, true) => parameters.sqrt_dp,
    }
}

/// When the destination is there.
fn ready(operation: Operation, permutation: u64, parameters: &Parameters) -> Ready {
    if let Some(precision) = divides(operation) {
        return Ready::Behind(division(operation, precision.is_double(), parameters));
    }
    Ready::Behind(match operation {
        Operation::Multiply => parameters.imul4_latency,
        Operation::Transfer(_) | Operation::TransferXmm(_) => parameters.xfer_latency,
        Operation::FloatCompare(..) => parameters.pfpcmp_latency,
        Operation::Load(_, _, Space::Sys, _) | Operation::LoadXmm(_, Space::Sys, _) => {
            return Ready::Memory;
        }
        Operation::Load(..) | Operation::LoadXmm(..) => permutation.max(parameters.load_latency),
        operation if operation.slot() == crate::pod::isa::Slot::X => parameters.x_latency,
        Operation::FromAr | Operation::MoveLong => 1,
        _ => parameters.g_latency,
    })
}
