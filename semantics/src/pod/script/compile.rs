//! From pieces to operations: the statements of section 4.2, all that is wrong with them told.

use super::code::{Binary, Code, Function, Op, Template};
use super::expression::{Expression, Reader};
use super::names::Names;
use super::token::{Line, Piece, tokens};
use crate::pod::check::{Issue, Packer, double_write};
use crate::pod::host::packet;
use crate::pod::isa::Slot;
use crate::pod::text::read_line;
use crate::source::{Errors, Fault, MAX_DIAGNOSTICS, Res, Span};

mod block;
mod read;
mod statement;

use block::Head;

/// A text, compiled; or all that is wrong with it.
pub(super) fn compile(lines: &[Line<'_>]) -> Result<(Code, Option<(u32, u32)>), Errors> {
    let mut compiler = Compiler::new(lines);
    for line in lines {
        compiler.line(line);
    }
    compiler.end(lines.last());
    compiler.finish()
}

/// Instructions, one a line; or all that is wrong with them.
pub(super) fn instructions(lines: &[Line<'_>]) -> Result<Code, Errors> {
    let mut compiler = Compiler::new(lines);
    for line in lines {
        for piece in &line.pieces {
            let done = match *piece {
                Piece::Text(span) => compiler.instruction(line, span),
                Piece::Open(span) | Piece::Close(span) => {
                    Fault::error("syntax", "E", span, "no instruction has braces")
                        .help("one instruction a line")
                        .err()
                }
            };
            if let Err(fault) = done {
                compiler.tell(line.number, *fault);
            }
        }
    }
    compiler.close_packet();
    compiler.finish().map(|(code, _)| code)
}

/// What is compiled so far.
struct Compiler<'a> {
    lines: &'a [Line<'a>],
    code: Code,
    names: Names,
    packer: Packer,
    /// Of the open packet.
    computed: [bool; 3],
    /// Blocks that are open.
    blocks: Vec<Head>,
    /// The head of a block whose brace is not there yet, and its place.
    head: Option<(Head, u32, Span)>,
    /// The jump behind an `if` that was closed last, and might get an `else`.
    last_if: Option<usize>,
    /// Whether a statement was there.
    any: bool,
    errors: Errors,
}

