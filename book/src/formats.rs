//! The formats: a picture of the bits of each, and of narrow ones the number line.

use crate::picture::{bits, line};
use crate::{Chapter, cell};
use softfloat::{Format, Value};
use std::fmt::Write;
use std::path::Path;
use std::{fs, io};

/// Formats of at most so many bits have a number line of all their values.
const NARROW: u32 = 8;

/// Writes the page: its chapter.
pub(crate) fn write(source: &Path) -> io::Result<Vec<Chapter>> {
    let mut text =
        "# Formats\n\nEvery format that is listed, in the order of `assay formats`: its bits, \
                    and of narrow ones every number, on a line whose steps are powers of two.\n"
            .to_owned();
    for format in vectors::known::all(vectors::operations()) {
        section(&mut text, &format);
    }
    fs::write(source.join("formats.md"), text)?;
    Ok(vec![("Formats, bit by bit".to_owned(), "formats.md".to_owned())])
}

fn section(text: &mut String, format: &Format) {
    let _ = writeln!(text, "\n## {}\n\n{}", cell(format.name), bits(format));
    let _ = writeln!(
        text,
        "\n{} bits, precision {}{}{}.\n",
        format.width,
        format.precision(),
        if format.has_infinity() { ", infinities" } else { ", no infinity" },
        if format.has_nan() { ", NaN" } else { ", no NaN" }
    );
    if format.width <= NARROW && !format.is_fixed() {
        text.push_str(&line(&magnitudes(format)));
        text.push('\n');
    }
}

/// The positive numbers as exponents of two.
fn magnitudes(format: &Format) -> Vec<f64> {
    let codes = 0..1u64 << format.width;
    let mut all: Vec<f64> = codes
        .filter_map(|code| match format.decode::<u64>(code) {
            Value::Finite(u) if !u.sign && u.significand != 0 => {
                Some((u.significand as f64).log2() + f64::from(u.exponent))
            }
            _ => None,
        })
        .collect();
    all.sort_by(f64::total_cmp);
    all
}
