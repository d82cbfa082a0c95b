//! Numbers without a sign, as all texts write them.

/// Decimal digits, or hexadecimal ones behind `0x`.
pub(crate) fn number<T: TryFrom<u128>>(text: &str) -> Option<T> {
    text.strip_prefix("0x").map_or_else(|| decimal(text), hexadecimal)
}

/// The same, where `0X` does, too.
pub(crate) fn c_number<T: TryFrom<u128>>(text: &str) -> Option<T> {
    text.strip_prefix("0X").map_or_else(|| number(text), hexadecimal)
}

/// Decimal digits.
pub(crate) fn decimal<T: TryFrom<u128>>(digits: &str) -> Option<T> {
    read(digits, 10)
}

/// Hexadecimal digits.
pub(crate) fn hexadecimal<T: TryFrom<u128>>(digits: &str) -> Option<T> {
    read(digits, 16)
}

/// The standard library takes a sign, too; nearly all numbers have at most 64 bits.
fn read<T: TryFrom<u128>>(digits: &str, radix: u32) -> Option<T> {
    let plain = digits.bytes().all(|b| char::from(b).is_digit(radix));
    let short = u64::from_str_radix(digits, radix).map(u128::from);
    let value = short.or_else(|_| u128::from_str_radix(digits, radix)).ok();
    value.filter(|_| plain).and_then(|value| T::try_from(value).ok())
}
