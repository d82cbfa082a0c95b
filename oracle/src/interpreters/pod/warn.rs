//! The warnings that are counted: one a packet and kind (POD-D87).

use super::Machine;
use super::write::Write;
use semantics::pod::isa::{Direction, Instruction, Operation, Packet, Space};

impl Machine {
    /// How many kinds a packet deserves; follows the depth of masks.
    pub(super) fn warnings(&mut self, packet: &Packet, writes: &[Write]) -> u64 {
        let deep = packet.instructions().any(|x| self.too_deep(x.operation));
        let kinds = [
            double_write(packet),
            self.several_writers(packet),
            deep,
            self.overlap(packet, writes),
            directions_differ(packet),
        ];
        kinds.into_iter().map(u64::from).sum()
    }

    /// POD-D22
    fn several_writers(&self, packet: &Packet) -> bool {
        packet.instructions().any(|x| x.operation == Operation::ToBuffer) && self.active().len() > 1
    }

    /// POD-D24: a push or a pop leaves more than 63 levels, or fewer than none.
    fn too_deep(&mut self, operation: Operation) -> bool {
        self.depth += match operation {
            Operation::PushMask { .. } => 1,
            Operation::PopMask => -1,
            _ => return false,
        };
        self.depth < 0 || self.depth > 63
    }

    /// POD-D51: a byte that one block writes is one that another reads.
    fn overlap(&self, packet: &Packet, writes: &[Write]) -> bool {
        packet.instructions().any(|x| {
            let Operation::TransferBlock(_, strided) = x.operation else { return false };
            let reads = self.block_reads(x, strided);
            writes.iter().any(|write| {
                let Write::Local(pe, start, bytes) = write else { return false };
                let (start, end) = (u128::from(*start), u128::from(*start) + bytes.len() as u128);
                reads.iter().any(|(of, first, size)| {
                    let (first, last) =
                        (u128::from(*first), u128::from(*first) + u128::from(*size));
                    pe == of && first < end && start < last
                })
            })
        })
    }
}

/// POD-D05
fn double_write(packet: &Packet) -> bool {
    let mut written: Vec<(char, u8)> = packet.instructions().flat_map(written_registers).collect();
    let count = written.len();
    written.sort_unstable();
    written.dedup();
    written.len() < count
}

/// `r` or `x`, and the number, of every register that an instruction names as one that it writes.
fn written_registers(x: &Instruction) -> Vec<(char, u8)> {
    use Operation as O;
    let named = match x.operation {
        O::Nop(_) | O::Compare(_) | O::BitTest | O::ToBuffer => None,
        O::Store(..) | O::StoreXmm(..) | O::CopyBlock { .. } | O::TransferBlock(..) => None,
        O::ToAr | O::PushMask { .. } | O::SetTopMask { .. } | O::PopMask => None,
        O::LoadXmm(..) => Some(('x', x.d)),
        operation if operation.slot() == semantics::pod::isa::Slot::X => Some(('x', x.d)),
        _ => Some(('r', x.d)),
    };
    let incremented = x.operation.increments().then_some(('r', x.a));
    named.into_iter().chain(incremented).collect()
}

/// POD-D74: the users of the links don't all go the same way.
fn directions_differ(packet: &Packet) -> bool {
    use Direction::{East, North};
    let space = |space| match space {
        Space::PodRow => vec![East],
        Space::PodCol => vec![North],
        Space::PodAll => vec![North, East],
        Space::Local | Space::Sys => vec![],
    };
    let ways = |x: &Instruction| match x.operation {
        Operation::Transfer(hop) | Operation::TransferXmm(hop) => vec![hop.direction],
        Operation::TransferBlock(direction, _) => vec![direction],
        Operation::Load(_, _, s, _)
        | Operation::Store(_, s, _)
        | Operation::LoadXmm(_, s, _)
        | Operation::StoreXmm(_, s, _) => space(s),
        _ => vec![],
    };
    let users: Vec<_> = packet.instructions().map(ways).filter(|ways| !ways.is_empty()).collect();
    users.iter().any(|ways| *ways != users[0])
}
