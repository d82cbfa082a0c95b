//! What the report prints: Tables 5 to 10, of which Table 2 is the last column.

/// A cell: GFLOPS, normalised performance, and how much of the time the links to the north, east, west and south were active, in
/// percent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// GFLOPS.
    pub gflops: f64,
    /// Time of one PE over time.
    pub normalised: f64,
    /// Percent of the time, north, east, west, south.
    pub links: [f64; 4],
}

/// A table: by number of PEs, then by memory.
pub type Table = [[Cell; 5]; 4];

/// The numbers of PEs, as columns and rows.
pub const ARRAYS: [u32; 4] = [1, 2, 4, 8];
/// The memories: controllers and GB/s of each.
pub const MEMORIES: [(u64, u64); 5] = [(1, 8), (1, 16), (1, 32), (2, 32), (4, 32)];

const fn cell(gflops: f64, normalised: f64, links: [f64; 4]) -> Cell {
    Cell { gflops, normalised, links }
}

const NONE: [f64; 4] = [0.0; 4];
/// Table 5: DenseMMM, single precision.
pub const DENSE_MMM: Table = [
    [
        cell(16.3, 1.0, [0.1, 0.1, 0.0, 0.0]),
        cell(16.3, 1.0, [0.1, 0.1, 0.0, 0.0]),
        cell(16.3, 1.0, [0.1, 0.1, 0.0, 0.0]),
        cell(16.3, 1.0, [0.1, 0.1, 0.0, 0.0]),
        cell(16.3, 1.0, NONE),
    ],
    [
        cell(63.1, 3.9, [0.3, 0.3, 0.0, 0.0]),
        cell(64.5, 3.9, [0.3, 0.3, 0.0, 0.0]),
        cell(64.5, 3.9, [0.3, 0.3, 0.0, 0.0]),
        cell(64.5, 3.9, [0.3, 0.3, 0.0, 0.0]),
        cell(64.4, 3.9, [0.3, 0.3, 0.0, 0.0]),
    ],
    [
        cell(191.8, 11.6, [0.4, 0.4, 0.0, 0.0]),
        cell(221.6, 13.4, [0.4, 0.4, 0.0, 0.0]),
        cell(246.3, 14.9, [0.5, 0.5, 0.0, 0.0]),
        cell(248.7, 15.1, [0.5, 0.5, 0.0, 0.0]),
        cell(248.4, 15.1, [0.5, 0.5, 0.0, 0.0]),
    ],
    [
        cell(403.0, 24.2, [0.4, 0.4, 0.0, 0.0]),
        cell(578.4, 34.7, [0.6, 0.6, 0.0, 0.0]),
        cell(741.4, 44.5, [0.7, 0.7, 0.0, 0.0]),
        cell(821.4, 49.3, [0.8, 0.8, 0.0, 0.0]),
        cell(870.8, 52.3, [0.9, 0.9, 0.0, 0.0]),
    ],
];

/// Table 6: FFT, single precision.
pub const FFT: Table = [
    [
        cell(3.2, 1.0, NONE),
        cell(3.2, 1.0, NONE),
        cell(3.2, 1.0, NONE),
        cell(3.2, 1.0, NONE),
        cell(3.2, 1.0, NONE),
    ],
    [
        cell(16.3, 5.0, [0.0, 0.0, 1.3, 1.3]),
        cell(16.3, 5.0, [0.0, 0.0, 1.3, 1.3]),
        cell(16.3, 5.0, [0.0, 0.0, 1.3, 1.3]),
        cell(16.3, 5.0, [0.0, 0.0, 1.3, 1.3]),
        cell(16.3, 5.1, [0.0, 0.0, 1.3, 1.3]),
    ],
    [
        cell(43.5, 13.4, [0.9, 0.9, 2.7, 2.7]),
        cell(48.1, 14.8, [1.0, 1.0, 3.0, 3.0]),
        cell(49.7, 15.3, [1.0, 1.0, 3.1, 3.1]),
        cell(49.6, 15.3, [1.0, 1.0, 3.1, 3.1]),
        cell(49.6, 15.4, [1.0, 1.0, 3.1, 3.1]),
    ],
    [
        cell(40.2, 12.4, [0.6, 0.6, 1.5, 1.5]),
        cell(65.1, 20.1, [1.0, 1.0, 2.4, 2.4]),
        cell(90.7, 27.9, [1.4, 1.4, 3.3, 3.3]),
        cell(104.5, 32.3, [1.6, 1.6, 3.8, 3.8]),
        cell(113.6, 35.3, [1.8, 1.8, 4.1, 4.1]),
    ],
];

