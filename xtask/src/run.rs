//! Running other programs.

use std::ffi::OsStr;
use std::fmt;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Sends a signal to a process, or to a group by its negative number. By the shell's own `kill`: a bare Debian has no program of
/// that name.
pub(crate) fn signal(whom: &str, signal: &str) -> std::io::Result<bool> {
    let mut shell = Command::new("sh");
    shell.args(["-c", "kill -s \"$1\" -- \"$2\"", "sh", signal, whom]);
    shell.stderr(std::process::Stdio::null()).status().map(|status| status.success())
}

/// Why a task failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The call was wrong.
    Usage(String),
    /// A program could not be started.
    Start(String, std::io::Error),
    /// A program ended with this code.
    Ended(String, Option<i32>),
    /// Something is not on the machine.
    Missing(String),
    /// Something was wrong that has been told already.
    Steps(String),
    /// A program said nothing for so long.
    Hangs(String, std::time::Duration),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) | Self::Missing(text) | Self::Steps(text) => f.write_str(text),
            Self::Hangs(what, time) => {
                write!(f, "`{what}` said nothing for {} minutes and was ended", time.as_secs() / 60)
            }
            Self::Start(what, e) => write!(f, "cannot start `{what}`: {e}"),
            Self::Ended(what, Some(code)) => write!(f, "`{what}` ended with exit code {code}"),
            Self::Ended(what, None) => write!(f, "`{what}` was stopped by a signal"),
        }
    }
}

impl Failure {
    pub(crate) fn code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Usage(_) => 2,
            Self::Start(..) | Self::Missing(_) => 3,
            Self::Steps(_) | Self::Hangs(..) => 1,
            Self::Ended(_, code) => code.and_then(|c| u8::try_from(c).ok()).unwrap_or(1).max(1),
        })
    }
}

/// The project's folder.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().map(PathBuf::from).unwrap_or_default()
}

/// Runs a program in the project's folder.
pub(crate) fn program<S: AsRef<OsStr>>(
    name: &str,
    arguments: impl IntoIterator<Item = S>,
    environment: &[(&str, &str)],
) -> Result<(), Failure> {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(root()).envs(environment.iter().copied());
    once(&mut command);
    let shown = shown(&command);
    eprintln!("$ {shown}");
    let status = command.status().map_err(|e| Failure::Start(shown.clone(), e))?;
    if status.success() { Ok(()) } else { Err(Failure::Ended(shown, status.code())) }
}

/// Builds what runs once without what would only make the next build quicker, and takes more of the disk than all else; whoever
/// wants that says so (`CARGO_INCREMENTAL=1`).
pub(crate) fn once(command: &mut Command) {
    if std::env::var_os("CARGO_INCREMENTAL").is_none() {
        command.env("CARGO_INCREMENTAL", "0");
    }
}

/// Cargo's arguments for what is built beside the tests: with the same packages their dependencies have the same features, so that
/// nothing is built twice. Another target is named beside them; the example is there since only with one the dependencies of tests count.
pub(crate) const AS_TESTS: [&str; 5] =
    ["--profile", "test", "--workspace", "--example", "exhaustive"];

/// Runs cargo.
pub(crate) fn cargo<S: AsRef<OsStr>>(
    arguments: impl IntoIterator<Item = S>,
) -> Result<(), Failure> {
    program("cargo", arguments, &[])
}

/// The lines that a program prints.
pub(crate) fn lines<S: AsRef<OsStr>>(
    name: &str,
    arguments: impl IntoIterator<Item = S>,
) -> Result<Vec<String>, Failure> {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(root());
    let shown = shown(&command);
    let output = command.output().map_err(|e| Failure::Start(shown.clone(), e))?;
    if !output.status.success() {
        return Err(Failure::Ended(shown, output.status.code()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

/// Whether a program is there.
pub(crate) fn exists(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Daemons lie where not everybody's path leads.
    let daemons = ["/usr/sbin", "/sbin"].map(PathBuf::from);
    std::env::split_paths(&path).chain(daemons).any(|folder| folder.join(name).is_file())
}

/// Whether rustup has a toolchain of this name.
pub(crate) fn toolchain(name: &str) -> bool {
    let own = format!("+{name}");
    let asked =
        Command::new("cargo").args([&own, "--version"]).env("RUSTUP_AUTO_INSTALL", "0").output();
    asked.is_ok_and(|output| output.status.success())
}

pub(crate) fn shown(command: &Command) -> String {
    std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy().into_owned())
        .collect::<Vec<_>>()
        .join(" ")
}

// Running a program whose lines are read as they come.

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
