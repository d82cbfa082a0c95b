//! The state before a program.

use std::fmt;

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
