//! `assay eval`: one evaluation, or one for each line of standard input.

use crate::Remarks;
use crate::case::{Case, CaseArguments};
use crate::failure::Failure;
use crate::lines::Lines;
use crate::output::{self, Output};
use crate::page;
use serde::Serialize;
use std::io::Write;
use vectors::explain::value;
use vectors::registry::names;
use vectors::registry::{self, Outcome, Plan};

/// Evaluate one case
///
/// Prints the result in hex (elements joined by `_`, several results by `;`); then, each on its own
/// line and only where there is something to say: `value` with the decoded result (with --value),
/// `flags` with the mask flag, or with the exceptions as TestFloat's byte and as `vioux` (invalid,
/// infinite, overflow, underflow, inexact), `unspecified` with the decisions that no source
/// determines and the bits hang on, `rests on` with those that are stated or observed.
///
/// With `-` for the operands, each line of standard input holds the operands of a case, separated by
/// blanks, and is answered by a line: the same, joined by two spaces. With `-` alone each line names its
/// operation and options, too. --plain answers with result and flags alone, as a design of `assay diff` does.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  assay eval mncore2.mau.fvfma 49800008 49800008 d3800000
  assay eval mncore2.mau.hvfma neg=2 r 3e00 4000 3f800000
  assay eval mncore2.mau.fvmul --value 1.5 -0x1.8p3
  assay eval mncore2.rrn.l1bm4.ffadd e 3e00_4000_0000_7e00
  assay eval ieee.f32.fma rm=rup 3f800001 3f800001 00000001
  assay eval cvt.f32.e4m3fn sat --value 1000
  assay eval ieee.e6m9.add 3e00 0001
  assay eval ieee.f32.div 3f800000 40400000 --json
  printf '3f800000 00000001\\n40000000 3f800000\\n' | assay eval ieee.f32.div rm=rup -
  printf 'ieee.f16.add rm=rup 3c00 0001\\ncvt.f32.f16 3f800001\\n' | assay eval -
  assay diff ieee.f32.div --dut 'assay eval ieee.f32.div - --plain'

TestFloat's function names are understood, and beside one its options:
  assay eval f32_add -rmin 3f800000 33800000")]
pub(crate) struct Eval {
    #[command(flatten)]
    case: CaseArguments,
    /// Result and flags alone, in hex
    #[arg(long, conflicts_with = "value")]
    plain: bool,
    /// A JSON object for each case; of lines of standard input each is one line
    #[arg(long, conflicts_with = "plain")]
    json: bool,
}

impl Eval {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        if self.case.many() {
            return self.lines(remarks);
        }
        let case = self.case.case(remarks)?;
        if self.json {
            return output::print(&page::json(&object(&case)?)?);
        }
        let lines = match self.plain {
            true => vec![plain(&case)?],
            false => lines(&case, self.case.value)?,
        };
        output::print(&(lines.join("\n") + "\n"))
    }

    /// A line for each line of standard input.
    fn lines(&self, remarks: Remarks) -> Result<(), Failure> {
        let mut case = (!self.case.mixed()).then(|| self.case.operation(remarks)).transpose()?;
        let mut input = Lines::new();
        let mut output = Output::stdout()?;
        while let Some(line) = input.next()? {
            let text = match self.answer(case.as_mut(), line, remarks) {
                Ok(text) => text,
                Err(failure) => {
                    output.finish()?;
                    return Err(failure);
                }
            };
            writeln!(output, "{text}").map_err(|e| output.failure(&e))?;
            if input.waits() {
                output.flush().map_err(|e| output.failure(&e))?;
            }
        }
        output.finish()?;
        match input.number() {
            0 => Err(Failure::input("standard input holds no case\n  right: at least one")),
            _ => Ok(()),
        }
    }
}

