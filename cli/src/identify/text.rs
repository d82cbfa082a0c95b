//! What was found, as text and as JSON.

use crate::failure::Failure;
use crate::page::{self, object};
use std::fmt::Write;
use vectors::explain::value;
use vectors::identify::{Asked, Identified, KEPT, Name, Nearest, Refuted};
use vectors::registry::{FlagKind, Op, Plan};

/// Cases that are told where more are wanted.
const NEXT: usize = 3;

/// What is told of a design.
pub(super) struct Told<'a> {
    pub(super) op: &'static Op,
    pub(super) found: &'a Identified,
    /// What is wrong with the design beside its answers.
    pub(super) complaints: &'a [String],
    /// The most candidates told.
    pub(super) most: usize,
}

impl Told<'_> {
    /// Whether the candidates that are left are what the design is.
    pub(super) fn is_named(&self) -> bool {
        self.found.is_named() && self.complaints.is_empty()
    }

    pub(super) fn report(&self) -> String {
        let mut text = String::new();
        let out = &mut text;
        // Writing to a String cannot fail.
        let _ = self.doubts(out);
        let _ = match &self.found.left[..] {
            [] => self.none(out),
            [first, others @ ..] => self.some(out, first, others),
        };
        let open = self.found.is_inconclusive() && self.complaints.is_empty();
        let word = match self.is_named() {
            true => "PASS",
            false if open => "INCONCLUSIVE",
            false => "FAIL",
        };
        let Identified { candidates, count, asked, proof, .. } = self.found;
        let _ = writeln!(
            out,
            "ASSAY {word} candidates={candidates} left={count} asked={asked} proof={}",
            proof.len()
        );
        text
    }

    /// Why nothing that is left can be the design.
    fn doubts(&self, out: &mut String) -> std::fmt::Result {
        let Identified { asked, failed, .. } = self.found;
        if *failed > 0 {
            let why = self.found.why.as_deref().unwrap_or_default();
            writeln!(out, "not identified: {failed} of {asked} cases without an answer: {why}")?;
        } else if self.found.over {
            writeln!(out, "not identified: the time was over after {asked} cases")?;
        } else if !self.found.complete {
            writeln!(out, "not identified: the questions did not come to their end")?;
        }
        if !self.found.next.is_empty() {
            let (plan, count) = (plan(self.op), self.found.count);
            writeln!(
                out,
                "not identified: these results fit several operations ({count} candidates); cases that tell some apart:"
            )?;
            for x in self.found.next.iter().take(NEXT) {
                writeln!(out, "  assay eval {}", plan.case(x))?;
            }
        }
        for complaint in self.complaints {
            writeln!(out, "not identified: the design {complaint}")?;
        }
        if let Some(twice) = &self.found.inconsistent {
            let plan = plan(self.op);
            let plural = if twice.count == 1 { "" } else { "s" };
            writeln!(out, "not identified: {} case{plural} answered in two ways:", twice.count)?;
            writeln!(
                out,
                "  {}: {}, then {}",
                plan.case(&twice.first.x),
                answer(&plan, &twice.first),
                answer(&plan, &twice.second)
            )?;
        }
        Ok(())
    }

    fn some(&self, out: &mut String, first: &Name, others: &[Name]) -> std::fmt::Result {
        let Identified { count, structures, held, unheld, .. } = self.found;
        match self.is_named() {
            true => writeln!(out, "{first}")?,
            false => writeln!(out, "what was answered does not exclude {first}")?,
        }
        if first.instead.is_some() && self.op.flags != FlagKind::None {
            writeln!(
                out,
                "flags were not looked at where its result is not the operation's and it says nothing of them"
            )?;
        }
        let more = count - 1;
        if more > 0 {
            writeln!(out, "{more} more that no case told apart")?;
            for name in others.iter().take(self.most.saturating_sub(1)) {
                writeln!(out, "  {name}")?;
            }
            if more as usize >= self.most.max(1) {
                writeln!(out, "  ...")?;
            }
        }
        if *structures > KEPT as u64 {
            writeln!(
                out,
                "{structures} structures were left, of which the {KEPT} simplest were asked for special codes"
            )?;
        }
        if *unheld > 0 {
            writeln!(out, "{unheld} of them are too many to be held against all cases")?;
        }
        writeln!(out, "held against {held} cases")
    }

    fn none(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "none of {} candidates", self.found.candidates)?;
        let Some(Nearest { name, agrees: (right, of), results, refuted }) = &self.found.nearest
        else {
            return Ok(());
        };
        let but = match results == right {
            true => String::new(),
            false => format!(", but for flags in {results}"),
        };
        writeln!(out, "nearest: {name}, which agrees in {right} of {of} cases{but} and not in")?;
        let plan = plan(self.op);
        for Refuted { asked, out: own, flag } in refuted {
            let right = Asked { out: own.clone(), flag: *flag, ..asked.clone() };
            let (case, found) = (plan.case(&asked.x), answer(&plan, asked));
            writeln!(out, "  {case}: {found}, the nearest gives {}", answer(&plan, &right))?;
        }
        Ok(())
    }

    pub(super) fn json(&self) -> Result<String, Failure> {
        let (plan, found) = (plan(self.op), self.found);
        let case =
            |one: &Asked| object! { operands: plan.texts(&one.x), answer: answer(&plan, one) };
        let near = |nearest: &Nearest| {
            let refuted = nearest.refuted.iter().map(|one| {
                let own = Asked { out: one.out.clone(), flag: one.flag, ..one.asked.clone() };
                object! {
                    #[serde(flatten)]
                    case: case(&one.asked),
                    nearest: answer(&plan, &own),
                }
            });
            object! {
                name: nearest.name.to_string(),
                agrees: nearest.agrees.0,
                cases: nearest.agrees.1,
                // Those whose results it gives.
                results: nearest.results,
                refuted: refuted.collect::<Vec<_>>(),
            }
        };
        let left =
            found.left.iter().take(self.most).map(|Name { op, options, answers, instead }| {
                object! { op: op, opts: options, profile: answers, instead: instead }
            });
        page::json(&object! {
            schema: page::SCHEMA,
            // Whether the design is one of those that are left.
            identified: self.is_named(),
            left: left.collect::<Vec<_>>(),
            count: found.count,
            unheld: found.unheld,
            candidates: found.candidates,
            structures: found.structures,
            asked: found.asked,
            // Cases that those that are left were held against.
            held: found.held,
            failed: found.failed,
            complete: found.complete,
            // Whether the time was over before.
            over: found.over,
            complaints: self.complaints,
            // Cases that were answered in two ways.
            inconsistent: found.inconsistent.as_ref().map_or(0, |twice| twice.count),
            nearest: found.nearest.as_ref().map(near),
            proof: found.proof.iter().map(case).collect::<Vec<_>>(),
            // Cases that would tell the operations apart that are left.
            next: found.next.iter().map(|x| plan.case(x)).collect::<Vec<_>>(),
        })
    }
}

