//! What a unit of an MV instruction moves: the pseudocode of s. 3.5.8 as data.

use super::Element;
use semantics::mncore2::isa::{MvOp, MvOperand, MvTransfer};

/// A run of words in an upper memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// PDM of a group, address.
    Pdm(u8, u64),
    /// DRAM of a group, offset from the first word that the instruction accesses there.
    Dram(u8, u64),
    /// L2BM by its number in the board, address.
    L2bm(u8, u64),
}

impl Place {
    /// Whose memory it is.
    pub(super) fn element(self) -> Element {
        match self {
            Self::Pdm(g, _) | Self::Dram(g, _) => Element::Group(g),
            Self::L2bm(q, _) => Element::L2b(q),
        }
    }
}

/// Words that are copied, or reduced to one run where there are several to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) from: Vec<Place>,
    pub(super) to: Place,
    pub(super) words: u64,
}

/// A memory and what of its place is given.
#[derive(Clone, Copy)]
enum Operand {
    Pdm(u64, Option<u8>),
    Dram(Option<u8>),
    L2bm(u64, Option<u8>, Option<u8>),
}

impl Operand {
    fn of(operand: MvOperand) -> Self {
        match operand {
            MvOperand::Pdm { address, group } => Self::Pdm(address.into(), group),
            MvOperand::Dram { group, .. } | MvOperand::Indirect { group, .. } => Self::Dram(group),
            MvOperand::L2bm { address, group, l2b } => Self::L2bm(address.into(), group, l2b),
        }
    }

    /// Whether a group is given.
    fn group(self) -> Option<u8> {
        match self {
            Self::Pdm(_, group) | Self::Dram(group) | Self::L2bm(_, group, _) => group,
        }
    }

    /// The place `offset` behind its start, in group `g`.
    fn at(self, g: u8, l2b: u8, offset: u64) -> Place {
        match self {
            Self::Pdm(address, _) => Place::Pdm(g, address + offset),
            Self::Dram(_) => Place::Dram(g, offset),
            Self::L2bm(address, ..) => Place::L2bm(2 * g + l2b, address + offset),
        }
    }
}

const GROUPS: std::ops::Range<u8> = 0..4;
const L2BS: std::ops::Range<u8> = 0..8;

/// The moves of unit `i`. `None`: the language has no such transfer (MN-D61).
pub(super) fn moves(transfer: &MvTransfer, i: u64) -> Option<Vec<Move>> {
    use Operand::{Dram, L2bm, Pdm};
    let (from, to) = (Operand::of(transfer.from), Operand::of(transfer.to));
    let l2bm = |q: u8, address: u64| Place::L2bm(q, address);
    let one = |from: Place, to: Place, words: u64| Move { from: vec![from], to, words };
    let eight = |c: u64| L2BS.map(|q| l2bm(q, c)).collect::<Vec<_>>();
    Some(match (transfer.op, from, to) {
        (MvOp::P, ..) => return copies(from, to, i),
        // .13
        (MvOp::B2, Dram(None), L2bm(c, None, None)) => {
            let all = L2BS.map(|q| one(Place::Dram(q / 2, 64 * i), l2bm(q, c + 64 * i), 64));
            all.collect()
        }
        // .14
        (MvOp::R2(_), L2bm(c, None, None), Dram(None)) => {
            GROUPS.map(|g| pair(g, c + 64 * i, Place::Dram(g, 64 * i))).collect()
        }
        // .15
        (MvOp::R2(_), L2bm(c, Some(g), None), Pdm(p, Some(h))) if g == h && g < 4 => {
            vec![pair(g, c + 64 * i, Place::Pdm(g, p + 64 * i))]
        }
        // .16
        (MvOp::B4, Dram(None), L2bm(c, None, None)) => crossed(|q, g| {
            let offset = 32 * i + 16 * u64::from(q % 2);
            one(Place::Dram(g, offset), l2bm(q, c + 64 * i + 16 * u64::from(g)), 16)
        }),
        // .17
        (MvOp::R4(_), L2bm(c, None, None), Dram(None)) => L2BS
            .map(|q| {
                let (g, l) = (q / 2, q % 2);
                let from = c + 64 * i + 16 * u64::from(g);
                Move {
                    from: GROUPS.map(|h| l2bm(2 * h + l, from)).collect(),
                    to: Place::Dram(g, 32 * i + 16 * u64::from(l)),
                    words: 16,
                }
            })
            .collect(),
        // .18
        (MvOp::B, Pdm(p, Some(g)), L2bm(c, None, None)) if g < 4 => {
            L2BS.map(|q| one(Place::Pdm(g, p + 64 * i), l2bm(q, c + 64 * i), 64)).collect()
        }
        // .19
        (MvOp::R(_), L2bm(c, None, None), Pdm(p, Some(g))) if g < 4 => {
            vec![Move { from: eight(c + 64 * i), to: Place::Pdm(g, p + 64 * i), words: 64 }]
        }
        // .20
        (MvOp::B, Dram(None), L2bm(c, None, None)) => {
            crossed(|q, g| one(Place::Dram(g, 16 * i), l2bm(q, c + 64 * i + 16 * u64::from(g)), 16))
        }
        // .21
        (MvOp::R(_), L2bm(c, None, None), Dram(None)) => GROUPS
            .map(|g| Move {
                from: eight(c + 64 * i + 16 * u64::from(g)),
                to: Place::Dram(g, 16 * i),
                words: 16,
            })
            .collect(),
        // .22, .23
        (MvOp::D, Pdm(p, Some(g)), L2bm(c, None, None)) if g < 4 => {
            scattered(i, |in_pdm, q, in_l2bm| {
                one(Place::Pdm(g, p + in_pdm), l2bm(q, c + in_l2bm), 16)
            })
        }
        (MvOp::D, L2bm(c, None, None), Pdm(p, Some(g))) if g < 4 => {
            scattered(i, |in_pdm, q, in_l2bm| {
                one(l2bm(q, c + in_l2bm), Place::Pdm(g, p + in_pdm), 16)
            })
        }
        // .24, .25
        (MvOp::D, Pdm(p, Some(g)), Dram(None)) if g < 4 => GROUPS
            .map(|h| one(Place::Pdm(g, p + 64 * i + 16 * u64::from(h)), Place::Dram(h, 16 * i), 16))
            .collect(),
        (MvOp::D, Dram(None), Pdm(p, Some(g))) if g < 4 => GROUPS
            .map(|h| one(Place::Dram(h, 16 * i), Place::Pdm(g, p + 64 * i + 16 * u64::from(h)), 16))
            .collect(),
        _ => return None,
    })
}

