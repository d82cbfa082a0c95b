//! Tile: lines of assembly text, words, and whole programs under machine and interpreter.

use crate::judges::{agree, case};
use crate::tile_words::judge;
use semantics::tile::isa::Instruction;
use semantics::tile::text::{parse, print};
use vectors::programs::Bytes;
use vectors::programs::tile::{Settings, program};

/// The bytes as words: what decodes is legal under the plain interpreter, and made of its fields again.
///
/// # Panics
/// Where it is not.
pub fn words(bytes: &[u8]) {
    for chunk in bytes.chunks_exact(8) {
        let word = chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let _ = judge(word);
        if let Ok(instruction) = Instruction::decode(word) {
            reads_back(&instruction);
        }
        // Any bytes behind the prefix, too.
        let _ = judge(word & !0x7f | 0x3f);
    }
}

/// Reads a program from the bytes, and compares machine and interpreter.
///
/// # Panics
/// Where they differ.
pub fn programs(bytes: &[u8]) {
    let settings = Settings { instructions: 1..=4, steps: 0, ..Settings::default() };
    let program = program(&mut Bytes::new(bytes), &settings);
    agree("tile", case("tile", &program.case("T")), &[]);
}

/// The bytes as lines of assembly text: what parses reads back from its canonical text, and has a word that decodes to it.
///
/// # Panics
/// Where it does not.
pub fn text(bytes: &[u8]) {
    for line in String::from_utf8_lossy(bytes).lines() {
        match parse(line) {
            Ok(instruction) => {
                reads_back(&instruction);
                assert_eq!(Instruction::decode(instruction.word()).ok(), Some(instruction));
            }
            Err(error) => assert!(!error.is_empty()),
        }
    }
}

fn reads_back(instruction: &Instruction) {
    let text = print(instruction);
    match parse(&text) {
        Ok(again) => assert_eq!(again, *instruction, "{text}"),
        Err(error) => panic!("{text}: {error}"),
    }
}
