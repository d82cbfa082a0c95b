//! The functions of the `elem` family, judged by MPFR and exact rationals (`oracle::reference::elem`), and that judge
//! by published values.

mod complete;
mod directed;
mod extremes;
mod hardest;
mod judge;
mod published;
mod special;
mod wide;
mod worst;
