//! Every form against the loops of its section, written out word by word.

use super::{dar, transfer};
use crate::mncore2::exec::rrn::{self, tests::noise};
use crate::mncore2::isa::{Expr, L1bSet, L2bm, Precision, Rrn, RrnOp, Step};
use crate::mncore2::state::{Block, Group, L1BM_WORDS, L2BM_WORDS, L2bmWords};
use std::array::from_fn;

/// An L2B whose memories hold noise.
#[derive(Clone)]
struct Machine {
    l2bm: L2bmWords,
    blocks: Vec<Block>,
}

impl Machine {
    fn new() -> Self {
        let mut l2bm = L2bmWords::new(L2BM_WORDS, 0);
        (0..L2BM_WORDS).for_each(|a| l2bm.set(a, noise(99, a as u64)));
        let mut blocks: Vec<Block> = (0..8).map(|_| Block::new()).collect();
        for (b, block) in blocks.iter_mut().enumerate() {
            (0..L1BM_WORDS).for_each(|a| block.l1bm.set(a, noise(b as u64, a as u64)));
        }
        Self { l2bm, blocks }
    }

    /// All words of all memories.
    fn words(&self) -> Vec<Vec<u64>> {
        let l1bm = |b: &Block| (0..L1BM_WORDS).map(|a| b.l1bm.get(a)).collect();
        let l2bm = (0..L2BM_WORDS).map(|a| self.l2bm.get(a)).collect();
        self.blocks.iter().map(l1bm).chain([l2bm]).collect()
    }
}

/// Executes an expression and the loops of its section from the same state, and compares everything.
#[track_caller]
fn check(op: L2bm, loops: impl Fn(&Machine, &mut Machine)) {
    let before = Machine::new();
    let (mut got, mut expected) = (before.clone(), before.clone());
    transfer(&op, &mut got.l2bm, &mut got.blocks[..]);
    loops(&before, &mut expected);
    assert!(got.words() == expected.words(), "{op:?}");
    let changed = expected.words() != before.words();
    assert!(changed, "{op:?} changes nothing");
}

/// Addresses in the middle and across the ends.
const PLACES: [(u16, u16); 3] = [(0, 0), (1024, 4096), (32704, 8176)];

fn sets() -> impl Iterator<Item = L1bSet> {
    (0..8).flat_map(|base| (0..8).map(move |mode| L1bSet { base, mode }))
}

/// Membership as s. 3.6.7.1 has it, with m = 0b111.
fn member(set: L1bSet, b: usize) -> bool {
    let (b0, i, m) = (usize::from(set.base), usize::from(set.mode), 7);
    b & (m ^ i) == b0 & (m ^ i)
}

#[test]
fn down() {
    for (lc, lb) in PLACES {
        for set in sets() {
            let (c0, b0) = (usize::from(lc), usize::from(lb));
            check(L2bm::Broadcast { set, lc, lb }, |old, new| {
                for cycle in 0..4 {
                    for b in (0..8).filter(|&b| member(set, b)) {
                        for x in 0..16 {
                            let word = old.l2bm.get(c0 + cycle * 16 + x);
                            new.blocks[b].l1bm.set(b0 + cycle * 16 + x, word);
                        }
                    }
                }
            });
            check(L2bm::Broadcast2 { set, lc, lb }, |old, new| {
                for cycle in 0..4 {
                    for b in (0..8).filter(|&b| member(set, b)) {
                        for x in 0..16 {
                            let word = old.l2bm.get(c0 + cycle * 64 + 16 * (b / 2) + x);
                            new.blocks[b].l1bm.set(b0 + cycle * 16 + x, word);
                        }
                    }
                }
            });
            check(L2bm::Distribute { set, lc, lb }, |old, new| {
                for cycle in 0..4 {
                    for b in (0..8).filter(|&b| member(set, b)) {
                        for x in 0..8 {
                            let word = old.l2bm.get(c0 + cycle * 64 + 8 * b + x);
                            new.blocks[b].l1bm.set(b0 + cycle * 8 + x, word);
                        }
                    }
                }
            });
        }
    }
}

#[test]
fn up() {
    for (lc, lb) in PLACES {
        let (c0, b0) = (usize::from(lc), usize::from(lb));
        for l1b in 0..8 {
            check(L2bm::Transfer { l1b, lb, lc }, |old, new| {
                for cycle in 0..4 {
                    for x in 0..16 {
                        let word = old.blocks[usize::from(l1b)].l1bm.get(b0 + cycle * 16 + x);
                        new.l2bm.set(c0 + cycle * 16 + x, word);
                    }
                }
            });
        }
        check(L2bm::Gather { lb, lc }, |old, new| {
            for cycle in 0..4 {
                for b in 0..8 {
                    for x in 0..8 {
                        let word = old.blocks[b].l1bm.get(b0 + cycle * 8 + x);
                        new.l2bm.set(c0 + cycle * 64 + 8 * b + x, word);
                    }
                }
            }
        });
    }
}

