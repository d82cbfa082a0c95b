//! Block transfers: `copyblk` and `xferblk` (s. 2.3 of appendix E; POD-D49 to POD-D51, POD-D76, POD-D78).

use super::access::{fault, fits};
use super::effects::{Access, Effects, Fault, FaultKind, Warning};
use super::links::neighbour;
use crate::pod::isa::{AR_COUNT, AR_STRIDE, Direction, Hop, Instruction, Strided};
use crate::pod::state::{Array, MOST_PAGES, PAGE, Scratch, Shape, Side, Transfer};

/// The most bytes that a packet moves in blocks, over all PEs.
const MOST_BYTES: u64 = 1 << 28;
/// The most blocks of a packet, over all PEs.
const MOST_BLOCKS: u64 = 1 << 22;

impl Transfer {
    /// What the registers of a PE ask for; nothing where a block or the number of blocks is empty (POD-D78).
    fn of(array: &Array, m: &Instruction, strided: Strided, pe: usize) -> Option<Self> {
        let general = |n: u8| array.general(pe, n.into());
        let bytes = general(m.b_register());
        let (count, stride) = match strided {
            Strided::No => (1, bytes),
            _ => (array.ar(pe, AR_COUNT.into()), array.ar(pe, AR_STRIDE.into())),
        };
        let step = |side| if strided == side { stride } else { bytes };
        (bytes != 0 && count != 0).then(|| Self {
            pe,
            bytes,
            count,
            left: Side { base: general(m.d), step: step(Strided::Left) },
            right: Side { base: general(m.a), step: step(Strided::Right) },
        })
    }

    /// Tests that all blocks of a side lie in an SRAM.
    fn test(&self, shape: Shape, side: Side, owner: usize) -> Result<(), Fault> {
        let outside = |address: u64| {
            let what = format!(
                "a block of {} bytes at {address:#x} of PE {owner}, whose SRAM has {:#x} bytes",
                self.bytes, shape.sram
            );
            fault(FaultKind::LocalRange, self.pe, what)
        };
        let mut blocks = (0..self.count.min(MOST_BLOCKS + 1)).map(|at| side.block(at));
        match blocks.find(|address| !fits(shape, *address, self.bytes)) {
            Some(address) => Err(outside(address)),
            None => Ok(()),
        }
    }
}

/// Adds up what a packet moves.
#[derive(Default)]
struct Total {
    blocks: u64,
    bytes: u64,
    pages: u64,
}

impl Total {
    /// Takes a PE's transfer, which may write this side of system memory.
    fn add(&mut self, blocks: &Transfer, written: Option<Side>) -> Result<(), Fault> {
        self.blocks = self.blocks.saturating_add(blocks.count);
        self.bytes = self.bytes.saturating_add(blocks.bytes.saturating_mul(blocks.count));
        if let Some(side) = written {
            let page = PAGE as u64;
            let each = (blocks.bytes / page + 2).saturating_mul(blocks.count);
            let all =
                side.step.saturating_mul(blocks.count).saturating_add(blocks.bytes) / page + 2;
            self.pages = self.pages.saturating_add(each.min(all));
        }
        if self.blocks <= MOST_BLOCKS && self.bytes <= MOST_BYTES && self.pages <= MOST_PAGES {
            return Ok(());
        }
        let what = format!(
            "{} blocks of {} bytes: a packet moves at most {MOST_BLOCKS} blocks and {MOST_BYTES} bytes, and \
             system memory has at most {MOST_PAGES} pages",
            blocks.count, blocks.bytes
        );
        Err(fault(FaultKind::Limit, blocks.pe, what))
    }
}

