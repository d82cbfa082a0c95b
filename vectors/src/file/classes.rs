//! The words of a case whose operands are single elements, by the classes of those.

use super::sums;
use crate::class::{Class, negative};
use crate::registry::{Plan, Shape};
use softfloat::Format;

/// The most operands: their words fit [`WORDS`] then.
const MOST: usize = 4;

/// Bytes of a text: four words of ten, what joins them.
const WORDS: usize = 48;

/// Bytes of a text, `#` and seal, rounded up.
pub(super) const ROOM: usize = WORDS + 8;

/// Texts that are kept.
const KEPT: usize = 4096;

/// How the class of a code is found.
#[derive(Clone, Debug)]
struct Finder {
    format: Format,
    shift: u32,
    top: u64,
    /// Exponent fields of numbers that are neither small nor large: the least, and how many.
    low: u64,
    count: u64,
    /// What powers of two have none of.
    mantissa: u64,
}

/// The classes of a plan's operands.
#[derive(Clone, Debug)]
pub(super) struct Finders(Vec<Finder>);

/// The words of classes, sign included, `;` before and behind for the seal.
#[derive(Clone, Copy, Debug)]
struct Text {
    key: u32,
    /// The shares of `;words;` in the seal's CRC.
    shares: u16,
    /// The words' length.
    length: u16,
    words: [u8; WORDS],
}

/// Texts by their classes.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts(Vec<Text>);

impl Finder {
    fn of(shape: &Shape) -> Self {
        let format = shape.format;
        let fields = !format.is_fixed() && format.exponent_field(0).is_some();
        let (least, most) = match format.ignores_mantissa_at_ends() {
            true => (1, format.top() - 1),
            false => (format.min_field(), format.max_field()),
        };
        // Of the others codes are decoded.
        let (man_bits, pad) = if fields { (format.man_bits, format.pad) } else { (0, 0) };
        let ones = (1 << man_bits) - 1;
        let padded = (1 << (man_bits + pad)) - 1;
        Self {
            format,
            shift: man_bits + pad,
            top: format.top() as u64,
            low: least as u64 + 1,
            count: if fields { (most - least - 1).max(0) as u64 } else { 0 },
            mantissa: if format.ignores_mantissa_at_ends() { padded } else { ones << pad },
        }
    }

    /// Class and sign of a code.
    #[inline(always)]
    fn number(&self, code: u64) -> u32 {
        let field = code >> self.shift & self.top;
        let class = if field.wrapping_sub(self.low) < self.count {
            [Class::Normal, Class::Power][usize::from(code & self.mantissa == 0)]
        } else {
            Class::of(&self.format, code)
        };
        (class as u32) << 1 | u32::from(negative(&self.format, code))
    }
}

impl Finders {
    /// Nothing where an operand has several elements, or there are many.
    pub(super) fn of(plan: &Plan) -> Option<Self> {
        let single = plan.operands.iter().all(|shape| shape.words() == 1);
        let few = (1..=MOST).contains(&plan.operands.len());
        (single && few).then(|| Self(plan.operands.iter().map(Finder::of).collect()))
    }

    /// The classes of a case, as one number.
    #[inline(always)]
    pub(super) fn key(&self, x: &[u64]) -> u32 {
        self.0.iter().zip(x).fold(1, |key, (finder, code)| key << 5 | finder.number(*code))
    }
}

impl Text {
    const NONE: Self = Self { key: 0, shares: 0, length: 0, words: [0; WORDS] };

    /// The text of a key.
    #[cold]
    fn of(key: u32) -> Self {
        let mut words = Vec::new();
        let count = (32 - key.leading_zeros()) / 5;
        for place in (0..count).rev() {
            let number = key >> (5 * place) & 31;
            words.extend_from_slice(if words.is_empty() { b";" } else { b"*" });
            let class = Class::ALL[number as usize / 2];
            words.extend_from_slice(class.signed(number & 1 == 1).as_bytes());
        }
        let mut text = Self { key, length: words.len() as u16 - 1, ..Self::NONE };
        text.words[..words.len() - 1].copy_from_slice(&words[1..]);
        words.push(b';');
        text.shares = sums::text(&words, 0);
        text
    }

    /// `#` and the seal's digits.
    #[inline(always)]
    fn seal(&self, operands: u16) -> [u8; 5] {
        let seal = sums::behind(operands, self.shares, usize::from(self.length) + 2);
        let [.., a, b, c, d] = super::hex::digits8(seal.into());
        [b'#', a, b, c, d]
    }
}

impl Texts {
    #[inline(always)]
    fn of(&mut self, key: u32) -> &Text {
        if self.0.is_empty() {
            self.0 = vec![Text::NONE; KEPT];
        }
        let place = key.wrapping_mul(0x9e37_79b1) >> 20;
        let own = &mut self.0[place as usize & (KEPT - 1)];
        if own.key != key {
            *own = Text::of(key);
        }
        own
    }

    /// Puts words, `#` and seal of the classes of this number there, behind operands with this CRC, where no decision is open;
    /// tells how many bytes they are. There must be [`ROOM`].
    #[inline(always)]
    pub(super) fn seal(&mut self, key: u32, operands: u16, to: &mut [u8]) -> usize {
        let own = self.of(key);
        to[..WORDS].copy_from_slice(&own.words);
        let length = usize::from(own.length).min(WORDS);
        to[length..length + 5].copy_from_slice(&own.seal(operands));
        length + 5
    }

    /// Whether they stand there; how many bytes they are.
    #[inline(always)]
    pub(super) fn sealed(&mut self, key: u32, operands: u16, text: &[u8]) -> Option<usize> {
        let own = self.of(key);
        let length = usize::from(own.length).min(WORDS);
        let end = length + 5;
        let (words, seal) = text.get(..end)?.split_at(length);
        (seal == own.seal(operands) && words == &own.words[..length]).then_some(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::sealed_class;
    use crate::file::words::class_words;
    use seeded::{Draw, Random};

    /// Of every operation of single operands: codes of all fields, against the words of each element.
    #[test]
    fn words_and_seals_are_those_of_the_elements() {
        let mut random = Random::new(3);
        let (mut texts, mut cases) = (Texts::default(), 0);
        for op in crate::operations().all() {
            let sets = op.all_sets();
            let plan = op.plan(&sets[random.below(sets.len() as u64) as usize]);
            let Some(finders) = Finders::of(&plan) else { continue };
            let state = crate::file::seal::State::of(&op.id, &plan.options.to_string());
            for round in 0..40 {
                let code = |shape: &Shape| {
                    let mask = u64::MAX >> (64 - shape.format.width);
                    let far = [0, u64::MAX, random.below(u64::MAX), random.below(4)];
                    let bits = far[random.below(4) as usize];
                    // A mantissa of zeros, or of any bits, under any field.
                    let cut = if round % 2 == 0 { 0 } else { shape.format.man_bits.min(63) };
                    bits >> cut << cut & mask
                };
                let x: Vec<u64> = plan.operands.iter().map(code).collect();
                let mut operands = Vec::new();
                crate::file::words::push_operands(&mut operands, &plan, &x, b',');
                let mut end = [0; ROOM];
                let length = texts.seal(finders.key(&x), state.behind(&operands), &mut end);
                let right = sealed_class(&plan, &x, &[]);
                assert!(right.starts_with(&class_words(&plan, &x)));
                assert_eq!(str::from_utf8(&end[..length]), Ok(&*right), "{} {x:x?}", op.id);
                cases += 1;
            }
        }
        assert!(cases > 100_000, "{cases}");
    }
}
