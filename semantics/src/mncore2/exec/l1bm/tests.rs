//! Every form against the loops of its section, written out word by word.

use super::{down, remember, store, up};
use crate::mncore2::exec::rrn::tests::noise;
use crate::mncore2::exec::view::View;
use crate::mncore2::isa::{
    Convert, Down, DownKind, Input, L1bmOperand, L1bmPlace, Precision, Rrn, RrnOp, Source, Up,
    UpKind, Width,
};
use crate::mncore2::state::{L1BM_WORDS, L1bmWords, Path, Turnaround};
use softfloat::mncore2::{Half, Profile, Single, extend};
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

// Reductions from PEs to L1BM (s. 3.6.8.4, .5, .12, .13, .18, .19).

const PROFILE: &Profile = &Profile::DECIDED;

/// Where the labels of s. 3.6.8.4 stand.
fn labels(order: &str) -> Vec<usize> {
    order.chars().map(|c| c.to_digit(16).expect("hexadecimal") as usize).collect()
}

/// A path on which MAB `mab` alone sends numbers: half 4p+j of PE p is the label 4p+j, plus 1.
fn labelled(mab: usize) -> Path {
    let half =
        |label: usize| [0x3e00, 0x4000, 0x4100, 0x4200][label % 4] + 0x400 * (label / 4) as u64;
    let mut path = Path { hi: [[0; 64]; 4], lo: path(8).lo };
    for pe in 0..4 {
        let word = (0..4).fold(0, |word, j| word << 16 | half(4 * pe + j));
        path.hi.iter_mut().for_each(|row| row[4 * mab + pe] = word);
    }
    path
}

#[test]
fn extension_and_shortening_order() {
    let rrn = Rrn { precision: Precision::F, op: RrnOp::Fadd };
    let input = labelled(6);
    let halves: Vec<u16> =
        (0..16).map(|n| (input.hi[0][24 + n / 4] >> (48 - 16 * (n % 4))) as u16).collect();
    let kinds =
        |shorten| [(UpKind::Reduce { rrn, shorten }, 0), (UpKind::Reduce4 { rrn, shorten }, 1)];
    for (kind, group) in kinds(false) {
        let e = to_l1bm(kind, Some(Convert::Extend), operand(true, Some(0)));
        let (got, _) = sent(&e, &input);
        let singles: Vec<u32> =
            (0..16).map(|n| (got.get(8 * group + n / 2) >> (32 - 32 * (n % 2))) as u32).collect();
        let expected: Vec<u32> = labels("014589cd2367abef")
            .into_iter()
            .map(|label| extend::<Half, Single>(PROFILE, halves[label]))
            .collect();
        assert_eq!(singles, expected, "{kind:?}");
    }

    // The shortening counts the singles as they would lie in L1BM.
    let mut l1bm = L1bmWords::new(L1BM_WORDS, 0);
    for n in 0..32 {
        let single = |n: usize| u64::from(extend::<Half, Single>(PROFILE, halves[n % 16]));
        l1bm.set(n, single(2 * n) << 32 | single(2 * n + 1));
    }
    let path = received(&to_pe(DownKind::Mab, operand(true, Some(0))), &l1bm, &NOTHING);
    let mut alone = Path::ZERO;
    for c in 0..4 {
        alone.hi[c][24..28].copy_from_slice(&path.hi[c][24..28]);
        alone.lo[c][24..28].copy_from_slice(&path.lo[c][24..28]);
    }
    for (kind, group) in kinds(true) {
        let (got, register) = sent(&to_l1bm(kind, None, operand(false, Some(0))), &alone);
        let order = labels("018923ab45cd67ef");
        for (cycle, register) in register.iter().enumerate() {
            let base = 4 * group + cycle * if group == 0 { 4 } else { 16 };
            for (n, &label) in order.iter().enumerate() {
                let half = (got.get(base + n / 4) >> (48 - 16 * (n % 4))) as u16;
                assert_eq!(half, halves[label], "{kind:?} {cycle} {n}");
            }
            assert_eq!(register[4 * group], got.get(base), "rounded there too");
        }
    }
}
