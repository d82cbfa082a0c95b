//! Which of many guesses are told.

use crate::check::kept::Sample;

/// What a guess says of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    /// Nothing, or what is right.
    Right,
    /// What the design gave where it was wrong.
    Found,
    /// Something else.
    Other,
}

impl Says {
    pub(super) fn of<T: PartialEq>(said: Option<T>, right: &T, found: &T) -> Self {
        match said {
            Some(said) if said != *right => {
                if said == *found {
                    Self::Found
                } else {
                    Self::Other
                }
            }
            _ => Self::Right,
        }
    }
}

/// A guess at a cause.
pub(super) struct Guess<'a> {
    pub(super) text: String,
    pub(super) says: Box<dyn Fn(&Sample) -> Says + 'a>,
}

/// A guess that holds, with the wrong cases that it explains.
pub(super) struct Chosen {
    /// Its place among the guesses.
    pub(super) guess: usize,
    pub(super) text: String,
    /// The places of the wrong cases.
    pub(super) explains: Vec<usize>,
}

/// The most causes told of an operation's results or flags.
const MOST: usize = 4;

/// Wrong cases that a cause explains at least: one alone has many explanations.
pub(super) const LEAST: usize = 2;

/// A cause beside another explains one wrong case in so many at least: of few cases chance explains some.
const BESIDE: usize = 8;

/// The guesses that leave every right case right and together explain most wrong ones: the one that explains most of what is left comes
/// first, of those that explain as many the first. One that stands alone says nothing else than the design did in any wrong case; of several
/// each may, where the others have changed what it says.
pub(super) fn chosen(guesses: &[Guess<'_>], wrong: &[&Sample], right: &[&Sample]) -> Vec<Chosen> {
    let says: Vec<Vec<Says>> =
        guesses.iter().map(|guess| wrong.iter().map(|s| (guess.says)(s)).collect()).collect();
    let mut holds: Vec<Option<bool>> = vec![None; guesses.len()];
    let mut left: Vec<usize> = (0..wrong.len()).collect();
    let mut all = Vec::new();
    while !left.is_empty() && all.len() < MOST {
        let explains = |at: usize| left.iter().filter(|&&w| says[at][w] == Says::Found).count();
        let least = if all.is_empty() { LEAST } else { LEAST.max(wrong.len().div_ceil(BESIDE)) };
        let mut order: Vec<(usize, usize)> =
            (0..guesses.len()).map(|at| (explains(at), at)).filter(|(n, _)| *n >= least).collect();
        order.sort_by_key(|&(n, at)| (std::cmp::Reverse(n), at));
        let best = order.into_iter().find(|&(_, at)| {
            let judge = || is_consistent(&says[at]) && is_harmless(&guesses[at], right);
            *holds[at].get_or_insert_with(judge)
        });
        let Some((_, guess)) = best else { break };
        let (explains, rest) = left.iter().partition(|&&w| says[guess][w] == Says::Found);
        left = rest;
        all.push(Chosen { guess, text: guesses[guess].text.clone(), explains });
    }
    match &all[..] {
        [alone] if says[alone.guess].contains(&Says::Other) => Vec::new(),
        _ => all,
    }
}

/// Whether it says something else than the design did in few wrong cases at most, one of ten that it explains.
fn is_consistent(says: &[Says]) -> bool {
    let count = |what| says.iter().filter(|says| **says == what).count();
    count(Says::Other) * 10 <= count(Says::Found)
}

/// Whether it leaves every right case right.
fn is_harmless(guess: &Guess<'_>, right: &[&Sample]) -> bool {
    right.iter().all(|sample| (guess.says)(sample) == Says::Right)
}

/// How many wrong cases are explained.
pub(super) fn explained(all: &[Chosen]) -> usize {
    all.iter().map(|one| one.explains.len()).sum()
}

/// Those that together explain nearly all, nine of ten; none otherwise.
pub(super) fn nearly_all(all: Vec<Chosen>, wrong: usize) -> Vec<Chosen> {
    if explained(&all) * 10 >= wrong * 9 { all } else { Vec::new() }
}
