//! The cases of a design, all or a shard of them.

use super::Ulp;
use super::dut::{self, Asked, Extent};
use crate::failure::Failure;
use crate::operation::Chosen;
use crate::{Remarks, arguments, input, output, printable};
use std::ops::Range;
use std::path::{Path, PathBuf};
use vectors::accuracy::{self, Accuracy, Part, PartError, Run};
use vectors::generate::{Request, Set};
use vectors::part::{Cover, Shard};
use vectors::registry::{Op, Options};

/// Random cases of a design where none are asked for.
const CASES: u64 = 1 << 16;

impl Ulp {
    /// With a design the words are the operation and its options.
    pub(super) fn operation(&mut self, remarks: Remarks) -> Result<(), Failure> {
        if self.op.is_none() && self.dut.is_none() && !self.options.is_empty() {
            return Err(Failure::input("--opt is given without --op\n  right: both"));
        }
        if self.dut.is_none() {
            return Ok(());
        }
        let words = self.files.drain(..).map(|word| word.to_string_lossy().into_owned());
        let words: Vec<String> = self.op.take().into_iter().chain(words).collect();
        if words.is_empty() {
            return Err(Failure::input(
                "--dut is given without an operation\n  right: assay ulp OP --dut COMMAND",
            ));
        }
        let chosen = Chosen::read(&words, &self.options, remarks)?;
        match (&chosen.ops[..], chosen.only()?) {
            ([op], Some(options)) => {
                self.op = Some(op.id.clone());
                self.options = options.to_string().split_whitespace().map(str::to_owned).collect();
                Ok(())
            }
            _ => Err(Failure::input(format!(
                "{} operations under their options are chosen for one design\n  right: one operation, and one value \
                 of each option",
                chosen.ops.len()
            ))),
        }
    }

    /// The cases for a design, what they were asked by, and the options.
    pub(super) fn drawn(&self, op: &'static Op) -> Result<(Set, Request, Options), Failure> {
        let words = self.options.iter().map(String::as_str);
        let options = op.parse_options(words).map_err(Failure::input)?;
        let cover = self.cover.unwrap_or(Cover::Random);
        arguments::drawn(&cover.into(), self.count, self.seed)?;
        let request = Request {
            count: self.count.unwrap_or(CASES),
            seed: self.seed.unwrap_or(0),
            options: Some(options),
            ..Request::new(vec![op], cover)
        };
        let set = Set::new(&request).map_err(Failure::input)?;
        if set.is_empty() {
            return Err(Failure::input("--count is 0\n  right: at least one case"));
        }
        Ok((set, request, options))
    }

    /// Hands the answers of a design to cases of a set to what measures.
    fn ask(
        &self,
        command: &str,
        (set, cases): (&Set, Range<u64>),
        accuracy: &mut Accuracy,
        remarks: Remarks,
    ) -> Result<Extent, Failure> {
        dut::ask(self.asked(command), set, cases, remarks, &mut |line, x, found| {
            accuracy.take(line, x, found).map_err(Failure::input)
        })
    }

    /// Whom, and how long.
    pub(super) const fn asked<'a>(&self, command: &'a str) -> Asked<'a> {
        Asked { command, limit: self.limit, seconds: self.seconds }
    }

    /// The answers of a design; of a shard nothing, and it is printed.
    pub(super) fn design(
        &self,
        command: &str,
        op: &'static Op,
        remarks: Remarks,
    ) -> Result<Option<(Accuracy, Extent)>, Failure> {
        let (set, request, options) = self.drawn(op)?;
        let plan = op.plan(&options);
        let accuracy = self.accuracy(&plan)?;
        let Some(part) = self.shard else {
            let mut accuracy = accuracy;
            let extent = self.ask(command, (&set, 0..set.len()), &mut accuracy, remarks)?;
            return Ok(Some((accuracy, extent)));
        };
        let shard = part.shard().map_err(Failure::input)?;
        let cases = set.shard(shard);
        let mut accuracy = accuracy.behind(cases.start * plan.outs() as u64);
        self.ask(command, (&set, cases), &mut accuracy, remarks)?.whole(command)?;
        let run = Run {
            assay: env!("CARGO_PKG_VERSION").to_owned(),
            dut: command.to_owned(),
            op: op.id.clone(),
            opts: options.to_string(),
            cover: request.cover.to_string(),
            count: request.count,
            seed: request.seed,
            most: self.max_report,
        };
        output::print(&text(run, shard, &accuracy)?)?;
        Ok(None)
    }
}

// Shards of a measurement: one is written, all are joined.

/// The most bytes of a shard: of as many answers as are kept, the longest.
const MOST: u64 = 1 << 28;

/// What was found of a shard, as text.
pub(super) fn text(run: Run, shard: Shard, accuracy: &Accuracy) -> Result<String, Failure> {
    let text = Part::new(run, shard, accuracy).text();
    text.map_err(|e| Failure::Environment(format!("cannot write the shard: {e}")))
}

/// The measurement of which these files are the shards.
pub(super) fn join(files: &[PathBuf]) -> Result<Accuracy, Failure> {
    let mut parts = Vec::new();
    for path in files {
        let part = Part::read(&input::text(path, MOST)?);
        parts.push(part.map_err(|e| failure(Some(path), &e))?);
    }
    let names: Vec<String> = files.iter().map(|path| printable::path(path)).collect();
    let joined = accuracy::join(&parts, &names, vectors::operations());
    joined.map_err(|e| failure(e.part.and_then(|i| files.get(i)).map(PathBuf::as_path), &e))
}

/// What is wrong, and where.
fn failure(path: Option<&Path>, e: &PartError) -> Failure {
    let name = path.map(printable::path);
    Failure::input(match (name, e.at) {
        (Some(name), Some((line, column))) => format!("{name}:{line}:{column}: {e}"),
        (Some(name), None) => format!("{name}: {e}"),
        (None, _) => e.to_string(),
    })
}
