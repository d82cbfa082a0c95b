//! What is known of an operation: the cases where a design was wrong, those where it was right, and what variants say of them.

use super::Cases;
use super::choice::{Chosen, Guess, LEAST, Says, chosen, explained, nearly_all};
use crate::check::kept::Sample;
use crate::registry::rules::RM;
use crate::registry::{Outcome, Plan};
use crate::variant::{self, Bench, Benches, Fault, Structure, Variant};
use softfloat::Rounding;
use std::collections::HashSet;

/// Wrong cases by which pairs are judged first.
const PAIRED: usize = 64;

/// Variants that are told apart by cases that are asked for that.
const RIVALS: usize = 24;

/// How far beyond the cases of a list that are said to be wrong others are asked.
const BEYOND: usize = 2;

/// What is known.
pub(super) struct Evidence<'a> {
    plan: &'a Plan,
    wrong: &'a [&'a Sample],
    right: &'a [&'a Sample],
    benches: Benches,
}

/// What explains wrong results.
pub(super) struct Results<'a> {
    /// The causes; whether they explain wrong flags beside their results, too.
    pub(super) causes: Vec<(Chosen, bool)>,
    /// How many results are wrong.
    pub(super) wrong: usize,
    /// The cases with wrong flags that this leaves open.
    pub(super) rest: Vec<&'a Sample>,
    /// The wrong results that none of them explains.
    pub(super) left: Vec<&'a Sample>,
}

impl<'a> Evidence<'a> {
    pub(super) fn new(plan: &'a Plan, wrong: &'a [&'a Sample], right: &'a [&'a Sample]) -> Self {
        Self { plan, wrong, right, benches: Benches::default() }
    }

    /// All cases.
    fn all(&self) -> impl Iterator<Item = &'a Sample> {
        self.wrong.iter().chain(self.right).copied()
    }

    /// What explains the results that are wrong.
    pub(super) fn results(&self) -> Results<'a> {
        let wrong: Vec<&Sample> = self.all().filter(|s| s.is_wrong()).collect();
        let right: Vec<&Sample> = self.all().filter(|s| !s.is_wrong()).collect();
        let variants = self.variants();
        let mut all = chosen(&self.of_results(&variants), &wrong, &right);
        let pairs = self.pairs();
        let mut of: &[Variant] = &variants;
        if explained(&all) < wrong.len() && !wrong.is_empty() {
            let some = &wrong[..wrong.len().min(PAIRED)];
            let guesses = self.of_results(&pairs);
            // A pair has to explain nearly all by itself: of many pairs some explain a part by chance.
            let is_one = |one: &Chosen| one.explains.len() * 10 >= some.len() * 9;
            if chosen(&guesses, some, &right).first().is_some_and(is_one) {
                let mut alone = chosen(&guesses, &wrong, &right);
                alone.truncate(1);
                if explained(&alone) > explained(&all) {
                    (all, of) = (alone, &pairs);
                }
            }
        }
        let all = nearly_all(all, wrong.len());
        let mut rest: Vec<&Sample> = self.all().filter(|s| s.has_wrong_flags()).collect();
        let causes = all.into_iter().map(|one| {
            let before = rest.len();
            let variant = &of[one.guess];
            let own: Vec<&Sample> = one.explains.iter().map(|&at| wrong[at]).collect();
            rest.retain(|sample| {
                let explains = own.iter().any(|other| std::ptr::eq(*other, *sample));
                !(explains && self.flags_of(variant, sample) == sample.found.flag)
            });
            let both = rest.len() < before;
            (one, both)
        });
        let causes: Vec<(Chosen, bool)> = causes.collect();
        let explained: HashSet<usize> =
            causes.iter().flat_map(|(one, _)| one.explains.clone()).collect();
        let left = wrong.iter().enumerate().filter(|(at, _)| !explained.contains(at));
        let left = left.map(|(_, sample)| *sample).collect();
        Results { causes, wrong: wrong.len(), rest, left }
    }