impl<'a> Compiler<'a> {
    fn new(lines: &'a [Line<'a>]) -> Self {
        let names = Names::of(lines);
        let none = Function { entry: 0, parameters: 0, locals: 0 };
        let functions = vec![none; names.functions() as usize];
        Self {
            lines,
            code: Code { functions, ..Code::default() },
            names,
            packer: Packer::default(),
            computed: [false; 3],
            blocks: Vec::new(),
            head: None,
            last_if: None,
            any: false,
            errors: Errors { diagnostics: Vec::new(), more: 0 },
        }
    }

    fn tell(&mut self, number: u32, fault: Fault) {
        if self.errors.diagnostics.len() >= MAX_DIAGNOSTICS {
            self.errors.more += 1;
            return;
        }
        let text = self.lines.get(number as usize - 1).map_or("", |line| line.text);
        self.errors.diagnostics.push(fault.place(number, text));
    }

    /// A line, piece by piece; a piece that is wrong is told, and the next ones are read.
    fn line(&mut self, line: &Line<'_>) {
        for piece in &line.pieces {
            let done = match *piece {
                Piece::Open(span) => self.open(span),
                Piece::Close(span) => self.close(line.number, span),
                Piece::Text(span) => self.text(line, span),
            };
            if let Err(fault) = done {
                self.tell(line.number, *fault);
            }
        }
    }

    fn text(&mut self, line: &Line<'_>, span: Span) -> Res<()> {
        if let Some((_, number, place)) = self.head.take() {
            let fault = Fault::error("syntax", "4.2", place, "no `{` follows");
            self.tell(number, fault.help("{ … }"));
        }
        if matches!(self.blocks.last(), Some(Head::Asm)) {
            let within = instruction_behind(line.text, span).unwrap_or(span);
            return self.instruction(line, within);
        }
        let last_if = self.last_if.take();
        let done = match instruction_behind(line.text, span) {
            Some(within) => self.instruction(line, within),
            None => self.statement(line, span, last_if),
        };
        self.any = true;
        done
    }

    /// An instruction joins the open packet, or opens the next one.
    fn instruction(&mut self, line: &Line<'_>, within: Span) -> Res<()> {
        let (text, number) = (line.text, line.number);
        if let Some(words) = packet(&text[within.start..within.end]) {
            self.close_packet();
            let packet = words.map_err(|mut fault| {
                fault.span = within;
                fault
            })?;
            self.issue(Issue { packet, lines: [number; 3], words: true }, [false; 3]);
            return Ok(());
        }
        let parsed = read_line(text, within, &self.names.registers)?;
        let constant = match parsed.expression() {
            Some(span) => Some(self.constant(text, span)?),
            None => None,
        };
        let value = constant.as_ref().map(|expression| expression.constant());
        let instruction = parsed.instruction(value.flatten())?;
        if let Some(issue) = self.packer.take(instruction, number) {
            self.issue_open(issue);
        }
        if let (Some(expression), Some(None)) = (constant, value) {
            let slot = (instruction.slot() as usize).min(2);
            let slot = if instruction.slot() == Slot::L { 0 } else { slot };
            self.emit(number, &expression);
            self.code.push(number, Op::Constant(slot as u8));
            self.computed[slot] = true;
        }
        Ok(())
    }

    /// The expression of an instruction's constant: names and numbers, nothing that waits or looks.
    fn constant(&mut self, text: &str, span: Span) -> Res<Expression> {
        let found = tokens(text, span)?;
        let mut reader = Reader::new(&found, span.end, &mut self.names);
        let expression = reader.expression()?;
        reader.finish()?;
        if expression.calls {
            return Fault::error("syntax", "4.2", span, "a constant calls nothing")
                .help("a variable that got the value before")
                .err();
        }
        Ok(expression)
    }

    /// Closes the open packet (POD-D03).
    fn close_packet(&mut self) {
        if let Some(issue) = self.packer.close() {
            self.issue_open(issue);
        }
    }

    fn issue_open(&mut self, issue: Issue) {
        if let Some((number, _)) = double_write(&issue, Span::default()) {
            let line = self.lines.get(number as usize - 1);
            let span = line.and_then(|line| {
                line.pieces.iter().rev().find_map(|piece| match piece {
                    Piece::Text(span) => Some(*span),
                    _ => None,
                })
            });
            if let Some((number, fault)) = double_write(&issue, span.unwrap_or_default()) {
                self.tell(number, fault);
            }
        }
        let computed = std::mem::take(&mut self.computed);
        self.issue(issue, computed);
    }

    fn issue(&mut self, issue: Issue, computed: [bool; 3]) {
        let number = self.code.packets.len() as u32;
        let line = issue.line(Slot::G);
        self.code.packets.push(Template { issue, computed });
        self.code.push(line, Op::Issue(number));
    }

    /// Adds an expression; its jumps are counted from its beginning.
    fn emit(&mut self, line: u32, expression: &Expression) {
        let base = self.code.here();
        for op in &expression.ops {
            let op = match *op {
                Op::Jump(to) => Op::Jump(base + to),
                Op::JumpZero(to) => Op::JumpZero(base + to),
                Op::AndAlso(to) => Op::AndAlso(base + to),
                Op::OrElse(to) => Op::OrElse(base + to),
                op => op,
            };
            self.code.push(line, op);
        }
    }

    fn finish(mut self) -> Result<(Code, Option<(u32, u32)>), Errors> {
        let mut errors = self.errors;
        if !errors.diagnostics.is_empty() {
            errors.diagnostics.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
            return Err(errors);
        }
        for of in 0..self.names.functions() {
            let (parameters, locals) = self.names.sizes(of);
            let function = &mut self.code.functions[of as usize];
            (function.parameters, function.locals) = (parameters, locals);
        }
        self.code.globals = self.names.globals();
        self.code.names = self.names.list;
        Ok((self.code, self.names.size))
    }
}

/// What stands behind `$ASM`.
fn instruction_behind(text: &str, span: Span) -> Option<Span> {
    let rest = text[span.start..span.end].strip_prefix("$ASM")?;
    let blank = rest.len() - rest.trim_start().len();
    (blank > 0).then(|| Span::new(span.start + 4 + blank, span.end))
}
