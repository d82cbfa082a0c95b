//! `assay explain`: one evaluation, step by step, and as a picture.

mod axis;
mod svg;
mod sweep;

use crate::case::{Case, CaseArguments};
use crate::failure::Failure;
use crate::output::Targets;
use crate::page::{self, object};
use crate::{Remarks, eval, output};
use std::path::{Path, PathBuf};
use vectors::explain::{self, Explanation, value};
use vectors::registry::{self, Outcome};

/// Explain one case step by step
///
/// Takes what `assay eval` takes. Prints the decoded operands, alignment, exact value, bits kept and
/// lost, rounding, normalisation and result, each with the section and the decisions it comes from.
/// The steps follow the decided profile; with --profile the result under it stands at the end. Exits
/// with 1 if the steps and the evaluator come to different results. `assay ops --classes` explains the
/// words for classes of operands.
///
/// --svg draws the additions among the steps: the bits of each term at their places, what is cut, the sum and the result; with
/// --sweep the result against the codes of an operand around its own.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  assay explain mncore2.mau.fvfma 49800008 49800008 d3800000
  assay explain mncore2.convert.d_to_h port=input --value 0.1
  assay explain ieee.f16.add 3c00 0001 --json
  assay explain silicon.arm.bfdot 3f80_3380 3f80_3f80 00000000 --svg sum.svg")]
pub(crate) struct Explain {
    #[command(flatten)]
    case: CaseArguments,
    /// Also draw the case's additions
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the result against this operand instead, 16 codes to each side
    #[arg(long, value_name = "OPERAND", requires = "svg")]
    sweep: Option<String>,
    /// Print the steps as one JSON object
    #[arg(long)]
    json: bool,
}

impl Explain {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let case = self.case.case(remarks)?;
        let decided = case.plan.run(&case.x);
        registry::undecided(&case.plan, &case.x, decided.ran()).map_err(Failure::input)?;
        let explanation = explain::explain(&case.plan, &case.x);
        if let Some(path) = &self.svg {
            self.draw(&case, &explanation, path, remarks)?;
        }
        if self.json {
            output::print(&json(&case, &explanation)?)?;
            return if explanation.contradicted_by.is_some() {
                Err(Failure::Told(1))
            } else {
                Ok(())
            };
        }
        let mut text = format!("{}\n", explanation.to_string().trim_end());
        if !case.answers.are_decided() {
            text.push_str(&otherwise(&case));
        }
        output::print(&text)?;
        // The steps and the evaluator are written apart, so that one confirms the other.
        if explanation.contradicted_by.is_some() { Err(Failure::Told(1)) } else { Ok(()) }
    }

    /// Writes the picture.
    fn draw(
        &self,
        case: &Case,
        explanation: &Explanation,
        path: &Path,
        remarks: Remarks,
    ) -> Result<(), Failure> {
        let picture = match &self.sweep {
            Some(operand) => sweep::picture(case, operand)?,
            None if explanation.drawn.is_empty() => {
                let id = &case.plan.op.id;
                return Err(Failure::input(format!(
                    "--svg: {id}: no numbers are added in this case's steps, so that there is nothing to draw\n  \
                     right: a case that adds finite numbers, as of sum.*, silicon.* or ieee.*.add"
                )));
            }
            None => svg::picture(&case.plan, explanation),
        };
        Targets::new(remarks).open(Some(path))?.whole(picture)
    }
}

/// The steps, as JSON.
fn json(case: &Case, explanation: &Explanation) -> Result<String, Failure> {
    let steps = explanation.steps.iter().map(|step| {
        let lines = step.lines.iter().map(|line| object! { label: &line.label, text: &line.text });
        object! { title: &step.title, lines: lines.collect::<Vec<_>>() }
    });
    let plan = &case.plan;
    let result = |outcome: &Outcome| eval::answer(plan, outcome);
    let other = !case.answers.are_decided();
    page::json(&object! {
        schema: page::SCHEMA,
        op: &plan.op.id,
        opts: plan.options.to_string(),
        operands: plan.texts(&case.x),
        heading: &explanation.heading,
        steps: steps.collect::<Vec<_>>(),
        result: result(&explanation.outcome),
        // Under the profile that was asked for.
        otherwise: other.then(|| result(&plan.run_with(&case.answers, &case.x))),
        // An error of this program.
        contradicted_by: explanation.contradicted_by.as_ref().map(result),
    })
}

/// The result under another profile than that of the steps.
fn otherwise(case: &Case) -> String {
    let outcome = case.plan.run_with(&case.answers, &case.x);
    let flags = eval::flags(&case.plan, &outcome, " flags ");
    let out = value::results(&case.plan, outcome.out());
    format!("\nunder the profile asked for\n  {out}{flags}\n")
}
