//! Progress on standard error.

use crate::Remarks;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr, stdout};
use std::time::Duration;

/// A bar of cases that are written.
pub(crate) fn cases(cases: u64, remarks: Remarks) -> ProgressBar {
    // On a terminal that shows the cases themselves a bar is in their way.
    let seen = !remarks.quiet && !stdout().is_terminal();
    bar(cases, seen, "{wide_bar} {human_pos}/{human_len} cases, {per_sec}, {eta} left")
}

/// A bar of bytes that are read, where their number is known.
pub(crate) fn bytes(bytes: u64, remarks: Remarks) -> ProgressBar {
    let seen = !remarks.quiet && bytes > 0;
    bar(bytes, seen, "{wide_bar} {bytes}/{total_bytes}, {bytes_per_sec}, {eta} left")
}

/// A bar of statements that are executed.
pub(crate) fn statements(statements: u64, remarks: Remarks) -> ProgressBar {
    let seen = !remarks.quiet && !stdout().is_terminal();
    bar(statements, seen, "{wide_bar} {human_pos}/{human_len} statements, {per_sec}, {eta} left")
}

/// A bar of programs that are run.
pub(crate) fn programs(programs: u64, remarks: Remarks) -> ProgressBar {
    bar(programs, !remarks.quiet, "{wide_bar} {pos}/{len} programs")
}

/// A bar of rows that are computed.
pub(crate) fn rows(rows: u64, remarks: Remarks) -> ProgressBar {
    bar(rows, !remarks.quiet, "{wide_bar} {human_pos}/{human_len} rows, {eta} left")
}

/// A number that changes.
pub(crate) fn count(what: &str, remarks: Remarks) -> ProgressBar {
    bar(0, !remarks.quiet, &format!("{{spinner}} {{human_pos}} {what}"))
}

/// Work that is done sooner shows no bar.
const SOON: Duration = Duration::from_secs(1);

/// A bar that is seen only on a terminal, and where the work takes its time.
fn bar(length: u64, seen: bool, style: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden());
    let bar = match ProgressStyle::with_template(style) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    };
    if seen && stderr().is_terminal() {
        let later = bar.downgrade();
        std::thread::spawn(move || {
            std::thread::sleep(SOON);
            if let Some(bar) = later.upgrade().filter(|bar| !bar.is_finished()) {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
        });
    }
    bar
}
