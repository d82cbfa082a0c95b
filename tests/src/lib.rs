//! Support of the tests: what fuzz targets do with their bytes. The oracles are dev-dependencies, so
//! this library takes them as arguments.

pub mod fuzz;

/// A reference evaluator: id, options, operands -> result elements and flags.
pub type Reference = fn(&str, &[(&str, &str)], &[Vec<u64>]) -> Option<(Vec<u64>, Option<u8>)>;
