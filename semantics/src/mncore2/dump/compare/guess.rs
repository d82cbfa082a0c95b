//! As what numbers two words that differ are meant, whatever type they were printed with (MN-D213).

use super::{Apart, Number};
use std::cmp::Reverse;

/// The precisions, the one first that other data look like least by chance.
const ORDER: [Number; 3] = [Number::F, Number::H, Number::D];

/// The precision, and how the words lie apart in it; nothing where they look like numbers of none.
///
/// Each element of both words is weighed: an ordinary number speaks for the precision; a code that no
/// operation puts out, or a number of extreme size, rules it out. The printed precision stays unless it
/// is ruled out, or the words are far apart in it and nearer in another one that has as large a part of
/// ordinary numbers. Else the largest part counts, then the precision in which the words are nearest.
pub(super) fn guess(
    printed: Option<Number>,
    single: Option<u8>,
    words: [u64; 2],
) -> Option<(Number, Apart)> {
    let weighed = ORDER.into_iter().filter_map(|number| {
        let weight = weight(number, single, words)?;
        Some((number, Apart::of_words(number, single, words[0], words[1]), weight))
    });
    let mut found: Vec<(Number, Apart, u32)> = weighed.collect();
    if let Some(&own) = found.iter().find(|(number, ..)| printed == Some(*number)) {
        found.retain(|other| {
            *other == own || own.1 == Apart::Far && other.1 < Apart::Far && other.2 >= own.2
        });
    }
    let best = found.into_iter().min_by_key(|(_, apart, weight)| (Reverse(*weight), *apart));
    best.map(|(number, apart, _)| (number, apart))
}

/// How many of a hundred elements are ordinary numbers; nothing where none is, or one rules the
/// precision out.
fn weight(number: Number, single: Option<u8>, words: [u64; 2]) -> Option<u32> {
    // A single word is no double.
    if number == Number::D && single.is_some() {
        return None;
    }
    let (mut ordinary, mut all) = (0, 0);
    for word in words {
        for code in number.elements_of(word, single) {
            all += 1;
            ordinary += u32::from(is_ordinary(number, code)?);
        }
    }
    (ordinary > 0).then(|| 100 * ordinary / all)
}

/// Whether a code is an ordinary number; zeros and infinities are not, but may stand anywhere. Nothing
/// for the codes that rule a precision out.
fn is_ordinary(number: Number, code: u64) -> Option<bool> {
    let (bits, exponent, mantissa) = number.fields();
    let far = match number {
        Number::D => 64,
        Number::F => 32,
        Number::H => 12,
    };
    let top = (1 << exponent) - 1;
    let field = code >> mantissa & top;
    let significand = code & ((1 << mantissa) - 1);
    assert!(bits == 1 + exponent + mantissa, "sign, exponent and significand");
    if field == 0 || field == top {
        return (significand == 0).then_some(false);
    }
    (field.abs_diff(top / 2) <= far).then_some(true)
}

#[cfg(test)]
mod tests {
    use super::{Apart, Number, guess};
    use rstest::rstest;

    #[rstest]
    // 1.5 and 2.5 in single precision, the last bit of the upper one: as doubles 2^32 ulp.
    #[case(Some(Number::D), [0x3fc0_0000_4020_0000, 0x3fc0_0001_4020_0000], Number::F, Apart::LastBit)]
    #[case(None, [0x3fc0_0000_4020_0000, 0x3fc0_0001_4020_0000], Number::F, Apart::LastBit)]
    // Pi and its neighbour, printed as singles.
    #[case(Some(Number::F), [0x4009_21fb_5444_2d18, 0x4009_21fb_5444_2d19], Number::D, Apart::LastBit)]
    // 1, 5, 9, 13 in half precision.
    #[case(Some(Number::F), [0x3e00_4280_4440_4540, 0x3e01_4280_4440_4540], Number::H, Apart::LastBit)]
    // A round double is no single beside a zero.
    #[case(None, [0x3ff0_0000_0000_0000, 0xbff0_0000_0000_0000], Number::D, Apart::Sign)]
    // Single as printed, and not so far apart that another one explains it better.
    #[case(Some(Number::F), [0x3f80_0000_0000_0000, 0x3f80_0001_8000_0000], Number::F, Apart::Several)]
    // Both fit, and both say the same: as printed.
    #[case(Some(Number::D), [0x4040_0000_4040_0000, 0x4040_0000_4040_0001], Number::D, Apart::LastBit)]
    #[case(None, [0x4040_0000_4040_0000, 0x4040_0000_4040_0001], Number::F, Apart::LastBit)]
    fn values_tell_their_precision(
        #[case] printed: Option<Number>,
        #[case] words: [u64; 2],
        #[case] number: Number,
        #[case] apart: Apart,
    ) {
        assert_eq!(guess(printed, None, words), Some((number, apart)));
    }

    #[rstest]
    // Small integers, and codes beside a zero.
    #[case([1, 5])]
    #[case([0x7f80_0000, 0x8000_0001_7fc0_0000])]
    #[case([0, 0x8000_0000_0000_0000])]
    fn others_are_of_no_precision(#[case] words: [u64; 2]) {
        assert_eq!(guess(Some(Number::F), None, words), None);
    }
}
