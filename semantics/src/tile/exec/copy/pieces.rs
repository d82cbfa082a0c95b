//! A box of elements as runs of bytes that move (TILE-D72, D99).

use std::ops::Range;

use super::map::DIMENSIONS;
use super::side::{At, Side};

/// A run of bytes of the destination, and where it comes from: an address, or nothing, where the source's tensor ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) from: Option<u64>,
    pub(super) to: u64,
    pub(super) bytes: u64,
}

/// How many elements a copy by tensor maps may write at most (TILE-D101).
pub(super) const MOST: u128 = 1 << 24;

/// How many elements the destination has.
pub(super) fn count(to: &Side, extent: At) -> u128 {
    let lengths = to.inside(extent).into_iter().map(|range| u128::from(length(&range)));
    lengths.fold(1, u128::saturating_mul)
}

/// Every element of the box that the destination has, innermost first; neighbours are one piece. All addresses were judged before.
pub(super) fn pieces(from: &Side, to: &Side, extent: At, bytes: u64) -> Vec<Piece> {
    let (source, target) = (from.inside(extent), to.inside(extent));
    let mut pieces = Vec::new();
    each(&target, |at| {
        let inside = (0..DIMENSIONS).all(|i| source[i].contains(&at[i]));
        let from = inside.then(|| from.address(at) as u64);
        join(&mut pieces, Piece { from, to: to.address(at) as u64, bytes });
    });
    pieces
}

/// Puts a piece behind the others, or makes the last one longer. Fills stay single: each is one element.
fn join(pieces: &mut Vec<Piece>, piece: Piece) {
    if let Some(last) = pieces.last_mut()
        && last.from.is_some_and(|from| piece.from == Some(from + last.bytes))
        && last.to + last.bytes == piece.to
    {
        last.bytes += piece.bytes;
        return;
    }
    pieces.push(piece);
}

/// Every place in these ranges, dimension 0 first.
fn each(ranges: &[Range<u64>; DIMENSIONS], mut visit: impl FnMut(At)) {
    if ranges.iter().any(Range::is_empty) {
        return;
    }
    let mut at = ranges.each_ref().map(|range| range.start);
    loop {
        visit(at);
        let Some(i) = (0..DIMENSIONS).find(|i| at[*i] + 1 < ranges[*i].end) else { return };
        at[i] += 1;
        for (at, range) in at.iter_mut().zip(ranges).take(i) {
            *at = range.start;
        }
    }
}

fn length(range: &Range<u64>) -> u64 {
    range.end.saturating_sub(range.start)
}
