//! Enumerates operations whose operands have few enough bits, under every choice of options, and
//! compares the result of each combination of codes with an oracle's. `--help` says how.

#[path = "../../tests/compare.rs"]
#[allow(dead_code)]
mod compare;

#[path = "../../tests/elem/directed.rs"]
#[allow(dead_code)]
mod directed;
#[path = "../../tests/elem/judge.rs"]
#[allow(dead_code)]
mod judge;
#[path = "../../tests/random.rs"]
#[allow(dead_code)]
mod random;

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod berkeley;
mod elem;
mod narrow;
mod sixteen;
mod standard;
mod state;
mod work;

use clap::Parser;
use compare::{AgainstReference, first};
use std::process::ExitCode;
use vectors::generate::{MOST_BITS, Request, Set};
use vectors::jobs::Part;
use vectors::part::{Cover, Shard};
use wildmatch::WildMatch;
use work::Space;

/// Enumerates operations under every choice of options and compares each combination of codes with an oracle: the reference in
/// arbitrary precision where the operands have few enough bits; Berkeley SoftFloat, integers or Rust's library for operations
/// of two 16-bit operands or of one of 32 bits.
///
/// Functions (elem.*) have all operands of up to 16 bits, random ones where there are more (ASSAY_SEED), and all of binary32
/// for exp, log, sin and rsqrt, by MPFR. At the end stands what was enumerated, by which oracle, and how long it took.
#[derive(Parser)]
#[command(
    name = "exhaustive",
    after_help = "Exit code: 0 all agree; 1 a case differs; 2 bad usage or state file; 3 the state cannot be written."
)]
struct Arguments {
    /// Operations: ids and patterns, separated by commas
    #[arg(long = "op", value_name = "LIST", default_value = "*")]
    ops: String,
    /// Of these those alone whose names in the list match
    #[arg(long, value_name = "GLOB", default_value = "*")]
    name: String,
    /// Operands of at most N bits in all; on numbers of other formats than MN-Core's the reference judges up to 18
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_BITS)))]
    bits: u32,
    /// One of N parts, I from 1; auto: the task of a job array of Slurm, LSF or SGE
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Part,
    /// Finished chunks are noted here and not done again [default: target/exhaustive.state, of a part
    /// target/exhaustive-I-of-N.state]
    #[arg(long, value_name = "FILE")]
    state: Option<String>,
    /// Threads that work at once
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// What would be enumerated: cases, oracle, operation
    #[arg(long)]
    list: bool,
}

/// Operands of numbers that the reference enumerates: pairs of FP8, triples of FP6.
const REFERENCE_BITS: u32 = 18;

/// Why there is nothing more to do, and the exit code.
struct Failure(u8, String);

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(summary) => {
            println!("{summary}");
            ExitCode::SUCCESS
        }
        Err(failure) => failed(&failure),
    }
}

fn failed(Failure(code, why): &Failure) -> ExitCode {
    eprintln!("exhaustive: {why}");
    ExitCode::from(*code)
}

fn run(arguments: &Arguments) -> Result<String, Failure> {
    let spaces = spaces(arguments)?;
    if arguments.list {
        let line = |s: &Space| format!("{:>14}  {:<22} {}", s.len, s.oracle, s.name);
        return Ok(spaces.iter().map(line).collect::<Vec<_>>().join("\n"));
    }
    let shard = arguments.shard.shard().map_err(|e| Failure(2, e))?;
    let state = arguments.state.clone().unwrap_or_else(|| match shard {
        Shard::WHOLE => "target/exhaustive.state".to_owned(),
        _ => format!("target/exhaustive-{}-of-{}.state", shard.index(), shard.count()),
    });
    work::run(&spaces, &state, arguments.threads.into(), shard)
}

/// The operations and options that are asked for and small enough, the smallest first.
fn spaces(arguments: &Arguments) -> Result<Vec<Space>, Failure> {
    let mut spaces = by_reference(arguments)?;
    let patterns: Vec<WildMatch> = arguments.ops.split(',').map(WildMatch::new).collect();
    let asked = |s: &Space| {
        let id = s.name.split(' ').next().unwrap_or_default();
        s.len <= 1 << arguments.bits && patterns.iter().any(|p| p.matches(id))
    };
    spaces.extend(others().into_iter().filter(asked));
    let name = WildMatch::new(&arguments.name);
    spaces.retain(|s| name.matches(&s.name));
    if spaces.is_empty() {
        let Arguments { ops, bits, .. } = arguments;
        return Err(Failure(
            2,
            format!("no operation of `{ops}` and that name has operands of {bits} bits at most"),
        ));
    }
    spaces.sort_by_key(|s| s.len);
    Ok(spaces)
}

/// What the reference judges.
fn by_reference(arguments: &Arguments) -> Result<Vec<Space>, Failure> {
    let ops =
        vectors::operations().select(&arguments.ops).map_err(|e| Failure(2, e.to_string()))?;
    let mut spaces = Vec::new();
    // Functions have enumerations of their own: a rounding is little beside what they take.
    for op in ops.into_iter().filter(|op| !op.id.starts_with("elem.")) {
        let mncore2 = op.id.starts_with("mncore2.");
        let bits = if mncore2 { arguments.bits } else { arguments.bits.min(REFERENCE_BITS) };
        for options in op.option_sets() {
            if op.plan(&options).input_bits() > bits {
                continue;
            }
            let request = Request::new(vec![op], Cover::Exhaustive);
            let set = Set::new(&Request { options: Some(options), ..request })
                .map_err(|e| Failure(2, e.to_string()))?;
            spaces.push(Space {
                name: format!("{} {options}", op.id).trim().to_owned(),
                oracle: "reference",
                len: set.len(),
                judge: Box::new(move |range| first::<AgainstReference>(&set, range)),
            });
        }
    }
    Ok(spaces)
}

/// What others judge.
fn others() -> Vec<Space> {
    let mut all = standard::spaces();
    all.extend(elem::spaces());
    all.extend(narrow::spaces());
    all.extend(sixteen::spaces());
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    all.extend(berkeley::spaces());
    all
}
