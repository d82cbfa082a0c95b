//! Text of files and names of files, as a terminal may see it.

use std::borrow::Cow;
use std::path::Path;

/// Characters of a piece of a file that a message shows.
const PIECE: usize = 40;

/// Whether a terminal would obey instead of print: control characters, and those that turn the
/// direction of text.
fn obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text of lines: what is obeyed is written as an escape, but line feeds and tabs.
pub(crate) fn text(text: &str) -> Cow<'_, str> {
    escaped(text, |c| obeyed(c) && !matches!(c, '\n' | '\t'))
}

/// A text within a line: line feeds and tabs are escapes, too.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    escaped(text, obeyed)
}

/// A path.
pub(crate) fn path(path: &Path) -> String {
    line(&path.to_string_lossy()).into_owned()
}

/// A piece of a file: its beginning, as messages about programs show one.
pub(crate) fn piece(text: &str) -> String {
    let shown: String = text.chars().take(PIECE).collect();
    let cut = if shown.len() < text.len() { "..." } else { "" };
    format!("{}{cut}", line(&shown))
}

fn escaped(text: &str, escapes: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&escapes) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match escapes(c) {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_obeyed() {
        assert_eq!(text("a\tb\nc\u{e9}"), "a\tb\nc\u{e9}");
        assert_eq!(text("a\x1b[31mb\r\n"), "a\\u{1b}[31mb\\r\n");
        assert_eq!(line("a\nb\u{9b}2J\u{202e}"), "a\\nb\\u{9b}2J\\u{202e}");
        assert_eq!(path(Path::new("\x07bell")), "\\u{7}bell");
        assert_eq!(piece(&"x".repeat(41)), format!("{}...", "x".repeat(40)));
        assert_eq!(piece(&"\x1b".repeat(40)), "\\u{1b}".repeat(40));
    }
}
