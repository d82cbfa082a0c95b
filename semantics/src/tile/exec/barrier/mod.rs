//! Barrier words in shared memory (TILE-D75 to D77, D92, D93).

mod arrive;
mod layout;

pub use arrive::arrive;
pub(crate) use arrive::{barrier_fault, word, word_at};
pub use layout::{Arrival, BarrierWord, Beyond};
