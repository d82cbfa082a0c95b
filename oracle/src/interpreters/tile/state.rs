//! What a thread holds, what the threads of a CTA share (s. 1.1).

use super::word::Illegal;
pub(super) use semantics::tile::Kind;

/// Bytes of a tile register.
pub(super) const TILE: usize = 1024;
/// Bytes of side scales of a tile register (TILE-D23).
pub(super) const SCALES: usize = 64;
/// Processing elements of a cluster (TILE-D74).
pub(super) const CLUSTER: usize = 4;

impl From<Illegal> for Kind {
    fn from(_: Illegal) -> Self {
        Self::Illegal
    }
}

/// How products of floats are accumulated (TILE-D34).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// A slice is one exact sum, rounded once.
    #[default]
    Slice,
    /// Each product is rounded.
    Chain,
    /// The whole instruction is one exact sum.
    Full,
    /// A slice whose terms are cut so many bits below the precision of the largest.
    Align(u64),
}

/// Parameters of the model (TILE-D82).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// How products are accumulated.
    pub profile: Profile,
    /// Whether the project's conversions exist (TILE-D49).
    pub extensions: bool,
}

/// The registers of one thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    /// Tile registers.
    pub tiles: Vec<[u8; TILE]>,
    /// Their side scales.
    pub scales: Vec<[u8; SCALES]>,
    /// Integer registers; the first one is 0.
    pub x: [u64; 32],
    /// Float registers.
    pub f: [u64; 32],
    /// Vector registers of 1024 bits.
    pub v: [[u8; 128]; 32],
    /// `trstart`
    pub start: u64,
    /// `tcsr`
    pub control: u64,
    /// `temask`
    pub mask: u64,
    /// The CSRs 19 to 29.
    pub context: [u64; 11],
    /// `frm`
    pub rounding: u8,
    /// `fflags`
    pub flags: u8,
}

impl Default for Thread {
    fn default() -> Self {
        Self {
            tiles: vec![[0; TILE]; 256],
            scales: vec![[0; SCALES]; 256],
            x: [0; 32],
            f: [0; 32],
            v: [[0; 128]; 32],
            start: 0,
            control: 0,
            mask: 0xffff_ffff,
            context: [0; 11],
            rounding: 0,
            flags: 0,
        }
    }
}

impl Thread {
    /// Writes an integer register; the first one stays 0.
    pub(super) fn set_x(&mut self, register: usize, value: u64) {
        if register != 0 {
            self.x[register] = value;
        }
    }

    /// Bits of `tcsr`.
    pub(super) const fn control(&self, low: u32, bits: u32) -> u64 {
        self.control >> low & ((1 << bits) - 1)
    }

    /// The bytes of a row of the shape; shape 3 has none (TILE-D85).
    pub(super) fn row(&self) -> Result<usize, Kind> {
        match self.control(0, 2) {
            0 => Ok(32),
            1 => Ok(64),
            2 => Ok(128),
            _ => Err(Kind::Illegal),
        }
    }

    /// Whether the mask has the 32 bytes in which this byte of a tile lies, where there is a mask (TILE-D18).
    pub(super) const fn enabled(&self, masked: bool, byte: usize) -> bool {
        !masked || self.mask >> (byte % TILE / 32) & 1 == 1
    }

    /// Little-endian element of a tile.
    pub(super) fn element(&self, tile: usize, at: usize, bytes: usize) -> u64 {
        little(&self.tiles[tile][at * bytes..][..bytes])
    }
}

/// A round of a `tsync` barrier (TILE-D79).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Who has arrived.
    pub arrived: u64,
    /// Who must; 0 while nobody has arrived.
    pub count: u64,
    /// How many rounds are over.
    pub over: u64,
}

/// What the threads of a CTA share, and the shared memories of the other processing elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// Global memory.
    pub global: Vec<u8>,
    /// The shared memories of a cluster, a processing element each.
    pub local: [Vec<u8>; CLUSTER],
    /// Which of them is this CTA's own.
    pub own: usize,
    /// Semaphores.
    pub semaphores: [u32; 32],
    /// Barriers of the two scopes.
    pub barriers: [[Round; 32]; 2],
}

impl Shared {
    /// Memories of zeros.
    #[must_use]
    pub fn new(global: usize, local: usize) -> Self {
        Self {
            global: vec![0; global],
            local: std::array::from_fn(|_| vec![0; local]),
            own: 0,
            semaphores: [0; 32],
            barriers: [[Round::default(); 32]; 2],
        }
    }

    /// Global memory, or the CTA's own shared one.
    pub(super) fn memory(&mut self, global: bool) -> &mut Vec<u8> {
        if global { &mut self.global } else { &mut self.local[self.own] }
    }
}

/// The number that bytes are, the first lowest.
pub(super) fn little(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// The place of an access, if it lies in the memory as it should (TILE-D62, D81).
pub(super) fn place(memory: &[u8], begin: i128, size: usize, align: i128) -> Result<usize, Kind> {
    let end = begin + size as i128;
    if begin < 0 || end > 1 << 64 {
        return Err(Kind::AddressRange);
    }
    if begin % align != 0 {
        return Err(Kind::Misaligned);
    }
    if end > memory.len() as i128 { Err(Kind::AddressRange) } else { Ok(begin as usize) }
}
