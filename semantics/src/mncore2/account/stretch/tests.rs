//! The table against what transfers do to memories.

use super::{L1BM_WORDS, L2BM_WORDS, Stretch, Traffic};
use crate::mncore2::isa::{Bank, Statement};
use crate::mncore2::{Board, Place, Store, text};
use std::collections::BTreeSet;

type Words = BTreeSet<u32>;

const CYCLES: u32 = 4;

fn traffic(source: &str) -> Traffic {
    let Ok(Some(Statement::Step(step))) = text::parse_line(source) else { panic!("{source}") };
    Traffic::of(&step.exprs[0])
}

fn run(board: &mut Board, source: &str) {
    let statement = text::parse_line(source).unwrap().unwrap();
    board.step(&text::Line::new(1, statement).unwrap(), &mut std::io::sink()).unwrap();
}

/// The words of each cycle.
fn words(stretch: Option<Stretch>, size: u32) -> [Words; CYCLES as usize] {
    let stretch = stretch.expect("the memory takes part");
    std::array::from_fn(|c| {
        let runs = stretch.runs(c as u32).into_iter();
        runs.flat_map(|(first, count)| first..first + count).map(|a| a % size).collect()
    })
}

/// `whole` is what the cycles touch together.
fn has_whole(stretch: Option<Stretch>, size: u32) {
    let all: Words = words(stretch, size).into_iter().flatten().collect();
    let (first, count) = stretch.unwrap().whole();
    assert_eq!((first..first + count).map(|a| a % size).collect::<Words>(), all);
}

fn l1b(b: u8) -> Place {
    Place { l1b: b, ..Place::default() }
}

fn pe(lane: u8) -> Place {
    Place { mab: lane / 4, pe: lane % 4, ..Place::default() }
}

fn read(board: &Board, place: Place, store: Store, words: u32) -> Vec<u64> {
    let mut out = vec![0; words as usize];
    board.read_words(place, store, 0, &mut out).unwrap();
    out
}

/// Every word of every L1BM of an L2B says its address and its L1B.
fn marked() -> Board {
    let mut board = Board::new();
    for b in 0..8 {
        let words: Vec<u64> = (1..=u64::from(L1BM_WORDS)).map(|a| a | 1 << (16 + b)).collect();
        board.write_words(l1b(b), Store::L1bm, 0, &words).unwrap();
    }
    board
}

/// The address and the L1Bs of a marked word.
fn mark(word: u64) -> (u32, u8) {
    ((word & 0xffff) as u32 - 1, (word >> 16) as u8)
}

/// From L1BM to PEs: each PE says which words it got in which cycle.
#[test]
fn down() {
    for (source, long_words) in [
        ("l1bmp $lb5 $lr0v", 1),
        ("l1bmp $lb8190 $lr0v", 1),
        ("l1bmp $llb56 $llr0v", 2),
        ("l1bmp $llb8184 $llr0v", 2),
        ("l1bmm $lb8184 $lr0v", 1),
        ("l1bmm $llb8176 $llr0v", 2),
        ("l1bmm4 $lb8160 $lr0v", 1),
        ("l1bmm4 $llb8160 $llr0v", 2),
        ("l1bmd $lb8128 $lr0v", 1),
        ("l1bmd+3 $lb128 $lr0v", 1),
        ("l1bmd-5 $lb128 $lr0v", 1),
    ] {
        let mut board = marked();
        run(&mut board, source);
        let mut got: [Words; 4] = Default::default();
        for lane in 0..64 {
            let registers = read(&board, pe(lane), Store::Bank(Bank::Grf0), CYCLES * long_words);
            for (got, words) in got.iter_mut().zip(registers.chunks(long_words as usize)) {
                got.extend(words.iter().map(|w| mark(*w).0));
            }
        }
        let traffic = traffic(source);
        assert_eq!(got, words(traffic.l1bm_read, L1BM_WORDS), "{source}");
        has_whole(traffic.l1bm_read, L1BM_WORDS);
        assert_eq!((traffic.l1bs_read, traffic.l1bs_written), (0xff, 0), "{source}");
        assert!(traffic.l1bm_written.is_none() && traffic.l2bm_read.is_none(), "{source}");
    }
}

