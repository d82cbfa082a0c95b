//! Recomputes the cases of a vector file and compares them with what the file says.
//!
//! The file may come from a design, a simulator, or an older version. It is read as a stream, in
//! chunks of whole lines that go to worker threads; their results are merged in the file's order,
//! so the report does not depend on the number of threads.
//!
//! ```
//! use vectors::check::{Settings, check};
//! use vectors::file::Format;
//! let file = "op,opts,in0,in1,in2,out,flags,class,unspecified\n\
//!             mncore2.mau.fvfma,,49800008,49800008,d3800000,4a000012,1,,\n";
//! let report = check(file.as_bytes(), Format::Csv, vectors::operations(), &Settings::default(), &mut |_| {}).unwrap();
//! assert_eq!(report.counts.to_string(), "checked 1, mismatched 1, unspecified 0");
//! ```

mod cause;
mod compared;
mod counts;
mod finding;
mod groups;
mod judge;
mod kept;
mod pool;
mod reader;
mod repair;
mod report;
mod tally;
mod text;
mod waiting;

pub use crate::file::{Places, Tear, Torn};
pub(crate) use cause::Like;
pub use cause::{Cause, Part};
pub use counts::Counts;
pub use finding::{Finding, Verdict};
pub use groups::{Group, Groups};
pub use judge::is_wrong;
pub use repair::Repair;
pub use report::Report;

use crate::accuracy::Ulps;
use crate::domain::{Domain, DomainError, Within};
use crate::file::chunks::Chunks;
use crate::file::npy::{Cases, Lines};
use crate::file::{Case, Error, Fault, Format, Mark, Parser, Stretch, Whole};
use crate::registry::{Answers, Op, Operations, Options, Plan, Ran};
use crate::testfloat::Tolerance;
use crate::waive::Waivers;
use reader::Reader;
use std::fmt;
use std::io::Read;
use std::str::FromStr;
use std::sync::Arc;
use waiting::Waiting;

/// What to do about a case that hangs on an open decision and differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Policy {
    /// What is open is not compared.
    Skip,
    /// It is listed, but is no mismatch.
    Report,
    /// It is a mismatch like any other.
    #[default]
    Insist,
}

/// A name that is no policy's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown policy `{0}`; right is skip, report or insist")]
pub struct UnknownPolicy(pub String);

impl FromStr for Policy {
    type Err = UnknownPolicy;

    fn from_str(name: &str) -> Result<Self, UnknownPolicy> {
        match name {
            "skip" => Ok(Self::Skip),
            "report" => Ok(Self::Report),
            "insist" => Ok(Self::Insist),
            _ => Err(UnknownPolicy(name.to_owned())),
        }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Skip => "skip",
            Self::Report => "report",
            Self::Insist => "insist",
        })
    }
}

/// How to check.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The operation of testfloat lines. In the other formats, the only one to check.
    pub op: Option<&'static Op>,
    /// The options of testfloat lines.
    pub options: Options,
    /// Of formats whose lines name their options, the only ones to check; empty for all.
    pub only: Vec<Options>,
    /// What to do about open cases that differ.
    pub unspecified: Policy,
    /// Whether flags are compared.
    pub flags: bool,
    /// The most findings kept.
    pub max_report: usize,
    /// The part of the operands that is meant: cases outside of it are passed over.
    pub domain: Option<Arc<Domain>>,
    /// Mismatches that are accepted.
    pub waivers: Arc<Waivers>,
    /// Which other results count as right.
    pub tolerance: Tolerance,
    /// How far results of functions may lie from the exact value.
    pub ulps: Option<Ulps>,
    /// What is right where the manual is silent.
    pub answers: Answers,
    /// Worker threads; 0 for as many as the machine has.
    pub threads: usize,
    /// What findings call a line.
    pub noun: &'static str,
    /// Whether every line is read by the definition of what it may be, which takes longer: the same is found.
    pub by_definition: bool,
}

impl Settings {
    /// Whether cases of a plan are checked.
    fn takes(&self, plan: &Plan) -> bool {
        self.op.is_none_or(|op| std::ptr::eq(op, plan.op))
            && (self.only.is_empty() || self.only.contains(&plan.options))
    }

    /// The domain of a plan, where there is one.
    pub(crate) fn within(&self, plan: &Plan) -> Result<Option<Arc<Within>>, DomainError> {
        self.domain.as_ref().map(|domain| domain.of(plan).map(Arc::new)).transpose()
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            op: None,
            options: Options::NONE,
            only: Vec::new(),
            unspecified: Policy::Insist,
            flags: true,
            max_report: 10,
            domain: None,
            waivers: Arc::default(),
            tolerance: Tolerance::default(),
            ulps: None,
            answers: Answers::DECIDED,
            threads: 0,
            noun: "line",
            by_definition: false,
        }
    }
}

/// How far a check has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes of the file.
    pub bytes: u64,
    /// Lines of the file.
    pub lines: u64,
}

