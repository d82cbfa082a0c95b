//! What a line says of its words (table 3.1).

use super::scan::{At, Scan};
use super::statement::Asked;
use crate::machine::Misprint;
use crate::mncore2::dump::content::{cut, element};
use crate::mncore2::dump::{block, number};
use crate::mncore2::isa::Dtype;
use crate::mncore2::memory::Store;

/// What was read.
pub(super) struct Content {
    pub(super) words: [u64; 4],
    pub(super) misprint: Option<Misprint>,
}

/// The decimal texts of a word: the byte at which each begins, and the text.
type Texts<'a> = [(usize, &'a [u8]); 4];

/// Reads the words of a line: one, or several in braces.
pub(super) fn read(scan: &mut Scan<'_>, asked: &Asked, single: Option<u8>) -> Result<Content, At> {
    if asked.store == Store::Mask {
        return mask(scan);
    }
    let mut words = [0; 4];
    let mut texts: [Texts<'_>; 4] = [[(0, &[][..]); 4]; 4];
    let braces = asked.width > 1;
    if braces {
        scan.need("{")?;
    }
    for n in 0..asked.width {
        if n > 0 {
            scan.need(", ")?;
        }
        words[n] = match asked.dtype {
            Dtype::Raw => raw(scan, &mut texts[n])?,
            dtype => typed(scan, dtype, single, &mut texts[n])?,
        };
    }
    if braces {
        scan.need("}")?;
    }
    let misprint = check(asked, single, &words, &texts)?;
    Ok(Content { words, misprint })
}

/// `Mask{N}`
fn mask(scan: &mut Scan<'_>) -> Result<Content, At> {
    scan.need("Mask{")?;
    let at = scan.at();
    let flags = scan.number("four flags as a number")?;
    if flags > 15 {
        return Err(At::new(at, format!("four flags are 0 to 15, found {flags}")));
    }
    scan.need("}")?;
    Ok(Content { words: [flags.into(), 0, 0, 0], misprint: None })
}

/// `(f:F, i:{{0xA,0xB},{0xC,0xD}}, v:0xV)`
fn raw<'a>(scan: &mut Scan<'a>, texts: &mut Texts<'a>) -> Result<u64, At> {
    scan.need("(f:")?;
    texts[0] = decimal(scan);
    let mut halves = 0;
    for between in [", i:{{", ",", "},{", ","] {
        scan.need(between)?;
        halves = halves << 16 | scan.hex(4, false)?;
    }
    scan.need("}}, v:")?;
    let at = scan.at();
    let word = scan.hex(16, false)?;
    if word != halves {
        let message =
            format!("the long word is {word:#X}, its half words are those of {halves:#X}");
        return Err(At::new(at, message));
    }
    scan.need(")")?;
    Ok(word)
}

/// `(F, ...) (0x.., ...)`
fn typed<'a>(
    scan: &mut Scan<'a>,
    dtype: Dtype,
    single: Option<u8>,
    texts: &mut Texts<'a>,
) -> Result<u64, At> {
    let (bits, ..) = cut(dtype);
    let shown = shown(bits, single);
    scan.need("(")?;
    for n in shown.clone() {
        if n > shown.start {
            scan.need(", ")?;
        }
        texts[n] = decimal(scan);
    }
    scan.need(") (")?;
    let mut word = 0;
    for n in shown.clone() {
        if n > shown.start {
            scan.need(", ")?;
        }
        word |= scan.hex(bits as usize / 4, true)? << (64 - bits * (n as u32 + 1));
    }
    scan.need(")")?;
    Ok(word)
}

/// The elements of a word that a line shows.
fn shown(bits: u32, single: Option<u8>) -> std::ops::Range<usize> {
    let count = 64 / bits as usize;
    match single.map(usize::from) {
        None => 0..count,
        Some(half) => half * count / 2..(half + 1) * count / 2,
    }
}

/// A number's text, and where it begins.
fn decimal<'a>(scan: &mut Scan<'a>) -> (usize, &'a [u8]) {
    let at = scan.at();
    (at, scan.take(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')))
}

/// Compares the texts with ours.
fn check(
    asked: &Asked,
    single: Option<u8>,
    words: &[u64; 4],
    texts: &[Texts<'_>; 4],
) -> Result<Option<Misprint>, At> {
    let (bits, exponent, mantissa) = cut(asked.dtype);
    let row = matches!(asked.store, Store::Matrix(_));
    let mut first = None;
    let mut ours = Vec::with_capacity(16);
    for (n, texts) in texts.iter().enumerate().take(asked.width) {
        // Of a block of four PEs a line shows one.
        let members = if row { *words } else { [words[n]; 4] };
        let values = match block::is_block(asked.dtype) {
            true => Some(blocks(asked.dtype, &members, single, if row { n } else { 0 })),
            false => None,
        };
        for k in shown(bits, single) {
            let (at, text) = texts[k];
            let value = match &values {
                None => Some(number::value(element(words[n], bits, k), exponent, mantissa)),
                Some(Ok(values)) => values[k],
                Some(Err(())) => None,
            };
            ours.clear();
            value.into_iter().for_each(|value| number::write(value, &mut ours));
            if ours == text {
                continue;
            }
            let printed = String::from_utf8_lossy(text).into_owned();
            if printed.parse::<f64>().is_err() {
                return Err(At::new(at, format!("a number expected, found `{printed}`")));
            }
            let right = match (&values, value) {
                (_, Some(_)) => Some(String::from_utf8_lossy(&ours).into_owned()),
                (Some(Err(())), None) => None,
                // Unknown from this line alone.
                (_, None) => continue,
            };
            let _ = first.get_or_insert(Misprint { column: at + 1, printed, right });
        }
    }
    Ok(first)
}

/// The values of the elements of word `n` as members of blocks, as far as the words shown tell them:
/// halves of exponent field 0 get their exponent from the others (s. 4.4).
fn blocks(
    dtype: Dtype,
    words: &[u64; 4],
    single: Option<u8>,
    n: usize,
) -> Result<[Option<f64>; 4], ()> {
    let (bits, exponent, mantissa) = cut(dtype);
    let values = block::values(dtype, words, single.map(usize::from)).map_err(|_| ())?;
    let field = |word: u64, k: usize| element(word, bits, k) >> mantissa & ((1 << exponent) - 1);
    let all = words.iter().flat_map(|&word| (0..64 / bits as usize).map(move |k| (word, k)));
    let known = dtype != Dtype::Bh || all.into_iter().any(|(word, k)| field(word, k) != 0);
    Ok(values[n].map(|value| known.then_some(value)))
}
