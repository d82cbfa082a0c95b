//! Rows on all cores.

use super::matrix::Matrix;
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};

/// Makes a matrix row by row: each worker has what `worker` gives it. `progress` hears how many rows more are done.
pub(super) fn each_row<F: FnMut(usize, &mut [u64])>(
    m: usize,
    n: usize,
    progress: &(dyn Fn(u64) + Sync),
    worker: impl Fn() -> F + Sync,
) -> Matrix {
    let mut codes = vec![0; m * n];
    share(&Mutex::new(codes.chunks_mut(n).enumerate()), m, progress, worker);
    Matrix::of(m, n, codes)
}

/// Workers take the next row that nobody has.
fn share<'c, F: FnMut(usize, &mut [u64])>(
    rows: &Mutex<impl Iterator<Item = (usize, &'c mut [u64])> + Send>,
    m: usize,
    progress: &(dyn Fn(u64) + Sync),
    worker: impl Fn() -> F + Sync,
) {
    let work = || {
        let mut row = worker();
        loop {
            let next = rows.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((i, out)) = next else { break };
            row(i, out);
            progress(1);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(m);
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
}
