//! What the pages of all commands share. They are self-contained and have no script.

pub(crate) mod heat;

use crate::failure::Failure;
use serde::Serialize;
use std::fmt::Write;

/// A report as JSON.
pub(crate) fn json(report: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(report);
    text.map(|text| text + "\n")
        .map_err(|e| Failure::Environment(format!("cannot write the JSON report: {e}")))
}

/// A colour between light and dark, `part` of `whole` of the way.
pub(crate) fn shade(light: [u8; 3], dark: [u8; 3], part: u64, whole: u64) -> String {
    let mut colour = String::from("#");
    for (from, to) in light.into_iter().zip(dark) {
        let (from, to) = (u64::from(from), u64::from(to));
        let mixed = (from * (whole - part.min(whole)) + to * part.min(whole)) / whole.max(1);
        // Writing to a string does not fail.
        let _ = write!(colour, "{mixed:02x}");
    }
    colour
}

/// Text as HTML has it.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            _ => safe.push(c),
        }
    }
    safe
}
