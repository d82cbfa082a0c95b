//! Expressions of the host: those of C on integers (POD-D89), compiled as they are read.

use super::code::{Binary, Op, Unary};
use super::names::Names;
use super::token::{Placed, Token};
use crate::pod::isa::Flag;
use crate::source::{Fault, Res, Span};

/// How deeply brackets and signs may nest.
const DEPTH: u32 = 100;

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Integer,
    /// A binary32 code, to be compared with another.
    Float,
}

/// A compiled expression.
#[derive(Clone, Debug, Default)]
pub(super) struct Expression {
    pub(super) ops: Vec<Op>,
    /// Whether it calls what sends, waits or looks, and so closes the open packet (POD-D03).
    pub(super) calls: bool,
}

impl Expression {
    /// Its value, if nothing of it depends on the run. A division by zero depends on it: it is told there.
    pub(super) fn constant(&self) -> Option<i64> {
        let mut stack = Vec::new();
        for op in &self.ops {
            let value = match *op {
                Op::Push(value) => value,
                Op::Unary(unary) => unary.of(stack.pop()?),
                Op::Binary(binary) => {
                    let b = stack.pop()?;
                    binary.of(stack.pop()?, b)?
                }
                Op::Float(binary) => {
                    let b = stack.pop()?;
                    binary.of_floats(stack.pop()?, b)
                }
                _ => return None,
            };
            stack.push(value);
        }
        stack.pop().filter(|_| stack.is_empty())
    }
}

/// Reads tokens one after the other.
pub(super) struct Reader<'a, 'n> {
    pub(super) tokens: &'a [Placed<'a>],
    pub(super) at: usize,
    /// Where the piece ends.
    pub(super) end: usize,
    pub(super) names: &'n mut Names,
    depth: u32,
}

