//! `assay gen`: test vectors.

use crate::domain::Where;
use crate::failure::Failure;
use crate::operation::{Chosen, Perhaps};
use crate::output::{Output, Targets};
use crate::standard::Stream;
use crate::{Remarks, arguments, header, input, printable, progress, system, vector_file};
use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use vectors::file::Format;
use vectors::generate::{Done, Job, Request, Set};
use vectors::jobs::Part;
use vectors::part::{Covers, Shard};
use vectors::programs::cases;
use vectors::registry::UndecidedCase;

/// Generate test vectors
///
/// The same arguments give the same bytes on any number of threads. The union of the shards is the
/// unsharded set, in order.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Covers:
  corner      codes at the limits of the formats in every combination, and operands directed at the
              rules of the operation, under its plainest options; a sample under each of the others
  random      operands drawn by class; --count cases of each operation
  exhaustive  every combination of codes, up to 2^36 of them, under the plainest options
  model       a case for every goal of the coverage models that can be reached (assay cover), under
              the plainest options and every way to round

Examples:
  assay gen 'mncore2.*' -o v.csv
  assay gen mncore2.mau.fvfma,mncore2.mau.hvfma --cover random --count 1000000 --seed 7 -o v.jsonl
  assay gen mncore2.convert.f_to_h --cover exhaustive --shard 3/16 --opt port=input -o 3.csv
  assay gen mncore2.mau.hvmul --opt neg=0 --format testfloat | head
  assay gen f32_add --cover random --count 100000000 --shard auto --yes -o $SLURM_ARRAY_TASK_ID.csv
  assay gen --system mncore2 --cases --count 1000 --seed 7 -o mncore2.cases
  assay gen f32_mulAdd -rminMag --format testfloat | ./design

TestFloat's function names are understood, and beside one TestFloat's options: -rnear_even,
-rnear_maxMag, -rminMag, -rmin, -rmax, -rodd, -tininessbefore, -tininessafter, -exact, -notexact,
-level N, -n N, -seed N.")]
pub(crate) struct Gen {
    /// Operations: ids and patterns with `*` and `?`, separated by commas
    #[arg(value_name = "OP[,OP...] [OPTION=VALUE[,VALUE...]]", required_unless_present = "cases")]
    ops: Vec<String>,
    /// Random cases of a machine instead: state, short program, state after it (.cases, .cases.jsonl)
    #[arg(long, requires = "system", conflicts_with_all = ["ops", "cover", "format", "options", "pieces", "threads"])]
    cases: bool,
    #[arg(long, value_name = "SYSTEM", requires = "cases",
        help = format!("The machine of --cases: {}", semantics::machines::names()))]
    system: Option<String>,
    /// How operands are chosen: corner, random, exhaustive or model, several of them in a row (corner,random), or all
    /// (corner,model,random)
    #[arg(long, value_name = "COVER,...", default_value = "corner")]
    cover: Covers,
    /// Cases of each operation, of cover random [default: 65536]; of --cases [default: 100]
    #[arg(long, value_name = "N", value_parser = arguments::number)]
    count: Option<u64>,
    /// Seed of cover random and of --cases [default: 0]
    #[arg(long, value_name = "S", value_parser = arguments::number)]
    seed: Option<u64>,
    /// Only part I of N, I from 1 to N; `auto`: the part of this task of a job array of Slurm, LSF or SGE
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Part,
    /// Format of the file: csv, jsonl, testfloat, fptest, memh with a .svh beside it, or npy with a .npy.json
    /// beside it [default: by the extension of -o, else csv]
    #[arg(long)]
    format: Option<Format>,
    /// Fix an option of every operation that has it, to one or several values or `all` (repeatable; also
    /// without --opt behind the operations); `preset=riscv`, `x86` or `arm` sets what that processor does;
    /// `none` for the plainest choice alone [default: every choice, the plainest for testfloat and memh]
    #[arg(long = "opt", value_name = "NAME=VALUE")]
    options: Vec<String>,
    #[command(flatten)]
    perhaps: Perhaps,
    #[command(flatten)]
    domain: Where,
    /// Threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = arguments::threads)]
    threads: Option<NonZeroUsize>,
    /// Write to this file, which appears when it is complete [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Keep what is written in FILE.partial when the run is killed, and go on behind it when the same call comes again
    #[arg(long, requires = "output", conflicts_with = "cases")]
    resume: bool,
    /// Write a file of more than 1 GB without asking
    #[arg(long)]
    yes: bool,
}

