//! The expressions of coverpoints, as IEEE 1800 evaluates them: unsigned, in as many bits as their context has.

use std::collections::HashMap;

/// An argument: its elements, and the bits of each. Only arrays are selected from by element.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    pub(crate) width: u32,
    pub(crate) array: bool,
    pub(crate) elements: Vec<u64>,
}

pub(crate) type Arguments = HashMap<String, Argument>;

#[derive(Clone, Debug)]
pub(crate) enum Expression {
    Number(u128, u32),
    /// A name, its selections: `a[3][31:23]`.
    Name(String, Vec<(u32, u32)>),
    Join(Vec<Expression>),
    Two(&'static str, Box<[Expression; 2]>),
    Inside(Box<Expression>, Vec<(u128, u128)>),
    Choice(Box<[Expression; 3]>),
    Call(&'static str, Box<Expression>),
}

use Expression::{Call, Choice, Inside, Join, Name, Number, Two};

/// A literal: its value, and its bits.
pub(crate) fn literal(text: &str) -> (u128, u32) {
    match text.split_once('\'') {
        None => (text.parse().unwrap_or_else(|_| panic!("number {text}")), 32),
        Some((width, digits)) => {
            let base = match digits.as_bytes()[0] {
                b'h' => 16,
                b'b' => 2,
                other => panic!("base {other}"),
            };
            let value = u128::from_str_radix(&digits[1..], base).expect(text);
            let width = width.parse().expect(text);
            assert!(value >> width == 0, "{text} has more bits");
            (value, width)
        }
    }
}

/// `[LOW:HIGH], VALUE`.
pub(crate) fn spans(text: &str) -> Vec<(u128, u128)> {
    let span = |part: &str| match part.trim().strip_prefix('[') {
        Some(part) => {
            let (low, high) = part.trim_end_matches(']').split_once(':').expect("a span");
            let (low, high) = (literal(low).0, literal(high).0);
            assert!(low <= high, "{text}");
            (low, high)
        }
        None => (literal(part.trim()).0, literal(part.trim()).0),
    };
    text.split(',').map(span).collect()
}

fn mask(width: u32) -> u128 {
    (1 << width) - 1
}

impl Expression {
    pub(crate) fn parse(text: &str) -> Self {
        let mut parser = Parser { rest: text.trim() };
        let expression = parser.choice();
        assert!(parser.rest.is_empty(), "left of {text}: {}", parser.rest);
        expression
    }

    pub(crate) fn width(&self, given: &Arguments) -> u32 {
        match self {
            Number(_, width) => *width,
            Name(name, selections) => {
                let argument = &given[name];
                let own = selections.iter().skip(usize::from(argument.array));
                own.last().map_or(argument.width, |(high, low)| high - low + 1)
            }
            Join(parts) => parts.iter().map(|part| part.width(given)).sum(),
            Two("+" | "-", both) => both[0].width(given).max(both[1].width(given)),
            Choice(parts) => parts[1].width(given).max(parts[2].width(given)),
            Two(..) | Inside(..) => 1,
            Call(..) => 32,
        }
    }

    /// The value where nothing around it is wider.
    pub(crate) fn value(&self, given: &Arguments) -> u128 {
        self.within(given, self.width(given))
    }

    fn within(&self, given: &Arguments, width: u32) -> u128 {
        match self {
            Number(value, _) => *value,
            Name(name, selections) => {
                let argument = &given[name];
                let (at, bits) = match (argument.array, &selections[..]) {
                    (true, [(at, _), rest @ ..]) => (*at as usize, rest),
                    (false, rest) => (0, rest),
                    _ => panic!("{name} is no single element"),
                };
                let value = u128::from(argument.elements[at]);
                match bits {
                    [] => value,
                    [(high, low)] => {
                        assert!(high < &argument.width && low <= high, "{name}[{high}:{low}]");
                        value >> low & mask(high - low + 1)
                    }
                    _ => panic!("{name}: {selections:?}"),
                }
            }
            Join(parts) => {
                parts.iter().fold(0, |all, part| all << part.width(given) | part.value(given))
            }
            Two(operator @ ("+" | "-"), both) => {
                let [a, b] = [&both[0], &both[1]].map(|part| part.within(given, width));
                let sum = if *operator == "+" { a.wrapping_add(b) } else { a.wrapping_sub(b) };
                sum & mask(width)
            }
            Two(operator, both) => {
                let own = both[0].width(given).max(both[1].width(given));
                let [a, b] = [&both[0], &both[1]].map(|part| part.within(given, own));
                u128::from(match *operator {
                    "==" => a == b,
                    "!=" => a != b,
                    "<=" => a <= b,
                    "&&" => a != 0 && b != 0,
                    "||" => a != 0 || b != 0,
                    other => panic!("{other}"),
                })
            }
            Inside(of, spans) => {
                let value = of.value(given);
                spans.iter().any(|(low, high)| (*low..=*high).contains(&value)).into()
            }
            Choice(parts) => {
                let at = if parts[0].value(given) != 0 { 1 } else { 2 };
                parts[at].within(given, width)
            }
            Call("$countones", of) => of.value(given).count_ones().into(),
            Call(_, of) => match of.value(given) {
                0 => 0,
                value => (128 - (value - 1).leading_zeros()).into(),
            },
        }
    }
}

struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn take(&mut self, word: &str) -> bool {
        let taken = self.rest.strip_prefix(word);
        self.rest = taken.unwrap_or(self.rest).trim_start();
        taken.is_some()
    }

    fn must(&mut self, word: &str) {
        assert!(self.take(word), "{word} before {}", self.rest);
    }

    fn while_in(&mut self, is: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !is(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        word
    }

    fn choice(&mut self) -> Expression {
        let first = self.two(0);
        if !self.take("?") {
            return first;
        }
        let second = self.choice();
        self.must(":");
        Choice(Box::new([first, second, self.choice()]))
    }

    /// Operators from the weakest on.
    fn two(&mut self, level: usize) -> Expression {
        const LEVELS: [&[&str]; 4] = [&["||"], &["&&"], &["==", "!=", "<="], &["+", "-"]];
        let Some(operators) = LEVELS.get(level) else { return self.one() };
        let mut left = self.two(level + 1);
        if level == 2 && self.take("inside") {
            self.must("{");
            let (list, rest) = self.rest.split_once('}').expect("a list");
            self.rest = rest.trim_start();
            return Inside(Box::new(left), spans(list));
        }
        while let Some(operator) = operators.iter().copied().find(|word| self.take(word)) {
            left = Two(operator, Box::new([left, self.two(level + 1)]));
        }
        left
    }

    fn one(&mut self) -> Expression {
        if self.take("(") {
            let own = self.choice();
            self.must(")");
            return own;
        }
        if self.take("{") {
            let mut parts = vec![self.choice()];
            while self.take(",") {
                parts.push(self.choice());
            }
            self.must("}");
            return Join(parts);
        }
        for name in ["$countones", "$clog2"] {
            if self.take(name) {
                self.must("(");
                let own = self.choice();
                self.must(")");
                return Call(name, Box::new(own));
            }
        }
        let word = self.while_in(|c| c.is_ascii_alphanumeric() || c == '_' || c == '\'');
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let (value, width) = literal(word);
            return Number(value, width);
        }
        assert!(!word.is_empty(), "an operand before {}", self.rest);
        let mut selections = Vec::new();
        while self.take("[") {
            let high = self.while_in(|c| c.is_ascii_digit()).parse().expect("a place");
            let low = match self.take(":") {
                true => self.while_in(|c| c.is_ascii_digit()).parse().expect("a place"),
                false => high,
            };
            self.must("]");
            selections.push((high, low));
        }
        Name(word.to_owned(), selections)
    }
}
