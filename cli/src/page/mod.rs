//! What the pages of all commands share. They are self-contained and have no script.

pub(crate) mod heat;
pub(crate) mod rows;

use crate::failure::Failure;
use serde::Serialize;
use std::fmt::Write;
use vectors::class::Word;

/// Of all pages: narrow windows have narrow margins, and nothing is wider than the window but what `wide` lets scroll.
const STYLE: &str = "\
body { font: 15px/1.5 sans-serif; margin: 2em; color: #222; overflow-wrap: anywhere }
table { border-collapse: collapse; margin: 1em 0; overflow-wrap: normal }
th, td { border-bottom: 1px solid #ddd; padding: .2em .8em; text-align: left; vertical-align: top }
td, text { font-family: monospace; font-size: 12px }
.n { text-align: right }
.well { color: #186a3b } .ill { color: #b03a2e }
pre { white-space: pre-wrap }
.wide { overflow-x: auto }
@media (max-width: 800px) { body { margin: 1em } }
";

/// What stands before and behind a page's body: its title, in HTML, and what its style has beside that of all pages.
pub(crate) fn around(title: &str, style: &str) -> (String, &'static str) {
    let head = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"/>\n<title>{title}</title>\n<style>\n{STYLE}{style}\
         </style>\n</head>\n<body>\n"
    );
    (head, "</body>\n</html>\n")
}

/// A page of this body.
pub(crate) fn whole(title: &str, style: &str, body: &str) -> String {
    let (head, end) = around(title, style);
    head + body + end
}

/// The words for classes of codes, folded up.
pub(crate) fn classes(words: &[Word]) -> String {
    let mut text = String::from("<details><summary>classes of codes</summary>\n<dl>\n");
    for Word { word, meaning } in words {
        // Writing to a string does not fail.
        let _ = writeln!(text, "<dt>{}</dt><dd>{}</dd>", escaped(word), escaped(meaning));
    }
    text + "</dl></details>\n"
}

/// An object of JSON: names and values in their order. Attributes are serde's.
macro_rules! object {
    ($($(#[$attribute:meta])* $name:ident: $value:expr),* $(,)?) => {{
        #[allow(non_camel_case_types, clippy::too_many_arguments)]
        fn object<$($name: serde::Serialize),*>($($name: $name),*) -> impl serde::Serialize {
            #[derive(serde::Serialize)]
            struct Object<$($name),*> {
                $($(#[$attribute])* $name: $name),*
            }
            Object { $($name),* }
        }
        object($($value),*)
    }};
}
pub(crate) use object;

/// The number of the form that JSON outputs have (`docs/json.md`): another one where a field goes or means something else.
pub(crate) const SCHEMA: u32 = 1;

/// A report as JSON.
pub(crate) fn json(report: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(report);
    text.map(|text| text + "\n")
        .map_err(|e| Failure::Environment(format!("cannot write the JSON report: {e}")))
}

/// The same in one line, without its end.
pub(crate) fn json_line(report: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(report)
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
