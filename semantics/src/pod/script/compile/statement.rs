//! Statements, and the heads of blocks.

use super::block::{Head, Loop};
use super::read::Statement;
use super::{Binary, Compiler, Fault, Line, Op, Reader, Res, Span, tokens};
use crate::pod::Shape;
use crate::pod::isa::Form;
use crate::pod::script::code::{Pair, Variable};
use crate::pod::script::token::Placed;
use crate::pod::targets::Target;
use crate::source::number::decimal;

impl Compiler<'_> {
    /// A statement, or the head of a block. `last_if` is the end of an `if` that was closed just before.
    pub(super) fn statement(
        &mut self,
        line: &Line<'_>,
        span: Span,
        last_if: Option<usize>,
    ) -> Res<()> {
        let (text, number) = (&line.text[..span.end], line.number);
        let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = text[span.start..].find(|c| !name(c)).unwrap_or(span.end - span.start);
        let word = &text[span.start..span.start + length];
        let rest = Span::new(span.start + length, span.end);
        match word {
            "array" => return self.array(text, span, rest),
            "init" | "expect" => return self.pairs(line, word == "init", rest),
            "asm" | "for" | "while" | "if" | "else" | "fn" => {
                // If the head is wrong, its block is read all the same.
                self.head = Some((Head::Wrong, number, span));
            }
            _ => outside(text, span, rest)?,
        }
        let found = tokens(line.text, rest)?;
        let mut reader = Reader::new(&found, rest.end, &mut self.names);
        match word {
            "asm" | "else" => {
                reader.finish()?;
                let head = match (word, last_if) {
                    ("asm", _) => Head::Asm,
                    (_, Some(end)) => Head::Else(end),
                    _ => {
                        let message = "no `if` was closed before the `else`";
                        return Fault::error("syntax", "4.2", span, message)
                            .help("if … { … } else { … }")
                            .err();
                    }
                };
                self.head = Some((head, number, span));
                Ok(())
            }
            "reg" => self.register(&found, rest),
            _ => {
                let read = match word {
                    "let" | "for" | "while" | "if" | "fn" | "movl" | "nops" | "fence" => {
                        reader.statement(word)?
                    }
                    _ => reader.named(word, Span::new(span.start, rest.start))?,
                };
                reader.finish()?;
                self.compiled(number, span, read)
            }
        }
    }

    fn compiled(&mut self, number: u32, span: Span, read: Statement) -> Res<()> {
        let closes = match &read {
            Statement::Let(_, value) | Statement::Assign(_, value) => value.calls,
            _ => true,
        };
        if closes {
            self.close_packet();
        }
        let outer = self.code.push(number, Op::Step);
        match read {
            Statement::Let(variable, value) => {
                self.emit(number, &value);
                self.code.push(number, let_of(variable));
            }
            Statement::Assign(variable, value) => {
                self.emit(number, &value);
                self.code.push(number, Op::Set(variable));
            }
            Statement::For(variable, [from, to, step]) => {
                let [end, by] = ["end", "step"].map(|what| self.names.hidden(number, what));
                for (place, value) in [(variable, from), (end, to), (by, step)] {
                    self.emit(number, &value);
                    self.code.push(number, let_of(place));
                }
                let top = self.code.here();
                for op in [Op::Step, Op::Get(variable), Op::Get(end), Op::Binary(Binary::Less)] {
                    self.code.push(number, op);
                }
                let exit = self.code.push(number, Op::JumpZero(0));
                let counts = Some((variable, by));
                self.head = Some((Head::Loop(Loop { top, exit, counts }), number, span));
            }
            Statement::While(condition) => {
                // The step is of every round.
                let top = outer as u32;
                self.emit(number, &condition);
                let exit = self.code.push(number, Op::JumpZero(0));
                self.head = Some((Head::Loop(Loop { top, exit, counts: None }), number, span));
            }
            Statement::If(condition) => {
                self.emit(number, &condition);
                let jump = self.code.push(number, Op::JumpZero(0));
                self.head = Some((Head::If(jump), number, span));
            }
            Statement::Function(name) => return self.function(number, span, &name),
            Statement::Call(function, arguments) => {
                arguments.iter().for_each(|argument| self.emit(number, argument));
                self.code.push(number, Op::Call(function));
            }
            Statement::MoveLong(register, value) => {
                self.emit(number, &value);
                self.code.push(number, Op::MoveLong(register));
            }
            Statement::Nops(count) => {
                self.emit(number, &count);
                self.code.push(number, Op::Nops);
            }
            Statement::Fence(fence) => {
                self.code.push(number, Op::Fence(fence));
            }
            Statement::LocalFree(bytes) => {
                self.emit(number, &bytes);
                self.code.push(number, Op::LocalFree);
            }
            Statement::DrainFlags => {
                self.code.push(number, Op::DrainFlags);
            }
            Statement::Value(value) => {
                self.emit(number, &value);
                self.code.push(number, Op::Drop);
            }
        }
        Ok(())
    }

    /// `fn NAME(a, b)`: its place, and a jump over it.
    fn function(&mut self, number: u32, span: Span, name: &str) -> Res<()> {
        let wrong = |message: String, help: &str| {
            Fault::error("syntax", "4.2", span, message).help(help).err()
        };
        if !self.blocks.is_empty() {
            return wrong(
                "a function stands inside of a block".into(),
                "functions beside each other",
            );
        }
        let Some((of, _)) = self.names.function(name) else {
            return wrong(format!("there is no function `{name}`"), "fn NAME(names) { … }");
        };
        if self.code.functions[of as usize].entry != 0 {
            return wrong(format!("there are two functions `{name}`"), "another name");
        }
        let jump = self.code.push(number, Op::Jump(0));
        self.code.functions[of as usize].entry = self.code.here();
        self.names.inside = Some(of);
        self.head = Some((Head::Function(jump), number, span));
        Ok(())
    }

    /// `array CxR`, the first statement (POD-D90).
    fn array(&mut self, text: &str, span: Span, rest: Span) -> Res<()> {
        let wrong = |message: String, help: &str| {
            Fault::error("syntax", "4.2", span, message).help(help).err()
        };
        if self.any {
            return wrong("`array` is not the first statement".into(), "`array` before all others");
        }
        let size = text[rest.start..].trim();
        let both = size.split_once('x').and_then(|(c, r)| Some((decimal(c)?, decimal(r)?)));
        match both.filter(|(c, r)| Shape::new(*c, *r, Shape::LEAST).is_ok()) {
            Some(size) => {
                self.names.size = Some(size);
                Ok(())
            }
            None => {
                wrong(format!("`{size}` is no size of an array"), "columns x rows, 1x1 to 16x16")
            }
        }
    }

    /// `reg NAME = REG`
    fn register(&mut self, found: &[Placed<'_>], rest: Span) -> Res<()> {
        let mut reader = Reader::new(found, rest.end, &mut self.names);
        let (name, place) = reader.name()?;
        reader.sign("=")?;
        let (register, of) = reader.name()?;
        reader.finish()?;
        let known = self.names.registers.find(register).is_some();
        self.names.registers.add(name, register).map_err(|refusal| {
            let fault =
                Fault::error("syntax", "4.2", if known { place } else { of }, refusal.message);
            Box::new(Fault { help: refusal.help, ..fault })
        })
    }

    /// `init r1=0x5 pe0.mem[0x100]=A0A1`, `expect …`: blanks around `=` are free.
    fn pairs(&mut self, line: &Line<'_>, init: bool, rest: Span) -> Res<()> {
        self.close_packet();
        let text = &line.text[rest.start..rest.end];
        let wants = |span: Span, message: String| {
            Fault::error("syntax", "4.2", span, message).help("TARGET=VALUE").err()
        };
        let mut words = Vec::new();
        for (at, part) in text.match_indices(|c: char| c != '=' && !c.is_whitespace()) {
            let at = rest.start + at;
            match words.last_mut() {
                Some(Span { end, .. }) if *end == at => *end += part.len(),
                _ => words.push(Span::new(at, at + part.len())),
            }
        }
        if words.is_empty() {
            return wants(rest, "nothing stands behind it".into());
        }
        self.code.push(line.number, Op::Step);
        for pair in words.chunks(2) {
            let target = &line.text[pair[0].start..pair[0].end];
            let Some(value) = pair.get(1) else {
                return wants(pair[0], format!("`{target}` has no value"));
            };
            let between = line.text[pair[0].end..value.start].trim();
            if between != "=" {
                return wants(pair[0].to(*value), format!("no `=` stands behind `{target}`"));
            }
            let written = &line.text[value.start..value.end];
            self.pair(line.number, init, (target, pair[0]), (written, *value))?;
        }
        Ok(())
    }

    /// A target and its value; both can be read before anything runs, but for the size of the SRAM.
    fn pair(
        &mut self,
        number: u32,
        init: bool,
        (target, place): (&str, Span),
        (value, of): (&str, Span),
    ) -> Res<()> {
        let refused = |span: Span| {
            move |refusal: crate::source::Refusal| {
                let fault = Fault::error("syntax", "6", span, refusal.message);
                Box::new(Fault { help: refusal.help, ..fault })
            }
        };
        let (columns, rows) = self.names.size.unwrap_or((16, 16));
        let shape = Shape { columns, rows, sram: u32::MAX };
        let found = Target::parse_in(shape, target).map_err(refused(place))?;
        if init && found.is_only_read() {
            let fault = Fault::error("syntax", "6", place, format!("`{target}` is only read"));
            return fault.help("another part of the state").err();
        }
        found.shape().parse(value).map_err(refused(of))?;
        let pair = self.code.pairs.len() as u32;
        self.code.pairs.push(Pair { target: target.into(), value: value.into() });
        self.code.push(number, if init { Op::Init(pair) } else { Op::Expect(pair) });
        Ok(())
    }
}

/// An instruction that stands where statements do.
fn outside(text: &str, span: Span, rest: Span) -> Res<()> {
    let word = text[span.start..].split_whitespace().next().unwrap_or("");
    let behind = text[rest.start..].trim_start();
    // `movl r1, 5` is the host's, `movl r1 = 5` is an instruction.
    let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let hosts = word == "movl" && !behind.trim_start_matches(name).trim_start().starts_with('=');
    if hosts || behind.starts_with(['=', '(']) || Form::of_mnemonic(word).next().is_none() {
        return Ok(());
    }
    Fault::error("syntax", "4.2", span, "an instruction stands outside of asm")
        .help("$ASM before it, or asm { … } around it")
        .err()
}

/// `let`: of the call, or global.
const fn let_of(variable: Variable) -> Op {
    match (variable.local, variable.global) {
        (Some(local), _) => Op::LetLocal(local),
        (None, Some(global)) => Op::LetGlobal(global),
        (None, None) => Op::Drop,
    }
}
