//! Lines in the form in which they are written, read in one pass; `None` for any other, which the definition of its format reads.

use super::reading::{Parsed, Reading};
use super::seal::Seal;
use super::words::push_operands;
use super::{Format, MAX_LINE, fptest, sums};

/// What stands behind the seal of a case that hangs on nothing.
const CSV_END: &[u8] = b",\n";
const JSON_END: &[u8] = b"\",\"unspecified\":\"\"}\n";

/// Reads a line, its end included, of a case that hangs on nothing, as it is written: its flags and length. Its class is that
/// of its operands.
#[inline]
pub(super) fn plain(p: &mut Reading, format: Format, text: &[u8]) -> Option<(Option<u8>, usize)> {
    let Reading { plans, x, out, classes, .. } = p;
    let mut form = plans.last()?.form.as_ref()?;
    // Lines whose seal takes their text are read but once, as any line is.
    if format.has_seals() && !form.has_classes() && text.starts_with(&plans.last()?.head) {
        return None;
    }
    let mut flag = form.exact(text, x, out);
    if flag.is_none()
        && let Some(head) = head_of(format)
        && !text.starts_with(&plans.last()?.head)
    {
        let line = &text[..memchr::memchr(b'\n', text)?];
        form = plans.find(line, head)?.form.as_ref()?;
        flag = form.exact(text, x, out);
    }
    let (flag, mut end) = (flag?, form.len());
    if format.has_seals() {
        let (key, operands) = form.share(x)?;
        end += classes.sealed(key, operands, text.get(end..)?)?;
        end += behind(format, text.get(end..)?)?;
    } else if text.get(end) == Some(&b'\n') {
        end += 1;
    } else {
        return None;
    }
    (end <= MAX_LINE).then_some((flag, end))
}

/// The bytes behind the seal.
#[inline(always)]
fn behind(format: Format, text: &[u8]) -> Option<usize> {
    let own: &[u8] = if format == Format::Jsonl { JSON_END } else { CSV_END };
    text.starts_with(own).then_some(own.len())
}

/// Finds the end of what names operation and options.
type Head = fn(&[u8]) -> Option<usize>;

/// What does so.
fn head_of(format: Format) -> Option<Head> {
    match format {
        Format::Csv => Some(csv_head),
        Format::Jsonl => Some(json_head),
        Format::TestFloat | Format::Memh | Format::Fptest | Format::Npy => None,
    }
}

/// Reads a line of a known operation and options; where the format has seals, one whose seal is whole.
#[inline]
pub(super) fn read(p: &mut Reading, format: Format, line: &[u8]) -> Option<Parsed> {
    match format {
        Format::Csv => sealed(p, line, csv_head, [b",", b""]),
        Format::Jsonl => sealed(p, line, json_head, [b"\",\"unspecified\":\"", b"\"}"]),
        Format::TestFloat => bare(p, line, Seal::None),
        Format::Memh => bare(p, line, Seal::Placeless),
        Format::Fptest => fptest::quick(p, line),
        Format::Npy => None,
    }
}

/// Reads a line that names no operation.
fn bare(p: &mut Reading, line: &[u8], seal: Seal) -> Option<Parsed> {
    let form = p.plans.last()?.form.as_ref()?;
    let (flag, end) = form.read::<true>(line, &mut p.x, &mut p.out)?;
    let parsed = Parsed { flag, class: end..end, unspecified: end..end, seal, marked: false };
    (end == line.len()).then_some(parsed)
}

/// Reads a line with operation, class and seal; `between` is what stands before and behind the open decisions.
#[inline(always)]
fn sealed(p: &mut Reading, line: &[u8], head: Head, [between, end]: [&[u8]; 2]) -> Option<Parsed> {
    p.plans.find(line, head)?;
    let form = p.plans.last()?.form.as_ref()?;
    let (flag, at) = form.read::<false>(line, &mut p.x, &mut p.out)?;
    let rest = line[at..].strip_suffix(end)?;
    let length = match rest.strip_suffix(between) {
        // Most cases hang on nothing. What stands there twice is odd.
        Some(class) => class.len(),
        None => memchr::memchr(between[0], rest)?,
    };
    let (class, unspecified) = (&rest[..length], rest[length..].strip_prefix(between)?);
    let odd = |text: &[u8]| {
        let odd = |b: u8| b.is_ascii_control() | (b == b'"') | (b == b'\\') | (b == b',');
        text.iter().fold(false, |bad, b| bad | odd(*b))
    };
    if odd(class) || odd(unspecified) {
        return None;
    }
    let [words @ .., b'#', a, b, c, d] = class else { return None };
    let right = seal(p, end.is_empty().then_some(line), words, unspecified)?;
    let behind = at + length + between.len();
    (right == [*a, *b, *c, *d]).then_some(Parsed {
        flag,
        class: at..at + length,
        unspecified: behind..behind + unspecified.len(),
        seal: Seal::Whole,
        marked: false,
    })
}

/// The end of `op,opts,`, for an operation that is not quoted.
fn csv_head(line: &[u8]) -> Option<usize> {
    let op = memchr::memchr(b',', line)? + 1;
    let opts = match line.get(op)? {
        b'"' => op + 1 + memchr::memchr(b'"', &line[op + 1..])? + 1,
        _ => op + memchr::memchr(b',', &line[op..])?,
    };
    (line.get(opts) == Some(&b',')).then_some(opts + 1)
}

/// The end of the first members, which name operation and options.
fn json_head(line: &[u8]) -> Option<usize> {
    memchr::memmem::find(line, b",\"in0\":")
}

/// The right seal of a line whose operands were read; of CSV, the line.
#[inline(always)]
fn seal(p: &mut Reading, csv: Option<&[u8]>, words: &[u8], unspecified: &[u8]) -> Option<[u8; 4]> {
    let entry = p.plans.last()?;
    let form = entry.form.as_ref()?;
    let length = words.len() + unspecified.len() + 2;
    let operands = form.crc(&p.x).filter(|_| length < sums::REACH);
    let Some(operands) = operands else {
        if let Some(line) = csv {
            return Some(entry.seal.seal(form.operands(line)?, words, unspecified));
        }
        p.scratch.clear();
        push_operands(&mut p.scratch, &entry.plan, &p.x, b',');
        return Some(entry.seal.seal(&p.scratch, words, unspecified));
    };
    let open = unspecified.len();
    let shares = sums::text(b";", length - 1)
        ^ sums::text(words, open + 1)
        ^ sums::text(b";", open)
        ^ sums::text(unspecified, 0);
    let crc = sums::behind(operands, shares, length);
    let [.., a, b, c, d] = super::hex::digits8(crc.into());
    Some([a, b, c, d])
}
