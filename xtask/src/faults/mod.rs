//! `cargo xtask faults`: commands that write, while they are killed, the disk is full, nobody reads, or the design dies.

mod calls;
mod child;
mod designs;
mod draw;
mod judge;
mod kit;
mod round;
mod strikes;
mod table;

use crate::run::Failure;
use kit::Kit;
use std::time::{Duration, Instant};
use table::Table;

const HELP: &str = "cargo xtask faults [ROUNDS (1000)] [--seed S] [--round R]
  --seed S    draws other rounds (0)
  --round R   this round of that seed alone; its folders remain in target/faults
  ASSAY       names the command; else it is built with --profile first";

/// Between two lines of progress.
const TURN: Duration = Duration::from_secs(10);

struct Asked {
    rounds: std::ops::Range<u64>,
    seed: u64,
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let Asked { rounds, seed } = asked(arguments)?;
    let kit = Kit::ready()?;
    for lacks in kit.lacks() {
        eprintln!("NOT TRIED: {lacks}");
    }
    let (begun, mut last) = (Instant::now(), Instant::now());
    let (mut table, count) = (Table::default(), rounds.end - rounds.start);
    for number in rounds {
        let told = round::one(&kit, seed, number);
        if let Some(wrong) = &told.wrong {
            eprintln!("round {number}, {}: {wrong}\n    {}", told.fault.name(), told.how);
        }
        table.add(number, told);
        if last.elapsed() >= TURN {
            last = Instant::now();
            eprintln!(
                "round {number}, {} s, findings {}",
                begun.elapsed().as_secs(),
                table.findings()
            );
        }
    }
    print!("{}", table.shown(seed));
    let words = format!(
        "rounds={count} seed={seed} seconds={} findings={}",
        begun.elapsed().as_secs(),
        table.findings()
    );
    if table.findings() > 0 {
        return Err(Failure::Steps(format!("FAULTS FAIL {words}")));
    }
    println!("FAULTS PASS {words}");
    Ok(())
}

fn asked(arguments: &[String]) -> Result<Asked, Failure> {
    let (mut rounds, mut seed, mut one) = (1000, 0, None);
    let mut arguments = arguments.iter();
    let number = |text: Option<&String>| {
        let number = text.and_then(|text| text.parse::<u64>().ok());
        number.ok_or_else(|| Failure::Usage(format!("a number is missing\n{HELP}")))
    };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seed" => seed = number(arguments.next())?,
            "--round" => one = Some(number(arguments.next())?),
            _ => rounds = number(Some(argument))?,
        }
    }
    let rounds = one.map_or(0..rounds, |one| one..one + 1);
    Ok(Asked { rounds, seed })
}

#[cfg(test)]
mod tests {
    use super::asked;

    #[test]
    fn arguments() {
        let of = |line: &str| {
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            asked(&words).map(|asked| (asked.rounds, asked.seed)).ok()
        };
        assert_eq!(of(""), Some((0..1000, 0)));
        assert_eq!(of("50 --seed 7"), Some((0..50, 7)));
        assert_eq!(of("--seed 7 --round 9"), Some((9..10, 7)));
        assert_eq!(of("--seed"), None);
        assert_eq!(of("many"), None);
    }
}
