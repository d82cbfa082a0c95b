//! Tests of the C interface, one program for all of them.

mod compare;
mod header;
mod programs;
mod steps;
mod systemverilog;
