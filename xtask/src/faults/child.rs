//! A command that is run to its end, or is ended.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// What takes longer hangs.
const LIMIT: Duration = Duration::from_secs(120);
/// What a child of the command may keep of its outputs, when the command has ended.
const REST: Duration = Duration::from_secs(5);

/// The files of a folder by their names, with those of folders in it.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Code(i32),
    Signal(i32),
    Hangs,
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Code(code) => write!(f, "exit code {code}"),
            Self::Signal(signal) => write!(f, "signal {signal}"),
            Self::Hangs => write!(f, "no end within {} s", LIMIT.as_secs()),
        }
    }
}

impl From<ExitStatus> for End {
    fn from(status: ExitStatus) -> Self {
        match (status.code(), status.signal()) {
            (Some(code), _) => Self::Code(code),
            (None, signal) => Self::Signal(signal.unwrap_or(0)),
        }
    }
}

/// What a command did.
#[derive(Clone, Debug)]
pub(super) struct Ran {
    pub(super) end: End,
    pub(super) out: Vec<u8>,
    pub(super) err: String,
    pub(super) took: Duration,
}

/// What is done to a command while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blow {
    None,
    /// This signal, so long after the start.
    Signal(i32, Duration),
    /// So many bytes are read of its standard output, which is then closed.
    Read(u64),
}

/// Runs a command in a process group of its own.
pub(super) fn run(command: &mut Command, blow: Blow) -> std::io::Result<Ran> {
    let begun = Instant::now();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child = command.spawn()?;
    let most = if let Blow::Read(most) = blow { most } else { u64::MAX };
    let out = child.stdout.take().map(|out| heard(out, most));
    let err = child.stderr.take().map(|err| heard(err, u64::MAX));
    if let Blow::Signal(signal, after) = blow {
        std::thread::sleep(after);
        // Without a wait in between, the number is still that of this child.
        strike(&child.id().to_string(), signal);
    }
    let end = ended(&mut child, begun);
    let took = begun.elapsed();
    let [out, err] = [out, err]
        .map(|read| read.and_then(|read| read.recv_timeout(REST).ok()).unwrap_or_default());
    if end == End::Hangs || matches!(blow, Blow::Signal(..)) {
        // What it has started.
        strike(&format!("-{}", child.id()), 9);
    }
    Ok(Ran { end, out, err: String::from_utf8_lossy(&err).into_owned(), took })
}

fn ended(child: &mut Child, begun: Instant) -> End {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.into(),
            Ok(None) if begun.elapsed() < LIMIT => std::thread::sleep(Duration::from_millis(1)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return End::Hangs;
            }
        }
    }
}

/// Sends a signal to a process, or to a group by its negative number.
fn strike(whom: &str, signal: i32) {
    // It may have ended.
    let _ = crate::run::signal(whom, &signal.to_string());
}

/// Reads so many bytes at most.
fn heard(stream: impl Read + Send + 'static, most: u64) -> Receiver<Vec<u8>> {
    let (tell, told) = channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stream.take(most).read_to_end(&mut bytes);
        let _ = tell.send(bytes);
    });
    told
}

/// All files below a folder.
pub(super) fn files(folder: &Path) -> Files {
    let mut found = Files::new();
    gather(folder, "", &mut found);
    found
}

fn gather(folder: &Path, before: &str, found: &mut Files) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        let path = entry.path();
        if path.is_dir() {
            gather(&path, &format!("{name}/"), found);
        } else {
            found.insert(name, fs::read(&path).unwrap_or_default());
        }
    }
}

/// Makes a folder that holds these files and nothing else.
pub(super) fn fill(folder: &Path, files: &Files) -> std::io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    files.iter().try_for_each(|(name, bytes)| fs::write(folder.join(name), bytes))
}
