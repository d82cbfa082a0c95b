//! Every form against the loops of its section, written out word by word.

mod reductions;

use super::{down, remember, store, up};
use crate::mncore2::exec::rrn::tests::noise;
use crate::mncore2::exec::view::View;
use crate::mncore2::isa::{
    Convert, Down, DownKind, Input, L1bmOperand, L1bmPlace, Source, Up, UpKind, Width,
};
use crate::mncore2::state::{L1BM_WORDS, L1bmWords, Path, Turnaround};
use std::array::from_fn;

const NOTHING: Turnaround = [[0; 64]; 4];

fn l1bm() -> L1bmWords {
    let mut words = L1bmWords::new(L1BM_WORDS, 0);
    (0..L1BM_WORDS).for_each(|a| words.set(a, noise(1, a as u64)));
    words
}

fn path(stream: u64) -> Path {
    let row =
        |c: usize, k: u64| from_fn(|lane| noise(stream, 1000 * k + 100 * c as u64 + lane as u64));
    Path { hi: from_fn(|c| row(c, 0)), lo: from_fn(|c| row(c, 1)) }
}

fn operand(double: bool, place: Option<u16>) -> L1bmOperand {
    L1bmOperand { double, place: place.map_or(L1bmPlace::Turnaround, L1bmPlace::At) }
}

fn to_pe(kind: DownKind, from: L1bmOperand) -> Down {
    Down { kind, flush: None, from, dests: Vec::new() }
}

fn to_l1bm(kind: UpKind, convert: Option<Convert>, to: L1bmOperand) -> Up {
    let from = Input { negate: false, source: Source::T(Width::Double), convert };
    Up { kind, from, to }
}

/// One transfer from L1BM.
fn received(e: &Down, l1bm: &L1bmWords, turnaround: &Turnaround) -> Path {
    let mut out = path(77);
    down(e, l1bm, turnaround, &mut out);
    out
}

/// What a transfer to L1BM leaves there and in the turnaround register.
fn sent(e: &Up, input: &Path) -> (L1bmWords, Turnaround) {
    let (mut l1bm, mut register) = (l1bm(), NOTHING);
    let mut buffer = [[0xbad; 64]; 4];
    up(e, &View::of(input), &mut buffer);
    store(e, &buffer, &mut l1bm);
    remember(e, &buffer, &mut register);
    (l1bm, register)
}

fn words(l1bm: &L1bmWords) -> Vec<u64> {
    (0..L1BM_WORDS).map(|a| l1bm.get(a)).collect()
}

/// The loops of s. 3.6.8.6 to .9, .14, .15, .20.
fn down_loops(kind: DownKind, double: bool, addr_b: usize, l1bm: &L1bmWords) -> Path {
    let mut out = Path::ZERO;
    for cycle in 0..4 {
        for mab in 0..16 {
            for pe in 0..4 {
                let lane = 4 * mab + pe;
                let (hi, lo) = (&mut out.hi[cycle], &mut out.lo[cycle]);
                match (kind, double) {
                    (DownKind::Pe, false) => hi[lane] = l1bm.get(addr_b + cycle),
                    (DownKind::Pe, true) => {
                        hi[lane] = l1bm.get(addr_b + cycle);
                        lo[lane] = l1bm.get(addr_b + cycle + 4);
                    }
                    (DownKind::Mab, false) => hi[lane] = l1bm.get(addr_b + cycle * 4 + pe),
                    (DownKind::Mab, true) => {
                        hi[lane] = l1bm.get(addr_b + cycle * 8 + pe);
                        lo[lane] = l1bm.get(addr_b + cycle * 8 + 4 + pe);
                    }
                    (DownKind::Mab4, false) => {
                        hi[lane] = l1bm.get(addr_b + cycle * 16 + (mab >> 2) * 4 + pe);
                    }
                    (DownKind::Mab4, true) => {
                        hi[lane] = l1bm.get(addr_b + cycle * 32 + (mab >> 2) * 8 + pe);
                        lo[lane] = l1bm.get(addr_b + cycle * 32 + (mab >> 2) * 8 + 4 + pe);
                    }
                    (DownKind::Distribute(diff), _) => {
                        let dst_mab = (mab + usize::from(diff)) % 16;
                        hi[4 * dst_mab + pe] = l1bm.get(addr_b + cycle * 64 + mab * 4 + pe);
                    }
                }
            }
        }
    }
    out
}

