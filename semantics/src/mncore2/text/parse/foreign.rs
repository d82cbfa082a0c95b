//! Characters that look like those of the language and are others: of full-width keyboards, of word
//! processors, and line ends of a lone CR.

use super::scan::Scanner;
use crate::mncore2::text::{Fault, Span};

/// The ASCII character that is meant; an empty one where nothing is.
fn ascii(c: char) -> Option<&'static str> {
    const FULL_WIDTH: &str = "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`\
        abcdefghijklmnopqrstuvwxyz{|}~";
    Some(match c {
        '\u{ff01}'..='\u{ff5e}' => {
            let at = c as usize - 0xff01;
            FULL_WIDTH.get(at..=at)?
        }
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => {
            " "
        }
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' => "-",
        '\u{2018}'..='\u{201f}' | '\u{2033}' => "\"",
        '\u{3001}' | '\u{ff64}' => ",",
        '\u{37e}' => ";",
        '\u{2044}' | '\u{2215}' => "/",
        '\u{fe69}' => "$",
        '\u{fe5f}' => "#",
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => "",
        _ => return None,
    })
}

/// A `#` of full width.
const COMMENT: char = '\u{ff03}';

/// Whether a character has a face of its own, so that it can be shown in a message.
fn is_shown(c: char) -> bool {
    ascii(c).is_some_and(|ascii| !matches!(ascii, "" | " "))
}

/// Reports the characters that are meant as others; whether there are any. Behind a `#` of full width
/// stands a comment.
pub(super) fn foreign(s: &mut Scanner<'_>) -> bool {
    if s.text.is_ascii() && !s.text.contains('\r') {
        return false;
    }
    let (text, before) = (s.text, s.errors);
    let mut characters = text.char_indices().peekable();
    while let Some((start, first)) = characters.next() {
        if first == '\r' {
            s.report(carriage_return(Span::new(start, start + 1)));
            break;
        }
        if first.is_ascii() {
            continue;
        }
        // Words of another language.
        let Some(meant) = ascii(first) else { break };
        let mut end = start + first.len_utf8();
        let (mut last, mut meant) = (first, meant.to_owned());
        // Neighbours are one finding, blanks each their own.
        while last != COMMENT
            && is_shown(first)
            && let Some((at, c)) = characters.next_if(|(_, c)| is_shown(*c))
        {
            (end, last) = (at + c.len_utf8(), c);
            meant.push_str(ascii(c).unwrap_or_default());
        }
        s.report(fault(Span::new(start, end), &text[start..end], first, &meant));
        if last == COMMENT {
            break;
        }
    }
    s.errors > before
}

fn fault(span: Span, found: &str, first: char, meant: &str) -> Fault {
    let code = first as u32;
    let full = matches!(first, '\u{ff01}'..='\u{ff5e}');
    let (message, help) = match meant {
        "" => (format!("an invisible character, U+{code:04X}"), "take it away".to_owned()),
        " " => {
            let kind = match first {
                '\u{3000}' => "full-width",
                '\u{a0}' | '\u{202f}' => "no-break",
                _ => "foreign",
            };
            (format!("a {kind} blank, U+{code:04X}"), "write an ASCII blank".to_owned())
        }
        _ => {
            let what = if full { "full-width" } else { "not ASCII" };
            let number = match found.chars().nth(1) {
                None => format!(", U+{code:04X}"),
                Some(_) => String::new(),
            };
            (format!("`{found}` is {what}{number}"), format!("write `{meant}`"))
        }
    };
    Fault::syntax(span, message).help(help)
}

/// A CR that is not the end of a line.
pub(in super::super) fn carriage_return(span: Span) -> Fault {
    Fault::syntax(span, "a CR that no LF follows does not end the line")
        .help("lines end with LF, or with CR and LF: convert the line ends of the file")
}
