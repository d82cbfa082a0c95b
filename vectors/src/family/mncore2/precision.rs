//! Precisions in words.

/// The name of a precision letter.
pub(super) fn precision_name(letter: char) -> &'static str {
    match letter {
        'd' => "double",
        'f' => "single",
        'g' => "pseudo-single",
        'h' => "half",
        'l' => "64-bit",
        'i' => "32-bit",
        _ => "16-bit",
    }
}
