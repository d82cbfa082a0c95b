//! What the candidates that are left are held against, and which of all candidates comes nearest to the design.

use super::search::{agreeing, each, sample};
use super::space::{Asked, Judge, Space, alike};
use super::{Identified, Refuted};
use crate::diff::weight;
use crate::file::{Format, Writer};
use crate::generate::{Request, Set};
use crate::part::Cover;
use crate::registry::{Op, Operations, Outcome, Plan};
use std::cmp::Reverse;

/// The most elements of operands of all cases together.
const ELEMENTS: u64 = 1 << 24;

/// Candidates that are held against all cases at once, the simplest of those that are left first.
const HELD: usize = 64;

/// The most answers of candidates that are left, once some stand: a few hundred candidates against all cases.
const ANSWERS: usize = 1 << 26;

/// The most candidates among which the nearest is looked for.
const LOOKED_AT: usize = 1 << 20;

/// How the nearest is found: so many cases, spread over all, leave so many candidates.
const ROUNDS: [(usize, usize); 3] = [(32, 1024), (1024, 32), (usize::MAX, 1)];

/// Refuting cases that are told.
const TOLD: usize = 3;

/// The corner set, the model set under every direction, and so many random cases.
pub(super) fn sets(op: &'static Op, base: &Plan, seed: u64, random: u64) -> Vec<Set> {
    let set = |cover, options| {
        let most = ELEMENTS / base.elements().max(1) as u64;
        let count = random.min(most);
        let plain = Request::new(vec![op], cover);
        Set::new(&Request { options: Some(options), seed: !seed, count, ..plain }).ok()
    };
    let models = op.roundings().into_iter().filter(|o| alike(&op.plan(o), base));
    let mut all: Vec<Set> = models.filter_map(|o| set(Cover::Model, o)).collect();
    all.extend(set(Cover::Corner, base.options));
    all.extend(if random > 0 { set(Cover::Random, base.options) } else { None });
    all
}

/// The cases of sets, as elements of operands.
pub(super) fn cases(sets: &[Set], elements: usize) -> impl Iterator<Item = Vec<u64>> {
    let most = ELEMENTS / elements.max(1) as u64;
    let each = sets.iter().flat_map(move |set| (0..set.len().min(most)).map(move |at| (set, at)));
    each.filter_map(move |(set, at)| {
        let mut x = vec![0; set.elements().max(elements)];
        set.case(at, &mut x)?;
        x.truncate(elements);
        Some(x)
    })
}

/// What comes of candidates that are held against cases.
pub(super) struct Held {
    /// Those that gave what the design gave in all.
    pub(super) left: Vec<u32>,
    /// Cases that excluded the others.
    pub(super) against: Vec<Asked>,
    /// How many more were left and not held against the cases: there are too many.
    pub(super) unheld: u64,
}

/// Cases between two looks at the time.
const TOGETHER: usize = 256;

/// What refutes a candidate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// Nothing.
    None,
    /// A case.
    Case(usize),
    /// The time was over: nobody knows.
    Time,
}

/// Holds the candidates, the simplest ones of too many, against cases.
pub(super) fn hold(space: &dyn Space, left: &[u32], cases: &[Asked], judge: &Judge) -> Held {
    if judge.is_over() {
        let (some, others) = left.split_at(left.len().min(HELD));
        return Held { left: some.to_vec(), against: Vec::new(), unheld: others.len() as u64 };
    }
    let mut simplest: Vec<u32> = left.iter().copied().take(LOOKED_AT).collect();
    if simplest.len() > HELD {
        simplest.sort_by_cached_key(|&candidate| space.name(candidate).weight());
    }
    let refuted = |c: u32| {
        let wrong = |one: &Asked| !judge.is(one, &space.run(c, &one.x));
        for (at, some) in cases.chunks(TOGETHER).enumerate() {
            if judge.is_over() {
                return By::Time;
            }
            if let Some(first) = some.iter().position(wrong) {
                return By::Case(at * TOGETHER + first);
            }
        }
        By::None
    };
    let (mut stands, mut against, mut gone) = (Vec::new(), Vec::new(), 0);
    let mut open = Vec::new();
    // Where the first all go, the next ones have their turn.
    for some in simplest.chunks(HELD) {
        for (&candidate, by) in some.iter().zip(each(some, &refuted)) {
            gone += usize::from(matches!(by, By::Case(_)));
            match by {
                By::None => stands.push(candidate),
                By::Case(at) if !against.contains(&cases[at]) => against.push(cases[at].clone()),
                By::Case(_) => {}
                By::Time => open.push(candidate),
            }
        }
        // Where some are open the time is over, and no later ones are held either.
        if !open.is_empty() || !stands.is_empty() && (stands.len() + HELD) * cases.len() > ANSWERS {
            break;
        }
    }
    if stands.is_empty() {
        // Nothing refutes these, as far as it is known.
        stands = open;
    }
    stands.sort_unstable();
    let unheld = (left.len() - gone - stands.len()) as u64;
    Held { left: stands, against, unheld }
}

