//! Tensor maps: 128 bytes in global memory that describe a tensor of up to five dimensions (TILE-D71, D99).

use crate::tile::Shape;

/// Bytes of a map, and what its address is a multiple of.
pub(crate) const MAP_BYTES: usize = 128;

/// The dimensions that a map has room for.
pub(super) const DIMENSIONS: usize = 5;

/// A map that is as TILE-D71 wants it. Elements of 4 bits are taken in pairs, as elements of 8 (TILE-D99).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TensorMap {
    pub(super) base: u64,
    pub(super) rank: usize,
    /// Bits of an element as the map says: 4, 8, 16 or 32.
    pub(super) bits: u32,
    pub(super) tiled: bool,
    pub(super) shape: Shape,
    /// What an element outside of the tensor reads as.
    pub(super) fill: u32,
    /// Elements along each dimension, innermost first; 1 beyond the rank.
    pub(super) size: [u64; DIMENSIONS],
    /// Elements of a box along each dimension; 1 beyond the rank.
    pub(super) extent: [u64; DIMENSIONS],
    /// Bytes between neighbours along dimensions 1 to 4; 0 beyond the rank.
    pub(super) stride: [u64; DIMENSIONS - 1],
}

/// The canonical NaN of the formats that a fill may name (TILE-D100), with their bits.
const FORMATS: [(u32, u32); 7] =
    [(32, 0x7FC0_0000), (16, 0x7E00), (16, 0x7FC0), (8, 0x80), (8, 0x80), (8, 0x7F), (8, 0x7E)];

impl TensorMap {
    /// Reads a map.
    ///
    /// # Errors
    /// What of it is reserved.
    pub(super) fn read(bytes: &[u8; MAP_BYTES]) -> Result<Self, String> {
        let rank = usize::from(bytes[8]);
        let bits = u32::from(bytes[9]);
        if !(1..=DIMENSIONS).contains(&rank) {
            return Err(format!("the rank is {rank}; 1 to 5"));
        }
        if ![4, 8, 16, 32].contains(&bits) {
            return Err(format!("elements have {bits} bits; 4, 8, 16 or 32"));
        }
        let tiled = flag(bytes, 10, "the layout")?;
        let shape = *Shape::ALL
            .get(usize::from(bytes[11]))
            .ok_or_else(|| format!("the shape is {}; 0 to 2", bytes[11]))?;
        let map = Self {
            base: quad(bytes, 0),
            rank,
            bits,
            tiled,
            shape,
            fill: fill(bytes, bits)?,
            size: std::array::from_fn(|i| word(bytes, 16 + 4 * i).into()),
            extent: std::array::from_fn(|i| word(bytes, 36 + 4 * i).into()),
            stride: std::array::from_fn(|i| quad(bytes, 80 + 8 * i)),
        };
        map.unused(bytes)?;
        map.whole()?;
        Ok(map.paired())
    }

    /// Dimension 0 counted in what moves: a pair of 4-bit elements or one of the others.
    fn paired(mut self) -> Self {
        self.size[0] /= self.together();
        self.extent[0] /= self.together();
        self
    }

    /// How many elements move together.
    pub(super) const fn together(&self) -> u64 {
        if self.bits == 4 { 2 } else { 1 }
    }

    /// Bytes of what moves.
    pub(super) const fn bytes(&self) -> u64 {
        if self.bits == 4 { 1 } else { self.bits as u64 / 8 }
    }

    /// What the map has no use for must say so (TILE-D71, D99).
    fn unused(&self, bytes: &[u8; MAP_BYTES]) -> Result<(), String> {
        for i in self.rank..DIMENSIONS {
            if self.size[i] != 1 || self.extent[i] != 1 {
                let (rank, size, extent) = (self.rank, self.size[i], self.extent[i]);
                return Err(format!(
                    "dimension {i} is beyond the rank, {rank}: its size is {size} and its box {extent}; right: 1 and 1"
                ));
            }
            if self.stride[i - 1] != 0 {
                let (rank, stride) = (self.rank, self.stride[i - 1]);
                return Err(format!(
                    "dimension {i} is beyond the rank, {rank}: its stride is {stride:#x}; right: 0"
                ));
            }
        }
        let steps = std::array::from_fn::<_, DIMENSIONS, _>(|i| word(bytes, 56 + 4 * i));
        if let Some((i, step)) = steps.into_iter().enumerate().find(|(_, step)| *step != 1) {
            return Err(format!("the element stride of dimension {i} is {step}; right: 1"));
        }
        match [14, 15, 76, 77, 78, 79].into_iter().chain(112..MAP_BYTES).find(|i| bytes[*i] != 0) {
            Some(i) => Err(format!("byte {i} is {:#x}; it is reserved; right: 0", bytes[i])),
            None => Ok(()),
        }
    }