/// Tests a `copyblk` and reads its registers.
pub(super) fn plan_copy(
    array: &Array,
    m: &Instruction,
    to_sys: bool,
    strided: Strided,
    scratch: &mut Scratch,
    effects: &mut Effects,
) -> Result<(), Fault> {
    scratch.transfers.clear();
    let mut total = Total { pages: array.system.pages() as u64, ..Total::default() };
    for pe in array.active() {
        let Some(own) = Transfer::of(array, m, strided, pe) else { continue };
        let (local, sys) = if to_sys { (own.right, own.left) } else { (own.left, own.right) };
        own.test(array.shape, local, pe)?;
        total.add(&own, to_sys.then_some(sys))?;
        let dense = sys.step == own.bytes;
        let (count, bytes) =
            if dense { (1, own.bytes * own.count) } else { (own.count, own.bytes) };
        effects.accesses.extend((0..count).map(|at| Access {
            pe: pe as u16,
            address: sys.block(at),
            bytes,
            write: to_sys,
            block: true,
        }));
        scratch.transfers.push(own);
    }
    Ok(())
}

/// Tests an `xferblk` and reads its registers and its bytes.
pub(super) fn plan_transfer(
    array: &Array,
    m: &Instruction,
    direction: Direction,
    strided: Strided,
    scratch: &mut Scratch,
    effects: &mut Effects,
) -> Result<(), Fault> {
    let Scratch { transfers: all, bytes, .. } = scratch;
    all.clear();
    bytes.clear();
    let mut total = Total::default();
    for pe in array.active() {
        let Some(own) = Transfer::of(array, m, strided, pe) else { continue };
        own.test(array.shape, own.right, pe)?;
        own.test(array.shape, own.left, to(array, direction, pe))?;
        total.add(&own, None)?;
        effects.block_bytes = effects.block_bytes.max(own.bytes * own.count);
        all.push(own);
    }
    for own in all.iter() {
        for at in 0..own.count {
            let from = own.right.block(at) as usize;
            bytes.extend_from_slice(&array.sram(own.pe)[from..][..own.bytes as usize]);
        }
    }
    let overlap = all.iter().any(|own| {
        let target = to(array, direction, own.pe);
        let reader = all.binary_search_by_key(&target, |other| other.pe);
        reader.is_ok_and(|at| overlaps(own, &all[at]))
    });
    if overlap {
        effects.warnings.insert(Warning::Overlap);
    }
    Ok(())
}

/// The PE to which an `xferblk` goes: it always wraps.
fn to(array: &Array, direction: Direction, pe: usize) -> usize {
    neighbour(array.shape, pe, Hop { direction, wrap: true }).unwrap_or(pe)
}

/// Whether a block that `writer` writes shares a byte with one that `reader` reads in the same SRAM.
fn overlaps(writer: &Transfer, reader: &Transfer) -> bool {
    // A dense side is one block.
    let of = |b: &Transfer, side: Side| {
        if side.step == b.bytes { (1, b.bytes * b.count) } else { (b.count, b.bytes) }
    };
    let (writes, reads) = (of(writer, writer.left), of(reader, reader.right));
    (0..writes.0).any(|w| {
        let left = writer.left.block(w);
        (0..reads.0).any(|r| {
            let right = reader.right.block(r);
            left < right + reads.1 && right < left + writes.1
        })
    })
}

/// Writes the blocks of a `copyblk`: by PE, so that the highest wins (POD-D52).
pub(super) fn copy(array: &mut Array, scratch: &Scratch, to_sys: bool) {
    let sram = array.shape.sram as usize;
    for own in &scratch.transfers {
        let start = own.pe * sram;
        for at in 0..own.count {
            let (left, right) = (own.left.block(at), own.right.block(at));
            let bytes = own.bytes as usize;
            if to_sys {
                array.system.write(left, &array.sram[start + right as usize..][..bytes]);
            } else {
                array.system.read(right, &mut array.sram[start + left as usize..][..bytes]);
            }
        }
    }
}

/// Writes the bytes of an `xferblk`.
pub(super) fn transfer(array: &mut Array, scratch: &Scratch, direction: Direction) {
    let mut rest = &scratch.bytes[..];
    for own in &scratch.transfers {
        let target = to(array, direction, own.pe);
        for at in 0..own.count {
            let (block, behind) = rest.split_at(own.bytes as usize);
            let left = own.left.block(at) as usize;
            array.sram_mut(target)[left..][..block.len()].copy_from_slice(block);
            rest = behind;
        }
    }
}
