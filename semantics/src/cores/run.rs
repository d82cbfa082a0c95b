//! Runs of programs on cores, and files of memories.

use super::OnCores;
use crate::machine::{Differences, Program, Run, RunError, RunErrorKind, Value};
use crate::source::Refusal;
use std::io::{self, Write};

/// The machine's own programs.
pub(crate) fn own<'a, P: Program>(programs: &[&'a dyn Program]) -> Result<Vec<&'a P>, Refusal> {
    programs.iter().map(|program| program.own()).collect()
}

/// The words of each core: of one program all of its cores, of several the one core of each.
pub(crate) fn words<P: OnCores>(programs: &[&P]) -> Result<Vec<Vec<P::Word>>, Refusal> {
    match programs {
        [program] => Ok(program.core_words()),
        _ if programs.iter().all(|program| program.codes().len() <= 1) => {
            let words = programs.iter().map(|p| p.core_words().into_iter().next());
            Ok(words.map(Option::unwrap_or_default).collect())
        }
        _ => {
            let core = P::CORE;
            let refusal = Refusal::new(format!("a program of a {core} has {core}s of its own"));
            Err(refusal.help(format!("`.{core}`, or a program for each {core}")))
        }
    }
}

/// The line of an instruction of a core.
pub(crate) fn line<P: OnCores>(programs: &[&P], core: usize, index: usize) -> u32 {
    match programs {
        [program] => program.core_line(core, index),
        _ => programs.get(core).map_or(0, |program| program.core_line(0, index)),
    }
}

/// An error of an instruction of a core, whose name stands before the text where there are several.
pub(crate) fn stopped<P: OnCores>(
    programs: &[&P],
    [core, index]: [usize; 2],
    kind: &'static str,
    text: impl FnOnce(Option<String>) -> String,
) -> RunError {
    let several = programs.iter().map(|program| program.codes().len()).sum::<usize>() > 1;
    RunError {
        core: if programs.len() > 1 { core as u32 } else { 0 },
        line: line(programs, core, index),
        at: Some(index as u32),
        kind: RunErrorKind::Machine(kind, text(several.then(|| format!("{} {core}", P::CORE)))),
    }
}

/// Instructions between two reports of progress.
const ADVANCE: u64 = 1 << 8;

/// Runs under a limit; who runs tells each instruction.
pub(crate) fn counted<T>(
    run: Run<'_>,
    go: impl FnOnce(Option<u64>, &mut dyn FnMut()) -> Result<T, RunError>,
) -> Result<T, RunError> {
    let (mut advance, mut done) = (run.advance, 0);
    go(run.limit, &mut || {
        done += 1;
        if let Some(advance) = advance.as_mut().filter(|_| done % ADVANCE == 0) {
            advance(done);
        }
    })
}

/// Refuses PEs to choose from.
pub(crate) fn no_pes(title: &str, pes: Option<&str>) -> Result<(), Refusal> {
    match pes {
        None => Ok(()),
        Some(_) => Err(Refusal::new(format!("{title} has no PEs")).help("no --pe")),
    }
}

/// What is not as at reset.
pub(crate) fn dump(differences: &Differences, out: &mut dyn Write) -> io::Result<()> {
    differences.first.iter().try_for_each(|part| writeln!(out, "{}={}", part.name, part.own))
}

/// The digits of bytes.
pub(crate) fn hex(bytes: &[u8]) -> String {
    Value::Image(bytes.to_vec()).to_string()
}