/// From PEs to L1BM: in cycle c every PE sends the single precision number 2^c. Reductions that leave
/// equal elements as they are keep the order of the cycles in the words that arrive.
#[test]
fn up() {
    for source in [
        "l1bmm@3 $lr0v $lb8184",
        "l1bmm@3 $llr0v $llb8168",
        "l1bmm4@1 $lr0v $lb8160",
        "l1bmm4@1 $llr0v $llb8160",
        "l1bmrlbor $lr0v $lb8188",
        "l1bmrlbor $llr0v $llb8184",
        "l1bmrfmax $llr0v $llb0",
        "l1bmrfmaxr $llr0v $lb8188",
        "l1bmr4lbor $lr0v $lb8176",
        "l1bmr4ibor $llr0v $llb8160",
        "l1bmr4fmin $llr0v $llb0",
        "l1bmr4fminr $llr0v $lb8144",
        "l1bmd $lr0v $lb8128",
        "l1bmd+7 $lr0v $lb0",
    ] {
        let mut board = Board::new();
        let double = source.contains("$ll");
        let each = if double { 2 } else { 1 };
        let sent: Vec<u64> = (0..4 * each).map(|n| (127 + n / each) << 23).collect();
        let sent: Vec<u64> = sent.into_iter().map(|single| single << 32 | single).collect();
        for lane in 0..64 {
            board.write_words(pe(lane), Store::Bank(Bank::Grf0), 0, &sent).unwrap();
        }
        run(&mut board, source);
        let now = read(&board, l1b(0), Store::L1bm, L1BM_WORDS);
        let values: BTreeSet<u64> = now.iter().copied().filter(|word| *word != 0).collect();
        assert_eq!(values.len(), 4, "{source}");
        let got: Vec<Words> = values
            .iter()
            .map(|value| (0..L1BM_WORDS).filter(|a| now[*a as usize] == *value).collect())
            .collect();
        let traffic = traffic(source);
        assert_eq!(got, words(traffic.l1bm_written, L1BM_WORDS), "{source}");
        has_whole(traffic.l1bm_written, L1BM_WORDS);
        assert_eq!((traffic.l1bs_read, traffic.l1bs_written), (0, 0xff), "{source}");
        assert!(traffic.l1bm_read.is_none() && traffic.l2bm_written.is_none(), "{source}");
    }
}

/// The turnaround register is no part of L1BM.
#[test]
fn turnaround() {
    assert_eq!(traffic("l1bmm $lbi $lr0v"), Traffic::NONE);
    assert_eq!(traffic("l1bmm@2 $lr0v $lbi"), Traffic::NONE);
    assert_eq!(traffic("l2bmdarw"), Traffic::NONE);
    assert_eq!(Traffic::default(), Traffic::NONE);
}

/// From L2BM to L1BM: each word there says where in L2BM it comes from.
#[test]
fn spread() {
    for source in [
        "l2bmb $lc32752 $lb8160",
        "l2bmb@5 $lc16 $lb16",
        "l2bmb@2/5 $lc16 $lb16",
        "l2bmb2 $lc32704 $lb8176",
        "l2bmb2@1/6 $lc64 $lb64",
        "l2bmd $lc32640 $lb8184",
        "l2bmd@0/6 $lc64 $lb8",
    ] {
        let mut board = Board::new();
        let all: Vec<u64> = (1..=u64::from(L2BM_WORDS)).collect();
        board.write_words(Place::default(), Store::L2bm, 0, &all).unwrap();
        run(&mut board, source);
        let traffic = traffic(source);
        let [from, to] = [(traffic.l2bm_read, L2BM_WORDS), (traffic.l1bm_written, L1BM_WORDS)]
            .map(|(stretch, size)| words(stretch, size));
        let mut got: [Words; 4] = Default::default();
        let mut l1bs = 0;
        for b in 0..8 {
            let now = read(&board, l1b(b), Store::L1bm, L1BM_WORDS);
            let written: Words = (0..L1BM_WORDS).filter(|a| now[*a as usize] != 0).collect();
            if !written.is_empty() {
                l1bs |= 1 << b;
                assert_eq!(written, to.iter().flatten().copied().collect(), "{source}");
            }
            for (got, to) in got.iter_mut().zip(&to) {
                got.extend(
                    to.iter().map(|a| now[*a as usize] as u32).filter(|w| *w != 0).map(|w| w - 1),
                );
            }
        }
        // The port moves all words of a cycle, also those of L1Bs outside of the set.
        let everybody = l1bs == 0xff;
        for (got, from) in got.iter().zip(&from) {
            assert!(if everybody { got == from } else { got.is_subset(from) }, "{source}");
            assert!(!got.is_empty(), "{source}");
        }
        assert_eq!((traffic.l1bs_read, traffic.l1bs_written), (0, l1bs), "{source}");
        assert!(traffic.l1bm_read.is_none() && traffic.l2bm_written.is_none(), "{source}");
        has_whole(traffic.l2bm_read, L2BM_WORDS);
        has_whole(traffic.l1bm_written, L1BM_WORDS);
    }
}

