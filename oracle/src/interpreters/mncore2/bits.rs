//! The 2LW path between a PE memory and a unit: its elements and its masks (s. 1.3, 3.6.2).

use semantics::mncore2::isa::MaskWidth;

/// Two long words, the one on the MSB side first.
pub(super) type Path = [u64; 2];

/// Element `k` of `bits` bits, counted from the most significant side.
pub(super) fn element(path: Path, bits: u32, k: usize) -> u64 {
    let all = u128::from(path[0]) << 64 | u128::from(path[1]);
    (all >> (128 - bits * (k as u32 + 1))) as u64 & u64::MAX >> (64 - bits)
}

/// Elements of `bits` bits side by side from the most significant side on, the rest 0 (MN-D42).
pub(super) fn join(bits: u32, elements: &[u64]) -> Path {
    let mut all = 0_u128;
    for (k, &element) in elements.iter().enumerate() {
        all |= u128::from(element) << (128 - bits * (k as u32 + 1));
    }
    [(all >> 64) as u64, all as u64]
}

/// The bits of the path that four flags let through: the half words of the MSB-side long word, with
/// the other one always (MN-D46), or the four single words.
pub(super) fn passing(width: MaskWidth, flags: u8) -> Path {
    let ones =
        |bits: u32, k: u32| if flags >> (3 - k) & 1 == 1 { u64::MAX >> (64 - bits) } else { 0 };
    let select = |bits: u32| (0..4).map(|k| ones(bits, k)).collect::<Vec<_>>();
    match width {
        MaskWidth::Long => [join(16, &select(16))[0], u64::MAX],
        MaskWidth::Double => join(32, &select(32)),
    }
}

/// One, two or four flags as four bits, each repeated (s. 3.6.12.1).
pub(super) fn spread(flags: &[bool]) -> u8 {
    (0..4).fold(0, |bits, k| bits << 1 | u8::from(flags[k * flags.len() / 4]))
}

/// `new` where `passing` has ones, else `old`.
pub(super) fn merged(old: u64, new: u64, passing: u64) -> u64 {
    old & !passing | new & passing
}
