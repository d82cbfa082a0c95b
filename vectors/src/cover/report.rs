//! What was covered, in words and numbers.

use super::{Covered, Model, Status, Table};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Goals that were hit, and those that can be reached, of all.
#[must_use]
pub fn totals(covered: &[Covered]) -> (usize, usize) {
    covered.iter().fold((0, 0), |(hit, all), c| (hit + c.hit(), all + c.reachable()))
}

/// The operations, under their options, that lack models.
#[must_use]
pub fn lacking(covered: &[Covered]) -> usize {
    covered.iter().filter(|c| !c.model.lacks().is_empty()).count()
}

/// How many percent were hit.
#[must_use]
pub fn percent(covered: &[Covered]) -> f64 {
    let (hit, all) = totals(covered);
    percentage(hit, all)
}

fn percentage(hit: usize, all: usize) -> f64 {
    // Where there are no goals nothing was shown.
    if all == 0 { 0.0 } else { 100.0 * hit as f64 / all as f64 }
}

/// The percentage as it is printed: 100 only where nothing is missing.
#[must_use]
pub fn share(hit: usize, all: usize) -> String {
    let part = percentage(hit, all);
    let shown = if hit < all { part.min(99.99) } else { part };
    format!("{shown:.2} %")
}

/// The operation and its options.
#[must_use]
pub fn name(model: &Model) -> String {
    let plan = model.plan();
    format!("{} {}", plan.op.id, plan.options).trim_end().to_owned()
}

/// Goals of a cross that were hit, and those that can be reached.
#[must_use]
pub fn counts(covered: &Covered, table: &Table) -> (usize, usize) {
    let hit = |goal: &usize| covered.hits[*goal] > 0;
    (
        table.goals.clone().filter(hit).count(),
        table.goals.clone().filter(|goal| covered.counts(*goal)).count(),
    )
}

/// Coverage of every operation, cross by cross, the first holes of each, and a line for all.
#[must_use]
pub fn report(all: &[Covered], holes: usize) -> String {
    let mut text = String::new();
    // Writing to a string does not fail, here and below.
    for covered in all {
        let (hit, reachable) = (covered.hit(), covered.reachable());
        let plural = if covered.cases == 1 { "" } else { "s" };
        let _ = writeln!(
            text,
            "{}: {} case{plural}{}, {hit} of {reachable} goals, {}",
            name(&covered.model),
            covered.cases,
            beside(covered),
            of_models(covered)
        );
        for table in covered.model.tables() {
            let (hit, reachable) = counts(covered, &table);
            let _ = writeln!(text, "  {:8}{hit:>7} of{reachable:>7}  {}", table.name, table.what);
        }
        lacks(&mut text, &covered.model);
        let count = reachable - hit;
        if count > 0 && holes > 0 {
            let _ = writeln!(text, "  holes, {} of {count}:", count.min(holes));
            for goal in covered.holes().take(holes) {
                let goal = covered.model.goal(goal);
                let _ = writeln!(text, "    {} {}", goal.cross, goal.values);
            }
        }
        odd(&mut text, covered);
    }
    let (hit, reachable) = totals(all);
    let open: usize = all.iter().map(|c| with(&c.model, |s| s == Status::Open)).sum();
    let never: usize =
        all.iter().map(|c| with(&c.model, |s| matches!(s, Status::Never(_) | Status::Tried))).sum();
    let outside: usize = all.iter().map(beyond).sum();
    let outside = match outside {
        0 => String::new(),
        count => format!(", {count} outside of the domain"),
    };
    let waived = match all.iter().map(|c| c.waived.len()).sum() {
        0 => String::new(),
        count => format!(", {count} waived"),
    };
    let lacking = match lacking(all) {
        0 => String::new(),
        count => format!(", {count} of {} lack models", all.len()),
    };
    let _ = writeln!(
        text,
        "covered {hit} of {reachable} goals, {}, {never} cannot be reached, {open} open{outside}{waived}{lacking}",
        share(hit, reachable)
    );
    text
}

/// Goals that no case of the domain hits.
fn beyond(covered: &Covered) -> usize {
    let model = &covered.model;
    let is = |goal: &usize| covered.hits[*goal] == 0 && model.status(*goal) == Status::Outside;
    (0..model.len()).filter(is).count()
}

/// What does not count: cases outside of the domain.
fn beside(covered: &Covered) -> String {
    match covered.outside {
        0 => String::new(),
        outside => format!(" and {outside} outside of the domain"),
    }
}

/// How much was hit, of the models that there are.
fn of_models(covered: &Covered) -> String {
    let part = share(covered.hit(), covered.reachable());
    match covered.model.lacks().is_empty() {
        _ if covered.reachable() == 0 => "no model".to_owned(),
        true => part,
        false => format!("{part} of the models that there are"),
    }
}

/// The models that an operation lacks.
fn lacks(text: &mut String, model: &Model) {
    for lack in model.lacks() {
        let _ = writeln!(text, "  lacks    {}: {}", lack.models, lack.why);
    }
}

/// Goals that were hit although a reason says that they cannot be.
fn odd(text: &mut String, covered: &Covered) {
    let model = &covered.model;
    for goal in (0..model.len()).filter(|goal| covered.hits[*goal] > 0) {
        if let Status::Never(reason) = model.status(goal) {
            let goal = model.goal(goal);
            let _ = writeln!(
                text,
                "  hit though thought out of reach, an error of the model: {} {}: {reason}",
                goal.cross, goal.values
            );
        }
    }
}

fn with(model: &Model, is: impl Fn(Status) -> bool) -> usize {
    (0..model.len()).filter(|goal| is(model.status(*goal))).count()
}

/// Why a goal is none of a domain.
pub const OUTSIDE: &str = "no case of the domain was found";

/// The goals of a model, and the reasons of those that cannot be reached.
#[must_use]
pub fn goals(model: &Model) -> String {
    let mut text = String::new();
    let reachable = with(model, |s| s == Status::Reachable);
    let _ = writeln!(text, "{}: {} goals, {reachable} can be reached", name(model), model.len());
    for table in model.tables() {
        let all = table.goals.len();
        let count = table.goals.clone().filter(|g| model.status(*g) == Status::Reachable).count();
        let _ = writeln!(text, "  {:8}{count:>7} of{all:>7}  {}", table.name, table.what);
        let axes: Vec<String> = table
            .axes
            .iter()
            .map(|(name, values)| format!("{name}: {}", values.join(" | ")))
            .collect();
        for axis in axes {
            let _ = writeln!(text, "          {axis}");
        }
    }
    lacks(&mut text, model);
    let mut reasons: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for goal in 0..model.len() {
        match model.status(goal) {
            Status::Reachable => {}
            Status::Never(reason) => reasons.entry(reason).or_default().push(goal),
            Status::Tried => reasons.entry("all operands were tried").or_default().push(goal),
            Status::Outside => reasons.entry(OUTSIDE).or_default().push(goal),
            Status::Open => {
                reasons.entry("nobody knows: no case was found").or_default().push(goal)
            }
        }
    }
    if !reasons.is_empty() {
        text.push_str("out of reach:\n");
    }
    for (reason, goals) in reasons {
        let _ = writeln!(text, "  {reason}");
        for goal in goals {
            let goal = model.goal(goal);
            let _ = writeln!(text, "    {} {}", goal.cross, goal.values);
        }
    }
    text
}
