//! Cases of a set, on every core, judged one by one.

use oracle::reference;
use std::fmt::Write;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use vectors::generate::Set;
use vectors::registry::{self, Options, Plan};

/// Cases that a thread takes at a time.
const CHUNK: u64 = 4096;

/// Findings that are shown.
const SHOWN: usize = 10;

/// What a case is judged by: the plan, the elements, and why the case is wrong.
pub(crate) trait Judge: Default {
    /// `None` where all is well.
    fn judge(&mut self, plan: &Plan, x: &[u64]) -> Option<String>;
}

/// Judges a range of cases on all cores; wrong ones come in the order of the set, the first of each
/// chunk only.
pub(crate) fn judge<J: Judge>(set: &Set, range: Range<u64>) -> Vec<(u64, String)> {
    each_part(range, CHUNK, |part| first::<J>(set, part))
}

/// Judges parts of a range on all cores; what is wrong in each.
fn each_part(
    range: Range<u64>,
    size: u64,
    judge: impl Fn(Range<u64>) -> Option<(u64, String)> + Sync,
) -> Vec<(u64, String)> {
    let next = AtomicU64::new(range.start);
    let found = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let start = next.fetch_add(size, Ordering::Relaxed);
                    if start >= range.end {
                        return;
                    }
                    if let Some(wrong) = judge(start..range.end.min(start + size)) {
                        found.lock().expect("no thread panics").push(wrong);
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().expect("no thread panics");
    found.sort();
    found
}

/// The first wrong case of a range.
pub(crate) fn first<J: Judge>(set: &Set, range: Range<u64>) -> Option<(u64, String)> {
    let mut judge = J::default();
    let mut found = None;
    let (mut index, end) = (range.start, range.end);
    set.for_each(range, |plan, x| {
        if found.is_none() {
            found = judge.judge(plan, x).map(|why| (index, why));
            index += 1;
        }
    });
    assert!(found.is_some() || index == end, "cases up to {end} were to be judged, not {index}");
    found
}

/// Cases of a sample that stand together.
const PIECE: u64 = 256;

/// The same over a sample, pieces of cases of which one in so many is taken, at places that wander.
#[track_caller]
pub(crate) fn assert_sampled<J: Judge>(set: &Set, origin: &str, one_in: u64) {
    let pieces = set.len().div_ceil(PIECE * one_in);
    let piece = |at: u64| (at * one_in + at % one_in) * PIECE;
    let range = |at: u64| piece(at).min(set.len())..(piece(at) + PIECE).min(set.len());
    let found = each_part(0..pieces, CHUNK / PIECE, |mut parts| {
        parts.find_map(|at| first::<J>(set, range(at)))
    });
    assert_none(set, origin, &found);
}

/// Fails where a case of the set is wrong. `origin` says how the set was made.
#[track_caller]
pub(crate) fn assert_all<J: Judge>(set: &Set, origin: &str) {
    assert_none(set, origin, &judge::<J>(set, 0..set.len()));
}

#[track_caller]
fn assert_none(set: &Set, origin: &str, found: &[(u64, String)]) {
    let mut text = String::new();
    for (index, why) in found.iter().take(SHOWN) {
        let _ = write!(text, "\n{origin}, case {index}: {why}");
    }
    let count = found.len();
    assert!(found.is_empty(), "wrong cases in {count} chunks of {}:{text}", set.len());
}

/// Model and reference give the same.
#[derive(Default)]
pub(crate) struct AgainstReference {
    operands: Vec<Vec<u64>>,
    /// Options as pairs, made once for a run of cases.
    pairs: Vec<(String, String)>,
    of: Option<Options>,
}

impl Judge for AgainstReference {
    fn judge(&mut self, plan: &Plan, x: &[u64]) -> Option<String> {
        if self.of != Some(plan.options) {
            self.pairs = plan.options.pairs();
            self.of = Some(plan.options);
        }
        split(plan, x, &mut self.operands);
        let pairs: Vec<(&str, &str)> =
            self.pairs.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let ours = plan.run(x);
        let theirs = reference::evaluate(&plan.op.id, &pairs, &self.operands);
        let same = theirs.as_ref().is_some_and(|t| t.out == ours.out() && t.flag == ours.flag);
        if same {
            return None;
        }
        let (out, flag) = theirs.map_or((Vec::new(), None), |t| (t.out, t.flag));
        Some(format!(
            "{}\n  model     {}\n  reference {}",
            question(plan, &self.operands),
            answer(plan, ours.out(), ours.flag),
            answer(plan, &out, flag)
        ))
    }
}

/// The elements of each operand.
fn split(plan: &Plan, x: &[u64], operands: &mut Vec<Vec<u64>>) {
    operands.resize(plan.operands.len(), Vec::new());
    for (own, (_, elements)) in operands.iter_mut().zip(registry::split(&plan.operands, x)) {
        own.clear();
        own.extend_from_slice(elements);
    }
}

/// Operation, options and operands, as the command takes them.
fn question(plan: &Plan, operands: &[Vec<u64>]) -> String {
    let mut text = format!("{} {}", plan.op.id, plan.options);
    for (shape, own) in plan.operands.iter().zip(operands) {
        let _ = write!(text, " {}", elements(own, shape.digits()));
    }
    text
}

fn answer(plan: &Plan, out: &[u64], flag: Option<u8>) -> String {
    if out.is_empty() {
        return "knows no such case".to_owned();
    }
    let flag = flag.map_or(String::new(), |f| format!(" flag {f}"));
    elements(out, plan.result().digits()) + &flag
}

fn elements(codes: &[u64], digits: usize) -> String {
    let hex: Vec<String> = codes.iter().map(|c| format!("{c:0digits$x}")).collect();
    hex.join("_")
}

/// The question of a case.
pub(crate) fn asked(plan: &Plan, x: &[u64]) -> String {
    let mut operands = Vec::new();
    split(plan, x, &mut operands);
    question(plan, &operands)
}
