//! Opcodes.

use crate::mncore2::isa::table::{Opcode, word_of};

/// Whether there is such an opcode.
pub(super) fn exists(opcode: Opcode) -> bool {
    !word_of(opcode).is_empty()
}
