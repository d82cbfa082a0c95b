//! The order of elements of a unit.

use crate::xdsa::isa::Unit;

/// How zeros of the two signs compare (XDSA-D86).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::xdsa::exec) enum Zeros {
    /// -0 is less than +0: where the value itself is the result.
    Ordered,
    /// They are equal: where an index is.
    Equal,
}

/// Keys of the elements of a unit, which compare as their values do.
#[derive(Clone, Copy, Debug)]
pub(in crate::xdsa::exec) struct Order {
    unit: Unit,
    zeros: Zeros,
}

impl Order {
    pub(in crate::xdsa::exec) const fn new(unit: Unit, zeros: Zeros) -> Self {
        Self { unit, zeros }
    }

    /// The key of an element; none of a NaN.
    pub(in crate::xdsa::exec) fn key(self, element: u64) -> Option<i128> {
        let Some(format) = self.unit.format() else { return Some(self.unit.integer(element)) };
        let sign = 1 << (self.unit.bits() - 1);
        let magnitude = i128::from(element & (sign - 1));
        let infinity = i128::from((sign - 1) >> format.man_bits << format.man_bits);
        match element & sign != 0 {
            _ if magnitude > infinity => None,
            false => Some(magnitude),
            true if self.zeros == Zeros::Ordered => Some(-1 - magnitude),
            true => Some(-magnitude),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_ascend_with_values() {
        // -inf, -1, least subnormal negated, -0, +0, least subnormal, 1, inf
        let ascending = [0xfc00, 0xbc00, 0x8001, 0x8000, 0, 1, 0x3c00, 0x7c00];
        let key = |zeros| move |element| Order::new(Unit::Fp16, zeros).key(element);
        assert!(ascending.map(key(Zeros::Ordered)).is_sorted_by(|a, b| a < b));
        assert!(ascending.map(key(Zeros::Equal)).is_sorted());
        assert_eq!(key(Zeros::Equal)(0x8000), key(Zeros::Equal)(0));
        assert_eq!([0x7c01, 0xfe00].map(key(Zeros::Ordered)), [None, None]);
        assert_eq!(Order::new(Unit::Sint4, Zeros::Ordered).key(0xf), Some(-1));
    }
}
