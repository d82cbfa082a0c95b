//! `assay lint`: the rules of the assembler, and lints.

mod finding;
mod fix;

use crate::Remarks;
use crate::asm::ModeName;
use crate::diagnose::{Text, name};
use crate::failure::Failure;
use finding::{Counts, Report};
use semantics::mncore2::check::{Checker, Lint as Warning, Rules};
use semantics::mncore2::text::Walk;
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
    /// The programs, `.vsm` or assembled text `.asm`; `-` is standard input
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
}

/// What `--warn` asks for.
#[derive(Clone, Copy, Debug)]
enum Warn {
    All,
    One(Warning),
}

/// A lint's name: its code without MN-W-, in small letters.
fn short(warning: Warning) -> String {
    let code = warning.code();
    code.strip_prefix("MN-W-").unwrap_or(code).to_ascii_lowercase()
}

fn warning(text: &str) -> Result<Warn, String> {
    let named = |w: &Warning| w.code() == text || short(*w) == text;
    match Warning::ALL.into_iter().find(named) {
        Some(warning) => Ok(Warn::One(warning)),
        None if text == "all" => Ok(Warn::All),
        None => Err(format!("right are {} and all", Warning::ALL.map(short).join(", "))),
    }
}

impl Lint {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        self.usage()?;
        let rules = self.warn.iter().fold(self.mode.rules(), |rules, warn| match warn {
            Warn::All => rules.with_lints(),
            Warn::One(warning) => rules.with(*warning),
        });
        let text_to_stdout = self.fix && self.place(&self.files[0]) == Path::new("-");
        let mut report = Report::new(self.json, self.strict, text_to_stdout)?;
        let mut unreadable = false;
        for file in &self.files {
            match self.file(file, rules, &mut report, remarks) {
                // The other files are looked at all the same.
                Err(failure @ Failure::Input(_)) => {
                    failure.tell();
                    unreadable = true;
                }
                other => other?,
            }
        }
        let counts = report.finish()?;
        let files = self.files.len();
        remarks
            .say(format_args!("{files} {}, {counts}", if files == 1 { "file" } else { "files" }));
        match counts {
            _ if unreadable => Err(Failure::Told(2)),
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

    fn file(
        &self,
        file: &Path,
        rules: Rules,
        report: &mut Report,
        remarks: Remarks,
    ) -> Result<(), Failure> {
        let name = name(file);
        let text = Text::read(file)?;
        let text = match self.fix {
            true => fix::fix(file, self.place(file), text, remarks)?,
            false => text,
        };
        let mut walk = Walk::new(&text.bytes[..], Checker::with(rules));
        while let Some(line) = walk.line().map_err(|e| Failure::input(format!("{name}: {e}")))? {
            report.line(&name, &text, &line)?;
        }
        let (left, allowed) = walk.finish();
        report.left(&name, &text, &left, &allowed)
    }
}
