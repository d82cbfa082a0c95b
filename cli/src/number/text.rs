//! The report for people.

use super::{Report, decimal, flags, hex, text as written};
use softfloat::text::Style;
use std::fmt::Write;

impl Report {
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        for e in &self.encoded {
            // The flags as JSON has them; what raises none may still be another value, as where a format saturates.
            let (raised, how) =
                (flags(e.flags), if e.exact { Some("exact") } else { Some("not exact") });
            let said = how.filter(|_| e.exact || raised.is_empty()).into_iter().chain(raised);
            let (code, value) = (hex(&self.format, e.code), decimal(&self.format, e.code));
            let said = said.collect::<Vec<_>>().join(" ");
            let _ = writeln!(text, "{:9} {code}  {said}  {value}", e.rounding);
        }
        let print = |style| written(&self.format, self.code, style);
        let fields = self.fields().into_iter().map(|(name, bits)| format!("{name} {bits}"));
        let next = |up| {
            let code = self.neighbour(up);
            code.map_or("none".to_owned(), |code| {
                format!("{}  {}", hex(&self.format, code), decimal(&self.format, code))
            })
        };
        for (name, what) in [
            ("format", self.format.name.to_owned()),
            ("code", hex(&self.format, self.code)),
            ("fields", fields.collect::<Vec<_>>().join("  ")),
            ("class", self.class().to_owned()),
            ("value", print(Style::EXACT)),
            ("hex", print(Style::HEX)),
            ("shortest", print(Style::SHORTEST)),
            ("ulp", self.ulp().map_or("none".to_owned(), |place| format!("2^{place}"))),
            ("up", next(true)),
            ("down", next(false)),
        ] {
            let _ = writeln!(text, "{name:9} {what}");
        }
        text
    }
}
