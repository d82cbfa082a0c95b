//! A statement that is told.

use super::Trace;
use super::watch::Change;
use crate::mncore2::text::Line;

/// A statement, what it did, the watched words that it changed, and what it printed.
pub(super) struct Shown<'a> {
    pub(super) line: &'a Line,
    pub(super) trace: &'a Trace,
    pub(super) changes: &'a [Change],
    pub(super) dump: &'a [u8],
}