/// Checks a whole file. `progress` is called now and then.
///
/// ```
/// use vectors::{check::{check, Settings}, file::Format};
/// let op = Some(vectors::operations().find("ieee.f32.add").unwrap());
/// let settings = Settings { op, ..Settings::default() };
/// // 1 + 2, right and wrong.
/// let file = b"3f800000 40000000 40400000 00\n3f800000 40000000 40400001 00\n";
/// let among = vectors::operations();
/// let report = check(&file[..], Format::TestFloat, among, &settings, &mut |_| {}).unwrap();
/// assert_eq!((report.counts.mismatched, report.findings[0].line), (1, 2));
/// ```
///
/// # Errors
/// The first bad line, or what keeps the file from being read.
pub fn check(
    input: impl Read,
    format: Format,
    among: &'static Operations,
    settings: &Settings,
    progress: &mut dyn FnMut(Progress),
) -> Result<Report, Error> {
    let plan = settings.op.map(|op| op.plan(&settings.options));
    if format.is_bare() && plan.is_none() {
        return Err(Error::NoOperation);
    }
    let mut parser = Parser::new(format, among, plan);
    parser.by_definition = settings.by_definition;
    let mut chunks = Chunks::new(input);
    let Some(mut first) = chunks.next(Vec::new()).map_err(Error::of_io)? else {
        let right = match format {
            Format::Csv | Format::Npy => "a header line, then a case on every line",
            Format::Jsonl | Format::TestFloat | Format::Memh | Format::Fptest => {
                "a case on every line"
            }
        };
        return Err(Error::Empty { right });
    };
    if parser.has_header() {
        let header = memchr::memchr(b'\n', &first).unwrap_or(first.len());
        parser.header(&first[..header]).map_err(|fault| Error::Line { line: 1, fault })?;
        first.drain(..(header + 1).min(first.len()));
    }
    let mut report = Report { lines: parser.has_header().into(), ..Report::default() };
    let mut whole = Whole::of(among);
    let reader = Reader::Lines(Box::new(parser));
    pool::run(chunks, first, (&mut report, &mut whole), &reader, settings, progress)?;
    report.finish(whole, settings);
    Ok(report)
}

/// Checks an array by its records: cases count, not the lines that stand for them.
///
/// # Errors
/// The first bad record, or what keeps the array from being read.
pub fn check_array(
    lines: Lines<impl Read>,
    among: &'static Operations,
    settings: &Settings,
    progress: &mut dyn FnMut(Progress),
) -> Result<Report, Error> {
    let settings = Settings { noun: "case", ..settings.clone() };
    let mut records = lines.records();
    let mut cases = Cases::of(records.array().clone(), among);
    cases.by_definition(settings.by_definition);
    let marks = (records.array().begin(), records.array().end());
    let mark = |line, text| cases.mark(text).map_err(|fault| Error::Line { line, fault });
    let (mut report, mut whole) = (Report::default(), Whole::of(among));
    let put = |whole: &mut Whole, mark: Option<Mark>, line| {
        let all = mark.map(|mark| (Stretch::default(), mark, line));
        whole.append(all.into_iter().collect(), Stretch::default(), 0);
    };
    put(&mut whole, mark(0, marks.0)?, 0);
    let first = records.next(Vec::new()).map_err(Error::of_io)?.unwrap_or_default();
    let reader = Reader::Records(Box::new(cases.clone()));
    pool::run(records, first, (&mut report, &mut whole), &reader, &settings, progress)?;
    if let Some(end) = mark(report.lines + 1, marks.1)? {
        report.lines += 1;
        put(&mut whole, Some(end), report.lines);
    }
    report.finish(whole, &settings);
    Ok(report)
}

/// Cases of a stream of lines without marks.
///
/// ```
/// use vectors::check::Stream;
/// use vectors::file::{Format, Parser};
/// let plan = vectors::operations().find("ieee.f32.add").unwrap().plan(&Default::default());
/// let parser = Parser::new(Format::TestFloat, vectors::operations(), Some(plan));
/// let mut stream = Stream::new(parser);
/// stream.take(1, b"3f800000 40000000 40400001 00").unwrap();
/// stream.run(|line, case, right| {
///     assert_eq!((line, case.out, right.out), (1, &[0x4040_0001][..], &[0x4040_0000][..]));
/// });
/// ```
pub struct Stream {
    parser: Parser,
    waiting: Waiting,
}

impl Stream {
    /// Before the first line that this parser reads.
    #[must_use]
    pub fn new(parser: Parser) -> Self {
        Self { parser, waiting: Waiting::default() }
    }

    /// Reads the case of a line, which then waits.
    ///
    /// # Errors
    /// What is wrong with the line.
    #[inline]
    pub fn take(&mut self, number: u64, line: &[u8]) -> Result<(), Box<Fault>> {
        let case = self.parser.line(line)?;
        self.waiting.push(number, &case);
        Ok(())
    }

    /// Whether so many cases wait that more gain nothing.
    #[inline]
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.waiting.are_many()
    }

    /// Runs what waits: line, case and right result go to `visit`.
    pub fn run(&mut self, visit: impl FnMut(u64, &Case<'_>, Ran<'_>)) {
        self.waiting.run(visit);
    }
}
