//! How much of a test without an end is run.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Work that is always the same, then more of it until a time is over. So a run on a busy machine fails no more often
/// than one on an idle machine, and a fast machine does not stand idle.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    always: u64,
    more: Duration,
    first: u64,
}

impl Budget {
    /// `always` seeds, and more until so many seconds have passed since the start: `ASSAY_SECONDS` if set. Exactly as many
    /// as `variable` says, if it is set. The first seed is `ASSAY_SEED`, or 0.
    #[must_use]
    pub fn of(variable: &str, always: u64, seconds: u64) -> Self {
        let first = seeded::number("ASSAY_SEED").unwrap_or(0);
        let seconds = seeded::number("ASSAY_SECONDS").unwrap_or(seconds);
        match seeded::number(variable) {
            Some(exactly) => Self { always: exactly, more: Duration::ZERO, first },
            None => Self { always, more: Duration::from_secs(seconds), first },
        }
    }

    /// Checks one seed after the other on all cores, and says how many there were.
    pub fn run(self, what: &str, check: impl Fn(u64) + Sync) {
        let (start, next) = (Instant::now(), Mutex::new(0));
        // Number and time are looked at together, so that no seed is left out.
        let take = || {
            let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
            let n = *next;
            let over = n >= self.always && start.elapsed() >= self.more;
            (!over).then(|| {
                *next += 1;
                n
            })
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(n) = take() {
                        check(self.first.wrapping_add(n));
                        if n % 1000 == 999 {
                            eprintln!("{} {what}", n + 1);
                        }
                    }
                });
            }
        });
        let ran = next.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (first, seconds) = (self.first, start.elapsed().as_secs());
        println!("{ran} {what} in {seconds} s, the first of seed {first}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(budget: Budget) -> Vec<u64> {
        let seeds = Mutex::new(Vec::new());
        budget.run("seeds", |seed| seeds.lock().unwrap().push(seed));
        let mut seeds = seeds.into_inner().unwrap();
        seeds.sort_unstable();
        seeds
    }

    #[test]
    fn what_is_always_run_is_run_without_time() {
        let budget = Budget { always: 100, more: Duration::ZERO, first: 7 };
        assert_eq!(ran(budget), (7..107).collect::<Vec<_>>());
    }

    #[test]
    fn the_rest_of_the_time_is_used() {
        let seeds = ran(Budget { always: 3, more: Duration::from_millis(20), first: 0 });
        assert!(seeds.len() >= 3 && seeds.iter().copied().eq(0..seeds.len() as u64));
    }
}
