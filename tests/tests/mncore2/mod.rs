//! The operations of the registry against their arbitrary-precision reference.

mod provenance;
