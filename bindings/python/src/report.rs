//! Results against the right ones, as `assay check` tells it.

use crate::arrays::{Cases, run};
use crate::wrong;
use pyo3::prelude::*;
use std::fmt::Write;
use vectors::accuracy::{self, Accuracy, Part, Run};
use vectors::check::{self, Policy, Report, Settings};
use vectors::explain::value;
use vectors::file::Format;
use vectors::part::Shard;
use vectors::registry::{FlagKind, Plan};
use vectors::testfloat::Tolerance;

/// Whether it passes; checked, mismatched, hanging on open decisions; the text; the first findings: case from 0 and text.
pub(crate) type Told = (bool, u64, u64, u64, String, Vec<(u64, String)>);

pub(crate) fn settings(
    plan: &Plan,
    policy: &str,
    any_nan: bool,
    any_integer: bool,
    max_report: usize,
) -> PyResult<Settings> {
    let plain = judging(policy, any_nan, any_integer, max_report)?;
    Ok(Settings { op: Some(plan.op), options: plan.options, noun: "case", ..plain })
}

/// The settings for any operation.
pub(crate) fn judging(
    policy: &str,
    any_nan: bool,
    any_integer: bool,
    max_report: usize,
) -> PyResult<Settings> {
    let unspecified: Policy = policy.parse().map_err(wrong)?;
    let tolerance = Tolerance { nans: any_nan.into(), integers: any_integer };
    Ok(Settings { unspecified, tolerance, max_report, threads: 1, ..Settings::default() })
}

/// Of operations that leave nothing open only the cases that differ go to the checker of files, which would find the others right.
pub(crate) fn checked(
    plan: &Plan,
    x: &Cases<'_>,
    out: &Cases<'_>,
    flags: Option<&Cases<'_>>,
    settings: Settings,
    first: u64,
) -> Result<Told, String> {
    if out.count != x.count || flags.is_some_and(|flags| flags.count != x.count) {
        return Err(format!(
            "{} cases have {} results\n  right: one for each case, and a byte of flags",
            x.count, out.count
        ));
    }
    let flags = flags.filter(|_| plan.op.flags != FlagKind::None);
    let most = plan.op.flags.most();
    let wide = |at: &usize| flags.and_then(|own| own.codes[0].get(*at)).unwrap_or(0) > most.into();
    if let Some(at) = (0..x.count).find(wide) {
        return Err(format!(
            "case {at}: flags wider than their bits\n  right: {}",
            plan.op.flags.syntax()
        ));
    }
    let settings = Settings { flags: flags.is_some(), ..settings };
    let all = !plan.op.decisions.is_empty();
    let (rooms, raised) = run(plan, x)?;
    let (mut text, mut lines) = (String::new(), Vec::new());
    let (mut case, mut own) = (Vec::new(), Vec::new());
    for (at, right) in raised.into_iter().enumerate() {
        let flag = flags.and_then(|own| own.codes[0].get(at)).map(|flag| flag as u8);
        let same = out.codes.iter().zip(&rooms).zip(&plan.results).all(|((codes, room), shape)| {
            let places = at * shape.words()..(at + 1) * shape.words();
            places.into_iter().all(|at| codes.get(at) == room.get(at))
        });
        if all || !same || flag.is_some_and(|flag| flag != right) {
            x.case(&plan.operands, at, &mut case);
            out.case(&plan.results, at, &mut own);
            line(&mut text, plan, &case, &own, flag);
            lines.push(first + at as u64);
        }
    }
    let operations = vectors::operations();
    let mut report = match text.is_empty() {
        true => Report::default(),
        false => check::check(text.as_bytes(), Format::Jsonl, operations, &settings, &mut |_| {})
            .map_err(|why| format!("an error of this library: {why}"))?,
    };
    // A line is the case that it stands for.
    for finding in &mut report.findings {
        finding.line = lines.get(finding.line.saturating_sub(1) as usize).copied().unwrap_or(0);
    }
    let passed = (x.count - lines.len()) as u64;
    report.counts.checked += passed;
    report.counts.compared += passed;
    if flags.is_none() && plan.op.flags != FlagKind::None {
        report.counts.unflagged = report.counts.checked;
    }
    // Where nothing was compared nothing is right.
    let passes = report.counts.mismatched == 0 && report.counts.compared > 0;
    Ok(told(passes, &report, summary(&report)))
}

