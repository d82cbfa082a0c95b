//! Text -> layout.

use super::error::{Span, wrong as wrong_at};
use super::written::{Spanned, Text, Whole, Written};
use super::{Along, Element, Factor, Memory};
use crate::mncore2::memory::Level;
use crate::source::Diagnostic;

type Res<T> = Result<T, Diagnostic>;

/// Reads a layout, or a whole memory.
pub(super) fn parse(text: &str) -> Res<Text<'_>> {
    let mut s = Scanner { text, at: 0 };
    s.space();
    if s.peek() != Some('(') {
        let (memory, _) = s.memory()?;
        let (element, element_span) = s.element()?;
        s.end()?;
        return Ok(Text::Whole(Whole { text, memory, element, element_span }));
    }
    let (axes, copied) = s.shape()?;
    s.expect('@', "`@` and the memory, e.g. @LM0")?;
    let (memory, memory_span) = s.memory()?;
    let (address, address_span) = s.address()?;
    let (element, element_span) = s.element()?;
    s.end()?;
    Ok(Text::Array(Written {
        text,
        axes,
        copied,
        memory,
        memory_span,
        address,
        address_span,
        element,
        element_span,
    }))
}

/// Axes.
const MOST: usize = 64;

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

type Shape = (Vec<Vec<Spanned>>, Vec<(Level, Span)>);

impl Scanner<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes a character, and the spaces behind it.
    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
            self.space();
        }
        found
    }

    fn expect(&mut self, c: char, help: &str) -> Res<()> {
        if self.eat(c) { Ok(()) } else { Err(self.unexpected(help)) }
    }

    fn unexpected(&self, help: &str) -> Diagnostic {
        let (start, message) = (
            self.at,
            match self.peek() {
                Some(c) => format!("`{c}` stands where something else is needed"),
                None => "it ends too early".into(),
            },
        );
        let end = start + self.peek().map_or(0, char::len_utf8);
        wrong_at(self.text, Span { start, end }, message, help)
    }

    /// Takes letters, digits and what else belongs to a word.
    fn word(&mut self, belongs: impl Fn(char) -> bool) -> Span {
        let start = self.at;
        let rest = &self.text[start..];
        let end = start + rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at = end;
        self.space();
        Span { start, end }
    }

    fn end(&self) -> Res<()> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.unexpected("nothing behind a layout; its type stands behind `:`")),
        }
    }

    /// `(axes; B@[levels])`
    fn shape(&mut self) -> Res<Shape> {
        self.expect('(', "`(`")?;
        let mut axes = Vec::new();
        while !matches!(self.peek(), Some(')' | ';')) {
            if axes.len() == MOST {
                return Err(self.unexpected("at most 64 axes, as NumPy has"));
            }
            axes.push(self.axis()?);
            if !self.eat(',') {
                break;
            }
            if self.peek() == Some(')') {
                return Err(self.unexpected("an axis behind the comma"));
            }
        }
        let copied = if self.eat(';') { self.copied()? } else { Vec::new() };
        self.expect(')', "`,` and an axis, `;` and B@[..], or `)`")?;
        Ok((axes, copied))
    }

    fn axis(&mut self) -> Res<Vec<Spanned>> {
        if !self.eat('(') {
            return Ok(vec![self.factor()?]);
        }
        let mut factors = vec![self.factor()?];
        while self.eat(',') {
            factors.push(self.factor()?);
        }
        self.expect(')', "`,` and a factor, or `)`")?;
        Ok(factors)
    }

    /// `size_LEVEL:stride`
    fn factor(&mut self) -> Res<Spanned> {
        let start = self.at;
        let size =
            self.number("a factor: its size, `_` and a level, `:` and its stride, e.g. 4_PE:1")?;
        let along = if self.eat('_') { self.along()? } else { Along::Address };
        self.expect(':', "`:` and the stride")?;
        let stride = self.number("the stride, a number")?;
        let end = start + self.text[start..self.at].trim_end().len();
        Ok((Factor { size, along, stride }, Span { start, end }))
    }

    fn number(&mut self, help: &str) -> Res<u64> {
        let hex = self.text[self.at..].starts_with("0x");
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(self.unexpected(help));
        }
        let start = self.at + if hex { 2 } else { 0 };
        self.at = start;
        let span = self.word(|c| c.is_ascii_digit() || hex && c.is_ascii_hexdigit());
        let digits = &self.text[span.start..span.end];
        u64::from_str_radix(digits, if hex { 16 } else { 10 }).map_err(|_| {
            wrong_at(self.text, span, format!("`{digits}` is no number of 64 bits"), help)
        })
    }

    fn along(&mut self) -> Res<Along> {
        let span = self.word(|c| c.is_ascii_alphanumeric());
        let name = &self.text[span.start..span.end];
        Along::parse(name).ok_or_else(|| {
            let help = match Along::near(name) {
                Some(near) => format!("one of {}; nearest: {near}", Along::names()),
                None => format!("one of {}", Along::names()),
            };
            wrong_at(self.text, span, format!("there is no level `{name}`"), help)
        })
    }

    /// `B@[levels]`
    fn copied(&mut self) -> Res<Vec<(Level, Span)>> {
        const HELP: &str = "B@[..] with levels, e.g. B@[L1B, MAB]";
        for c in ['B', '@', '['] {
            self.expect(c, HELP)?;
        }
        let mut levels = Vec::new();
        loop {
            let start = self.at;
            let along = self.along()?;
            let end = start + self.text[start..self.at].trim_end().len();
            let span = Span { start, end };
            let Along::Level(level) = along else {
                let message = format!("there are no copies along {along}");
                return Err(wrong_at(self.text, span, message, "Group, L2B, L1B, MAB, PE"));
            };
            levels.push((level, span));
            if !self.eat(',') {
                break;
            }
        }
        self.expect(']', "`,` and a level, or `]`")?;
        Ok(levels)
    }

    fn memory(&mut self) -> Res<(Memory, Span)> {
        let span = self.word(|c| c.is_ascii_alphanumeric() || matches!(c, '$' | '@' | '.' | '_'));
        Ok((Memory::within(self.text, span)?, span))
    }

    /// `+ADDRESS`
    fn address(&mut self) -> Res<(u64, Span)> {
        let start = self.at;
        let address = if self.eat('+') { self.number("the first address")? } else { 0 };
        Ok((address, Span { start, end: start + self.text[start..self.at].trim_end().len() }))
    }

    /// `:TYPE`
    fn element(&mut self) -> Res<(Option<Element>, Span)> {
        let at = self.at;
        if !self.eat(':') {
            return Ok((None, Span { start: at, end: at }));
        }
        let span = self.word(|c| c.is_ascii_alphanumeric());
        let name = &self.text[span.start..span.end];
        let element = Element::parse(name).ok_or_else(|| {
            let message = format!("there is no type `{name}`");
            wrong_at(self.text, span, message, format!("one of {}", Element::names()))
        })?;
        Ok((Some(element), span))
    }
}
