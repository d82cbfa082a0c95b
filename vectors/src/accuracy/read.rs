//! The cases of a vector file, one after the other.

use crate::file::chunks::Chunks;
use crate::file::{Case, Error, Fault, Format, Parser, Watch};
use crate::registry::{Operations, Plan};
use std::io::Read;

/// Calls `visit` with every case of a file and its line: the number of lines. `plan` is what testfloat
/// lines are cases of.
///
/// # Errors
/// The first bad line, a file that is not whole, what `visit` says of a line, or what keeps the file from being read.
pub fn each(
    input: impl Read,
    format: Format,
    among: &'static Operations,
    plan: Option<Plan>,
    mut visit: impl FnMut(u64, &Case<'_>) -> Result<(), Box<Fault>>,
) -> Result<u64, Error> {
    if format.is_bare() && plan.is_none() {
        return Err(Error::NoOperation);
    }
    let mut parser = Parser::new(format, among, plan);
    let mut chunks = Chunks::new(input);
    let (mut line, mut head) = (0, parser.has_header());
    let mut watch = Watch::of(among);
    let mut chunk = Vec::new();
    while let Some(next) = chunks.next(chunk).map_err(Error::of_io)? {
        let mut rest = &next[..];
        while !rest.is_empty() {
            let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let (own, others) = rest.split_at(end);
            rest = others.get(1..).unwrap_or_default();
            line += 1;
            let faulty = |fault| Error::Line { line, fault };
            if std::mem::take(&mut head) {
                parser.header(own).map_err(faulty)?;
            } else if let Some(mark) = parser.mark(own).map_err(faulty)? {
                watch.mark(mark, line);
            } else if !parser.is_remark(own) {
                let case = parser.line(own).map_err(faulty)?;
                watch.case(&case, line).map_err(faulty)?;
                visit(line, &case).map_err(faulty)?;
            }
        }
        chunk = next;
    }
    watch.end(line)?;
    Ok(line)
}
