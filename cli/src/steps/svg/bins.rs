//! Long programs: the axis in bins, their shade is how much of them is used.

use super::super::chart::{Axis, Ink, What, cells};
use super::super::subject::Subject;
use super::frame::{Frame, GAP, LANE, MOST, TOP, plain_lines};
use std::fmt::Write;

/// Bins of the axis.
const BINS: usize = MOST as usize;
/// Bins between two numbers of the axis.
const TICK: usize = 20;

/// A part of the axis.
#[derive(Clone)]
struct Bin {
    /// Units that are used, by lane and ink.
    used: Vec<[f64; Ink::ALL.len()]>,
    /// Units that waits hold.
    held: f64,
    /// Units that packing filled, or that lie behind the last step.
    empty: f64,
    /// First and last row.
    rows: Option<[usize; 2]>,
}

/// Draws the steps.
pub(super) fn steps(subject: &Subject, axis: &Axis, frame: &Frame, svg: &mut String) {
    let lanes = subject.survey.occupancy.lanes;
    let used = vec![[0.0; Ink::ALL.len()]; lanes.len()];
    let mut bins = vec![Bin { used, held: 0.0, empty: 0.0, rows: None }; BINS];
    for stretch in &axis.stretches {
        let ends = [stretch.x, stretch.x + stretch.width].map(|x| x as f64);
        spread(ends, axis, |bin, units| {
            let bin = &mut bins[bin];
            match stretch.what {
                What::Row(i) => {
                    bin.rows = Some([bin.rows.map_or(i, |[first, _]| first), i]);
                    for (lane, ink) in cells(lanes, &subject.survey.rows[i]) {
                        bin.used[lane][ink as usize] += units;
                    }
                }
                What::Held(_) => bin.held += units,
                What::Inserted | What::Tail => bin.empty += units,
            }
        });
    }
    for (i, bin) in bins.iter().enumerate() {
        draw(subject, axis, frame, (i, bin), svg);
    }
}

/// Tells each bin that a part of the axis meets how many units of it lie there.
fn spread([from, to]: [f64; 2], axis: &Axis, mut tell: impl FnMut(usize, f64)) {
    let size = axis.units as f64 / BINS as f64;
    let first = ((from / size) as usize).min(BINS - 1);
    for bin in first..BINS {
        let (start, end) = (bin as f64 * size, (bin + 1) as f64 * size);
        let units = end.min(to) - start.max(from);
        if start >= to {
            break;
        }
        if units > 0.0 {
            tell(bin, units);
        }
    }
}

fn draw(subject: &Subject, axis: &Axis, frame: &Frame, (i, bin): (usize, &Bin), svg: &mut String) {
    let size = axis.units as f64 / BINS as f64;
    let width = frame.width / MOST;
    let x = frame.x(0.0) as u64 + i as u64 * width;
    if let (0, Some([first, _])) = (i % TICK, bin.rows) {
        frame.tick(x as f64, subject.survey.rows[first].first + 1, svg);
    }
    let _ = write!(svg, "<g><title>{}</title>", plain_lines(&words(subject, bin, size)));
    let mut rect = |class: &str, [y, height]: [u64; 2], units: f64| {
        let share = (units / size).min(1.0);
        if share >= 0.005 {
            let _ = write!(
                svg,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
                 opacity=\"{share:.2}\"/>"
            );
        }
    };
    // A strip: over the lanes it would hide their shades.
    rect("v", [frame.steps_end(), GAP], bin.held);
    rect("n", [TOP, frame.steps_end() - TOP], bin.empty);
    for (lane, used) in bin.used.iter().enumerate() {
        for (ink, units) in Ink::ALL.into_iter().zip(used) {
            let (offset, height) = ink.place();
            rect(ink.class().0, [frame.lane(lane) + offset, height], *units);
        }
    }
    rect("h", [TOP, frame.steps_end() - TOP], size);
    svg.push_str("</g>\n");
}

/// The tooltip of a bin.
fn words(subject: &Subject, bin: &Bin, size: f64) -> String {
    let mut text = String::new();
    if let Some(ends) = bin.rows {
        let [first, last] = ends.map(|i| &subject.survey.rows[i]);
        let lines = [first, last].map(|row| row.line);
        let steps = [first.first + 1, last.first + u64::from(last.steps)];
        let _ =
            write!(text, "lines {} to {}, steps {} to {}", lines[0], lines[1], steps[0], steps[1]);
    }
    for (lane, used) in subject.survey.occupancy.lanes.iter().zip(&bin.used) {
        for (ink, units) in Ink::ALL.into_iter().zip(used).filter(|(_, units)| **units > 0.0) {
            let part = ink.class().1.split(" (").next().unwrap_or_default();
            let share = (100.0 * units / size).min(100.0);
            let _ = write!(text, "\n{} {part} {share:.0} %", lane.name);
        }
    }
    if bin.held > 0.0 {
        text.push_str("\nheld by wait");
    }
    text
}

/// Draws what share of each bin each memory is used by MV statements.
pub(super) fn moves(subject: &Subject, axis: &Axis, frame: &Frame, svg: &mut String) {
    let size = axis.units as f64 / BINS as f64;
    let width = frame.width as f64 / BINS as f64;
    for (lane, &memory) in frame.memories.iter().enumerate() {
        let mut busy = Coverage::new();
        for one in subject.survey.moves.iter().filter(|one| one.is_on(memory)) {
            busy.add([one.start, one.end].map(|cycle| axis.at(cycle)), size);
        }
        let _ = write!(svg, "<g><title>MV on {}</title>", subject.survey.memories[memory]);
        for (bin, units) in busy.bins(size).into_iter().enumerate() {
            let share = (units / size).min(1.0);
            if share >= 0.005 {
                let _ = write!(
                    svg,
                    "<rect class=\"m\" x=\"{:.1}\" y=\"{}\" width=\"{width:.1}\" height=\"{}\" \
                     opacity=\"{share:.2}\"/>",
                    frame.x(bin as f64 * size),
                    frame.memory(lane) + 3,
                    LANE - 6
                );
            }
        }
        svg.push_str("</g>\n");
    }
}

/// Units of each bin that stretches cover, at a cost that does not grow with their length.
struct Coverage {
    /// What the bins at the ends of stretches are covered.
    partly: Vec<f64>,
    /// How many more stretches than before cover a bin wholly.
    whole: Vec<f64>,
}

impl Coverage {
    fn new() -> Self {
        Self { partly: vec![0.0; BINS], whole: vec![0.0; BINS + 1] }
    }

    fn add(&mut self, [from, to]: [f64; 2], size: f64) {
        let [first, last] = [from, to].map(|x| ((x / size) as usize).min(BINS - 1));
        if first == last {
            self.partly[first] += to - from;
            return;
        }
        self.partly[first] += (first + 1) as f64 * size - from;
        self.partly[last] += to - last as f64 * size;
        self.whole[first + 1] += 1.0;
        self.whole[last] -= 1.0;
    }

    fn bins(self, size: f64) -> Vec<f64> {
        let mut whole = 0.0;
        let total = |(partly, change): (f64, f64)| {
            whole += change;
            partly + whole * size
        };
        self.partly.into_iter().zip(self.whole).map(total).collect()
    }
}
