//! Reading PE operands: addresses, words, constants, conversions (s. 3.6.1, 3.6.9.22 to .24).

use super::machine::{Machine, Pe, forward_index};
use super::number::{Options, Path, element, evaluate_one, join};
use super::{Stop, illegal};
use semantics::mncore2::isa::{
    Access, Bank, Constant, Convert, Cycles, Input, Modifier, Precision, Source,
};

/// A PE in a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    /// The MAB, by its number in the board.
    pub(super) mab: u16,
    /// The PE in it.
    pub(super) pe: usize,
    pub(super) cycle: usize,
}

impl At {
    /// The four PEs of a MAB in a cycle.
    pub(super) fn pes(mab: u16, cycle: usize) -> [Self; 4] {
        [0, 1, 2, 3].map(|pe| Self { mab, pe, cycle })
    }
}

impl Pe {
    /// The single-word address of an access in a cycle (s. 3.6.1.6): the sum of all that counts, and
    /// then what is misaligned cut off (MN-D50).
    pub(super) fn address(&self, at: At, access: &Access) -> Result<usize, Stop> {
        let size = usize::from(access.bank.words());
        let step = usize::from(access.width.words());
        let base = match access.cycles {
            Cycles::Stride { start, increment } => {
                usize::from(start) + usize::from(increment) * at.cycle
            }
            Cycles::Flat(list) => usize::from(list[at.cycle]),
        };
        let bar = if access.bank.is_lm() { self.bars[access.bank as usize].into() } else { 0 };
        let modifier = match access.modifier {
            Modifier::None => 0,
            // MN-D78
            Modifier::Within(last) if access.bank.is_lm() => {
                if at.pe <= usize::from(last) {
                    step
                } else {
                    0
                }
            }
            // MN-D48: the whole long word, of which the size lets the low bits matter.
            Modifier::Indirect if access.bank == Bank::Lm0 => {
                (self.t[at.cycle][0] % size as u64) as usize
            }
            _ => return illegal("a modifier that the memory does not have"),
        };
        let address = (bar + base + modifier) % size;
        Ok(address - address % step)
    }

    /// Reads a memory to the most significant side of the path (MN-D41).
    pub(super) fn read(&self, at: At, access: &Access) -> Result<Path, Stop> {
        let address = self.address(at, access)?;
        let bank = &self.banks[access.bank as usize];
        let words: Vec<u64> =
            (0..usize::from(access.width.words())).map(|w| bank[address + w].into()).collect();
        Ok(join(32, &words))
    }
}

impl Machine {
    /// Reads what is no constant.
    pub(super) fn read(&self, at: At, source: &Source) -> Result<Path, Stop> {
        let pe = &self.mab(at.mab)?.pes[at.pe];
        match source {
            Source::Memory(access) => pe.read(at, access),
            Source::T(_) => Ok(pe.t[at.cycle]),
            Source::Forward(forward) => Ok(pe.forwards[forward_index(*forward)][at.cycle]),
            Source::Constant(_) => illegal("a constant that is no first input of the ALU"),
        }
    }

    /// An input of the four PEs of a MAB in a cycle, as it is read.
    pub(super) fn read_pes(
        &self,
        mab: u16,
        cycle: usize,
        source: &Source,
    ) -> Result<[Path; 4], Stop> {
        let [a, b, c, d] = At::pes(mab, cycle).map(|at| self.read(at, source));
        Ok([a?, b?, c?, d?])
    }
}

/// A constant at the width of the opcode's precision, repeated (s. 3.6.1.20).
pub(super) fn constant(at: At, constant: Constant, bits: u32) -> Path {
    let (l1b, mab) = (at.mab / 16, at.mab % 16);
    let value = match constant {
        Constant::L2bid => u64::from(l1b / 8),
        Constant::L1bid => u64::from(l1b % 8),
        Constant::Mabid => mab.into(),
        Constant::Peid => u64::from(mab) * 4 + at.pe as u64,
        Constant::Subpeid => at.pe as u64,
        Constant::Msb1 => 1 << (bits - 1),
    };
    join(bits, &vec![value; (128 / bits) as usize])
}

/// The input of a matrix register write: converted, then the sign of every element inverted.
pub(super) fn converted(path: Path, input: &Input, precision: Precision) -> Result<Path, Stop> {
    let bits = precision.bits();
    let count = (128 / bits) as usize;
    let (id, options, from, count): (_, Options, _, _) = match (input.convert, precision) {
        (None, _) => ("", Vec::new(), bits, count),
        // As many words as in the basic operation, each half as wide: LW become SW.
        (Some(Convert::Extend), Precision::D) => ("convert.f_to_d", Vec::new(), 32, 1),
        (Some(Convert::Extend), Precision::F | Precision::G) => {
            ("convert.h_to_f", Vec::new(), 16, 2)
        }
        (Some(Convert::Shorten), Precision::H) => {
            ("convert.f_to_h", vec![("port", "input".to_owned())], 32, 4)
        }
        _ => return illegal("a conversion that the precision does not have"),
    };
    let mut elements: Vec<u64> = (0..count).map(|k| element(path, from, k)).collect();
    if input.convert.is_some() {
        for e in &mut elements {
            *e = evaluate_one(id, &options, &[vec![*e]])?.0;
        }
    }
    if input.negate {
        for e in &mut elements {
            *e ^= 1 << (bits - 1);
        }
    }
    Ok(join(bits, &elements))
}
