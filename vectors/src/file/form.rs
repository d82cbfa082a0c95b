//! What the lines of a plan have in common: up to the classes all of them are alike but for digits, which stand in the same places.
//!
//! Both directions go by it. A line that is not of its form is left to the readers that define what a line may be.

use super::classes::Finders;
use super::seal::State;
use super::words::push_operands;
use super::{Format, hex, packed, sums};
use crate::registry::{FlagKind, Plan, Ran, Shape};

/// The form of a plan's lines.
#[derive(Clone, Debug)]
pub(super) struct Form {
    /// The line with zeros in the place of digits, up to the words of the classes; where there are none, to its end.
    text: Vec<u8>,
    /// The digits of the operands' elements.
    operands: Vec<Digits>,
    /// Those of the results' elements.
    results: Vec<Digits>,
    flags: Digits,
    /// Whether digits are those of words, the lowest of which stands last.
    wide: bool,
    /// Where there are seals, and operands are not too long.
    shares: Option<Shares>,
}

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
}

/// A form as it grows.
struct Growing {
    text: Vec<u8>,
    json: bool,
    /// Between elements, between results.
    between: [&'static [u8]; 2],
}

impl Growing {
    fn digits(&mut self, count: usize, width: u32) -> Digits {
        let at = self.text.len();
        self.text.resize(at + count, b'0');
        let beyond = if width >= 64 { 0 } else { u64::MAX << width };
        Digits { at, count, beyond, behind: 0 }
    }

    /// The digits of an element of several words, the lowest first.
    fn wide(&mut self, shape: &Shape, words: usize, all: &mut Vec<Digits>) {
        let whole = self.digits(shape.digits(), 64);
        let word = |i: usize| {
            let end = whole.at + whole.count - 16 * i;
            let at = end.saturating_sub(16).max(whole.at);
            Digits { at, count: end - at, ..whole }
        };
        all.extend((0..words).map(word));
    }

    /// The elements of an operand or result.
    fn elements(&mut self, shape: &Shape, all: &mut Vec<Digits>) {
        let json: [&[u8]; 3] = match (self.json, shape.len) {
            (false, _) => [b"", self.between[0], b""],
            (true, 1) => [b"\"", b"", b"\""],
            (true, _) => [b"[\"", b"\",\"", b"\"]"],
        };
        self.text.extend_from_slice(json[0]);
        for i in 0..shape.len {
            self.text.extend_from_slice(if i > 0 { json[1] } else { b"" });
            match shape.words_per_element() {
                1 => all.push(self.digits(shape.digits(), shape.format.width)),
                words => self.wide(shape, words, all),
            }
        }
        self.text.extend_from_slice(json[2]);
    }

    /// The results.
    fn results(&mut self, plan: &Plan, all: &mut Vec<Digits>) {
        let around: [&[u8]; 3] = match (self.json && plan.results.len() > 1, self.json) {
            (true, _) => [b"[", b",", b"]"],
            (false, true) => [b"", b"", b""],
            (false, false) => [b"", self.between[1], b""],
        };
        self.text.extend_from_slice(around[0]);
        for (i, shape) in plan.results.iter().enumerate() {
            self.text.extend_from_slice(if i > 0 { around[1] } else { b"" });
            self.elements(shape, all);
        }
        self.text.extend_from_slice(around[2]);
    }
}

impl Form {
    /// The form of a plan's lines behind this head, the seal's state standing behind `op,opts,`; nothing where digits have no
    /// places of their own. Of CSV, there are so many operand columns.
    pub(super) fn of(
        format: Format,
        head: &[u8],
        plan: &Plan,
        columns: usize,
        seal: State,
    ) -> Option<Self> {
        let kind = plan.op.flags;
        let [gap, outs, flags, behind]: [&[u8]; 4] = match format {
            Format::Csv => [b",", b",", b",", b","],
            Format::Jsonl => [b"", b",\"out\":", b",\"flags\":\"", b"\",\"class\":\""],
            Format::TestFloat if kind == FlagKind::None => [b" ", b" ", b"", b""],
            Format::TestFloat => [b" ", b" ", b" ", b""],
            Format::Memh if packed::has_whole_digits(plan) => [b""; 4],
            Format::Memh | Format::Fptest | Format::Npy => return None,
        };
        let mut growing = Growing {
            text: head.to_vec(),
            json: format == Format::Jsonl,
            between: if format == Format::Memh { [b""; 2] } else { [b"_", b";"] },
        };
        let (mut operands, mut results) = (Vec::new(), Vec::new());
        for (i, shape) in plan.operands.iter().enumerate() {
            match format {
                Format::Jsonl => growing.text.extend(format!(",\"in{i}\":").into_bytes()),
                _ => growing.text.extend_from_slice(if i > 0 { gap } else { b"" }),
            }
            growing.elements(shape, &mut operands);
        }
        if format == Format::Csv {
            let blanks = columns.saturating_sub(plan.operands.len());
            growing.text.extend(std::iter::repeat_n(b',', blanks));
        }
        growing.text.extend_from_slice(outs);
        growing.results(plan, &mut results);
        growing.text.extend_from_slice(flags);
        // The most is one less than a power of two.
        let flags = Digits { beyond: !u64::from(kind.most()), ..growing.digits(kind.digits(), 0) };
        growing.text.extend_from_slice(behind);
        let crc = match format {
            Format::Csv | Format::Jsonl if !plan.is_wide() => {
                crc_of_zeros(plan, &mut operands, seal)
            }
            _ => None,
        };
        let shares = crc.map(|crc| Shares { crc, classes: Finders::of(plan) });
        let (text, wide) = (growing.text, plan.is_wide());
        Some(Self { text, operands, results, flags, wide, shares })
    }

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

/// Writes codes into their places.
#[inline(always)]
fn put(line: &mut [u8], all: &[Digits], codes: &[u64]) {
    for (digits, code) in all.iter().zip(codes) {
        hex::put(&mut line[digits.at..digits.at + digits.count], *code);
    }
}

/// Tells each element how many bytes are behind it in the text that is sealed, which has a byte between elements; the CRC behind
/// zeros. Nothing where there are too many bytes.
fn crc_of_zeros(plan: &Plan, operands: &mut [Digits], seal: State) -> Option<u16> {
    let mut behind = 0;
    for digits in operands.iter_mut().rev() {
        digits.behind = behind;
        behind += digits.count + 1;
    }
    let mut zeros = Vec::new();
    push_operands(&mut zeros, plan, &vec![0; operands.len()], b',');
    (behind < sums::REACH).then(|| seal.behind(&zeros))
}
