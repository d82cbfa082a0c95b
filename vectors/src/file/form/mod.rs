//! What the lines of a plan have in common: up to the classes all of them are alike but for digits, which stand in the same places.
//!
//! Both directions go by it. A line that is not of its form is left to the readers that define what a line may be.

mod making;

use super::classes::Finders;
use super::{hex, sums};
use crate::registry::Ran;

/// The form of a plan's lines.
#[derive(Clone, Debug)]
pub(super) struct Form {
    /// The line with zeros in the place of digits, up to the words of the classes; where there are none, to its end.
    text: Vec<u8>,
    /// What ends the line behind it; nothing where a class follows.
    end: &'static [u8],
    /// The digits of the operands' elements.
    operands: Vec<Digits>,
    /// Those of the results' elements.
    results: Vec<Digits>,
    flags: Digits,
    /// Whether digits are those of words, the lowest of which stands last.
    wide: bool,
    /// Where there are seals, and operands are not too long.
    shares: Option<Shares>,
    /// The text by words of eight bytes, each with ones where no digit stands; the last one may be filled up with zeros.
    fixed: Vec<(u64, u64)>,
}

/// Bytes of a step in which digits are put into a line.
const STEP: usize = 8;

/// What seals by shares take.
#[derive(Clone, Debug)]
struct Shares {
    /// The CRC behind operands of zeros.
    crc: u16,
    /// Nothing where an operand has several elements.
    classes: Option<Finders>,
}

/// Where a code stands.
#[derive(Clone, Copy, Debug, Default)]
struct Digits {
    at: usize,
    count: usize,
    /// What the format does not hold.
    beyond: u64,
    /// Bytes of the operands' text behind it.
    behind: usize,
    /// Of eight digits, bits of those that are none of the last step's.
    shift: u32,
    /// What the text has in the last step's eight bytes behind the digits.
    rest: u64,
}

impl Form {
    /// Appends the beginning of a case's line.
    #[inline]
    pub(super) fn push(&self, x: &[u64], ran: Ran<'_>, out: &mut Vec<u8>) {
        let start = out.len();
        out.extend_from_slice(&self.text);
        let line = &mut out[start..];
        put(line, &self.operands, x);
        put(line, &self.results, ran.out);
        let Digits { at, count, .. } = self.flags;
        match ran.flag {
            Some(flag) => hex::put(&mut line[at..at + count], flag.into()),
            None => drop(out.drain(start + at..start + at + count)),
        }
    }