    /// Of these cases some that tell apart what may be the cause: where the likeliest variant says that the design is wrong, of the lists
    /// such as lie just beyond those, where it shows where a fault begins, and where other variants that explain much differ.
    pub(super) fn disputed(&self, cases: Cases, lists: Vec<Cases>, most: usize) -> Cases {
        let wrong: Vec<&Sample> = self.all().filter(|s| s.is_wrong()).collect();
        let variants = self.variants();
        let found = |variant: &Variant| {
            let says =
                |s: &&&Sample| self.run(variant, s).is_some_and(|own| own.out() == s.found.out());
            wrong.iter().filter(says).count()
        };
        let mut rivals: Vec<(usize, &Variant)> = variants.iter().map(|v| (found(v), v)).collect();
        rivals.retain(|(count, _)| *count >= LEAST);
        rivals.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        rivals.truncate(RIVALS);
        let splits = |x: &Vec<u64>| {
            let right = self.plan.run(x).out().to_vec();
            let said = |variant: &Variant| variant.run(&self.benches, self.plan, x);
            let mut all: Vec<Vec<u64>> =
                rivals.iter().filter_map(|(_, v)| Some(said(v)?.out().to_vec())).collect();
            all.push(right);
            all.sort();
            all.dedup();
            all.len()
        };
        let Some((_, first)) = rivals.first() else { return Vec::new() };
        // Where the likeliest says that the design is wrong.
        let wrong = |x: &Vec<u64>| {
            let said = first.run(&self.benches, self.plan, x);
            said.is_some_and(|said| said.out() != self.plan.run(x).out())
        };
        let (mut within, mut beyond, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for x in cases {
            if wrong(&x) { within.push(x) } else { others.push((splits(&x), x)) }
        }
        for list in lists {
            let all: Vec<bool> = list.iter().map(wrong).collect();
            let ill: Vec<usize> = (0..all.len()).filter(|at| all[*at]).collect();
            for (at, x) in list.into_iter().enumerate() {
                match ill.iter().map(|other| other.abs_diff(at)).min() {
                    Some(0) => within.push(x),
                    Some(far) if far <= BEYOND => beyond.push(x),
                    _ => {}
                }
            }
        }
        others.retain(|(count, _)| *count > 1);
        others.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        let others = others.into_iter().map(|(_, x)| x).collect();
        let some = |all: Cases, most: usize| {
            let step = all.len().div_ceil(most).max(1);
            all.into_iter().step_by(step)
        };
        let (half, rest) = (most / 2, most / 4);
        some(beyond, half).chain(some(within, rest)).chain(some(others, rest)).collect()
    }

    /// What explains flags that are wrong and that no cause of results explains.
    pub(super) fn flags(&self, rest: &[&'a Sample]) -> Vec<Chosen> {
        let right: Vec<&Sample> =
            self.all().filter(|s| s.found.flag.is_some() && !s.has_wrong_flags()).collect();
        let mut variants = variant::whole(self.plan);
        variants.extend(variant::among(self.plan, &self.directions()));
        variants.extend(variant::within(self.plan, variant::whole(self.plan)));
        if !self.plan.is_wide() {
            let wrong = self.all().filter(|s| s.is_wrong());
            variants.extend(variant::dropped(self.plan, wrong.map(|s| &s.x[..])));
        }
        let fault = |fault: &'static Fault| Guess {
            text: fault.text.to_owned(),
            says: Box::new(move |s: &Sample| {
                let said = fault.raises(&s.plan, &s.x, &s.expected);
                Says::of(said, &s.expected.flag.unwrap_or(0), &s.found.flag.unwrap_or(0))
            }),
        };
        let mut guesses: Vec<Guess<'_>> =
            variants.iter().map(|variant| self.of_flags(variant)).collect();
        guesses.extend(Fault::all(self.plan).iter().map(fault));
        nearly_all(chosen(&guesses, rest, &right), rest.len())
    }

    fn of_results<'v>(&'v self, variants: &'v [Variant]) -> Vec<Guess<'v>> {
        let guess = |variant: &'v Variant| Guess {
            text: variant.text.clone(),
            says: Box::new(move |s: &Sample| {
                let said = self.run(variant, s);
                Says::of(said.as_ref().map(Outcome::out), &s.expected.out(), &s.found.out())
            }),
        };
        variants.iter().map(guess).collect()
    }

    fn of_flags<'v>(&'v self, variant: &'v Variant) -> Guess<'v> {
        Guess {
            text: variant.text.clone(),
            says: Box::new(move |s: &Sample| {
                let said = self.run(variant, s);
                if said.as_ref().is_some_and(|said| said.out() != s.expected.out()) {
                    // What gives other results is no cause of flags.
                    return Says::Other;
                }
                let flag = said.and_then(|said| said.flag);
                Says::of(flag, &s.expected.flag.unwrap_or(0), &s.found.flag.unwrap_or(0))
            }),
        }
    }

    fn run(&self, variant: &Variant, sample: &Sample) -> Option<Outcome> {
        variant.run(&self.benches, &sample.plan, &sample.x)
    }

    fn flags_of(&self, variant: &Variant, sample: &Sample) -> Option<u8> {
        self.run(variant, sample)?.flag
    }

    /// The variants of results, the simpler and likelier first.
    fn variants(&self) -> Vec<Variant> {
        let plan = self.plan;
        let mut all = variant::whole(plan);
        all.extend(variant::operands(plan));
        all.extend(variant::misread(plan));
        all.extend(self.built());
        all.extend(variant::answers(plan));
        all.extend(variant::others(plan));
        all.extend(variant::terms(plan));
        all.extend(variant::among(plan, &self.directions()));
        if plan.is_wide() {
            return all;
        }
        let mut some = variant::whole(plan);
        let whole = Structure::of(&Bench::of(plan)).filter(|structure| !structure.is_way());
        some.extend(whole.map(Variant::from));
        all.extend(variant::within(plan, some));
        all
    }

    /// Pairs of a word of an option and another variant.
    fn pairs(&self) -> Vec<Variant> {
        let mut others = variant::operands(self.plan);
        others.extend(self.built());
        variant::pairs(self.plan, others)
    }

    /// Other structures, and other NaNs.
    fn built(&self) -> Vec<Variant> {
        // Structures are told from codes of one word.
        if self.plan.is_wide() {
            return Vec::new();
        }
        let mut all: Vec<Variant> =
            Structure::of(&Bench::of(self.plan)).map(Variant::from).collect();
        let wrong = self.all().filter(|s| s.is_wrong());
        all.extend(variant::dropped(self.plan, wrong.map(|s| &s.x[..])));
        all.extend(variant::words(self.plan, self.wrong.iter().map(|s| (&s.expected, &s.found))));
        all.push(variant::unquieted());
        all
    }

    /// The directions of rounding that there are.
    fn directions(&self) -> Vec<Rounding> {
        let of = |direction| self.all().any(|s| s.plan.options.get(&RM) == direction);
        Rounding::ALL.into_iter().filter(|direction| of(*direction)).collect()
    }
}