impl Eval {
    /// The answer to a line; `case` has the operation where the line does not name it.
    fn answer(
        &self,
        case: Option<&mut Case>,
        line: (u64, &[u8]),
        remarks: Remarks,
    ) -> Result<String, Failure> {
        let own;
        let case = match case {
            Some(case) => {
                self.case.line(case, line, remarks)?;
                case
            }
            None => {
                own = self.case.whole_line(line, remarks)?;
                &own
            }
        };
        match (self.plain, self.json) {
            (true, _) => plain(case),
            (_, true) => page::json_line(&object(case)?),
            _ => Ok(lines(case, self.case.value)?.join("  ")),
        }
    }
}

/// Result and flags of a case, as a design answers.
fn plain(Case { plan, x, answers }: &Case) -> Result<String, Failure> {
    let outcome = plan.run_with(answers, x);
    registry::undecided(plan, x, outcome.ran()).map_err(Failure::input)?;
    let text = flags(plan, &outcome, " ");
    // Behind the digits stand the letters.
    let digits = text.split_inclusive(' ').take(2).collect::<String>();
    Ok(value::results(plan, outcome.out()) + digits.trim_end())
}

/// All there is to say about a case, as JSON.
fn object(Case { plan, x, answers }: &Case) -> Result<impl Serialize, Failure> {
    let notes = names::notes(&plan.op.id);
    let outcome = plan.run_with(answers, x);
    registry::undecided(plan, x, outcome.ran()).map_err(Failure::input)?;
    let values = registry::split(&plan.results, outcome.out())
        .flat_map(|(shape, own)| value::describe_elements(&shape.format, own));
    let provenance = plan.provenance(x);
    let sorted = |mut ids: Vec<&'static str>| {
        ids.sort_by_key(|id| numbered(id));
        ids
    };
    Ok(page::object! {
        schema: page::SCHEMA,
        op: plan.op.id.clone(),
        opts: plan.options.to_string(),
        operands: plan.texts(x),
        result: answer(plan, &outcome),
        values: values.collect::<Vec<_>>(),
        unspecified: sorted(provenance.open()),
        rests_on: sorted(provenance.rests_on),
        // What others mean by the names of its formats.
        #[serde(flatten)]
        notes: (!notes.is_empty()).then(|| page::object! { notes: notes }),
    })
}

/// A result and its flags, as JSON: `flags` as files have them, nothing of operations without.
pub(crate) fn answer(plan: &Plan, outcome: &Outcome) -> impl Serialize + use<> {
    let digits = plan.op.flags.digits();
    let flags = outcome.flag.map(|flags| format!("{flags:0digits$x}"));
    page::object! { out: value::results(plan, outcome.out()), flags: flags }
}

/// The flags, if there are any, behind a text.
pub(crate) fn flags(plan: &Plan, outcome: &Outcome, before: &str) -> String {
    outcome.flag.map_or_else(String::new, |f| format!("{before}{}", plan.op.flags.text(f)))
}

/// What there is to say about a case.
fn lines(case: &Case, with_value: bool) -> Result<Vec<String>, Failure> {
    let Case { plan, x, answers } = case;
    let outcome = plan.run_with(answers, x);
    registry::undecided(plan, x, outcome.ran()).map_err(Failure::input)?;
    let mut lines = vec![value::results(plan, outcome.out())];
    if with_value {
        for (shape, own) in registry::split(&plan.results, outcome.out()) {
            let values = value::describe_elements(&shape.format, own);
            lines.extend(values.into_iter().map(|v| format!("value {v}")));
        }
    }
    lines.extend(outcome.flag.map(|_| flags(plan, &outcome, "flags ")));
    let provenance = plan.provenance(x);
    for (name, mut ids) in [("unspecified", provenance.open()), ("rests on", provenance.rests_on)] {
        ids.sort_by_key(|id| numbered(id));
        if !ids.is_empty() {
            lines.push(format!("{name} {}", ids.join(" ")));
        }
    }
    Ok(lines)
}

/// An id's letters and number: MN-D9 stands before MN-D10.
fn numbered(id: &str) -> (&str, u32) {
    let letters = id.trim_end_matches(|c: char| c.is_ascii_digit());
    (letters, id[letters.len()..].parse().unwrap_or(0))
}