impl<'a, 'n> Reader<'a, 'n> {
    pub(super) const fn new(tokens: &'a [Placed<'a>], end: usize, names: &'n mut Names) -> Self {
        Self { tokens, at: 0, end, names, depth: 0 }
    }

    pub(super) fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).map(|placed| placed.token)
    }

    /// The place of the next token.
    pub(super) fn span(&self) -> Span {
        self.tokens.get(self.at).map_or(Span::new(self.end, self.end), |placed| placed.span)
    }

    /// What stands at the next token, for messages.
    pub(super) fn found(&self) -> String {
        match self.peek() {
            Some(Token::Name(name)) => format!("`{name}`"),
            Some(Token::Number(value)) => format!("`{value}`"),
            Some(Token::Sign(sign)) => format!("`{sign}`"),
            None => "the end of the statement".into(),
        }
    }

    pub(super) fn wants<T>(&self, what: &str) -> Res<T> {
        let message = format!("{} stands where {what} is wanted", self.found());
        Fault::error("syntax", "4.2", self.span(), message).help(what).err()
    }

    pub(super) fn takes(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Sign(own)) if own == sign);
        self.at += usize::from(found);
        found
    }

    pub(super) fn sign(&mut self, sign: &'static str) -> Res<()> {
        if self.takes(sign) { Ok(()) } else { self.wants(&format!("`{sign}`")) }
    }

    /// A name that is not taken by the language.
    pub(super) fn name(&mut self) -> Res<(&'a str, Span)> {
        let span = self.span();
        match self.peek() {
            Some(Token::Name(name)) => {
                self.at += 1;
                Ok((name, span))
            }
            _ => self.wants("a name"),
        }
    }

    /// Nothing more.
    pub(super) fn finish(&self) -> Res<()> {
        if self.at == self.tokens.len() { Ok(()) } else { self.wants("the end of the statement") }
    }

    /// An integer.
    pub(super) fn expression(&mut self) -> Res<Expression> {
        let mut out = Expression::default();
        let start = self.span();
        let of = self.choice(&mut out)?;
        self.integer(of, start)?;
        Ok(out)
    }

    fn integer(&self, of: Type, start: Span) -> Res<()> {
        if of == Type::Integer {
            return Ok(());
        }
        let span = Span::new(start.start, self.tokens[self.at.saturating_sub(1)].span.end);
        Fault::error("syntax", "4.2", span, "a value of f32 can only be compared with another")
            .help("f32(a) < f32(b)")
            .err()
    }

    fn deeper<T>(&mut self, f: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        if self.depth >= DEPTH {
            let message = format!("the expression nests deeper than {DEPTH} levels");
            return Fault::error("syntax", "4.2", self.span(), message)
                .help("a name for a part of it")
                .err();
        }
        self.depth += 1;
        let done = f(self);
        self.depth -= 1;
        done
    }

    /// `a ? b : c`
    fn choice(&mut self, out: &mut Expression) -> Res<Type> {
        let start = self.span();
        let of = self.binary(out, 0)?;
        if !self.takes("?") {
            return Ok(of);
        }
        self.integer(of, start)?;
        let otherwise = out.push(Op::JumpZero(0));
        let start = self.span();
        let of = self.deeper(|reader| reader.choice(out))?;
        self.integer(of, start)?;
        self.sign(":")?;
        let end = out.push(Op::Jump(0));
        out.land(otherwise);
        let start = self.span();
        let of = self.deeper(|reader| reader.choice(out))?;
        self.integer(of, start)?;
        out.land(end);
        Ok(Type::Integer)
    }

    /// Operators that bind at least as tightly as a level.
    fn binary(&mut self, out: &mut Expression, least: usize) -> Res<Type> {
        let first = self.span();
        let mut left = self.unary(out)?;
        while let Some((level, operator)) = self.operator().filter(|(level, _)| *level >= least) {
            let place = self.span();
            self.at += 1;
            let jump = match operator {
                Operator::AndAlso | Operator::OrElse => {
                    self.integer(left, first)?;
                    out.ops.push(Op::Unary(Unary::Truth));
                    let short = operator == Operator::AndAlso;
                    Some(out.push(if short { Op::AndAlso(0) } else { Op::OrElse(0) }))
                }
                Operator::Binary(_) => None,
            };
            let start = self.span();
            let right = self.deeper(|reader| reader.binary(out, level + 1))?;
            match operator {
                Operator::Binary(binary) if left == right => {
                    if left == Type::Float && !binary.compares() {
                        self.integer(left, first)?;
                    }
                    let float = left == Type::Float;
                    out.ops.push(if float { Op::Float(binary) } else { Op::Binary(binary) });
                }
                Operator::Binary(_) => {
                    return Fault::error(
                        "syntax",
                        "4.2",
                        place,
                        "an integer stands beside a value of f32",
                    )
                    .help("f32 on both sides")
                    .err();
                }
                _ => {
                    self.integer(right, start)?;
                    out.ops.push(Op::Unary(Unary::Truth));
                }
            }
            left = Type::Integer;
            if let Some(jump) = jump {
                out.land(jump);
            }
        }
        Ok(left)
    }

    /// The operator that comes next, and how tightly it binds.
    fn operator(&self) -> Option<(usize, Operator)> {
        let Some(Token::Sign(sign)) = self.peek() else { return None };
        LEVELS.iter().enumerate().find_map(|(level, signs)| {
            signs.iter().find(|(own, _)| *own == sign).map(|(_, operator)| (level, *operator))
        })
    }

    fn unary(&mut self, out: &mut Expression) -> Res<Type> {
        let unary = match self.peek() {
            Some(Token::Sign("-")) => Some(Unary::Minus),
            Some(Token::Sign("!")) => Some(Unary::Not),
            Some(Token::Sign("~")) => Some(Unary::Complement),
            Some(Token::Sign("+")) => None,
            _ => return self.postfix(out),
        };
        self.at += 1;
        let start = self.span();
        let of = self.deeper(|reader| reader.unary(out))?;
        self.integer(of, start)?;
        out.ops.extend(unary.map(Op::Unary));
        Ok(Type::Integer)
    }

    /// `.c .z .s .o` behind a value.
    fn postfix(&mut self, out: &mut Expression) -> Res<Type> {
        let start = self.span();
        let mut of = self.primary(out)?;
        while self.takes(".") {
            self.integer(of, start)?;
            let flag = match self.peek() {
                Some(Token::Name("c")) => Flag::Carry,
                Some(Token::Name("z")) => Flag::Zero,
                Some(Token::Name("s")) => Flag::Sign,
                Some(Token::Name("o")) => Flag::Overflow,
                _ => return self.wants("a flag: c, z, s, o"),
            };
            self.at += 1;
            out.ops.push(Op::Unary(Unary::Bit(flag.bit() as u8)));
            of = Type::Integer;
        }
        Ok(of)
    }

    fn primary(&mut self, out: &mut Expression) -> Res<Type> {
        let span = self.span();
        match self.peek() {
            Some(Token::Number(value)) => {
                self.at += 1;
                out.ops.push(Op::Push(value as i64));
                Ok(Type::Integer)
            }
            Some(Token::Sign("(")) => {
                self.at += 1;
                let of = self.deeper(|reader| reader.choice(out))?;
                self.sign(")")?;
                Ok(of)
            }
            Some(Token::Name(name)) => {
                self.at += 1;
                if self.peek() == Some(Token::Sign("(")) {
                    return self.host_call(name, span, out);
                }
                out.ops.push(self.names.value(name, span)?);
                Ok(Type::Integer)
            }
            _ => self.wants("a value"),
        }
    }

    /// What the host answers.
    pub(super) fn host_call(&mut self, name: &str, span: Span, out: &mut Expression) -> Res<Type> {
        let op = match name {
            "f32" => None,
            "getflags" => Some(Op::GetFlags),
            "getresult" => Some(Op::GetResult),
            "local_alloc" => Some(Op::LocalAlloc),
            "sys_alloc" => Some(Op::SysAlloc),
            "sys4" => Some(Op::Sys4),
            "sys8" => Some(Op::Sys8),
            _ => return self.names.no_value(name, span).err(),
        };
        self.sign("(")?;
        if !matches!(op, Some(Op::GetFlags | Op::GetResult)) {
            let start = self.span();
            let of = self.deeper(|reader| reader.choice(out))?;
            self.integer(of, start)?;
        }
        self.sign(")")?;
        out.calls |= op.is_some();
        out.ops.extend(op);
        Ok(if op.is_none() { Type::Float } else { Type::Integer })
    }

    /// `a, b)`
    pub(super) fn arguments(&mut self) -> Res<Vec<Expression>> {
        let mut all = Vec::new();
        if self.takes(")") {
            return Ok(all);
        }
        loop {
            all.push(self.expression()?);
            if self.takes(")") {
                return Ok(all);
            }
            self.sign(",")?;
        }
    }
}

