//! A model: the goals of an operation under one choice of options, and a case for every one that can be
//! reached.

use super::cross::{Aim, Cross, RESULTS, View};
use super::solve::solve;
use super::subject::Subject;
use super::{Lack, boxed, edge, ibm, lacks, own};
use crate::domain::Within;
use crate::draw::corner::codes;
use crate::draw::random::element::Operand;
use crate::draw::rng::{self, Rng};
use crate::draw::{DRAW, Draw};
use crate::registry::Plan;
use std::sync::Arc;

/// Proposals for a goal.
const TRIES: usize = 400;

/// Proposals for a goal that nothing has reached and no reason puts out of reach.
const MORE: usize = 20_000;

/// Proposals for a goal in a domain, in which many goals cannot be reached; and for all that are left then.
const FEW: usize = 50;
const ROOM: usize = 1 << 22;

/// Random cases of a domain that are looked at.
const DRAWN: u64 = 1 << 16;

/// Operands of at most so many bits are all tried for what is left.
const ALL: u32 = 18;

/// What is known of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// There is a case that hits it.
    Reachable,
    /// No case hits it, for this reason.
    Never(&'static str),
    /// No case hits it: all operands were tried.
    Tried,
    /// Nobody knows.
    Open,
    /// No case of the domain hits it; of operands that cannot all be tried, none was found.
    Outside,
}

/// A goal of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The cross that it belongs to: `B3`.
    pub cross: &'static str,
    /// The values of the cross's axes: `sign=+ lsb=0 guard=1 sticky=0`.
    pub values: String,
    /// What is known of it.
    pub status: Status,
}

/// The goals of an operation under one choice of options.
#[derive(Debug)]
pub struct Model {
    subject: Subject,
    crosses: Vec<Cross>,
    /// The first goal of each cross.
    starts: Vec<usize>,
    status: Vec<Status>,
    /// The elements of the cases, one behind the other.
    cases: Vec<u64>,
    /// Where cases lie, if not anywhere.
    domain: Option<Arc<Within>>,
}

/// A cross of a model, as reports show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// What it looks at.
    pub what: &'static str,
    /// Its axes: names and values.
    pub axes: Vec<(&'static str, Vec<String>)>,
    /// Its goals' numbers.
    pub goals: std::ops::Range<usize>,
}

impl Model {
    /// The model of an operation under these options, a case for every goal found.
    #[must_use]
    pub fn new(plan: &Plan) -> Self {
        Self::within(plan, None)
    }

    /// The same with cases of a domain: a goal that none of them hits is [`Status::Outside`].
    #[must_use]
    pub fn within(plan: &Plan, domain: Option<Arc<Within>>) -> Self {
        let subject = Subject::of(plan);
        let mut crosses = Vec::new();
        // The models look at codes of one word.
        if !plan.is_wide() {
            crosses = known(&subject);
            crosses.extend(boxed::crosses(&subject, known));
        }
        let mut starts = Vec::with_capacity(crosses.len());
        let mut count = 0;
        for cross in &crosses {
            starts.push(count);
            count += cross.len();
        }
        let status = vec![Status::Open; count];
        let mut model = Self { subject, crosses, starts, status, cases: Vec::new(), domain };
        model.build();
        model
    }