/// The counts, then the findings: groups name lines, which here are not the cases.
fn summary(report: &Report) -> String {
    let mut text = format!("{}\n", report.counts);
    if let Some(parts) = report.counts.parts() {
        let _ = writeln!(text, "{parts}");
    }
    let (heading, causes) = report.told_causes();
    if !causes.is_empty() {
        let _ = writeln!(text, "{heading}:");
    }
    for cause in causes {
        let _ = writeln!(text, "  {cause}");
    }
    for finding in &report.findings {
        let _ = write!(text, "\n{finding}");
    }
    let kept = report.findings.len() as u64;
    if report.found > kept {
        let _ = writeln!(text, "\n{} more are not shown", report.found - kept);
    }
    text
}

pub(crate) fn told(passes: bool, report: &Report, text: String) -> Told {
    let findings = report.findings.iter().map(|found| (found.line, found.to_string())).collect();
    let counts = &report.counts;
    (passes, counts.checked, counts.mismatched, counts.unspecified, text, findings)
}

/// The case as a line of JSON.
fn line(text: &mut String, plan: &Plan, x: &[u64], out: &[u64], flags: Option<u8>) {
    let _ = write!(text, "{{\"op\":\"{}\",\"opts\":\"{}\"", plan.op.id, plan.options);
    for (i, operand) in plan.texts(x).iter().enumerate() {
        let _ = write!(text, ",\"in{i}\":{}", json(operand));
    }
    let results: Vec<String> = value::results(plan, out).split(';').map(json).collect();
    let _ = match &results[..] {
        [one] => write!(text, ",\"out\":{one}"),
        all => write!(text, ",\"out\":[{}]", all.join(",")),
    };
    let flags = flags.map_or_else(String::new, |flags| plan.op.flags.text(flags));
    let _ = writeln!(text, ",\"flags\":\"{}\"}}", flags.split(' ').next().unwrap_or_default());
}

/// Elements, which `_` joins, as JSON.
fn json(elements: &str) -> String {
    match elements.contains('_') {
        true => format!("[\"{}\"]", elements.replace('_', "\",\"")),
        false => format!("\"{elements}\""),
    }
}

/// Answers, correctly rounded ones, special ones that are not right; the largest error and the mean; the report.
pub(crate) type Errors = (u64, u64, u64, Option<String>, Option<String>, String);

/// How far results of a function are from the exact values; the first case has this number.
pub(crate) fn measured(
    plan: &Plan,
    x: &Cases<'_>,
    out: &Cases<'_>,
    most: usize,
    first: u64,
) -> Result<Accuracy, String> {
    if out.count != x.count {
        return Err(format!("{} cases have {} results\n  right: one for each", x.count, out.count));
    }
    let mut accuracy = Accuracy::new(plan, most)
        .ok_or_else(|| format!("{} is no function\n  right: an operation `elem.*`", plan.op.id))?;
    let (mut case, mut own) = (Vec::new(), Vec::new());
    for at in 0..x.count {
        x.case(&plan.operands, at, &mut case);
        out.case(&plan.results, at, &mut own);
        accuracy.take(first + at as u64, &case, &own).map_err(|why| why.to_string())?;
    }
    Ok(accuracy)
}

pub(crate) fn errors(accuracy: Accuracy) -> Errors {
    let (plan, most) = (accuracy.plan().clone(), accuracy.most());
    let found = accuracy.summary();
    let largest = found.worst.first().map(|worst| worst.ulps.to_string());
    let mean = (found.measured > 0).then(|| found.mean.to_string());
    let text = accuracy::report(&plan, &found, most);
    (found.answers, found.correct, found.differ, largest, mean, text)
}

/// A shard of a measurement, as text.
pub(crate) fn part(run: Run, shard: Shard, accuracy: &Accuracy) -> Result<String, String> {
    Part::new(run, shard, accuracy).text().map_err(|why| why.to_string())
}

/// The measurement of the whole, of its shards.
#[pyfunction]
pub(crate) fn measurement(py: Python<'_>, parts: Vec<String>) -> PyResult<Errors> {
    py.detach(|| {
        let names: Vec<String> = (1..=parts.len()).map(|n| format!("part {n}")).collect();
        let parts = parts.iter().map(|text| Part::read(text)).collect::<Result<Vec<_>, _>>()?;
        accuracy::join(&parts, &names, vectors::operations()).map(errors)
    })
    .map_err(wrong)
}
