//! Hazards between steps (s. 3.6.3).

use super::Violation;
use crate::mncore2::isa::{MaskSetting, Statement};

/// What the steps before have written and read.
#[derive(Clone, Debug, Default)]
pub(super) struct Hazards {}

impl Hazards {
    /// Walks a statement.
    pub(super) fn statement(
        &mut self,
        _line: u32,
        _statement: &Statement,
        _setting: &MaskSetting,
        _found: &mut Vec<Violation>,
    ) {
    }

    /// How many `nop` before the statement it needs.
    pub(super) fn nops_before(&self, _statement: &Statement, _setting: &MaskSetting) -> u32 {
        0
    }

    /// Steps of `nop` pass.
    pub(super) fn nops(&mut self, _steps: u32) {}
}