    /// The operation and options.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.subject.plan
    }

    /// The number of goals.
    #[must_use]
    pub fn len(&self) -> usize {
        self.status.len()
    }

    /// Whether there are no goals.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.status.is_empty()
    }

    /// The models that the operation lacks.
    #[must_use]
    pub fn lacks(&self) -> Vec<Lack> {
        lacks::of(&self.subject, &self.crosses)
    }

    /// The elements of the cases, one case behind the other.
    #[must_use]
    pub fn cases(&self) -> &[u64] {
        &self.cases
    }

    /// What is known of a goal.
    ///
    /// # Panics
    /// Where there is no goal of that number.
    #[must_use]
    pub fn status(&self, goal: usize) -> Status {
        self.status[goal]
    }

    /// A goal in words.
    ///
    /// # Panics
    /// Where there is no goal of that number.
    #[must_use]
    pub fn goal(&self, goal: usize) -> Goal {
        let at = self.starts.partition_point(|start| *start <= goal) - 1;
        let cross = &self.crosses[at];
        let values = cross.text(goal - self.starts[at]);
        Goal { cross: cross.name, values, status: self.status[goal] }
    }

    /// The crosses, each with the number of its first goal.
    pub(super) fn crosses(&self) -> impl Iterator<Item = (&Cross, usize)> {
        self.crosses.iter().zip(self.starts.iter().copied())
    }

    /// What the operation is to the models.
    pub(super) fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The crosses.
    #[must_use]
    pub fn tables(&self) -> Vec<Table> {
        let both = self.crosses.iter().zip(&self.starts);
        both.map(|(cross, start)| Table {
            name: cross.name,
            what: cross.what,
            axes: cross.axes.iter().map(|a| (a.name, a.values.clone())).collect(),
            goals: *start..start + cross.len(),
        })
        .collect()
    }

    /// Calls `hit` with the number of every goal that a case hits, perhaps several times. `x` holds the
    /// operands' elements, `out` and `flag` the reference's result.
    #[inline]
    pub fn hits(&self, x: &[u64], out: &[u64], flag: Option<u8>, mut hit: impl FnMut(usize)) {
        for (lane, code) in out.iter().enumerate().take(self.subject.lanes) {
            let scene = self.subject.scene(x, lane, *code, flag.unwrap_or(0));
            let view = View { subject: &self.subject, scene: &scene, elements: x, results: out };
            for (cross, start) in self.crosses.iter().zip(&self.starts) {
                (cross.hits)(&view, &mut |goal| {
                    if let Some(place) = cross.place(goal) {
                        hit(start + place);
                    }
                });
            }
        }
    }

    fn build(&mut self) {
        let plan = self.subject.plan.clone();
        let key = rng::key(0, &format!("{} {}", plan.op.id, plan.options));
        let operands: Vec<Operand> =
            plan.operands.iter().map(|s| Operand::new(s, codes(&s.format))).collect();
        let mut builder = Builder { draw: DRAW.of(plan.op), operands, x: vec![0; plan.elements()] };
        let mut reached = vec![false; self.len()];
        for at in 0..self.crosses.len() {
            for place in 0..self.crosses[at].len() {
                let goal = self.starts[at] + place;
                let mut rng = Rng::new(key, goal as u64);
                let never = self.never(at, place);
                let tries = match never {
                    Some(_) => 0,
                    None if reached[goal] && self.crosses[at].name == RESULTS => 0,
                    None if self.domain.is_some() => FEW,
                    None => TRIES,
                };
                self.reach(&mut builder, (at, place), tries, &mut reached, &mut rng);
            }
        }
        self.finish(&mut builder, &mut reached, key);
    }

    /// Why no case hits a goal, where there is a reason.
    fn never(&self, at: usize, place: usize) -> Option<&'static str> {
        let cross = &self.crosses[at];
        (cross.never)(&self.subject, &cross.goal(place))
    }

    /// Looks for a case, and keeps it.
    fn reach(
        &mut self,
        builder: &mut Builder,
        (at, place): (usize, usize),
        tries: usize,
        reached: &mut [bool],
        rng: &mut Rng,
    ) {
        let cross = &self.crosses[at];
        let (goal, wanted) = (cross.goal(place), self.starts[at] + place);
        for _ in 0..tries {
            let Some(aim) = (cross.aims)(&self.subject, &goal, rng) else { return };
            builder.propose(&self.subject, aim, cross, &goal, rng);
            if let Some(domain) = &self.domain {
                domain.fit(rng, &mut builder.x);
            }
            if self.take(&builder.x, wanted, reached) {
                self.cases.extend_from_slice(&builder.x);
                return;
            }
        }
    }

    /// Whether a case hits a goal; if so, all that it hits are reached.
    fn take(&self, x: &[u64], wanted: usize, reached: &mut [bool]) -> bool {
        let outcome = self.subject.plan.run(x);
        let mut meant = false;
        self.hits(x, outcome.out(), outcome.flag, |goal| meant |= goal == wanted);
        if meant {
            self.hits(x, outcome.out(), outcome.flag, |goal| reached[goal] = true);
        }
        meant
    }

    /// What nothing has reached: a reason, a longer search, or all operands.
    fn finish(&mut self, builder: &mut Builder, reached: &mut [bool], key: u64) {
        let bits = self.subject.plan.input_bits();
        if self.domain.is_some() && bits > ALL {
            self.draw_many(builder, reached, key);
        }
        let open = |reached: &[bool]| -> Vec<(usize, usize)> {
            let all = self.crosses.iter().enumerate();
            let places = all.flat_map(|(at, cross)| (0..cross.len()).map(move |place| (at, place)));
            places
                .filter(|(at, place)| {
                    !reached[self.starts[*at] + place] && self.never(*at, *place).is_none()
                })
                .collect()
        };
        let left = open(reached);
        if bits <= ALL && !left.is_empty() {
            self.try_all(reached);
        } else {
            let count = left.len();
            for (at, place) in left {
                let goal = self.starts[at] + place;
                if !reached[goal] {
                    let mut rng = Rng::new(key ^ 1, goal as u64);
                    let tries = match self.domain {
                        Some(_) => (ROOM / count).clamp(FEW, TRIES),
                        None => MORE,
                    };
                    self.reach(builder, (at, place), tries, reached, &mut rng);
                }
            }
        }
        for at in 0..self.crosses.len() {
            for place in 0..self.crosses[at].len() {
                let goal = self.starts[at] + place;
                self.status[goal] = match self.never(at, place) {
                    _ if reached[goal] => Status::Reachable,
                    Some(reason) => Status::Never(reason),
                    None if self.domain.is_some() => Status::Outside,
                    None if bits <= ALL => Status::Tried,
                    None => Status::Open,
                };
            }
        }
    }

    /// Keeps a case that hits a goal which nothing has reached.
    fn keep_new(&mut self, x: &[u64], reached: &mut [bool]) {
        let outcome = self.subject.plan.run(x);
        let mut new = false;
        self.hits(x, outcome.out(), outcome.flag, |goal| {
            new |= !std::mem::replace(&mut reached[goal], true);
        });
        if new {
            self.cases.extend_from_slice(x);
        }
    }

    /// Random cases of the domain; the first that hits a goal is kept.
    fn draw_many(&mut self, builder: &mut Builder, reached: &mut [bool], key: u64) {
        let Some(domain) = self.domain.clone() else { return };
        let plan = self.subject.plan.clone();
        for index in 0..DRAWN {
            let mut rng = Rng::new(key ^ 2, index);
            builder.draw.random(&mut rng, &plan, &builder.operands, &mut builder.x);
            domain.fit(&mut rng, &mut builder.x);
            self.keep_new(&builder.x, reached);
        }
    }

    /// Every combination of operand codes; the first case that hits a goal is kept.
    fn try_all(&mut self, reached: &mut [bool]) {
        let plan = self.subject.plan.clone();
        let widths: Vec<u32> =
            plan.operands.iter().flat_map(|s| vec![s.format.width; s.len]).collect();
        let mut x = vec![0; plan.elements()];
        for index in 0..1u64 << plan.input_bits() {
            let mut rest = index;
            for (code, width) in x.iter_mut().zip(&widths).rev() {
                *code = rest & (u64::MAX >> (64 - width));
                rest >>= width;
            }
            if self.domain.as_ref().is_some_and(|domain| !domain.takes(&x)) {
                continue;
            }
            self.keep_new(&x, reached);
        }
    }
}

