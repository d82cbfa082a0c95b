//! `assay merge`: shards of a set become its file.

use crate::failure::Failure;
use crate::output::{Output, Targets};
use crate::{Remarks, header, printable, progress, vector_file};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use vectors::file::npy::Records;
use vectors::file::{self, Format};
use vectors::merge::{self, Head, Why};
use vectors::registry::Plan;

/// Join the files of shards to that of the whole set
///
/// The result is, byte for byte, what `gen` without --shard writes; results of a design stay as they are. The files
/// may stand in any order. Each is read to its end and must be whole: a lost, doubled or altered line, a shard that
/// is missing or stands twice, files of different sets, seeds, covers or versions end with exit code 2: no file is
/// written, and what has gone to standard output ends without its end mark.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
testfloat files say nothing of their shard; in the order of their shards `cat` joins them.

Examples:
  for i in 1 2 3 4; do assay gen ieee.f16.add --shard $i/4 -o $i.csv; done
  assay merge 1.csv 2.csv 3.csv 4.csv -o add.csv")]
pub(crate) struct Merge {
    /// The files of all shards
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Format of the files: csv, jsonl, memh or npy [default: by the extension, else csv]
    #[arg(long)]
    format: Option<Format>,
    /// Write to this file, which appears when it is complete [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Merge {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let format = self.format()?;
        let names: Vec<String> = self.files.iter().map(|path| printable::path(path)).collect();
        let heads = self.heads(format, &names)?;
        let order = merge::order(&heads, &names).map_err(|e| failure(&e, &names))?;
        for (name, _) in names.iter().zip(&heads).filter(|(_, head)| head.is_none()) {
            remarks.say(format_args!("{name}: empty, so nothing is taken from it"));
        }
        let ordered: Vec<(usize, &Head)> =
            order.into_iter().filter_map(|i| Some((i, heads[i].as_ref()?))).collect();
        let mut targets = Targets::new(remarks);
        targets.reads(vector_file::read_of(&self.files));
        let mut output = targets.open(self.output.as_deref())?;
        let beside = self.beside(format, ordered[0].1, &mut targets)?;
        let array = self.array(format, ordered[0].1, &mut targets)?;
        let bytes = self.files.iter().filter_map(|path| path.metadata().ok()).map(|m| m.len());
        let bar = progress::bytes(bytes.sum(), remarks);
        let among = vectors::operations();
        let open = |i: usize| file::lines(&self.files[i], format, among, None);
        let mut advance = |read| bar.inc(read);
        let (result, companion) = match &array {
            None => (merge::copy(&ordered, format, open, &mut output, &mut advance), None),
            Some((plan, _)) => {
                let cases = ordered[0].1.asked.set;
                let mut records = Records::new(&mut output, plan.clone(), cases, among);
                let copied =
                    merge::copy(&ordered, format.lines(), open, &mut records, &mut advance);
                (copied, records.end().1)
            }
        };
        bar.finish_and_clear();
        let cases = result.map_err(|e| match &e.why {
            Why::Output(io) if io.kind() == ErrorKind::InvalidData => Failure::input(io),
            Why::Output(io) => output.failure(io),
            _ => failure(&e, &names),
        })?;
        let array = array.map(|(_, mut own)| {
            let text = companion.map_or_else(String::new, |companion| companion.text());
            own.write_all(text.as_bytes()).map_err(|e| own.failure(&e)).map(|()| own)
        });
        let array = array.transpose()?;
        output.finish()?;
        array.map_or(Ok(()), Output::finish)?;
        if let Some((header, text)) = beside {
            header.whole(text)?;
        }
        if let Some(path) = &self.output {
            remarks.say(format_args!("{}: {cases} cases", printable::path(path)));
        }
        Ok(())
    }

    /// The one format of all files.
    fn format(&self) -> Result<Format, Failure> {
        let all = self.files.iter().chain(&self.output).map(|path| vector_file::told(path));
        let all = all.collect::<Result<Vec<_>, _>>()?;
        let mut told = all.into_iter().flatten();
        let format = self.format.or_else(|| told.clone().next()).unwrap_or(Format::Csv);
        if let Some(other) = told.find(|other| *other != format && self.format.is_none()) {
            return Err(Failure::input(format!(
                "{format} and {other} files are given\n  right: files of one format, or --format"
            )));
        }
        if matches!(format, Format::TestFloat | Format::Fptest) {
            return Err(Failure::input(format!(
                "{format} lines say nothing of their shard\n  right: csv, jsonl, memh or npy files; or \
                 `cat` of the files in the order of their shards",
            )));
        }
        Ok(format)
    }

    fn heads(&self, format: Format, names: &[String]) -> Result<Vec<Option<Head>>, Failure> {
        let head = |(i, path): (usize, &PathBuf)| {
            // A pipe gives its lines once, and they are read twice.
            if path.metadata().is_ok_and(|m| !m.is_file() && !m.is_dir()) || path == Path::new("-")
            {
                let name = printable::path(path);
                return Err(Failure::input(format!("{name}: no regular file\n  right: a file")));
            }
            Head::of_file(path, i, format, vectors::operations()).map_err(|e| failure(&e, names))
        };
        self.files.iter().enumerate().map(head).collect()
    }

    /// What an array is of, and its companion.
    fn array(
        &self,
        format: Format,
        head: &Head,
        targets: &mut Targets,
    ) -> Result<Option<(Plan, Output)>, Failure> {
        if format != Format::Npy {
            return Ok(None);
        }
        let companion = vector_file::companion(self.output.as_deref(), targets)?;
        let request = head.request().map_err(Failure::input)?;
        let (Some(op), Some(options)) = (request.ops.first(), request.options) else {
            return Err(Failure::input("the arrays are of several operations or options"));
        };
        Ok(Some((op.plan(&options), companion)))
    }

    /// The header beside a memh file, and its text.
    fn beside(
        &self,
        format: Format,
        head: &Head,
        targets: &mut Targets,
    ) -> Result<Option<(Output, String)>, Failure> {
        let (Format::Memh, Some(path)) = (format, &self.output) else { return Ok(None) };
        let request = head.request().map_err(Failure::input)?;
        let (Some(op), Some(options)) = (request.ops.first(), request.options) else {
            return Ok(None);
        };
        header::beside(&op.plan(&options), path, head.asked.set, targets).map(Some)
    }
}

/// What is wrong with the files.
fn failure(e: &merge::Error, names: &[String]) -> Failure {
    match (e.file, &e.why) {
        (Some(file), Why::File(why)) => crate::check::failure(Path::new(&names[file]), why),
        _ => Failure::input(e.told(names)),
    }
}
