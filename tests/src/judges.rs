//! Programs under a machine and under its judge, by the one door that both have.

use oracle::interpreters;
use semantics::cases::{self, Case, Ending};
use semantics::machine::{Board, Machine};
use semantics::machines;
use std::panic::{AssertUnwindSafe, catch_unwind};
use vectors::programs::{ALL, Seeded, pod, tile, xdsa};

/// The most steps of a program.
const STEPS: u64 = 10_000;

/// The case of a text, which may expect nothing.
///
/// # Panics
/// Where it is none.
#[must_use]
pub fn case(system: &str, text: &str) -> Case {
    let text = format!("system {system}\n{text}expect rest=same\n");
    let file = cases::read(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    file.cases.into_iter().next().expect("a case")
}

/// A random program of a machine as a case, and what it counts beside the state.
///
/// # Panics
/// Where the machine has no random programs.
#[must_use]
pub fn drawn(system: &str, seed: u64) -> (Case, &'static [&'static str]) {
    let choices = &mut Seeded::new(seed);
    let (text, also) = match system {
        "pod" => {
            let program = pod::program(choices, &pods(seed));
            (program.case("T"), pod::counts(&program.instructions))
        }
        "xdsa" => (xdsa::program(choices, &xdsas(seed)).case("T"), &[][..]),
        "tile" => (tile::program(choices, &tiles(seed)).case("T"), &[][..]),
        _ => {
            let programs = ALL.iter().find(|programs| programs.system == system);
            let draft = programs.and_then(|programs| programs.case).expect("random programs");
            let draft = draft(choices, "T");
            (draft.text, draft.also)
        }
    };
    (case(system, &text), also)
}

/// The kinds of programs of POD that a seed may mean.
#[must_use]
pub fn pods(seed: u64) -> pod::Settings {
    let usual = pod::Settings::default();
    match seed % 16 {
        0 | 1 => pod::Settings { error: true, ..usual },
        2 | 3 => pod::Settings { double_writes: true, ..usual },
        4..=8 => pod::Settings { system: false, ..usual },
        9 if seed % 160 == 9 => pod::Settings { sram: Some(131_072), pes: 8, ..usual },
        10 if seed % 160 == 10 => pod::Settings { pes: 256, instructions: 1..=8, ..usual },
        _ => usual,
    }
}

fn xdsas(seed: u64) -> xdsa::Settings {
    let usual = xdsa::Settings::default();
    match seed % 4 {
        0 => xdsa::Settings { instructions: 1..=1, cores: 1, faults: 0, ..usual },
        1 => xdsa::Settings { instructions: 1..=1, cores: 1, faults: 8, ..usual },
        _ => usual,
    }
}

fn tiles(seed: u64) -> tile::Settings {
    let usual = tile::Settings { steps: seed / 4 % 4, ..tile::Settings::default() };
    match seed % 4 {
        0 => tile::Settings { instructions: 1..=1, faults: 0, ..usual },
        1 => tile::Settings { instructions: 1..=2, faults: 8, ..usual },
        _ => usual,
    }
}

/// How a case ends under someone, and the state that it leaves.
///
/// # Panics
/// Where it cannot be run.
pub fn outcome(who: &dyn Machine, case: &Case) -> (Box<dyn Board>, Option<Ending>) {
    case.outcome(who, Some(STEPS)).unwrap_or_else(|e| panic!("{e}\n{}", case.to_text()))
}

/// How machine and judge differ on a case, if they do: in how it ends, in all that has a name, in what they count.
///
/// # Panics
/// Where there is no such machine.
#[must_use]
pub fn difference(system: &str, case: &Case, also: &[&str]) -> Option<String> {
    let machine = machines::named(system).expect("a machine");
    let judge = interpreters::of(system);
    let Ok(ours) = catch_unwind(AssertUnwindSafe(|| outcome(machine, case))) else {
        return Some("the machine panics".to_owned());
    };
    let theirs = outcome(judge, case);
    if ours.1 != theirs.1 {
        return Some(format!("machine and judge end with {:?} and {:?}", ours.1, theirs.1));
    }
    let reset = |who: &dyn Machine| {
        let parameters: Vec<_> = case.parameters.iter().map(|(n, v)| (&**n, &**v)).collect();
        who.board(&parameters).expect("known parameters")
    };
    unlike(&*ours.0, &*reset(machine), &*theirs.0)
        .or_else(|| unlike(&*theirs.0, &*reset(judge), &*ours.0))
        .or_else(|| {
            also.iter().find_map(|name| {
                let [own, other] = [&ours.0, &theirs.0].map(|board| board.get(name, 1));
                (own != other).then(|| format!("{name}: {own:?} and {other:?}"))
            })
        })
}

/// The first named part in which a board is no longer as before, and another board is not the same.
fn unlike(own: &dyn Board, before: &dyn Board, other: &dyn Board) -> Option<String> {
    let found = own.differences(before, usize::MAX).expect("boards of one machine");
    found.first.iter().find_map(|part| {
        let shape = own.shape(&part.name).ok()?;
        let value = shape.parse(&part.own).unwrap_or_else(|e| panic!("{}: {e}", part.name));
        let others = other.get(&part.name, value.units(shape)).expect("the same names");
        let (name, other) = others.into_iter().find(|(_, other)| *other != value)?;
        Some(format!("{name}: {value} and {other}"))
    })
}

/// Runs a case under machine and judge.
///
/// # Panics
/// Where they differ, with the fewest lines of code that show it.
pub fn agree(system: &str, mut case: Case, also: &[&str]) {
    let Some(mut told) = difference(system, &case, also) else { return };
    let mut at = 0;
    while at < case.code.len() {
        let mut shorter = case.clone();
        shorter.code.remove(at);
        // A table that a line names may be gone.
        let found = catch_unwind(|| difference(system, &shorter, also)).ok().flatten();
        match found {
            Some(found) => (case, told) = (shorter, found),
            None => at += 1,
        }
    }
    panic!("{told}\n{}", case.to_text());
}
