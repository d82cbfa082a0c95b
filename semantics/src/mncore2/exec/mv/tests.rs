//! Every basic mode against the loops of its section, written out word by word.

use super::run;
use crate::mncore2::exec::rrn::tests::noise;
use crate::mncore2::isa::{MvOp, MvOperand, MvTransfer, Precision, Rrn, RrnOp};
use crate::mncore2::state::{DRAM_WORDS, L2BM_WORDS, OffChip, PDM_WORDS, State};
use std::sync::OnceLock;

/// Where the tests use DRAM: the start, somewhere, and the end.
const WINDOWS: [usize; 3] = [0, 1 << 24, DRAM_WORDS - WINDOW];
const WINDOW: usize = 1 << 15;
/// Where the tests use PDM, with lengths.
const PDM_WINDOWS: [(usize, usize); 2] = [(0, 1 << 16), (PDM_WORDS - 8192, 8192)];

/// L2BM and the windows of PDM and DRAM hold noise; the DARs point into the windows.
fn state() -> &'static State {
    static STATE: OnceLock<State> = OnceLock::new();
    STATE.get_or_init(|| {
        let mut state = State::new(0);
        for (g, group) in state.groups.iter_mut().enumerate() {
            let words =
                |stream: u64, n| (0..n as u64).map(move |a| noise(stream, a)).collect::<Vec<_>>();
            for (stream, (at, n)) in (100..).zip(PDM_WINDOWS) {
                group.pdm.write(at, &words(10 * g as u64 + stream, n));
            }
            for (stream, at) in (10..).zip(WINDOWS) {
                group.dram.write(at, &words(10 * g as u64 + stream, WINDOW));
            }
            for (n, entry) in group.dar.iter_mut().enumerate() {
                // Bits of DRAM that does not exist are ignored.
                let random = noise(50 + g as u64, n as u64);
                let window = WINDOWS[(random >> 32) as usize % 3] as u64 / 16;
                *entry = (window + random % 1024 + (random >> 40 << 25)) as u32;
            }
        }
        for (q, l2bm) in state.l2bms.iter_mut().enumerate() {
            (0..L2BM_WORDS).for_each(|a| l2bm.set(a, noise(60 + q as u64, a as u64)));
        }
        state
    })
}

/// All words of L2BM, those of the windows and of what follows them.
fn words(state: &State) -> Vec<Vec<u64>> {
    let part = |memory: &OffChip, at: usize, n: usize| {
        let mut words = vec![0; n];
        memory.read(at, &mut words);
        words
    };
    let pdm =
        state.groups.iter().flat_map(|g| PDM_WINDOWS.map(|(at, n)| part(&g.pdm, at, n + 1024)));
    let dram = state.groups.iter().flat_map(|g| WINDOWS.map(|at| part(&g.dram, at, WINDOW + 1024)));
    let l2bm = state.l2bms.iter().map(|m| (0..L2BM_WORDS).map(|a| m.get(a)).collect());
    pdm.chain(dram).chain(l2bm).collect()
}

/// Executes a transfer and the loops of its section from the same state, and compares.
#[track_caller]
fn check(transfer: MvTransfer, loops: impl Fn(&mut State)) {
    let (mut got, mut expected) = (state().clone(), state().clone());
    run(&transfer, &mut got);
    loops(&mut expected);
    let expected = words(&expected);
    assert!(words(&got) == expected, "{transfer:?}");
    static BEFORE: OnceLock<Vec<Vec<u64>>> = OnceLock::new();
    let before = BEFORE.get_or_init(|| words(state()));
    assert!(*before != expected, "{transfer:?} changes nothing");
}

fn transfer(op: MvOp, size: u32, from: MvOperand, to: MvOperand) -> MvTransfer {
    MvTransfer { op, size, tag: None, priority: None, run: None, from, to }
}

fn pdm(address: usize, group: Option<u8>) -> MvOperand {
    MvOperand::Pdm { address: address as u32, group }
}

fn dram(address: usize, group: Option<u8>) -> MvOperand {
    MvOperand::Dram { address: address as u32, group }
}

fn l2bm(address: usize, group: Option<u8>, l2b: Option<u8>) -> MvOperand {
    MvOperand::L2bm { address: address as u16, group, l2b }
}

// The basic modes (s. 3.5.8.2 to .25), in the middle of the memories and across their ends.

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

/// DRAM indirection (s. 3.5.6).
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
