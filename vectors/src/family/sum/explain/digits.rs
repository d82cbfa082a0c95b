//! Digits that a line has room for.

/// A hexadecimal number without the middle of its digits, where they are many.
pub(crate) fn short(hex: &str) -> String {
    const MOST: usize = 30;
    match hex.split_once('p') {
        Some((digits, power)) if hex.len() > MOST => format!("{}...p{power}", &digits[..20]),
        _ => hex.to_owned(),
    }
}
