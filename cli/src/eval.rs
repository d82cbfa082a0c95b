//! `assay eval`: one evaluation.

use crate::case::{Case, CaseArguments};
use crate::failure::Failure;
use crate::{Remarks, output};
use std::fmt::Write;
use vectors::explain::value;
use vectors::registry::{Outcome, Plan};

/// Evaluate one case
///
/// Prints the result in hex (elements joined by `_`); then, each on its own line and only where
/// there is something to say: `value` with the decoded result (with --value), `flags` with the
/// mask flag, `unspecified` with the decisions that no source determines and the bits hang on,
/// `rests on` with those that are stated or observed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  assay eval mncore2.mau.fvfma 49800008 49800008 d3800000
  assay eval mncore2.mau.hvfma neg=2 r 3e00 4000 3f800000
  assay eval mncore2.mau.fvmul --value 1.5 -0x1.8p3
  assay eval mncore2.rrn.l1bm4.ffadd e 3e00_4000_0000_7e00")]
pub(crate) struct Eval {
    #[command(flatten)]
    case: CaseArguments,
}

impl Eval {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let case = self.case.case(remarks)?;
        output::print(&text(&case, self.case.value))
    }
}

/// The elements of a result in hex, joined by `_`.
pub(crate) fn hex(plan: &Plan, outcome: &Outcome) -> String {
    let format = &plan.result.format;
    let codes: Vec<String> = outcome.out().iter().map(|c| value::hex(format, *c)).collect();
    codes.join("_")
}

fn text(case: &Case, with_value: bool) -> String {
    let Case { plan, x, profile } = case;
    let outcome = plan.run_with(profile, x);
    let mut lines = vec![hex(plan, &outcome)];
    if with_value {
        let values = value::describe_elements(&plan.result.format, outcome.out());
        lines.extend(values.into_iter().map(|v| format!("value {v}")));
    }
    lines.extend(outcome.flag.map(|flag| format!("flags {}", u8::from(flag))));
    let provenance = plan.provenance(x);
    for (name, ids) in [("unspecified", provenance.open()), ("rests on", provenance.rests_on)] {
        if !ids.is_empty() {
            lines.push(format!("{name} {}", ids.join(" ")));
        }
    }
    lines.iter().fold(String::new(), |mut text, line| {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{line}");
        text
    })
}
