//! The `assay` command: arguments, progress, exit codes, printing. One subcommand is one module
//! with a clap struct and its `run`.
//!
//! Results go to standard output, remarks to standard error; `docs/command.md` has the exit codes.

mod arguments;
mod asm;
mod case;
mod check;
mod completions;
mod conform;
mod cover;
mod design;
mod diagnose;
mod diff;
mod disasm;
mod domain;
mod dump_diff;
mod emulate;
mod eval;
mod explain;
mod failure;
mod fmt;
mod formats;
mod gemm;
mod generate;
mod header;
mod hints;
mod identify;
mod input;
mod junit;
mod lines;
mod lint;
mod man;
mod merge;
mod mncore2;
mod npy;
mod number;
mod operand;
mod operation;
mod ops;
mod output;
mod page;
mod printable;
mod profile;
mod progress;
mod run;
mod signal;
mod source;
mod standard;
mod steps;
mod system;
mod testfloat;
mod trace;
mod ulp;
mod vector_file;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use failure::Failure;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// Bit-exact floating-point reference and verification suite for accelerators
#[derive(Debug, Parser)]
#[command(name = "assay", version, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "\
Exit codes: 0 all well; 1 a comparison or rule failed; 2 bad usage or bad input;
3 the environment failed; 128 and its number: ended by a signal.

Files appear complete or not at all, keep owner and mode, and never take the place of what is read
(but of what a memory was loaded from, where it is saved there).

Examples:
  assay eval mncore2.mau.fvfma 49800008 49800008 d3800000
  assay gen 'mncore2.*' -o v.csv && assay check v.csv
  assay run program.vsm")]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Silence remarks and progress; results and errors remain
    #[arg(long, global = true)]
    quiet: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(aliases = ["list", "search"])]
    Ops(ops::Ops),
    Formats(formats::Formats),
    Number(number::Number),
    Eval(eval::Eval),
    Explain(explain::Explain),
    #[command(aliases = ["generate"])]
    Gen(generate::Gen),
    Merge(merge::Merge),
    #[command(aliases = ["verify"])]
    Check(check::Check),
    #[command(aliases = ["coverage", "score"])]
    Cover(cover::Cover),
    #[command(aliases = ["fuzz", "compare", "test"])]
    Diff(diff::Diff),
    Emulate(emulate::Emulate),
    Identify(identify::Identify),
    Ulp(ulp::Ulp),
    Gemm(gemm::Gemm),
    Run(run::Run),
    Asm(asm::Asm),
    Disasm(disasm::Disasm),
    Probe(mncore2::probe::Probe),
    Lint(lint::Lint),
    Fmt(fmt::Fmt),
    Conform(conform::Conform),
    Assemble3(mncore2::drop_in::Assemble3),
    #[command(name = "gpfn3_package_main")]
    Gpfn3PackageMain(mncore2::drop_in::Gpfn3PackageMain),
    Steps(steps::Steps),
    Layout(mncore2::layout::Layout),
    DumpDiff(dump_diff::DumpDiff),
    Trace(trace::TraceCommand),
    #[command(name = "testfloat_gen")]
    TestfloatGen(testfloat::TestfloatGen),
    #[command(name = "testfloat_ver")]
    TestfloatVer(testfloat::TestfloatVer),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Command {
    fn run(self, remarks: Remarks) -> Result<(), Failure> {
        match self {
            Self::Ops(c) => c.run(remarks),
            Self::Formats(c) => c.run(remarks),
            Self::Number(c) => c.run(remarks),
            Self::Eval(c) => c.run(remarks),
            Self::Explain(c) => c.run(remarks),
            Self::Gen(c) => c.run(remarks),
            Self::Merge(c) => c.run(remarks),
            Self::Check(c) => c.run(remarks),
            Self::Cover(c) => c.run(remarks),
            Self::Diff(c) => c.run(remarks),
            Self::Emulate(c) => c.run(),
            Self::Identify(c) => c.run(remarks),
            Self::Ulp(c) => c.run(remarks),
            Self::Gemm(c) => c.run(remarks),
            Self::Run(c) => c.run(remarks),
            Self::Asm(c) => c.run(remarks),
            Self::Disasm(c) => c.run(remarks),
            Self::Probe(c) => c.run(remarks),
            Self::Lint(c) => c.run(remarks),
            Self::Fmt(c) => c.run(remarks),
            Self::Conform(c) => c.run(remarks),
            Self::Assemble3(c) => c.run(remarks),
            Self::Gpfn3PackageMain(c) => c.run(remarks),
            Self::Steps(c) => c.run(remarks),
            Self::Layout(c) => c.run(remarks),
            Self::DumpDiff(c) => c.run(remarks),
            Self::Trace(c) => c.run(remarks),
            Self::TestfloatGen(c) => c.run(remarks),
            Self::TestfloatVer(c) => c.run(remarks),
            Self::Completions(c) => c.run(Cli::command()),
            Self::Man(c) => c.run(Cli::command(), remarks),
        }
    }
}

