//! Shards -> the whole file, as it would have been written at once.
//!
//! Every file's first mark says which shard of what it holds. [`heads`](Head::read) are read first and put in
//! order by [`order()`]; then [`copy()`] writes the cases of one after the other, line by line, and finds what was lost
//! of them. Results are copied as they are: they may be a design's.

mod copy;
mod error;
mod head;
mod order;
mod rows;
mod shard;
mod sketch;

pub use copy::copy;
pub use error::{Error, Why};
pub use head::Head;
pub use order::order;
pub use rows::Rows;
