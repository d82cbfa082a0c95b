//! The basic modes (s. 3.5.8.2 to .25), in the middle of the memories and across their ends.

use super::*;
use crate::mncore2::isa::{Precision, RrnOp};

/// PDM, DRAM and L2BM addresses.
const PLACES: [(usize, usize, usize); 2] =
    [(512, 1 << 24, 1024), (PDM_WORDS - 512, DRAM_WORDS - 64, L2BM_WORDS - 64)];
const SIZE: u32 = 192;
const N: usize = 3;

#[test]
fn individual_pdm_dram() {
    for (addr_p, addr_d, _) in PLACES {
        for (p, d) in [(0, 0), (1, 2), (3, 0)] {
            let (gp, gd) = (usize::from(p), usize::from(d));
            let (from, to) = (pdm(addr_p, Some(p)), dram(addr_d, Some(d)));
            check(transfer(MvOp::P, SIZE, from, to), |mem| {
                for x in 0..64 * N {
                    let word = mem.groups[gp].pdm.get(addr_p + x);
                    mem.groups[gd].dram.set(addr_d + x, word);
                }
            });
            check(transfer(MvOp::P, SIZE, to, from), |mem| {
                for x in 0..64 * N {
                    let word = mem.groups[gd].dram.get(addr_d + x);
                    mem.groups[gp].pdm.set(addr_p + x, word);
                }
            });
        }
        let (from, to) = (pdm(addr_p, Some(2)), pdm(128, Some(1)));
        check(transfer(MvOp::P, SIZE, from, to), |mem| {
            for x in 0..64 * N {
                let word = mem.groups[2].pdm.get(addr_p + x);
                mem.groups[1].pdm.set(128 + x, word);
            }
        });
    }
}

#[test]
fn individual_l2bm() {
    for (addr_p, addr_d, addr_c) in PLACES {
        for (g, h, l) in [(0, 0, 0), (1, 2, 1), (3, 0, 1), (2, 3, 0)] {
            let (group, number) = (usize::from(g), usize::from(2 * h + l));
            let c = l2bm(addr_c, Some(h), Some(l));
            let (p, d) = (pdm(addr_p, Some(g)), dram(addr_d, Some(g)));
            check(transfer(MvOp::P, SIZE, p, c), |mem| {
                for x in 0..64 * N {
                    let word = mem.groups[group].pdm.get(addr_p + x);
                    mem.l2bms[number].set(addr_c + x, word);
                }
            });
            check(transfer(MvOp::P, SIZE, c, p), |mem| {
                for x in 0..64 * N {
                    let word = mem.l2bms[number].get(addr_c + x);
                    mem.groups[group].pdm.set(addr_p + x, word);
                }
            });
            check(transfer(MvOp::P, SIZE, d, c), |mem| {
                for x in 0..64 * N {
                    let word = mem.groups[group].dram.get(addr_d + x);
                    mem.l2bms[number].set(addr_c + x, word);
                }
            });
            check(transfer(MvOp::P, SIZE, c, d), |mem| {
                for x in 0..64 * N {
                    let word = mem.l2bms[number].get(addr_c + x);
                    mem.groups[group].dram.set(addr_d + x, word);
                }
            });
        }
    }
}

#[test]
fn parallel() {
    for (addr_p, addr_d, addr_c) in PLACES {
        // The L2B left out is L2B 0 on the way to DRAM (MN-D101).
        for (l2b, l) in [(Some(0), 0), (Some(1), 1), (None, 0)] {
            let (p, d, c) = (pdm(addr_p, None), dram(addr_d, None), l2bm(addr_c, None, l2b));
            check(transfer(MvOp::P, SIZE, c, d), |mem| {
                for (group, x) in (0..4).flat_map(|g| (0..64 * N).map(move |x| (g, x))) {
                    let word = mem.l2bms[2 * group + l].get(addr_c + x);
                    mem.groups[group].dram.set(addr_d + x, word);
                }
            });
            if l2b.is_none() {
                continue;
            }
            check(transfer(MvOp::P, SIZE, p, c), |mem| {
                for (group, x) in (0..4).flat_map(|g| (0..64 * N).map(move |x| (g, x))) {
                    let word = mem.groups[group].pdm.get(addr_p + x);
                    mem.l2bms[2 * group + l].set(addr_c + x, word);
                }
            });
            check(transfer(MvOp::P, SIZE, c, p), |mem| {
                for (group, x) in (0..4).flat_map(|g| (0..64 * N).map(move |x| (g, x))) {
                    let word = mem.l2bms[2 * group + l].get(addr_c + x);
                    mem.groups[group].pdm.set(addr_p + x, word);
                }
            });
            check(transfer(MvOp::P, SIZE, d, c), |mem| {
                for (group, x) in (0..4).flat_map(|g| (0..64 * N).map(move |x| (g, x))) {
                    let word = mem.groups[group].dram.get(addr_d + x);
                    mem.l2bms[2 * group + l].set(addr_c + x, word);
                }
            });
        }
    }
}

