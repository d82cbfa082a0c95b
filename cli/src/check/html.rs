//! The page: summary, heat map, mismatches. Self-contained, no script.

use super::checked::Checked;
use crate::eval;
use crate::page::{escaped, heat};
use std::fmt::Write;
use vectors::check::{Finding, Report};
use vectors::explain::value;
use vectors::registry::{Outcome, Plan};

/// Rows of the table of mismatches of one file.
const SHOWN: usize = 500;

const STYLE: &str = "\
body { font: 15px/1.5 sans-serif; margin: 2em; color: #222 }
table { border-collapse: collapse; margin: 1em 0 }
th, td { border-bottom: 1px solid #ddd; padding: .2em .8em; text-align: left; vertical-align: top }
td.n { text-align: right }
td, text { font-family: monospace; font-size: 12px }
.well { color: #186a3b } .ill { color: #b03a2e }
pre { white-space: pre-wrap }
";

/// The page of these files.
pub(super) fn page(all: &[Checked]) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>assay check</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>assay check</h1>\n"
    );
    // Writing to a string does not fail, here and below.
    for checked in all {
        let _ = writeln!(page, "<h2>{}</h2>", escaped(&checked.name));
        if let Some(error) = checked.error() {
            let _ = writeln!(page, "<pre class=\"ill\">{}</pre>", escaped(&error));
        }
        if let Ok(report) = &checked.result {
            file(&mut page, report);
        }
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn file(page: &mut String, report: &Report) {
    let class = if report.counts.mismatched == 0 { "well" } else { "ill" };
    let _ = writeln!(page, "<p class=\"{class}\">{}</p>", report.counts);
    summary(page, report);
    if !report.causes.is_empty() {
        page.push_str("<h3>Likely causes, by the first mismatches of each group</h3>\n<ul>\n");
        for cause in &report.causes {
            let _ = writeln!(page, "<li>{}</li>", escaped(&cause.to_string()));
        }
        page.push_str("</ul>\n");
    }
    let groups = report.groups.by_count();
    let cells: Vec<heat::Cell<'_>> =
        groups.iter().map(|g| heat::Cell { row: g.op, column: &g.class, count: g.count }).collect();
    let map = heat::svg(&cells, "mismatches by operation and classes of operands");
    if !map.is_empty() {
        let _ = write!(page, "<h3>Mismatches by operation and classes of operands</h3>\n{map}");
    }
    findings(page, report);
}

fn summary(page: &mut String, report: &Report) {
    page.push_str(
        "<table>\n<tr><th>operation<th>checked<th>mismatched<th>unspecified<th>section</tr>\n",
    );
    for (op, counts) in &report.by_op {
        let class = if counts.mismatched == 0 { "n" } else { "n ill" };
        let _ = writeln!(
            page,
            "<tr><td>{}<td class=\"n\">{}<td class=\"{class}\">{}<td class=\"n\">{}<td>{}</tr>",
            escaped(&op.id),
            counts.checked,
            counts.mismatched,
            counts.unspecified,
            escaped(&op.section),
        );
    }
    page.push_str("</table>\n");
}

fn findings(page: &mut String, report: &Report) {
    if report.findings.is_empty() {
        return;
    }
    let shown = report.findings.len().min(SHOWN);
    let _ = writeln!(page, "<h3>The first {shown} of {}</h3>", report.found);
    page.push_str(
        "<table>\n<tr><th>line<th>operation<th>operands<th>expected<th>found<th>why<th>hangs on\
         <th>explained by</tr>\n",
    );
    report.findings.iter().take(SHOWN).for_each(|finding| row(page, finding));
    page.push_str("</table>\n");
}

fn row(page: &mut String, finding: &Finding) {
    let plan = &finding.plan;
    let operation = format!("{} {}", plan.op.id, plan.options);
    let cells = [
        operation.trim_end(),
        &finding.operands().join(" "),
        &outcome(plan, &finding.expected),
        &outcome(plan, &finding.found),
        finding.reason(),
        &finding.open.open().join(" "),
        &finding.command(),
    ]
    .map(|cell| format!("<td>{}", escaped(cell).replace('_', "_<wbr>")));
    let _ = writeln!(page, "<tr><td class=\"n\">{}{}</tr>", finding.line, cells.concat());
}

fn outcome(plan: &Plan, outcome: &Outcome) -> String {
    value::results(plan, outcome.out()) + &eval::flags(plan, outcome, " ")
}