#[test]
fn reductions() {
    let (lc, lb) = PLACES[2];
    let (c0, b0) = (usize::from(lc), usize::from(lb));
    for set in sets() {
        let rrn = Rrn { precision: Precision::L, op: RrnOp::Iadd };
        check(L2bm::Reduce { rrn, set, lb, lc }, |old, new| {
            for cycle in 0..4 {
                for x in 0..16 {
                    let sent = (0..8).filter(|&b| member(set, b));
                    let word = |b: usize| old.blocks[b].l1bm.get(b0 + cycle * 16 + x);
                    let sum = sent.map(word).fold(0, u64::wrapping_add);
                    new.l2bm.set(c0 + cycle * 16 + x, sum);
                }
            }
        });
    }
    for rrn in rrn::tests::all() {
        let set = L1bSet { base: 2, mode: 5 };
        check(L2bm::Reduce { rrn, set, lb, lc }, |old, new| {
            for at in 0..64 {
                let word = |b: usize| match b {
                    2 | 3 | 6 | 7 => [old.blocks[b].l1bm.get(b0 + at)],
                    _ => [rrn::identity(rrn)],
                };
                let words: [[u64; 1]; 8] = from_fn(word);
                let mut out = [0];
                rrn::reduce(rrn, &[from_fn::<_, 8, _>(|b| &words[b][..])], &mut out);
                new.l2bm.set(c0 + at, out[0]);
            }
        });
        check(L2bm::Reduce2 { rrn, lb, lc }, |old, new| {
            for cycle in 0..4 {
                for k in 0..4 {
                    for x in 0..16 {
                        let word = |b: usize| [old.blocks[b].l1bm.get(b0 + cycle * 16 + x)];
                        let (even, odd) = (word(2 * k), word(2 * k + 1));
                        let mut out = [0];
                        rrn::reduce(rrn, &[[&even[..], &odd[..]]], &mut out);
                        new.l2bm.set(c0 + cycle * 64 + 16 * k + x, out[0]);
                    }
                }
            }
        });
    }
}

#[test]
fn gather_undoes_distribute() {
    let before = Machine::new();
    let mut machine = before.clone();
    let set = L1bSet::ALL;
    for op in [
        L2bm::Distribute { set, lc: 640, lb: 8 },
        L2bm::Gather { lb: 8, lc: 2048 },
        L2bm::Distribute { set, lc: 2048, lb: 40 },
    ] {
        transfer(&op, &mut machine.l2bm, &mut machine.blocks[..]);
    }
    (0..256).for_each(|a| assert_eq!(machine.l2bm.get(2048 + a), before.l2bm.get(640 + a)));
    for block in &machine.blocks {
        (0..32).for_each(|a| assert_eq!(block.l1bm.get(8 + a), block.l1bm.get(40 + a)));
    }
}

#[test]
fn multicast() {
    for set in sets().filter(|set| set.mode != 7) {
        // The last pair overlaps: everything is read first.
        for (from, to) in [(0, 64), (128, 8160), (16, 32)] {
            check(L2bm::Multicast { set, from, to }, |old, new| {
                let immode = usize::from(set.mode);
                for cycle in 0..4 {
                    for src in (0..8).filter(|&b| member(set, b)) {
                        for dst in 0..8 {
                            if dst != src && dst & immode == src & immode {
                                for x in 0..16 {
                                    let at = usize::from(from) + cycle * 16 + x;
                                    let word = old.blocks[src].l1bm.get(at);
                                    let at = usize::from(to) + cycle * 16 + x;
                                    new.blocks[dst].l1bm.set(at, word);
                                }
                            }
                        }
                    }
                }
            });
        }
    }
}

#[test]
fn dram_addresses() {
    let mut l2bms: Vec<L2bmWords> = (0..8).map(|_| L2bmWords::new(L2BM_WORDS, 0)).collect();
    for (n, l2bm) in l2bms.iter_mut().enumerate() {
        (0..L2BM_WORDS).for_each(|a| l2bm.set(a, noise(n as u64, a as u64)));
    }
    let mut groups: Vec<Group> = (0..4).map(|_| Group::new(0)).collect();
    let (dars, darw) =
        (Expr::L2bm(L2bm::Dars { lc: 32640, l2b: 1, dar: 1021 }), Expr::L2bm(L2bm::Darw));
    let step = |exprs: &[&Expr]| Step { exprs: exprs.iter().copied().cloned().collect() };

    // Before any l2bmdars both addresses are 0.
    groups[0].darbuf[3] = 77;
    dar(&step(&[&darw]), &mut groups, &l2bms);
    assert_eq!((groups[0].dar[3], groups[0].dar_write, groups[0].dar_read), (77, 4, 4));

    // In one step the buffer is filled first, whatever the order of the expressions.
    dar(&step(&[&darw, &dars]), &mut groups, &l2bms);
    // 32640 + 256 words cross the end of L2BM.
    let entry = |group: usize, n: usize| {
        let word = noise(2 * group as u64 + 1, ((32640 + n / 2) % 32768) as u64);
        if n.is_multiple_of(2) { (word >> 32) as u32 } else { word as u32 }
    };
    for (g, group) in groups.iter().enumerate() {
        (0..512).for_each(|n| assert_eq!(group.darbuf[n], entry(g, n)));
        let written = [group.dar[1021], group.dar[1022], group.dar[1023], group.dar[0]];
        assert_eq!(written, from_fn(|n| entry(g, n)));
        assert_eq!((group.dar_write, group.dar_read), (1, 4));
    }
    assert_eq!(groups[0].dar[3], 77, "not reached yet");

    // The read address wraps at 512, the write address at 1024.
    for _ in 1..258 {
        dar(&step(&[&darw]), &mut groups, &l2bms);
    }
    for (g, group) in groups.iter().enumerate() {
        assert_eq!((group.dar_write, group.dar_read), ((1021 + 4 * 258) % 1024, 4 * 258 % 512));
        for n in 8..4 * 258 {
            assert_eq!(group.dar[(1021 + n) % 1024], entry(g, n % 512), "entry {n}");
        }
    }

    // l2bmdars alone resets both addresses and leaves the DAR.
    let before = groups.clone();
    dar(&step(&[&dars]), &mut groups, &l2bms);
    for (group, before) in groups.iter().zip(&before) {
        assert_eq!((group.dar_write, group.dar_read), (1021, 0));
        assert_eq!(group.dar, before.dar);
    }
}
