//! Steps that run together give what they give one by one.

use semantics::mncore2::isa::{Bank, Side};
use semantics::mncore2::text;
use semantics::mncore2::{Board, Place, Store};
use std::io;

/// Products with matrices that change between them; some steps in between are transfers, or both.
const PROGRAM: &str = "\
hmwrite $llr0v $llx0
hmfma $lx $lm0v $lls0v $lls64v
gmfma $lx $lm0v $ls0v $ls80v
hmwrite $llr16v $llx4
hmfma $lx $lm0v $lls0v $lls96v
fmwrite $lr32v $ly0
fmfma $ly $lm0v $ls0v $ls112v
hmfma $ly $lm0v $lls0v $lls128v
l2bmb $lc0 $lb0; hmwrite $llr8v $llx8
gmfma $lx $lm0v $ls0v $ls208v
gmfma $lx $lm0v $ls0v $ls144v; l2bmb $lc0 $lb64
l2bmb $lc0 $lb0
hmfma $ly $lm0v $lls0v $lls160v; hmwrite $llr24v $llx0
hmfma $lx $lm0v $lls0v $lls176v
fmfma $lx $lm0v $ls0v $ls192v
";

/// A board whose L1Bs hold numbers of their own, none of them infinite.
fn board() -> Board {
    let mut board = Board::new();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut words = |count: usize| -> Vec<u64> {
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state ^ state >> 29) & 0xbfff_bfff_bfff_bfff
        };
        (0..count).map(|_| next()).collect()
    };
    for place in places() {
        for bank in [Bank::Lm0, Bank::Grf0, Bank::Grf1] {
            board.write_words(place, Store::Bank(bank), 0, &words(64)).unwrap();
        }
    }
    board
}

/// The PEs of the first and the last MAB of every L1B.
fn places() -> impl Iterator<Item = Place> {
    (0..64).flat_map(|l1b| {
        let l1b = Place { group: l1b / 16, l2b: l1b / 8 % 2, l1b: l1b % 8, ..Place::default() };
        (0..8).map(move |n| Place { mab: n / 4 * 15, pe: n % 4, ..l1b })
    })
}

#[test]
fn matrices_taken_apart_are_those_that_were_written() {
    let program = text::parse(PROGRAM).unwrap();
    let (mut together, mut apart) = (board(), board());
    together.run(&program, &mut io::sink()).unwrap();
    for line in program.lines() {
        apart.step(line, &mut io::sink()).unwrap();
    }
    for place in places() {
        for store in [Store::Bank(Bank::Grf1), Store::Matrix(Side::X), Store::Matrix(Side::Y)] {
            let of = |board: &Board| {
                let mut words = vec![0; store.words()];
                board.read_words(place, store, 0, &mut words).unwrap();
                words
            };
            assert_eq!(of(&together), of(&apart), "{place:?} {store}");
        }
    }
}
