//! Static rules of simultaneous issue (s. 3.6.4): each at its boundary, in both directions.

mod build;
mod groups;
mod lints;
mod lints_golden;
mod lints_memory;
mod lints_mv;
mod lints_property;
mod masks;
mod ports;
mod sequence;
