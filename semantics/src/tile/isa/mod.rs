//! What can be said: words of 64 bits (Tile, s. 2.1, 2.2).
//!
//! [`rows`] lists every instruction once: its name, its form with the fields that have one value, what it does, and where
//! that is said. Decoder, encoder, assembler, disassembler, messages and the page of instructions hang on it.

mod action;
mod codec;
mod form;
mod function;
mod instruction;
mod list;
mod product;
mod row;
mod rules;

pub use action::{
    Action, Addressing, AtomicKind, AtomicOperation, BlockKind, CopyKind, CsrAccess, Scalar, Scope,
    SemaphoreAction, Space, Wait,
};
pub use form::{Field, Form, OPCODE};
pub use function::{Arithmetic, Special, TRANSPOSES, Transpose};
pub use instruction::{Illegal, Instruction};
pub use list::rows;
pub use product::{KINDS, Kind};
pub use row::{RESERVED, Row, Standing};
