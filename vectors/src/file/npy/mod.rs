//! Vector files as NumPy arrays: a record a case, with the fields `in0`, `in1`, ..., `out` (of several results `out0`, `out1`, ...),
//! `flags` where the operation has them, and `unspecified`. Each is the narrowest of u1, u2, u4, u8 that holds it, little-endian;
//! blocks are sub-arrays. Operation, options and the words of the marks stand in a file beside it, `x.npy.json`
//! ([`Companion`]); bit i of `unspecified` is the id of that number there.
//!
//! A file is read as the CSV file that it stands for, line by line ([`Lines`]): to the byte what `gen` writes as CSV. A check
//! takes the cases from the records themselves, and finds what it would find in the lines. An array
//! without a companion is one of the operation that is given beside it, without marks and classes; its fields may stand in any
//! order and of any byte order, and `flags` and `unspecified` may be missing.

mod array;
mod cases;
mod companion;
mod head;
mod lines;
mod literal;
mod records;
mod stream;

pub(crate) use cases::{Bad, Cases};
pub use companion::Companion;
pub use lines::Lines;
pub use records::Records;
pub(crate) use stream::Stream;

use super::Error;
use super::opening::open;
use crate::registry::{Operations, Plan};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most bytes of a companion.
const MOST: u64 = 1 << 20;

/// Opens a file with its companion, if it has one; `plan` is what its records are cases of where it has none.
///
/// # Errors
/// What keeps them from being read; what is wrong with companion or head.
pub fn lines(
    path: &Path,
    among: &'static Operations,
    plan: Option<Plan>,
) -> Result<Lines<Box<dyn Read>>, Error> {
    let input: Box<dyn Read> = Box::new(open(path)?);
    let beside = Companion::beside(path);
    let companion = match File::open(&beside) {
        Ok(file) => Some(read(file).map_err(|why| {
            let name =
                beside.file_name().unwrap_or_default().to_string_lossy().escape_debug().to_string();
            Error::of_io(io::Error::new(io::ErrorKind::InvalidInput, format!("{name}: {why}")))
        })?),
        Err(e) if e.kind() == io::ErrorKind::NotFound => None,
        Err(e) => return Err(Error::of_io(e)),
    };
    Lines::new(input, companion, among, plan)
}

fn read(file: File) -> Result<Companion, String> {
    let mut text = String::new();
    file.take(MOST + 1).read_to_string(&mut text).map_err(|e| e.to_string())?;
    if text.len() as u64 > MOST {
        return Err(format!("it has more than {MOST} bytes"));
    }
    serde_json::from_str(&text).map_err(|e| e.to_string())
}
