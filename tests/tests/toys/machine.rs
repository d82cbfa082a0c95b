//! The machine, its judge, and the commands' ways to it.

use semantics::cases::read;
use semantics::machine::{Checks, How, Machine};
use semantics::machines;
use semantics::toy::{Program, TABLE};
use std::collections::BTreeSet;
use tests::judges::{agree, case};
use vectors::programs::{ALL, Seeded, cases};

fn machine() -> &'static dyn Machine {
    machines::of_extension("toy").expect("the list of machines has it")
}

#[test]
fn machine_and_judge_agree_on_random_programs() {
    let programs = ALL.iter().find(|p| p.system == "toy").expect("random programs");
    let mut ran = BTreeSet::new();
    for seed in 0..2_000 {
        let text = (programs.text)(&mut Seeded::new(seed));
        let program = Program::read(&text).expect("valid by construction");
        ran.extend(program.code.iter().map(|(_, i)| i.row().name));
        let lines: String = text.lines().map(|line| format!("code {line}\n")).collect();
        agree("toy", case("toy", &format!("test T\n{lines}")), &[]);
    }
    assert_eq!(ran.len(), TABLE.len(), "every instruction has run");
}

#[test]
fn random_cases_are_what_the_machine_does() {
    let programs = cases::of("toy").expect("the machine has cases");
    for number in 0..50 {
        let case = cases::case(programs, 7, number).expect("a case");
        let text = format!("system toy\n{}", case.to_text());
        assert_eq!(read(text.as_bytes()).expect("it reads back").cases.len(), 1);
    }
}

#[test]
fn canonical_text_reads_back() {
    let text = "  set  r0 , 1f0 # one\n\n# two\nfma r1,r0,  r0\n";
    let canonical = machine().format(&mut text.as_bytes()).expect("a program");
    let canonical = String::from_utf8(canonical).expect("text");
    assert_eq!(canonical, "set r0, 1f0 # one\n\n# two\nfma r1, r0, r0\n");
    assert_eq!(Program::read(text), Program::read(&canonical));
}

#[test]
fn words_are_programs() {
    let words = machine().assemble().expect("it assembles");
    let how = How::default();
    let mut instructions = BTreeSet::new();
    for word in 0..=u16::MAX {
        let mut text = Vec::new();
        if words.disassemble(&mut &word.to_le_bytes()[..], &mut text).is_ok() {
            let program = machine().read(&mut &text[..], &how).expect("a program");
            let mut again = Vec::new();
            words.assemble(&*program, &how, &mut again).expect("words");
            assert_eq!(again, word.to_le_bytes());
            assert!(instructions.insert(text));
        }
    }
    // Registers by number of operands: set has one and a number of 10 bits.
    assert_eq!(instructions.len(), (4 << 10) + 4 * 4 + 3 * 4 * 4 * 4);
    assert!(words.disassemble(&mut &[0][..], &mut Vec::new()).is_err());
}

#[test]
fn what_is_no_program_is_told_with_its_place() {
    let told = |text: &str| {
        let how = How { checks: Checks::Assembler, ..How::default() };
        machine().read(&mut text.as_bytes(), &how).err().map(|error| error.to_string())
    };
    for (text, right) in [
        ("mull r0, r1, r2", "line 1, column 1: error mnemonic: there is no instruction `mull`"),
        ("set r0, 400", "line 1, column 9: error operand: `400` is no number of 10 bits"),
        ("\nmov r4, r0", "line 2, column 5: error operand: `r4` is no register"),
        ("add r0, r1", "line 1, column 1: error operands: `add` has 2 operands, right is 3"),
    ] {
        let found = told(text).unwrap_or_default();
        assert!(found.contains(right), "{found}");
    }
}
