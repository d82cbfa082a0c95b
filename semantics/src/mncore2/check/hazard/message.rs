//! What is said about a hazard.

use super::distance::Met;
use super::meet::{Clash, Reader};
use super::rule::{Needed, Says};
use crate::mncore2::check::Violation;

/// `1 step`, `2 steps`
fn count(number: u32, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// What is read.
fn subject(met: &Met) -> String {
    let (memory, place) = (met.rule.memory, met.place);
    match met.rule.says {
        Says::Memory => format!("{memory} is read"),
        Says::Word => format!("word {place} of {memory} is read"),
        Says::L1b => format!("{memory} of L1B {place} is read"),
        Says::Mv => format!("word {place} of {memory} is read by an MV"),
        Says::Bar => format!("{memory} is accessed"),
    }
}

/// `LM1 is read 1 step after it was written (line 3: $ln0v): 0 steps between, 2 are needed`
fn text(met: &Met, line: u32, what: &str) -> String {
    let subject = subject(met);
    let steps = count(met.steps, "step");
    let it = if met.rule.says == Says::Bar { "its base address register" } else { "it" };
    let lack = match met.rule.needed {
        Needed::Steps(1) => format!("{} between, 1 is needed", count(met.has, "step")),
        Needed::Steps(needed) => format!("{} between, {needed} are needed", count(met.has, "step")),
        Needed::Cycles(needed) => {
            format!("{} between, {needed} are needed", count(met.has, "cycle"))
        }
    };
    format!("{subject} {steps} after {it} was written (line {line}: {what}): {lack}")
}

/// The violation.
pub(super) fn violation(clash: &Clash<'_>) -> Violation {
    let Clash { met, past, written, reader } = clash;
    let earlier = past.place(*written);
    let message = text(met, earlier.line, &earlier.text);
    let exprs: Vec<usize> = clash.expr().into_iter().collect();
    let (rule, nops) = (met.rule, clash.nops());
    let found = match met.warning {
        true => Violation::warning(rule.warning, rule.section, exprs, message),
        false => Violation::error(rule.code, rule.section, exprs, message),
    };
    let found = match *reader {
        Some(Reader::Operand(place)) => found.at(place),
        Some(Reader::Whole(_)) | None => found,
    };
    let nop = if nops == 1 { "nop".to_owned() } else { format!("nop/{nops}") };
    let help = format!("insert {nop} before this line, or move an independent statement there");
    Violation { earlier: Some(earlier), nops, ..found.help(help) }
}
