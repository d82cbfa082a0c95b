//! Every step and every MV by itself.

use super::super::chart::{Axis, Ink, Stretch, What, cells, cut};
use super::super::subject::Subject;
use super::frame::{Frame, LANE, TOP, plain_lines};
use semantics::machine::steps::Move;
use std::fmt::Write;

/// Pixels between two numbers of the axis.
const TICK: f64 = 56.0;

/// Characters of a statement in a tooltip.
const TIP: usize = 160;

/// Draws the steps, each a group with its tooltip.
pub(super) fn steps(subject: &Subject, axis: &Axis, frame: &Frame, svg: &mut String) {
    let mut next_tick = 0.0;
    for stretch in &axis.stretches {
        let (x, width) = (frame.x(stretch.x as f64), stretch.width as f64 * frame.scale);
        if let What::Row(i) = stretch.what
            && x >= next_tick
        {
            frame.tick(x, subject.survey.rows[i].first + 1, svg);
            next_tick = x + TICK;
        }
        let (class, bottom) = match stretch.what {
            What::Row(_) => ("h", frame.steps_end()),
            What::Held(_) => ("v", frame.end()),
            What::Inserted | What::Tail => ("n", frame.steps_end()),
        };
        let _ = write!(
            svg,
            "<g><title>{}</title><rect class=\"{class}\" x=\"{x}\" y=\"{TOP}\" width=\"{width}\" \
             height=\"{}\"/>",
            plain_lines(&words(subject, stretch)),
            bottom - TOP
        );
        if let What::Row(i) = stretch.what {
            paint(subject, i, [x, width], frame, svg);
        }
        svg.push_str("</g>\n");
    }
}

/// The tooltip of a stretch.
fn words(subject: &Subject, stretch: &Stretch) -> String {
    let steps = stretch.cycles / subject.survey.cycles_a_step;
    let rows = &subject.survey.rows;
    match stretch.what {
        What::Inserted => format!("nop/{steps} inserted by packing"),
        What::Tail => format!("{} cycles behind the last step", stretch.cycles),
        What::Held(i) => format!("line {}: wait holds {steps} steps", rows[i].line),
        What::Row(i) => {
            let (row, line) = (&rows[i], rows[i].line);
            let mut text =
                format!("line {line}, step {}, cycle {}: ", row.first + 1, subject.cycle(row));
            text.push_str(&cut(&subject.statement(row.index), TIP));
            for (i, lane) in subject.survey.occupancy.lanes.iter().enumerate() {
                let marks: String = lane.marks(row.uses).collect();
                if !marks.is_empty() {
                    let before = if i == 0 || !text.contains('\n') { "\n" } else { " " };
                    let _ = write!(text, "{before}{}:{marks}", lane.name);
                }
            }
            text
        }
    }
}

/// The cells of a step: a path for each ink.
fn paint(subject: &Subject, row: usize, [x, width]: [f64; 2], frame: &Frame, svg: &mut String) {
    let row = &subject.survey.rows[row];
    for ink in Ink::ALL {
        let (offset, height) = ink.place();
        let mut path = String::new();
        for (lane, _) in
            cells(subject.survey.occupancy.lanes, row).filter(|(_, other)| *other == ink)
        {
            let y = frame.lane(lane) + offset;
            let _ = write!(path, "M{x} {y}h{width}v{height}h-{width}z");
        }
        if !path.is_empty() {
            let _ = write!(svg, "<path class=\"{}\" d=\"{path}\"/>", ink.class().0);
        }
    }
}

/// Draws the MV statements: a bar in the lane of each memory from start to end, dashed from issue to
/// start.
pub(super) fn moves(subject: &Subject, axis: &Axis, frame: &Frame, svg: &mut String) {
    for one in &subject.survey.moves {
        let [issue, start, end] = [one.issue, one.start, one.end].map(|c| frame.x(axis.at(c)));
        let width = (end - start).max(2.0);
        let (mut bars, mut queue) = (String::new(), String::new());
        for (i, memory) in frame.memories.iter().enumerate() {
            if one.is_on(*memory) {
                let y = frame.memory(i);
                let _ = write!(bars, "M{start:.1} {}h{width:.1}v{}h-{width:.1}z", y + 3, LANE - 6);
                if start > issue {
                    let _ = write!(queue, "M{issue:.1} {}H{start:.1}", y + LANE / 2);
                }
            }
        }
        let _ = write!(svg, "<g><title>{}</title>", tip(subject, one));
        if !queue.is_empty() {
            let _ = write!(svg, "<path class=\"q\" d=\"{queue}\"/>");
        }
        let _ = writeln!(svg, "<path class=\"m\" d=\"{bars}\" stroke=\"#fff\"/></g>");
    }
}

/// What the tooltip of an MV says.
fn tip(subject: &Subject, one: &Move) -> String {
    let statement = cut(&subject.statement(one.index), TIP);
    let mut tip = format!("line {}: {statement}", one.line);
    let _ = write!(tip, "\nissued in cycle {}, runs {} to {}", one.issue, one.start, one.end);
    if let Some(rate) = one.rate {
        let _ = write!(tip, "\n{} long words a cycle, s. {}", rate.counted, rate.section);
    }
    if let Some(line) = one.waited {
        let _ = write!(tip, "\nwaited for in line {line}");
    }
    plain_lines(&tip)
}
