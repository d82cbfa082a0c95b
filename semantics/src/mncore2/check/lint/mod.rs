//! Lints: what the assembler accepts and hardly anybody means.

use super::{Rules, Violation};
use crate::mncore2::isa::{MaskSetting, Statement};

/// What the statements before have done.
#[derive(Clone, Debug)]
pub(super) struct Lints {}

impl Lints {
    pub(super) fn new(_rules: Rules) -> Self {
        Self {}
    }

    /// Walks a statement.
    pub(super) fn statement(
        &mut self,
        _line: u32,
        _statement: &Statement,
        _setting: &MaskSetting,
        _found: &mut Vec<Violation>,
    ) {
    }

    /// What is left over at the end, with the line of its cause.
    pub(super) fn finish(&mut self, _found: &mut Vec<(u32, Violation)>) {}
}
