//! What is told of the lines of a source that was read whole.

use super::Checked;
use crate::source::{Diagnostic, Severity};
use std::ops::ControlFlow;

/// Findings line by line.
pub(crate) fn tell(
    mut found: Vec<Diagnostic>,
    more: u64,
    room: usize,
    each: &mut dyn FnMut(&Checked) -> ControlFlow<(), usize>,
) {
    found.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
    let mut room = room;
    for line in found.chunk_by(|a, b| a.line == b.line) {
        let kept = line.len().min(room);
        let checked = Checked {
            number: line[0].line,
            diagnostics: line[..kept].to_vec(),
            more: [(line.len() - kept) as u64, 0],
            unread: line.iter().any(|d| d.severity == Severity::Error),
            ..Checked::default()
        };
        match each(&checked) {
            ControlFlow::Continue(next) => room = next,
            ControlFlow::Break(()) => return,
        }
    }
    if more > 0 {
        let _ = each(&Checked { more: [more, 0], ..Checked::default() });
    }
}
