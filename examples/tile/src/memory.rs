//! What the program finds in memory: operands, tensor maps, indices, addresses, barrier words.

use crate::matrix::{Format, Matrix, SIZE};

/// Rows of a block of A, columns of a block of B.
pub const ROWS: usize = 32;

/// Blocks of rows.
pub const BLOCKS: usize = SIZE / ROWS;

/// Operands in global memory: A, then the transposed B.
pub const OPERANDS: u64 = 0x1_0000;

/// The product in global memory.
pub const PRODUCT: u64 = 0x8_0000;

/// Tensor maps in global memory, of the operands and of the buffers.
pub const MAPS: [u64; 2] = [0x1000, 0x1080];

/// Barrier words in shared memory: of the buffer of A, of the two of B.
pub const WORDS: [u64; 3] = [0x1_0000, 0x1_0008, 0x1_0010];

/// A part of the state before the run, as case files name it.
pub type Part = (String, Value);

/// What it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A register.
    Number(u64),
    /// Memory, or a vector register.
    Bytes(Vec<u8>),
}

impl Format {
    /// Bytes of what is copied for a block of rows.
    #[must_use]
    pub const fn block_bytes(self) -> usize {
        match self {
            Self::Fp8 => ROWS * SIZE,
            Self::Mxfp4 => 4 * (64 + 1024),
        }
    }

    /// A buffer in shared memory: 0 of A, 1 and 2 of B.
    #[must_use]
    pub const fn buffer(self, number: usize) -> u64 {
        (number * self.block_bytes()) as u64
    }

    /// Operands as they lie in global memory. FP8: row by row. MXFP4: for each 32 rows four tiles of 64 elements of a row, each behind
    /// its 64 scales, as LD_BLK.mx48 wants them.
    #[must_use]
    pub fn image(self, matrix: &Matrix) -> Vec<u8> {
        match self {
            Self::Fp8 => matrix.codes.clone(),
            Self::Mxfp4 => {
                (0..4 * BLOCKS).flat_map(|n| tile(matrix, n / 4 * ROWS, n % 4)).collect()
            }
        }
    }

    /// The map of both operands: an element a byte, and a row a row of FP8 or a block of MXFP4.
    fn operands(self) -> Vec<u8> {
        match self {
            Self::Fp8 => map(OPERANDS, [SIZE, 2 * SIZE], [SIZE, ROWS]),
            Self::Mxfp4 => map(OPERANDS, [self.block_bytes(), 2 * BLOCKS], [self.block_bytes(), 1]),
        }
    }

    /// Where in the map a block begins.
    const fn row(self, block: usize) -> usize {
        match self {
            Self::Fp8 => block * ROWS,
            Self::Mxfp4 => block,
        }
    }
}

/// All that is set before the run.
#[must_use]
pub fn parts(format: Format, a: &Matrix, b: &Matrix) -> Vec<Part> {
    let bytes = |name: String, bytes: Vec<u8>| (name, Value::Bytes(bytes));
    let both = [format.image(a), format.image(b)].concat();
    let buffers = map(0, [format.block_bytes(), 3], [format.block_bytes(), 1]);
    let mut parts = vec![
        bytes(format!("gmem[{OPERANDS:#x}]"), both),
        bytes(format!("gmem[{:#x}]", MAPS[0]), format.operands()),
        bytes(format!("gmem[{:#x}]", MAPS[1]), buffers),
    ];
    // Phase 0, one arrival expected and pending, no bytes.
    let word = (1u64 << 3 | 1 << 23).to_le_bytes().to_vec();
    parts.extend(WORDS.map(|at| bytes(format!("smem[{at:#x}]"), word.clone())));
    for block in 0..2 * BLOCKS {
        // A goes to buffer 0, B by turns to 1 and 2.
        let buffer = if block < BLOCKS { 0 } else { 1 + block % 2 };
        let coordinates = [0, format.row(block), 0, 0, 0, 0, buffer];
        parts.push(bytes(format!("v{block}"), vector(&coordinates)));
    }
    for (n, rows) in (0..4 * ROWS).collect::<Vec<_>>().chunks(ROWS).enumerate() {
        // Four slices of 32 bytes are a row of a block, whose rows are 1024 bytes apart in the product.
        let places: Vec<usize> =
            rows.iter().map(|slice| slice / 4 * 1024 + slice % 4 * 32).collect();
        parts.push(bytes(format!("v{}", 16 + n), vector(&places)));
    }
    parts.extend(
        registers(format).into_iter().map(|(n, value)| (format!("x{n}"), Value::Number(value))),
    );
    parts
}

/// Addresses and numbers: no instruction of Tile makes them.
fn registers(format: Format) -> Vec<(usize, u64)> {
    let mut registers = vec![
        (1, MAPS[0]),
        (3, MAPS[1]),
        (2, format.buffer(0)),
        (4, format.buffer(1)),
        (16, format.buffer(2)),
        (5, WORDS[0]),
        (6, WORDS[1]),
        (7, WORDS[2]),
        (24, 1 | (format.block_bytes() as u64) << 32),
    ];
    for block in 0..BLOCKS {
        registers.push((8 + block, PRODUCT + (block * ROWS * SIZE * 4) as u64));
        if block > 0 {
            registers.push((16 + block, (block * ROWS * 4) as u64));
            registers.push((24 + block, block as u64));
        }
    }
    registers
}

/// A tile of MXFP4: 32 rows of 64 elements, scales first, the even element in the low half of a byte.
fn tile(matrix: &Matrix, first: usize, column: usize) -> Vec<u8> {
    let rows = first..first + ROWS;
    let scales = rows.clone().flat_map(|row| &matrix.row_scales(row)[2 * column..][..2]);
    let mut bytes: Vec<u8> = scales.copied().collect();
    for row in rows {
        let codes = &matrix.row(row)[64 * column..][..64];
        bytes.extend(codes.chunks(2).map(|pair| pair[0] | pair[1] << 4));
    }
    bytes
}

/// A linear tensor map of bytes with two dimensions, rows one behind the other (TILE-D71).
fn map(base: u64, size: [usize; 2], extent: [usize; 2]) -> Vec<u8> {
    let mut map = base.to_le_bytes().to_vec();
    map.extend([2, 8, 0, 0, 0, 0, 0, 0]);
    let ones = [1; 3];
    for list in [size, extent, [1; 2]] {
        let five = list.into_iter().chain(ones).map(|n| n as u32);
        map.extend(five.flat_map(u32::to_le_bytes));
    }
    map.resize(80, 0);
    map.extend((size[0] as u64).to_le_bytes());
    map.resize(128, 0);
    map
}

/// Numbers of 32 bits in a vector register.
fn vector(numbers: &[usize]) -> Vec<u8> {
    let mut bytes: Vec<u8> = numbers.iter().flat_map(|n| (*n as u32).to_le_bytes()).collect();
    bytes.resize(128, 0);
    bytes
}
