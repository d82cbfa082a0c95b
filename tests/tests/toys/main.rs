//! What DESIGN's recipes make: a family of operations and a machine, as small as can be. They are compiled where the
//! recipes say and nowhere else, so that a recipe which leaves out a place fails here.
//!
//! `cargo test -p tests --features toys --test toys`

mod family;
mod format;
mod machine;
mod recipes;
