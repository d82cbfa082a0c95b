//! What only MN-Core 2 has: the vendor's two commands, layouts, programs that probe machine words, and
//! what `assay run` does beside running.

pub(crate) mod drop_in;
pub(crate) mod layout;
pub(crate) mod probe;
