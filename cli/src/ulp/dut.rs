//! A design as a child: a case a line in, an answer a line out.

use crate::failure::Failure;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::ops::Range;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use vectors::accuracy::Accuracy;
use vectors::file::MAX_LINE;
use vectors::generate::Set;
use vectors::registry::Plan;

/// Asks these cases of a set.
pub(super) fn ask(
    command: &str,
    set: &Set,
    cases: Range<u64>,
    accuracy: &mut Accuracy,
) -> Result<(), Failure> {
    let count = cases.end - cases.start;
    let mut child = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| Failure::Environment(format!("`{command}` cannot be started: {e}")))?;
    let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(Failure::Environment(format!("`{command}` has no standard streams")));
    };
    let heard = std::thread::scope(|scope| {
        // A child that reads no further is told of where its answers end.
        let asked = cases.clone();
        scope.spawn(move || tell(stdin, set, asked));
        hear(BufReader::new(stdout), command, set, cases, accuracy)
    });
    let status = end(&mut child, heard.is_err(), command)?;
    match heard {
        Ok(()) if status.success() => Ok(()),
        Ok(()) => Err(died(command, status, count, count)),
        Err(Heard::Ended(answers)) => Err(died(command, status, answers, count)),
        Err(Heard::Wrong(failure)) => Err(failure),
    }
}

/// Why no more answers are heard.
enum Heard {
    /// There are no more.
    Ended(u64),
    /// Something is wrong with one.
    Wrong(Failure),
}

/// Writes the cases, and then the end.
fn tell(stdin: ChildStdin, set: &Set, cases: Range<u64>) {
    let mut out = BufWriter::with_capacity(1 << 16, stdin);
    let mut x = vec![0; set.elements()];
    for index in cases {
        let Some(plan) = set.case(index, &mut x) else { return };
        let line = plan.texts(&x[..plan.elements()]).join(" ");
        if writeln!(out, "{line}").is_err() {
            return;
        }
    }
}

/// Reads the answers.
fn hear(
    mut input: impl BufRead,
    command: &str,
    set: &Set,
    cases: Range<u64>,
    accuracy: &mut Accuracy,
) -> Result<(), Heard> {
    let mut x = vec![0; set.elements()];
    let mut line = Vec::new();
    for index in cases.clone() {
        line.clear();
        let read = input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line);
        match read {
            Ok(0) | Err(_) => return Err(Heard::Ended(index - cases.start)),
            Ok(_) => {}
        }
        let Some(plan) = set.case(index, &mut x) else { break };
        let x = &x[..plan.elements()];
        let found = answer(plan, &line).map_err(|what| {
            let case = plan.case(x);
            let line = index - cases.start + 1;
            Heard::Wrong(Failure::input(format!("`{command}`:{line}: {what}\n  to {case}")))
        })?;
        let taken = accuracy.take(index + 1, x, &found);
        taken.map_err(|e| Heard::Wrong(Failure::input(e)))?;
    }
    // Nothing may follow: who answers more than once has not answered in step.
    line.clear();
    match input.take(MAX_LINE as u64).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => Ok(()),
        Ok(_) => Err(Heard::Wrong(Failure::input(format!(
            "`{command}`: more than {} answers\n  right: a line for each case, and no other",
            cases.end - cases.start
        )))),
    }
}

/// The elements of an answer: the first word of the line.
fn answer(plan: &Plan, line: &[u8]) -> Result<Vec<u64>, String> {
    let shape = plan.result();
    let text = String::from_utf8_lossy(&line[..line.len().min(MAX_LINE)]);
    let word = text.split_ascii_whitespace().next().unwrap_or_default();
    let digits = shape.digits();
    let code = |text: &str| {
        let hex = text.len() == digits && text.bytes().all(|b| b.is_ascii_hexdigit());
        let code = u64::from_str_radix(text, 16).ok().filter(|_| hex);
        code.filter(|code| shape.format.holds(*code))
    };
    let codes: Option<Vec<u64>> = word.split('_').map(code).collect();
    codes.filter(|codes| codes.len() == shape.len).ok_or_else(|| {
        let shown: String = word.chars().take(40).collect();
        let elements = match shape.len {
            1 => String::new(),
            n => format!("{n} elements joined by `_` of "),
        };
        format!("the answer is `{shown}`\n  right: {elements}{digits} hex digits")
    })
}

/// Waits for the child; one that is not wanted any more is ended before.
fn end(child: &mut Child, unwanted: bool, command: &str) -> Result<ExitStatus, Failure> {
    if unwanted && !matches!(child.try_wait(), Ok(Some(_))) {
        // It may have gone in between.
        let _ = child.kill();
    }
    child.wait().map_err(|e| Failure::Environment(format!("`{command}`: {e}")))
}

fn died(command: &str, status: ExitStatus, answers: u64, cases: u64) -> Failure {
    Failure::Environment(format!("`{command}` ended after {answers} of {cases} answers: {status}"))
}
