//! Runs a product on the machine.

use crate::Result;
use crate::matrix::{Format, Matrix, SIZE};
use crate::memory::{self, PRODUCT};
use crate::program;
use semantics::machine::{How, Run, Value};
use semantics::machines;
use std::io;

/// The product of A and the transposed B, row by row, as bits of binary32.
///
/// # Errors
/// What the machine says, if the program or its state is wrong.
pub fn product(
    format: Format,
    a: &Matrix,
    b: &Matrix,
    parameters: &[(&str, &str)],
) -> Result<Vec<u32>> {
    let machine = machines::named("tile").ok_or("there is no machine `tile`")?;
    let program = machine.read(&mut program::text(format).as_bytes(), &How::default())?;
    let mut board = machine.board(parameters)?;
    for (name, value) in memory::parts(format, a, b) {
        let value = match value {
            memory::Value::Number(number) => Value::Number(number.into(), 64),
            memory::Value::Bytes(bytes) => Value::Image(bytes),
        };
        board.set(&name, &value)?;
    }
    board.run(&*program, Run::quietly(&mut io::sink())).map_err(|error| error.to_string())?;
    let product = board.get(&format!("gmem[{PRODUCT:#x}]"), 4 * SIZE * SIZE)?;
    match &*product {
        [(_, Value::Image(bytes))] => {
            Ok(bytes.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect())
        }
        _ => Err("the product is no memory".into()),
    }
}
