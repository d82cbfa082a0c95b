//! Processor time of processes: how busy the machine is does not change it.

use std::fs;
use std::time::Duration;

/// Units of `/proc/PID/stat`: Linux gives hundredths of a second to every program.
const TICK: Duration = Duration::from_millis(10);

/// The processor time of a process and of its children that have ended; nothing where the system does not tell.
pub(super) fn of_process(id: u32) -> Option<Duration> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    own(&stat).zip(of_children(&stat)).map(|(own, children)| own + children)
}

/// The processor time of all that this process has started and waited for.
pub(super) fn of_started() -> Option<Duration> {
    of_children(&fs::read_to_string("/proc/self/stat").ok()?)
}

/// `utime` and `stime`.
fn own(stat: &str) -> Option<Duration> {
    ticks(stat, 11)
}

/// `cutime` and `cstime`.
fn of_children(stat: &str) -> Option<Duration> {
    ticks(stat, 13)
}

/// The sum of two fields after the name, which may hold blanks and brackets itself.
fn ticks(stat: &str, at: usize) -> Option<Duration> {
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(at);
    let mut next = || fields.next()?.parse::<u32>().ok();
    Some(TICK * (next()? + next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_counted_after_the_name() {
        let stat = "7 (a b) c) R 1 7 7 0 -1 4194560 100 200 0 0 12 3 40 5 20 0 1 0 99 1 2";
        assert_eq!(own(stat), Some(Duration::from_millis(150)));
        assert_eq!(of_children(stat), Some(Duration::from_millis(450)));
        assert_eq!(own("7 (a) R 1"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_has_a_time() {
        assert!(of_process(std::process::id()).is_some() && of_started().is_some());
    }
}
