//! Pictures as SVG that take the colours of the page.

use softfloat::Format;
use std::fmt::Write;

/// Width of a picture, in points.
const WIDTH: f64 = 720.0;

/// The fields of a format: name, bits.
fn fields(format: &Format) -> Vec<(&'static str, u32)> {
    let sign = u32::from(format.sign);
    if format.is_fixed() {
        return vec![("sign", sign), ("integer", format.width - sign)];
    }
    if format.is_posit() {
        return vec![("sign", 1), ("regime, exponent, fraction", format.width - 1)];
    }
    let fraction = format.width - sign - format.exp_bits - format.pad;
    vec![
        ("sign", sign),
        ("exponent", format.exp_bits),
        ("fraction", fraction),
        ("ignored", format.pad),
    ]
}

/// The bits of a format, field by field.
pub(crate) fn bits(format: &Format) -> String {
    let mut svg = open(58.0, &format!("the bits of {}", format.name));
    let bit = (WIDTH - 2.0) / f64::from(format.width);
    let mut left = 1.0;
    for (name, count) in fields(format).into_iter().filter(|(_, count)| *count > 0) {
        let width = bit * f64::from(count);
        let class = name.split(',').next().unwrap_or_default();
        let _ = write!(
            svg,
            "<rect class=\"field {class}\" x=\"{left:.1}\" y=\"1\" width=\"{width:.1}\" height=\"30\"/>"
        );
        for line in 1..count {
            let x = left + bit * f64::from(line);
            let _ = write!(
                svg,
                "<line class=\"bit\" x1=\"{x:.1}\" y1=\"25\" x2=\"{x:.1}\" y2=\"31\"/>"
            );
        }
        // A name that has no room is told by its first letter.
        let room = width > 7.0 * name.len() as f64;
        let shown = if room { name } else { &name[..1] };
        let middle = left + width / 2.0;
        let _ = write!(
            svg,
            "<text x=\"{middle:.1}\" y=\"20\" text-anchor=\"middle\">{shown}</text>\
             <text class=\"count\" x=\"{middle:.1}\" y=\"48\" text-anchor=\"middle\">{count}</text>"
        );
        left += width;
    }
    svg + "</svg>"
}

/// Numbers on a line by their exponents of two.
pub(crate) fn line(exponents: &[f64]) -> String {
    let (Some(first), Some(last)) = (exponents.first(), exponents.last()) else {
        return String::new();
    };
    let (low, high) = (first.floor() - 0.5, last.ceil() + 0.5);
    let at = |e: f64| 20.0 + (WIDTH - 40.0) * (e - low) / (high - low);
    let mut svg = open(56.0, "every positive number, by its exponent of two");
    let _ = write!(
        svg,
        "<line class=\"axis\" x1=\"10\" y1=\"30\" x2=\"{:.1}\" y2=\"30\"/>",
        WIDTH - 10.0
    );
    for e in exponents {
        let x = at(*e);
        let _ =
            write!(svg, "<line class=\"number\" x1=\"{x:.1}\" y1=\"14\" x2=\"{x:.1}\" y2=\"30\"/>");
    }
    let step = ((high - low) / 9.0).ceil().max(1.0);
    let mut e = (low / step).ceil() * step;
    while e <= high {
        let x = at(e);
        let _ = write!(
            svg,
            "<line class=\"axis\" x1=\"{x:.1}\" y1=\"30\" x2=\"{x:.1}\" y2=\"35\"/>\
             <text class=\"count\" x=\"{x:.1}\" y=\"50\" text-anchor=\"middle\">2^{e}</text>"
        );
        e += step;
    }
    svg + "</svg>"
}

fn open(height: f64, title: &str) -> String {
    format!(
        "<svg class=\"assay\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\"><title>{title}</title>"
    )
}
