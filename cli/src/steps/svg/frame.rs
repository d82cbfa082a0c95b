//! The canvas: where lanes and units lie, their names, the legend.

use super::super::chart::{Axis, Ink, cut, plain};
use super::super::subject::Subject;
use semantics::machine::steps::Lane;
use std::fmt::Write as _;

/// Units that are drawn one by one; a longer axis is drawn in as many bins.
pub(super) const MOST: u64 = 360;
/// Width of the chart, in pixels.
pub(super) const WIDTH: u64 = 1080;
/// The widest unit.
pub(super) const WIDEST: u64 = 16;
/// Left of the chart.
pub(super) const LEFT: u64 = 84;
/// Above the lanes.
pub(super) const TOP: u64 = 80;
/// Height of a lane.
pub(super) const LANE: u64 = 16;
/// Between units, ports and memories.
pub(super) const GAP: u64 = 8;
/// Below the lanes.
pub(super) const BOTTOM: u64 = 28;

/// Colours that remain different to people who confuse some (Okabe and Ito 2008).
const STYLE: &str = "\
.assay text{font:11px monospace;fill:#222}.assay .t{font-weight:bold}\
.assay .g{stroke:#ddd}.assay .h{fill:transparent}.assay g:hover>.h{fill:#00000018}\
.assay .b{fill:#0072b2}.assay .r{fill:#56b4e9}.assay .w{fill:#e69f00}.assay .o{fill:#cc79a7}\
.assay .n{fill:#eee}.assay .v{fill:url(#hatch)}.assay .m{fill:#009e73}\
.assay .q{fill:none;stroke:#009e73;stroke-dasharray:2 2}";

/// Places on the canvas.
pub(super) struct Frame {
    /// Width of the chart.
    pub(super) width: u64,
    /// Pixels a unit of the axis.
    pub(super) scale: f64,
    lanes: &'static [Lane],
    /// Memories that MV statements use.
    pub(super) memories: Vec<usize>,
}

impl Frame {
    pub(super) fn new(subject: &Subject, axis: &Axis) -> Self {
        let width = (WIDTH / axis.units.min(MOST)).min(WIDEST) * axis.units.min(MOST);
        let used = subject.survey.moves.iter().fold(0, |used, one| used | one.memories);
        let memories = (0..subject.survey.memories.len()).filter(|memory| used >> memory & 1 == 1);
        let (memories, lanes) = (memories.collect(), subject.survey.occupancy.lanes);
        Self { width, scale: width as f64 / axis.units as f64, lanes, memories }
    }

    /// The top of a lane of a unit or port.
    pub(super) fn lane(&self, lane: usize) -> u64 {
        TOP + lane as u64 * LANE + if self.lanes[lane].port { GAP } else { 0 }
    }

    /// The bottom of the lanes of units and ports.
    pub(super) fn steps_end(&self) -> u64 {
        self.lane(self.lanes.len() - 1) + LANE
    }

    /// The top of the lane of a memory.
    pub(super) fn memory(&self, memory: usize) -> u64 {
        self.steps_end() + GAP + memory as u64 * LANE
    }

    /// The bottom of all lanes.
    pub(super) fn end(&self) -> u64 {
        match self.memories.len() {
            0 => self.steps_end(),
            n => self.memory(n - 1) + LANE,
        }
    }

    /// A place on the axis.
    pub(super) fn x(&self, units: f64) -> f64 {
        LEFT as f64 + units * self.scale
    }

    /// The head of the picture with its legend.
    pub(super) fn open(&self, subject: &Subject) -> String {
        let (width, height) = ((LEFT + self.width + 12).max(900), self.end() + BOTTOM);
        let name = plain(&cut(&subject.name, 100));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"assay\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<style>{STYLE}</style>\n\
             <defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">\
             <path d=\"M0 6L6 0\" stroke=\"#d55e00\" stroke-width=\"1.5\"/></pattern></defs>\n\
             <text class=\"t\" x=\"4\" y=\"16\">{name}: {}</text>\n",
            subject.score()
        );
        let rest = [("v", "held by wait"), ("n", "nop of packing"), ("m", "MV (dashed: issued)")];
        legend(28, &Ink::ALL.map(Ink::class), &mut svg);
        legend(44, &rest, &mut svg);
        svg
    }

    /// The names of the lanes, with a line below each.
    pub(super) fn names(&self, subject: &Subject, svg: &mut String) {
        let lanes = self.lanes.iter().enumerate().map(|(i, l)| (self.lane(i), l.name.to_owned()));
        let memories = self.memories.iter().enumerate();
        let memories = memories.map(|(i, &n)| (self.memory(i), subject.survey.memories[n].clone()));
        for (y, name) in lanes.chain(memories) {
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>\
                 <path class=\"g\" d=\"M{LEFT} {}h{}\"/>",
                LEFT - 6,
                y + 12,
                y + LANE,
                self.width
            );
        }
    }

    /// A number of the axis.
    pub(super) fn tick(&self, x: f64, number: u64, svg: &mut String) {
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{}\">{number}</text><path class=\"g\" d=\"M{x:.1} {}v6\"/>",
            TOP - 8,
            TOP - 6
        );
    }
}

/// A line of the legend: classes and what they mean.
fn legend(y: u64, entries: &[(&str, &str)], svg: &mut String) {
    let mut x = 4;
    for (class, words) in entries {
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"10\" height=\"10\"/>\
             <text x=\"{}\" y=\"{}\">{words}</text>",
            x + 13,
            y + 9
        );
        x += 13 + 7 * words.len() as u64 + 8;
    }
}

/// Escaped line by line.
pub(super) fn plain_lines(text: &str) -> String {
    text.lines().map(plain).collect::<Vec<_>>().join("\n")
}
