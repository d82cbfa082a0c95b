//! The error by k, as a picture: of each unit the mean as a line, the largest as a dashed one. Across k doubles, upward the
//! error does.

use super::Report;
use crate::page::escaped;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 76.0;
const TOP: f64 = 24.0;
const RIGHT: f64 = 24.0;
const BOTTOM: f64 = 100.0;

/// Errors below are drawn here.
const LEAST: f64 = 1.0 / 1024.0;

const COLOURS: [&str; 2] = ["#0072b2", "#d55e00"];

/// The picture. Writing to a string does not fail, here and below.
pub(super) fn picture(report: &Report<'_>) -> String {
    let all = report.depths.iter().flat_map(|(_, errors)| errors);
    let most = all.map(|error| (error.largest as f64).max(error.mean())).fold(1.0, f64::max);
    let axes = Axes { most, depths: report.depths.iter().map(|(k, _)| *k as f64).collect() };
    let (width, height) = (LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-label=\"error by k\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    axes.draw(&mut svg);
    for (number, (made, colour)) in report.made.iter().zip(COLOURS).enumerate() {
        let errors =
            report.depths.iter().filter_map(|(k, errors)| Some((*k as f64, errors.get(number)?)));
        let errors: Vec<_> = errors.collect();
        let mean = errors.iter().map(|(k, error)| (*k, error.mean()));
        let largest = errors.iter().map(|(k, error)| (*k, error.largest as f64));
        axes.line(&mut svg, mean, &format!("stroke=\"{colour}\" stroke-width=\"2\""));
        axes.line(&mut svg, largest, &format!("stroke=\"{colour}\" stroke-dasharray=\"4 3\""));
        let y = TOP + HEIGHT + 56.0 + 18.0 * number as f64;
        let name = escaped(&made.product.unit().name());
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {y:.1}h30\" stroke=\"{colour}\" stroke-width=\"2\"/><text x=\"{:.1}\" y=\"{:.1}\">{name}: mean; \
             dashed, largest</text>",
            LEFT + 38.0,
            y + 4.0
        );
    }
    svg + "</svg>"
}

struct Axes {
    most: f64,
    depths: Vec<f64>,
}

impl Axes {
    fn x(&self, k: f64) -> f64 {
        let [first, last] =
            [self.depths.first(), self.depths.last()].map(|k| k.copied().unwrap_or(1.0));
        if last > first {
            LEFT + WIDTH * (k / first).log2() / (last / first).log2()
        } else {
            LEFT + WIDTH / 2.0
        }
    }

    fn y(&self, ulp: f64) -> f64 {
        TOP + HEIGHT * (1.0 - (ulp.max(LEAST) / LEAST).log2() / (self.most / LEAST).log2())
    }

    fn draw(&self, svg: &mut String) {
        for k in &self.depths {
            let (x, bottom) = (self.x(*k), TOP + HEIGHT);
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {TOP}V{bottom:.1}\" stroke=\"#ddd\"/><text x=\"{x:.1}\" y=\"{:.1}\" \
                 text-anchor=\"middle\">{k}</text>",
                bottom + 16.0
            );
        }
        // About eight marks, each a power of two.
        let powers = self.most.log2().ceil() as i32 - LEAST.log2() as i32;
        for power in (0..=powers).step_by((powers as usize / 8).max(1)) {
            let ulp = LEAST * 2f64.powi(power);
            let y = self.y(ulp.min(self.most));
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {y:.1}h{WIDTH}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 6.0,
                y + 4.0,
                if ulp < 1.0 { format!("1/{}", 1.0 / ulp) } else { ulp.to_string() }
            );
        }
        let middle = TOP + HEIGHT / 2.0;
        let _ = writeln!(
            svg,
            "<text transform=\"translate(16 {middle}) rotate(-90)\" text-anchor=\"middle\">error in ulp</text><text x=\"{:.1}\" \
             y=\"{:.1}\" text-anchor=\"middle\">k</text>",
            LEFT + WIDTH / 2.0,
            TOP + HEIGHT + 34.0
        );
    }

    fn line(&self, svg: &mut String, points: impl Iterator<Item = (f64, f64)>, style: &str) {
        let places = points.map(|(k, ulp)| format!("{:.1},{:.1}", self.x(k), self.y(ulp)));
        let places: Vec<_> = places.collect();
        let _ = writeln!(svg, "<polyline points=\"{}\" fill=\"none\" {style}/>", places.join(" "));
    }
}
