//! Tensor maps (TILE-D71, D72, D99).

use super::float;
use super::state::{Kind, TILE, little, place};
use super::word::legal;

/// A map of 128 bytes.
#[derive(Clone, Debug)]
pub(super) struct Map {
    pub(super) base: u64,
    pub(super) rank: usize,
    /// Bits of an element.
    pub(super) bits: u64,
    pub(super) tiled: bool,
    /// Bytes of a row of a tile.
    pub(super) row: u64,
    fills_nan: bool,
    format: u8,
    pub(super) dims: [u64; 5],
    pub(super) sides: [u64; 5],
    strides: [u64; 4],
}

impl Map {
    /// The map at an address of global memory.
    pub(super) fn read(global: &[u8], address: u64, rank: usize) -> Result<Self, Kind> {
        let at = place(global, address.into(), 128, 128)?;
        let bytes = &global[at..][..128];
        let number = |at: usize, size: usize| little(&bytes[at..][..size]);
        let numbers = |at: usize| std::array::from_fn(|i| number(at + 4 * i, 4));
        let (dims, sides, steps): ([u64; 5], [u64; 5], [u64; 5]) =
            (numbers(16), numbers(36), numbers(56));
        let strides: [u64; 4] = std::array::from_fn(|i| number(80 + 8 * i, 8));
        let [own_rank, bits, layout, shape, fill, format] = std::array::from_fn(|i| bytes[8 + i]);
        legal(usize::from(own_rank) == rank && matches!(bits, 4 | 8 | 16 | 32))?;
        legal(layout <= 1 && shape <= 2 && fill <= 1 && steps == [1; 5])?;
        legal(dims[rank..].iter().chain(&sides[rank..]).all(|count| *count == 1))?;
        legal(strides[rank - 1..].iter().all(|stride| *stride == 0))?;
        legal(bytes[14..16].iter().chain(&bytes[76..80]).chain(&bytes[112..]).all(|b| *b == 0))?;
        let map = Self {
            base: number(0, 8),
            rank,
            bits: bits.into(),
            tiled: layout == 1,
            row: 32 << shape,
            fills_nan: fill == 1,
            format,
            dims,
            sides,
            strides,
        };
        map.fill()?;
        legal(bits != 4 || dims[0] % 2 == 0 && sides[0] % 2 == 0)?;
        legal(!map.tiled || map.whole_tiles(dims[0], dims[1]))?;
        Ok(map)
    }

    /// Whether a plane is cut into whole tiles.
    pub(super) const fn whole_tiles(&self, width: u64, height: u64) -> bool {
        (width * self.bits / 8).is_multiple_of(self.row)
            && height.is_multiple_of(TILE as u64 / self.row)
    }

    /// The bytes that an element, or a pair of four bits each, takes.
    pub(super) const fn bytes(&self) -> u64 {
        if self.bits == 4 { 1 } else { self.bits / 8 }
    }

    /// How many elements these bytes are.
    pub(super) const fn per_unit(&self) -> u64 {
        if self.bits == 4 { 2 } else { 1 }
    }

    /// Where an element lies, if it is inside.
    pub(super) fn offset(&self, at: [i64; 5]) -> Option<i128> {
        if at.iter().zip(self.dims).any(|(c, dim)| *c < 0 || *c >= dim as i64) {
            return None;
        }
        let [x, y] = [at[0] as u64, at[1] as u64];
        let far = |i: usize| i128::from(at[i]) * i128::from(self.strides[i - 1]);
        let outer: i128 = (2..5).map(far).sum();
        Some(
            outer
                + if self.tiled {
                    i128::from(self.in_tiles(x, y, self.dims[0]))
                } else {
                    i128::from(x * self.bits / 8) + far(1)
                },
        )
    }

    /// Where an element of a plane of tiles lies.
    pub(super) const fn in_tiles(&self, x: u64, y: u64, width: u64) -> u64 {
        let (rows, byte) = (TILE as u64 / self.row, x * self.bits / 8);
        let tile = y / rows * (width * self.bits / 8 / self.row) + byte / self.row;
        tile * TILE as u64 + y % rows * self.row + byte % self.row
    }

    /// What elements outside read as: 0, or the canonical NaN of the format that the map names (TILE-D100).
    pub(super) fn fill(&self) -> Result<u32, Kind> {
        let formats = [
            "ieee_binary32",
            "ieee_binary16",
            "bf16",
            "fp8_e4m3_fnuz",
            "fp8_e5m2_fnuz",
            "fp8_e4m3_ocp",
            "fp8_e5m2_ocp",
        ];
        if !self.fills_nan {
            return Ok(0);
        }
        let name = formats.get(usize::from(self.format)).ok_or(Kind::Illegal)?;
        let format = float::format(name);
        legal(u64::from(format.width) == self.bits)?;
        Ok(float::nan(format) as u32)
    }
}
