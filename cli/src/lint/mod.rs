//! `assay lint`: the rules of the assembler, and lints.

mod finding;

use crate::asm::ModeName;
use crate::diagnose::{self, Text, name};
use crate::failure::Failure;
use crate::system::System;
use crate::{Remarks, arguments, output};
use finding::{Counts, Report};
use semantics::machine::{Checks, How, Machine};
use semantics::machines;
use semantics::source::ReadError;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Check programs against the rules of the assembler
///
/// Reports what cannot be read, what cannot be issued in one step (s. 3.6.4 of the manual), steps that
/// follow each other too closely (s. 3.6.3), and warnings, in the order of the program; what is left
/// over at its end comes last. Findings go to standard output, their number to standard error. Exits
/// with 1 where a rule is broken, with 2 where a program cannot be read.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A program may mark exceptions for hazards and warnings, each with its reason. On a line of its own
an exception holds from there to the end of the program, behind a statement for that line:
  # lint: allow MN-E-HAZARD-LM0: shows what the machine reads too early
An exception that nothing needs is a warning.

Lints for --warn, beyond the rules of the assembler:
  no-v         one address in four cycles beside operands that stride
  narrow       an operand narrower than the operation
  drop         the second long word of a result has no place in its destination
  stale-init   a read of memory that nothing has written
  dead         a result is overwritten before any read
  mv-unwaited  words that an MV writes are read without a wait for it
  dar          indirection through DAR entries that are not written
  block        a block operand whose elements have no common exponent

--fix inserts the fewest nops that the hazards need, each on a line of its own before the statement
that would come too early, and changes nothing else; what it cannot mend is reported, with the lines
of the mended program. A program that cannot be read is not written.

Examples:
  assay lint program.vsm
  assay lint --mode auto-stride program.vsm
  assay lint --strict --warn all *.vsm
  assay lint --warn no-v,dead --json program.vsm
  assay lint --fix program.vsm
  assay lint --fix - < program.vsm > mended.vsm")]
pub(crate) struct Lint {
    /// The programs, `.vsm` or assembled text of MN-Core 2, `.pod`, `.xdsa` or `.tile`; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Warnings are errors
    #[arg(long)]
    strict: bool,
    /// Lints that are off otherwise, by their names or codes
    #[arg(long, value_name = "LINT,...|all", value_delimiter = ',', value_parser = warning)]
    warn: Vec<Warn>,
    /// Insert the nops that hazards need; files are rewritten, standard input goes to standard output
    #[arg(long)]
    fix: bool,
    /// Write the mended program to this file, which appears when it is complete; `-` is standard
    /// output, and findings go to standard error
    #[arg(short, long, value_name = "FILE", requires = "fix")]
    output: Option<PathBuf>,
    /// What the program is assembled for: auto-stride mode has no lists of addresses without a stride
    #[arg(long, value_enum, default_value = "flat")]
    mode: ModeName,
    /// Print each finding as a JSON object on a line
    #[arg(long)]
    json: bool,
    /// Print at most N findings in all; the others are counted. JSON is always complete
    #[arg(long, value_name = "N", default_value_t = diagnose::REPORTED, value_parser = arguments::size)]
    max_report: usize,
    #[command(flatten)]
    system: System,
}

/// What `--warn` asks for.
#[derive(Clone, Debug)]
enum Warn {
    All,
    /// A code, or a short name, which lints of several machines may share.
    One(String),
}

/// The code or the short name of a lint of any machine.
fn warning(text: &str) -> Result<Warn, String> {
    let all: Vec<_> = machines::ALL.iter().flat_map(|machine| machine.lints()).collect();
    match all.iter().find(|(code, short)| *code == text || short == text) {
        Some(_) => Ok(Warn::One(text.to_owned())),
        None if text == "all" => Ok(Warn::All),
        None => {
            let mut names: Vec<&str> = Vec::new();
            for (_, short) in &all {
                if !names.contains(&short.as_str()) {
                    names.push(short.as_str());
                }
            }
            Err(format!("right are {} and all", names.join(", ")))
        }
    }
}

