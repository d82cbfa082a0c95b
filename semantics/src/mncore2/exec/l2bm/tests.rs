//! Every form against the loops of its section, written out word by word.

use super::{dar, transfer};
use crate::mncore2::exec::rrn::tests::noise;
use crate::mncore2::isa::{Expr, L1bSet, L2bm, Step};
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