impl Expression {
    fn push(&mut self, op: Op) -> usize {
        self.ops.push(op);
        self.ops.len() - 1
    }

    /// Lets a jump lead here; jumps are counted from the expression's beginning.
    fn land(&mut self, jump: usize) {
        let here = self.ops.len() as u32;
        if let Op::Jump(to) | Op::JumpZero(to) | Op::AndAlso(to) | Op::OrElse(to) =
            &mut self.ops[jump]
        {
            *to = here;
        }
    }
}

/// An operator between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    OrElse,
    AndAlso,
    Binary(Binary),
}

/// The operators of C, those that bind least first.
const LEVELS: [&[(&str, Operator)]; 10] = {
    use Operator::Binary as B;
    [
        &[("||", Operator::OrElse)],
        &[("&&", Operator::AndAlso)],
        &[("|", B(Binary::Or))],
        &[("^", B(Binary::Xor))],
        &[("&", B(Binary::And))],
        &[("==", B(Binary::Equal)), ("!=", B(Binary::Unequal))],
        &[
            ("<", B(Binary::Less)),
            ("<=", B(Binary::LessEqual)),
            (">", B(Binary::Greater)),
            (">=", B(Binary::GreaterEqual)),
        ],
        &[("<<", B(Binary::Left)), (">>", B(Binary::Right))],
        &[("+", B(Binary::Add)), ("-", B(Binary::Sub))],
        &[("*", B(Binary::Mul)), ("/", B(Binary::Div)), ("%", B(Binary::Rem))],
    ]
};
