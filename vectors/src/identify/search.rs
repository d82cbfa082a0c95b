//! Which candidates are left: questions are chosen that tell most of them apart, the design answers, those
//! that say otherwise go.

use super::questions::Questions;
use super::space::{Asked, Judge, Space};
use crate::registry::Outcome;
use std::collections::{HashMap, HashSet};

/// Candidates among which the next questions are chosen.
const LOOKED_AT: usize = 192;

/// Questions from which the next are chosen.
const POOL: usize = 512;

/// Questions that are asked at once.
const ROUND: usize = 12;

/// Pools in a row that tell none of the candidates apart, after which there is no more to ask: at least so
/// many, and more while the candidates that are looked at are few.
const IDLE: usize = 8;

/// Evaluations that are worth their time without telling anything apart.
const IDLE_RUNS: usize = 1 << 21;

/// Questions, and how many candidates are left -> the answers that count; nothing where there are to be no more.
pub(super) type Ask<'a> = dyn FnMut(&[Vec<u64>], u64) -> Option<Vec<Asked>> + 'a;

/// Candidates that are left.
pub(super) struct Search<'a> {
    pub(super) space: &'a dyn Space,
    pub(super) judge: Judge,
    pub(super) left: Vec<u32>,
    /// Those that were left before the last one went.
    pub(super) last: Vec<u32>,
    pub(super) asked: Vec<Asked>,
    turn: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(space: &'a dyn Space, judge: Judge) -> Self {
        let left = (0..space.len()).collect();
        Self { space, judge, left, last: Vec::new(), asked: Vec::new(), turn: 0 }
    }

    /// The questions of a pool that tell candidates apart, the best first.
    pub(super) fn chosen(&mut self, pool: &[Vec<u64>]) -> Vec<Vec<u64>> {
        self.turn += 1;
        let some = sample(&self.left, self.turn);
        let mut parts = vec![0usize; some.len()];
        let mut count = 1;
        let answers: Vec<Vec<usize>> =
            pool.iter().map(|x| classes(self.space, &some, x, &self.judge)).collect();
        let mut chosen = Vec::new();
        while chosen.len() < ROUND && count < some.len() {
            let split = answers.iter().map(|own| refined(&parts, own).1).enumerate();
            let Some((best, most)) = split.max_by_key(|(at, n)| (*n, usize::MAX - at)) else {
                break;
            };
            if most == count {
                break;
            }
            (parts, count) = refined(&parts, &answers[best]);
            chosen.push(pool[best].clone());
        }
        chosen
    }

    /// Pools that may tell nothing apart before the questions end.
    fn patience(&self) -> usize {
        (IDLE_RUNS / (POOL * self.left.len().clamp(1, LOOKED_AT))).clamp(IDLE, 8 * IDLE)
    }

    /// Questions that would tell apart what is left: of several operations these, whatever their options and open answers; nothing
    /// where none is found.
    pub(super) fn next(&self, questions: &mut dyn Questions) -> Vec<Vec<u64>> {
        let mut seen = HashSet::new();
        let mut one_each = Self::new(self.space, self.judge.clone());
        let op = |c: &u32| self.space.name(*c).op;
        let several = self.left.windows(2).any(|pair| op(&pair[0]) != op(&pair[1]));
        let first = |c: &u32| !several || seen.insert(op(c));
        one_each.left = self.left.iter().copied().filter(first).collect();
        let pools = if one_each.left.len() > 1 { one_each.patience() } else { 0 };
        let mut chosen = (0..pools).map(|_| one_each.chosen(&questions.more(POOL)));
        chosen.find(|chosen| !chosen.is_empty()).unwrap_or_default()
    }

    /// Takes answers; whether any candidate went.
    pub(super) fn take(&mut self, asked: Vec<Asked>) -> bool {
        let before = self.left.len();
        for one in &asked {
            if self.left.is_empty() || self.judge.is_over() {
                break;
            }
            let next = agreeing(self.space, &self.left, one, &self.judge);
            if next.is_empty() {
                self.last = std::mem::take(&mut self.left);
            } else {
                self.left = next;
            }
        }
        self.asked.extend(asked);
        self.left.len() < before
    }

    /// Asks until nothing more can be told apart. `more` makes questions, `ask` answers them and is told how
    /// many candidates are left; questions whose answers are not to be used have none. Gives back whether it
    /// ended by itself.
    pub(super) fn run(
        &mut self,
        more: &mut dyn FnMut(usize) -> Vec<Vec<u64>>,
        ask: &mut Ask<'_>,
    ) -> bool {
        let mut idle = 0;
        while self.left.len() > 1 && idle < self.patience() {
            if self.judge.is_over() {
                return false;
            }
            let chosen = self.chosen(&more(POOL));
            if chosen.is_empty() {
                idle += 1;
                continue;
            }
            let Some(asked) = ask(&chosen, self.left.len() as u64) else { return false };
            idle = if self.take(asked) { 0 } else { idle + 1 };
        }
        true
    }
}

/// Some of the candidates, spread over all of them.
pub(super) fn sample(all: &[u32], turn: usize) -> Vec<u32> {
    if all.len() <= LOOKED_AT {
        return all.to_vec();
    }
    let step = all.len() / LOOKED_AT;
    all.iter().copied().skip(turn * 7919 % step).step_by(step).take(LOOKED_AT).collect()
}

/// Which candidates answer alike: the number of the answer for each.
fn classes(space: &dyn Space, some: &[u32], x: &[u64], judge: &Judge) -> Vec<usize> {
    let mut seen: HashMap<(Vec<u64>, Option<u8>), usize> = HashMap::new();
    let key = |o: &Outcome| (judge.out(o.out()), o.flag.filter(|_| judge.flags));
    some.iter()
        .map(|&candidate| {
            let next = seen.len();
            *seen.entry(key(&space.run(candidate, x))).or_insert(next)
        })
        .collect()
}

/// The parts of a partition that another one splits, and how many they are.
fn refined(parts: &[usize], by: &[usize]) -> (Vec<usize>, usize) {
    let mut seen: HashMap<(usize, usize), usize> = HashMap::new();
    let both = parts.iter().zip(by).map(|(&a, &b)| {
        let next = seen.len();
        *seen.entry((a, b)).or_insert(next)
    });
    let parts: Vec<usize> = both.collect();
    (parts, seen.len())
}

/// The candidates that answer as the design did.
pub(super) fn agreeing(space: &dyn Space, all: &[u32], asked: &Asked, judge: &Judge) -> Vec<u32> {
    let is = |c: u32| judge.is(asked, &space.run(c, &asked.x));
    if all.len() < 1 << 14 {
        return all.iter().copied().filter(|&c| is(c)).collect();
    }
    let kept = each(all, &|c| is(c).then_some(c));
    kept.into_iter().flatten().collect()
}

/// What comes of each candidate, in order, by all processors.
pub(super) fn each<T: Send>(all: &[u32], of: &(dyn Fn(u32) -> T + Sync)) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    if threads < 2 || all.len() < 2 {
        return all.iter().map(|&c| of(c)).collect();
    }
    let parts = all.chunks(all.len().div_ceil(threads));
    std::thread::scope(|scope| {
        let run = |part: &[u32]| part.iter().map(|&c| of(c)).collect::<Vec<T>>();
        let running: Vec<_> = parts.map(|part| scope.spawn(move || run(part))).collect();
        running.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    })
}