/// `mvp` (.2 to .12): one place to another, or in every group at once.
fn copies(from: Operand, to: Operand, i: u64) -> Option<Vec<Move>> {
    use Operand::{Dram, L2bm, Pdm};
    let l2b = |operand: Operand| match operand {
        L2bm(_, _, l2b) => l2b,
        _ => Some(0),
    };
    let (l, m) = match (from, to) {
        // MN-D101
        (L2bm(_, None, None), Dram(None)) => (0, 0),
        (L2bm(..), L2bm(..)) | (Dram(_), Dram(_)) => return None,
        _ => (l2b(from)?, l2b(to)?),
    };
    let copy = |g: u8, h: u8| Move {
        from: vec![from.at(g, l, 64 * i)],
        to: to.at(h, m, 64 * i),
        words: 64,
    };
    match (from.group(), to.group()) {
        _ if l > 1 || m > 1 => None,
        (Some(g), Some(h)) if g > 3 || h > 3 => None,
        (Some(g), Some(h)) if g == h && matches!((from, to), (Pdm(..), Pdm(..))) => None,
        (Some(g), Some(h)) => Some(vec![copy(g, h)]),
        (None, None) if matches!((from, to), (L2bm(..), _) | (_, L2bm(..))) => {
            Some(GROUPS.map(|g| copy(g, g)).collect())
        }
        _ => None,
    }
}

/// The two L2BMs of a group, reduced.
fn pair(g: u8, address: u64, to: Place) -> Move {
    Move { from: vec![Place::L2bm(2 * g, address), Place::L2bm(2 * g + 1, address)], to, words: 64 }
}

/// Every L2BM with every group.
fn crossed(one: impl Fn(u8, u8) -> Move) -> Vec<Move> {
    L2BS.flat_map(|q| GROUPS.map(move |g| (q, g))).map(|(q, g)| one(q, g)).collect()
}

/// Runs of 16, round robin over the L2BMs (s. 3.5.8.22): offset in PDM, L2BM, offset in L2BM.
fn scattered(i: u64, one: impl Fn(u64, u8, u64) -> Move) -> Vec<Move> {
    (0..4)
        .flat_map(|j| L2BS.map(move |q| (j, q)))
        .map(|(j, q)| one(512 * i + 16 * (8 * j + u64::from(q)), q, 64 * i + 16 * j))
        .collect()
}
