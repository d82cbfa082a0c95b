//! Tests of POD's kernels, one program for all of them.

mod kernels;
mod means;
mod plain;
mod table;
