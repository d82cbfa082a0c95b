//! Blocks of sixteen elements with an exponent in common, as BF16 and FP16 (SIL-D31).

/// The elements of a block as numbers of their own.
pub(super) fn evaluate(operation: &str, operands: &[Vec<u64>]) -> Option<Vec<u64>> {
    let (block, half) = match operation.split_once('.')? {
        (block, "bf16") => (block, false),
        (block, "f16") => (block.strip_suffix('a')?, true),
        _ => return None,
    };
    let bits = match block {
        "bfp8" => 7,
        "bfp4" => 3,
        "bfp2" => 1,
        _ => return None,
    };
    let [elements, scale] = operands else { return None };
    let &[x] = &scale[..] else { return None };
    (elements.len() == 16).then(|| {
        let element = |&code: &u64| element(code, bits, x, half);
        elements.iter().map(element).collect()
    })
}

/// An element of a sign and so many bits of magnitude.
fn element(code: u64, bits: u32, x: u64, half: bool) -> u64 {
    let negative = code >> bits & 1 == 1;
    let mut magnitude = (code & ((1 << bits) - 1)) << (7 - bits);
    if magnitude == 0 {
        return match (negative, half) {
            (false, _) => 0,
            (true, false) => 0xff80,
            (true, true) => 0xfc00,
        };
    }
    let mut exponent = x;
    while magnitude & 0x40 == 0 {
        magnitude <<= 1;
        exponent = exponent.wrapping_sub(1);
    }
    let six = magnitude & 0x3f;
    let sign = u64::from(negative) << 15;
    // Six of seven fraction bits, or of ten.
    if half {
        sign | (exponent & 0x1f) << 10 | six << 4
    } else {
        sign | (exponent & 0xff) << 7 | six << 1
    }
}
