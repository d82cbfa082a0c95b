//! TestFloat's function names and options on the command lines of `assay` (`gen`, `diff`, `check`, `cover`, `eval`, `explain`), put
//! into our words before the command line is read.

use super::known;
use crate::failure::Failure;
use std::ffi::OsString;
use vectors::testfloat::{AnyNan, Function, Settings, Taken};

/// Random cases of `-level 2`.
const LEVEL_2: &str = "1048576";

/// TestFloat's programs.
const PROGRAMS: [&str; 2] = ["testfloat_gen", "testfloat_ver"];

/// A command of ours that takes a function's name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Command {
    /// Makes cases: `gen` and `diff`.
    Generates,
    /// `check`, whose operation stands behind `--op`.
    Checks,
    /// `cover`, likewise.
    Covers,
    /// Takes one case: `eval` and `explain`, whose options stand by themselves.
    Evaluates,
}

impl Command {
    fn named(name: &str) -> Option<Self> {
        match name {
            "gen" | "diff" => Some(Self::Generates),
            "check" => Some(Self::Checks),
            "cover" => Some(Self::Covers),
            "eval" | "explain" => Some(Self::Evaluates),
            _ => None,
        }
    }

    /// Whether the operation is the value of `--op`.
    const fn by_option(self) -> bool {
        matches!(self, Self::Checks | Self::Covers)
    }
}

/// The arguments with TestFloat's words put into ours.
pub(crate) fn translate(arguments: Vec<OsString>) -> Result<Vec<OsString>, Failure> {
    let Some(command) =
        arguments.iter().skip(1).position(|a| !a.to_string_lossy().starts_with('-'))
    else {
        return Ok(arguments);
    };
    let (head, tail) = arguments.split_at(command + 2);
    let asks = tail.is_empty() || tail.iter().any(|a| a == "-help");
    if asks && PROGRAMS.iter().any(|name| head[command + 1] == *name) {
        return Ok(vec![head[0].clone(), "help".into(), head[command + 1].clone()]);
    }
    // What is no text is no word of TestFloat's.
    let Some(tail) = tail.iter().map(|a| a.to_str()).collect::<Option<Vec<&str>>>() else {
        return Ok(arguments);
    };
    let Some(command) = head[command + 1].to_str().and_then(Command::named) else {
        return Ok(arguments);
    };
    match function(&tail, command.by_option()) {
        Some((at, function)) => {
            let mut all = head.to_vec();
            all.extend(ours(&tail, at, &function, command)?.into_iter().map(OsString::from));
            Ok(all)
        }
        None => Ok(arguments),
    }
}

/// Where the arguments name a function: behind `--op`, or in the place of the operations.
fn function(tail: &[&str], by_option: bool) -> Option<(usize, Function)> {
    tail.iter().enumerate().find_map(|(at, word)| {
        let before = at.checked_sub(1).map_or("", |i| tail[i]);
        let name = match by_option {
            true if before == "--op" => word,
            true => word.strip_prefix("--op=")?,
            // The value of an option is no operation.
            false if ["-o", "--output", "--opt", "--dut"].contains(&before) => return None,
            false => word,
        };
        Some((at, Function::find(name).ok()?))
    })
}

/// The arguments behind the command in our words; the function's name stands at `at`.
fn ours(
    tail: &[&str],
    at: usize,
    function: &Function,
    command: Command,
) -> Result<Vec<String>, Failure> {
    let mut settings = Settings::default();
    let mut kept: Vec<String> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    let mut i = 0;
    while i < tail.len() {
        let word = tail[i];
        let theirs = word.starts_with('-') && !word.starts_with("--") && word != "-o";
        let taken = match theirs {
            true => settings.take(word, tail.get(i + 1).copied()).map_err(Failure::input)?,
            false => Taken::No,
        };
        match taken {
            Taken::No if i == at && word.starts_with("--op=") => {
                kept.push(format!("--op={}", function.id));
            }
            Taken::No if i == at => kept.push(function.id.clone()),
            Taken::No => kept.push(word.to_owned()),
            Taken::Word | Taken::Both => seen.push(word),
        }
        i += if taken == Taken::Both { 2 } else { 1 };
    }
    let op = vectors::operations().find(&function.id).map_err(Failure::input)?;
    for option in settings.options(function, &known(op)) {
        match command {
            Command::Evaluates => kept.push(option),
            _ => kept.extend(["--opt".to_owned(), option]),
        }
    }
    match command {
        Command::Checks => checking(&settings, &seen, &mut kept)?,
        Command::Generates => generating(&settings, &seen, &mut kept)?,
        Command::Covers | Command::Evaluates => {
            foreign(&seen, &MAKING, "testfloat_gen\n  right: options of the operation alone")?;
            foreign(&seen, &JUDGING, "testfloat_ver\n  right: options of the operation alone")?;
        }
    }
    Ok(kept)
}

/// Options of those who make cases, and of those who judge them.
const MAKING: [&str; 7] = ["-level", "-level1", "-level2", "-n", "-seed", "-forever", "-prefix"];
const JUDGING: [&str; 4] = ["-errors", "-checkNaNs", "-checkInvInts", "-checkAll"];

/// Whether an option was given, in letters of any case.
fn given(seen: &[&str], name: &str) -> bool {
    seen.iter().any(|w| w.eq_ignore_ascii_case(name))
}

/// Options of another program's than the command.
fn foreign(seen: &[&str], names: &[&str], right: &str) -> Result<(), Failure> {
    match seen.iter().find(|w| names.iter().any(|n| w.eq_ignore_ascii_case(n))) {
        Some(word) => Err(Failure::input(format!("{word} is an option of {right}"))),
        None => Ok(()),
    }
}

fn checking(settings: &Settings, seen: &[&str], kept: &mut Vec<String>) -> Result<(), Failure> {
    foreign(seen, &MAKING, "testfloat_gen\n  right: none of -level, -n, -seed, -forever, -prefix")?;
    let tolerance = settings.tolerance();
    for (on, option) in [
        (tolerance.nans != AnyNan::None, "--any-nan"),
        (tolerance.integers, "--any-invalid-integer"),
    ] {
        if on && !kept.iter().any(|k| k.split('=').next() == Some(option)) {
            kept.push(option.to_owned());
        }
    }
    if given(seen, "-errors") {
        let most = if settings.errors == 0 { usize::MAX as u64 } else { settings.errors };
        kept.extend(["--max-report".to_owned(), most.to_string()]);
    }
    Ok(())
}

fn generating(settings: &Settings, seen: &[&str], kept: &mut Vec<String>) -> Result<(), Failure> {
    foreign(
        seen,
        &JUDGING,
        "testfloat_ver\n  right: none of -errors, -checkNaNs, -checkInvInts, -checkAll",
    )?;
    foreign(
        seen,
        &["-forever", "-prefix"],
        "testfloat_gen\n  right: assay testfloat_gen, or neither of -forever and -prefix",
    )?;
    let mut add = |name: &str, value: String| kept.extend([name.to_owned(), value]);
    let count = settings.count.map(|n| n.to_string());
    let count = count.or_else(|| (settings.level == 2).then(|| LEVEL_2.to_owned()));
    if let Some(count) = count {
        add("--cover", "random".to_owned());
        add("--count", count);
    }
    if given(seen, "-seed") {
        add("--seed", settings.seed.to_string());
    }
    Ok(())
}
