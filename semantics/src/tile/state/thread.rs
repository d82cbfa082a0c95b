//! The registers of a warp (Tile, s. 1.1).

use super::csr::Csrs;
use super::queue::Queue;
use softfloat::{Flags, Rounding};

/// Bytes of a tile register.
pub const TILE: usize = 1024;
/// Scales beside a tile register.
pub const SCALES: usize = 64;
/// Bytes of a vector register (TILE-D22).
pub const VECTOR: usize = 128;
/// Tile registers.
pub const TILES: usize = 256;

/// A warp: what its instructions read and write beside memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    /// The bytes of the tile registers, one behind the other.
    tiles: Vec<u8>,
    /// Their scales (TILE-D23).
    scales: Vec<u8>,
    x: [u64; 32],
    f: [u64; 32],
    v: Vec<u8>,
    frm: u8,
    fflags: u8,
    /// The CSRs of Tile.
    pub csrs: Csrs,
    /// What was issued and has not moved yet.
    pub queue: Queue,
}

impl Default for Thread {
    fn default() -> Self {
        Self {
            tiles: vec![0; TILES * TILE],
            scales: vec![0; TILES * SCALES],
            x: [0; 32],
            f: [0; 32],
            v: vec![0; 32 * VECTOR],
            frm: 0,
            fflags: 0,
            csrs: Csrs::default(),
            queue: Queue::default(),
        }
    }
}

impl Thread {
    /// An integer register.
    #[must_use]
    pub const fn x(&self, n: u64) -> u64 {
        self.x[n as usize % 32]
    }

    /// Writes an integer register; x0 stays 0.
    pub const fn set_x(&mut self, n: u64, value: u64) {
        if !n.is_multiple_of(32) {
            self.x[n as usize % 32] = value;
        }
    }

    /// The bits of a float register.
    #[must_use]
    pub const fn f(&self, n: u64) -> u64 {
        self.f[n as usize % 32]
    }

    /// Writes the bits of a float register.
    pub const fn set_f(&mut self, n: u64, value: u64) {
        self.f[n as usize % 32] = value;
    }

    /// The bytes of a vector register.
    #[must_use]
    pub fn v(&self, n: u64) -> &[u8; VECTOR] {
        &self.v.as_chunks().0[n as usize % 32]
    }

    /// The bytes of a vector register.
    pub fn v_mut(&mut self, n: u64) -> &mut [u8; VECTOR] {
        &mut self.v.as_chunks_mut().0[n as usize % 32]
    }

    /// An element of 32 bits of a vector register.
    #[must_use]
    pub fn element(&self, n: u64, at: usize) -> u32 {
        u32::from_le_bytes(self.v(n).as_chunks().0[at % (VECTOR / 4)])
    }

    /// The bytes of a tile register.
    #[must_use]
    pub fn tile(&self, n: u8) -> &[u8; TILE] {
        &self.tiles.as_chunks().0[usize::from(n)]
    }

    /// The bytes of a tile register.
    pub fn tile_mut(&mut self, n: u8) -> &mut [u8; TILE] {
        &mut self.tiles.as_chunks_mut().0[usize::from(n)]
    }

    /// The scales of a tile register.
    #[must_use]
    pub fn scales(&self, n: u8) -> &[u8; SCALES] {
        &self.scales.as_chunks().0[usize::from(n)]
    }

    /// The scales of a tile register.
    pub fn scales_mut(&mut self, n: u8) -> &mut [u8; SCALES] {
        &mut self.scales.as_chunks_mut().0[usize::from(n)]
    }

    /// The bytes of a group of registers; its end was judged.
    #[must_use]
    pub fn group(&self, first: u64, count: usize) -> &[u8] {
        &self.tiles[first as usize * TILE..][..count * TILE]
    }

    /// The scales of a group of registers.
    #[must_use]
    pub fn group_scales(&self, first: u64, count: usize) -> &[u8] {
        &self.scales[first as usize * SCALES..][..count * SCALES]
    }

    /// The bytes and the scales of a group of registers.
    pub fn group_mut(&mut self, first: u64, count: usize) -> (&mut [u8], &mut [u8]) {
        let first = first as usize;
        (
            &mut self.tiles[first * TILE..][..count * TILE],
            &mut self.scales[first * SCALES..][..count * SCALES],
        )
    }

    /// The slice mask.
    #[must_use]
    pub const fn mask(&self) -> u32 {
        self.csrs.mask()
    }

    /// `frm`.
    #[must_use]
    pub const fn frm(&self) -> u8 {
        self.frm
    }

    /// Writes `frm`, of which 3 bits are kept.
    pub const fn set_frm(&mut self, frm: u8) {
        self.frm = frm & 7;
    }

    /// `fflags`.
    #[must_use]
    pub const fn fflags(&self) -> u8 {
        self.fflags
    }

    /// Writes `fflags`, of which 5 bits are kept.
    pub const fn set_fflags(&mut self, flags: u8) {
        self.fflags = flags & 0x1f;
    }

    /// The direction that `frm` says; none of 5 to 7 (TILE-D35, D54).
    #[must_use]
    pub const fn rounding(&self) -> Option<Rounding> {
        rounding(self.frm)
    }

    /// Adds exceptions to `fflags` (TILE-D41).
    pub const fn accrue(&mut self, flags: Flags) {
        self.fflags |= flags.bits() & 0x1f;
    }
}

/// The direction of a code of `frm` or `rmode` (TILE-D06).
#[must_use]
pub const fn rounding(code: u8) -> Option<Rounding> {
    match code {
        0 => Some(Rounding::NearestEven),
        1 => Some(Rounding::TowardZero),
        2 => Some(Rounding::Down),
        3 => Some(Rounding::Up),
        4 => Some(Rounding::NearestAway),
        _ => None,
    }
}
