//! `assay testfloat_ver`: results against the model, as Berkeley TestFloat's program of that name
//! compares them.

use super::{Words, known, plan, read, wrong};
use crate::Remarks;
use crate::failure::Failure;
use std::io::{self, BufRead, Write};
use vectors::file::{Case, Fault, Format, Parser};
use vectors::registry::{Outcome, Plan};
use vectors::testfloat::{Function, code, flags};

const PROGRAM: &str = "testfloat_ver";

/// Verify results as Berkeley TestFloat's testfloat_ver does
///
/// Takes that program's options and functions, reads lines of operands, result and exceptions from
/// standard input, and writes each that is wrong: operands, `=>`, what was found, `expected`, what is
/// right. NaN match each other unless -checkNaNs, and so do results of invalid conversions to integers
/// unless -checkInvInts. Exits with 1 if there are errors.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Functions: INT_to_FLOAT, FLOAT_to_INT, FLOAT_to_FLOAT, FLOAT_roundToInt, FLOAT_ with add, sub, mul,
mulAdd, div, rem, sqrt, eq, le, lt, eq_signaling, le_quiet or lt_quiet; of functions to integers also
with a rounding mode and exactness, as in f32_to_i32_r_minMag and f32_to_i32_rx_minMag.

Options:
  -rnear_even, -rnear_maxMag, -rminMag, -rmin, -rmax, -rodd   [default: -rnear_even]
  -tininessbefore, -tininessafter                             [default: -tininessafter]
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

/// A run.
struct Run<'a> {
    words: &'a Words,
    plan: &'a Plan,
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
        let run = Run { words: &words, plan: &plan, title, tests: 0, errors: 0 };
        run.all(remarks)
    }
}

/// Says how far things are, as TestFloat does on standard error.
fn tell(remarks: Remarks, text: &str) {
    if !remarks.quiet {
        // Nowhere is left to report a failing standard error.
        let _ = io::stderr().write_all(text.as_bytes());
    }
}

impl Run<'_> {
    fn all(mut self, remarks: Remarks) -> Result<(), Failure> {
        let mut parser = Parser::new(Format::TestFloat, Some(self.plan.clone()));
        let mut input = io::stdin().lock();
        let mut out = io::stdout().lock();
        let mut line = Vec::new();
        let most = self.words.settings.errors;
        while most == 0 || self.errors < most {
            line.clear();
            match input.read_until(b'\n', &mut line) {
                Ok(0) => break,
                Ok(_) => {}
                Err(e) => {
                    return Err(Failure::Environment(format!("standard input: cannot read: {e}")));
                }
            }
            if line.last() == Some(&b'\n') {
                line.pop();
            }
            let case = parser.line(&line).map_err(|fault| self.unreadable(&fault))?;
            self.tests += 1;
            if let Some(text) = self.error(&case) {
                out.write_all(text.as_bytes()).map_err(|e| Failure::stdout(&e))?;
            }
        }
        if self.tests == 0 {
            return Err(wrong(PROGRAM, "standard input holds no case\n  right: at least one"));
        }
        let Self { tests, errors, title, .. } = self;
        let count = if tests == 1 { "1 test".to_owned() } else { format!("{tests} tests") };
        match errors {
            0 => {
                tell(remarks, &format!("{count} performed.\n"));
                let text = format!("In {count}, no errors found in {title}.\n");
                out.write_all(text.as_bytes()).map_err(|e| Failure::stdout(&e))
            }
            n => {
                let s = if n == 1 { "" } else { "s" };
                tell(remarks, &format!("{count} performed; {n} error{s} found.\n"));
                Err(Failure::Told(1))
            }
        }
    }

    /// What to say about a case that is wrong.
    fn error(&mut self, case: &Case<'_>) -> Option<String> {
        let right = self.plan.run(case.x);
        if self.agrees(case, &right) {
            return None;
        }
        self.errors += 1;
        let head = match self.errors {
            1 => format!("Errors found in {}:\n", self.title),
            _ => String::new(),
        };
        let shapes = self.plan.operands.iter().zip(case.x);
        let operands: Vec<String> = shapes.map(|(s, x)| code(&s.format, *x)).collect();
        let [found, right] = [(case.out, case.flag), (right.out(), right.flag)].map(|(out, f)| {
            let result = code(&self.plan.result().format, out[0]);
            format!("{result} {}", f.map_or("-----".to_owned(), flags))
        });
        Some(format!("{head}{}  => {found}  expected {right}\n", operands.join("  ")))
    }

    fn agrees(&self, case: &Case<'_>, right: &Outcome) -> bool {
        let tolerance = self.words.settings.tolerance();
        let flags = right.flag.unwrap_or(0);
        let format = &self.plan.result().format;
        case.flag == right.flag && tolerance.takes(format, right.out()[0], case.out[0], flags)
    }

    fn unreadable(&self, Fault { column, what }: &Fault) -> Failure {
        let column = column.map_or_else(String::new, |c| format!("{c}:"));
        wrong(PROGRAM, format!("standard input:{}:{column} {what}", self.tests + 1))
    }
}
