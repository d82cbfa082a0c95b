//! POD: lines of assembly text, packet words, scripts, and whole programs under simulator and interpreter.

use crate::judges::{agree, case};
use semantics::pod::check::Packer;
use semantics::pod::code::{decode, encode};
use semantics::pod::isa::{Instruction, Packet, Slot, forms};
use semantics::pod::script::Script;
use semantics::pod::text::parse_line;
use semantics::pod::{Parameters, Pod, Shape};
use vectors::programs::pod::{Settings, counts, program};
use vectors::programs::{Bytes, Choices};

/// The bytes as lines of assembly text: what parses reads back, and packs into packets of what was read.
///
/// # Panics
/// Where it does not.
pub fn text(bytes: &[u8]) {
    let source = String::from_utf8_lossy(bytes);
    let mut packer = Packer::default();
    let mut packets = Vec::new();
    let mut instructions = Vec::new();
    for line in source.lines() {
        match parse_line(line) {
            Ok(instruction) => {
                reads_back(&instruction);
                instructions.push(instruction);
                packets.extend(packer.take(instruction, 1));
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    packets.extend(packer.close());
    let packed: Vec<Instruction> =
        packets.iter().flat_map(|issue| issue.packet.instructions().copied()).collect();
    assert_eq!(packed, instructions);
    packets.iter().for_each(|issue| codes_back(&issue.packet));
}

/// The bytes as packet words: themselves, and as instructions with some bits turned.
///
/// # Panics
/// Where a packet that decodes does not encode to its words, or does not read back from its text.
pub fn words(bytes: &[u8]) {
    for chunk in bytes.chunks_exact(12) {
        let word = |i: usize| u32::from_le_bytes([0, 1, 2, 3].map(|at| chunk[4 * i + at]));
        judge([word(0), word(1), word(2)]);
    }
    let mut choices = Bytes::new(bytes);
    for _ in 0..bytes.len() / 8 {
        let form = &forms()[choices.below(forms().len() as u64) as usize];
        let [d, a] = [(); 2].map(|()| choices.below(32) as u8);
        let b = choices.below(32) as i64;
        let instruction = form.instruction(d, a, b);
        reads_back(&instruction);
        let packet = Packet::of(instruction);
        codes_back(&packet);
        let mut turned = encode(&packet);
        turned[choices.below(3) as usize] ^= 1 << choices.below(32);
        judge(turned);
    }
}

fn judge(words: [u32; 3]) {
    let Ok(packet) = decode(words) else { return };
    assert_eq!(encode(&packet), words, "{packet:?}");
    packet.instructions().for_each(reads_back);
}

fn reads_back(instruction: &Instruction) {
    let text = instruction.to_string();
    match parse_line(&text) {
        Ok(again) => assert_eq!(again, *instruction, "{text}"),
        Err(error) => panic!("{text}: {error}"),
    }
}

/// A packet is that of its words, nops apart: they have none (POD-D86).
fn codes_back(packet: &Packet) {
    let words = encode(packet);
    let again = decode(words).unwrap_or_else(|error| panic!("{packet:?}: {error}"));
    assert_eq!(encode(&again), words, "{packet:?}");
    for slot in [Slot::G, Slot::X, Slot::M, Slot::L] {
        let own = packet.slot(slot);
        let nop = own.is_some_and(|x| x.to_string().starts_with("nop."));
        assert!(nop || own == again.slot(slot), "{packet:?} and {again:?}");
    }
}

/// Steps that a script may run.
const STEPS: u64 = 300;

/// The bytes as a script: it is read or refused with places, its canonical text says the same and is canonical, and a run
/// of it ends.
///
/// # Panics
/// Where that is not so.
pub fn script(bytes: &[u8]) {
    let source = String::from_utf8_lossy(bytes);
    let script = match (Script::read(&source), Script::format(&source)) {
        (Ok(script), Ok(formatted)) => {
            let again = Script::format(&formatted).unwrap_or_else(|e| panic!("{formatted}\n{e}"));
            assert_eq!(formatted, again, "canonical text is not canonical");
            let same = Script::read(&formatted).unwrap_or_else(|e| panic!("{formatted}\n{e}"));
            assert_eq!(script.packets(), same.packets(), "{formatted}");
            script
        }
        (Err(error), _) => {
            assert!(!error.to_string().is_empty());
            return;
        }
        (Ok(_), Err(error)) => panic!("what reads has no canonical text: {error}"),
    };
    let shape = Shape::new(2, 2, 4096).expect("a shape");
    let mut pod = Pod::new(shape, Parameters::default());
    drop(script.run(&mut pod, Some(STEPS)));
}

/// Reads a program from the bytes, and compares simulator and interpreter.
///
/// # Panics
/// Where they differ, or an instruction does not read back from its text.
pub fn programs(bytes: &[u8]) {
    let mut choices = Bytes::new(bytes);
    let kind = choices.below(4);
    let settings = Settings {
        instructions: 1..=24,
        pes: 9,
        system: kind != 1,
        double_writes: kind == 2,
        error: kind == 3,
        ..Settings::default()
    };
    let program = program(&mut choices, &settings);
    program.instructions.iter().for_each(reads_back);
    program.packets().iter().for_each(codes_back);
    agree("pod", case("pod", &program.case("T")), counts(&program.instructions));
}
