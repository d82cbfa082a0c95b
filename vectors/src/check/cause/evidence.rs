//! What is known of an operation: the cases where a design was wrong, those where it was right, and what variants say of them.

use super::choice::{Chosen, Guess, Says, chosen, explained, nearly_all};
use crate::check::finding::flag_differs;
use crate::check::kept::Sample;
use crate::registry::rules::RM;
use crate::registry::{Outcome, Plan};
use crate::variant::{self, Bench, Benches, Fault, Structure, Variant};
use softfloat::Rounding;

/// Wrong cases by which pairs are judged first.
const PAIRED: usize = 64;

/// What is known.
pub(super) struct Evidence<'a> {
    plan: &'a Plan,
    wrong: &'a [&'a Sample],
    right: &'a [&'a Sample],
    benches: Benches,
}

impl Sample {
    fn is_wrong(&self) -> bool {
        self.expected.out() != self.found.out()
    }

    fn has_wrong_flags(&self) -> bool {
        flag_differs(self.expected.flag, self.found.flag)
    }
}

/// What explains wrong results.
pub(super) struct Results<'a> {
    /// The causes; whether they explain wrong flags beside their results, too.
    pub(super) causes: Vec<(Chosen, bool)>,
    /// How many results are wrong.
    pub(super) wrong: usize,
    /// The cases with wrong flags that this leaves open.
    pub(super) rest: Vec<&'a Sample>,
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
        let causes = causes.collect();
        Results { causes, wrong: wrong.len(), rest }
    }

    /// What explains flags that are wrong and that no cause of results explains.
    pub(super) fn flags(&self, rest: &[&'a Sample]) -> Vec<Chosen> {
        let right: Vec<&Sample> =
            self.all().filter(|s| s.found.flag.is_some() && !s.has_wrong_flags()).collect();
        let mut variants = variant::whole(self.plan);
        variants.extend(variant::among(self.plan, &self.directions()));
        variants.extend(variant::within(self.plan, variant::whole(self.plan)));
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
        all.extend(self.built());
        all.extend(variant::answers(plan));
        all.extend(variant::others(plan));
        all.extend(variant::terms(plan));
        all.extend(variant::among(plan, &self.directions()));
        if plan.is_wide() {
            return all;
        }
        let mut some = variant::whole(plan);
        some.extend(Structure::of(&Bench::of(plan)).map(Variant::from));
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
