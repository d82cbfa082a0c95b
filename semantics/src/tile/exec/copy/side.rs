//! The two sides of a copy by tensor maps: where each element of the box stands (TILE-D72, D98, D99).

use std::ops::Range;

use super::map::{DIMENSIONS, TensorMap, in_tiles};

/// A place in the box: dimension 0 counted in what moves.
pub(super) type At = [u64; DIMENSIONS];

/// What a side is.
pub(super) enum Side {
    /// A tensor with the coordinates of the box's first element.
    Tensor { map: TensorMap, at: [i64; DIMENSIONS] },
    /// The box by itself from an address on, its planes one behind the other.
    Box { base: u64, extent: At, bytes: u64, order: Order },
}

/// The order of a plane of a side that has no map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Linear,
    /// Cut into tiles of so many columns and rows.
    Tiles([u64; 2]),
}

impl Side {
    /// A tensor, whose coordinates are signed numbers of elements.
    ///
    /// # Errors
    /// An odd coordinate of 4-bit elements.
    pub(super) fn tensor(map: TensorMap, at: [i32; DIMENSIONS]) -> Result<Self, String> {
        let mut at = at.map(i64::from);
        at[map.rank..].fill(0);
        if at[0] % map.together() as i64 != 0 {
            return Err(format!("4-bit elements move in pairs; coordinate 0 is {}", at[0]));
        }
        at[0] /= map.together() as i64;
        Ok(Self::Tensor { map, at })
    }

    /// The address that all others count from.
    pub(super) const fn base(&self) -> u64 {
        match self {
            Self::Tensor { map, .. } => map.base,
            Self::Box { base, .. } => *base,
        }
    }

    /// Which places of a box the side has, as a range along each dimension.
    pub(super) fn inside(&self, extent: At) -> [Range<u64>; DIMENSIONS] {
        std::array::from_fn(|i| match self {
            Self::Box { .. } => 0..extent[i],
            Self::Tensor { map, at } => {
                let clip = |n: i64| n.clamp(0, extent[i] as i64) as u64;
                clip(-at[i])..clip(map.size[i] as i64 - at[i])
            }
        })
    }

    /// The byte where an element of the box begins; only for places that the side has.
    pub(super) fn address(&self, place: At) -> u128 {
        match self {
            Self::Tensor { map, at } => {
                map.address(std::array::from_fn(|i| place[i].wrapping_add_signed(at[i])))
            }
            Self::Box { base, extent, bytes, order } => {
                let [x, y, outer @ ..] = place;
                let near = match order {
                    Order::Linear => u128::from(y) * u128::from(extent[0]) + u128::from(x),
                    Order::Tiles(tile) => in_tiles(*tile, extent[0], [x, y]),
                };
                let plane =
                    outer.iter().zip(&extent[2..]).rev().fold(0u128, |plane, (at, size)| {
                        plane.saturating_mul((*size).into()).saturating_add((*at).into())
                    });
                let plane = plane.saturating_mul(u128::from(extent[0]) * u128::from(extent[1]));
                let number = plane.saturating_add(near);
                number.saturating_mul((*bytes).into()).saturating_add((*base).into())
            }
        }
    }

    /// The byte behind the last one that the side has of a box; none where it has nothing. Addresses grow along every dimension:
    /// in a plane of tiles the last element is in the last tile, and the last there.
    pub(super) fn end(&self, extent: At, bytes: u64) -> Option<u128> {
        let inside = self.inside(extent);
        if inside.iter().any(Range::is_empty) {
            return None;
        }
        let last = inside.map(|range| range.end - 1);
        Some(self.address(last).saturating_add(bytes.into()))
    }
}
