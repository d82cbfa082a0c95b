//! A process of the shell: lines in, lines out, with a time limit for each.

use super::group;
use crate::failure::Failure;
use crate::signal;
use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use vectors::file::MAX_LINE;

/// Reads that a process may be ahead of its reader.
const AHEAD: usize = 64;

/// How long a process may take to end when its output has ended.
pub(super) const END: Duration = Duration::from_secs(2);

/// A process that was started.
pub(super) struct Running {
    child: Child,
    /// To the thread that writes; without it the process's input ends.
    questions: Option<Sender<String>>,
    heard: Receiver<Vec<Heard>>,
    /// What was read together with what was heard last, and comes next.
    next: RefCell<VecDeque<Heard>>,
}

/// What comes from a process.
pub(super) enum Heard {
    Line(String),
    /// A line without an end.
    Long,
    /// Its output ended.
    End,
    /// Nothing, for as long as was waited.
    Silence,
}

impl Running {
    /// Starts a command. It is told what these variables say.
    pub(super) fn start(command: &str, told: &[(&str, String)]) -> Result<Self, Failure> {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).stdin(Stdio::piped()).stdout(Stdio::piped());
        shell.envs(told.iter().map(|(name, value)| (name, value)));
        group::own(&mut shell);
        let cannot = |e| Failure::Environment(format!("`{command}` cannot be started: {e}"));
        let mut child = shell.spawn().map_err(cannot)?;
        signal::at_end(end_all);
        alive().insert(child.id());
        let (questions, asked) = channel();
        let (to_us, heard) = sync_channel(AHEAD);
        if let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) {
            std::thread::spawn(move || tell(stdin, &asked));
            std::thread::spawn(move || hear(stdout, &to_us));
        }
        Ok(Self { child, questions: Some(questions), heard, next: RefCell::default() })
    }

    /// Gives it questions, lines with their ends. One that reads no further is told of where its answers end.
    pub(super) fn ask(&self, questions: String) {
        if let Some(sender) = &self.questions {
            let _ = sender.send(questions);
        }
    }

    /// Its input ends.
    pub(super) fn close(&mut self) {
        self.questions = None;
    }

    /// The next line.
    pub(super) fn hear(&self, limit: Duration) -> Heard {
        let mut next = self.next.borrow_mut();
        if next.is_empty() {
            match self.heard.recv_timeout(limit) {
                Ok(heard) => next.extend(heard),
                Err(RecvTimeoutError::Timeout) => return Heard::Silence,
                Err(RecvTimeoutError::Disconnected) => {}
            }
        }
        next.pop_front().unwrap_or(Heard::End)
    }

    /// Whether it has said something since the last line that was heard: what came in one piece with that line is known at once, however
    /// slow the thread that reads.
    pub(super) fn has_more(&self) -> bool {
        let mut next = self.next.borrow_mut();
        if next.is_empty() {
            next.extend(self.heard.try_recv().unwrap_or_default());
        }
        matches!(next.front(), Some(Heard::Line(_) | Heard::Long))
    }

    /// How it ended; where it has not after so long, it is ended.
    pub(super) fn status(mut self, limit: Duration) -> Option<ExitStatus> {
        self.close();
        let turn = Duration::from_millis(1);
        let mut waited = Duration::ZERO;
        loop {
            match self.child.try_wait() {
                Ok(None) if waited >= limit => return None,
                Ok(None) => std::thread::sleep(turn),
                Ok(status) => return status,
                Err(_) => return None,
            }
            waited += turn;
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.questions = None;
        // What it has started ends with it.
        let leaders = alive().clone();
        group::end(self.child.id(), &leaders);
        let _ = self.child.kill();
        let _ = self.child.wait();
        let leaders = {
            let mut all = alive();
            all.remove(&self.child.id());
            all.clone()
        };
        group::reap(&leaders);
    }
}

/// Writes questions, until there are no more or the process reads no further.
fn tell(mut stdin: ChildStdin, asked: &Receiver<String>) {
    for questions in asked {
        if stdin.write_all(questions.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines, until there are no more or nobody wants them; those that came in one piece are handed on together.
fn hear(stdout: ChildStdout, to: &SyncSender<Vec<Heard>>) {
    let mut input = BufReader::new(stdout);
    let mut line = Vec::new();
    loop {
        let mut heard = Vec::new();
        let last = loop {
            line.clear();
            let read = input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line);
            let next = match read {
                Ok(0) | Err(_) => Heard::End,
                Ok(_) if line.len() > MAX_LINE => Heard::Long,
                Ok(_) => Heard::Line(String::from_utf8_lossy(&line).trim_end().to_owned()),
            };
            let last = !matches!(next, Heard::Line(_));
            heard.push(next);
            if last || !input.buffer().contains(&b'\n') {
                break last;
            }
        };
        if to.send(heard).is_err() || last {
            return;
        }
    }
}

/// The processes that run.
static ALIVE: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn alive() -> std::sync::MutexGuard<'static, BTreeSet<u32>> {
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends them all: the command itself is ended.
fn end_all() {
    let leaders = alive().clone();
    leaders.iter().for_each(|leader| group::end(*leader, &leaders));
}
