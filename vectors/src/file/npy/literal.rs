//! What heads of NPY files are written in: literals of Python, as far as heads have them.

/// A literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Literal {
    Text(String),
    Number(u64),
    /// `True`, `False`, `None`.
    Name(String),
    /// A tuple or a list.
    List(Vec<Literal>),
    /// A dictionary, in its order.
    Dict(Vec<(Literal, Literal)>),
}

/// Deeper nests are of no head.
const DEPTH: usize = 8;

impl Literal {
    /// Reads a text that is one literal, or the place that is none.
    pub(super) fn read(text: &str) -> Result<Self, usize> {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let read = reader.literal(DEPTH).ok_or(reader.at)?;
        reader.blank();
        if reader.at == text.len() { Ok(read) } else { Err(reader.at) }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn list(&self) -> Option<&[Self]> {
        match self {
            Self::List(list) => Some(list),
            _ => None,
        }
    }

    /// A whole number, or the only one of a tuple.
    pub(super) fn number(&self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::List(list) => match &list[..] {
                [Self::Number(number)] => Some(*number),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of a key.
    pub(super) fn of(&self, key: &str) -> Option<&Self> {
        let Self::Dict(pairs) = self else { return None };
        pairs.iter().find(|(own, _)| own.text() == Some(key)).map(|(_, value)| value)
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn blank(&mut self) {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    /// The next byte that is no blank.
    fn next(&mut self) -> Option<u8> {
        self.blank();
        self.text.get(self.at).copied()
    }

    fn takes(&mut self, byte: u8) -> bool {
        let found = self.next() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn literal(&mut self, depth: usize) -> Option<Literal> {
        let depth = depth.checked_sub(1)?;
        match self.next()? {
            quote @ (b'\'' | b'"') => self.quoted(quote),
            b'0'..=b'9' => {
                let digits = self.word(|byte| byte.is_ascii_digit());
                // Python 2 wrote long numbers so.
                self.at += usize::from(self.text.get(self.at) == Some(&b'L'));
                digits.parse().ok().map(Literal::Number)
            }
            b'A'..=b'Z' | b'a'..=b'z' => {
                Some(Literal::Name(self.word(|byte| byte.is_ascii_alphanumeric())))
            }
            b'(' => self.items(b')', |reader| reader.literal(depth)).map(Literal::List),
            b'[' => self.items(b']', |reader| reader.literal(depth)).map(Literal::List),
            b'{' => {
                let pair = |reader: &mut Self| {
                    let key = reader.literal(depth)?;
                    reader.takes(b':').then_some(())?;
                    Some((key, reader.literal(depth)?))
                };
                self.items(b'}', pair).map(Literal::Dict)
            }
            _ => None,
        }
    }

    fn word(&mut self, of: impl Fn(&u8) -> bool) -> String {
        let own = &self.text[self.at..];
        let len = own.iter().take_while(|byte| of(byte)).count();
        self.at += len;
        String::from_utf8_lossy(&own[..len]).into_owned()
    }

    /// Text without escapes: names of fields and types have none.
    fn quoted(&mut self, quote: u8) -> Option<Literal> {
        self.at += 1;
        let text = self.word(|byte| *byte != quote && *byte != b'\\');
        self.takes(quote).then_some(Literal::Text(text))
    }

    fn items<T>(&mut self, end: u8, one: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.at += 1;
        let mut all = Vec::new();
        while !self.takes(end) {
            if !all.is_empty() && !self.takes(b',') {
                return None;
            }
            if !all.is_empty() && self.takes(end) {
                break;
            }
            all.push(one(self)?);
        }
        Some(all)
    }
}

#[cfg(test)]
mod tests {
    use super::Literal;

    #[test]
    fn heads_are_read() {
        let text = "{'descr': [('in0', '<u4'), ('x', '<u2', (8,)),], \"fortran_order\": False, 'shape': (10L,), }   \n";
        let head = Literal::read(text).expect("a literal");
        assert_eq!(head.of("shape").and_then(Literal::number), Some(10));
        assert_eq!(head.of("fortran_order"), Some(&Literal::Name("False".to_owned())));
        let descr = head.of("descr").and_then(Literal::list).expect("a list");
        assert_eq!(descr[1].list().expect("a tuple")[2].number(), Some(8));
        assert_eq!(descr[0].list().expect("a tuple")[1].text(), Some("<u4"));
    }

    #[test]
    fn what_is_none_has_a_place() {
        for (text, at) in
            [("", 0), ("{'a': 1", 7), ("[1 2]", 3), ("(1,,)", 3), ("'a", 2), ("1 x", 2), ("-1", 0)]
        {
            assert_eq!(Literal::read(text), Err(at), "{text}");
        }
        assert!(Literal::read(&"[".repeat(100_000)).is_err());
        assert!(Literal::read("99999999999999999999").is_err());
    }
}
