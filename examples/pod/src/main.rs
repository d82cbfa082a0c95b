//! `pod-kernels table`: the report's tables, measured.

use clap::{Args, Parser, Subcommand};
use pod_kernels::host::Memory;
use pod_kernels::paper::{ARRAYS, MEMORIES};
use pod_kernels::report::{Report, measure};
use pod_kernels::suite::Kernel;
use pod_kernels::{chart, output};
use semantics::pod::Parameters;
use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// The kernels of POD's report, verified and measured.
#[derive(Debug, Parser)]
#[command(name = "pod-kernels", arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs kernels and prints what they measure beside the report's tables
    #[command(
        after_help = "Example: pod-kernels table --kernel fft --pes 16,64 --memory 1x8,4x32 --svg charts"
    )]
    Table(Options),
}

#[derive(Debug, Args)]
struct Options {
    /// Kernels, by name; all without it
    #[arg(long, value_delimiter = ',', value_parser = Kernel::ALL.map(|kernel| kernel.name))]
    kernel: Vec<String>,
    /// Numbers of PEs; all four without it. Normalised performance wants 1
    #[arg(long, value_delimiter = ',', value_parser = ["1", "4", "16", "64"])]
    pes: Vec<String>,
    /// Memories, controllers x GB/s; all five without it
    #[arg(long, value_delimiter = ',', value_parser = ["1x8", "1x16", "1x32", "2x32", "4x32"])]
    memory: Vec<String>,
    /// A parameter of the timing model, NAME=VALUE
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// A chart of each kernel into this directory
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// All numbers as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Without remarks on progress
    #[arg(long)]
    quiet: bool,
}

impl Options {
    fn kernels(&self) -> impl Iterator<Item = &'static Kernel> {
        Kernel::ALL
            .iter()
            .filter(|kernel| self.kernel.is_empty() || self.kernel.iter().any(|k| k == kernel.name))
    }

    fn arrays(&self) -> Vec<u32> {
        let named = |n: &u32| self.pes.is_empty() || self.pes.contains(&(n * n).to_string());
        ARRAYS.into_iter().filter(named).collect()
    }

    fn memories(&self) -> Vec<Memory> {
        let named = |(controllers, gigabytes): &Memory| {
            self.memory.is_empty() || self.memory.contains(&format!("{controllers}x{gigabytes}"))
        };
        MEMORIES.into_iter().filter(named).collect()
    }

    /// The parameters, or what is wrong with one.
    fn parameters(&self) -> Result<Parameters, String> {
        let mut parameters = Parameters::default();
        for setting in &self.set {
            let wrong = |why: String| format!("--set {setting}: {why}");
            let (name, value) =
                setting.split_once('=').ok_or_else(|| wrong("NAME=VALUE is expected".into()))?;
            if ["controllers", "controller_line"].contains(&name) {
                return Err(wrong("--memory sets the memory".into()));
            }
            let value = value.parse().map_err(|_| wrong(format!("`{value}` is no number")))?;
            parameters.set(name, value).map_err(|refusal| wrong(refusal.to_string()))?;
        }
        Ok(parameters)
    }
}

fn main() -> ExitCode {
    let Command::Table(options) = Arguments::parse().command;
    let parameters = match options.parameters() {
        Ok(parameters) => parameters,
        Err(wrong) => {
            eprintln!("error: {wrong}");
            return ExitCode::from(2);
        }
    };
    match table(&options, parameters) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(3)
        }
    }
}

/// A long run's packets, on a line that the next remark overwrites.
fn packets(packets: u64) {
    eprint!("  {} million packets\r", packets / 1_000_000);
}

/// Whether all results are those of the plain computations.
fn table(options: &Options, parameters: Parameters) -> pod_kernels::host::Result<bool> {
    let (arrays, memories) = (options.arrays(), options.memories());
    if let Some(directory) = &options.svg {
        output::directory(directory)?;
    }
    let mut reports: Vec<Report> = Vec::new();
    for kernel in options.kernels() {
        let tell = |what: &str| {
            if !options.quiet {
                eprintln!("{what}");
            }
        };
        let progress =
            (!options.quiet && std::io::stderr().is_terminal()).then_some(packets as fn(u64));
        let report = measure(kernel, &arrays, &memories, parameters, tell, progress)?;
        println!("{}", report.text());
        if let Some(directory) = &options.svg {
            output::write(&directory.join(format!("{}.svg", kernel.name)), &chart::svg(&report))?;
        }
        reports.push(report);
    }
    if let Some(file) = &options.json {
        output::write(file, &(serde_json::to_string_pretty(&reports)? + "\n"))?;
    }
    Ok(reports.iter().all(|report| report.different == 0))
}