/// The crosses of an operation, boxes aside.
fn known(subject: &Subject) -> Vec<Cross> {
    let mut crosses = ibm::crosses(subject);
    crosses.extend(edge::crosses(subject));
    crosses.extend(own::crosses(subject));
    crosses.extend(ibm::later(subject));
    crosses.extend(own::later(subject));
    crosses
}

/// Makes cases of proposals.
struct Builder {
    draw: &'static dyn Draw,
    operands: Vec<Operand>,
    x: Vec<u64>,
}

impl Builder {
    /// A case as an aim has it; of several lanes, each by an aim of its own.
    fn propose(
        &mut self,
        subject: &Subject,
        aim: Aim,
        cross: &Cross,
        goal: &[usize],
        rng: &mut Rng,
    ) {
        let plan = &subject.plan;
        let lane = match aim {
            Aim::Any => return self.draw.random(rng, plan, &self.operands, &mut self.x),
            Aim::Elements(x) => return self.x.copy_from_slice(&x),
            Aim::Operands(x) => x,
            Aim::Result(target) => solve(subject, &target, rng),
        };
        self.put(subject, lane, 0);
        for other in 1..subject.lanes {
            let lane = match (cross.aims)(subject, goal, rng) {
                Some(Aim::Operands(x)) => x,
                Some(Aim::Result(target)) => solve(subject, &target, rng),
                _ => lane,
            };
            self.put(subject, lane, other);
        }
    }

    fn put(&mut self, subject: &Subject, codes: [u64; 3], lane: usize) {
        let mut at = 0;
        for (operand, shape) in subject.plan.operands.iter().enumerate() {
            if lane < shape.len {
                let part = subject.arithmetic.map_or(operand, |a| a.part(operand));
                self.x[at + lane] = codes[part];
            }
            at += shape.len;
        }
    }
}
