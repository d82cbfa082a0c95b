//! The tests as they are without mutants: how long each runs, and which mutants it comes to.

mod kept;

use crate::make::Program;
use crate::process::{End, run};
use crate::rewrite::NOTED;
use crate::trial::Timed;
use kept::Kept;
use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The tests that pass within a time, the quickest first; what others there are is said. Each is run by itself, so that what it
/// comes to is known; as many at once as there are cores. What is known of a program since it was built is not asked again.
pub(crate) fn baseline(
    programs: Vec<Program>,
    most: Duration,
    folder: &Path,
) -> io::Result<Vec<Timed>> {
    let mut all = Vec::new();
    let kept = Kept::open(folder.join("baseline.jsonl"), most);
    for program in programs {
        let (begun, program) = (Instant::now(), Arc::new(program));
        if let Some(known) = kept.of(&program) {
            eprintln!("{}: {} tests, as before", program.name, known.len());
            all.extend(known);
            continue;
        }
        let tests = Mutex::new(listed(&program)?.into_iter());
        let next = || tests.lock().ok()?.next();
        let of_one = |number| {
            let log = folder.join(format!("baseline-{number}.log"));
            let timed = std::iter::from_fn(next).map(|test| noted(&program, test, most, &log));
            timed.filter_map(Result::transpose).collect::<io::Result<Vec<_>>>()
        };
        let found = on_every_core(of_one)?;
        eprintln!("{}: {} tests, {} s", program.name, found.len(), begun.elapsed().as_secs());
        kept.add(&program, &found)?;
        all.extend(found);
    }
    all.sort_by_key(|timed: &Timed| timed.usual);
    Ok(all)
}

/// What a worker on every core finds, each with its number.
pub(crate) fn on_every_core<T: Send>(
    worker: impl Fn(usize) -> io::Result<Vec<T>> + Sync,
) -> io::Result<Vec<T>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let worker = &worker;
        let all: Vec<_> = (0..cores).map(|number| scope.spawn(move || worker(number))).collect();
        let mut found = Vec::new();
        for one in all {
            found.extend(one.join().map_err(|_| io::Error::other("a worker panicked"))??);
        }
        Ok(found)
    })
}

/// The tests of a program.
fn listed(program: &Program) -> io::Result<Vec<String>> {
    let mut command = Command::new(&program.path);
    command.current_dir(&program.folder).args(["--list", "--format", "terse"]);
    let output = command.output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let names = text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned);
    let names: Vec<String> = names.collect();
    if names.is_empty() {
        eprintln!("{}: lists no tests", program.name);
    }
    Ok(names)
}

/// How long a test runs without mutants, and those that it comes to; none, with words, where it does not pass in time.
fn noted(
    program: &Arc<Program>,
    test: String,
    most: Duration,
    log: &Path,
) -> io::Result<Option<Timed>> {
    let file = log.with_extension("reached");
    let _ = std::fs::remove_file(&file);
    let (end, usual) = run(program, &test, NOTED, most, log)?;
    let why = match end {
        End::Passed => {
            let bytes = std::fs::read(&file).unwrap_or_default();
            let numbers = bytes.as_chunks().0.iter().map(|bytes| u32::from_ne_bytes(*bytes));
            let reached: BTreeSet<u32> = numbers.collect();
            return Ok(Some(Timed::new(program, test, usual, reached)));
        }
        End::Late => format!("takes more than {} s", most.as_secs()),
        End::Failed => "fails without mutants".to_owned(),
    };
    eprintln!("left out: {}: {test} {why}", program.name);
    Ok(None)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_test_is_kept_with_what_it_comes_to() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("program");
        let script = "#!/bin/sh\nif [ $1 = --list ]; then printf 'a: test\\nb: test\\nc: test\\nd: bench\\n'; exit; fi\n\
                      case $2 in a) printf '\\007\\0\\0\\0\\1\\1\\0\\0' >> \"$ASSAY_REACHED\";; b) exit 101;; c) sleep 600;; esac\n";
        std::fs::write(&path, script).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        let program =
            Program { name: "own: program".to_owned(), path, folder: folder.path().to_owned() };
        let most = Duration::from_secs(3);
        let all = baseline(vec![program.clone()], most, folder.path()).unwrap();
        assert_eq!(all.iter().map(Timed::name).collect::<Vec<_>>(), ["own: program: a"]);
        assert_eq!(all[0].reached, BTreeSet::from([7, 257]));

        // A second time nothing runs, until the program is another.
        std::fs::remove_file(folder.path().join("baseline-0.log")).unwrap();
        let again = baseline(vec![program.clone()], most, folder.path()).unwrap();
        assert_eq!(again.iter().map(Timed::name).collect::<Vec<_>>(), ["own: program: a"]);
        assert_eq!((again[0].usual, &again[0].reached), (all[0].usual, &all[0].reached));
        assert!(!folder.path().join("baseline-0.log").exists());
        std::fs::write(&program.path, script.replace("007", "010")).unwrap();
        let other = baseline(vec![program], most, folder.path()).unwrap();
        assert_eq!(other[0].reached, BTreeSet::from([8, 257]));
    }
}
