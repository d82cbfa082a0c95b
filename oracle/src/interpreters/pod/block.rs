//! Blocks: `copyblk` and `xferblk` (POD-D49 to D52, D78).

use super::Machine;
use super::machine::Stop;
use super::route::Place;
use super::write::Write;
use semantics::pod::FaultKind;
use semantics::pod::isa::{Direction, Instruction, Slot, Strided};

/// One block: where it is written, where it is read, how long it is.
#[derive(Clone, Copy, Debug)]
struct Block {
    left: u64,
    right: u64,
    size: u64,
}

impl Machine {
    /// The blocks of a PE: the strided side steps by ar11, the other by the size.
    fn blocks(&self, pe: usize, x: &Instruction, strided: Strided) -> impl Iterator<Item = Block> {
        let state = &self.pes[pe];
        let register = |n: u8| state.general[usize::from(n)];
        let (left, right, size) = (register(x.d), register(x.a), register(x.b_register()));
        let (count, stride) = match strided {
            Strided::No => (1, 0),
            Strided::Left | Strided::Right => (state.ar[10], state.ar[11]),
        };
        let count = if size == 0 { 0 } else { count };
        let step = |side| if strided == side { stride } else { size };
        let (left_step, right_step) = (step(Strided::Left), step(Strided::Right));
        (0..count).map(move |i| Block {
            left: left.wrapping_add(i.wrapping_mul(left_step)),
            right: right.wrapping_add(i.wrapping_mul(right_step)),
            size,
        })
    }

    pub(super) fn copy(
        &self,
        x: &Instruction,
        to_sys: bool,
        strided: Strided,
        writes: &mut Vec<Write>,
    ) -> Result<(), Stop> {
        for pe in self.active() {
            for Block { left, right, size } in self.blocks(pe, x, strided) {
                let address = if to_sys { right } else { left };
                self.whole(pe, address, size)?;
                writes.push(if to_sys {
                    Write::System(left, self.local_bytes(Place { pe, address }, size))
                } else {
                    Write::Local(pe, left, self.system_bytes(right, size))
                });
            }
        }
        Ok(())
    }

    /// Into the neighbour's memory, round the edge, too.
    pub(super) fn transfer(
        &self,
        x: &Instruction,
        direction: Direction,
        strided: Strided,
        writes: &mut Vec<Write>,
    ) -> Result<(), Stop> {
        for pe in self.active() {
            let to = self.neighbour(pe, direction, true).expect("there is one round the edge");
            for Block { left, right, size } in self.blocks(pe, x, strided) {
                self.whole(pe, left, size)?;
                self.whole(pe, right, size)?;
                let bytes = self.local_bytes(Place { pe, address: right }, size);
                writes.push(Write::Local(to, left, bytes));
            }
        }
        Ok(())
    }

    /// The bytes of local memories that the blocks of an instruction read: PE, first byte, how many.
    pub(super) fn block_reads(&self, x: &Instruction, strided: Strided) -> Vec<(usize, u64, u64)> {
        let of = |pe| self.blocks(pe, x, strided).map(move |block| (pe, block.right, block.size));
        self.active().into_iter().flat_map(of).collect()
    }

    fn whole(&self, pe: usize, address: u64, size: u64) -> Result<(), Stop> {
        let stop = Stop { kind: FaultKind::LocalRange, slot: Slot::M, pe };
        self.in_range(address, size).then_some(()).ok_or(stop)
    }
}
