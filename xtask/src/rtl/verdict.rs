//! What a simulation said, and what that means. Only a bench's own last line is a verdict; everything else is none.

use std::fmt;

/// What a run of a bench came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// All cases were asked and answered rightly.
    Clean(u64),
    /// The answer to this case is wrong, or there is none. At this time, where the simulator counts it.
    Found { case: u64, time: Option<u64>, words: String },
    /// The bench did not come to its end.
    Broken(String),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clean(cases) => write!(f, "all {cases} cases right"),
            Self::Found { case, words, .. } if words.is_empty() => write!(f, "case {case} differs"),
            Self::Found { case, words, .. } => write!(f, "case {case}: {words}"),
            Self::Broken(words) => f.write_str(words),
        }
    }
}

/// The line of the bench, read: its word, its numbers by name, and the rest.
pub(super) struct Line<'a> {
    pub(super) word: &'a str,
    numbers: Vec<(&'a str, u64)>,
    rest: String,
}

impl<'a> Line<'a> {
    /// The last line that begins with `RTL`.
    pub(super) fn last(output: &'a str) -> Option<Self> {
        let line = output.lines().rev().find_map(|line| line.trim().strip_prefix("RTL "))?;
        let mut words = line.split(' ');
        let word = words.next()?;
        let (mut numbers, mut rest) = (Vec::new(), Vec::new());
        for word in words {
            match word.split_once('=').map(|(name, n)| (name, n.trim_end_matches(':').parse())) {
                Some((name, Ok(number))) if rest.is_empty() || name == "time" => {
                    numbers.push((name, number));
                }
                _ => rest.push(word),
            }
        }
        Some(Self { word, numbers, rest: rest.join(" ") })
    }

    pub(super) fn number(&self, name: &str) -> Option<u64> {
        self.numbers.iter().find(|(own, _)| *own == name).map(|(_, number)| *number)
    }
}

/// The verdict of a bench that judges by itself: how it ended, what it printed, and how many cases there are.
pub(super) fn judged(ended_well: bool, output: &str, cases: u64) -> Verdict {
    let Some(line) = Line::last(output) else {
        return Verdict::Broken(format!(
            "the simulation ended without a verdict: {}",
            told(output)
        ));
    };
    match (line.word, line.number("cases"), line.number("case")) {
        ("PASS", Some(answered), _) if !ended_well => {
            Verdict::Broken(format!("it passed {answered} cases, and failed: {}", told(output)))
        }
        ("PASS", Some(answered), _) if answered == cases && cases != 0 => Verdict::Clean(answered),
        ("PASS", Some(answered), _) => {
            Verdict::Broken(format!("{answered} answers to {cases} questions"))
        }
        ("FAIL", _, Some(case)) if case != 0 => {
            Verdict::Found { case, time: line.number("time"), words: line.rest }
        }
        _ => Verdict::Broken(format!("{} {}", line.word, line.rest)),
    }
}

/// The end of what a program printed, for a message.
pub(super) fn told(output: &str) -> String {
    let lines: Vec<&str> = output.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(3)..].join(" | ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_else_reads_like_a_pass() {
        assert_eq!(judged(true, "RTL PASS cases=5\n", 5), Verdict::Clean(5));
        let broken =
            |well, output, cases| matches!(judged(well, output, cases), Verdict::Broken(_));
        assert!(broken(true, "", 5));
        assert!(broken(true, "ASSAY PASS checked=5\nall well\n", 5));
        assert!(broken(true, "RTL PASS\n", 5));
        assert!(broken(true, "RTL PASS cases=4\n", 5));
        assert!(broken(true, "RTL PASS cases=0\n", 0));
        assert!(broken(false, "RTL PASS cases=5\nFATAL\n", 5));
        assert!(broken(true, "RTL PASS cases=5\nRTL BROKEN rne.memh is cut\n", 5));
        assert!(broken(true, "RTL FAIL cases=5\n", 5));
        let found = judged(true, "RTL FAIL case=3 asked=4: no answer time=9\n", 5);
        let words = "no answer".to_owned();
        assert_eq!(found, Verdict::Found { case: 3, time: Some(9), words });
    }
}
