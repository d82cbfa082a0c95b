//! When packets issue (s. 5 of the guide to the report's figures; POD-D63 to D68, D81 to D84, D91): one in-order stream, in
//! lock step over all PEs. It says how long a program takes and changes no result.

mod clock;
mod counters;
mod demand;
mod memory;
mod parameters;

pub(super) use clock::{Clock, Hazard};
pub use counters::Counters;
pub(super) use demand::Demand;
pub use memory::Fence;
pub use parameters::Parameters;
