//! DRAM indirection (s. 3.5.6).

use super::*;
use crate::mncore2::isa::{Precision, RrnOp};

fn indirect(entry: u16, group: Option<u8>) -> MvOperand {
    MvOperand::Indirect { entry, group }
}

fn with_run(run: Option<u32>, transfer: MvTransfer) -> MvTransfer {
    MvTransfer { run, ..transfer }
}

/// The address of the k-th access of 16 words.
fn place(mem: &State, group: usize, m: usize, n: Option<usize>, k: usize) -> usize {
    let (entry, rest) = match n {
        Some(n) => ((m + k / n) % 1024, k % n),
        None => (m, k),
    };
    (16 * (mem.groups[group].dar[entry] as usize + rest)) % DRAM_WORDS
}

/// The example of the section, `mvp/n256nd4 $p1600@1 $di512@2`.
#[test]
fn example() {
    let transfer = transfer(MvOp::P, 256, pdm(1600, Some(1)), indirect(512, Some(2)));
    check(with_run(Some(4), transfer), |mem| {
        for i in 0..16 {
            let src_addr = 1600 + 16 * i;
            let entry = mem.groups[2].dar[512 + i / 4] as usize;
            let dst_addr = 16 * (entry + (i % 4));
            for x in 0..16 {
                let word = mem.groups[1].pdm.get(src_addr + x);
                mem.groups[2].dram.set(dst_addr + x, word);
            }
        }
    });
}

#[test]
fn entries_wrap_and_may_serve_for_ever() {
    for (m, n) in [(1022, Some(1)), (1023, Some(3)), (7, Some(5)), (1000, None)] {
        let to = pdm(PDM_WORDS - 64, Some(0));
        let transfer = transfer(MvOp::P, 512, indirect(m, Some(3)), to);
        check(with_run(n, transfer), |mem| {
            for k in 0..32 {
                let at = place(mem, 3, m.into(), n.map(|n| n as usize), k);
                for x in 0..16 {
                    let word = mem.groups[3].dram.get(at + x);
                    mem.groups[0].pdm.set(PDM_WORDS - 64 + 16 * k + x, word);
                }
            }
        });
    }
}

#[test]
fn each_group_has_its_own_register() {
    let transfer = transfer(MvOp::P, 128, indirect(3, None), l2bm(0, None, Some(1)));
    check(with_run(Some(2), transfer), |mem| {
        for (group, k) in (0..4).flat_map(|g| (0..8).map(move |k| (g, k))) {
            let at = place(mem, group, 3, Some(2), k);
            for x in 0..16 {
                let word = mem.groups[group].dram.get(at + x);
                mem.l2bms[2 * group + 1].set(16 * k + x, word);
            }
        }
    });
}

/// Two accesses a unit and group, in the order of their offsets (MN-D58).
#[test]
fn pieces_of_inter_group_transfers() {
    let c = l2bm(128, None, None);
    let transfer_b4 = transfer(MvOp::B4, 192, indirect(1021, None), c);
    check(with_run(Some(3), transfer_b4), |mem| {
        for (i, l2b) in (0..3).flat_map(|i| [(i, 0), (i, 1)]) {
            for group in 0..4 {
                let at = place(mem, group, 1021, Some(3), 2 * i + l2b);
                for x in 0..16 {
                    let word = mem.groups[group].dram.get(at + x);
                    for to in 0..4 {
                        mem.l2bms[2 * to + l2b].set(128 + 64 * i + 16 * group + x, word);
                    }
                }
            }
        }
    });
    let rrn = Rrn { precision: Precision::S, op: RrnOp::Iadd };
    let transfer_r4 = transfer(MvOp::R4(rrn), 192, c, indirect(40, None));
    check(with_run(Some(1), transfer_r4), |mem| {
        for (i, l2b) in (0..3).flat_map(|i| [(i, 0), (i, 1)]) {
            for (group, x) in (0..4).flat_map(|g| (0..16).map(move |x| (g, x))) {
                let at = place(mem, group, 40, Some(1), 2 * i + l2b);
                let from = 128 + 64 * i + 16 * group + x;
                let word = op(rrn, [[0, 1, 2, 3].map(|g| mem.l2bms[2 * g + l2b].get(from))]);
                mem.groups[group].dram.set(at + x, word);
            }
        }
    });
}

