//! What a generated file says about itself: before its cases how many they are, behind them the
//! digest of their questions.
//!
//! ```text
//! op,opts,in0,in1,out,flags,class,unspecified
//! # assay 0.1.0 cases=2 ops=ieee.f32.add opts= cover=corner shard=1/1 set=2 formats=f32,f32:f32 seal=2f1c
//! ieee.f32.add,,...
//! ieee.f32.add,,...
//! # assay end cases=2 digest=3c14f4e0a5ddd2c5
//! ```
//!
//! In JSON lines the same words, behind `# `, are the members `file` of the first object and `end` of
//! the last; in memh they stand behind `// `. `testfloat` has no place for them. Files that were joined carry the marks of each. The
//! first one says more, as `name=value`: what was asked for ([`Asked`](crate::file::Asked)). Its own seal, the
//! CRC-16 of the [`seal`](super::seal) over the words before it, guards them.

use super::error::{Fault, What};
use super::{Digest, Format, seal};

/// What every mark begins with.
const OURS: &str = "assay ";

const BEGIN: &str = "`assay VERSION cases=N ... seal=` and its 4 hex digits";
const END: &str = "`assay end cases=N digest=` and 16 hex digits";

/// Where cases that belong together begin and end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// They follow.
    Begin(About),
    /// These have been written.
    End(Digest),
}

/// What stands before cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The version that wrote it.
    pub version: String,
    /// How many cases follow.
    pub cases: u64,
    /// What else is said, by names and values.
    pub words: Vec<(String, String)>,
}

impl About {
    /// What this version says.
    pub(crate) fn new(cases: u64, words: Vec<(String, String)>) -> Self {
        Self { version: env!("CARGO_PKG_VERSION").to_owned(), cases, words }
    }

    fn text(&self) -> String {
        let mut text = format!("{OURS}{} cases={}", self.version, self.cases);
        for (name, value) in &self.words {
            text.extend([" ", name, "=", value]);
        }
        let seal = seal::of_text(text.as_bytes());
        format!("{text} seal={seal}")
    }

    fn read(words: &str) -> Option<Self> {
        let (sealed, seal) = words.rsplit_once(" seal=")?;
        if seal != seal::of_text(sealed.as_bytes()) {
            return None;
        }
        let mut words = sealed.strip_prefix(OURS)?.split(' ');
        let version = words.next()?.to_owned();
        let cases = words.next()?.strip_prefix("cases=")?.parse().ok()?;
        let pair = |word: &str| word.split_once('=').map(|(n, v)| (n.to_owned(), v.to_owned()));
        Some(Self { version, cases, words: words.map(pair).collect::<Option<_>>()? })
    }
}

impl Mark {
    /// The words, as they stand behind `# `.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Begin(about) => about.text(),
            Self::End(Digest { cases, sum }) => {
                format!("{OURS}end cases={cases} digest={sum:016x}")
            }
        }
    }

    /// Reads the words; `offset` is where they begin in the line.
    pub(super) fn read(text: &str, offset: usize) -> Result<Self, Box<Fault>> {
        let bad = |right| Box::new(What::Mark { found: clipped(text), right }.at(offset));
        let words = text.strip_prefix(OURS).ok_or_else(|| bad(BEGIN))?;
        if !words.starts_with("end ") {
            return About::read(text).map(Self::Begin).ok_or_else(|| match sealed(text) {
                true => Box::new(What::Seal.at(offset)),
                false => bad(BEGIN),
            });
        }
        let value = |name: &str| words.split(' ').find_map(|v| v.strip_prefix(name));
        let cases = value("cases=").and_then(|n| n.parse().ok());
        let hex = |t: &str| u64::from_str_radix(t, 16).ok().filter(|_| t.len() == 16);
        let sum = value("digest=").and_then(hex);
        let (Some(cases), Some(sum)) = (cases, sum) else { return Err(bad(END)) };
        Ok(Self::End(Digest { cases, sum }))
    }

    /// Reads a line of a CSV file that begins with `#`.
    pub(super) fn of_line(line: &[u8]) -> Result<Self, Box<Fault>> {
        // A table tool that wrote the file again may have filled the row up and quoted it.
        let whole = super::field::whole(line)?;
        let text = whole.trim_end_matches(',');
        let text = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(text);
        match text.strip_prefix("# ") {
            Some(words) => Self::read(words, 2),
            None => Err(Box::new(What::Mark { found: clipped(whole), right: BEGIN }.at(0))),
        }
    }
}

/// Whether a line ends in a seal, which another text has.
fn sealed(text: &str) -> bool {
    text.rsplit_once(" seal=")
        .is_some_and(|(sealed, seal)| seal != seal::of_text(sealed.as_bytes()))
}

/// A text cut short.
fn clipped(text: &str) -> String {
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Puts the marks around the lines of a file.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    format: Format,
    about: About,
    written: Digest,
}

impl Frame {
    /// Of a file of which so much is written.
    pub(crate) const fn behind(format: Format, about: About, written: Digest) -> Self {
        Self { format, about, written }
    }

    /// What is written.
    pub(crate) const fn written(&self) -> Digest {
        self.written
    }

    /// What stands behind the header.
    pub(crate) fn begin(&self) -> Vec<u8> {
        self.line(&Mark::Begin(self.about.clone()))
    }

    /// Takes the next lines, whose questions have this digest, and puts into them what belongs there.
    pub(crate) fn take(&mut self, lines: &mut Vec<u8>, digest: Digest) {
        let first = self.written.cases == 0;
        self.written += digest;
        if self.format != Format::Jsonl {
            return;
        }
        if first && let Some(end) = memchr::memchr(b'\n', lines) {
            member(lines, end, "file", &Mark::Begin(self.about.clone()));
        }
        if self.written.cases == self.about.cases
            && let Some(end) = lines.len().checked_sub(1)
        {
            member(lines, end, "end", &Mark::End(self.written));
        }
    }

    /// What stands behind the last case.
    pub(crate) fn end(&self) -> Vec<u8> {
        self.line(&Mark::End(self.written))
    }

    fn line(&self, mark: &Mark) -> Vec<u8> {
        match self.format {
            Format::Csv => format!("# {}\n", mark.text()).into_bytes(),
            Format::Memh => format!("// {}\n", mark.text()).into_bytes(),
            Format::Jsonl | Format::TestFloat | Format::Fptest | Format::Npy => Vec::new(),
        }
    }
}

/// Puts a member into the object whose line ends there.
fn member(lines: &mut Vec<u8>, end: usize, name: &str, mark: &Mark) {
    // Before the closing brace.
    lines.splice(end - 1..end - 1, member_text(name, mark).into_bytes());
}

/// A mark as a member of an object, with the comma before it.
pub(crate) fn member_text(name: &str, mark: &Mark) -> String {
    format!(",\"{name}\":\"{}\"", mark.text())
}
