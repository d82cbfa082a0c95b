//! A chart of a kernel's measurements: speed-up, activity of the links, and GFLOPS over memories, ours beside the report's.

use crate::report::{Report, Row};
use std::fmt::Write as _;

const WIDTH: f64 = 1080.0;
const HEIGHT: f64 = 360.0;
/// The rectangle of a panel: left, top, width, height.
type Panel = [f64; 4];
const SPEED: Panel = [60.0, 60.0, 280.0, 240.0];
const LINKS: Panel = [410.0, 60.0, 280.0, 240.0];
const MEMORY: Panel = [760.0, 60.0, 280.0, 240.0];
const OURS: &str = "#1f5fa8";
const REPORT: &str = "#c8641e";

/// Text of a chart.
fn label(svg: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    let _ = writeln!(svg, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#);
}

fn frame(svg: &mut String, [left, top, width, height]: Panel, title: &str) {
    let _ = writeln!(
        svg,
        r##"<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="#888"/>"##
    );
    label(svg, left, top - 10.0, "start", title);
}

/// Points joined by lines, and a circle on each.
fn line(svg: &mut String, points: &[(f64, f64)], colour: &str, dash: &str) {
    let path: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(
        svg,
        r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>"#,
        path.join(" ")
    );
    for (x, y) in points {
        let _ = writeln!(svg, r#"<circle cx="{x:.1}" cy="{y:.1}" r="3" fill="{colour}"/>"#);
    }
}

/// Speed-up over PEs, both in powers of two.
fn speed(svg: &mut String, rows: &[&Row]) {
    let [left, top, width, height] = SPEED;
    frame(svg, SPEED, "speed-up over one PE");
    let x = |pes: u32| left + width * f64::from(pes).log2() / 6.0;
    let y = |times: f64| top + height - height * times.max(1.0).log2() / 6.5;
    for pes in [1, 4, 16, 64] {
        label(svg, x(pes), top + height + 16.0, "middle", &format!("{pes} PEs"));
        label(svg, left - 6.0, y(pes.into()) + 4.0, "end", &pes.to_string());
    }
    let ideal: Vec<_> = [1, 64].map(|pes| (x(pes), y(pes.into()))).to_vec();
    line(svg, &ideal, "#bbb", "2 3");
    let of = |value: &dyn Fn(&Row) -> Option<f64>| -> Vec<_> {
        rows.iter().filter_map(|row| Some((x(row.pes), y(value(row)?)))).collect()
    };
    line(svg, &of(&|row| Some(row.paper_normalised)), REPORT, "5 3");
    line(svg, &of(&|row| row.normalised), OURS, "none");
}

/// Activity of the links: for each number of PEs four pairs of bars.
fn links(svg: &mut String, rows: &[&Row]) {
    let [left, top, width, height] = LINKS;
    frame(svg, LINKS, "links active, % of the time: N E W S");
    let most = rows
        .iter()
        .flat_map(|row| row.links.iter().chain(&row.paper_links))
        .fold(0.5f64, |a, b| a.max(*b));
    label(svg, left - 6.0, top + 8.0, "end", &format!("{most:.1}"));
    label(svg, left - 6.0, top + height, "end", "0");
    let group = width / rows.len().max(1) as f64;
    for (number, row) in rows.iter().enumerate() {
        let begin = left + group * number as f64;
        label(svg, begin + group / 2.0, top + height + 16.0, "middle", &format!("{} PEs", row.pes));
        for way in 0..4 {
            for (which, (value, colour)) in
                [(row.links[way], OURS), (row.paper_links[way], REPORT)].into_iter().enumerate()
            {
                let bar = height * value / most * 0.95;
                let at = begin + group * (0.08 + 0.22 * way as f64 + 0.09 * which as f64);
                let _ = writeln!(
                    svg,
                    r#"<rect x="{at:.1}" y="{:.1}" width="{:.1}" height="{bar:.1}" fill="{colour}"/>"#,
                    top + height - bar,
                    group * 0.08
                );
            }
        }
    }
}

/// GFLOPS over memories, on the largest array.
fn memory(svg: &mut String, rows: &[&Row]) {
    let [left, top, width, height] = MEMORY;
    let pes = rows.first().map_or(0, |row| row.pes);
    frame(svg, MEMORY, &format!("GFLOPS on {pes} PEs over memories"));
    let most =
        rows.iter().flat_map(|row| [row.gflops, row.paper_gflops]).fold(0.1, f64::max) * 1.05;
    let x = |number: usize| left + width * (number as f64 + 0.5) / rows.len().max(1) as f64;
    let y = |gflops: f64| top + height * (1.0 - gflops / most);
    label(svg, left - 6.0, top + 8.0, "end", &format!("{most:.0}"));
    label(svg, left - 6.0, top + height, "end", "0");
    for (number, row) in rows.iter().enumerate() {
        let (controllers, gigabytes) = row.memory;
        label(svg, x(number), top + height + 16.0, "middle", &format!("{controllers}x{gigabytes}"));
    }
    let of = |value: fn(&Row) -> f64| {
        rows.iter().enumerate().map(|(n, row)| (x(n), y(value(row)))).collect::<Vec<_>>()
    };
    line(svg, &of(|row| row.paper_gflops), REPORT, "5 3");
    line(svg, &of(|row| row.gflops), OURS, "none");
}

/// The chart.
#[must_use]
pub fn svg(report: &Report) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>{0}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        report.kernel
    );
    label(&mut svg, 60.0, 24.0, "start", &format!("{}: {}", report.kernel, report.what));
    let best = report.rows.iter().map(|row| row.memory).max();
    let most = report.rows.iter().map(|row| row.pes).max();
    let widest: Vec<_> = report.rows.iter().filter(|row| Some(row.memory) == best).collect();
    speed(&mut svg, &widest);
    links(&mut svg, &widest);
    memory(&mut svg, &report.rows.iter().filter(|row| Some(row.pes) == most).collect::<Vec<_>>());
    for (x, colour, text) in [(60.0, OURS, "measured"), (160.0, REPORT, "the report")] {
        let _ = writeln!(svg, r#"<rect x="{x}" y="334" width="12" height="12" fill="{colour}"/>"#);
        label(&mut svg, x + 18.0, 345.0, "start", text);
    }
    svg + "</svg>\n"
}
