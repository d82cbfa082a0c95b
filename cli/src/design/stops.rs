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
            Answer::Line(_) | Answer::Unasked => "stopped".to_owned(),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn ended() -> Answer {
        Answer::Ended("exit status: 7".to_owned())
    }

    /// What stands for an answer after so many stops of a kind.
    fn after(stops: u64, stop: &Answer, answered: bool) -> Option<Answer> {
        let mut own = Stops { answered, ..Stops::default() };
        (0..stops).for_each(|_| own.take(stop));
        assert_eq!(own.count(), stops);
        own.spent()
    }

    #[test]
    fn a_design_is_started_so_often() {
        assert_eq!(after(2, &ended(), false), None);
        assert_eq!(after(3, &ended(), false), Some(ended()));
        assert_eq!(after(999, &ended(), true), None);
        let spent = Answer::Ended("it is started no more, it stopped 1000 times".to_owned());
        assert_eq!(after(1000, &ended(), true), Some(spent));
    }

    #[test]
    fn a_silent_design_is_asked_so_long() {
        let silent = |milliseconds| Answer::Silent(Duration::from_millis(milliseconds));
        let spent = |long, times| {
            let how = format!("it is asked no more, it was silent for {long} s {times} times");
            Some(Answer::Ended(how))
        };
        assert_eq!(after(19, &silent(1500), true), None);
        assert_eq!(after(20, &silent(1500), true), spent(1.5, 20));
        // The first three may take as long as they do.
        assert_eq!(after(2, &silent(40_000), true), None);
        assert_eq!(after(3, &silent(40_000), true), spent(40.0, 3));
        assert_eq!(after(3, &silent(19_999), true), None);
        assert_eq!(after(4, &silent(15_000), true), spent(15.0, 4));
        let mut own = Stops::default();
        for silences in 0..4 {
            assert_eq!((own.silences(), own.is_silent()), (silences, silences == 3));
            own.take(&silent(1));
        }
        own.take(&ended());
        assert_eq!((own.silences(), own.count()), (4, 5));
    }

    #[test]
    fn counts_and_complaints_are_kept() {
        let mut own = Stops::default();
        for counts in 0..9 {
            assert_eq!(own.counts_are_known(), counts >= 8);
            own.take_count();
        }
        own.complain("a".to_owned());
        own.unexplained(&Answer::Count { asked: 3, answered: 2 });
        own.unexplained(&Answer::Count { asked: 3, answered: 4 });
        own.complain("a".to_owned());
        let told: Vec<(String, u64)> =
            own.complaints().into_iter().map(|own| (own.what, own.times)).collect();
        let right = [
            ("a", 2),
            ("left out answers, at no case that does so alone", 1),
            ("gave more answers than it was asked for, at no case that does so alone", 1),
        ];
        assert_eq!(told, right.map(|(what, times)| (what.to_owned(), times)));
        assert!(own.complaints().is_empty());
    }
}
