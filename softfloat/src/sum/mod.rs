//! Sums of many terms.

mod exact;

pub use exact::Exact;