impl Lint {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        self.usage()?;
        let text_to_stdout = self.fix && self.place(&self.files[0]) == Path::new("-");
        let mut report = Report::new(self.json, self.strict, text_to_stdout, self.max_report)?;
        let (mut code, mut unwritten, mut unread) = (0, 0, 0);
        for file in &self.files {
            match self.file(file, &mut report, remarks) {
                // The other files are looked at all the same.
                Err(Stop::Unwritten(failure)) => {
                    failure.tell();
                    code = code.max(failure.code());
                    unwritten += 1;
                }
                Err(Stop::Other(failure @ Failure::Input(_))) => {
                    failure.tell();
                    code = code.max(2);
                    unread += 1;
                }
                Err(Stop::Other(failure)) => return Err(failure),
                Ok(()) => {}
            }
        }
        let counts = report.finish()?;
        let files = self.files.len();
        let word = if files == 1 { "file" } else { "files" };
        let left = |count: usize, what: &str| match count {
            0 => String::new(),
            _ => format!(", {count} not {what}"),
        };
        let left = left(unread, "read") + &left(unwritten, "written");
        match unread == files {
            // Nobody knows of errors in what was not read.
            true => remarks.say(format_args!("{files} {word}{left}")),
            false => remarks.say(format_args!("{files} {word}, {counts}{left}")),
        }
        match counts {
            _ if code > 0 => Err(Failure::Told(code)),
            Counts { unread, .. } if unread > 0 => Err(Failure::Told(2)),
            Counts { errors, .. } if errors > 0 => Err(Failure::Told(1)),
            _ => Ok(()),
        }
    }

    fn usage(&self) -> Result<(), Failure> {
        let standard = self.files.iter().filter(|f| *f == Path::new("-")).count();
        if standard > 1 || self.fix && standard == 1 && self.files.len() > 1 {
            return Err(Failure::input(
                "standard input (-) stands beside other programs\n  right: - once, and alone with --fix",
            ));
        }
        if self.output.is_some() && self.files.len() > 1 {
            return Err(Failure::input(
                "--output: there are several programs\n  right: one program",
            ));
        }
        Ok(())
    }

    /// Where a mended program goes.
    fn place<'a>(&'a self, file: &'a Path) -> &'a Path {
        self.output.as_deref().unwrap_or(file)
    }

    /// The codes of the lints that are asked for, as far as the machine has them.
    fn lints(&self, machine: &dyn Machine) -> Vec<&'static str> {
        let wanted = |code: &str, short: &str| {
            self.warn.iter().any(|warn| match warn {
                Warn::All => true,
                Warn::One(one) => one == code || one == short,
            })
        };
        let lints = machine.lints().into_iter();
        lints.filter(|(code, short)| wanted(code, short)).map(|(code, _)| code).collect()
    }

    fn file(&self, file: &Path, report: &mut Report, remarks: Remarks) -> Result<(), Stop> {
        let name = name(file);
        let text = Text::read(file)?;
        let machine = self.system.machine(file)?;
        let text = match self.fix {
            true => fix(machine, file, self.place(file), text, remarks)?,
            false => text,
        };
        let mode = (!machine.facts().modes.is_empty()).then(|| self.mode.name());
        let lints = self.lints(machine);
        let how = How { checks: Checks::Assembler, mode, lints: &lints };
        let mut written = Ok(());
        let walked = machine.check(&mut &text.bytes[..], &how, report.room(), &mut |line| {
            written = report.line(&name, &text, line);
            if written.is_ok() {
                ControlFlow::Continue(report.room())
            } else {
                ControlFlow::Break(())
            }
        });
        walked.map_err(|e| Failure::input(format!("{name}: {e}")))?;
        Ok(written?)
    }
}

/// Why a file is not looked at to its end.
enum Stop {
    /// It was mended, and cannot be written.
    Unwritten(Failure),
    Other(Failure),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Other(failure)
    }
}

/// Mends a program and writes it; the mended text, or the text as it was where it cannot be read.
fn fix(
    machine: &dyn Machine,
    file: &Path,
    place: &Path,
    text: Text,
    remarks: Remarks,
) -> Result<Text, Stop> {
    let name = name(file);
    let mended = match machine.mend(&mut &text.bytes[..]) {
        Ok(mended) => mended,
        // Its errors are told with all other findings.
        Err(ReadError::Errors(_)) => {
            remarks.say(format_args!("{name}: not mended, since it cannot be read"));
            return Ok(text);
        }
        Err(e) => return Err(Failure::input(format!("{name}: {e}")).into()),
    };
    // A file that is right already is not touched.
    if mended.nops > 0 || place != file || place == Path::new("-") {
        output::rewrite(file, place, &text, &mended.text, remarks).map_err(Stop::Unwritten)?;
    }
    let (nops, places) = (mended.nops, mended.places);
    let [s, p] = [nops, places].map(|n| if n == 1 { "" } else { "s" });
    remarks.say(format_args!("{name}: {nops} nop{s} inserted in {places} place{p}"));
    Ok(Text::new(mended.text))
}