    /// Halves of a byte move in pairs, and a tiled plane is cut into whole tiles (TILE-D72, D99).
    fn whole(&self) -> Result<(), String> {
        if self.bits == 4 && !(self.size[0].is_multiple_of(2) && self.extent[0].is_multiple_of(2)) {
            return Err("4-bit elements move in pairs: size and box of dimension 0 are even".into());
        }
        let [columns, rows] = [self.tile()[0] * self.together(), self.tile()[1]];
        if self.tiled
            && !(self.size[0].is_multiple_of(columns) && self.size[1].is_multiple_of(rows))
        {
            return Err(format!(
                "a plane of {} by {} elements is not cut into tiles of {columns} by {rows}",
                self.size[0], self.size[1]
            ));
        }
        Ok(())
    }

    /// Columns, of what moves, and rows of a tile in the map's shape.
    pub(super) fn tile(&self) -> [u64; 2] {
        let rows = self.shape.rows() as u64;
        [1024 / rows / self.bytes(), rows]
    }

    /// The address of an element of the tensor, which may lie beyond 2^64.
    pub(super) fn address(&self, at: [u64; DIMENSIONS]) -> u128 {
        let outer = if self.tiled { 2 } else { 1 };
        let far = (outer..DIMENSIONS).map(|i| u128::from(at[i]) * u128::from(self.stride[i - 1]));
        let near = if self.tiled {
            in_tiles(self.tile(), self.size[0], [at[0], at[1]]) * u128::from(self.bytes())
        } else {
            u128::from(at[0]) * u128::from(self.bytes())
        };
        u128::from(self.base) + near + far.sum::<u128>()
    }
}

/// The number of an element of a plane of this width that is cut into tiles: tiles in row-major order, rows and columns within.
pub(super) fn in_tiles(tile: [u64; 2], width: u64, at: [u64; 2]) -> u128 {
    let [columns, rows] = tile.map(u128::from);
    let [x, y] = at.map(u128::from);
    let tile = y / rows * (u128::from(width) / columns) + x / columns;
    tile * columns * rows + y % rows * columns + x % columns
}

/// The fill of a map: zeros, or the canonical NaN of the named format.
fn fill(bytes: &[u8; MAP_BYTES], bits: u32) -> Result<u32, String> {
    if !flag(bytes, 12, "the fill")? {
        return Ok(0);
    }
    match FORMATS.get(usize::from(bytes[13])) {
        Some((width, nan)) if *width == bits => Ok(*nan),
        Some((width, _)) => {
            Err(format!("format {} has {width} bits, elements have {bits}", bytes[13]))
        }
        None => Err(format!("there is no format {}; 0 to 6", bytes[13])),
    }
}

fn flag(bytes: &[u8; MAP_BYTES], at: usize, what: &str) -> Result<bool, String> {
    match bytes[at] {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(format!("{what} is {other}; 0 or 1")),
    }
}

fn word(bytes: &[u8; MAP_BYTES], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i]))
}

fn quad(bytes: &[u8; MAP_BYTES], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]))
}

#[cfg(test)]
mod tests {
    use super::{MAP_BYTES, TensorMap};

    /// A plane of 64 by 32 binary32 elements, boxes of 8 by 8.
    fn plane() -> [u8; MAP_BYTES] {
        let mut map = [0; MAP_BYTES];
        map[8..10].copy_from_slice(&[2, 32]);
        let words = [(16, [64, 32, 1, 1, 1]), (36, [8, 8, 1, 1, 1]), (56, [1; 5])];
        for (at, words) in words {
            for (i, word) in words.into_iter().enumerate() {
                map[at + 4 * i..][..4].copy_from_slice(&u32::to_le_bytes(word));
            }
        }
        map[81] = 1;
        map
    }

    /// Each message says what was found and what is right.
    #[test]
    fn what_is_reserved() {
        assert!(TensorMap::read(&plane()).is_ok());
        let rows: [(&[(usize, u8)], &str); 13] = [
            (&[(8, 0)], "the rank is 0; 1 to 5"),
            (&[(9, 7)], "elements have 7 bits; 4, 8, 16 or 32"),
            (&[(10, 2)], "the layout is 2; 0 or 1"),
            (&[(11, 3)], "the shape is 3; 0 to 2"),
            (&[(12, 9)], "the fill is 9; 0 or 1"),
            (&[(12, 1), (13, 1)], "format 1 has 16 bits, elements have 32"),
            (&[(12, 1), (13, 7)], "there is no format 7; 0 to 6"),
            (
                &[(24, 5)],
                "dimension 2 is beyond the rank, 2: its size is 5 and its box 1; right: 1 and 1",
            ),
            (&[(88, 16)], "dimension 2 is beyond the rank, 2: its stride is 0x10; right: 0"),
            (&[(60, 2)], "the element stride of dimension 1 is 2; right: 1"),
            (&[(127, 4)], "byte 127 is 0x4; it is reserved; right: 0"),
            (
                &[(9, 4), (16, 63)],
                "4-bit elements move in pairs: size and box of dimension 0 are even",
            ),
            (
                &[(10, 1), (16, 60), (11, 1)],
                "a plane of 60 by 32 elements is not cut into tiles of 16 by 16",
            ),
        ];
        for (changes, message) in rows {
            let mut map = plane();
            changes.iter().for_each(|(at, byte)| map[*at] = *byte);
            assert_eq!(TensorMap::read(&map).unwrap_err(), message);
        }
    }
}
