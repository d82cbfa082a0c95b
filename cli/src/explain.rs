//! `assay explain`: one evaluation, step by step.

use crate::case::{Case, CaseArguments};
use crate::failure::Failure;
use crate::{Remarks, eval, output};
use vectors::explain::{self, value};
use vectors::registry;

/// Explain one case step by step
///
/// Takes what `assay eval` takes. Prints the decoded operands, alignment, exact value, bits kept and
/// lost, rounding, normalisation and result, each with the section and the decisions it comes from.
/// The steps follow the decided profile; with --profile the result under it stands at the end. Exits
/// with 1 if the steps and the evaluator come to different results. `assay ops --classes` explains the
/// words for classes of operands.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  assay explain mncore2.mau.fvfma 49800008 49800008 d3800000
  assay explain mncore2.convert.d_to_h port=input --value 0.1")]
pub(crate) struct Explain {
    #[command(flatten)]
    case: CaseArguments,
}

impl Explain {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let case = self.case.case(remarks)?;
        let decided = case.plan.run(&case.x);
        registry::undecided(&case.plan, &case.x, decided.ran()).map_err(Failure::input)?;
        let explanation = explain::explain(&case.plan, &case.x);
        let mut text = format!("{}\n", explanation.to_string().trim_end());
        if !case.answers.are_decided() {
            text.push_str(&otherwise(&case));
        }
        output::print(&text)?;
        // The steps and the evaluator are written apart, so that one confirms the other.
        if explanation.contradicted_by.is_some() { Err(Failure::Told(1)) } else { Ok(()) }
    }
}

/// The result under another profile than that of the steps.
fn otherwise(case: &Case) -> String {
    let outcome = case.plan.run_with(&case.answers, &case.x);
    let flags = eval::flags(&case.plan, &outcome, " flags ");
    let out = value::results(&case.plan, outcome.out());
    format!("\nunder the profile asked for\n  {out}{flags}\n")
}
