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
    let rows = Mutex::new(codes.chunks_mut(n).enumerate());
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
    drop(rows);
    Matrix::of(m, n, codes)
}