/// From L1BM to L2BM: each word there says where in which L1BMs it comes from.
#[test]
fn collect() {
    for source in [
        "l2bm@3 $lb8160 $lc32752",
        "l2bmrlbor $lb8176 $lc32736",
        "l2bmrlbor@1/2 $lb16 $lc32",
        "l2bmrlbor@6 $lb16 $lc32",
        "l2bmr2lbor $lb8144 $lc32704",
        "l2bmd $lb8184 $lc32576",
    ] {
        let mut board = marked();
        run(&mut board, source);
        let traffic = traffic(source);
        let now = read(&board, Place::default(), Store::L2bm, L2BM_WORDS);
        let [from, to] = [(traffic.l1bm_read, L1BM_WORDS), (traffic.l2bm_written, L2BM_WORDS)]
            .map(|(stretch, size)| words(stretch, size));
        let written: Words = (0..L2BM_WORDS).filter(|a| now[*a as usize] != 0).collect();
        assert_eq!(written, to.iter().flatten().copied().collect(), "{source}");
        let mut l1bs = 0;
        for (from, to) in from.iter().zip(&to) {
            let marks = to.iter().map(|a| mark(now[*a as usize]));
            assert_eq!(marks.clone().map(|(a, _)| a).collect::<Words>(), *from, "{source}");
            l1bs = marks.fold(l1bs, |l1bs, (_, b)| l1bs | b);
        }
        assert_eq!((traffic.l1bs_read, traffic.l1bs_written), (l1bs, 0), "{source}");
        assert!(traffic.l1bm_written.is_none() && traffic.l2bm_read.is_none(), "{source}");
        has_whole(traffic.l2bm_written, L2BM_WORDS);
        has_whole(traffic.l1bm_read, L1BM_WORDS);
    }
}

/// Among L1BMs.
#[test]
fn multicast() {
    for source in ["l2bmi@0 $lb8160 $lb32", "l2bmi@3/4 $lb16 $lb8176", "l2bmi@1/6 $lb64 $lb64"] {
        let mut board = marked();
        run(&mut board, source);
        let traffic = traffic(source);
        let [from, to] = [traffic.l1bm_read, traffic.l1bm_written].map(|s| words(s, L1BM_WORDS));
        let (mut read_of, mut written_of) = (0, 0);
        for b in 0..8 {
            let now = read(&board, l1b(b), Store::L1bm, L1BM_WORDS);
            let changed = |a: &u32| mark(now[*a as usize]) != (*a, 1 << b);
            let written: Words = (0..L1BM_WORDS).filter(changed).collect();
            if written.is_empty() {
                continue;
            }
            written_of |= 1 << b;
            assert_eq!(written, to.iter().flatten().copied().collect(), "{source}");
            for (from, to) in from.iter().zip(&to) {
                let marks = to.iter().map(|a| mark(now[*a as usize]));
                assert_eq!(marks.clone().map(|(a, _)| a).collect::<Words>(), *from, "{source}");
                read_of = marks.fold(read_of, |l1bs, (_, b)| l1bs | b);
            }
        }
        assert_eq!((traffic.l1bs_read, traffic.l1bs_written), (read_of, written_of), "{source}");
        assert!(traffic.l2bm_read.is_none() && traffic.l2bm_written.is_none(), "{source}");
    }
}

/// From L2BM to the buffer of the address registers: two entries a word.
#[test]
fn dars() {
    let source = "l2bmdars $lc32640@.0 $dar0";
    let mut board = Board::new();
    let all: Vec<u64> = (1..=u64::from(L2BM_WORDS)).collect();
    board.write_words(Place::default(), Store::L2bm, 0, &all).unwrap();
    run(&mut board, source);
    let entries = read(&board, Place::default(), Store::Darbuf, 512);
    let got: Vec<Words> = entries
        .chunks(128)
        .map(|cycle| cycle.iter().skip(1).step_by(2).map(|w| *w as u32 - 1).collect())
        .collect();
    let traffic = traffic(source);
    assert_eq!(got, words(traffic.l2bm_read, L2BM_WORDS));
    assert_eq!((traffic.l1bs_read, traffic.l1bs_written), (0, 0));
    assert!(traffic.l2bm_written.is_none() && traffic.l1bm_written.is_none());
}

/// Runs that wrap.
#[test]
fn runs() {
    use super::shared;
    assert_eq!(shared((0, 4), (3, 1), 16), Some(3));
    assert_eq!(shared((0, 4), (4, 1), 16), None);
    assert_eq!(shared((14, 4), (1, 4), 16), Some(1));
    assert_eq!(shared((14, 4), (2, 4), 16), None);
    assert_eq!(shared((2, 4), (14, 5), 16), Some(2));
    assert_eq!(shared((2, 4), (14, 4), 16), None);
    assert_eq!(shared((2, 0), (0, 16), 16), None);
    assert_eq!(shared((0, 16), (2, 0), 16), None);
    assert_eq!(shared((8, 64), (3, 1), 16), Some(3));
}
