//! A measurement to what is said of a shard, and back.

use super::Accuracy;
use super::measure::{KEPT, Place, Summary};
use super::ulps::Ulps;
use crate::generate::Set;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Sums, places of the cases that are told, and of each answer that is kept itself and its error, about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Found {
    answers: u64,
    measured: u64,
    correct: u64,
    differ: u64,
    sum: Ulps,
    worst: Vec<Place>,
    differences: Vec<Place>,
    kept: Vec<(u64, Option<u32>)>,
}

impl Found {
    /// What is known of a shard.
    pub(super) fn of(accuracy: &Accuracy) -> Self {
        let all = &accuracy.summary;
        let Summary { answers, measured, correct, differ, .. } = *all;
        Self {
            answers,
            measured,
            correct,
            differ,
            sum: accuracy.sum.clone(),
            worst: all.worst.iter().map(|w| (w.line, w.element, w.found)).collect(),
            differences: all.differences.iter().map(|d| (d.line, d.element, d.found)).collect(),
            kept: accuracy.points.iter().map(|p| (p.found, p.ulps.map(f32::to_bits))).collect(),
        }
    }

    /// What is not as a shard with so many answers has it, behind so many others.
    fn wrong(&self, answers: u64, before: u64) -> Option<String> {
        let Self { measured, correct, differ, .. } = *self;
        let kept = (KEPT as u64).saturating_sub(before).min(answers);
        let counts = [
            ("answers", self.answers, answers),
            ("kept answers", self.kept.len() as u64, kept),
            ("measured answers at most", measured.max(answers), answers),
            ("right answers at most", correct.max(answers), answers),
            ("special answers at most", differ.max(answers), answers),
        ];
        let count = counts.into_iter().find(|(_, found, right)| found != right)?;
        Some(format!("{} {}, {} are right", count.1, count.0, count.2))
    }
}

impl Accuracy {
    /// Takes what was found of the next shard, which has these cases of the set; what is wrong with it comes back.
    pub(super) fn take_shard(
        &mut self,
        shard: &Found,
        set: &Set,
        cases: Range<u64>,
    ) -> Result<(), String> {
        let outs = self.plan.outs();
        let answers = (cases.end - cases.start) * outs as u64;
        if let Some(why) = shard.wrong(answers, self.summary.answers) {
            return Err(why);
        }
        let all = &mut self.summary;
        all.answers += shard.answers;
        all.measured += shard.measured;
        all.correct += shard.correct;
        all.differ += shard.differ;
        all.beyond += answers - shard.kept.len() as u64;
        self.sum += &shard.sum;
        for (places, special) in [(&shard.worst, false), (&shard.differences, true)] {
            for place in places {
                self.tell_again(*place, special, set, &cases)?;
            }
        }
        let mut x = vec![0; set.elements()];
        for (i, &(found, ulps)) in shard.kept.iter().enumerate() {
            let index = cases.start + (i / outs) as u64;
            if i % outs == 0 && set.case(index, &mut x).is_none() {
                return Err(format!("an answer to case {}", index + 1));
            }
            self.point(index + 1, &x, found, ulps.map(f32::from_bits));
        }
        Ok(())
    }

    /// Judges an answer again that a shard tells for its error, or because it is special.
    fn tell_again(
        &mut self,
        place: Place,
        special: bool,
        set: &Set,
        cases: &Range<u64>,
    ) -> Result<(), String> {
        let (line, element, found) = place;
        let mut x = vec![0; set.elements()];
        let inside = line > cases.start && line <= cases.end;
        if !inside || set.case(line - 1, &mut x).is_none() {
            return Err(format!("an answer to case {line}"));
        }
        let answer = self.judge.one(&x, self.plan.outs(), element, found);
        let Some(mut answer) = answer.map_err(|e| e.to_string())? else {
            return Err(format!("an answer for element {element} of case {line}"));
        };
        match special {
            true => answer.ulps = None,
            false => answer.special = None,
        }
        self.tell(place, &x, answer);
        Ok(())
    }
}
