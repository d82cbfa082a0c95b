//! A case -> its line. What is the same for all cases of an operation under a choice of options
//! is made once; a case allocates nothing.

use super::seal::State;
use super::words::{push_elements, push_operands, within};
use super::{Digest, Format, fptest, hex, memh, record, words};
use crate::registry::{FlagKind, Op, Options, Plan, Ran, split};
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
    digest: Digest,
}

/// An operation, by its address, and options.
type Key = (usize, Options);

/// The head of a line.
#[derive(Clone, Debug)]
struct Head {
    text: Vec<u8>,
    seal: State,
    /// Commas for the operand columns that the operation leaves empty.
    blanks: &'static [u8],
}

const COMMAS: &[u8] = &[b','; 16];

impl Writer {
    /// A writer; `columns` operands at most ([`Writer::columns_of`]) for CSV.
    #[must_use]
    pub fn new(format: Format, columns: usize) -> Self {
        let (heads, places, scratch, digest) = Default::default();
        Self { format, columns, heads, places, last: 0, scratch, digest }
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
    #[inline]
    pub fn write(&mut self, plan: &Plan, x: &[u64], out: &mut Vec<u8>) {
        self.write_ran(plan, x, plan.run(x).ran(), out);
    }

    /// Appends the line of a case that was run already.
    #[inline]
    pub(crate) fn write_ran(&mut self, plan: &Plan, x: &[u64], ran: Ran<'_>, out: &mut Vec<u8>) {
        match self.format {
            Format::Csv => self.csv(plan, x, ran, out),
            Format::Jsonl => self.jsonl(plan, x, ran, out),
            Format::TestFloat => testfloat(plan, x, ran, out),
            Format::Memh => self.memh(plan, x, ran, out),
            Format::Fptest => fptest::push(out, plan, x, ran),
            Format::Npy => self.npy(plan, x, ran, out),
        }
    }

    fn csv(&mut self, plan: &Plan, x: &[u64], ran: Ran<'_>, out: &mut Vec<u8>) {
        let open = plan.open_decisions(x, ran.out);
        let head = self.head(plan);
        self.digest.take(self.heads[head].1.seal.question(x));
        self.said(plan, x, ran, (&open, true), out);
    }

    fn npy(&mut self, plan: &Plan, x: &[u64], ran: Ran<'_>, out: &mut Vec<u8>) {
        let open = plan.open_decisions(x, ran.out);
        let head = self.head(plan);
        self.digest.take(self.heads[head].1.seal.question(x));
        record::push(plan, x, ran, &open, out);
    }

    /// The line of a CSV file that has these results, flags and open decisions.
    pub(super) fn said(
        &mut self,
        plan: &Plan,
        x: &[u64],
        said: Ran<'_>,
        (open, sealed): (&[&str], bool),
        out: &mut Vec<u8>,
    ) {
        let head = self.head(plan);
        let Head { text, seal, blanks } = &self.heads[head].1;
        out.extend_from_slice(text);
        let operands = push_operands(out, plan, x, b',');
        out.extend_from_slice(blanks);
        out.push(b',');
        push_results(out, plan, said.out);
        out.push(b',');
        push_flags(out, plan, said.flag);
        out.push(b',');
        self.scratch.clear();
        push_open(&mut self.scratch, open);
        if sealed {
            let words = within(out, |out| words::push(out, plan, x));
            let seal = seal.seal(&out[operands], &out[words], &self.scratch);
            out.push(b'#');
            out.extend_from_slice(&seal);
        }
        out.push(b',');
        out.extend_from_slice(&self.scratch);
        out.push(b'\n');
    }

    fn jsonl(&mut self, plan: &Plan, x: &[u64], ran: Ran<'_>, out: &mut Vec<u8>) {
        let open = plan.open_decisions(x, ran.out);
        let head = self.head(plan);
        let Head { text, seal, .. } = &self.heads[head].1;
        self.digest.take(seal.question(x));
        out.extend_from_slice(text);
        for (i, (shape, own)) in split(&plan.operands, x).enumerate() {
            out.extend_from_slice(b",\"in");
            out.push(b'0' + i as u8);
            out.extend_from_slice(b"\":");
            push_json(out, own, shape.digits());
        }
        out.extend_from_slice(b",\"out\":");
        push_json_results(out, plan, ran.out);
        out.extend_from_slice(b",\"flags\":\"");
        push_flags(out, plan, ran.flag);
        out.extend_from_slice(b"\",\"class\":\"");
        let words = within(out, |out| words::push(out, plan, x));
        let scratch = &mut self.scratch;
        scratch.clear();
        let operands = push_operands(scratch, plan, x, b',');
        let open = within(scratch, |out| push_open(out, &open));
        let seal = seal.seal(&scratch[operands], &out[words], &scratch[open.clone()]);
        out.push(b'#');
        out.extend_from_slice(&seal);
        out.extend_from_slice(b"\",\"unspecified\":\"");
        out.extend_from_slice(&scratch[open]);
        out.extend_from_slice(b"\"}\n");
    }

    fn memh(&mut self, plan: &Plan, x: &[u64], ran: Ran<'_>, out: &mut Vec<u8>) {
        let open = !plan.open_decisions(x, ran.out).is_empty();
        let head = self.head(plan);
        self.digest.take(self.heads[head].1.seal.question(x));
        memh::push(plan, x, ran, open, out);
        out.push(b'\n');
    }

    /// Where the plan's head stands in `heads`.
    #[inline]
    fn head(&mut self, plan: &Plan) -> usize {
        let key: Key = (std::ptr::from_ref(plan.op).addr(), plan.options);
        if self.heads.get(self.last).is_none_or(|(k, _)| *k != key) {
            self.last = match self.places.get(&key) {
                Some(&at) => at,
                None => self.add_head(key, plan),
            };
        }
        self.last
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
        let blank = self.columns.saturating_sub(plan.operands.len()).min(COMMAS.len());
        let seal = State::of(op, &opts);
        self.heads.push((key, Head { text: text.into_bytes(), seal, blanks: &COMMAS[..blank] }));
        self.places.insert(key, self.heads.len() - 1);
        self.heads.len() - 1
    }
}

fn testfloat(plan: &Plan, x: &[u64], ran: Ran<'_>, out: &mut Vec<u8>) {
    push_operands(out, plan, x, b' ');
    out.push(b' ');
    push_results(out, plan, ran.out);
    if ran.flag.is_some() {
        out.push(b' ');
    }
    push_flags(out, plan, ran.flag);
    out.push(b'\n');
}

/// Appends the digits of the flags, if there are any.
#[inline]
fn push_flags(out: &mut Vec<u8>, plan: &Plan, flags: Option<u8>) {
    match (flags, plan.op.flags) {
        (None, _) | (_, FlagKind::None) => {}
        (Some(flag), FlagKind::Mask) => out.push(b'0' + flag),
        (Some(flags), FlagKind::Exceptions) => hex::push(out, flags.into(), 2),
    }
}

/// Appends the results, joined by `;`.
#[inline]
fn push_results(out: &mut Vec<u8>, plan: &Plan, results: &[u64]) {
    if let [only] = &plan.results[..] {
        return push_elements(out, results, only.digits());
    }
    for (i, (shape, own)) in split(&plan.results, results).enumerate() {
        if i > 0 {
            out.push(b';');
        }
        push_elements(out, own, shape.digits());
    }
}

/// The only result; of several, an array.
fn push_json_results(out: &mut Vec<u8>, plan: &Plan, results: &[u64]) {
    if let [only] = &plan.results[..] {
        return push_json(out, results, only.digits());
    }
    for (i, (shape, own)) in split(&plan.results, results).enumerate() {
        out.push(if i > 0 { b',' } else { b'[' });
        push_json(out, own, shape.digits());
    }
    out.push(b']');
}

/// A string; of several elements, an array of strings.
fn push_json(out: &mut Vec<u8>, elements: &[u64], digits: usize) {
    let (open, close): (&[u8], &[u8]) =
        if elements.len() > 1 { (b"[\"", b"\"]") } else { (b"\"", b"\"") };
    out.extend_from_slice(open);
    for (i, e) in elements.iter().enumerate() {
        if i > 0 {
            out.extend_from_slice(b"\",\"");
        }
        hex::push(out, *e, digits);
    }
    out.extend_from_slice(close);
}

/// The ids of decisions, joined by spaces.
#[inline]
fn push_open(out: &mut Vec<u8>, open: &[&str]) {
    for (i, id) in open.iter().enumerate() {
        if i > 0 {
            out.push(b' ');
        }
        out.extend_from_slice(id.as_bytes());
    }
}