/// One access a unit and group.
#[test]
fn pieces_of_distributed_transfers() {
    let transfer_r = |rrn| transfer(MvOp::R(rrn), 256, l2bm(0, None, None), indirect(9, None));
    let rrn = Rrn { precision: Precision::F, op: RrnOp::Max };
    check(with_run(Some(3), transfer_r(rrn)), |mem| {
        for (i, group) in (0..4).flat_map(|i| (0..4).map(move |g| (i, g))) {
            let at = place(mem, group, 9, Some(3), i);
            for x in 0..16 {
                let from = 64 * i + 16 * group + x;
                let pair = |g: usize| [mem.l2bms[2 * g].get(from), mem.l2bms[2 * g + 1].get(from)];
                let word = op(rrn, [0, 1, 2, 3].map(pair));
                mem.groups[group].dram.set(at + x, word);
            }
        }
    });
    let transfer_b = transfer(MvOp::B, 256, indirect(9, None), l2bm(0, None, None));
    check(with_run(None, transfer_b), |mem| {
        for (i, group) in (0..4).flat_map(|i| (0..4).map(move |g| (i, g))) {
            let at = place(mem, group, 9, None, i);
            for x in 0..16 {
                let word = mem.groups[group].dram.get(at + x);
                mem.l2bms.iter_mut().for_each(|l2bm| l2bm.set(64 * i + 16 * group + x, word));
            }
        }
    });
    let transfer_d = transfer(MvOp::D, 256, pdm(64, Some(1)), indirect(600, None));
    check(with_run(Some(2), transfer_d), |mem| {
        for (i, group) in (0..4).flat_map(|i| (0..4).map(move |g| (i, g))) {
            let at = place(mem, group, 600, Some(2), i);
            for x in 0..16 {
                let word = mem.groups[1].pdm.get(64 + 64 * i + 16 * group + x);
                mem.groups[group].dram.set(at + x, word);
            }
        }
    });
    let transfer_d = transfer(MvOp::D, 256, indirect(600, None), pdm(64, Some(1)));
    check(with_run(Some(2), transfer_d), |mem| {
        for (i, group) in (0..4).flat_map(|i| (0..4).map(move |g| (i, g))) {
            let at = place(mem, group, 600, Some(2), i);
            for x in 0..16 {
                let word = mem.groups[group].dram.get(at + x);
                mem.groups[1].pdm.set(64 + 64 * i + 16 * group + x, word);
            }
        }
    });
}

/// The units of a transfer go up, so that the last one wins where entries repeat (MN-D59).
#[test]
fn later_accesses_win() {
    let mut state = state().clone();
    state.groups[0].dar.fill(4);
    let transfer = transfer(MvOp::P, 128, pdm(0, Some(0)), indirect(0, Some(0)));
    run(&with_run(Some(1), transfer), &mut state);
    let group = &state.groups[0];
    (0..16).for_each(|x| assert_eq!(group.dram.get(64 + x), group.pdm.get(112 + x)));
}

#[test]
fn addresses_beyond_dram_wrap() {
    let mut state = state().clone();
    state.groups[2].dar[0] = u32::MAX;
    let transfer = transfer(MvOp::P, 64, pdm(0, Some(2)), indirect(0, Some(2)));
    run(&transfer, &mut state);
    let group = &state.groups[2];
    (0..16).for_each(|x| assert_eq!(group.dram.get(DRAM_WORDS - 16 + x), group.pdm.get(x)));
    (16..64).for_each(|x| assert_eq!(group.dram.get(x - 16), group.pdm.get(x)));
}
