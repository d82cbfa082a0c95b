//! Numbers in sentences.

/// `1 element`, `2 elements`.
pub(crate) fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
