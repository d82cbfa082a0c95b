//! Every basic mode against the loops of its section, written out word by word.

mod indirect;
mod modes;

use super::run;
use crate::mncore2::exec::rrn::tests::noise;
use crate::mncore2::isa::{MvOp, MvOperand, MvTransfer, Rrn};
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
