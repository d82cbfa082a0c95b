//! `--save`: a memory into a file.

use super::load::CHUNK;
use super::memory::Transfer;
use crate::failure::Failure;
use crate::npy;
use crate::output::Output;
use semantics::mncore2::{Board, Place, Store};
use std::io::{self, Write};

/// Refuses before the program runs what could not be saved behind it.
pub(super) fn check(saves: &[Transfer]) -> Result<(), Failure> {
    for save in saves {
        if save.store == Store::Dram && save.places().len() > 1 {
            return Err(Failure::input(format!(
                "--save {}: the DRAM of several groups is {} bytes long\n  right: one group, e.g. \
                 d@0",
                save.name,
                8 * save.words()
            )));
        }
    }
    Ok(())
}

/// Writes a memory to its file, which appears when it is complete.
pub(super) fn save(board: &Board, from: &Transfer, mut output: Output) -> Result<(), Failure> {
    write(board, from, &mut output).map_err(|e| output.failure(&e))?;
    output.finish()
}

fn write(board: &Board, from: &Transfer, out: &mut impl Write) -> io::Result<()> {
    let places = from.places();
    let npy = npy::is_named(&from.file);
    if npy {
        let shape: Vec<u64> = from.shape().into_iter().map(|n| n as u64).collect();
        npy::write(&shape, npy::Kind::Unsigned, 8, out)?;
    }
    for &place in &places {
        let words = match places.len() {
            1 if !npy => board.extent(place, from.store).map_err(io::Error::other)?,
            _ => from.store.words(),
        };
        element(board, from, place, words, npy, out)?;
    }
    Ok(())
}

fn element(
    board: &Board,
    from: &Transfer,
    place: Place,
    words: usize,
    little: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut chunk = vec![0; CHUNK];
    let mut bytes = Vec::with_capacity(8 * CHUNK);
    for address in (0..words).step_by(CHUNK) {
        let part = &mut chunk[..CHUNK.min(words - address)];
        board.read_words(place, from.store, address, part).map_err(io::Error::other)?;
        bytes.clear();
        let image = |w: &u64| if little { w.to_le_bytes() } else { w.to_be_bytes() };
        bytes.extend(part.iter().flat_map(image));
        out.write_all(&bytes)?;
    }
    Ok(())
}