#[test]
fn down_forms() {
    let l1bm = l1bm();
    let kinds = [DownKind::Pe, DownKind::Mab, DownKind::Mab4];
    let forms = kinds.into_iter().flat_map(|kind| [(kind, false), (kind, true)]);
    for (kind, double) in forms.chain((0..16).map(|k| (DownKind::Distribute(k), false))) {
        for address in [0, 64, 4096, 8128] {
            let e = to_pe(kind, operand(double, Some(address)));
            let expected = down_loops(kind, double, address.into(), &l1bm);
            assert_eq!(received(&e, &l1bm, &NOTHING), expected, "{kind:?} {double} {address}");
        }
    }
    let e = to_pe(DownKind::Pe, operand(true, Some(8191)));
    assert_eq!(received(&e, &l1bm, &NOTHING), down_loops(DownKind::Pe, true, 8191, &l1bm));
}

/// The loops of s. 3.6.8.10, .11, .16, .17, .21: what is written, and to the turnaround register.
fn up_loops(e: &Up, addr_b: usize, src: &Path) -> (L1bmWords, Turnaround) {
    let (mut l1bm, mut turnaround) = (l1bm(), NOTHING);
    let mut put = |cycle: usize, width: usize, at: usize, word: u64| {
        l1bm.set(addr_b + width * cycle + at, word);
        turnaround[cycle][at] = word;
    };
    for cycle in 0..4 {
        for pe in 0..4 {
            let word = |mab: usize, k: usize| [src.hi, src.lo][k][cycle][4 * mab + pe];
            match (e.kind, e.to.double) {
                (UpKind::Mab(mabadr), false) => put(cycle, 4, pe, word(mabadr.into(), 0)),
                (UpKind::Mab(mabadr), true) => {
                    put(cycle, 8, pe, word(mabadr.into(), 0));
                    put(cycle, 8, 4 + pe, word(mabadr.into(), 1));
                }
                (UpKind::Mab4(mabadr), double) => {
                    for mab_outer in 0..4 {
                        let mab = mab_outer * 4 + usize::from(mabadr);
                        if double {
                            put(cycle, 32, 8 * mab_outer + pe, word(mab, 0));
                            put(cycle, 32, 8 * mab_outer + 4 + pe, word(mab, 1));
                        } else {
                            put(cycle, 16, 4 * mab_outer + pe, word(mab, 0));
                        }
                    }
                }
                _ => panic!("not a transfer of one MAB"),
            }
        }
    }
    (l1bm, turnaround)
}

#[test]
fn up_transfers() {
    let input = path(2);
    let mabs = (0..16).map(UpKind::Mab).chain((0..4).map(UpKind::Mab4));
    for (kind, double) in mabs.flat_map(|kind| [(kind, false), (kind, true)]) {
        for address in [0, 96, 8160] {
            let e = to_l1bm(kind, None, operand(double, Some(address)));
            let (expected, register) = up_loops(&e, address.into(), &input);
            let (got, turnaround) = sent(&e, &input);
            assert!(words(&got) == words(&expected), "{kind:?} {double} {address}");
            assert_eq!(turnaround, register, "{kind:?} {double}");
            let e = to_l1bm(kind, None, operand(double, None));
            let (got, turnaround) = sent(&e, &input);
            assert!(words(&got) == words(&l1bm()), "{kind:?}: only the register is written");
            assert_eq!(turnaround, register, "{kind:?} {double}");
        }
    }
}

