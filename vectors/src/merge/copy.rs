//! The cases of one file after the other, with marks around them all.

use super::head::Head;
use super::shard::{self, Reader};
use super::{Error, Why};
use crate::file::chunks::Chunks;
use crate::file::{self, About, Asked, Digest, Format, Frame};
use crate::part::Shard;
use std::io::{self, Read, Write};

/// Writes the cases of files as one, in this order; each is a number and a head. `open` opens a file by its
/// number, `progress` hears how many more bytes were read. How many cases there are comes back.
///
/// ```
/// use vectors::file::Format::Csv;
/// use vectors::{generate::{Request, Set}, merge::{copy, Head}, part::{Cover, Shard}};
/// let op = vectors::operations().find("ieee.f16.add").unwrap();
/// let request = Request { count: 100, ..Request::new(vec![op], Cover::Random) };
/// let set = Set::new(&request).unwrap();
/// let file = |shard| {
///     let mut file = Vec::new();
///     set.write(&set.job(shard, Csv), &mut file, &mut |_| {}).unwrap();
///     file
/// };
/// let halves = [1, 2].map(|i| file(Shard::new(i, 2).unwrap()));
/// let head = |i: usize| Head::read(&halves[i][..], Csv, vectors::operations()).unwrap().unwrap();
/// let (first, second, mut whole) = (head(0), head(1), Vec::new());
/// let heads = [(0, &first), (1, &second)];
/// copy(&heads, Csv, |i| Ok(&halves[i][..]), &mut whole, &mut |_| {}).unwrap();
/// assert_eq!(whole, file(Shard::WHOLE));
/// ```
///
/// # Errors
/// A file that is torn, altered or unreadable, or an output that fails.
pub fn copy<R: Read>(
    heads: &[(usize, &Head)],
    format: Format,
    mut open: impl FnMut(usize) -> Result<R, file::Error>,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(u64),
) -> Result<u64, Error> {
    let Some((file, first)) = heads.first() else { return Ok(0) };
    let set = shard::set(first).map_err(|why| Error {
        file: Some(*file),
        line: None,
        why: Why::Shard(why),
    })?;
    let asked = Asked { shard: Shard::WHOLE, ..first.asked.clone() };
    let version = first.about.version.clone();
    let about = About { version, cases: asked.set, words: asked.words() };
    let mut frame = Frame::behind(format, about, Digest::default());
    let output = |e: io::Error| Error { file: None, line: None, why: Why::Output(e) };
    if !first.header.is_empty() {
        out.write_all(&[&first.header, &b"\n"[..]].concat()).map_err(output)?;
    }
    out.write_all(&frame.begin()).map_err(output)?;
    let (mut buffer, mut lines) = (Vec::new(), Vec::new());
    for (file, head) in heads {
        let at = |line, why| Error { file: Some(*file), line, why };
        let read =
            |e: &io::Error| at(None, Why::File(file::Error::Read(io::Error::from(e.kind()))));
        let mut chunks = Chunks::new(open(*file).map_err(|e| at(None, Why::File(e)))?);
        let mut shard = Reader::new(head, &set, format).map_err(|why| at(None, why))?;
        while let Some(chunk) = chunks.next(buffer).map_err(|e| read(&e))? {
            lines.clear();
            let digest = shard.chunk(&chunk, &mut lines);
            let digest = digest.map_err(|(line, why)| at(Some(line), why))?;
            frame.take(&mut lines, digest);
            out.write_all(&lines).map_err(output)?;
            progress(chunk.len() as u64);
            buffer = chunk;
        }
        buffer = Vec::new();
        shard.end().map_err(|(line, why)| at(Some(line), why))?;
    }
    out.write_all(&frame.end()).map_err(output)?;
    Ok(asked.set)
}