    /// What ends the line behind its beginning; nothing where a class follows.
    pub(super) const fn end(&self) -> &'static [u8] {
        self.end
    }

    /// Bytes of a line's beginning.
    pub(super) const fn len(&self) -> usize {
        self.text.len()
    }

    /// A line's beginning with its end and room for so many bytes behind it, to be filled in.
    pub(super) fn line(&self, room: usize) -> Vec<u8> {
        [&self.text, self.end, &vec![0; room + STEP]].concat()
    }

    /// Puts the digits of a case into the beginning of a line made by [`Form::with`]; false where it has no flags, but the form
    /// has.
    #[inline(always)]
    pub(super) fn fill(&self, line: &mut [u8], x: &[u64], ran: Ran<'_>) -> bool {
        // Words of an element do not follow one another.
        let fill = if self.wide { put } else { fill };
        fill(line, &self.operands, x);
        fill(line, &self.results, ran.out);
        if self.flags.count == 0 {
            return true;
        }
        let Some(flag) = ran.flag else { return false };
        self.flags.fill(line, flag.into());
        true
    }

    /// Whether classes tell words and seal of a case that hangs on nothing.
    pub(super) fn has_classes(&self) -> bool {
        self.shares.as_ref().is_some_and(|shares| shares.classes.is_some())
    }

    /// The classes of a case, and the CRC of its operands, where there are shares.
    #[inline(always)]
    pub(super) fn share(&self, x: &[u64]) -> Option<(u32, u16)> {
        let classes = self.shares.as_ref()?.classes.as_ref()?;
        Some((classes.key(x), self.crc(x)?))
    }

    /// The CRC of a case's operands, where there are shares.
    #[inline(always)]
    pub(super) fn crc(&self, x: &[u64]) -> Option<u16> {
        let zeros = self.shares.as_ref()?.crc;
        let mut crc = zeros;
        for (digits, code) in self.operands.iter().zip(x) {
            crc ^= sums::digits(*code, digits.count, digits.behind);
        }
        Some(crc)
    }

    /// The text of the operands of a CSV line of this form: what is sealed.
    pub(super) fn operands<'a>(&self, line: &'a [u8]) -> Option<&'a [u8]> {
        let (first, last) = (self.operands.first()?, self.operands.last()?);
        line.get(first.at..last.at + last.count)
    }

    /// Reads the beginning of a line in place, where it is as it is written and something follows: the flags.
    #[inline(always)]
    pub(super) fn exact(&self, line: &[u8], x: &mut [u64], out: &mut [u64]) -> Option<Option<u8>> {
        let (words, _) = line.get(..8 * self.fixed.len())?.as_chunks::<8>();
        let differs = |(word, (text, mask)): (&[u8; 8], &(u64, u64))| {
            (u64::from_le_bytes(*word) ^ text) & mask
        };
        let differ = words.iter().zip(&self.fixed).map(differs).fold(0, |all, own| all | own);
        if differ != 0 || self.wide {
            return None;
        }
        let mut beyond = 0;
        let all = self.operands.iter().zip(x).chain(self.results.iter().zip(out));
        for (digits, code) in all {
            *code = hex::take(&line[digits.at..], digits.count)?;
            beyond |= *code & digits.beyond;
        }
        let Digits { at, count, beyond: over, .. } = self.flags;
        let flag = match count {
            0 => None,
            _ => Some(hex::take(&line[at..], count)?),
        };
        beyond |= flag.unwrap_or(0) & over;
        (beyond == 0).then_some(flag.map(|flag| flag as u8))
    }

    /// Reads the beginning of a line: the flags, and the place behind it; `None` where it is not of this form.
    #[inline]
    pub(super) fn read<const UPPER: bool>(
        &self,
        line: &[u8],
        x: &mut [u64],
        out: &mut [u64],
    ) -> Option<(Option<u8>, usize)> {
        if self.wide {
            return None;
        }
        let mut at = 0;
        self.take::<UPPER>(line, &mut at, &self.operands, x)?;
        self.take::<UPPER>(line, &mut at, &self.results, out)?;
        let Digits { at: flags, count, beyond, .. } = self.flags;
        let behind = &self.text[flags + count..];
        // Flags may be blank; in words between spaces their space is missing, too.
        if count > 0 && at == line.len() && self.text[at..flags] == *b" " {
            return Some((None, at));
        }
        at = self.same(line, at, flags)?;
        if count > 0 && !behind.is_empty() && line[at..].starts_with(behind) {
            return Some((None, at + behind.len()));
        }
        let flag = match count {
            0 => None,
            _ => {
                let flag = hex::take_in::<UPPER>(line.get(at..)?, count)?;
                (flag & beyond == 0).then_some(Some(flag as u8))?
            }
        };
        Some((flag, self.same(line, flags + count, self.text.len())?))
    }

    /// Reads codes and what stands before each, and moves behind them.
    #[inline(always)]
    fn take<const UPPER: bool>(
        &self,
        line: &[u8],
        at: &mut usize,
        all: &[Digits],
        codes: &mut [u64],
    ) -> Option<()> {
        for (digits, code) in all.iter().zip(codes) {
            self.same(line, *at, digits.at)?;
            *at = digits.at + digits.count;
            *code = hex::take_in::<UPPER>(line.get(digits.at..*at)?, digits.count)?;
            if *code & digits.beyond != 0 {
                return None;
            }
        }
        Some(())
    }

    /// The place behind what stands in both, from here to there.
    #[inline(always)]
    fn same(&self, line: &[u8], from: usize, to: usize) -> Option<usize> {
        let (own, right) = (line.get(from..to)?, &self.text[from..to]);
        let same = match to - from {
            1 => own[0] == right[0],
            _ => own == right,
        };
        same.then_some(to)
    }
}

impl Digits {
    /// Puts a code there in steps of eight bytes, the last of which has what stands behind it in the text: what follows is put
    /// there later.
    #[inline(always)]
    fn fill(&self, line: &mut [u8], code: u64) {
        let mut at = self.at;
        if self.count > 8 {
            let high = u64::from_le_bytes(hex::digits8((code >> 32) as u32));
            let count = self.count - 8;
            line[at..at + 8].copy_from_slice(&(high >> (64 - 8 * count)).to_le_bytes());
            at += count;
        }
        let low = u64::from_le_bytes(hex::digits8(code as u32)) >> self.shift;
        line[at..at + 8].copy_from_slice(&(low | self.rest).to_le_bytes());
    }
}

/// Puts codes into their places, from the first to the last.
#[inline(always)]
fn fill(line: &mut [u8], all: &[Digits], codes: &[u64]) {
    all.iter().zip(codes).for_each(|(digits, code)| digits.fill(line, *code));
}

/// Writes codes into their places.
#[inline(always)]
fn put(line: &mut [u8], all: &[Digits], codes: &[u64]) {
    for (digits, code) in all.iter().zip(codes) {
        hex::put(&mut line[digits.at..digits.at + digits.count], *code);
    }
}
