//! The page: summary, heat map, mismatches. Self-contained, no script.

use super::checked::Checked;
use crate::eval;
use crate::page::rows::{self, Rows};
use crate::page::{self, escaped, heat};
use std::fmt::Write;
use vectors::check::{Finding, Report};
use vectors::class::Class;
use vectors::explain::value;
use vectors::registry::{Outcome, Plan};

/// Rows of the table of mismatches of one file.
const SHOWN: usize = 500;

/// Rows of the table of groups of mismatches.
const GROUPS: usize = 50;

/// The page of these files.
pub(super) fn page(all: &[Checked]) -> String {
    let mut body = String::from("<h1>assay check</h1>\n");
    // Writing to a string does not fail, here and below.
    for checked in all {
        let _ = writeln!(body, "<h2>{}</h2>", escaped(&checked.name));
        if let Some(error) = checked.error() {
            let _ = writeln!(body, "<pre class=\"ill\">{}</pre>", escaped(&error));
        }
        if let Ok(report) = &checked.result {
            file(&mut body, report);
        }
    }
    page::whole("assay check", rows::STYLE, &body)
}

fn file(page: &mut String, report: &Report) {
    let class = if report.counts.mismatched == 0 { "well" } else { "ill" };
    let _ = writeln!(page, "<p class=\"{class}\">{}</p>", report.counts);
    summary(page, report);
    let (heading, causes) = report.told_causes();
    if !causes.is_empty() {
        let _ = writeln!(page, "<h3>{}</h3>\n<ul>", escaped(&heading));
        for cause in causes {
            let _ = writeln!(page, "<li>{}</li>", escaped(&cause));
        }
        page.push_str("</ul>\n");
    }
    groups(page, report);
    findings(page, report);
}

/// The map, and the first groups in words: labels of the map are cut.
fn groups(page: &mut String, report: &Report) {
    let groups = report.groups.rarest_first();
    let cells: Vec<heat::Cell<'_>> =
        groups.iter().map(|g| heat::Cell { row: g.op, column: &g.class, count: g.count }).collect();
    let map = heat::svg(&cells, "mismatches by operation and classes of operands");
    if map.is_empty() {
        return;
    }
    let _ = write!(
        page,
        "<h3>Mismatches by operation and classes of operands</h3>\n<div class=\"wide\">{map}</div>\n{}",
        page::classes(&Class::WORDS)
    );
    let mut table = Rows::new([
        ("mismatches", true),
        ("operation", false),
        ("classes", false),
        ("first in", false),
    ]);
    for group in groups.iter().take(GROUPS) {
        table.push([
            (&group.count.to_string(), false),
            (group.op, false),
            (&group.class, false),
            (&format!("{} {}", group.noun, group.first), false),
        ]);
    }
    page.push_str(&table.end());
}

fn summary(page: &mut String, report: &Report) {
    let mut table = Rows::new([
        ("operation", false),
        ("checked", true),
        ("mismatched", true),
        ("unspecified", true),
        ("section", false),
    ]);
    for (op, counts) in &report.by_op {
        table.push([
            (&op.id, false),
            (&counts.checked.to_string(), false),
            (&counts.mismatched.to_string(), counts.mismatched > 0),
            (&counts.unspecified.to_string(), false),
            (&op.section, false),
        ]);
    }
    page.push_str(&table.end());
}

fn findings(page: &mut String, report: &Report) {
    if report.findings.is_empty() {
        return;
    }
    let shown = report.findings.len().min(SHOWN);
    let _ = writeln!(page, "<h3>The first {shown} of {}</h3>", report.found);
    let mut table = Rows::new([
        ("line", true),
        ("operation", false),
        ("operands", false),
        ("expected", false),
        ("found", false),
        ("why", false),
        ("hangs on", false),
        ("explained by", false),
    ]);
    report.findings.iter().take(SHOWN).for_each(|finding| row(&mut table, finding));
    page.push_str(&table.end());
}

fn row(table: &mut Rows<8>, finding: &Finding) {
    let plan = &finding.plan;
    let operation = format!("{} {}", plan.op.id, plan.options);
    let cells = [
        &finding.line.to_string(),
        operation.trim_end(),
        &finding.operands().join(" "),
        &outcome(plan, &finding.expected),
        &outcome(plan, &finding.found),
        finding.reason(),
        &finding.open.open().join(" "),
        &finding.command(),
    ];
    table.push(cells.map(|cell| (cell, false)));
}

fn outcome(plan: &Plan, outcome: &Outcome) -> String {
    value::results(plan, outcome.out()) + &eval::flags(plan, outcome, " ")
}
