//! Additions as a picture: a row of bits for each input on a common axis of places, what is cut in another colour, the
//! sum, the rounded result. Self-contained, without script, on a ground of its own.

use super::axis::{Axis, LEFT, RIGHT};
use crate::page::escaped;
use std::fmt::Write;
use vectors::explain::picture::{Bits, Drawn, Row};
use vectors::explain::{Explanation, value};
use vectors::registry::Plan;

pub(super) const WIDTH: f64 = 1040.0;
const ROW: f64 = 20.0;
const HEAD: f64 = 64.0;
/// From the top of an addition to its first row.
const AXIS: f64 = 60.0;
const GAP: f64 = 18.0;
/// Cells from this width on have their digits.
const DIGITS: f64 = 8.0;
/// Additions that are drawn; of more the last.
const MOST: usize = 8;
/// Characters of the names of rows.
const NAME: usize = 26;
/// Characters of a line.
const LINE: usize = 138;

/// Colours that remain different to people who confuse some (Okabe and Ito 2008).
const STYLE: &str = "\
text{font:12px monospace;fill:#222}.t{font-weight:bold}.k{fill:#0072b2}.k0{fill:#b5d9ee}\
.l{fill:#d55e00}.l0{fill:#f7cfae}.s{fill:#00795a}.s0{fill:#b4e2d3}.a{stroke:#bbb;fill:none}\
.r{stroke:#222;stroke-dasharray:4 3;fill:none}.p{stroke:#d55e00;stroke-width:2;fill:none}\
text.b{font-size:11px;fill:#fff}text.b0{font-size:11px;fill:#345}text.m{fill:#555}";

/// The picture of an explanation that has additions.
pub(super) fn picture(plan: &Plan, explanation: &Explanation) -> String {
    let all = &explanation.drawn;
    let shown = &all[all.len().saturating_sub(MOST)..];
    let left_out = all.len() - shown.len();
    let mut body = String::new();
    let mut y = HEAD;
    for drawn in shown {
        y = addition(&mut body, drawn, y) + GAP;
    }
    let options = plan.options.to_string();
    let gap = if options.is_empty() { "" } else { " " };
    let title = format!("{}{gap}{options}", plan.op.id);
    let more = match left_out {
        0 => String::new(),
        n => format!("; {n} before are not drawn"),
    };
    let out = value::results(plan, explanation.outcome.out());
    let line = format!("{}; result {out}{more}", plan.op.summary);
    let mut svg = open(y, &title, &words(shown));
    let _ = writeln!(svg, "<text class=\"t\" x=\"16\" y=\"24\">{}</text>", cut(&title, LINE));
    let _ = writeln!(svg, "<text class=\"m\" x=\"16\" y=\"42\">{}</text>", cut(&line, 64));
    legend(&mut svg);
    svg + &body + "</svg>\n"
}

/// The head of a picture of this height: what it is, for those who can't see it, its style and its ground.
pub(super) fn open(height: f64, title: &str, words: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-labelledby=\"t d\">\n\
         <title id=\"t\">{}</title>\n<desc id=\"d\">{}</desc>\n<style>{STYLE}</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#fff\"/>\n",
        escaped(title),
        escaped(words)
    )
}

/// What the picture shows, in words.
fn words(shown: &[Drawn]) -> String {
    let each = shown.iter().map(|drawn| {
        let lost = drawn.rows.iter().filter(|row| row.exact != row.kept).count();
        let rounded = drawn.result.as_ref();
        let result = rounded.map_or(String::new(), |words| format!(", rounded to {words}"));
        let cut = if lost > 0 { format!(", {lost} of them cut") } else { String::new() };
        format!("{}: {} inputs{cut}{result}", drawn.name, drawn.rows.len())
    });
    each.collect::<Vec<_>>().join("; ")
}

fn legend(svg: &mut String) {
    let entries = [("k", "added"), ("l", "lost"), ("s", "sum, result"), ("k0", "a bit 0")];
    let mut x = 600.0;
    for (class, words) in entries {
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{x}\" y=\"32\" width=\"12\" height=\"12\"/>\
             <text x=\"{}\" y=\"42\">{words}</text>",
            x + 17.0
        );
        x += 17.0 + 7.3 * words.len() as f64 + 16.0;
    }
}

/// A row as it is drawn: of equal neighbours one, with their number.
struct Line<'a> {
    name: String,
    row: &'a Row,
}

/// The rows that have bits, equal neighbours together, and how many are zero.
fn lines(rows: &[Row]) -> (Vec<Line<'_>>, usize) {
    let some: Vec<&Row> = rows.iter().filter(|row| row.exact.is_some()).collect();
    let zeros = rows.len() - some.len();
    let alike = some.chunk_by(|a, b| a.exact == b.exact && a.kept == b.kept);
    let line = |run: &[&'_ Row]| match run {
        [one] => one.name.clone(),
        many => format!("{} alike, {}", many.len(), many[0].name),
    };
    (alike.map(|run| Line { name: line(run), row: run[0] }).collect(), zeros)
}

