//! Parts of a machine's state by name, as case files, `emulate` and `--load` ask for them.

use seeded::{Bytes, Draw};
use semantics::machine::{Board, Value};
use semantics::machines;
use std::cell::RefCell;

/// Pieces of names, so that random bytes get to the parts.
const PIECES: [&str; 36] = [
    "$lm",
    "$ln",
    "$lr",
    "$ls",
    "$lb",
    "$lc",
    "$d",
    "$p",
    "$t",
    "$omr1",
    "n0",
    "c0",
    "b0",
    "m0",
    "p0",
    "mem",
    "sys",
    "gmem",
    "smem",
    "pe",
    "r",
    "xmm",
    "x",
    "t",
    "ts",
    "v",
    "mask",
    "flags",
    "[",
    "]",
    "[0x",
    "@",
    ":",
    ".",
    "8000000000000000",
    "ffffffffffffffff",
];

thread_local! {
    static BOARDS: RefCell<Vec<Box<dyn Board>>> = RefCell::new(
        machines::ALL.iter().map(|machine| machine.board(&[]).expect("a board of defaults")).collect(),
    );
}

/// The bytes as a machine, a count of units and the name of a part, which is asked for, saved, and loaded.
///
/// # Panics
/// Where a part gives more units than were asked for, or is refused without a word.
pub fn parts(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else { return };
    let mut choices = Bytes::new(rest);
    // Few, or far more than any machine has: what lies between takes time alone.
    let units = match first >> 2 & 3 {
        0 => choices.below(4096) as usize,
        1 => usize::MAX - choices.below(16) as usize,
        _ => 1 << (40 + choices.below(24)),
    };
    let mut name = String::new();
    for _ in 0..choices.below(8) {
        match choices.below(48) as usize {
            piece if piece < PIECES.len() => name.push_str(PIECES[piece]),
            _ => name.push(char::from(choices.below(96) as u8 + 32)),
        }
    }
    if choices.below(2) == 1 {
        name.push_str(&choices.below(1000).to_string());
    }
    BOARDS.with_borrow_mut(|boards| {
        let board = &mut boards[usize::from(first & 3)];
        for name in [&name[..], &format!("{name}]"), &format!("{name}:{units}")] {
            ask(&mut **board, name, units);
        }
    });
}

fn ask(board: &mut dyn Board, name: &str, units: usize) {
    match board.get(name, units) {
        Ok(values) => {
            for (_, value) in values {
                if let Value::Image(image) = value {
                    assert!(image.len() / 8 <= units.max(1) * 64, "{name} {units}");
                }
            }
        }
        Err(refusal) => assert!(!refusal.to_string().is_empty(), "{name} {units}"),
    }
    if let Err(refusal) = board.load(name, &mut &[0x55; 24][..]) {
        assert!(!refusal.to_string().is_empty(), "{name}");
    }
    if units < 4096
        && let Err(error) = board.save(name, &mut std::io::sink())
    {
        assert!(!error.to_string().is_empty(), "{name}");
    }
}
