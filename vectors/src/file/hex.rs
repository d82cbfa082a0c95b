//! Codes as lower-case hex digits, eight digits at a time in one 64-bit word, the first digit in
//! its top byte.

const ONES: u64 = 0x0101_0101_0101_0101;

/// What `'a' - 10` is above `'0'`.
const LETTER: u64 = b'a' as u64 - 10 - b'0' as u64;

/// Nibbles, a byte each, as digits.
#[inline(always)]
const fn to_digits(nibbles: u64) -> u64 {
    let letters = ((nibbles + 6 * ONES) >> 4) & ONES;
    nibbles + b'0' as u64 * ONES + letters * LETTER
}

/// The eight digits of a code.
#[inline(always)]
pub(super) const fn digits8(code: u32) -> [u8; 8] {
    let mut x = code as u64;
    x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
    x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    to_digits(x).to_be_bytes()
}

/// The code of eight digits; `None` where one is not a hex digit, in lower case where `UPPER` is false.
#[inline(always)]
const fn code8<const UPPER: bool>(digits: [u8; 8]) -> Option<u32> {
    let read = u64::from_be_bytes(digits);
    let text = if UPPER { read | (0x20 * ONES) } else { read };
    let letters = (text >> 6) & ONES;
    // Nothing but letters has an upper case.
    if (text ^ read) >> 5 & !letters & ONES != 0 {
        return None;
    }
    let nibbles = (text & (0x0f * ONES)) + 9 * letters;
    // A text that is not made of digits gives no nibbles, or nibbles of other digits.
    if nibbles & (0xf0 * ONES) != 0 || to_digits(nibbles) != text {
        return None;
    }
    let x = (nibbles | nibbles >> 4) & 0x00ff_00ff_00ff_00ff;
    let x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
    Some((x | x >> 16) as u32)
}

/// Writes a code into the place of its 1 to 16 digits.
#[inline(always)]
pub(super) fn put(place: &mut [u8], code: u64) {
    match place.len() {
        8 => place.copy_from_slice(&digits8(code as u32)),
        4 => place.copy_from_slice(&digits8(code as u32)[4..]),
        2 => place.copy_from_slice(&digits8(code as u32)[6..]),
        digits @ ..8 => place.copy_from_slice(&digits8(code as u32)[8 - digits..]),
        digits => {
            let mut all = [0; 16];
            all[..8].copy_from_slice(&digits8((code >> 32) as u32));
            all[8..].copy_from_slice(&digits8(code as u32));
            place.copy_from_slice(&all[16 - digits.min(16)..]);
        }
    }
}

/// Puts a code there in upper case, in 1 to 16 digits.
#[inline(always)]
pub(super) fn put_upper(place: &mut [u8], code: u64) {
    let upper = |half: u32| {
        let digits = u64::from_ne_bytes(digits8(half));
        // No digit but a letter has this bit.
        (digits - ((digits >> 6 & ONES) << 5)).to_ne_bytes()
    };
    let (digits, low) = (place.len().min(16), upper(code as u32));
    match digits.checked_sub(8) {
        Some(high) => {
            place[..high].copy_from_slice(&upper((code >> 32) as u32)[8 - high..]);
            place[high..].copy_from_slice(&low);
        }
        None => place.copy_from_slice(&low[8 - digits..]),
    }
}

/// Appends a code of 1 to 16 digits.
#[inline]
pub(super) fn push(out: &mut Vec<u8>, code: u64, digits: usize) {
    match digits {
        8 => out.extend_from_slice(&digits8(code as u32)),
        4 => out.extend_from_slice(&digits8(code as u32)[4..]),
        2 => out.extend_from_slice(&digits8(code as u32)[6..]),
        _ => {
            let mut all = [0; 16];
            all[..8].copy_from_slice(&digits8((code >> 32) as u32));
            all[8..].copy_from_slice(&digits8(code as u32));
            out.extend_from_slice(&all[16 - digits.min(16)..]);
        }
    }
}

/// Reads a code off the head of a text; `None` where that many lower-case hex digits, 1 to 16,
/// do not stand there.
#[inline(always)]
pub(super) fn take(text: &[u8], digits: usize) -> Option<u64> {
    take_in::<false>(text, digits)
}

/// [`take`], where letters may be of either case if `UPPER`.
#[inline(always)]
pub(super) fn take_in<const UPPER: bool>(text: &[u8], digits: usize) -> Option<u64> {
    let own = text.get(..digits)?;
    match digits {
        8 => code8::<UPPER>(own.try_into().ok()?).map(u64::from),
        4 => {
            code8::<UPPER>([b'0', b'0', b'0', b'0', own[0], own[1], own[2], own[3]]).map(u64::from)
        }
        2 => code8::<UPPER>([b'0', b'0', b'0', b'0', b'0', b'0', own[0], own[1]]).map(u64::from),
        1..=7 => {
            let mut all = [b'0'; 8];
            all[8 - digits..].copy_from_slice(own);
            code8::<UPPER>(all).map(u64::from)
        }
        9..=16 => {
            let (high, low) = own.split_at(digits - 8);
            let mut all = [b'0'; 8];
            all[16 - digits..].copy_from_slice(high);
            let (high, low) = (code8::<UPPER>(all)?, code8::<UPPER>(low.try_into().ok()?)?);
            Some(u64::from(high) << 32 | u64::from(low))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_in_every_place() {
        for digits in 1..=16 {
            for at in 0..digits {
                for byte in 0..=255u8 {
                    let mut text = vec![b'c'; digits];
                    text[at] = byte;
                    let any = std::str::from_utf8(&text)
                        .ok()
                        .filter(|text| text.bytes().all(|b| b.is_ascii_hexdigit()))
                        .map(|text| u64::from_str_radix(text, 16).expect("hex"));
                    let right = any.filter(|_| !byte.is_ascii_uppercase());
                    assert_eq!(take_in::<true>(&text, digits), any, "{text:?}");
                    assert_eq!(take(&text, digits), right, "{text:?}");
                    if let Some(code) = right {
                        let mut out = Vec::new();
                        push(&mut out, code, digits);
                        assert_eq!(out, text);
                        put(&mut out, code);
                        assert_eq!(out, text);
                        put_upper(&mut out, code);
                        assert_eq!(out, text.to_ascii_uppercase());
                    }
                }
            }
        }
        assert_eq!(take(b"1234567", 8), None);
    }
}