#[test]
fn gather_rotates_in_l1bm_only() {
    let input = path(3);
    for diff in 0..16 {
        let e = to_l1bm(UpKind::Gather(diff), None, operand(false, Some(8128)));
        let (mut data, mut data_turnaround) = (l1bm(), NOTHING);
        for (cycle, register) in data_turnaround.iter_mut().enumerate() {
            for mab in 0..16 {
                for pe in 0..4 {
                    let word = input.hi[cycle][4 * mab + pe];
                    let dst_mab = (mab + usize::from(diff)) % 16;
                    data.set(8128 + 64 * cycle + dst_mab * 4 + pe, word);
                    register[mab * 4 + pe] = word;
                }
            }
        }
        let (got, turnaround) = sent(&e, &input);
        assert!(words(&got) == words(&data), "+{diff}");
        assert_eq!(turnaround, data_turnaround, "+{diff}");
        // The way back, from memory and from the register.
        let back = DownKind::Distribute((16 - diff) % 16);
        let path = received(&to_pe(back, operand(false, Some(8128))), &got, &NOTHING);
        assert_eq!(path, Path { hi: input.hi, lo: Path::ZERO.lo });
        let back = DownKind::Distribute(0);
        let path = received(&to_pe(back, operand(false, None)), &got, &turnaround);
        assert_eq!(path, Path { hi: input.hi, lo: Path::ZERO.lo });
    }
}

/// The programs of s. 3.6.8.20 and .21.
#[test]
fn rotation_examples() {
    let mabid = Path { hi: [from_fn(|lane| lane as u64 / 4); 4], lo: Path::ZERO.lo };
    let mut l1bm = l1bm();
    let (mut register, mut buffer) = (NOTHING, NOTHING);
    let mut results = Vec::new();
    for (mabs, back, address) in [(1, 15, 0), (15, 1, 256)] {
        let e = to_l1bm(UpKind::Gather(mabs), None, operand(false, Some(address)));
        up(&e, &View::of(&mabid), &mut buffer);
        store(&e, &buffer, &mut l1bm);
        remember(&e, &buffer, &mut register);
        let e = to_pe(DownKind::Distribute(mabs), operand(false, None));
        results.push(received(&e, &l1bm, &register).hi[0][0]);
        let e = to_pe(DownKind::Distribute(0), operand(false, Some(address)));
        results.push(received(&e, &l1bm, &NOTHING).hi[3][0]);
        let e = to_pe(DownKind::Distribute(back), operand(false, Some(address)));
        assert_eq!(received(&e, &l1bm, &NOTHING), mabid);
    }
    assert_eq!(results, [15, 15, 1, 1]);
}

#[test]
fn same_type_keeps_the_layout() {
    let l1bm = l1bm();
    for double in [false, true] {
        for (back, there) in [(DownKind::Mab, UpKind::Mab(9)), (DownKind::Mab4, UpKind::Mab4(2))] {
            let path = received(&to_pe(back, operand(double, Some(1024))), &l1bm, &NOTHING);
            let e = to_l1bm(there, None, operand(double, Some(1024)));
            let (copy, register) = sent(&e, &path);
            assert!(words(&copy) == words(&l1bm), "{back:?} {double}");
            let turned = received(&to_pe(back, operand(double, None)), &l1bm, &register);
            assert_eq!(turned, path, "{back:?} {double}");
        }
    }
}

#[test]
fn a_shorter_transfer_leaves_nothing_of_a_longer_one() {
    let mut register = [[7; 64]; 4];
    let e = to_l1bm(UpKind::Mab(0), None, operand(false, None));
    let mut buffer = [[0xbad; 64]; 4];
    up(&e, &View::of(&path(11)), &mut buffer);
    remember(&e, &buffer, &mut register);
    for (c, row) in register.iter().enumerate() {
        assert_eq!(row[..4], path(11).hi[c][..4]);
        assert_eq!(row[4..], [0; 60]);
    }
}
