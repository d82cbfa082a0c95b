//! Judges of machines: that of MN-Core 2 against what the developer manual and the official emulator
//! print, and against itself; the others against their machines on random programs.

mod inverse;
mod l1bm;
mod l2bm;
mod mau;
mod mv;
mod pod;
mod printed;
mod programs;
mod scope;
mod tile;
mod xdsa;

use oracle::interpreters::mncore2 as interpreter;
use oracle::interpreters::mncore2::{Element, Machine, Scope, Stop};
use semantics::mncore2::text::{Program, parse};

/// A program that is right.
fn program(text: &str) -> Program {
    parse(text).unwrap_or_else(|errors| panic!("{errors:?} in\n{text}"))
}

/// The dump of a program.
fn dump(text: &str) -> String {
    interpreter::run(&program(text)).unwrap_or_else(|stop| panic!("{stop} in\n{text}"))
}

/// What stands between place and `#` in each line of a program's dump.
fn contents(text: &str) -> Vec<String> {
    let dump = dump(text);
    let content = |line: &str| {
        let (_, rest) = line.split_once("):").expect("a place");
        rest.rsplit_once(" #").expect("a statement").0.to_owned()
    };
    dump.lines().map(content).collect()
}

/// The integers that a program dumps without a type.
fn integers(text: &str) -> Vec<u64> {
    let integer = |content: String| {
        let (_, hex) = content.rsplit_once("v:0x").expect("an integer");
        u64::from_str_radix(hex.trim_end_matches([')', '}']), 16).expect("hex")
    };
    contents(text).into_iter().map(integer).collect()
}

/// A machine that has run a program, with these elements to be observed.
fn machine(text: &str, observed: impl IntoIterator<Item = Element>) -> Machine {
    let program = program(text);
    let mut machine = Machine::new(Scope::with(interpreter::statements(&program), observed));
    machine
        .run(interpreter::statements(&program))
        .unwrap_or_else(|stop| panic!("{stop} in\n{text}"));
    machine
}

/// Why a program stops.
fn stop(text: &str) -> Stop {
    interpreter::run(&program(text)).expect_err("a stop")
}

/// `d set` of long words.
fn set(memory: &str, words: impl IntoIterator<Item = u64>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("{word:016x}")).collect();
    format!("d set {memory} {} {}\n", words.len(), words.concat())
}

/// Words that tell where they come from.
fn pattern(count: u64) -> impl Iterator<Item = u64> {
    (0..count).map(|i| 0x0101_0101_0101_0101_u64.wrapping_mul(i + 1) ^ (i + 1) << 40)
}
