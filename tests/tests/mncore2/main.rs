//! The operations of the registry against their arbitrary-precision reference.

#[path = "../../reference/mod.rs"]
mod reference;

mod operations;
