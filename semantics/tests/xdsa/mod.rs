//! xDSA: rows, tables, texts, images, the machine, the page of its instructions.

mod code;
mod isa;
mod keys;
mod lint;
mod listing;
mod text;
