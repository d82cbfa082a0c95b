//! Number -> text: reading back, the standard library, exact integers.

mod known;
mod readback;
mod rounded;
mod standard;

use super::*;

/// A reproducible walk over bit patterns (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }
}

fn decimal(precision: Precision) -> Style {
    Style::Decimal(precision, Notation::Automatic)
}
