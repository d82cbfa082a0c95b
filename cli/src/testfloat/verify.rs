//! `assay testfloat_ver`: results against the model, as Berkeley TestFloat's program of that name
//! compares them.

use super::{known, plan, read, wrong};
use crate::failure::Failure;
use crate::lines::Lines;
use crate::{Remarks, signal};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use vectors::check::Stream;
use vectors::file::{Case, Fault, Format, Parser};
use vectors::registry::{Plan, Ran, split};
use vectors::testfloat::{Function, Tolerance, code, flags};

const PROGRAM: &str = "testfloat_ver";

/// The longest line of a report; a longer one is broken before `=>`.
const COLUMNS: usize = 79;

/// Verify results as Berkeley TestFloat's testfloat_ver does
///
/// Takes that program's options and functions, reads lines of operands, result and exceptions from
/// standard input, and writes each that is wrong: operands, `=>`, what was found, `expected`, what is
/// right. NaN match each other unless -checkNaNs. Where a conversion to integers is invalid, so do the
/// largest and the smallest number, and 0 for a NaN (of unsigned types all ones and 0), unless
/// -checkInvInts. Ctrl-C ends the run with its summary. Exits with 1 if there are errors.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Functions: INT_to_FLOAT, FLOAT_to_INT, FLOAT_to_FLOAT, FLOAT_roundToInt, FLOAT_ with add, sub, mul,
mulAdd (but extF80), div, rem, sqrt, eq, le, lt, eq_signaling, le_quiet or lt_quiet; of functions to
integers also with a rounding mode and exactness, as in f32_to_i32_r_minMag, f32_to_i32_rx_minMag.
FLOAT is f16, bf16, f32, f64, extF80 or f128; float16, float32, float64, floatx80, float128, int32,
int64, uint32 and uint64 are the same types.

Options:
  -rnear_even, -rnear_maxMag, -rminMag, -rmin, -rmax, -rodd   [default: -rnear_even]
  -tininessbefore, -tininessafter                             [default: -tininessafter]
  -precision32, -precision64, -precision80 (of extF80)        [default: -precision80]
  -exact, -notexact                                           [default: -notexact]
  -errors N        stop after so many errors, 0 for never     [default: 20]
  -checkNaNs       NaN must match bit for bit
  -checkInvInts    results of invalid conversions to integers must match
  -checkAll        both
  NAME=VALUE       one of ours, such as nan=sse or int=x86: TestFloat fixes these when it is built

Example:
  assay testfloat_gen -rminMag f32_add | ./design | assay testfloat_ver -rminMag f32_add")]
pub(crate) struct TestfloatVer {
    /// Options, and a function
    #[arg(
        value_name = "OPTION|FUNCTION",
        trailing_var_arg = true,
        allow_hyphen_values = true,
        required = true
    )]
    words: Vec<String>,
}

/// How far a run has come.
struct Tally {
    /// The function with its options, in TestFloat's words.
    title: String,
    tests: u64,
    errors: u64,
}

impl TestfloatVer {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let words = read(PROGRAM, &self.words)?;
        let [name] = &words.rest[..] else {
            let found = words.rest.len();
            return Err(wrong(PROGRAM, format!("{found} functions are given\n  right: one")));
        };
        let function = Function::find(name).map_err(|e| wrong(PROGRAM, e))?;
        let plan = plan(&words, &function)?;
        let title = words.settings.title(&function, &known(plan.op));
        tell(remarks, &format!("Testing {title}.\n"));
        let tally = Arc::new(Mutex::new(Tally { title, tests: 0, errors: 0 }));
        listen(&tally, remarks);
        verify(&plan, words.settings.tolerance(), words.settings.errors, &tally)?;
        let tally = locked(&tally);
        if tally.tests == 0 {
            return Err(wrong(PROGRAM, "standard input holds no case\n  right: at least one"));
        }
        tally.summary(remarks)
    }
}

/// Says how far things are, as TestFloat does on standard error.
fn tell(remarks: Remarks, text: &str) {
    if !remarks.quiet {
        // Nowhere is left to report a failing standard error.
        let _ = io::stderr().write_all(text.as_bytes());
    }
}

fn print(text: &str) -> Result<(), Failure> {
    io::stdout().write_all(text.as_bytes()).map_err(|e| Failure::stdout(&e))
}

