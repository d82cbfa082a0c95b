//! The decisions that results of xDSA's instructions can depend on.

use crate::registry::Decision;

/// None is named by an operation: each holds for all of them, and has one answer.
pub(crate) static DECISIONS: &[Decision] = &[];
