//! Words <-> images: groups of 32 instructions, 544 bytes (section 1.2 of the source, XDSA-D02).

use super::isa::Word;
use super::{Error, Kind};

/// Instructions of a group.
pub const GROUP: usize = 32;
/// Bytes of a group: 32 domain identifiers, then 32 payloads.
pub const GROUP_BYTES: usize = GROUP + 16 * GROUP;

/// The image of a program: whole groups, unused slots are END.
///
/// ```
/// use semantics::xdsa::{code, isa::Word};
/// let image = code::image(&[Word::END]);
/// assert_eq!((image.len(), image[0], image[31]), (544, 0x7f, 0x7f));
/// assert_eq!(code::words(&image).unwrap(), [Word::END]);
/// ```
#[must_use]
pub fn image(words: &[Word]) -> Vec<u8> {
    let mut image = Vec::with_capacity(words.len().div_ceil(GROUP) * GROUP_BYTES);
    for group in words.chunks(GROUP) {
        let slots = || (0..GROUP).map(|n| group.get(n).unwrap_or(&Word::END));
        image.extend(slots().map(|word| word.did));
        slots().for_each(|word| image.extend(word.payload));
    }
    image
}

/// The program of an image, without what fills its last group. That group may be cut behind the payload of an END.
///
/// ```
/// use semantics::xdsa::{code, isa::Word};
/// let mut image = code::image(&[Word::END]);
/// image.truncate(48); // behind the payload of END
/// assert_eq!(code::words(&image).unwrap(), [Word::END]);
/// image.truncate(47);
/// assert!(code::words(&image).is_err());
/// ```
///
/// # Errors
/// `Truncated`: an image that is cut elsewhere.
pub fn words(image: &[u8]) -> Result<Vec<Word>, Error> {
    let mut words = Vec::with_capacity(image.len() / GROUP_BYTES * GROUP);
    for (n, group) in image.chunks(GROUP_BYTES).enumerate() {
        let (dids, payloads) = group.split_at_checked(GROUP).unwrap_or((group, &[]));
        let (whole, rest) = payloads.as_chunks();
        let held =
            dids.iter().zip(whole).map(|(did, payload)| Word { did: *did, payload: *payload });
        words.extend(held);
        let complete = group.len() == GROUP_BYTES;
        let ended = rest.is_empty() && words.last().is_some_and(|word| word.did == Word::END.did);
        let cut = ended && !whole.is_empty();
        if !complete && !cut {
            let message = format!(
                "group {n} has {} bytes; right: {GROUP_BYTES}, or a cut behind the payload of an END",
                group.len()
            );
            return Err(Error::new(Kind::Truncated, message));
        }
    }
    if words.is_empty() {
        return Err(Error::new(Kind::Truncated, "the image is empty; right: groups of 544 bytes"));
    }
    let last = words.iter().rposition(|word| *word != Word::END).map_or(0, |at| at + 1);
    let least = (words.len() - 1) / GROUP * GROUP;
    words.truncate((last + 1).max(least + 1));
    Ok(words)
}
