//! Data of a tile, of blocks and of memory: codes that meet each other.

use crate::programs::choices::{Choices, chance, float, integer, pick};
use std::fmt;

/// What elements of a tile are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Floats of so many bits of exponent and fraction.
    Float(u32, u32),
    /// Floats whose low bits are dropped when they are read.
    Tf32,
    /// Codes of 8 bits, of which all are numbers but a few.
    Fp8,
    /// Any bits.
    Bits,
    /// Integers of 32 bits.
    Integer,
}

/// FP32
pub(super) const SINGLE: Style = Style::Float(8, 23);
/// BF16
pub(super) const BF16: Style = Style::Float(8, 7);
/// F16
pub(super) const F16: Style = Style::Float(5, 10);

impl Style {
    fn bytes(self) -> usize {
        match self {
            Self::Float(e, m) => ((1 + e + m) / 8) as usize,
            Self::Tf32 | Self::Integer => 4,
            Self::Fp8 | Self::Bits => 1,
        }
    }

    /// A code, anything that the format has.
    pub(super) fn any(self, c: &mut dyn Choices) -> u64 {
        match self {
            Self::Float(e, m) => float(e, m, c),
            Self::Tf32 => float(8, 23, c),
            Self::Integer => integer(32, c),
            Self::Fp8 | Self::Bits => c.below(256),
        }
    }

    /// A code of a pool: numbers near each other, so that sums cancel.
    fn near(self, c: &mut dyn Choices, center: u64) -> u64 {
        let (e, m) = match self {
            Self::Float(e, m) => (e, m),
            Self::Tf32 => (8, 23),
            Self::Fp8 => {
                // Not the codes that are NaN or infinite anywhere.
                let code = c.below(0x7c);
                return if code == 0 { 0 } else { code | c.below(2) << 7 };
            }
            Self::Bits => return c.below(256),
            Self::Integer => return integer(32, c),
        };
        let top = (1 << e) - 2;
        let field = (center + c.below(5)).clamp(0, top);
        let mantissa = match c.below(3) {
            0 => 0,
            1 => 1 << c.below(m.into()),
            _ => c.bits() & ((1 << m) - 1),
        };
        c.below(2) << (e + m) | field << m | mantissa
    }

    /// A pool of codes.
    fn pool(self, c: &mut dyn Choices) -> Vec<u64> {
        let top = match self {
            Self::Float(e, _) => (1 << e) - 2,
            _ => 254,
        };
        let center = match c.below(6) {
            0 => 0,
            1 => top - c.below(6),
            2 => c.below(top),
            _ => top / 2 - 2,
        };
        let mut pool: Vec<u64> = (0..10).map(|_| self.near(c, center)).collect();
        pool.push(0);
        if chance(c, 1, 3) {
            let any = self.any(c);
            pool.push(any);
        }
        pool
    }
}

/// The bytes of a tile, or of so much memory.
pub(super) fn bytes(c: &mut dyn Choices, style: Style, count: usize) -> Vec<u8> {
    let size = style.bytes();
    if style == Style::Bits {
        return (0..count).map(|_| c.below(256) as u8).collect();
    }
    let pool = style.pool(c);
    let mut bytes: Vec<u8> =
        (0..count / size).flat_map(|_| pick(c, &pool).to_le_bytes()[..size].to_vec()).collect();
    // Now and then something that is no number, or anything else.
    for _ in 0..pick(c, &[0, 0, 1, 2]) {
        let at = c.below((count / size) as u64) as usize * size;
        bytes[at..][..size].copy_from_slice(&style.any(c).to_le_bytes()[..size]);
    }
    bytes
}

/// Side scales: near 1, at an end, or NaN now and then.
pub(super) fn scales(c: &mut dyn Choices) -> [u8; 64] {
    let center = pick(c, &[127, 127, 127, 3, 250]);
    let nan = chance(c, 1, 4);
    std::array::from_fn(|_| match c.below(24) {
        0 => pick(c, &[0, 1, 254, 253]),
        1 if nan => 255,
        _ => (center + c.below(5) as u8).min(254) - 2,
    })
}

/// What a part of the state holds before a program. Displays as case files write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Init {
    /// An integer register.
    X(usize, u64),
    /// A float register.
    F(usize, u64),
    /// A vector register.
    V(usize, [u8; 128]),
    /// A tile register.
    Tile(usize, Box<[u8; 1024]>),
    /// The side scales of a tile register.
    Scales(usize, [u8; 64]),
    /// A CSR by its name.
    Csr(&'static str, u64),
    /// Bytes of global memory.
    Global(u64, Vec<u8>),
    /// Bytes of the CTA's shared memory.
    Local(u64, Vec<u8>),
    /// A semaphore.
    Semaphore(usize, u32),
}

impl fmt::Display for Init {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = |f: &mut fmt::Formatter<'_>, bytes: &[u8]| {
            bytes.iter().try_for_each(|byte| write!(f, "{byte:02X}"))
        };
        match self {
            Self::X(n, value) => write!(f, "x{n}=0x{value:X}"),
            Self::F(n, value) => write!(f, "f{n}=0x{value:X}"),
            Self::V(n, list) => write!(f, "v{n}=").and_then(|()| bytes(f, list)),
            Self::Tile(n, list) => write!(f, "t{n}=").and_then(|()| bytes(f, &list[..])),
            Self::Scales(n, list) => write!(f, "ts{n}=").and_then(|()| bytes(f, list)),
            Self::Csr(name, value) => write!(f, "{name}=0x{value:X}"),
            Self::Global(at, list) => write!(f, "gmem[0x{at:X}]=").and_then(|()| bytes(f, list)),
            Self::Local(at, list) => write!(f, "smem[0x{at:X}]=").and_then(|()| bytes(f, list)),
            Self::Semaphore(n, value) => write!(f, "sem[{n}]=0x{value:X}"),
        }
    }
}
