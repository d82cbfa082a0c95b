//! The decoder against the plain interpreter: a word is an instruction where the interpreter finds it legal in some state.

use seeded::{Draw, Random};
use semantics::tile::isa::rows;
use tests::tile::words::judge;

/// Words of each row: free fields drawn, and then a bit turned.
#[test]
fn decoder_and_plain_interpreter_agree() {
    let mut random = Random::new(0x711e);
    for row in rows() {
        let (mut well, mut wrong) = (0, 0);
        for turn in 0..4000 {
            if turn >= 60 && well > 0 && wrong > 0 {
                break;
            }
            let mut word = row.word();
            let mut low = 10;
            for (field, width) in row.form.fields() {
                // Small values more often than large ones, and 0 in half of the fields.
                let drawn = match random.next() % 4 {
                    0 => random.next(),
                    1 => random.next() % 4,
                    _ => 0,
                };
                if row.fixes(*field).is_none() {
                    word |= (drawn & ((1 << width) - 1)) << low;
                }
                low += width;
            }
            if turn % 3 == 2 {
                word ^= 1 << (random.next() % 64);
            }
            if judge(word) { well += 1 } else { wrong += 1 }
        }
        assert!(well > 0 && wrong > 0, "{}: {well} of {}", row.mnemonic, well + wrong);
    }
}
