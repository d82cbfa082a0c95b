//! A Rust source as words: what a reader of `use` and paths needs, and no more.

/// The words of a source, without comments, literals and what only tests see. `::` is one word.
pub(super) fn words(text: &str) -> Vec<&str> {
    without_tests(&all(text))
}

fn all(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            c if c.is_whitespace() => c.len_utf8(),
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ if raw(rest).is_some() => raw(rest).unwrap_or(1),
            '"' => quoted(rest),
            '\'' => character(rest),
            c if c.is_alphanumeric() || c == '_' => {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                let length = end.unwrap_or(rest.len());
                words.push(&rest[..length]);
                length
            }
            c => {
                let length = if rest.starts_with("::") { 2 } else { c.len_utf8() };
                words.push(&rest[..length]);
                length
            }
        };
        rest = &rest[length..];
    }
    words
}

/// The length of a raw string.
fn raw(text: &str) -> Option<usize> {
    let behind = ["br", "cr", "r"].iter().find_map(|prefix| text.strip_prefix(prefix))?;
    let marks = behind.bytes().take_while(|b| *b == b'#').count();
    let inside = behind[marks..].strip_prefix('"')?;
    let end = ["\"", &"#".repeat(marks)].concat();
    let start = text.len() - inside.len();
    Some(inside.find(&end).map_or(text.len(), |at| start + at + end.len()))
}

/// The length of a string that starts here.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'"' if !escaped => return at + 1,
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

/// The length of a character; of a lifetime only its mark.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((second, _))) => {
            let behind = second + text[second..].chars().next().map_or(0, char::len_utf8);
            text[behind..].find('\'').map_or(text.len(), |end| behind + end + 1)
        }
        (Some(_), Some((end, '\''))) => end + 1,
        _ => 1,
    }
}

/// Leaves out each item under `#[cfg(test)]`.
fn without_tests<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let mut kept = Vec::with_capacity(words.len());
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if *word == "#" && words.get(at + 1) == Some(&"[") {
            let end = group(words, at + 1);
            let attribute = &words[at + 1..end];
            let is_test = attribute.get(1) == Some(&"cfg")
                && attribute.contains(&"test")
                && !attribute.contains(&"not");
            at = if is_test { item(words, end) } else { end };
            continue;
        }
        kept.push(*word);
        at += 1;
    }
    kept
}

/// Behind the bracket that closes the one that stands here.
fn group(words: &[&str], start: usize) -> usize {
    let mut depth = 0_usize;
    for (at, word) in words.iter().enumerate().skip(start) {
        match *word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" if depth == 1 => return at + 1,
            ")" | "]" | "}" => depth -= 1,
            _ => (),
        }
    }
    words.len()
}

/// Behind an item: its `;` or its closing brace.
fn item(words: &[&str], start: usize) -> usize {
    let mut at = start;
    while let Some(word) = words.get(at) {
        match *word {
            ";" => return at + 1,
            "{" => return group(words, at),
            "(" | "[" => at = group(words, at),
            _ => at += 1,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn comments_literals_and_tests_are_left_out() {
        let text = r##"
            // use a::b;
            /* c */ fn d<'e>() { let f = 'g'; h("i \" :: j", '\'', r#"k"#); }
            #[cfg(test)] #[expect(l)] mod m { fn n() {} }
            #[cfg(not(test))] use o::p;
        "##;
        let kept = words(text).join(" ");
        assert_eq!(kept, "fn d < e > ( ) { let f = ; h ( , , ) ; } use o :: p ;");
    }
}