/// The most bytes of a file that are written unasked.
const UNASKED: u128 = 1_000_000_000;

/// Files from so many bytes on are estimated beforehand.
const TOLD: u128 = 10_000_000;

impl Gen {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        if self.cases {
            return self.cases(remarks);
        }
        arguments::drawn(&self.cover, self.count, self.seed)?;
        let shard = self.shard.shard().map_err(Failure::input)?;
        let format = self.format(remarks)?;
        let set = self.set(format, remarks)?;
        let range = set.shard(shard);
        let cases = range.end - range.start;
        self.allowed(&set, format, cases, remarks)?;
        let threads = self.threads.or(std::thread::available_parallelism().ok());
        let mut targets = Targets::new(remarks);
        let (output, from) = self.open(&set, shard, format, &mut targets)?;
        let header = self.header(&set, format, cases, &mut targets)?;
        let mut beside = self.beside(format, &mut targets, remarks)?;
        let bar = progress::cases(cases, remarks);
        if from.cases > 0 {
            let name = self.output.as_deref().map(printable::path).unwrap_or_default();
            remarks.say(format_args!("{name}: goes on behind {} of {cases} cases", from.cases));
            bar.set_position(from.cases);
            bar.reset_eta();
        }
        let output = RefCell::new(output);
        let mut last = from;
        let mut advance = |done: Done| {
            last = done;
            bar.set_position(done.cases);
            output.borrow_mut().done(done);
        };
        let threads = threads.map_or(1, NonZeroUsize::get);
        let job = Job { threads, from, ..set.job(shard, format) };
        let result = set.write(&job, &mut Shared(&output), &mut advance);
        bar.finish_and_clear();
        let output = output.into_inner();
        result.map_err(|e| match e.get_ref().and_then(|e| e.downcast_ref::<UndecidedCase>()) {
            Some(case) => Failure::input(case),
            None => output.failure(&e),
        })?;
        if let (Some(own), Some(text)) = (&mut beside, set.companion(shard, last.digest)) {
            own.write_all(text.text().as_bytes()).map_err(|e| own.failure(&e))?;
        }
        output.finish()?;
        beside.map_or(Ok(()), Output::finish)?;
        if let Some((header, text)) = header {
            header.whole(text)?;
        }
        if let Some(path) = &self.output {
            remarks.say(format_args!("{}: {cases} cases", printable::path(path)));
        }
        Ok(())
    }

    /// Says how large a file will be, by its cases alone; above 1 GB it has to be asked for.
    fn allowed(
        &self,
        set: &Set,
        format: Format,
        cases: u64,
        remarks: Remarks,
    ) -> Result<(), Failure> {
        let standard = self.output.as_deref().is_none_or(|path| path == Path::new("-"));
        let plain = self.output.as_deref().filter(|path| !standard && !input::is_special(path));
        // `> v.csv`
        let name = match plain {
            Some(path) => printable::path(path),
            None if standard && Stream::is_file() => "standard output".to_owned(),
            None => return Ok(()),
        };
        let bytes = set.bytes(format, cases);
        if bytes < TOLD {
            return Ok(());
        }
        let text = format!("{name}: {cases} cases, about {}", size(bytes));
        if bytes <= UNASKED || self.yes {
            remarks.say(text);
            return Ok(());
        }
        let help = "help: --yes writes it; --count, --shard I/N or --cover random make it smaller";
        if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
            return Err(Failure::input(format!("{text}: more than 1 GB\n  {help}")));
        }
        let _ = write!(io::stderr(), "assay: {text}. Write it? [y/N] ");
        let mut answer = String::new();
        let read = io::stdin().read_line(&mut answer);
        match read.is_ok() && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str()) {
            true => Ok(()),
            false => Err(Failure::input(format!("{name}: not written\n  {help}"))),
        }
    }

    /// Opens the output; with --resume, where an earlier run has come to.
    fn open(
        &self,
        set: &Set,
        shard: Shard,
        format: Format,
        targets: &mut Targets,
    ) -> Result<(Output, Done), Failure> {
        match self.output.as_deref().filter(|_| self.resume) {
            Some(path) => targets.resume(path, &set.told(shard, format)),
            None => Ok((targets.open(self.output.as_deref())?, Done::default())),
        }
    }

    /// The header beside a memh file, and its text.
    fn header(
        &self,
        set: &Set,
        format: Format,
        cases: u64,
        targets: &mut Targets,
    ) -> Result<Option<(Output, String)>, Failure> {
        let (Format::Memh, Some(path), Some(plan)) = (format, &self.output, set.single_plan())
        else {
            return Ok(None);
        };
        header::beside(plan, path, cases, targets).map(Some)
    }

    /// The companion beside an array. A device has no place beside it.
    fn beside(
        &self,
        format: Format,
        targets: &mut Targets,
        remarks: Remarks,
    ) -> Result<Option<Output>, Failure> {
        if format != Format::Npy {
            return Ok(None);
        }
        if let Some(path) = self.output.as_deref().filter(|path| input::is_special(path)) {
            let name = printable::path(path);
            remarks.say(format_args!("{name}: no file, so the companion is not written"));
            return Ok(None);
        }
        vector_file::companion(self.output.as_deref(), targets).map(Some)
    }

    /// Random cases of a machine.
    fn cases(&self, remarks: Remarks) -> Result<(), Failure> {
        let system = self.system.as_deref().unwrap_or_default();
        let programs = cases::of(system).map_err(Failure::input)?;
        let machine = system::named(Some(system))?;
        let shard = self.shard.shard().map_err(Failure::input)?;
        let range = shard.range(self.count.unwrap_or(100));
        let json =
            self.output.as_ref().is_some_and(|path| path.extension().is_some_and(|e| e == "jsonl"));
        let mut output = Targets::new(remarks).open(self.output.as_deref())?;
        let count = range.end - range.start;
        let bar = progress::cases(count, remarks);
        if !json {
            let head = format!("system {system}\n");
            output.write_all(head.as_bytes()).map_err(|e| output.failure(&e))?;
        }
        for (done, number) in (1..).zip(range) {
            let case =
                cases::case(programs, self.seed.unwrap_or(0), number).map_err(Failure::input)?;
            let text = if json { case.to_json_line(machine) } else { case.to_text() };
            output.write_all(text.as_bytes()).map_err(|e| output.failure(&e))?;
            bar.set_position(done);
        }
        bar.finish_and_clear();
        output.finish()?;
        if let Some(path) = &self.output {
            remarks.say(format_args!("{}: {count} cases", printable::path(path)));
        }
        Ok(())
    }

    fn format(&self, remarks: Remarks) -> Result<Format, Failure> {
        match (self.format, &self.output) {
            (Some(format), _) => Ok(format),
            (None, Some(path)) => vector_file::output(path, remarks),
            (None, None) => Ok(Format::Csv),
        }
    }

    fn set(&self, format: Format, remarks: Remarks) -> Result<Set, Failure> {
        let Chosen { names, ops, wanted } =
            Chosen::read(&self.ops, &self.perhaps.beside(&self.options), remarks)?;
        let plain = Request::for_file((names, ops), wanted, self.cover.clone(), format);
        let plain = plain.map_err(Failure::input)?;
        let (count, seed) = (self.count.unwrap_or(plain.count), self.seed.unwrap_or(plain.seed));
        let domain = self.domain.domain()?;
        Set::new(&Request { count, seed, domain, ..plain }).map_err(Failure::input)
    }
}

/// Bytes in words.
fn size(bytes: u128) -> String {
    let units = [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB")];
    let (unit, name) =
        units.into_iter().find(|(unit, _)| bytes >= *unit).unwrap_or((1_000_000, "MB"));
    format!("{}.{} {name}", bytes / unit, bytes % unit * 10 / unit)
}

/// An output that is written and told how far it is by turns.
struct Shared<'a>(&'a RefCell<Output>);

impl Write for Shared<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}
