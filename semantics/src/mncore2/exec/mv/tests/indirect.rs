//! DRAM indirection (s. 3.5.6).

use super::*;

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
