//! Running a program whose lines are read as they come.

use crate::run::{Failure, root, shown};
use std::io::{BufRead, BufReader};
use std::process::Command;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// What says nothing for so long hangs, on a loaded machine too: linking the command took 15 minutes on one.
const SILENCE: Duration = Duration::from_secs(45 * 60);

/// Between two looks at the clock.
const TICK: Duration = Duration::from_secs(1);

/// Runs a program in the project's folder. `tell` gets each line of its two outputs, which are read as one, and nothing once a
/// second without a line.
///
/// # Errors
/// Where it can't be started, fails, or hangs; then it is ended.
pub(crate) fn watch(
    command: &mut Command,
    tell: &mut dyn FnMut(Option<&str>),
) -> Result<(), Failure> {
    let shown = shown(command);
    let start = |e| Failure::Start(shown.clone(), e);
    let (reader, writer) = std::io::pipe().map_err(start)?;
    command.current_dir(root()).stdin(std::process::Stdio::null());
    command.stdout(writer.try_clone().map_err(start)?).stderr(writer);
    let mut child = command.spawn().map_err(start)?;
    // The command holds the writing ends; without this the lines never end.
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    let (lines, read) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(reader).split(b'\n').map_while(Result::ok) {
            if lines.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                break;
            }
        }
    });
    let mut last = Instant::now();
    loop {
        match read.recv_timeout(TICK) {
            Ok(line) => {
                last = Instant::now();
                tell(Some(&line));
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) if last.elapsed() < SILENCE => tell(None),
            Err(RecvTimeoutError::Timeout) => {
                let _ = child.kill();
                return Err(Failure::Hangs(shown, SILENCE));
            }
        }
    }
    let status = child.wait().map_err(start)?;
    if status.success() { Ok(()) } else { Err(Failure::Ended(shown, status.code())) }
}
