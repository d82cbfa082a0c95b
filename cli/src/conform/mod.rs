//! `assay conform`: programs against the dumps that stand beside them.

mod cases;
mod compare;
mod dut;
mod report;

use crate::design::time;
use crate::failure::{BAD_INPUT, Failure};
use crate::input::{SPECIAL, is_special};
use crate::output::{self, Targets};
use crate::source::Source;
use crate::system::System;
use crate::{Remarks, arguments, printable, progress};
use compare::{Compare, Difference};
use dut::{Dut, Limits};
use semantics::cases::Case;
use semantics::machine::{Board, How, Machine, Program, Run, RunErrorKind};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Run golden programs and compare their dumps
///
/// Every program `NAME.vsm`, `NAME.xdsa` or `NAME.tile` in the directories and below runs on a machine of its own; its dump must be
/// `NAME.dmp`, byte for byte. The cases of files `NAME.cases` and `NAME.cases.jsonl` are run, too: state
/// in, code, state out; so are scripts `NAME.pod` that say with `expect` what they leave.
/// Prints a line for each program and case and a summary. Exits with 1 if a dump
/// differs, or it or its program is missing, with 2 if a program cannot be run, with 3 if an emulator answered no case. The rules of the
/// assembler hold; `# lint: allow CODE: reason` marks an exception (`assay help lint`).
///
/// With --dut the cases run on an emulator of one's own, a command of the shell that gets each case without what it expects and
/// answers with the state that is asked for (docs/designs.md, as of `assay diff --program`). A case passes where all that it expects was
/// answered, once, and is so. Programs with dumps are not asked.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  assay conform tests/golden
  assay conform mine.cases
  assay conform tests/golden/mncore2 --junit report.xml
  assay conform mine.cases --dut ./emulator --limit 2")]
pub(crate) struct Conform {
    /// Directories of programs and case files, or single ones
    #[arg(value_name = "DIR", required = true)]
    dirs: Vec<PathBuf>,
    /// Also write a JUnit report: a suite for each directory, a test case for each program (`-`: to standard output,
    /// which has nothing else then)
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// The most steps that a program or a case may take, one more is the error StepLimit [default: as
    /// of `assay run`]
    #[arg(long, value_name = "N", value_parser = arguments::number)]
    max_steps: Option<u64>,
    /// Run the cases on this emulator, a command of the shell, instead of the model
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["max_steps", "system"])]
    dut: Option<String>,
    /// Seconds that an answer of the emulator may take [default: 10]
    #[arg(long, value_name = "T", requires = "dut", value_parser = arguments::seconds)]
    limit: Option<Duration>,
    /// Stop after so many seconds; cases that were not asked by then are neither passed nor failed
    #[arg(long, value_name = "T", requires = "dut", value_parser = arguments::seconds)]
    seconds: Option<Duration>,
    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    system: System,
}

/// A file that was cut behind its head would pass.
const NO_CASES: &str = "it has no cases; right: `test ID TEXT` behind `system NAME`";

/// What came of a program.
enum Verdict {
    Same,
    Differs(String),
    /// It could not be run.
    Bad(String),
    /// The time was over before.
    Unasked,
}

/// A program and its verdict.
struct Judged {
    name: String,
    verdict: Verdict,
}

impl Judged {
    /// The exit code that it asks for.
    fn code(&self) -> u8 {
        match self.verdict {
            Verdict::Same | Verdict::Unasked => 0,
            Verdict::Differs(_) => 1,
            Verdict::Bad(_) => BAD_INPUT,
        }
    }

    fn line(&self) -> String {
        match &self.verdict {
            Verdict::Same => format!("ok {}\n", self.name),
            // Of how many there were the last lines tell.
            Verdict::Unasked => String::new(),
            Verdict::Differs(why) | Verdict::Bad(why) => format!("FAIL {}: {why}\n", self.name),
        }
    }
}

/// How many programs and cases came to what.
#[derive(Clone, Copy)]
struct Counts {
    passed: usize,
    failed: usize,
    /// Cases that an emulator was asked.
    asked: u64,
    /// These, and those for which there was no time.
    wanted: u64,
}

