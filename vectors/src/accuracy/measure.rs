//! Many answers of one function: the largest error and the mean, what differs, what is not monotone, and
//! what is not symmetric.

use super::function_of;
use super::judge::{Answer, Judge, Special};
use super::order::{about, order};
use super::shape::{Symmetry, stretch, symmetry};
use super::ulps::Ulps;
use crate::registry::{Plan, UndecidedCase};
use functions::{Function, Shape};
use std::cmp::Ordering;

/// So many answers are kept for the picture, and to see how neighbours stand to each other.
pub(super) const KEPT: usize = 1 << 22;

/// Where an answer stands: the number of its case, from 1, its element, and the answer.
pub(super) type Place = (u64, usize, u64);

/// An answer that is kept: the place of its argument among all, argument, answer, error.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// The argument's place in the order of all numbers.
    pub order: i64,
    /// The argument; of several operands, the first.
    pub x: u64,
    /// The answer.
    pub found: u64,
    /// Its error in ulp, about; nothing where it has none.
    pub ulps: Option<f32>,
    /// The line, or the number, of the case.
    pub line: u64,
}

/// An answer with its error.
#[derive(Clone, Debug)]
pub struct Worst {
    /// The line, or the number, of the case.
    pub line: u64,
    /// The answer's place in its block.
    pub element: usize,
    /// The operands' elements.
    pub x: Vec<u64>,
    /// The answer.
    pub found: u64,
    /// The right one.
    pub right: u64,
    /// The error.
    pub ulps: Ulps,
}

/// An answer that has no error in ulp, and is not right.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The line, or the number, of the case.
    pub line: u64,
    /// The answer's place in its block.
    pub element: usize,
    /// The operands' elements.
    pub x: Vec<u64>,
    /// The answer.
    pub found: u64,
    /// The right one.
    pub right: u64,
    /// How they differ.
    pub special: Special,
}

/// Two answers that do not stand to each other as they should.
#[derive(Clone, Copy, Debug)]
pub struct Breach {
    /// The one.
    pub first: Point,
    /// The other.
    pub second: Point,
}

/// Collects answers of one function under one choice of options.
#[derive(Clone, Debug)]
pub struct Accuracy {
    pub(super) plan: Plan,
    function: Function,
    pub(super) judge: Judge,
    most: usize,
    /// So many answers are kept.
    room: usize,
    pub(super) summary: Summary,
    pub(super) sum: Ulps,
    pub(super) points: Vec<Point>,
}

/// What is known of all answers.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Answers, of blocks each element.
    pub answers: u64,
    /// Of those, with an error in ulp.
    pub measured: u64,
    /// The right code.
    pub correct: u64,
    /// The mean of the errors.
    pub mean: Ulps,
    /// Those with the largest errors, the largest first; of equal ones the first.
    pub worst: Vec<Worst>,
    /// Special answers that are not right.
    pub differ: u64,
    /// The first of them.
    pub differences: Vec<Difference>,
    /// Pairs of neighbouring arguments that were looked at; nothing where the function is not monotone.
    pub neighbours: Option<u64>,
    /// Of those, with answers in the wrong order.
    pub unordered: u64,
    /// The first of them.
    pub disorder: Vec<Breach>,
    /// Pairs of arguments of both signs; nothing where the function is neither odd nor even, or rounding is
    /// not.
    pub pairs: Option<u64>,
    /// Of those, with answers that are not alike.
    pub unlike: u64,
    /// The first of them.
    pub asymmetry: Vec<Breach>,
    /// Answers beyond those whose neighbours were looked at.
    pub beyond: u64,
    /// The answers in the order of the arguments.
    pub points: Vec<Point>,
}

impl Accuracy {
    /// Of the answers to cases of this plan; `most` are told of each kind. `None` where it is no function.
    #[must_use]
    pub fn new(plan: &Plan, most: usize) -> Option<Self> {
        let (function, judge) = (function_of(plan.op)?, Judge::of(plan)?);
        let (summary, sum, points) = Default::default();
        Some(Self { plan: plan.clone(), function, judge, most, room: KEPT, summary, sum, points })
    }

    /// The same of a shard that stands behind so many answers: of all shards as many are kept as of the whole.
    #[must_use]
    pub fn behind(self, answers: u64) -> Self {
        Self { room: (KEPT as u64).saturating_sub(answers) as usize, ..self }
    }

    /// So many cases of each kind are told.
    #[must_use]
    pub const fn most(&self) -> usize {
        self.most
    }

