//! `assay diff --program`: a whole emulator against the model.

use super::corpus;
use crate::design::{self, Process, time};
use crate::failure::Failure;
use crate::output::{self, Targets};
use crate::{Remarks, progress, system};
use semantics::cases::Case;
use semantics::source::Refusal;
use std::path::Path;
use std::time::{Duration, Instant};
use vectors::diff::program::{Found, Limits, diff};
use vectors::programs::cases;

/// Cases without `--count` and `--seconds`.
const COUNT: u64 = 1000;

/// What is asked of whom.
pub(super) struct Asked<'a> {
    pub(super) dut: &'a str,
    pub(super) system: Option<&'a str>,
    pub(super) count: Option<u64>,
    pub(super) seconds: Option<Duration>,
    pub(super) seed: u64,
    /// Of an answer.
    pub(super) limit: Duration,
    pub(super) max_report: usize,
    pub(super) corpus: Option<&'a Path>,
}

/// Asks, prints what was found, keeps the simplest.
pub(super) fn run(asked: &Asked<'_>, remarks: Remarks) -> Result<(), Failure> {
    let machine = system::named(asked.system)?;
    let programs = cases::of(machine.name()).map_err(Failure::input)?;
    let mut kept = asked.corpus.map(|folder| corpus::Cases::open(folder, machine)).transpose()?;
    remarks.say(format_args!("seed {}", asked.seed));
    let old: Vec<Case> = kept.iter().flat_map(|kept| kept.cases().iter().cloned()).collect();
    let most = if asked.seconds.is_some() { u64::MAX } else { COUNT };
    let count = asked.count.unwrap_or(most);
    let drawn = (0..count).map(|number| cases::case(programs, asked.seed, number));
    let length = count.saturating_add(old.len() as u64);
    let mut all = old.into_iter().map(Ok::<Case, Refusal>).chain(drawn);
    let until = asked.seconds.map(|seconds| Instant::now() + seconds);
    let simpler = time::simpler(asked.seconds);
    let limits = Limits { until, kept: asked.max_report, simpler, ..Limits::default() };
    let bar = progress::cases(length, remarks);
    let mut process = Process::new(asked.dut, machine.name(), asked.limit, remarks);
    process.expect(length);
    let found =
        diff(&mut process, machine, &mut all, &limits, &mut |asked| bar.set_position(asked));
    bar.finish_and_clear();
    if let Some(failure) = process.failure() {
        return Err(failure);
    }
    let found = found.map_err(Failure::input)?;
    if found.asked == 0 && found.over {
        return Err(design::unasked(asked.dut, asked.seconds));
    }
    if found.asked == 0 {
        return Err(Failure::input("--count is 0\n  right: at least one case"));
    }
    if found.failed == found.asked {
        let why = found.findings.first().map_or_else(String::new, |f| f.wrong.to_string());
        return Err(design::unanswered(asked.dut, found.asked, why));
    }
    if let (Some(kept), Some(simplest)) = (&mut kept, &found.simplest) {
        kept.add(&simplest.question.case, &mut Targets::new(remarks))?;
    }
    print(asked, found, length)
}

fn print(asked: &Asked<'_>, mut found: Found, wanted: u64) -> Result<(), Failure> {
    found.findings.truncate(asked.max_report);
    let is_cut = found.over && asked.count.is_some();
    let wanted = if is_cut { wanted } else { found.asked };
    let (of, stopped) = (time::of(found.asked, wanted), time::stopped(found.asked, wanted));
    let word = if found.agrees() { "PASS" } else { "FAIL" };
    let (Found { asked, differing, .. }, failures) = (&found, found.failures());
    output::print(&format!(
        "{found}{stopped}ASSAY {word} cases={asked}{of} mismatches={differing} failures={failures}\n"
    ))?;
    if found.agrees() { Ok(()) } else { Err(Failure::Told(1)) }
}
