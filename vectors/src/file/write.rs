//! A case -> its line. What is the same for all cases of an operation under a choice of options
//! is made once; a case allocates nothing.

use super::classes::Texts;
use super::form::Form;
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
    digest: Digest,
}

/// An operation, by its address, and options.
type Key = (usize, Options);

/// What the lines of a plan have in common.
#[derive(Clone, Debug)]
struct Head {
    form: Option<Form>,
    seal: State,
    /// In the files of another maker.
    name: Option<Vec<u8>>,
}

impl Writer {
    /// A writer; `columns` operands at most ([`Writer::columns_of`]) for CSV.
    #[must_use]
    pub fn new(format: Format, columns: usize) -> Self {
        let (heads, places, scratch, texts, digest) = Default::default();
        Self { format, columns, heads, places, last: 0, scratch, texts, digest }
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
        self.write_ran(plan, x, plan.run(x).ran(), out);
    }

    /// Appends the line of a case that was run already.
    #[inline]
    pub(crate) fn write_ran(&mut self, plan: &Plan, x: &[u64], ran: Ran<'_>, out: &mut Vec<u8>) {
        self.select(plan);
        let Head { form, seal, name } = &self.heads[self.last].1;
        if self.format.has_digest() {
            self.digest.take(seal.question(x));
        }
        match self.format {
            Format::Csv | Format::Jsonl => {
                let open = plan.open_decisions(x, ran.out);
                return self.said(plan, x, ran, (&open, true), out);
            }
            Format::Npy => {
                let open = plan.open_decisions(x, ran.out);
                return record::push(plan, x, ran, &open, out);
            }
            Format::Fptest => {
                return fptest::push(out, name.as_deref().unwrap_or_default(), plan, x, ran);
            }
            Format::TestFloat | Format::Memh => {}
        }
        match form {
            Some(form) => form.push(x, ran, out),
            None => {
                let open = !plan.open_decisions(x, ran.out).is_empty();
                memh::push(plan, x, ran, open, out);
            }
        }
        out.push(b'\n');
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
        self.select(plan);
        let Head { form, seal, .. } = &self.heads[self.last].1;
        let (between, end): (&[u8], &[u8]) = match self.format {
            Format::Jsonl => (b"\",\"unspecified\":\"", b"\"}\n"),
            _ => (b",", b"\n"),
        };
        let Some(form) = form else { return };
        form.push(x, said, out);
        let share = if sealed && open.is_empty() { form.share(x) } else { None };
        if let Some((classes, operands)) = share {
            let (text, length) = self.texts.sealed(classes, operands);
            out.extend_from_slice(&text[..length]);
        } else if sealed {
            let words = within(out, |out| words::push(out, plan, x));
            let scratch = &mut self.scratch;
            scratch.clear();
            let operands = push_operands(scratch, plan, x, b',');
            let open = within(scratch, |out| push_open(out, open));
            let seal = seal.seal(&scratch[operands], &out[words], &scratch[open]);
            out.push(b'#');
            out.extend_from_slice(&seal);
        }
        out.extend_from_slice(between);
        push_open(out, open);
        out.extend_from_slice(end);
    }

    /// Makes the plan's head the last one used.
    #[inline(always)]
    fn select(&mut self, plan: &Plan) {
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
        let name = fptest::head(plan).map(String::into_bytes);
        self.heads.push((key, Head { form, seal, name }));
        self.places.insert(key, self.heads.len() - 1);
        self.heads.len() - 1
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
