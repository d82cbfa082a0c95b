//! A design as a child, whose every answer is wanted.

use crate::Remarks;
use crate::design::{self, Child, time};
use crate::failure::Failure;
use std::ops::Range;
use std::time::{Duration, Instant};
use vectors::diff::{Answer, Design};
use vectors::file::MAX_LINE;
use vectors::generate::Set;
use vectors::registry::Plan;

/// Takes an answer: the number of its case, operands, result.
pub(super) type Take<'a> = &'a mut dyn FnMut(u64, &[u64], &[u64]) -> Result<(), Failure>;

/// Who is asked, and how long.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) command: &'a str,
    /// Of an answer.
    pub(super) limit: Duration,
    /// Of all.
    pub(super) seconds: Option<Duration>,
}

/// How many cases were asked and their answers measured, of how many.
#[derive(Clone, Copy, Default)]
pub(super) struct Extent {
    pub(super) asked: u64,
    pub(super) wanted: u64,
}

impl Extent {
    /// Whether the time was over before.
    pub(super) const fn is_cut(self) -> bool {
        self.asked < self.wanted
    }

    /// The line that says so.
    pub(super) fn line(self) -> String {
        time::stopped(self.asked, self.wanted)
    }

    /// A part of a shard is none: what it lacks would be taken for measured.
    pub(super) fn whole(self, command: &str) -> Result<(), Failure> {
        match self.is_cut() {
            false => Ok(()),
            true => Err(Failure::Environment(format!(
                "`{command}`: the shard is not whole, {} of {} cases were asked when the time was over\n  \
                 right: more shards, or more --seconds",
                self.asked, self.wanted
            ))),
        }
    }
}

/// Asks these cases of a set, which are of one operation under one choice of options.
pub(super) fn ask(
    Asked { command, limit, seconds }: Asked<'_>,
    set: &Set,
    cases: Range<u64>,
    remarks: Remarks,
    take: Take<'_>,
) -> Result<Extent, Failure> {
    let count = cases.end - cases.start;
    let begun = Instant::now();
    // Measuring may take longer than answering.
    let is_late = |end: Instant| Instant::now() >= end;
    let end = time::end(begun, seconds);
    let mut child = Child::new(command, limit, remarks);
    child.begin(count, seconds.map(|seconds| begun + seconds));
    let mut x = vec![0; set.elements()];
    let mut index = cases.start;
    'all: while index < cases.end {
        let Some(plan) = set.case(index, &mut x) else { break };
        let until = cases.end.min(index + child.batch() as u64);
        let mut batch = Vec::new();
        for at in index..until {
            if set.case(at, &mut x).is_some() {
                batch.extend_from_slice(&x[..plan.elements()]);
            }
        }
        for (answer, x) in child.ask(plan, &batch).iter().zip(batch.chunks(plan.elements())) {
            if *answer == Answer::Unasked || end.is_some_and(is_late) {
                break 'all;
            }
            let done = index - cases.start;
            let line = line(answer).map_err(|how| {
                child.failure().unwrap_or_else(|| {
                    let text = format!("`{command}` {how} after {done} of {count} answers");
                    Failure::Environment(text)
                })
            })?;
            let found = codes(plan, line).map_err(|what| {
                let case = plan.case(x);
                Failure::input(format!("`{command}`:{}: {what}\n  to {case}", done + 1))
            })?;
            take(index + 1, x, &found)?;
            index += 1;
        }
    }
    let extent = Extent { asked: index - cases.start, wanted: count };
    match child.finish().first() {
        Some(complaint) => Err(Failure::Environment(format!("`{command}`: {complaint}"))),
        None if extent.is_cut() && extent.asked == 0 => Err(design::unasked(command, seconds)),
        None => Ok(extent),
    }
}

/// The line of an answer, or what happened instead.
fn line(answer: &Answer) -> Result<&str, String> {
    match answer {
        Answer::Line(line) => Ok(line),
        Answer::Ended(how) => Err(format!("ended ({how})")),
        Answer::Unasked => Err("was not asked".to_owned()),
        Answer::Silent(long) => Err(format!("was silent for {} s", long.as_secs_f64())),
        Answer::Count { asked, answered } => {
            Err(format!("gave {answered} answers to {asked} cases"))
        }
    }
}

/// The elements of an answer: the first word of the line.
fn codes(plan: &Plan, line: &str) -> Result<Vec<u64>, String> {
    let shape = plan.result();
    let word = line.get(..MAX_LINE).unwrap_or(line).split_ascii_whitespace().next();
    let word = word.unwrap_or_default();
    let digits = shape.digits();
    let code = |text: &str| {
        let hex = text.len() == digits && text.bytes().all(|b| b.is_ascii_hexdigit());
        let code = u64::from_str_radix(text, 16).ok().filter(|_| hex);
        code.filter(|code| shape.format.holds(*code))
    };
    let codes: Option<Vec<u64>> = word.split('_').map(code).collect();
    codes.filter(|codes| codes.len() == shape.len).ok_or_else(|| {
        let shown: String = word.chars().take(40).collect();
        let elements = match shape.len {
            1 => String::new(),
            n => format!("{n} elements joined by `_` of "),
        };
        format!("the answer is `{shown}`\n  right: {elements}{digits} hex digits")
    })
}
