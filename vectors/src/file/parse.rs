//! A line -> its case.

use super::error::{Fault, What};
use super::format::header_of;
use super::plans::Plans;
use super::reading::{Marks, Parsed, Reading, UNMARKED};
use super::seal;
use super::seal::{Seal, sealed_class};
use super::{Format, MAX_LINE, Mark, csv, fptest, jsonl, memh, quick, testfloat};
use crate::registry::{FlagKind, MAX_ELEMENTS, MAX_RESULTS, Operations, Plan};
use std::borrow::Cow;
use std::sync::Arc;

/// What a line says.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The operation and options.
    pub plan: &'a Arc<Plan>,
    /// The plan's number among those of the file.
    pub(crate) number: usize,
    /// The operands' elements in order.
    pub x: &'a [u64],
    /// The results' elements, as the file has them.
    pub out: &'a [u64],
    /// The flags, as the file has them; nothing where the operation has none or the file does not
    /// record them.
    pub flag: Option<u8>,
    /// The class, seal included; nothing of a case with its seal whose class is that of its operands.
    pub(crate) class: &'a str,
    /// The ids of the decisions that leave the case open, joined by spaces.
    pub unspecified: &'a str,
    /// Whether the class has a seal, and whether that is right.
    pub seal: Seal,
    /// The hash of what is asked, for the file's [`Digest`](super::Digest).
    pub(crate) question: u64,
    /// What an object of JSON lines says beside its case.
    pub(crate) marks: &'a Marks,
}

impl Case<'_> {
    /// The class, seal included.
    #[must_use]
    pub fn class(&self) -> Cow<'_, str> {
        match (self.class, self.seal) {
            ("", Seal::Whole) => sealed_class(self.plan, self.x, &[]).into(),
            (class, _) => class.into(),
        }
    }

    /// Whether what is asked is not what was written.
    #[inline]
    pub(crate) fn is_altered(&self) -> bool {
        match self.seal {
            Seal::Whole | Seal::Placeless => false,
            Seal::Broken => true,
            Seal::None => {
                !self.class.is_empty() && seal::lost_mark(self.plan, self.x, self.class.as_bytes())
            }
        }
    }
}

/// Reads lines of one format. Each thread has its own; after [`Parser::header`], a clone of it.
#[derive(Clone, Debug)]
pub struct Parser {
    format: Format,
    reading: Reading,
    /// Whether the definition reads all lines.
    pub(crate) by_definition: bool,
}

impl Parser {
    /// A parser. `plan` is what testfloat lines are cases of; the other formats name one of these operations themselves.
    #[must_use]
    pub fn new(format: Format, among: &'static Operations, plan: Option<Plan>) -> Self {
        let format = format.lines();
        let mut plans = Plans::of(format, among);
        if let Some(plan) = plan.filter(|_| format.is_bare()) {
            let options = plan.options.to_string();
            let op = plan.op;
            plans.add(b"", plan, (&op.id, &options));
        }
        Self { format, reading: Reading::new(plans), by_definition: false }
    }

    /// Whether the format begins with a header line.
    #[must_use]
    pub fn has_header(&self) -> bool {
        self.format == Format::Csv
    }

    /// Reads the header line.
    ///
    /// # Errors
    /// What is there instead of a header.
    pub fn header(&mut self, line: &[u8]) -> Result<(), Box<Fault>> {
        if super::field::is_utf16(line) {
            return Err(Box::new(What::Utf16.at(0)));
        }
        if line.last() == Some(&b'\r') {
            return Err(Box::new(What::CarriageReturn.at(line.len() - 1)));
        }
        // Operand columns are counted, at most as many as have one-digit names.
        let columns = line.split(|&b| b == b',').filter(|f| f.starts_with(b"in")).count();
        let right = header_of(columns.clamp(1, 10));
        if line == right.as_bytes() {
            self.reading.plans.columns = columns;
            return Ok(());
        }
        let same = line.iter().zip(right.as_bytes()).take_while(|(a, b)| a == b).count();
        let right = header_of(3);
        let found = String::from_utf8_lossy(&line[..line.len().min(2 * right.len())])
            .escape_debug()
            .to_string();
        Err(Box::new(What::Header { found, right }.at(same)))
    }

