//! The lines of a shard's cases, without the marks around them, and whether they are all.

use super::Why;
use super::head::Head;
use crate::file::seal::Seal;
use crate::file::{Case, Digest, Format, Mark, Parser, Tear, member_text};
use crate::generate::Set;
use crate::registry::{Options, Plan};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Reads the file of a shard.
pub(super) struct Reader<'h> {
    head: &'h Head,
    parser: Parser,
    /// Lines so far.
    lines: u64,
    begun: bool,
    ended: bool,
    found: Digest,
    /// The addresses of the operations that were asked for.
    chosen: HashSet<usize>,
    /// Operations and options that are what was asked for.
    fit: HashSet<(usize, Options)>,
    right: Right<'h>,
    /// The first case that stands elsewhere than it was written.
    moved: Option<Wrong>,
}

/// The questions of a shard, in the order in which they were written: the set is made again.
struct Right<'h> {
    set: &'h Set,
    left: Range<u64>,
    x: Vec<u64>,
    /// The beginnings of digests, by operation and options.
    begun: HashMap<(usize, Options), u64>,
}

/// The set that a head tells of, as it is made here.
///
/// # Errors
/// Another version wrote it, or it is another set.
pub(super) fn set(head: &Head) -> Result<Set, String> {
    let ours = env!("CARGO_PKG_VERSION");
    if head.about.version != ours {
        let written = &head.about.version;
        return Err(format!(
            "it was written by assay {written}, and this is {ours}, which may draw other cases, right is \
             to merge with assay {written}"
        ));
    }
    let request = head.request()?;
    let set = Set::new(&request).map_err(|e| e.to_string())?;
    if set.len() != head.asked.set {
        let (found, right) = (head.asked.set, set.len());
        return Err(format!("its first mark says `set={found}`, right is `set={right}`"));
    }
    Ok(set)
}

impl<'h> Right<'h> {
    fn of(head: &Head, set: &'h Set) -> Self {
        let (left, x) = (set.shard(head.asked.shard), vec![0; set.elements()]);
        Self { set, left, x, begun: HashMap::new() }
    }

    /// The hash of the next question, which [`Right::told`] then tells; nothing behind the last.
    fn next(&mut self) -> Option<u64> {
        let plan = self.set.case(self.left.next()?, &mut self.x)?;
        let key = (std::ptr::from_ref(plan.op).addr(), plan.options);
        let begun = *self.begun.entry(key).or_insert_with(|| Digest::begun(plan));
        Some(Digest::question(begun, &self.x[..plan.elements()]))
    }

    /// The question before the next one, as `assay eval` takes it.
    fn told(&mut self) -> String {
        let at = self.left.start.saturating_sub(1);
        let plan = self.set.case(at, &mut self.x);
        plan.map_or_else(String::new, |plan| plan.case(&self.x[..plan.elements()]))
    }
}

/// A line and what is wrong there.
type Wrong = (u64, Why);

impl<'h> Reader<'h> {
    /// At the beginning of the file.
    pub(super) fn new(head: &'h Head, set: &'h Set, format: Format) -> Result<Self, Why> {
        let chosen = head.asked.chosen(head.among).map_err(Why::Shard)?;
        let mut parser = Parser::new(format, head.among, plan(head, format)?);
        if parser.has_header() {
            parser.header(&head.header).map_err(Why::Fault)?;
        }
        let right = Right::of(head, set);
        let (found, fit) = (Digest::default(), HashSet::new());
        let (lines, begun, ended, moved) = (0, false, false, None);
        Ok(Self { head, parser, lines, begun, ended, found, chosen, fit, right, moved })
    }

    /// Appends the lines of a chunk's cases to `lines`; the digest of what they ask comes back.
    pub(super) fn chunk(&mut self, chunk: &[u8], lines: &mut Vec<u8>) -> Result<Digest, Wrong> {
        let before = self.found;
        let mut start = 0;
        while start < chunk.len() {
            let end = memchr::memchr(b'\n', &chunk[start..]).map_or(chunk.len(), |n| start + n);
            self.lines += 1;
            if self.lines > 1 || !self.parser.has_header() {
                self.line(&chunk[start..end], lines).map_err(|why| (self.lines, why))?;
            }
            start = end + 1;
        }
        let Digest { cases, sum } = self.found;
        Ok(Digest { cases: cases - before.cases, sum: sum.wrapping_sub(before.sum) })
    }