    /// The operation and options.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Takes the answers to a case.
    ///
    /// # Errors
    /// The case, where its right result is not decided.
    pub fn take(&mut self, line: u64, x: &[u64], found: &[u64]) -> Result<(), UndecidedCase> {
        let answers = self.judge.answers(x, found);
        let answers = answers.map_err(|why| UndecidedCase { case: self.plan.case(x), why })?;
        for (element, (answer, &found)) in answers.into_iter().zip(found).enumerate() {
            let all = &mut self.summary;
            all.answers += 1;
            all.correct += u64::from(answer.correct);
            all.differ += u64::from(answer.special.is_some());
            if let Some(ulps) = &answer.ulps {
                all.measured += 1;
                self.sum += ulps;
            }
            let point = answer.ulps.as_ref().map(|ulps| ulps.approximate() as f32);
            self.tell((line, element, found), x, answer);
            self.point(line, x, found, point);
        }
        Ok(())
    }

    /// Keeps an answer that is to be told.
    pub(super) fn tell(&mut self, (line, element, found): Place, x: &[u64], answer: Answer) {
        let Answer { right, ulps, special, .. } = answer;
        let all = &mut self.summary;
        if let Some(special) = special
            && all.differences.len() < self.most
        {
            let x = x.to_vec();
            all.differences.push(Difference { line, element, x, found, right, special });
        }
        if let Some(ulps) = ulps {
            keep(
                &mut all.worst,
                self.most.max(1),
                || Worst { line, element, x: x.to_vec(), found, right, ulps: ulps.clone() },
                &ulps,
            );
        }
    }

    /// Keeps an answer for the picture and its neighbours.
    pub(super) fn point(&mut self, line: u64, x: &[u64], found: u64, ulps: Option<f32>) {
        let x = x.first().copied().unwrap_or(0);
        let order = order(&self.plan.operands[0].format, x);
        if self.points.len() >= self.room {
            self.summary.beyond += 1;
        } else {
            self.points.push(Point { order, x, found, ulps, line });
        }
    }

    /// Nothing follows.
    #[must_use]
    pub fn summary(mut self) -> Summary {
        self.points.sort_by_key(|p| (p.order, p.x, p.line));
        let mut all = std::mem::take(&mut self.summary);
        if all.measured > 0 {
            all.mean = self.sum.divided(all.measured);
        }
        if self.function.row().shape == Shape::Unary {
            self.monotone(&mut all);
            self.symmetric(&mut all);
        }
        all.points = self.points;
        all
    }

    /// Whether answers rise and fall with the function, from argument to argument.
    fn monotone(&self, all: &mut Summary) {
        let (from, to) = (&self.plan.operands[0].format, &self.plan.result().format);
        let place = |p: &Point| stretch(self.function, about(from, p.x)?);
        let known = self.points.iter().filter(|p| about(to, p.found).is_some());
        let mut before: Option<(&Point, (u8, bool))> = None;
        for point in known {
            let Some(own) = place(point) else { continue };
            all.neighbours = Some(all.neighbours.unwrap_or(0));
            if let Some((last, stretch)) = before
                && stretch == own
                && last.order != point.order
            {
                all.neighbours = all.neighbours.map(|n| n + 1);
                let step = order(to, point.found).cmp(&order(to, last.found));
                let wrong = if own.1 { Ordering::Less } else { Ordering::Greater };
                if step == wrong {
                    all.unordered += 1;
                    if all.disorder.len() < self.most {
                        all.disorder.push(Breach { first: *last, second: *point });
                    }
                }
            }
            before = Some((point, own));
        }
    }

    /// Whether answers to arguments of both signs are alike.
    fn symmetric(&self, all: &mut Summary) {
        let (from, to) = (&self.plan.operands[0].format, &self.plan.result().format);
        let rounding = self.plan.env().map(|env| env.rounding).unwrap_or_default();
        let Some(symmetry) = symmetry(self.function, rounding) else { return };
        if !from.sign {
            return;
        }
        let mut pairs = 0;
        let middle = self.points.partition_point(|p| p.order <= 0);
        for point in &self.points[middle..] {
            let at = self.points.partition_point(|p| p.order < -point.order);
            let Some(other) = self.points.get(at).filter(|p| p.order == -point.order) else {
                continue;
            };
            let known = [point, other].iter().all(|p| about(to, p.found).is_some());
            if !known {
                continue;
            }
            pairs += 1;
            let (a, b) = (order(to, point.found), order(to, other.found));
            if a != if symmetry == Symmetry::Odd { -b } else { b } {
                all.unlike += 1;
                if all.asymmetry.len() < self.most {
                    all.asymmetry.push(Breach { first: *point, second: *other });
                }
            }
        }
        all.pairs = Some(pairs);
    }
}

/// Keeps an answer if it is among the worst.
fn keep(worst: &mut Vec<Worst>, most: usize, answer: impl FnOnce() -> Worst, ulps: &Ulps) {
    let at = worst.partition_point(|w| w.ulps.compare(ulps) != Ordering::Less);
    if at < most {
        worst.truncate(most - 1);
        worst.insert(at, answer());
    }
}
