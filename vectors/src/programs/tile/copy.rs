//! Copies between memories, linear and by tensor maps.

use super::data::Init;
use super::draw::{DATA, Drawing, MAPS};
use super::line::Line;
use crate::programs::choices::{Choices, chance, pick};
use semantics::tile::isa::Field;

/// Sizes that two maps of a copy share.
#[derive(Clone, Copy)]
struct Sizes {
    rank: usize,
    bits: u64,
    /// 0 to 2, as `tcsr.shape`.
    shape: u64,
    sides: [u64; 5],
}

impl Sizes {
    /// Elements of a row of a tile.
    const fn columns(self) -> u64 {
        (256 << self.shape) / self.bits
    }

    const fn rows(self) -> u64 {
        32 >> self.shape
    }

    fn draw(c: &mut dyn Choices, whole: bool) -> Self {
        let rank = 2 + c.below(4) as usize;
        let (bits, shape) = (pick(c, &[4, 8, 16, 32]), c.below(3));
        let mut sizes = Self { rank, bits, shape, sides: [1; 5] };
        for i in 2..rank {
            sizes.sides[i] = 1 + c.below(2);
        }
        [sizes.sides[0], sizes.sides[1]] = if whole {
            [sizes.columns(), sizes.rows() * (1 + c.below(2))]
        } else {
            [2 * (1 + c.below(12)), 1 + c.below(12)]
        };
        sizes
    }
}

impl Drawing<'_> {
    pub(super) fn copy(&mut self, c: &mut dyn Choices, mut line: Line) -> Line {
        let kind = line.get(Field::AcpUop);
        let (from_global, mut to) = (c.below(2), pick(c, &[0, 0, 1, 1, 2]));
        if from_global == 1 && chance(c, 1, 6) {
            to = 0;
            line.set(Field::MulticastL2, 1);
        }
        line.set(Field::SrcLoc, from_global).set(Field::DstLoc, to);
        match c.below(3) {
            0 => {}
            1 => {
                line.set(Field::Completion, 1).set(Field::CompleteObj, 26 + c.below(2));
            }
            _ => {
                line.set(Field::Completion, 2).set(Field::CompleteObj, c.below(32));
            }
        }
        let addresses = [10, 11, 12, 13, 14, 15];
        line.set(Field::Src, pick(c, &addresses)).set(Field::Dst, pick(c, &addresses));
        if kind == 0 {
            line.set(Field::Coord, 22);
            return line;
        }
        let (source, destination) = match (kind, c.below(3)) {
            (1, which) => (which > 0, which == 0),
            (2, which) => (which < 2, which > 0),
            _ => (true, true),
        };
        let sizes = Sizes::draw(c, kind == 1);
        line.set(Field::Dim, sizes.rank as u64 - 2);
        let tiled = if kind == 2 {
            pick(c, &[(true, true), (true, false), (false, true)])
        } else {
            (false, false)
        };
        if source {
            let tiled = tiled.0 || kind == 2 && !destination;
            let register = self.map(c, sizes, tiled);
            line.set(Field::SrcTm, 1).set(Field::Src, register);
        }
        if destination {
            let tiled = tiled.1 || kind == 2 && !source;
            let register = self.map(c, sizes, tiled);
            line.set(Field::DstTm, 1).set(Field::Dst, register);
        }
        line.set(Field::Coord, self.corner(c, sizes));
        line
    }

    /// Coordinates in a vector register: near the begin of the tensor, inside or outside.
    fn corner(&mut self, c: &mut dyn Choices, sizes: Sizes) -> u64 {
        let register = 12 + self.corners % 12;
        self.corners += 1;
        let mut vector = [0; 128];
        for i in 0..10 {
            let mut at: i32 = pick(c, &[0, 0, 0, 1, 2, 5, -1, -3]);
            if i % 5 == 0 && sizes.bits == 4 {
                at *= 2;
            }
            vector[4 * i..][..4].copy_from_slice(&at.to_le_bytes());
        }
        self.init.retain(|init| !matches!(init, Init::V(n, _) if *n == register));
        self.init.push(Init::V(register, vector));
        register as u64
    }

    /// A map in global memory; the register that has its address.
    fn map(&mut self, c: &mut dyn Choices, sizes: Sizes, tiled: bool) -> u64 {
        let mut dims = sizes.sides;
        for (i, dim) in dims.iter_mut().enumerate().take(sizes.rank) {
            let spread = c.below(3);
            *dim = match (i, tiled) {
                (0, true) => sizes.columns() * (1 + spread),
                (1, true) => sizes.rows() * (1 + spread),
                (0, false) => (*dim + 2 * spread).max(4) - 2,
                _ => *dim + spread,
            };
        }
        let row = dims[0] * sizes.bits / 8;
        let mut strides = [0; 4];
        let mut step = row + c.below(3);
        for i in 1..sizes.rank {
            strides[i - 1] = step;
            step = if i == 1 && tiled { row * dims[1] } else { step * dims[i] };
        }
        let register = 29 + self.maps % 3;
        let at = MAPS + 128 * (self.maps % 3);
        self.maps += 1;
        let mut bytes = vec![0; 128];
        bytes[..8].copy_from_slice(&(DATA.0 + c.below(2000)).to_le_bytes());
        let format = match sizes.bits {
            32 => 0,
            16 => 1 + c.below(2),
            8 => 3 + c.below(4),
            _ => c.below(7),
        };
        let fills = u8::from(sizes.bits != 4 && chance(c, 1, 2));
        let [rank, bits, shape] = [sizes.rank as u8, sizes.bits as u8, sizes.shape as u8];
        bytes[8..14].copy_from_slice(&[rank, bits, u8::from(tiled), shape, fills, format as u8]);
        for i in 0..5 {
            for (first, value) in [(16, dims[i]), (36, sizes.sides[i]), (56, 1)] {
                bytes[first + 4 * i..][..4].copy_from_slice(&(value as u32).to_le_bytes());
            }
        }
        for (i, stride) in strides.into_iter().enumerate() {
            bytes[80 + 8 * i..][..8].copy_from_slice(&stride.to_le_bytes());
        }
        // The last of several maps at one place is the one that counts.
        self.init.retain(|init| !matches!(init, Init::Global(address, _) if *address == at));
        self.init.retain(|init| !matches!(init, Init::X(n, _) if *n == register as usize));
        self.init.push(Init::X(register as usize, at));
        self.init.push(Init::Global(at, bytes));
        register
    }
}