fn plan(op: &'static Op) -> Plan {
    op.plan(&op.option_sets().first().copied().unwrap_or_default())
}

/// The design's answer in hex.
fn answer(plan: &Plan, case: &Asked) -> String {
    let mut text = value::results(plan, &case.out);
    if let Some(flag) = case.flag {
        let flags = plan.op.flags.text(flag);
        let _ = write!(text, " {}", flags.split(' ').next().unwrap_or_default());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left is a verdict where all of it was held against all cases.
    #[test]
    fn what_was_not_held_is_no_pass() {
        let op = vectors::operations().find("ieee.f16.add").expect("an operation");
        let (options, answers) = (String::new(), Vec::new());
        let name = Name { op: op.id.clone(), options, answers, instead: None };
        let found =
            Identified { left: vec![name], count: 3, complete: true, ..Identified::default() };
        let complaints = ["hangs".to_owned()];
        for (unheld, complaints, word) in [
            (0, &[][..], "PASS"),
            (2, &[], "INCONCLUSIVE"),
            (0, &complaints, "FAIL"),
            (2, &complaints, "FAIL"),
        ] {
            let found = Identified { unheld, ..found.clone() };
            let told = Told { op, found: &found, complaints, most: 1 };
            let report = told.report();
            assert!(report.contains(&format!("\nASSAY {word} ")), "{report}");
            assert_eq!(told.is_named(), word == "PASS");
        }
    }
}
