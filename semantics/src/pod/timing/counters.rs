//! What is counted.

use crate::pod::isa::{Direction, Float, Instruction, Operation, Packet, Precision, Space, Width};

/// What a run counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Packets that were issued; those that changed nothing, too.
    pub packets: u64,
    /// Up to the last issue.
    pub cycles: u64,
    /// Cycles spent waiting for operands or the divider (POD-D83).
    pub stalls: u64,
    /// Cycles in which a sys access waited for room in the remote request queue.
    pub queue_waits: u64,
    /// Cycles spent waiting for the host's round trips and fences.
    pub host_waits: u64,
    /// Floating-point operations of active PEs (POD-D69).
    pub flops: u64,
    /// Cycles in which links were active: north, east, west, south (POD-D67).
    pub links: [u64; 4],
    /// Bytes of active PEs that went to and came from system memory.
    pub sys_bytes: u64,
    /// Warnings, one for each packet and kind (POD-D87).
    pub warnings: u64,
    /// Packets that had to wait for an operand or the divider.
    pub hazards: u64,
}

/// Floating-point operations of an instruction in one PE (POD-D69).
#[must_use]
pub(crate) fn flops(instruction: &Instruction) -> u64 {
    match instruction.operation {
        Operation::Float(_, precision) | Operation::FloatCompare(_, precision) => {
            precision.lanes().into()
        }
        Operation::Fused(_, precision) => 2 * u64::from(precision.lanes()),
        Operation::HorizontalAdd(Precision::PackSp) => 4,
        Operation::HorizontalAdd(_) => 2,
        _ => 0,
    }
}

/// Cycles in which a packet keeps the links of each direction busy, if any PE is active. `block` is the longest block
/// transfer of a PE, in pieces.
pub(crate) fn links(packet: &Packet, block: u64, rows: u64, columns: u64) -> [u64; 4] {
    let mut active = [0; 4];
    let mut add = |direction: Direction, cycles| active[direction.code() as usize] += cycles;
    for instruction in packet.instructions() {
        match instruction.operation {
            Operation::Transfer(hop) | Operation::TransferXmm(hop) => add(hop.direction, 1),
            Operation::TransferBlock(direction, _) => add(direction, block),
            Operation::Load(_, _, space, _)
            | Operation::LoadXmm(_, space, _)
            | Operation::Store(_, space, _)
            | Operation::StoreXmm(_, space, _) => {
                let sweeps = sweeps(instruction.operation);
                let [east, north] = match space {
                    Space::PodRow => [columns - 1, 0],
                    Space::PodCol => [0, rows - 1],
                    Space::PodAll => [columns - 1, columns * rows - 1],
                    Space::Local | Space::Sys => [0, 0],
                };
                add(Direction::East, sweeps * east);
                add(Direction::North, sweeps * north);
            }
            _ => {}
        }
    }
    active
}

/// Whether an operation is one of those that the divider computes (POD-D82).
pub(crate) fn divides(operation: Operation) -> Option<Precision> {
    use crate::pod::isa::Unary;
    match operation {
        Operation::Float(Float::Div, precision)
        | Operation::Unary(Unary::Sqrt | Unary::RcpSqrt, precision) => Some(precision),
        _ => None,
    }
}

/// How often a pod access sweeps: loads out and back, stores of 16 bytes in two halves (POD-D66).
pub(crate) fn sweeps(operation: Operation) -> u64 {
    match operation {
        Operation::Load(..) | Operation::LoadXmm(..) | Operation::StoreXmm(Width::Pack, ..) => 2,
        _ => 1,
    }
}
