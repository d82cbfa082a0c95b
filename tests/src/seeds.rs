//! Seeds checked on all cores.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Checks so many seeds one after another, on every core; the first is the run's own ([`seeded::seed`]).
pub fn each(count: u64, what: &str, check: impl Fn(u64) + Sync) {
    let first = seeded::seed();
    each_of(first..first.saturating_add(count), check);
    println!("{count} {what}, the first of seed {first}");
}

fn each_of(seeds: Range<u64>, check: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(seeds.start);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        return;
                    }
                    check(seed);
                }
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn every_seed_is_checked_once() {
        let checked = Mutex::new(Vec::new());
        each_of(7..1007, |seed| checked.lock().unwrap().push(seed));
        let mut checked = checked.into_inner().unwrap();
        checked.sort_unstable();
        assert_eq!(checked, (7..1007).collect::<Vec<_>>());
    }
}
