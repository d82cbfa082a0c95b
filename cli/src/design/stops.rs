//! What a design does beside answering, and how often.

use std::time::Duration;
use vectors::diff::{Answer, Complaint};

/// The most starts because of ends and silences.
const MOST_STARTS: u64 = 1000;

/// The same while nothing was answered at all.
const FIRST_STARTS: u64 = 3;

/// The most silences: each takes its time.
const MOST_SILENCES: u64 = 20;

/// The longest that all silences together may take, but for the first three.
const LONGEST: Duration = Duration::from_secs(60);

/// The most cases that alone get another number of answers than one, until it is clear that it is not single cases.
const MOST_COUNTS: u64 = 8;

/// The stops of a design, and what else is to be told of it.
#[derive(Default)]
pub(super) struct Stops {
    /// Whether it ever answered.
    pub(super) answered: bool,
    stops: u64,
    silences: u64,
    /// How long it was silent in all.
    silent: Duration,
    counts: u64,
    last: Option<Answer>,
    complaints: Vec<Complaint>,
}

impl Stops {
    /// One more.
    pub(super) fn take(&mut self, stop: &Answer) {
        self.stops += 1;
        if let Answer::Silent(long) = stop {
            self.silences += 1;
            self.silent += *long;
        }
        self.last = Some(stop.clone());
    }

    /// How many there were.
    pub(super) const fn count(&self) -> u64 {
        self.stops
    }

    /// Whether it has been silent too often to be asked without counting its answers.
    pub(super) const fn is_silent(&self) -> bool {
        self.silences >= 3
    }

    /// Whether it is not worth the time to ask it again.
    fn is_silent_too_long(&self) -> bool {
        self.silences >= MOST_SILENCES || self.is_silent() && self.silent >= LONGEST
    }

    /// How often it was silent.
    pub(super) const fn silences(&self) -> u64 {
        self.silences
    }

    /// A case that alone gets another number of answers than one.
    pub(super) const fn take_count(&mut self) {
        self.counts += 1;
    }

    /// Whether the number of answers is wrong in too many cases to look for more of them.
    pub(super) const fn counts_are_known(&self) -> bool {
        self.counts >= MOST_COUNTS
    }

    /// What stands for answers where it is started no more.
    pub(super) fn spent(&mut self) -> Option<Answer> {
        let most = if self.answered { MOST_STARTS } else { FIRST_STARTS };
        if self.stops < most && !self.is_silent_too_long() {
            return None;
        }
        let last = self.last.clone().unwrap_or(Answer::Ended("it was not started".to_owned()));
        Some(match (&last, self.answered) {
            (_, false) => last,
            (Answer::Silent(long), _) if self.is_silent_too_long() => Answer::Ended(format!(
                "it is asked no more, it was silent for {} s {} times",
                long.as_secs_f64(),
                self.silences
            )),
            _ => Answer::Ended(format!("it is started no more, it stopped {} times", self.stops)),
        })
    }

    /// A stop that no case alone brings about.
    pub(super) fn unexplained(&mut self, stop: &Answer) {
        let how = match stop {
            Answer::Ended(how) => format!("ended ({how})"),
            Answer::Silent(long) => format!("was silent for {}", seconds(*long)),
            Answer::Count { asked, answered } if answered < asked => "left out answers".to_owned(),
            Answer::Count { .. } => "gave more answers than it was asked for".to_owned(),
            Answer::Line(_) => "stopped".to_owned(),
        };
        self.complain(format!("{how}, at no case that does so alone"));
    }

    /// Something is wrong beside its answers.
    pub(super) fn complain(&mut self, what: String) {
        match self.complaints.iter_mut().find(|complaint| complaint.what == what) {
            Some(complaint) => complaint.times += 1,
            None => self.complaints.push(Complaint { what, times: 1 }),
        }
    }

    /// All that is wrong, once.
    pub(super) fn complaints(&mut self) -> Vec<Complaint> {
        std::mem::take(&mut self.complaints)
    }
}

fn seconds(long: Duration) -> String {
    format!("{} s", long.as_secs_f64())
}