/// The candidate that agrees with the results of most cases, and of several with most flags; and how many those are, results and
/// flags, and results alone. Of many candidates, those that were left longest and some of the others are looked at.
pub(super) fn nearest(
    space: &dyn Space,
    last: &[u32],
    cases: &[Asked],
    judge: &Judge,
) -> Option<(u32, (u64, u64))> {
    let results = judge.without_flags();
    let mut all: Vec<u32> = (0..space.len().min(LOOKED_AT as u32)).collect();
    if space.len() as usize > LOOKED_AT {
        all = last.iter().copied().take(LOOKED_AT).collect();
        all.extend(sample(&(0..space.len()).collect::<Vec<u32>>(), 0));
    }
    let mut agreeing = (0, 0);
    for (some, kept) in ROUNDS {
        if all.len() <= kept && kept > 1 {
            continue;
        }
        let step = (cases.len() / some.min(cases.len()).max(1)).max(1);
        let count = |c: u32| {
            let mut counts = (0_u64, 0_u64);
            for (at, one) in cases.iter().step_by(step).enumerate() {
                if at % TOGETHER == 0 && judge.is_over() {
                    break;
                }
                let said = space.run(c, &one.x);
                counts.0 += u64::from(results.is(one, &said));
                counts.1 += u64::from(judge.is(one, &said));
            }
            counts
        };
        let counts = each(&all, &count);
        if judge.is_over() {
            return None;
        }
        let mut order: Vec<((u64, u64), u32)> = counts.into_iter().zip(all).collect();
        order.sort_by_cached_key(|&((results, both), c)| {
            // Another structure's flags are not known everywhere: they count in its favour.
            let name = space.name(c);
            (Reverse(results), name.instead.is_some(), Reverse(both), name.weight())
        });
        order.truncate(kept);
        agreeing = order.first()?.0;
        all = order.into_iter().map(|(_, c)| c).collect();
    }
    Some((*all.first()?, agreeing))
}

/// The smallest of the cases that refute a candidate.
pub(super) fn refuting(
    space: &dyn Space,
    candidate: u32,
    plan: &Plan,
    cases: &[Asked],
    judge: &Judge,
) -> Vec<Refuted> {
    let refuted = |one: &&Asked| !judge.is(one, &space.run(candidate, &one.x));
    let mut all: Vec<&Asked> = cases.iter().filter(refuted).collect();
    all.sort_by_cached_key(|one| (weight(plan, &one.x), one.x.clone()));
    all.dedup_by(|a, b| a.x == b.x);
    let told = |one: &Asked| {
        let right = space.run(candidate, &one.x);
        Refuted { asked: one.clone(), out: right.out().to_vec(), flag: right.flag }
    };
    all.into_iter().take(TOLD).map(told).collect()
}

/// The cases that leave no candidate but those of `left`, which are in order: what excludes most of the others
/// comes first.
pub(super) fn small(space: &dyn Space, asked: &[Asked], left: &[u32], judge: &Judge) -> Vec<Asked> {
    let mut others: Vec<u32> =
        (0..space.len()).filter(|c| left.binary_search(c).is_err()).collect();
    let mut rest: Vec<&Asked> = asked.iter().collect();
    let mut chosen: Vec<Asked> = Vec::new();
    while !others.is_empty() && !judge.is_over() {
        let some = sample(&others, chosen.len());
        let excluded =
            |one: &Asked| some.iter().filter(|&&c| !judge.is(one, &space.run(c, &one.x))).count();
        let counts = rest.iter().map(|one| excluded(one)).enumerate();
        let best = counts.max_by_key(|(at, n)| (*n, usize::MAX - at));
        let Some((best, 1..)) = best else { break };
        let one = rest.swap_remove(best);
        others = agreeing(space, &others, one, judge);
        chosen.push(one.clone());
    }
    // Those that no sample had.
    for one in rest {
        if judge.is_over() {
            break;
        }
        let next = agreeing(space, &others, one, judge);
        if next.len() < others.len() {
            others = next;
            chosen.push(one.clone());
        }
    }
    chosen
}

impl Identified {
    /// The proof's cases as lines of the simplest candidate that is left, with the design's results; nothing where no
    /// candidate is left, or the simplest answers open questions otherwise than is decided or has another structure, which
    /// files cannot say.
    #[must_use]
    pub fn lines(&self, among: &'static Operations, format: Format) -> Option<Vec<u8>> {
        let name = self.left.first()?;
        if !name.answers.is_empty() || name.instead.is_some() {
            return None;
        }
        let op = among.find(&name.op).ok()?;
        let plan = op.plan(&op.parse_options(name.options.split_whitespace()).ok()?);
        let mut writer = Writer::new(format, Writer::columns_of([op]));
        let mut lines = writer.header();
        for one in &self.proof {
            let flag = one.flag.or_else(|| plan.run(&one.x).flag);
            let outcome = Outcome::new(&one.out, flag);
            writer.write_cases(&plan, std::iter::once((&one.x[..], outcome.ran())), &mut lines);
        }
        Some(lines)
    }
}