fn locked(tally: &Mutex<Tally>) -> MutexGuard<'_, Tally> {
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}

/// On Ctrl-C the run ends with what it has found, even while it waits for a line.
fn listen(tally: &Arc<Mutex<Tally>>, remarks: Remarks) {
    let tally = Arc::clone(tally);
    signal::on_interrupt(move || {
        let tally = locked(&tally);
        let code = tally.summary(remarks).map_or_else(|failure| failure.code(), |()| 0);
        // Nothing is written behind the summary.
        std::mem::forget(tally);
        code
    });
}

/// Compares lines until the end, or until there are too many errors. Those that have arrived are run
/// together; none waits for one that has not.
fn verify(
    plan: &Plan,
    tolerance: Tolerance,
    most: u64,
    tally: &Mutex<Tally>,
) -> Result<(), Failure> {
    let mut stream =
        Stream::new(Parser::new(Format::TestFloat, vectors::operations(), Some(plan.clone())));
    let mut input = Lines::new();
    loop {
        if (stream.is_full() || !input.is_ready()) && compare(&mut stream, tolerance, most, tally)?
        {
            return Ok(());
        }
        let Some((number, line)) = input.next()? else { break };
        if let Err(fault) = stream.take(number, line) {
            let ends = compare(&mut stream, tolerance, most, tally)?;
            return if ends { Ok(()) } else { Err(unreadable(number, &fault)) };
        }
    }
    compare(&mut stream, tolerance, most, tally).map(|_| ())
}

/// Compares the cases that wait: whether there are too many errors.
fn compare(
    stream: &mut Stream,
    tolerance: Tolerance,
    most: u64,
    tally: &Mutex<Tally>,
) -> Result<bool, Failure> {
    let mut tally = locked(tally);
    let mut text = String::new();
    let mut ends = false;
    stream.run(|_, case, right| {
        if ends {
            return;
        }
        tally.tests += 1;
        if !agrees(tolerance, case, right) {
            tally.errors += 1;
            if tally.errors == 1 {
                text.push_str(&format!("Errors found in {}:\n", tally.title));
            }
            text.push_str(&error(case, right));
            ends = tally.errors == most;
        }
    });
    if !text.is_empty() {
        print(&text)?;
    }
    Ok(ends)
}

#[inline]
fn agrees(tolerance: Tolerance, case: &Case<'_>, right: Ran<'_>) -> bool {
    let flags = right.flag.unwrap_or(0);
    case.flag == right.flag && tolerance.takes(case.plan, case.x, right.out, case.out, flags)
}

/// What to say about a case that is wrong. A line that gets too long goes on behind a tab.
fn error(case: &Case<'_>, right: Ran<'_>) -> String {
    let shapes = split(&case.plan.operands, case.x);
    let operands: Vec<String> = shapes.map(|(shape, own)| code(shape, own)).collect();
    let [found, right] = [(case.out, case.flag), (right.out, right.flag)].map(|(out, f)| {
        let result = code(case.plan.result(), out);
        format!("{result} {}", f.map_or("-----".to_owned(), flags))
    });
    let (operands, results) = (operands.join("  "), format!("=> {found}  expected {right}"));
    let gap = if operands.len() + 2 + results.len() > COLUMNS { "\n\t" } else { "  " };
    format!("{operands}{gap}{results}\n")
}

fn unreadable(line: u64, Fault { column, what }: &Fault) -> Failure {
    let column = column.map_or_else(String::new, |c| format!("{c}:"));
    wrong(PROGRAM, format!("standard input:{line}:{column} {what}"))
}

impl Tally {
    /// What TestFloat says at the end.
    fn summary(&self, remarks: Remarks) -> Result<(), Failure> {
        let Self { title, tests, errors } = self;
        let count = if *tests == 1 { "1 test".to_owned() } else { format!("{tests} tests") };
        if *errors == 0 {
            tell(remarks, &format!("{count} performed.\n"));
            return print(&format!("In {count}, no errors found in {title}.\n"));
        }
        let s = if *errors == 1 { "" } else { "s" };
        tell(remarks, &format!("{count} performed; {errors} error{s} found.\n"));
        Err(Failure::Told(1))
    }
}
