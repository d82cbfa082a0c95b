//! `--save`: a memory into a file.

use super::load::{CHUNK, Transfer};
use crate::failure::Failure;
use crate::npy;
use crate::output::Output;
use semantics::machine::Board;
use std::io::{self, Write};

/// Refuses before the program runs what could not be saved behind it.
pub(super) fn check(saves: &[Transfer]) -> Result<(), Failure> {
    for save in saves {
        let wrong = |refusal| Failure::input(format!("--save {}: {refusal}", save.name));
        save.memory.is_saved().map_err(wrong)?;
    }
    Ok(())
}

/// Writes a memory to its file, which appears when it is complete.
pub(super) fn save(board: &dyn Board, from: &Transfer, mut output: Output) -> Result<(), Failure> {
    write(board, from, &mut output).map_err(|e| output.failure(&e))?;
    output.finish()
}

fn write(board: &dyn Board, from: &Transfer, out: &mut impl Write) -> io::Result<()> {
    let npy = npy::is_named(&from.file);
    if npy {
        let shape: Vec<u64> = from.memory.shape().into_iter().map(|n| n as u64).collect();
        npy::write(&shape, npy::Kind::Unsigned, 8, out)?;
    }
    let elements = from.memory.elements();
    for n in 0..elements {
        let words = match elements {
            1 if !npy => from.memory.extent(board, n).map_err(io::Error::other)?,
            _ => from.element(),
        };
        element(board, from, [n, words], npy, out)?;
    }
    Ok(())
}

fn element(
    board: &dyn Board,
    from: &Transfer,
    [n, words]: [usize; 2],
    little: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut chunk = vec![0; CHUNK];
    let mut bytes = Vec::with_capacity(8 * CHUNK);
    for address in (0..words).step_by(CHUNK) {
        let part = &mut chunk[..CHUNK.min(words - address)];
        from.memory.read(board, n, address, part).map_err(io::Error::other)?;
        bytes.clear();
        let image = |w: &u64| if little { w.to_le_bytes() } else { w.to_be_bytes() };
        bytes.extend(part.iter().flat_map(image));
        out.write_all(&bytes)?;
    }
    Ok(())
}
