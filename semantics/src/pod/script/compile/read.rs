//! Reading statements: from tokens to what is to be compiled.

use super::{Expression, Fault, Op, Reader, Res, Span};
use crate::pod::isa::Kind;
use crate::pod::script::code::Variable;
use crate::pod::script::token::Token;
use crate::pod::timing::Fence;
use crate::source::near;

/// What statements begin with, names apart.
const WORDS: [&str; 14] = [
    "array", "asm", "reg", "let", "for", "while", "if", "else", "fn", "movl", "nops", "fence",
    "init", "expect",
];

/// A statement that was read.
pub(super) enum Statement {
    Let(Variable, Expression),
    Assign(Variable, Expression),
    /// From, to, step.
    For(Variable, [Expression; 3]),
    While(Expression),
    If(Expression),
    Function(String),
    Call(u32, Vec<Expression>),
    MoveLong(u8, Expression),
    Nops(Expression),
    Fence(Fence),
    LocalFree(Expression),
    DrainFlags,
    /// An expression, for what it does.
    Value(Expression),
}

impl Reader<'_, '_> {
    /// What stands behind a keyword.
    pub(super) fn statement(&mut self, word: &str) -> Res<Statement> {
        Ok(match word {
            "let" => {
                let variable = self.variable()?;
                self.sign("=")?;
                Statement::Let(variable, self.expression()?)
            }
            "for" => {
                let variable = self.variable()?;
                match self.peek() {
                    Some(Token::Name("in")) => self.at += 1,
                    _ => return self.wants("`in`"),
                }
                let from = self.expression()?;
                self.sign("..")?;
                let to = self.expression()?;
                let step = match self.peek() {
                    Some(Token::Name("step")) => {
                        self.at += 1;
                        let span = self.span();
                        let step = self.expression()?;
                        if step.constant() == Some(0) {
                            return Fault::error("syntax", "4.2", span, "a step of 0 never ends")
                                .help("another number")
                                .err();
                        }
                        step
                    }
                    _ => Expression { ops: vec![Op::Push(1)], calls: false },
                };
                Statement::For(variable, [from, to, step])
            }
            "while" => Statement::While(self.expression()?),
            "if" => Statement::If(self.expression()?),
            "fn" => self.function()?,
            "movl" => {
                let span = self.span();
                let (name, _) = self.name()?;
                let register = self.names.registers.find(name);
                let Some((Kind::General, register)) = register else {
                    let message = format!("`{name}` is no general register");
                    return Fault::error("syntax", "4.2", span, message)
                        .help("r0 to r31, or a name that `reg` gave to one")
                        .err();
                };
                self.sign(",")?;
                Statement::MoveLong(register, self.expression()?)
            }
            "nops" => Statement::Nops(self.expression()?),
            _ => {
                let fence = match self.peek() {
                    Some(Token::Name("l")) => Fence::Load,
                    Some(Token::Name("s")) => Fence::Store,
                    Some(Token::Name("m")) => Fence::All,
                    _ => return self.wants("l, s or m"),
                };
                self.at += 1;
                Statement::Fence(fence)
            }
        })
    }

    fn variable(&mut self) -> Res<Variable> {
        let (name, span) = self.name()?;
        self.names.variable(name, span)
    }

    /// `NAME(a, b)` of `fn`.
    fn function(&mut self) -> Res<Statement> {
        let (name, span) = self.name()?;
        self.names.free(name, span)?;
        self.sign("(")?;
        let mut seen: Vec<&str> = Vec::new();
        while !self.takes(")") {
            if !seen.is_empty() {
                self.sign(",")?;
            }
            let (parameter, span) = self.name()?;
            self.names.free(parameter, span)?;
            if seen.contains(&parameter) {
                let message = format!("there are two parameters `{parameter}`");
                return Fault::error("syntax", "4.2", span, message).help("another name").err();
            }
            seen.push(parameter);
        }
        Ok(Statement::Function(name.into()))
    }

    /// A statement that begins with a name: an assignment or a call.
    pub(super) fn named(&mut self, word: &str, span: Span) -> Res<Statement> {
        if word.is_empty() {
            return Fault::error("syntax", "4.2", span, "no statement begins so")
                .help("a statement of section 4.2, or $ASM and an instruction")
                .err();
        }
        if self.takes("=") {
            let variable = self.names.variable(word, span)?;
            return Ok(Statement::Assign(variable, self.expression()?));
        }
        if self.peek() != Some(Token::Sign("(")) {
            let known = WORDS.into_iter();
            let help = near(word, known)
                .unwrap_or_else(|| "a statement of section 4.2, or $ASM and an instruction".into());
            let message = format!("no statement begins with `{word}`");
            return Fault::error("syntax", "4.2", span, message).help(help).err();
        }
        self.call(word, span)
    }

    fn call(&mut self, word: &str, span: Span) -> Res<Statement> {
        let count = match word {
            "getflags" | "getresult" | "local_alloc" | "sys_alloc" | "sys4" | "sys8" => {
                let mut value = Expression::default();
                self.host_call(word, span, &mut value)?;
                return Ok(Statement::Value(value));
            }
            "local_free" => 1,
            "drainflags" => 0,
            _ => match self.names.function(word) {
                Some((_, parameters)) => parameters as usize,
                None => return self.names.no_function(word, span).err(),
            },
        };
        self.sign("(")?;
        let mut arguments = self.arguments()?;
        if arguments.len() != count {
            let message = format!("{word} is called with {} arguments", arguments.len());
            return Fault::error("syntax", "4.2", span, message).help(format!("{count}")).err();
        }
        Ok(match word {
            "drainflags" => Statement::DrainFlags,
            "local_free" => Statement::LocalFree(arguments.pop().unwrap_or_default()),
            _ => Statement::Call(self.names.function(word).map_or(0, |(of, _)| of), arguments),
        })
    }
}