#[test]
fn broadcasts() {
    for (addr_p, addr_d, addr_c) in PLACES {
        let (d, c) = (dram(addr_d, None), l2bm(addr_c, None, None));
        check(transfer(MvOp::B2, SIZE, d, c), |mem| {
            for x in 0..64 * N {
                for (group, l2b) in [0, 1, 2, 3].into_iter().flat_map(|g| [(g, 0), (g, 1)]) {
                    let word = mem.groups[group].dram.get(addr_d + x);
                    mem.l2bms[2 * group + l2b].set(addr_c + x, word);
                }
            }
        });
        check(transfer(MvOp::B4, SIZE, d, c), |mem| {
            for i in 0..N {
                let (src_offset, dst_addr) = (addr_d + 32 * i, addr_c + 64 * i);
                let mut buf = [[0; 64]; 2];
                for (group, l2b) in [0, 1, 2, 3].into_iter().flat_map(|g| [(g, 0), (g, 1)]) {
                    for x in 0..16 {
                        buf[l2b][group * 16 + x] =
                            mem.groups[group].dram.get(src_offset + l2b * 16 + x);
                    }
                }
                for (group, l2b) in [0, 1, 2, 3].into_iter().flat_map(|g| [(g, 0), (g, 1)]) {
                    (0..64).for_each(|x| mem.l2bms[2 * group + l2b].set(dst_addr + x, buf[l2b][x]));
                }
            }
        });
        check(transfer(MvOp::B, SIZE, d, c), |mem| {
            for i in 0..N {
                let mut buf = [0; 64];
                for (group_dram, x) in (0..4).flat_map(|g| (0..16).map(move |x| (g, x))) {
                    buf[group_dram * 16 + x] = mem.groups[group_dram].dram.get(addr_d + 16 * i + x);
                }
                for l2bm in &mut mem.l2bms {
                    (0..64).for_each(|x| l2bm.set(addr_c + 64 * i + x, buf[x]));
                }
            }
        });
        check(transfer(MvOp::B, SIZE, pdm(addr_p, Some(2)), c), |mem| {
            for x in 0..64 * N {
                let word = mem.groups[2].pdm.get(addr_p + x);
                mem.l2bms.iter_mut().for_each(|l2bm| l2bm.set(addr_c + x, word));
            }
        });
    }
}

/// The words of all L2BMs at an address, group by group.
fn all(mem: &State, address: usize) -> [[u64; 2]; 4] {
    [0, 1, 2, 3].map(|g| [mem.l2bms[2 * g].get(address), mem.l2bms[2 * g + 1].get(address)])
}

#[test]
fn reductions() {
    let (addr_p, addr_d, addr_c) = PLACES[1];
    let (d, c) = (dram(addr_d, None), l2bm(addr_c, None, None));
    for rrn in rrn::tests::all() {
        check(transfer(MvOp::R2(rrn), SIZE, c, d), |mem| {
            for (x, group) in (0..64 * N).flat_map(|x| (0..4).map(move |g| (x, g))) {
                let word = op(rrn, [all(mem, addr_c + x)[group]]);
                mem.groups[group].dram.set(addr_d + x, word);
            }
        });
        let (from, to) = (l2bm(addr_c, Some(1), None), pdm(addr_p, Some(1)));
        check(transfer(MvOp::R2(rrn), SIZE, from, to), |mem| {
            for x in 0..64 * N {
                let word = op(rrn, [all(mem, addr_c + x)[1]]);
                mem.groups[1].pdm.set(addr_p + x, word);
            }
        });
        check(transfer(MvOp::R4(rrn), SIZE, c, d), |mem| {
            for (i, x) in (0..N).flat_map(|i| (0..64).map(move |x| (i, x))) {
                let words = all(mem, addr_c + 64 * i + x);
                for l2b in 0..2 {
                    let word = op(rrn, [words.map(|group| group[l2b])]);
                    let address = addr_d + 32 * i + 16 * l2b + x % 16;
                    mem.groups[x / 16].dram.set(address, word);
                }
            }
        });
        check(transfer(MvOp::R(rrn), SIZE, c, pdm(addr_p, Some(3))), |mem| {
            for x in 0..64 * N {
                let word = op(rrn, all(mem, addr_c + x));
                mem.groups[3].pdm.set(addr_p + x, word);
            }
        });
        check(transfer(MvOp::R(rrn), SIZE, c, d), |mem| {
            for (i, x) in (0..N).flat_map(|i| (0..64).map(move |x| (i, x))) {
                let word = op(rrn, all(mem, addr_c + 64 * i + x));
                mem.groups[x / 16].dram.set(addr_d + 16 * i + x % 16, word);
            }
        });
    }
}

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
fn scatters_and_gathers() {
    for (addr_p, addr_d, addr_c) in PLACES {
        let (p, c) = (pdm(addr_p, Some(1)), l2bm(addr_c, None, None));
        let places = || {
            (0..N).flat_map(|i| (0..4).map(move |j| (i, j))).flat_map(|(i, j)| {
                (0..8).flat_map(move |number| {
                    (0..16).map(move |x| {
                        let buf_addr = (j * 8 + number) * 16 + x;
                        (addr_p + 512 * i + buf_addr, number, addr_c + 64 * i + j * 16 + x)
                    })
                })
            })
        };
        check(transfer(MvOp::D, SIZE, p, c), |mem| {
            for (at, number, to) in places() {
                let word = mem.groups[1].pdm.get(at);
                mem.l2bms[number].set(to, word);
            }
        });
        check(transfer(MvOp::D, SIZE, c, p), |mem| {
            for (at, number, to) in places() {
                let word = mem.l2bms[number].get(to);
                mem.groups[1].pdm.set(at, word);
            }
        });
        let (p, d) = (pdm(addr_p, Some(3)), dram(addr_d, None));
        let places = || {
            (0..N).flat_map(|i| (0..4).map(move |g| (i, g))).flat_map(|(i, group)| {
                (0..16).map(move |x| (addr_p + 64 * i + group * 16 + x, group, addr_d + 16 * i + x))
            })
        };
        check(transfer(MvOp::D, SIZE, p, d), |mem| {
            for (at, group, to) in places() {
                let word = mem.groups[3].pdm.get(at);
                mem.groups[group].dram.set(to, word);
            }
        });
        check(transfer(MvOp::D, SIZE, d, p), |mem| {
            for (at, group, to) in places() {
                let word = mem.groups[group].dram.get(to);
                mem.groups[3].pdm.set(at, word);
            }
        });
    }
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
