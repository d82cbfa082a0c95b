//! A case -> its line. What is the same for all cases of an operation under a choice of options
//! is made once; a case allocates nothing.

use super::classes::{ROOM, Texts};
use super::form::Form;
use super::layout::Layout;
use super::seal::State;
use super::words::{push_operands, within};
use super::{Digest, Format, fptest, memh, record, words};
use crate::registry::{Op, Options, Plan, Ran};
use std::collections::HashMap;

/// Writes lines of one format. Each thread has its own.
#[derive(Clone, Debug)]
pub struct Writer {
    format: Format,
    columns: usize,
    /// By operation and options; the last one used stands at `last`.
    heads: Vec<(Key, Head)>,
    places: HashMap<Key, usize>,
    last: usize,
    scratch: Vec<u8>,
    texts: Texts,
    tail: Tail,
    digest: Digest,
}

/// Bytes of a short line.
const SHORT: usize = 128;

/// An operation, by its address, and options.
type Key = (usize, Options);

/// What the lines of a plan have in common.
#[derive(Clone, Debug)]
struct Head {
    form: Option<Form>,
    seal: State,
    /// In the files of another maker.
    name: Option<Vec<u8>>,
    /// Of records.
    layout: Option<Layout>,
    /// A line of the form: the last one that was filled in, and room behind it.
    line: Vec<u8>,
}

/// What stands behind the seal where no decision is open.
#[derive(Clone, Copy, Debug)]
struct Tail {
    text: [u8; 24],
    length: usize,
}

impl Writer {
    /// A writer; `columns` operands at most ([`Writer::columns_of`]) for CSV.
    #[must_use]
    pub fn new(format: Format, columns: usize) -> Self {
        let (heads, places, scratch, texts, digest) = Default::default();
        let tail = Tail::of(format);
        Self { format, columns, heads, places, last: 0, scratch, texts, tail, digest }
    }

    /// The digest of the questions written since it was last asked for. `testfloat` has none.
    pub(crate) fn digest(&mut self) -> Digest {
        std::mem::take(&mut self.digest)
    }

    /// The operand columns that these operations need.
    #[must_use]
    pub fn columns_of<'a>(ops: impl IntoIterator<Item = &'a Op>) -> usize {
        ops.into_iter().map(|op| op.operands.len()).max().unwrap_or(1)
    }

    /// The first line of the file, if the format has one.
    #[must_use]
    pub fn header(&self) -> Vec<u8> {
        match self.format {
            Format::Csv => (super::format::header_of(self.columns) + "\n").into_bytes(),
            // The head of an array tells how many cases there are.
            Format::Jsonl | Format::TestFloat | Format::Memh | Format::Fptest | Format::Npy => {
                Vec::new()
            }
        }
    }

    /// Appends the line of a case: runs it under the decided profile, and tells which decisions leave
    /// it open. `x` holds the operands' elements in order ([`Plan::elements`] of them).
    ///
    /// ```
    /// use vectors::file::{Format, Writer};
    /// let plan = vectors::operations().find("ieee.f32.add").unwrap().plan(&Default::default());
    /// let mut line = Vec::new();
    /// Writer::new(Format::TestFloat, 2).write(&plan, &[0x3f80_0000, 0x4000_0000], &mut line);
    /// assert_eq!(line, b"3f800000 40000000 40400000 00\n"); // 1 + 2 = 3
    /// ```
    #[inline]
    pub fn write(&mut self, plan: &Plan, x: &[u64], out: &mut Vec<u8>) {
        self.write_cases(plan, std::iter::once((x, plan.run(x).ran())), out);
    }

    /// Appends the lines of cases that were run already.
    #[inline]
    pub(crate) fn write_cases<'a>(
        &mut self,
        plan: &Plan,
        cases: impl Iterator<Item = (&'a [u64], Ran<'a>)>,
        out: &mut Vec<u8>,
    ) {
        self.select(plan);
        for (x, ran) in cases {
            let Head { form, seal, name, layout, line } = &mut self.heads[self.last].1;
            if self.format.has_digest() {
                self.digest.take(seal.question(x));
            }
            match (self.format, form) {
                (Format::Csv | Format::Jsonl, _) => {
                    let open = plan.open_decisions(x, ran.out);
                    self.said(plan, x, ran, (&open, true), out);
                }
                (Format::Npy, _) => {
                    let mask = record::mask(plan, &plan.open_decisions(x, ran.out));
                    layout.iter().for_each(|layout| layout.push(x, ran, mask, out));
                }
                (Format::Fptest, _) => {
                    fptest::push(out, name.as_deref().unwrap_or_default(), plan, x, ran);
                }
                (Format::TestFloat | Format::Memh, Some(form)) => {
                    if form.fill(line, x, ran) {
                        push_line(out, line, form.len() + form.end().len());
                    } else {
                        // The line has the flags of another case.
                        form.push(x, ran, out);
                        out.extend_from_slice(form.end());
                    }
                }
                (Format::TestFloat | Format::Memh, None) => {
                    memh::push(plan, x, ran, !plan.open_decisions(x, ran.out).is_empty(), out);
                    out.push(b'\n');
                }
            }
        }
    }

    /// The line that has these results, flags and open decisions, with class and seal or without.
    #[inline]
    pub(super) fn said(
        &mut self,
        plan: &Plan,
        x: &[u64],
        said: Ran<'_>,
        (open, sealed): (&[&str], bool),
        out: &mut Vec<u8>,
    ) {
        if sealed && open.is_empty() && self.closed(x, said, out) {
            return;
        }
        let Head { form, seal, .. } = &self.heads[self.last].1;
        let Some(form) = form else { return };
        form.push(x, said, out);
        if sealed {
            let words = within(out, |out| words::push(out, plan, x));
            let scratch = &mut self.scratch;
            scratch.clear();
            let operands = push_operands(scratch, plan, x, b',');
            let open = within(scratch, |out| push_open(out, open));
            let seal = seal.seal(&scratch[operands], &out[words], &scratch[open]);
            out.push(b'#');
            out.extend_from_slice(&seal);
        }
        let [between, end] = ends(self.format);
        out.extend_from_slice(between);
        push_open(out, open);
        out.extend_from_slice(end);
    }

    /// The line of a case that hangs on nothing, where its classes tell words and seal; else false.
    #[inline(always)]
    fn closed(&mut self, x: &[u64], ran: Ran<'_>, out: &mut Vec<u8>) -> bool {
        let Head { form: Some(form), line, .. } = &mut self.heads[self.last].1 else {
            return false;
        };
        let Some((classes, operands)) = form.share(x) else { return false };
        if !form.fill(line, x, ran) {
            return false;
        }
        let end = form.len() + self.texts.seal(classes, operands, &mut line[form.len()..]);
        let Tail { text, length } = &self.tail;
        line[end..end + text.len()].copy_from_slice(text);
        push_line(out, line, end + length);
        true
    }

    /// Makes the plan's head the last one used.
    #[inline(always)]
    pub(super) fn select(&mut self, plan: &Plan) {
        let key: Key = (std::ptr::from_ref(plan.op).addr(), plan.options);
        if self.heads.get(self.last).is_none_or(|(k, _)| *k != key) {
            self.last = match self.places.get(&key) {
                Some(&at) => at,
                None => self.add_head(key, plan),
            };
        }
    }

    #[cold]
    fn add_head(&mut self, key: Key, plan: &Plan) -> usize {
        let (op, opts) = (&plan.op.id, plan.options.to_string());
        let text = match self.format {
            Format::Csv if opts.contains(',') => format!("{op},\"{opts}\","),
            Format::Csv => format!("{op},{opts},"),
            Format::Jsonl => format!("{{\"op\":\"{op}\",\"opts\":\"{opts}\""),
            Format::TestFloat | Format::Memh | Format::Fptest | Format::Npy => String::new(),
        };
        let seal = State::of(op, &opts);
        let form = Form::of(self.format, text.as_bytes(), plan, self.columns, seal);
        let room = if self.format.has_seals() { ROOM + size_of::<Tail>() } else { 0 };
        let line = form.as_ref().map(|form| form.line(room.max(SHORT)));
        let head = Head {
            form,
            seal,
            name: fptest::head(plan).map(String::into_bytes),
            layout: (self.format == Format::Npy).then(|| Layout::of(plan)),
            line: line.unwrap_or_default(),
        };
        self.heads.push((key, head));
        self.places.insert(key, self.heads.len() - 1);
        self.heads.len() - 1
    }
}

