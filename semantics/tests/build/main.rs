//! Programs built from Rust.

mod dynamics;
mod manual;
mod masks;
mod places;
