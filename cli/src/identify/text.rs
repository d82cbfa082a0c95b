//! What was found, as text and as JSON.

use crate::failure::Failure;
use serde::Serialize;
use std::fmt::Write;
use vectors::identify::{Asked, Identified, KEPT, Name};
use vectors::registry::{Op, Plan};

pub(super) fn report(op: &'static Op, found: &Identified, most: usize) -> String {
    let mut text = String::new();
    let out = &mut text;
    // Writing to a String cannot fail.
    let _ = match &found.left[..] {
        [] => none(out, op, found, most),
        [first, others @ ..] => some(out, found, first, others, most),
    };
    let Identified { asked, candidates, failed, .. } = found;
    if *failed > 0 {
        let why = found.why.as_deref().unwrap_or_default();
        let _ = writeln!(out, "{failed} of {asked} cases without an answer: {why}");
    }
    let word = if found.left.is_empty() { "FAIL" } else { "PASS" };
    let _ = writeln!(
        out,
        "ASSAY {word} candidates={candidates} left={} asked={asked} proof={}",
        found.count,
        found.proof.len()
    );
    text
}

fn some(
    out: &mut String,
    found: &Identified,
    first: &Name,
    others: &[Name],
    most: usize,
) -> std::fmt::Result {
    writeln!(out, "{first}")?;
    let more = found.count - 1;
    if more > 0 {
        writeln!(out, "{more} more that no case told apart")?;
        for name in others.iter().take(most.saturating_sub(1)) {
            writeln!(out, "  {name}")?;
        }
        if more as usize >= most.max(1) {
            writeln!(out, "  ...")?;
        }
    }
    if found.structures > KEPT as u64 {
        writeln!(
            out,
            "{} structures were left, of which the {KEPT} simplest were asked for special codes",
            found.structures
        )?;
    }
    if !found.complete {
        writeln!(out, "the questions did not come to their end")?;
    }
    Ok(())
}

fn none(out: &mut String, op: &'static Op, found: &Identified, most: usize) -> std::fmt::Result {
    writeln!(out, "none of the candidates")?;
    let Some(case) = &found.against else { return Ok(()) };
    let plan = plan(op);
    writeln!(out, "the last ones went with {}: {}", plan.case(&case.x), answer(&plan, case))?;
    for name in found.last.iter().take(most) {
        writeln!(out, "  {name}")?;
    }
    if found.last.len() > most {
        writeln!(out, "  ...")?;
    }
    Ok(())
}

fn plan(op: &'static Op) -> Plan {
    op.plan(&op.option_sets().first().copied().unwrap_or_default())
}

/// The design's answer in hex.
fn answer(plan: &Plan, case: &Asked) -> String {
    let mut rest = &case.out[..];
    let words = plan.results.iter().map(|shape| {
        let (own, others) = rest.split_at(shape.len.min(rest.len()));
        rest = others;
        let digits = shape.digits();
        own.iter().map(|e| format!("{e:0digits$x}")).collect::<Vec<_>>().join("_")
    });
    let mut text = words.collect::<Vec<_>>().join(";");
    if let Some(flag) = case.flag {
        let flags = plan.op.flags.text(flag);
        let _ = write!(text, " {}", flags.split(' ').next().unwrap_or_default());
    }
    text
}

#[derive(Serialize)]
struct Report<'a> {
    left: Vec<Candidate<'a>>,
    count: u64,
    candidates: u64,
    structures: u64,
    asked: u64,
    failed: u64,
    complete: bool,
    last: Vec<Candidate<'a>>,
    proof: Vec<Case>,
}

#[derive(Serialize)]
struct Candidate<'a> {
    op: &'a str,
    opts: &'a str,
    profile: &'a [String],
}

#[derive(Serialize)]
struct Case {
    operands: Vec<String>,
    answer: String,
}

pub(super) fn json(op: &'static Op, found: &Identified, most: usize) -> Result<String, Failure> {
    let plan = plan(op);
    let cases = found.proof.iter();
    let case = |one: &Asked| Case { operands: plan.texts(&one.x), answer: answer(&plan, one) };
    let report = Report {
        left: names(&found.left, most),
        count: found.count,
        candidates: found.candidates,
        structures: found.structures,
        asked: found.asked,
        failed: found.failed,
        complete: found.complete,
        last: names(&found.last, most),
        proof: cases.map(case).collect(),
    };
    let text = serde_json::to_string_pretty(&report);
    text.map(|text| text + "\n").map_err(|e| Failure::Environment(e.to_string()))
}

fn names(all: &[Name], most: usize) -> Vec<Candidate<'_>> {
    all.iter().take(most).map(Candidate::of).collect()
}

impl<'a> Candidate<'a> {
    fn of(name: &'a Name) -> Self {
        Self { op: &name.op, opts: &name.options, profile: &name.answers }
    }
}
