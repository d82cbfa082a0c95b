//! Tests of `softfloat` from outside, one program for all of them.

mod exact;
mod sources;
mod sums_page;
