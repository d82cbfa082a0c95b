//! The report for people.

use super::{Report, decimal, flags};
use softfloat::Env;
use softfloat::text::Style;
use std::fmt::Write;
use vectors::explain::value::hex;

impl Report {
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        for e in &self.encoded {
            let how = if e.exact { "exact" } else { "inexact" };
            let raised: Vec<&str> = flags(e.flags).into_iter().filter(|f| *f != how).collect();
            let (code, value) = (hex(&self.format, e.code), decimal(&self.format, e.code));
            let _ = writeln!(
                text,
                "{:9} {code}  {}  {value}",
                e.rounding,
                [&[how], &raised[..]].concat().join(" ")
            );
        }
        let print = |style| self.format.print(self.code, style, &Env::IEEE).to_string();
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
