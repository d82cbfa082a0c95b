//! Chunks to worker threads and back, in order.

use super::reader::{Judge, Reader};
use super::tally::Tally;
use super::{Progress, Report, Settings};
use crate::file::chunks::Chunks;
use crate::file::npy::Stream;
use crate::file::{Error, Whole};
use std::io::{self, Read};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Chunks that wait at a worker or are worked on, for each worker.
const AHEAD: usize = 2;

/// A worker: chunk k goes to worker k modulo their number, and its result comes back from there.
struct Lane {
    jobs: Sender<Vec<u8>>,
    results: Receiver<(Vec<u8>, Tally)>,
}

/// Where chunks come from: each in the buffer that is handed in, `None` at the end.
pub(super) trait Source {
    fn next(&mut self, chunk: Vec<u8>) -> io::Result<Option<Vec<u8>>>;
}

impl<R: Read> Source for Chunks<R> {
    fn next(&mut self, chunk: Vec<u8>) -> io::Result<Option<Vec<u8>>> {
        self.next(chunk)
    }
}

impl<R: Read> Source for Stream<R> {
    fn next(&mut self, chunk: Vec<u8>) -> io::Result<Option<Vec<u8>>> {
        self.next(chunk)
    }
}

/// Checks `first` and all further chunks, which follow the lines of the report.
pub(super) fn run(
    mut chunks: impl Source,
    first: Vec<u8>,
    (report, whole): (&mut Report, &mut Whole),
    reader: &Reader,
    settings: &Settings,
    progress: &mut dyn FnMut(Progress),
) -> Result<(), Error> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let count = if settings.threads == 0 { cores() } else { settings.threads };
    if count == 1 {
        let judge = Judge::new(reader, settings);
        return alone(chunks, first, judge, settings, progress, (report, whole));
    }
    let mut bytes = 0;
    thread::scope(|scope| {
        let lanes: Vec<Lane> = (0..count).map(|_| lane(scope, reader, settings)).collect();
        let mut next = Ok(Some(first));
        let (mut sent, mut merged) = (0, 0);
        let mut spare = Vec::new();
        loop {
            while let Ok(Some(chunk)) = &mut next
                && sent - merged < AHEAD * count
            {
                bytes += chunk.len() as u64;
                // A worker that has ended has panicked: the scope passes that on.
                let _ = lanes[sent % count].jobs.send(std::mem::take(chunk));
                sent += 1;
                next = chunks.next(spare.pop().unwrap_or_default());
            }
            if merged == sent {
                break;
            }
            let Ok((chunk, tally)) = lanes[merged % count].results.recv() else { break };
            merged += 1;
            spare.push(chunk);
            report.append(tally, whole, settings.max_report)?;
            progress(Progress { bytes, lines: report.lines });
        }
        next.map_err(Error::of_io).map(|_| ())
    })
}

/// The same on this thread alone.
fn alone(
    mut chunks: impl Source,
    first: Vec<u8>,
    mut judge: Judge<'_>,
    settings: &Settings,
    progress: &mut dyn FnMut(Progress),
    (report, whole): (&mut Report, &mut Whole),
) -> Result<(), Error> {
    let mut bytes = 0;
    let mut next = Some(first);
    while let Some(chunk) = next {
        bytes += chunk.len() as u64;
        report.append(judge.chunk(&chunk), whole, settings.max_report)?;
        progress(Progress { bytes, lines: report.lines });
        next = chunks.next(chunk).map_err(Error::of_io)?;
    }
    Ok(())
}

fn lane<'s>(scope: &'s thread::Scope<'s, '_>, reader: &'s Reader, settings: &'s Settings) -> Lane {
    let (jobs, inbox) = channel::<Vec<u8>>();
    let (outbox, results) = channel();
    let mut judge = Judge::new(reader, settings);
    scope.spawn(move || {
        for chunk in inbox {
            let tally = judge.chunk(&chunk);
            if outbox.send((chunk, tally)).is_err() {
                break;
            }
        }
    });
    Lane { jobs, results }
}
