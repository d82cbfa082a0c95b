//! Enumerates operations whose operands have few enough bits, under every choice of options, and
//! compares the result of each combination of codes with an oracle's. `--help` says how.

#[path = "../../tests/mncore2/compare.rs"]
#[allow(dead_code)]
mod compare;

#[path = "../../tests/elem/directed.rs"]
#[allow(dead_code)]
mod directed;
#[path = "../../tests/elem/judge.rs"]
#[allow(dead_code)]
mod judge;
#[path = "../../tests/engine/random.rs"]
#[allow(dead_code)]
mod random;

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod berkeley;
mod elem;
mod narrow;
mod standard;
mod state;
mod work;

use compare::{AgainstReference, first};
use std::process::ExitCode;
use vectors::generate::{MOST_BITS, Request, Set};
use vectors::jobs::Part;
use vectors::part::{Cover, Shard};
use wildmatch::WildMatch;
use work::Space;

const HELP: &str = "\
Enumerates operations under every choice of options and compares each combination of codes with
an oracle: the reference in arbitrary precision where the operands have few enough bits; Berkeley
SoftFloat or Rust's library for operations of two 16-bit operands or of one of 32 bits. Functions
(elem.*) have all operands of up to 16 bits, random ones where there are more (ASSAY_SEED), and all
of binary32 for exp, log, sin and rsqrt, by MPFR.

  --op LIST      operations: ids and patterns, separated by commas [default: *]
  --bits N       operands of at most N bits in all, up to 36 [default: 32]; on numbers of other
                 formats than MN-Core's the reference judges up to 18, the others 32
  --shard I/N    one of N parts, I from 1; auto: the task of a job array of Slurm, LSF or SGE
                 [default: 1/1]
  --state FILE   finished chunks are noted here and not done again
                 [default: target/exhaustive.state, of a part target/exhaustive-I-of-N.state]
  --threads N    [default: 2]
  --list         what would be enumerated: cases, oracle, operation
  --help         this text

At the end it lists what was enumerated, by which oracle, and how long it took.

Exit code: 0 all agree; 1 a case differs; 2 bad usage or state file; 3 the state cannot be written.";

/// Operands of numbers that the reference enumerates: pairs of FP8, triples of FP6.
const REFERENCE_BITS: u32 = 18;

struct Arguments {
    ops: String,
    bits: u32,
    state: Option<String>,
    shard: Shard,
    threads: usize,
    list: bool,
}

/// Why there is nothing more to do, and the exit code.
struct Failure(u8, String);

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(why) => return failed(&Failure(2, format!("{why}\n\n{HELP}"))),
    };
    match run(&arguments) {
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

fn arguments() -> Result<Option<Arguments>, String> {
    let mut a = Arguments {
        ops: "*".to_owned(),
        bits: 32,
        state: None,
        shard: Shard::WHOLE,
        threads: 2,
        list: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--list" => a.list = true,
            "--op" => a.ops = value()?,
            "--state" => a.state = Some(value()?),
            "--shard" => a.shard = shard(&value()?)?,
            "--bits" => a.bits = number(&value()?, 1..=MOST_BITS as usize, "--bits")? as u32,
            "--threads" => a.threads = number(&value()?, 1..=1024, "--threads")?,
            _ => return Err(format!("unknown argument `{word}`")),
        }
    }
    Ok(Some(a))
}

fn number(text: &str, of: std::ops::RangeInclusive<usize>, name: &str) -> Result<usize, String> {
    let (least, most) = (*of.start(), *of.end());
    let right = || format!("{name} `{text}`: right is a number from {least} to {most}");
    text.parse().ok().filter(|n| of.contains(n)).ok_or_else(right)
}

fn shard(text: &str) -> Result<Shard, String> {
    text.parse::<Part>().map_err(|e| e.to_string())?.shard()
}

fn run(arguments: &Arguments) -> Result<String, Failure> {
    let spaces = spaces(arguments)?;
    if arguments.list {
        let line = |s: &Space| format!("{:>14}  {:<22} {}", s.len, s.oracle, s.name);
        return Ok(spaces.iter().map(line).collect::<Vec<_>>().join("\n"));
    }
    let shard = arguments.shard;
    let state = arguments.state.clone().unwrap_or_else(|| match shard {
        Shard::WHOLE => "target/exhaustive.state".to_owned(),
        _ => format!("target/exhaustive-{}-of-{}.state", shard.index(), shard.count()),
    });
    work::run(&spaces, &state, arguments.threads, shard)
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
    if spaces.is_empty() {
        let Arguments { ops, bits, .. } = arguments;
        return Err(Failure(
            2,
            format!("no operation of `{ops}` has operands of {bits} bits at most"),
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
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    all.extend(berkeley::spaces());
    all
}
