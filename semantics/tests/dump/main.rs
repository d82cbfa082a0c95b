//! Dumps: the printed form of every memory and type. Expected lines are written by hand from the
//! developer manual (s. 3.4.3, 3.4.4) and the decisions MN-D66 to MN-D76, or were observed.

mod blocks;
mod observed;
mod places;
mod read;
mod set;
mod words;

use semantics::mncore2::isa::{Dtype, Get, Levels, Memory, Statement};
use semantics::mncore2::{Board, RunErrorKind, text};

/// What a program prints on a new board.
fn dump(source: &str) -> String {
    let program = text::parse(source).unwrap_or_else(|e| panic!("{source}\n{e}"));
    let mut out = Vec::new();
    Board::new().run(&program, &mut out).unwrap_or_else(|e| panic!("{source}\n{e}"));
    String::from_utf8(out).unwrap()
}

/// Its lines, without the statement behind `#`.
fn contents(source: &str) -> Vec<String> {
    dump(source).lines().map(|line| line.split(" #").next().unwrap().to_owned()).collect()
}

/// A `d get` of everything, from code.
fn get(dtype: Dtype, memory: Memory, count: u32) -> Result<String, RunErrorKind> {
    let mut out = Vec::new();
    let statement = Statement::Get(Get { dtype, memory, levels: Levels::default(), count });
    Board::new().step(&text::Line::new(1, statement).unwrap(), &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}
