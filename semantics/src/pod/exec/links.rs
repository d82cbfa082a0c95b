//! The torus, and what two slots of a packet share: registers (POD-D05) and links (POD-D74).

use super::effects::{Warning, Warnings};
use crate::pod::isa::{Direction, Hop, Instruction, Kind, Operation, Packet, Slot, Space};
use crate::pod::state::Shape;

/// The PE to which a transfer goes; none where it would leave the array (POD-D01).
pub(super) const fn neighbour(shape: Shape, pe: usize, hop: Hop) -> Option<usize> {
    let (column, row) = shape.place(pe);
    let [columns, rows] = [shape.columns as usize, shape.rows as usize];
    let (leaves, column, row) = match hop.direction {
        Direction::North => (row + 1 == rows, column, (row + 1) % rows),
        Direction::East => (column + 1 == columns, (column + 1) % columns, row),
        Direction::South => (row == 0, column, (row + rows - 1) % rows),
        Direction::West => (column == 0, (column + columns - 1) % columns, row),
    };
    if leaves && !hop.wrap { None } else { Some(shape.pe(column, row)) }
}

/// The warnings that a packet has whatever the state is.
pub(super) fn warn(packet: &Packet, warnings: &mut Warnings) {
    let mut written = [None; 4];
    let mut users = 0;
    let mut directions = 0u8;
    for (slot, instruction) in packet.instructions().enumerate() {
        let own = writes(instruction);
        if own.iter().flatten().any(|w| written.contains(&Some(*w)))
            || own[0].is_some() && own[0] == own[1]
        {
            warnings.insert(Warning::DoubleWrite);
        }
        // The third instruction is of the M slot, and nothing follows.
        if slot < 2 {
            written[2 * slot..2 * slot + 2].copy_from_slice(&own);
        }
        let of = sent(instruction.operation);
        users += u32::from(of != 0);
        directions |= of;
    }
    if users > 1 && directions.count_ones() > 1 {
        warnings.insert(Warning::Directions);
    }
}

/// As [`Instruction::writes`] has it, which asks the list of forms: here an answer is wanted for every packet.
fn writes(instruction: &Instruction) -> [Option<(Kind, u8)>; 2] {
    let d = match (instruction.slot(), instruction.operation) {
        (
            _,
            Operation::Nop(_) | Operation::Compare(_) | Operation::BitTest | Operation::ToBuffer,
        ) => None,
        (Slot::G | Slot::L, _) | (_, Operation::Load(..) | Operation::FromAr) => {
            Some(Kind::General)
        }
        (Slot::X, _) | (_, Operation::LoadXmm(..)) => Some(Kind::Xmm),
        _ => None,
    };
    let increment = instruction.operation.increments().then_some((Kind::General, instruction.a));
    [d.map(|kind| (kind, instruction.d)), increment]
}

/// The directions in which an operation uses links, a bit each.
const fn sent(operation: Operation) -> u8 {
    const fn bit(direction: Direction) -> u8 {
        1 << direction.code()
    }
    match operation {
        Operation::Transfer(hop) | Operation::TransferXmm(hop) => bit(hop.direction),
        Operation::TransferBlock(direction, _) => bit(direction),
        Operation::Load(_, _, space, _)
        | Operation::Store(_, space, _)
        | Operation::LoadXmm(_, space, _)
        | Operation::StoreXmm(_, space, _) => match space {
            Space::PodAll => bit(Direction::East) | bit(Direction::North),
            Space::PodCol => bit(Direction::North),
            Space::PodRow => bit(Direction::East),
            Space::Local | Space::Sys => 0,
        },
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::writes;
    use crate::pod::isa::forms;

    #[test]
    fn the_quick_answer_is_the_answer() {
        for form in forms() {
            let instruction = form.instruction(3, 4, 5);
            let quick: Vec<_> = writes(&instruction).into_iter().flatten().collect();
            assert_eq!(quick, instruction.writes().collect::<Vec<_>>(), "{form}");
        }
    }
}
