//! Format M (E.3): accesses, `mov8`, and what the other files of this folder do.

use super::Machine;
use super::machine::Stop;
use super::route::{Message, Place};
use super::write::Write;
use semantics::pod::FaultKind;
use semantics::pod::isa::{Extend, Instruction, Operation, Size, Slot, Space, Width};

/// What an access does with its bytes.
#[derive(Clone, Copy)]
enum Access {
    Load(Size, Extend),
    LoadXmm,
    Store,
    StoreXmm,
}

impl Machine {
    pub(super) fn memory(&self, x: &Instruction, writes: &mut Vec<Write>) -> Result<(), Stop> {
        match x.operation {
            Operation::Load(size, extend, space, _) => {
                self.accesses(x, Access::Load(size, extend), space, size.bytes() as u64, writes)
            }
            Operation::Store(size, space, _) => {
                self.accesses(x, Access::Store, space, size.bytes() as u64, writes)
            }
            Operation::LoadXmm(width, space, _) => {
                self.accesses(x, Access::LoadXmm, space, bytes(width), writes)
            }
            Operation::StoreXmm(width, space, _) => {
                self.accesses(x, Access::StoreXmm, space, bytes(width), writes)
            }
            Operation::CopyBlock { to_sys, strided } => self.copy(x, to_sys, strided, writes),
            Operation::TransferBlock(direction, strided) => {
                self.transfer(x, direction, strided, writes)
            }
            Operation::FromAr => {
                for pe in self.active() {
                    writes.push(Write::General(pe, x.d, self.pes[pe].ar(x.a)));
                }
                Ok(())
            }
            Operation::ToAr => {
                for pe in self.active() {
                    writes.push(Write::Ar(pe, x.d, self.pes[pe].general[usize::from(x.a)]));
                }
                Ok(())
            }
            masks => {
                self.masks(masks, writes);
                Ok(())
            }
        }
    }

    /// Loads and stores of the active PEs, then the increments of their addresses (POD-D54).
    fn accesses(
        &self,
        x: &Instruction,
        access: Access,
        space: Space,
        size: u64,
        writes: &mut Vec<Write>,
    ) -> Result<(), Stop> {
        let mut messages = Vec::new();
        for pe in self.active() {
            let address = self.address(pe, x);
            let stores = matches!(access, Access::Store | Access::StoreXmm);
            let place = match space {
                Space::Sys => None,
                _ => Some(self.place(pe, space, address, size)?),
            };
            if stores {
                let bytes = self.stored(pe, x.d, access, size);
                match place {
                    None => writes.push(Write::System(address, bytes)),
                    Some(place) => messages.push(Message { from: pe, place, bytes }),
                }
                continue;
            }
            let read = match place {
                None => self.system_bytes(address, size),
                Some(place) => self.local_bytes(place, size),
            };
            writes.push(loaded(pe, x.d, access, &read));
        }
        for message in self.delivered(space, messages) {
            writes.push(Write::Local(message.place.pe, message.place.address, message.bytes));
        }
        if x.operation.increments() {
            for pe in self.active() {
                let state = &self.pes[pe].general;
                let sum = state[usize::from(x.a)].wrapping_add(state[usize::from(x.b_register())]);
                writes.push(Write::General(pe, x.a, sum));
            }
        }
        Ok(())
    }

    /// r2 + immed6 modulo 2^64, or r2 alone (POD-D76).
    fn address(&self, pe: usize, x: &Instruction) -> u64 {
        let base = self.pes[pe].general[usize::from(x.a)];
        if x.operation.increments() { base } else { base.wrapping_add(x.immediate() as u64) }
    }

    /// Whose memory an address means, and where in it (POD-D45); first the PE is looked at, then the range (POD-D72).
    fn place(&self, pe: usize, space: Space, address: u64, size: u64) -> Result<Place, Stop> {
        let stop = |kind| Stop { kind, slot: Slot::M, pe };
        if space == Space::Local {
            self.in_range(address, size).then_some(()).ok_or(stop(FaultKind::LocalRange))?;
            return Ok(Place { pe, address });
        }
        let own = (pe / self.columns, pe % self.columns);
        let named = ((address >> 24 & 15) as usize, (address >> 20 & 15) as usize);
        let (row, column) = match space {
            Space::PodCol => (named.0, own.1),
            Space::PodRow => (own.0, named.1),
            _ => named,
        };
        if row >= self.rows || column >= self.columns {
            return Err(stop(FaultKind::PeRange));
        }
        let address = address & 0xf_ffff;
        self.in_range(address, size).then_some(()).ok_or(stop(FaultKind::LocalRange))?;
        Ok(Place { pe: row * self.columns + column, address })
    }

    /// Whether all bytes lie in a local memory (POD-D46).
    pub(super) fn in_range(&self, address: u64, size: u64) -> bool {
        u128::from(address) + u128::from(size) <= self.pes[0].sram.len() as u128
    }

    pub(super) fn local_bytes(&self, place: Place, size: u64) -> Vec<u8> {
        let start = place.address as usize;
        self.pes[place.pe].sram[start..start + size as usize].to_vec()
    }

    /// Bytes that nobody wrote are 0 (POD-D77), and every address is modulo 2^64 (POD-D76).
    pub(super) fn system_bytes(&self, address: u64, size: u64) -> Vec<u8> {
        let byte = |i| self.system.get(&address.wrapping_add(i)).copied().unwrap_or(0);
        (0..size).map(byte).collect()
    }

    /// The low bytes of a register.
    fn stored(&self, pe: usize, n: u8, access: Access, size: u64) -> Vec<u8> {
        let state = &self.pes[pe];
        let value = match access {
            Access::StoreXmm => state.xmm[usize::from(n)],
            _ => u128::from(state.general[usize::from(n)]),
        };
        (0..size).map(|i| (value >> (8 * i)) as u8).collect()
    }
}

const fn bytes(width: Width) -> u64 {
    match width {
        Width::Scalar(size) => size.bytes() as u64,
        Width::Pack => 16,
    }
}

/// The register of bytes, the first lowest; of an xmm register the others are zeros (POD-D44).
fn loaded(pe: usize, n: u8, access: Access, bytes: &[u8]) -> Write {
    let value = bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte));
    let Access::Load(size, extend) = access else { return Write::Xmm(pe, n, value) };
    let negative = value >> (size.bits() - 1) & 1 == 1;
    let value = value as u64;
    Write::General(
        pe,
        n,
        match extend {
            Extend::Sign if negative => value | !size.mask(),
            _ => value,
        },
    )
}
