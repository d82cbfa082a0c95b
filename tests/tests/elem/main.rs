//! The functions of the `elem` family, judged by MPFR and exact rationals (`oracle::reference::elem`), and that judge
//! by published values.
//!
//! `ASSAY_CASES` sets the number of random cases of a test, `ASSAY_SEED` their seed.

#[path = "../engine/random.rs"]
#[allow(dead_code)]
mod random;

mod complete;
mod directed;
mod extremes;
mod hardest;
mod judge;
mod published;
mod special;
mod wide;
mod worst;