/// Draws an addition from this height on; the height behind it comes back.
fn addition(svg: &mut String, drawn: &Drawn, top: f64) -> f64 {
    let axis = Axis::of(drawn);
    let (lines, zeros) = lines(&drawn.rows);
    let _ = writeln!(
        svg,
        "<text class=\"t\" x=\"16\" y=\"{}\">{}</text>",
        top + 14.0,
        cut(&drawn.name, NAME)
    );
    let mut y = top + AXIS;
    let rows = lines.len() as f64 + 1.0 + f64::from(u8::from(drawn.rounded.is_some()));
    let bottom = y + rows * ROW;
    axis.draw(svg, top + AXIS, bottom);
    for line in &lines {
        let (exact, kept) = (line.row.exact.as_ref(), line.row.kept.as_ref());
        name(svg, &line.name, exact, y);
        let lost_from = paint_kept(svg, &axis, exact, kept, y, ["k", "k0"]);
        let remark = remark(exact, kept, lost_from);
        note(svg, remark, y);
        y += ROW;
    }
    let sum = drawn.sum.exact.as_ref();
    name(svg, if sum.is_some() { "sum" } else { "sum: 0" }, sum, y);
    if let Some(bits) = sum {
        let from = match &drawn.rounded {
            Some(rounded) => rounded.last().max(bits.last()),
            None => bits.last(),
        };
        bits_between(svg, &axis, bits, [bits.lead, from], y, ["s", "s0"]);
        bits_between(svg, &axis, bits, [(from - 1).min(bits.lead), bits.last()], y, ["l", "l0"]);
        if from > bits.last() && (bits.last()..from).any(|place| bits.at(place)) {
            note(svg, "rounded", y);
        }
    }
    y += ROW;
    if let Some(rounded) = &drawn.rounded {
        name(svg, "result", Some(rounded), y);
        bits_between(svg, &axis, rounded, [rounded.lead, rounded.last()], y, ["s", "s0"]);
        y += ROW;
    }
    let mut end = Vec::new();
    if let Some(words) = &drawn.result {
        end.push(format!("{} = {words}", drawn.name));
    }
    if zeros > 0 {
        end.push(format!("zero and not drawn: {zeros}"));
    }
    if !end.is_empty() {
        y += ROW;
        let text = cut(&end.join("; "), 112);
        let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"{}\">{text}</text>", y - 4.0);
    }
    y
}

/// Bits that are added, and those that are lost; the place from which on they are.
fn paint_kept(
    svg: &mut String,
    axis: &Axis,
    exact: Option<&Bits>,
    kept: Option<&Bits>,
    y: f64,
    classes: [&str; 2],
) -> Option<i64> {
    let exact = exact?;
    let Some(kept) = kept else {
        bits_between(svg, axis, exact, [exact.lead, exact.last()], y, ["l", "l0"]);
        return Some(exact.lead);
    };
    // What is exact has the width that it came with.
    let from = kept.last();
    let shown = if from <= exact.last() { exact } else { kept };
    bits_between(svg, axis, shown, [shown.lead, shown.last()], y, classes);
    let below = (from - 1).min(exact.lead);
    if below < exact.last() {
        return None;
    }
    bits_between(svg, axis, exact, [below, exact.last()], y, ["l", "l0"]);
    (exact.last()..=below).any(|place| exact.at(place)).then_some(below)
}

fn remark(exact: Option<&Bits>, kept: Option<&Bits>, lost: Option<i64>) -> &'static str {
    match (exact, kept, lost) {
        (Some(_), None, _) => "lost",
        (Some(exact), Some(kept), Some(_)) => {
            let same = (kept.last()..=kept.lead.max(exact.lead)).all(|p| kept.at(p) == exact.at(p));
            if same { "cut" } else { "rounded away" }
        }
        _ => "",
    }
}

fn note(svg: &mut String, text: &str, y: f64) {
    if !text.is_empty() {
        let _ = writeln!(
            svg,
            "<text class=\"m\" x=\"{}\" y=\"{}\">{text}</text>",
            RIGHT + 12.0,
            y + 14.0
        );
    }
}

fn name(svg: &mut String, name: &str, bits: Option<&Bits>, y: f64) {
    let sign = match bits {
        Some(bits) if bits.negative => " -",
        Some(_) => " +",
        None => "",
    };
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}{sign}</text>",
        LEFT - 10.0,
        y + 14.0,
        cut(name, NAME)
    );
}

/// The bits of a number between two places, ones and zeros.
fn bits_between(
    svg: &mut String,
    axis: &Axis,
    bits: &Bits,
    [from, to]: [i64; 2],
    y: f64,
    classes: [&str; 2],
) {
    for (digit, class) in [(false, classes[1]), (true, classes[0])] {
        let places: Vec<i64> = (to..=from).rev().filter(|&place| bits.at(place) == digit).collect();
        if places.is_empty() {
            continue;
        }
        let gap = if axis.cell >= 4.0 { 1.0 } else { 0.0 };
        // A one is seen however narrow its cell is.
        let least = if digit { 1.5 } else { 0.0 };
        let (width, height) = ((axis.cell - gap).max(least), ROW - 4.0);
        let mut path = String::new();
        for &place in &places {
            let _ = write!(
                path,
                "M{:.1} {:.0}h{width:.1}v{height}h-{width:.1}z",
                axis.x(place),
                y + 2.0
            );
        }
        let _ = writeln!(svg, "<path class=\"{class}\" d=\"{path}\"/>");
        if axis.cell >= DIGITS {
            let own = if digit { "b" } else { "b0" };
            let xs: Vec<String> = places
                .iter()
                .map(|&place| format!("{:.1}", axis.x(place) + (axis.cell - gap) / 2.0 - 3.3))
                .collect();
            let text = if digit { "1" } else { "0" }.repeat(places.len());
            let _ = writeln!(
                svg,
                "<text class=\"{own}\" x=\"{}\" y=\"{}\">{text}</text>",
                xs.join(" "),
                y + 14.0
            );
        }
    }
}

/// Escaped, and without its end where it is too long.
pub(super) fn cut(text: &str, most: usize) -> String {
    match text.chars().count() {
        n if n <= most => escaped(text),
        _ => {
            let head: String = text.chars().take(most - 3).collect();
            format!("{}...", escaped(&head))
        }
    }
}
