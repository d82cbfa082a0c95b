//! The form of a plan's lines, made once.

use super::{Digits, Form, STEP, Shares};
use crate::file::classes::Finders;
use crate::file::seal::State;
use crate::file::words::push_operands;
use crate::file::{Format, packed, sums};
use crate::registry::{FlagKind, Plan, Shape};

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
        Digits { at, count, beyond, ..Digits::default() }
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
    pub(in crate::file) fn of(
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
        let end: &[u8] = if format.has_seals() { b"" } else { b"\n" };
        let fixed = Vec::new();
        let mut form = Self { text, end, operands, results, flags, wide, shares, fixed };
        form.fixed = form.fixed();
        form.steps();
        Some(form)
    }

    /// Tells digits what the last of the steps in which they are put there has besides.
    fn steps(&mut self) {
        let text = [&self.text, self.end, &[0; STEP]].concat();
        let flags = std::iter::once(&mut self.flags);
        for digits in self.operands.iter_mut().chain(&mut self.results).chain(flags) {
            let count = digits.count.min(STEP);
            let start = digits.at + digits.count - count;
            let mut rest = [0; STEP];
            rest[count..].copy_from_slice(&text[start + count..start + STEP]);
            digits.rest = u64::from_le_bytes(rest);
            digits.shift = 8 * (STEP - count.max(1)) as u32;
        }
    }

    fn fixed(&self) -> Vec<(u64, u64)> {
        let mut mask = vec![0xff; self.text.len()];
        let flags = std::iter::once(&self.flags);
        for digits in self.operands.iter().chain(&self.results).chain(flags) {
            mask[digits.at..digits.at + digits.count].fill(0);
        }
        let word = |bytes: &[u8]| {
            let mut all = [0; 8];
            all[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(all)
        };
        self.text.chunks(8).map(word).zip(mask.chunks(8).map(word)).collect()
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
