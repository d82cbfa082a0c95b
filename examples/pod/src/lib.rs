//! The six kernels of Table 1 of POD's report, each verified against a plain scalar computation and measured beside the report's
//! tables.

pub mod chart;
pub mod data;
pub mod host;
pub mod kernels;
pub mod output;
pub mod paper;
pub mod report;
pub mod schedule;
pub mod suite;
