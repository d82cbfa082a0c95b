//! The basic modes (s. 3.5.8.2 to .25), in the middle of the memories and across their ends.

use super::*;
use crate::mncore2::isa::{Precision, RrnOp};

#[test]
fn pairs_of_a_group_are_added_first() {
    let rrn = Rrn { precision: Precision::D, op: RrnOp::Fadd };
    // 2^53 + 1 rounds to 2^53 where the two meet first.
    let (big, one) = (0x4340u64 << 48, 0x3ff0u64 << 48);
    let value = |filled: &[(usize, u64)]| {
        let mut state = State::new(0);
        for &(number, word) in filled {
            state.l2bms[number].set(5, word);
        }
        let transfer = transfer(MvOp::R(rrn), 64, l2bm(0, None, None), pdm(0, Some(0)));
        run(&transfer, &mut state);
        state.groups[0].pdm.get(5)
    };
    // (2^53 + 1) + (1 + 1) against (2^53 + 0) + (1 + 1) + (1 + 0).
    assert_eq!(value(&[(0, big), (1, one), (2, one), (3, one)]), big + 1);
    assert_eq!(value(&[(0, big), (2, one), (3, one), (4, one)]), big + 2);
}

#[test]
fn size_beyond_the_memory() {
    // 2^16 words into an L2BM of 2^15: the later half stays.
    let (from, to) = (pdm(0, Some(2)), l2bm(0, Some(0), Some(1)));
    check(transfer(MvOp::P, 1 << 16, from, to), |mem| {
        for x in 0..1 << 16 {
            let word = mem.groups[2].pdm.get(x);
            mem.l2bms[1].set(x % (1 << 15), word);
        }
    });
}

#[test]
fn there_and_back() {
    let (p, elsewhere) = (pdm(1024, Some(0)), pdm(8192, Some(0)));
    let (c, d) = (l2bm(64, None, None), dram(256, None));
    let mut state = state().clone();
    for (from, to) in [(p, c), (c, elsewhere)] {
        run(&transfer(MvOp::D, 128, from, to), &mut state);
    }
    let pdm = &state.groups[0].pdm;
    (0..1024).for_each(|x| assert_eq!(pdm.get(1024 + x), pdm.get(8192 + x)));
    // Reductions with `bor` undo broadcasts.
    let rrn = Rrn { precision: Precision::L, op: RrnOp::Bor };
    for (down, up, words) in
        [(MvOp::B2, MvOp::R2(rrn), 128), (MvOp::B4, MvOp::R4(rrn), 64), (MvOp::B, MvOp::R(rrn), 32)]
    {
        run(&transfer(down, 128, d, c), &mut state);
        run(&transfer(up, 128, c, dram(4096, None)), &mut state);
        for group in &state.groups {
            (0..words).for_each(|x| assert_eq!(group.dram.get(256 + x), group.dram.get(4096 + x)));
        }
    }
}
