//! What was found of one operation, as text.

use super::measure::{Breach, Point, Summary};
use crate::explain::value;
use crate::registry::Plan;
use std::fmt::Write;

/// The report of `assay ulp`, with so many cases of each kind.
#[must_use]
pub fn report(plan: &Plan, summary: &Summary, most: usize) -> String {
    // Writing to a string does not fail, here and below.
    let mut text = String::new();
    let options = plan.options.to_string();
    let gap = if options.is_empty() { "" } else { " " };
    let _ = writeln!(text, "{}{gap}{options}: {} answers", plan.op.id, summary.answers);
    match summary.worst.first() {
        Some(worst) => {
            let at = plan.texts(&worst.x).join(" ");
            item(&mut text, "largest error", &format!("{} ulp, of {}", worst.ulps, short(&at)));
            let of = summary.measured;
            item(&mut text, "mean error", &format!("{} ulp, of {of} with an error", summary.mean));
        }
        None => item(&mut text, "largest error", "none: no answer has a value to measure it by"),
    }
    let share = format!(
        "{} of {}, {}",
        summary.correct,
        summary.answers,
        percent(summary.correct, summary.answers)
    );
    item(&mut text, "correctly rounded", &share);
    item(&mut text, "special answers", &wrong(summary.differ, "is not right", "are not right"));
    let ordered = match summary.neighbours {
        None => "not asked: the function is not known to be monotone".to_owned(),
        Some(n) => format!("{} of {n} neighbours in the wrong order", summary.unordered),
    };
    item(&mut text, "monotone", &ordered);
    let alike = match summary.pairs {
        None => "not asked: the function is neither odd nor even, or rounds one way".to_owned(),
        Some(n) => format!("{} of {n} pairs of both signs not alike", summary.unlike),
    };
    item(&mut text, "symmetric", &alike);
    if summary.beyond > 0 {
        let beyond = format!("the last {} answers are not compared with others", summary.beyond);
        item(&mut text, "neighbours", &beyond);
    }
    cases(&mut text, plan, summary, most);
    text
}

fn item(text: &mut String, label: &str, what: &str) {
    let _ = writeln!(text, "  {label:<17}  {what}");
}

fn wrong(count: u64, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// The cases that are told.
fn cases(text: &mut String, plan: &Plan, summary: &Summary, most: usize) {
    let answer = |x: &[u64], found: u64, right: u64| {
        let at = plan.texts(x).join(" ");
        format!("{}: found {}, right {}", short(&at), told(plan, found), told(plan, right))
    };
    head(text, "largest errors", summary.worst.len().min(most));
    for w in summary.worst.iter().take(most) {
        let _ =
            writeln!(text, "  {:>6}  {} ulp  {}", w.line, w.ulps, answer(&w.x, w.found, w.right));
    }
    head(text, "special answers that are not right", summary.differences.len());
    for d in &summary.differences {
        let case = answer(&d.x, d.found, d.right);
        let _ = writeln!(text, "  {:>6}  {case}: {}", d.line, d.special.words());
    }
    head(text, "in the wrong order", summary.disorder.len());
    breaches(text, plan, &summary.disorder);
    head(text, "not alike", summary.asymmetry.len());
    breaches(text, plan, &summary.asymmetry);
}

fn head(text: &mut String, title: &str, count: usize) {
    if count > 0 {
        let _ = writeln!(text, "{title}");
    }
}

fn breaches(text: &mut String, plan: &Plan, all: &[Breach]) {
    let from = &plan.operands[0].format;
    let point = |p: &Point| format!("{}: {}", value::hex(from, p.x), told(plan, p.found));
    for Breach { first, second } in all {
        let _ = writeln!(text, "  {:>6}  {}, {}", second.line, point(first), point(second));
    }
}

/// A result with its value: `3f800000 (1)`.
fn told(plan: &Plan, code: u64) -> String {
    let format = &plan.result().format;
    format!("{} ({})", value::hex(format, code), value::decimal(format, code))
}

/// A long block, cut.
fn short(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// `99.9985 %`, never rounded up to all, nor down to none.
#[must_use]
pub fn percent(part: u64, all: u64) -> String {
    let scaled = |digits: u128| u128::from(part) * digits / u128::from(all.max(1));
    let cut = scaled(1_000_000);
    format!("{}.{:04} %", cut / 10_000, cut % 10_000)
}