impl Counts {
    fn lines(self) -> String {
        let Self { passed, failed, asked, wanted } = self;
        time::stopped(asked, wanted) + &format!("passed {passed}, failed {failed}\n")
    }
}

impl Conform {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let suites = self.programs(remarks)?;
        let limit = self.limit.unwrap_or(Duration::from_secs(10));
        let limits = Limits { answer: limit, seconds: self.seconds };
        let mut dut = self.dut.as_deref().map(|command| Dut::new(command, limits, remarks));
        let mut targets = Targets::new(remarks);
        if self.junit.is_some() {
            let programs = suites.iter().flatten();
            targets.reads(programs.clone().map(|program| program.with_extension("dmp")));
            targets.reads(programs);
        }
        let junit = self.junit.as_deref().map(|path| targets.open(Some(path))).transpose()?;
        let taken = output::taken([&junit])?;
        if taken && self.json {
            return Err(Failure::input(
                "--junit -, --json: both reports would go to standard output\n  right: --junit FILE",
            ));
        }
        let bar = progress::programs(suites.iter().map(Vec::len).sum::<usize>() as u64, remarks);
        let mut judged: Vec<(&Path, Vec<Judged>)> = Vec::new();
        let mut reader_gone = false;
        for (dir, programs) in self.dirs.iter().zip(&suites) {
            let mut suite = Vec::new();
            for program in programs {
                let name = self.name(dir, program);
                let found = match (cases::extension(program), &mut dut) {
                    (Some(_), Some(dut)) => dut.judge(&name, program)?,
                    (Some(_), None) => {
                        let mut run = |machine: &'static dyn Machine, case: &Case| {
                            cases::run(machine, case, self.max_steps)
                        };
                        cases::judge(&name, program, &mut run)
                    }
                    (None, _) => vec![Judged { name, verdict: self.judge(program)? }],
                };
                bar.inc(1);
                let none = found.is_empty().then(|| Judged {
                    name: self.name(dir, program),
                    verdict: Verdict::Bad(NO_CASES.to_owned()),
                });
                for one in found.into_iter().chain(none) {
                    // Where nobody reads them, the exit code still tells.
                    if !self.json && !taken {
                        match bar.suspend(|| output::print(&one.line())) {
                            Err(Failure::ReaderGone) => reader_gone = true,
                            printed => printed?,
                        }
                    }
                    suite.push(one);
                }
            }
            judged.push((dir, suite));
        }
        bar.finish_and_clear();
        let code = judged.iter().flat_map(|(_, suite)| suite).map(Judged::code).max();
        // What cannot be judged is no result: the report of an earlier run stays as it is.
        if let Some(junit) = junit.filter(|junit| code < Some(BAD_INPUT) || junit.is_stdout()) {
            Failure::unread(junit.whole(report::junit(&judged)))?;
        }
        let all = judged.iter().flat_map(|(_, suite)| suite);
        let failed = all.clone().filter(|one| one.code() > 0).count();
        if !reader_gone && !taken {
            let passed = all.filter(|one| matches!(one.verdict, Verdict::Same)).count();
            let (asked, wanted) = dut.as_ref().map_or((0, 0), Dut::extent);
            let counts = Counts { passed, failed, asked, wanted };
            let summary = match self.json {
                true => report::json(&judged, counts)?,
                false => counts.lines(),
            };
            Failure::unread(output::print(&summary))?;
        }
        dut.map_or(Ok(()), Dut::end)?;
        match code {
            None | Some(0) => Ok(()),
            Some(code) => Err(Failure::Told(code)),
        }
    }

    /// What is run, of each directory; of an emulator's the case files.
    fn programs(&self, remarks: Remarks) -> Result<Vec<Vec<PathBuf>>, Failure> {
        let all = self.dirs.iter().map(|dir| cases::programs(dir));
        let mut suites = all.collect::<Result<Vec<Vec<PathBuf>>, Failure>>()?;
        if self.dut.is_none() {
            return Ok(suites);
        }
        let count = |suites: &[Vec<PathBuf>]| suites.iter().map(Vec::len).sum::<usize>();
        let before = count(&suites);
        for suite in &mut suites {
            suite.retain(|program| cases::extension(program).is_some());
        }
        match (count(&suites), before - count(&suites)) {
            (0, _) => Err(Failure::input(
                "--dut: there is no case file, and programs are not asked\n  right: NAME.cases or NAME.cases.jsonl",
            )),
            (_, 0) => Ok(suites),
            (_, left) => {
                remarks.say(format_args!("case files alone are asked, programs are not: {left}"));
                Ok(suites)
            }
        }
    }

    /// The program's name below its directory, without extension; with the directory where there are
    /// several.
    fn name(&self, dir: &Path, program: &Path) -> String {
        let name = match self.dirs.len() {
            1 if program != dir => program.strip_prefix(dir).unwrap_or(program),
            _ => program,
        };
        printable::path(&name.with_extension(""))
    }

    /// Runs a program and compares.
    fn judge(&self, program: &Path) -> Result<Verdict, Failure> {
        let machine = self.system.machine(program)?;
        if !program.exists() {
            return Ok(Verdict::Differs("no program beside the expected dump".into()));
        }
        if is_special(program) {
            return Ok(Verdict::Bad(SPECIAL.into()));
        }
        let parsed = match Source::of(machine, program, How::default()).read_silently() {
            Ok(parsed) => parsed,
            Err(why) => return Ok(Verdict::Bad(why)),
        };
        let parameters = parsed.parameters();
        let parameters: Vec<(&str, &str)> =
            parameters.iter().map(|(name, value)| (*name, &**value)).collect();
        let mut board = machine.board(&parameters).map_err(Failure::input)?;
        let expected = program.with_extension("dmp");
        if parsed.expects() && !expected.exists() {
            return Ok(self.own(&*parsed, &mut *board));
        }
        if is_special(&expected) {
            return Ok(Verdict::Bad(format!("the expected dump: {SPECIAL}")));
        }
        let expected = match File::open(&expected) {
            Ok(file) => BufReader::with_capacity(1 << 16, file),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Verdict::Differs("no expected dump".into()));
            }
            Err(e) => return Ok(Verdict::Bad(format!("{}: {e}", expected.display()))),
        };
        let mut compare = Compare::new(expected);
        let run = Run { limit: self.max_steps, ..Run::quietly(&mut compare) };
        match board.run(&*parsed, run) {
            Ok(_) => {
                // What cannot be compared is told at the end.
                let _ = board.dump(&mut compare);
            }
            Err(e) => {
                return Ok(match e.kind {
                    RunErrorKind::Write(e) => Verdict::Bad(format!("the expected dump: {e}")),
                    _ => Verdict::Bad(e.to_string()),
                });
            }
        }
        Ok(match compare.finish() {
            Ok(None) => Verdict::Same,
            Ok(Some(difference)) => Verdict::Differs(told(&difference)),
            Err(e) => Verdict::Bad(format!("the expected dump: {e}")),
        })
    }
}

impl Conform {
    /// Runs a program that says itself what it expects.
    fn own(&self, program: &dyn Program, board: &mut dyn Board) -> Verdict {
        let mut sink = std::io::sink();
        let run = Run { limit: self.max_steps, ..Run::quietly(&mut sink) };
        match board.run(program, run) {
            Ok(_) => Verdict::Same,
            Err(e) => match e.kind {
                RunErrorKind::Machine("expect", _) => Verdict::Differs(e.to_string()),
                _ => Verdict::Bad(e.to_string()),
            },
        }
    }
}

fn told(difference: &Difference) -> String {
    let line = difference.line;
    let text = |side: &Option<String>| match side {
        Some(text) => format!("`{text}`"),
        None => "the end".into(),
    };
    let (expected, found) = (text(&difference.expected), text(&difference.found));
    if expected == found {
        return format!("line {line}: expected {expected}, found the same with another line end");
    }
    format!("line {line}: expected {expected}, found {found}")
}
