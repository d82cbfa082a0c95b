//! What the pages of all commands share. They are self-contained and have no script.

pub(crate) mod heat;

use crate::failure::Failure;
use serde::Serialize;

/// A report as JSON.
pub(crate) fn json(report: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(report);
    text.map(|text| text + "\n")
        .map_err(|e| Failure::Environment(format!("cannot write the JSON report: {e}")))
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
