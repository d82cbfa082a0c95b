//! Static rules, each at its boundary, in both directions: simultaneous issue (s. 3.6.4), hazards
//! between steps (s. 3.6.3).

mod build;
mod groups;
mod hazards;
mod hazards_l1bm;
mod hazards_l2bm;
mod hazards_manual;
mod hazards_masks;
mod hazards_memories;
mod lints;
mod lints_golden;
mod lints_memory;
mod lints_mv;
mod lints_property;
mod masks;
mod ports;
mod sequence;
