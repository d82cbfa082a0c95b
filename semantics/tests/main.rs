//! Tests of `semantics` from outside, one program for all of them.

mod board;
mod build;
mod cases;
mod check;
mod dump;
mod machine;
mod pod;
mod steps;
mod text;
mod tile;
mod words;
mod xdsa;