    fn line(&mut self, line: &[u8], lines: &mut Vec<u8>) -> Result<(), Why> {
        if let Some(mark) = self.parser.mark(line).map_err(Why::Fault)? {
            return self.mark(&mark);
        }
        if self.parser.is_remark(line) {
            return Ok(());
        }
        let case = self.parser.line(line).map_err(Why::Fault)?;
        whole(&case)?;
        let (plan, question) = (case.plan.clone(), case.question);
        let marks = case.marks.clone();
        if let Some(mark) = &marks.before {
            self.mark(mark)?;
        }
        self.asked(&plan)?;
        self.found.take(question);
        if self.moved.is_none() && self.right.next().is_some_and(|right| right != question) {
            let why = format!("another case than was written here, right is {}", self.right.told());
            self.moved = Some((self.lines, Why::Shard(why)));
        }
        lines.extend_from_slice(line);
        for (name, mark) in [("end", &marks.behind), ("file", &marks.before)] {
            if let Some(mark) = mark {
                cut(lines, &member_text(name, mark), name)?;
            }
        }
        lines.push(b'\n');
        marks.behind.map_or(Ok(()), |mark| self.mark(&mark))
    }

    fn mark(&mut self, mark: &Mark) -> Result<(), Why> {
        match mark {
            Mark::Begin(_) if self.begun => Err(Why::Torn(Tear::Begun)),
            Mark::Begin(_) => {
                self.begun = true;
                Ok(())
            }
            Mark::End(_) if !self.begun || self.ended => Err(Why::Torn(Tear::Ended)),
            Mark::End(written) => {
                self.ended = true;
                let found = self.found.cases;
                let counts = [self.head.about.cases, written.cases];
                if let Some(written) = counts.into_iter().find(|n| *n != found) {
                    return Err(Why::Torn(Tear::Cases { found, written }));
                }
                if self.found == *written { Ok(()) } else { Err(Why::Torn(Tear::Questions)) }
            }
        }
    }

    /// Whether a case stands between the marks and is of what was asked for.
    fn asked(&mut self, plan: &Plan) -> Result<(), Why> {
        if !self.begun || self.ended {
            let why = "a case outside of the marks, right is one shard, all of it between them";
            return Err(Why::Shard(why.to_owned()));
        }
        if !self.fit.insert((std::ptr::from_ref(plan.op).addr(), plan.options)) {
            return Ok(());
        }
        let how = self.head.asked.contradicts(plan, &self.chosen);
        how.map_or(Ok(()), |how| Err(Why::Torn(Tear::Contradicts(how))))
    }

    /// Nothing follows.
    pub(super) fn end(self) -> Result<(), Wrong> {
        if self.ended {
            return self.moved.map_or(Ok(()), Err);
        }
        let (found, written) = (self.found.cases, self.head.about.cases);
        Err((self.lines + 1, Why::Torn(Tear::Cut { found, written })))
    }
}

/// What lines that name no operation are cases of.
fn plan(head: &Head, format: Format) -> Result<Option<Plan>, Why> {
    if !format.is_bare() {
        return Ok(None);
    }
    let request = head.request().map_err(Why::Shard)?;
    match (&request.ops[..], request.options) {
        ([op], Some(options)) => Ok(Some(op.plan(&options))),
        _ => Err(Why::Shard(format!(
            "{format} lines name no operation, right is a first mark with one operation and its options"
        ))),
    }
}

/// Whether a case is what was written but for its results.
fn whole(case: &Case<'_>) -> Result<(), Why> {
    match case.seal {
        Seal::Whole | Seal::Placeless => Ok(()),
        Seal::None => Err(Why::Torn(Tear::Unsealed { cases: 1 })),
        Seal::Broken => Err(Why::Shard(
            "altered: the seal does not fit op, opts, operands, class and unspecified, right is the \
             line as it was written, but for out and flags"
                .to_owned(),
        )),
    }
}

/// Takes a member out of the object at the end of the lines.
fn cut(lines: &mut Vec<u8>, member: &str, name: &str) -> Result<(), Why> {
    match memchr::memmem::rfind(lines, member.as_bytes()) {
        Some(at) => {
            lines.drain(at..at + member.len());
            Ok(())
        }
        None => Err(Why::Shard(format!(
            "the member `{name}` stands otherwise than it was written, right is `{member}`"
        ))),
    }
}