/// Where remarks go: standard error, or nowhere with `--quiet`.
#[derive(Clone, Copy, Debug)]
struct Remarks {
    quiet: bool,
}

impl Remarks {
    fn say(self, text: impl std::fmt::Display) {
        if !self.quiet {
            // Nowhere is left to report a failing standard error.
            let _ = writeln!(std::io::stderr(), "assay: {}", printable::text(&text.to_string()));
        }
    }
}

/// Runs the command that the process's arguments ask for.
#[must_use]
pub fn main() -> ExitCode {
    signal::prepare();
    let arguments = mncore2::drop_in::named(std::env::args_os().collect());
    let arguments = match testfloat::translate(arguments) {
        Ok(arguments) => case::shield_negative_literals(arguments),
        Err(failure) => return report(Err(failure)),
    };
    match parse(arguments) {
        Ok(cli) => {
            let remarks = Remarks { quiet: cli.quiet };
            let judges =
                matches!(cli.command, Command::Check(_) | Command::Diff(_) | Command::Identify(_));
            let ended = vectors_known().and_then(|()| cli.command.run(remarks));
            let broken = judges && matches!(ended, Err(Failure::Environment(_)));
            let code = report(ended);
            if broken {
                // Logs are searched for such a line at their end. Where it cannot be written, the exit code tells.
                let _ = output::print("ASSAY ERROR\n");
            }
            code
        }
        Err(code) => code,
    }
}

/// Whether the variable that forces a vector level names one.
fn vectors_known() -> Result<(), Failure> {
    use softfloat::slice::Level;
    Level::forced().map(drop).map_err(|value| {
        let (name, value) = (Level::VARIABLE, value.to_string_lossy());
        Failure::input(format!("{name}={value}: not a vector level: baseline, avx2, avx512"))
    })
}

/// Help and version are results; anything else that clap says is bad usage.
fn parse(arguments: Vec<OsString>) -> Result<Cli, ExitCode> {
    Cli::try_parse_from(arguments).map_err(|e| match e.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let printed = standard::Stream::Output.open();
            report(printed.and_then(|()| e.print().map_err(|e| Failure::stdout(&e))))
        }
        _ => {
            let text = e.to_string();
            let text = text.strip_prefix("error: ").map(|t| format!("assay: {t}")).unwrap_or(text);
            let text = without_tips(&text);
            let _ = write!(std::io::stderr(), "{}", printable::text(&text));
            ExitCode::from(2)
        }
    })
}

/// Without clap's advice to pass an option as a value, which no command here takes.
fn without_tips(text: &str) -> String {
    let is_tip = |line: &&str| line.trim_start().starts_with("tip: to pass '-");
    let lines: Vec<&str> = text.lines().filter(|line| !is_tip(line)).collect();
    let mut text = lines.join("\n").replace("\n\n\n", "\n\n");
    text.push('\n');
    text
}

fn report(result: Result<(), Failure>) -> ExitCode {
    let Err(failure) = result else { return ExitCode::SUCCESS };
    failure.tell();
    ExitCode::from(failure.code())
}
