//! Numbers that kernels compute with: the same in every run.

/// A stream of numbers.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// The stream of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 24 bits.
    pub const fn bits(&mut self) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as u32
    }

    /// In -1 .. 1.
    pub fn single(&mut self) -> f32 {
        self.bits() as f32 / (1u32 << 23) as f32 - 1.0
    }

    /// Many of them.
    pub fn singles(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.single()).collect()
    }
}
