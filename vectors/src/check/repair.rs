//! What was altered in a line whose seal does not fit: the one bit whose flip makes it fit.
//!
//! The CRC's polynomial tells all single-bit changes of a text below 4096 bytes apart, so there is
//! at most one.

use super::Finding;
use crate::file::seal;

/// One bit's change that explains a broken seal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The field: `in1`, `class`.
    pub field: String,
    /// As the file has it.
    pub found: String,
    /// As it was written.
    pub right: String,
}

impl Finding {
    /// The change of one bit that makes the seal fit.
    #[must_use]
    pub fn repair(&self) -> Option<Repair> {
        let (words, found) = self.class.rsplit_once('#')?;
        let fields = self.fields(words);
        let question: Vec<u8> = fields.iter().flat_map(|(_, text)| text.bytes()).collect();
        let right = seal::of_text(&question);
        if one_bit(found, &right) {
            return Some(Repair { field: "seal".to_owned(), found: found.to_owned(), right });
        }
        let flipped = flips(&question).find(|q| seal::of_text(q) == found)?;
        let mut start = 0;
        for (field, text) in fields {
            let own = &flipped[start..start + text.len()];
            if own != text.as_bytes() && !field.is_empty() {
                let right = String::from_utf8_lossy(own).into_owned();
                return Some(Repair { field, found: text, right });
            }
            start += text.len();
        }
        None
    }

    /// The fields of the question with their names, and without names what stands between them.
    fn fields(&self, words: &str) -> Vec<(String, String)> {
        let named = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        let mut fields = vec![
            named("op", &self.plan.op.id),
            named("", ","),
            named("opts", &self.plan.options.to_string()),
        ];
        for (i, operand) in self.operands().iter().enumerate() {
            fields.extend([named("", ","), named(&format!("in{i}"), operand)]);
        }
        fields.extend([named("", ";"), named("class", words)]);
        fields.extend([named("", ";"), named("unspecified", &self.unspecified)]);
        fields
    }
}

/// Whether two texts differ in one bit.
fn one_bit(a: &str, b: &str) -> bool {
    let bits = a.bytes().zip(b.bytes()).map(|(a, b)| (a ^ b).count_ones()).sum::<u32>();
    a.len() == b.len() && bits == 1
}

/// Every text that differs in one bit.
fn flips(text: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    (0..8 * text.len()).map(move |i| {
        let mut flipped = text.to_vec();
        flipped[i / 8] ^= 1 << (i % 8);
        flipped
    })
}
