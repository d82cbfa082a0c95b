//! The code of an element, as its bits or its value tell it.

use crate::printable;
use semantics::machine::{Given, Layout};

/// The code of hexadecimal digits.
pub(super) fn bits(text: &str, layout: &dyn Layout) -> Result<u64, String> {
    let element = layout.element();
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let code = u64::from_str_radix(digits, 16).ok().filter(|_| plain);
    code.filter(|code| code.checked_shr(element.bits()).unwrap_or(0) == 0).ok_or_else(|| {
        let text = printable::piece(text);
        format!("`{text}` is no code of {element}; right: {} hex digits", element.bits() / 4)
    })
}

/// The code of a value.
pub(super) fn value(text: &str, layout: &dyn Layout, round: bool) -> Result<u64, String> {
    layout.element().code(Given::Text(text), round)
}

/// The code that a file tells by its bits, by its value or by both.
pub(super) fn agreed(
    bits: Option<u64>,
    value: Option<u64>,
    layout: &dyn Layout,
) -> Result<u64, String> {
    let element = layout.element();
    match (bits, value) {
        (Some(code), None) | (None, Some(code)) => Ok(code),
        // Several codes are zeros or infinities.
        (Some(code), Some(value)) if element.text(code) == element.text(value) => Ok(code),
        (Some(code), Some(value)) => Err(format!(
            "hex {} is {}, and the value is {}; right: the same, or one of the two left out",
            element.hex(code),
            element.text(code),
            element.text(value)
        )),
        (None, None) => Err("it tells no value".into()),
    }
}
