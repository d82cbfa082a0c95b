//! The crates against their references and oracles, one program for all tests.

mod compare;
mod elem;
mod engine;
mod facts;
mod fuzz;
mod golden;
mod ieee;
mod interpreters;
mod lint;
mod mncore2;
mod ofp8;
mod p3109;
mod pod;
mod posit;
mod programs;
mod published;
mod random;
mod registry;
mod rewrite;
mod riscv;
mod silicon;
mod testfloat;
mod tile;
mod trace;
mod wide;
mod xdsa;
