//! Blocks: their heads, their braces, and the jumps around them.

use super::{Binary, Compiler, Fault, Op, Res, Span};
use crate::pod::script::code::Variable;

/// What stands before a brace; behind it, the open block.
#[derive(Clone, Copy, Debug)]
pub(super) enum Head {
    Asm,
    /// The jump where the condition fails.
    If(usize),
    /// The jump over it.
    Else(usize),
    /// The operation at which a round begins, and the jump behind the end.
    Loop(Loop),
    /// Of a function: the jump over it.
    Function(usize),
    /// The head is wrong, which is told; the block is read all the same.
    Wrong,
}

/// A loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    pub(super) top: u32,
    pub(super) exit: usize,
    /// Of `for`: the variable, and what is added to it.
    pub(super) counts: Option<(Variable, Variable)>,
}

impl Compiler<'_> {
    pub(super) fn open(&mut self, span: Span) -> Res<()> {
        self.close_packet();
        self.last_if = None;
        let Some((head, ..)) = self.head.take() else {
            self.blocks.push(Head::Wrong);
            return Fault::error("syntax", "4.2", span, "the brace belongs to no block")
                .help("asm, for, while, if, else or fn before it")
                .err();
        };
        self.blocks.push(head);
        Ok(())
    }

    pub(super) fn close(&mut self, number: u32, span: Span) -> Res<()> {
        self.close_packet();
        if let Some((_, line, place)) = self.head.take() {
            let fault = Fault::error("syntax", "4.2", place, "no `{` follows");
            self.tell(line, fault.help("{ … }"));
        }
        self.last_if = None;
        match self.blocks.pop() {
            None => {
                return Fault::error("syntax", "4.2", span, "there is no open block")
                    .help("no `}` here")
                    .err();
            }
            Some(Head::Asm | Head::Wrong) => {}
            Some(Head::If(jump)) => {
                // Where an `else` follows, over it; else to the next operation.
                let end = self.code.push(number, Op::Jump(0));
                self.code.land(end);
                self.code.land(jump);
                self.last_if = Some(end);
            }
            Some(Head::Else(jump)) => self.code.land(jump),
            Some(Head::Loop(round)) => {
                if let Some((variable, step)) = round.counts {
                    for op in [
                        Op::Get(variable),
                        Op::Get(step),
                        Op::Binary(Binary::Add),
                        Op::Set(variable),
                    ] {
                        self.code.push(number, op);
                    }
                }
                self.code.push(number, Op::Jump(round.top));
                self.code.land(round.exit);
            }
            Some(Head::Function(jump)) => {
                self.code.push(number, Op::Return);
                self.code.land(jump);
                self.names.inside = None;
            }
        }
        Ok(())
    }

    /// The end of the text.
    pub(super) fn end(&mut self, last: Option<&super::Line<'_>>) {
        self.close_packet();
        if let Some((_, number, place)) = self.head.take() {
            let fault = Fault::error("syntax", "4.2", place, "no `{` follows");
            self.tell(number, fault.help("{ … }"));
        }
        if let (Some(_), Some(last)) = (self.blocks.last(), last) {
            let open = self.blocks.len();
            let end = Span::new(last.text.len(), last.text.len());
            let message = format!("the text ends with {open} open blocks");
            self.tell(last.number, Fault::error("syntax", "4.2", end, message).help("`}`"));
        }
    }
}