    /// Reads a line, without its line end.
    ///
    /// ```
    /// use vectors::file::{Format, Parser};
    /// let plan = vectors::operations().find("ieee.f32.add").unwrap().plan(&Default::default());
    /// let mut parser = Parser::new(Format::TestFloat, vectors::operations(), Some(plan));
    /// let case = parser.line(b"3f800000 40000000 40400000 00").unwrap();
    /// assert_eq!((case.x, case.out), (&[0x3f80_0000, 0x4000_0000][..], &[0x4040_0000][..]));
    /// assert!(parser.line(b"3f800000 40000000").is_err());
    /// ```
    ///
    /// # Errors
    /// What is wrong with it, and where.
    #[inline]
    pub fn line<'a>(&'a mut self, line: &'a [u8]) -> Result<Case<'a>, Box<Fault>> {
        if line.len() <= MAX_LINE
            && !self.by_definition
            && let Some(parsed) = quick::read(&mut self.reading, self.format, line)
            && let Ok(class) = str::from_utf8(&line[parsed.class])
            && let Ok(unspecified) = str::from_utf8(&line[parsed.unspecified])
        {
            return self.case(parsed.flag, parsed.seal, class, unspecified, false);
        }
        self.slow(line)
    }

    /// The first line of a text, read in place: its case and its length, end included. Nothing where it is any other than
    /// the usual one, as it is written, of a case that hangs on nothing and of which no decision is open.
    #[inline]
    pub(crate) fn plain<'a>(&'a mut self, text: &[u8]) -> Option<(Case<'a>, usize)> {
        if self.by_definition {
            return None;
        }
        let (flag, length) = quick::plain(&mut self.reading, self.format, text)?;
        let seal = match self.format {
            Format::Memh => Seal::Placeless,
            format if format.has_seals() => Seal::Whole,
            _ => Seal::None,
        };
        Some((self.case(flag, seal, "", "", false).ok()?, length))
    }

    /// Reads a line that is no case, but says something about the file; `None` for any other line.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    #[inline]
    pub fn mark(&self, line: &[u8]) -> Result<Option<Mark>, Box<Fault>> {
        match line {
            [b'#', ..] | [b'"', b'#', ..] if self.format == Format::Csv => {
                Mark::of_line(line).map(Some)
            }
            [b'/', b'/', b' ', words @ ..] if self.format == Format::Memh => {
                match str::from_utf8(words) {
                    Ok(words) if words.starts_with("assay ") => Mark::read(words, 3).map(Some),
                    _ => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    /// Whether a line says nothing: a comment of memh that is no mark, text around cases of fptest.
    #[inline]
    #[must_use]
    pub fn is_remark(&self, line: &[u8]) -> bool {
        match self.format {
            Format::Memh => line.starts_with(b"//"),
            Format::Fptest => fptest::is_remark(line),
            _ => false,
        }
    }

    /// What to say where the flags of a line are blank that should not be.
    #[cold]
    pub(crate) fn blank_flags(&self, line: &[u8]) -> Box<Fault> {
        let text = str::from_utf8(line).unwrap_or_default();
        let offset = match self.format {
            Format::Csv | Format::Npy => csv::flags(text),
            Format::Jsonl => jsonl::flags(text),
            Format::TestFloat | Format::Memh | Format::Fptest => None,
        };
        let kind = self.reading.plans.last().map_or(FlagKind::None, |e| e.plan.op.flags);
        let what = What::Missing { field: "flags".to_owned(), right: kind.syntax().to_owned() };
        Box::new(Fault { column: offset.map(|o| o + 1), what })
    }

    /// The definition of what a line may be.
    #[cold]
    fn slow<'a>(&'a mut self, line: &'a [u8]) -> Result<Case<'a>, Box<Fault>> {
        let text = super::field::whole(line)?;
        let Parsed { flag, class, unspecified, seal, marked } = match self.format {
            Format::Csv | Format::Npy => csv::read(&mut self.reading, text),
            Format::Jsonl => jsonl::read(&mut self.reading, text),
            Format::TestFloat => testfloat::read(&mut self.reading, text),
            Format::Memh => memh::read(&mut self.reading, text),
            Format::Fptest => fptest::read(&mut self.reading, text),
        }?;
        self.case(flag, seal, &self.reading.texts[class], &self.reading.texts[unspecified], marked)
    }

    /// The case of the last plan, with operands and result in their buffers.
    #[inline]
    fn case<'a>(
        &'a self,
        flag: Option<u8>,
        seal: Seal,
        class: &'a str,
        unspecified: &'a str,
        marked: bool,
    ) -> Result<Case<'a>, Box<Fault>> {
        let Some(entry) = self.reading.plans.last() else {
            return Err(Box::new(What::NoOperation.at(0)));
        };
        let plan = &entry.plan;
        let x = &self.reading.x[..plan.elements().min(MAX_ELEMENTS)];
        Ok(Case {
            plan,
            number: self.reading.plans.number(),
            x,
            out: &self.reading.out[..plan.outs().min(MAX_RESULTS)],
            flag,
            class,
            unspecified,
            seal,
            // Streams of TestFloat say nothing of what was asked.
            question: match self.format {
                Format::TestFloat => 0,
                _ => entry.seal.question(x),
            },
            marks: if marked { &self.reading.marks } else { &UNMARKED },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Writer;
    use super::*;
    use crate::registry;
    use seeded::{Draw, Random};

    /// Everything that a line says.
    fn said(case: Result<Case<'_>, Box<Fault>>) -> Result<String, Box<Fault>> {
        let case = case?;
        let Case { plan, x, out, flag, unspecified, seal, .. } = case;
        let class = case.class();
        let (op, options) = (&plan.op.id, plan.options);
        Ok(format!("{op} {options} {x:x?} {out:x?} {flag:?} {class} {unspecified} {seal:?}"))
    }

    /// A parser of a format behind its header.
    fn parser(format: Format, plan: &Plan) -> Parser {
        let mut parser = Parser::new(format, crate::operations(), Some(plan.clone()));
        if parser.has_header() {
            parser.header(header_of(6).as_bytes()).expect("the header");
        }
        parser
    }

    /// Lines with something else in some place, a part lost or doubled: both ways say the same, and the quick one reads what is
    /// written.
    #[test]
    fn the_quick_way_reads_what_the_definition_reads() {
        let formats: [(_, &[u8]); 4] = [
            (Format::Csv, b",\"#_0aA;\\ \n\r\xff"),
            (Format::Jsonl, b",\"#_0aA[]{}:\\ \xff"),
            (Format::TestFloat, b" ;_0aAfFgG\r\xff\x10@`"),
            (Format::Memh, b" _0aAfFgG\r\xff\x10"),
        ];
        for (format, odd) in formats {
            let (quick, formed) = both_ways(format, odd, 1 << 30, 1);
            assert_eq!(quick, formed, "what is written is read quickly");
            assert!(quick > 100, "{quick}");
        }
        // All but those with a NaN.
        let named = |seed| both_ways(Format::Fptest, b" +-.P>ZxuiQ0aA\r\xff", 1 << 32, seed).0;
        let quick: usize = (1..=16).map(named).sum();
        assert!(quick >= 10, "{quick}");
    }

    fn both_ways(format: Format, odd: &[u8], codes: usize, seed: u64) -> (usize, usize) {
        let mut random = Random::new(seed);
        let mut next = |n: usize| random.below(n as u64) as usize;
        let (mut quick, mut formed, mut plain) = (0, 0, 0);
        // Telling the nearest ids takes its time: of the numbers' operations some are enough.
        let some = |(i, op): &(usize, &registry::Op)| op.id.starts_with("mncore2.") || i % 23 == 0;
        let few = format == Format::Fptest;
        for (_, op) in crate::operations().all().enumerate().filter(|own| few || some(own)) {
            let sets = op.all_sets();
            let plan = op.plan(&sets[next(sets.len())]);
            if !crate::file::names(format, &plan) {
                continue;
            }
            let code = next(codes) as u64;
            let widths = plan.operands.iter().flat_map(|s| {
                (0..s.words()).map(|at| {
                    let below = 64 * (at % s.words_per_element()) as u32;
                    (s.format.width - below).min(64)
                })
            });
            let x: Vec<u64> = widths.map(|w| code & u64::MAX >> (64 - w)).collect();
            let mut line = Vec::new();
            Writer::new(format, 6).write(&plan, &x, &mut line);
            line.pop();
            let mut parser = parser(format, &plan);
            for round in 0..60 {
                let mut line = line.clone();
                let at = next(line.len());
                match round {
                    0 | 1 => {}
                    2 => line.make_ascii_uppercase(),
                    3..6 => line.truncate(at),
                    6..9 => drop(line.drain(at..at + next(line.len() - at).min(9))),
                    9..12 => line.extend_from_within(at..),
                    _ => match odd.get(next(odd.len() + 2)) {
                        Some(byte) => line[at] = *byte,
                        None => drop(line.remove(at)),
                    },
                }
                let parsed = quick::read(&mut parser.reading, format, &line).is_some();
                // In place, behind which other lines stand.
                let text = [&line[..], b"\n", &[b'x'; 300]].concat();
                if let Some((case, length)) = parser.plain(&text) {
                    let in_place = said(Ok(case));
                    assert_eq!(length, line.len() + 1);
                    assert_eq!(in_place, said(parser.slow(&line)));
                    plain += usize::from(round == 1);
                }
                let by_either = said(parser.line(&line));
                let by_definition = said(parser.slow(&line));
                assert_eq!(by_either, by_definition, "{}", String::from_utf8_lossy(&line));
                assert!(!parsed || by_definition.is_ok());
                // The first time, the operation and options are not known yet.
                let known = parser.reading.plans.last().is_some_and(|entry| entry.form.is_some());
                // Elements of several words are the definition's to read.
                formed += usize::from(round == 1 && known && !plan.is_wide());
                quick += usize::from(round == 1 && parsed);
            }
        }
        assert!(few || plain > 50, "{plain} in place");
        (quick, formed)
    }

    /// Flags that were not recorded are read quickly, too.
    #[test]
    fn flags_may_be_blank() {
        let plan =
            crate::operations().find("ieee.f32.fma").expect("listed").plan(&Default::default());
        for (format, flags, blank) in [
            (Format::Csv, ",10,", ",,"),
            (Format::Jsonl, "\"flags\":\"10\"", "\"flags\":\"\""),
            (Format::TestFloat, " 10", ""),
        ] {
            let mut line = Vec::new();
            Writer::new(format, 6).write(&plan, &[0x7f80_0000, 0, 0], &mut line);
            line.pop();
            let line = String::from_utf8(line).expect("text").replacen(flags, blank, 1);
            let mut parser = parser(format, &plan);
            let right = said(parser.slow(line.as_bytes()));
            assert!(right.as_ref().is_ok_and(|said| said.contains(" None ")), "{line}: {right:?}");
            assert!(quick::read(&mut parser.reading, format, line.as_bytes()).is_some(), "{line}");
            assert_eq!(said(parser.line(line.as_bytes())), right);
        }
    }
}