/// Appends the first bytes of a line: of a short one in a few steps, since a copy of any length is a call.
#[inline(always)]
fn push_line(out: &mut Vec<u8>, line: &[u8], length: usize) {
    match line.first_chunk::<SHORT>() {
        Some(block) if length <= SHORT => {
            let start = out.len();
            out.extend_from_slice(block);
            out.truncate(start + length);
        }
        _ => out.extend_from_slice(&line[..length]),
    }
}

impl Tail {
    fn of(format: Format) -> Self {
        let (mut text, all) = ([0; 24], ends(format).concat());
        text[..all.len()].copy_from_slice(&all);
        Self { text, length: all.len() }
    }
}

/// What stands before and behind the open decisions.
pub(super) fn ends(format: Format) -> [&'static [u8]; 2] {
    match format {
        Format::Jsonl => [b"\",\"unspecified\":\"", b"\"}\n"],
        _ => [b",", b"\n"],
    }
}

/// Appends the ids of decisions, joined by spaces.
#[inline]
fn push_open(out: &mut Vec<u8>, open: &[&str]) {
    for (i, id) in open.iter().enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        out.extend_from_slice(id.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A case without flags has a line of its own, whatever stood in the one before.
    #[test]
    fn flags_of_another_case_do_not_stay() {
        let plan = crate::operations().find("ieee.f32.add").expect("listed").plan(&Options::NONE);
        let ran = |flag| Ran { out: &[0x4040_0000], flag, undecided: None };
        let x = &[0x3f80_0000, 0x4000_0000][..];
        for format in [Format::Csv, Format::Jsonl, Format::TestFloat, Format::Memh] {
            let written = |cases: &[Ran<'static>]| {
                let mut out = Vec::new();
                let cases = cases.iter().map(|ran| (x, *ran));
                Writer::new(format, 2).write_cases(&plan, cases, &mut out);
                String::from_utf8(out).expect("text")
            };
            let both = written(&[ran(Some(0x11)), ran(None)]);
            assert_eq!(both, written(&[ran(Some(0x11))]) + &written(&[ran(None)]), "{format}");
            assert!(!written(&[ran(None)]).contains("11"), "{format}");
        }
    }
}
