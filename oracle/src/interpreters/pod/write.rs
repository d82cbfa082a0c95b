//! What a packet writes, collected before any of it is written (POD-D04).

/// One write.
#[derive(Clone, Debug)]
pub(super) enum Write {
    /// A general register of a PE.
    General(usize, u8, u64),
    /// An xmm register.
    Xmm(usize, u8, u128),
    /// An ar register, as `mov8` does.
    Ar(usize, u8, u64),
    /// All four flags.
    Flags(usize, u32),
    /// Sticky bits of MXCSR, which join those that are there.
    Sticky(usize, u32),
    /// The mask.
    Mask(usize, u64),
    /// Bytes of a local memory.
    Local(usize, u64, Vec<u8>),
    /// Bytes of the system memory.
    System(u64, Vec<u8>),
    /// The data return buffer.
    Buffer(u64),
}