/// Table 7: IDCT, double precision.
pub const IDCT: Table = [
    [
        cell(3.9, 1.0, NONE),
        cell(3.9, 1.0, NONE),
        cell(3.9, 1.0, NONE),
        cell(3.9, 1.0, NONE),
        cell(3.9, 1.0, NONE),
    ],
    [
        cell(14.9, 3.9, NONE),
        cell(14.9, 3.9, NONE),
        cell(14.9, 3.9, NONE),
        cell(14.9, 3.9, NONE),
        cell(14.9, 3.9, NONE),
    ],
    [
        cell(51.8, 13.4, NONE),
        cell(51.8, 13.4, NONE),
        cell(51.8, 13.4, NONE),
        cell(51.8, 13.4, NONE),
        cell(51.8, 13.4, NONE),
    ],
    [
        cell(134.8, 34.9, NONE),
        cell(134.8, 34.9, NONE),
        cell(134.8, 34.9, NONE),
        cell(134.8, 34.9, NONE),
        cell(134.8, 34.9, NONE),
    ],
];

/// Table 8: OptionPricing, single precision.
pub const OPTION_PRICING: Table = [
    [
        cell(13.4, 1.0, NONE),
        cell(13.4, 1.0, NONE),
        cell(13.4, 1.0, NONE),
        cell(13.4, 1.0, NONE),
        cell(13.4, 1.0, NONE),
    ],
    [
        cell(53.8, 4.0, NONE),
        cell(53.8, 4.0, NONE),
        cell(53.8, 4.0, NONE),
        cell(53.8, 4.0, NONE),
        cell(53.8, 4.0, NONE),
    ],
    [
        cell(214.9, 16.0, NONE),
        cell(215.0, 16.0, NONE),
        cell(215.1, 16.0, NONE),
        cell(215.1, 16.0, NONE),
        cell(215.1, 16.0, NONE),
    ],
    [
        cell(857.1, 63.7, NONE),
        cell(858.9, 63.9, NONE),
        cell(859.7, 63.9, NONE),
        cell(860.1, 64.0, NONE),
        cell(860.2, 64.0, NONE),
    ],
];

/// Table 9: DownSampling, single precision.
pub const DOWN_SAMPLING: Table = [
    [
        cell(1.9, 1.0, NONE),
        cell(1.9, 1.0, NONE),
        cell(1.9, 1.0, NONE),
        cell(1.9, 1.0, NONE),
        cell(1.9, 1.0, NONE),
    ],
    [
        cell(6.7, 3.5, NONE),
        cell(7.5, 4.0, NONE),
        cell(7.5, 4.0, NONE),
        cell(7.5, 4.0, NONE),
        cell(7.4, 4.0, NONE),
    ],
    [
        cell(7.8, 4.1, NONE),
        cell(14.4, 7.6, NONE),
        cell(27.4, 14.4, NONE),
        cell(29.4, 15.6, NONE),
        cell(29.1, 15.6, NONE),
    ],
    [
        cell(8.1, 4.3, NONE),
        cell(16.2, 8.5, NONE),
        cell(31.7, 16.7, NONE),
        cell(50.3, 26.7, NONE),
        cell(97.2, 52.1, NONE),
    ],
];

/// Table 10: K-means, single precision.
pub const K_MEANS: Table = [
    [
        cell(8.3, 1.0, NONE),
        cell(8.3, 1.0, NONE),
        cell(8.3, 1.0, NONE),
        cell(8.3, 1.0, NONE),
        cell(8.3, 1.0, NONE),
    ],
    [
        cell(33.1, 4.0, NONE),
        cell(33.1, 4.0, NONE),
        cell(33.1, 4.0, NONE),
        cell(33.1, 4.0, NONE),
        cell(33.1, 4.0, NONE),
    ],
    [
        cell(130.7, 15.7, [0.1, 0.1, 0.0, 0.0]),
        cell(131.5, 15.8, [0.1, 0.1, 0.0, 0.0]),
        cell(131.6, 15.8, [0.1, 0.1, 0.0, 0.0]),
        cell(131.6, 15.8, [0.1, 0.1, 0.0, 0.0]),
        cell(131.6, 15.8, [0.1, 0.1, 0.0, 0.0]),
    ],
    [
        cell(485.1, 56.8, [0.7, 0.7, 0.0, 0.0]),
        cell(495.8, 58.0, [0.7, 0.7, 0.0, 0.0]),
        cell(500.6, 58.6, [0.7, 0.7, 0.0, 0.0]),
        cell(504.2, 59.0, [0.7, 0.7, 0.0, 0.0]),
        cell(504.6, 59.1, [0.7, 0.7, 0.0, 0.0]),
    ],
];
