//! How fast the machine is just now: processor time on a machine that others share, or whose processors are slower, is not that of the
//! machine on which the limits were set.

use std::fs;
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a piece of the work takes where the limits were set, in nanoseconds: two processors, both busy with tests.
const REFERENCE: u64 = 20_000_000;

/// Pieces of a fixed work, done between the tests.
#[derive(Default)]
pub(super) struct Yardstick {
    pieces: AtomicU64,
    nanoseconds: AtomicU64,
}

impl Yardstick {
    /// Does a piece, if the system tells what a thread takes.
    pub(super) fn measure(&self) {
        let begun = of_thread();
        black_box(work());
        if let Some((begun, ended)) = begun.zip(of_thread()) {
            self.add(ended.saturating_sub(begun));
        }
    }

    fn add(&self, nanoseconds: u64) {
        self.pieces.fetch_add(1, Ordering::Relaxed);
        self.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
    }

    /// How many times the limits' time a piece took; at least once, so that no limit shrinks.
    pub(super) fn slowness(&self) -> f64 {
        let [pieces, all] =
            [&self.pieces, &self.nanoseconds].map(|count| count.load(Ordering::Relaxed));
        let due = pieces.saturating_mul(REFERENCE);
        if due == 0 { 1.0 } else { (all as f64 / due as f64).max(1.0) }
    }
}

/// The processor time of this thread, in nanoseconds.
fn of_thread() -> Option<u64> {
    fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}

/// Products, branches, and reads all over a table that no cache of one processor holds and whose pages are new, as compilers and tests have
/// them.
fn work() -> u64 {
    let mut table = vec![0_u64; 1 << 20];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..200_000 {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        let at = (state >> 44) as usize;
        let found = table[at];
        table[at] = if found & 1 == state >> 63 { found ^ state } else { found.rotate_left(7) + 1 };
    }
    table.iter().fold(0, |all, one| all ^ one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_grow_with_a_slow_machine_and_never_shrink() {
        let of = |times: &[u64]| {
            let yardstick = Yardstick::default();
            times.iter().for_each(|time| yardstick.add(*time));
            yardstick.slowness()
        };
        assert_eq!(of(&[]), 1.0);
        assert_eq!(of(&[REFERENCE / 2, REFERENCE / 2]), 1.0);
        assert_eq!(of(&[REFERENCE, 3 * REFERENCE]), 2.0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_piece_has_a_time() {
        let yardstick = Yardstick::default();
        yardstick.measure();
        assert!(yardstick.nanoseconds.into_inner() > 10_000);
    }
}
