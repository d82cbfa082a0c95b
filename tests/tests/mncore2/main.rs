//! The operations of the registry against their arbitrary-precision reference.
//!
//! `ASSAY_CASES` is the number of random cases of each operation (65536), `ASSAY_SEED` their seed (1).

mod compare;
mod provenance;
