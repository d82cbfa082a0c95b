//! The emulator command's memory files: images of the host's memory, words little-endian (MN-D104).

use super::config::{BYTES, Region};
use crate::failure::Failure;
use crate::output::Output;
use semantics::mncore2::Board;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

/// Long words moved at a time.
const CHUNK: usize = 1 << 13;

/// Fills the regions from a file, one behind the other; how many of its bytes are left over.
pub(super) fn load(board: &mut Board, path: &Path, regions: &[Region]) -> Result<u64, Failure> {
    let wrong = |why: String| Failure::input(format!("{}: {why}", path.display()));
    let unreadable = |e: io::Error| wrong(format!("cannot read: {e}"));
    let needed = Region::bytes(regions);
    let short = |bytes: u64| {
        wrong(format!(
            "it has {bytes} bytes, and the regions to load have {needed}\n  right: as many"
        ))
    };
    let mut file = File::open(path).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(wrong("cannot read: it is a directory".into()));
    }
    if metadata.is_file() && metadata.len() < needed {
        return Err(short(metadata.len()));
    }
    let mut bytes = vec![0; CHUNK * BYTES as usize];
    let mut done = 0;
    for region in regions {
        for (first, count) in pieces(region) {
            let part = &mut bytes[..count * BYTES as usize];
            match file.read_exact(part) {
                Err(e) if e.kind() == ErrorKind::UnexpectedEof => return Err(short(done)),
                read => read.map_err(unreadable)?,
            }
            let words: Vec<u64> =
                part.as_chunks().0.iter().map(|b| u64::from_le_bytes(*b)).collect();
            let written = board.write_words(region.place, region.store, first, &words);
            written.map_err(|e| wrong(e.to_string()))?;
            done += part.len() as u64;
        }
    }
    Ok(if metadata.is_file() { metadata.len() - needed } else { 0 })
}

/// Writes the regions to a file, one behind the other.
pub(super) fn save(board: &Board, mut output: Output, regions: &[Region]) -> Result<(), Failure> {
    write(board, regions, &mut output).map_err(|e| output.failure(&e))?;
    output.finish()
}

fn write(board: &Board, regions: &[Region], out: &mut impl Write) -> io::Result<()> {
    let mut words = vec![0; CHUNK];
    for region in regions {
        for (first, count) in pieces(region) {
            let part = &mut words[..count];
            board.read_words(region.place, region.store, first, part).map_err(io::Error::other)?;
            let bytes: Vec<u8> = part.iter().flat_map(|word| word.to_le_bytes()).collect();
            out.write_all(&bytes)?;
        }
    }
    Ok(())
}

/// The first word and the number of words of each piece of a region.
fn pieces(region: &Region) -> impl Iterator<Item = (usize, usize)> + use<> {
    let (first, end) = (region.first, region.first + region.words);
    (first..end).step_by(CHUNK).map(move |at| (at, CHUNK.min(end - at)))
}
