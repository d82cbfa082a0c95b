//! The line of an answer -> the end of a testfloat line.

use super::Why;
use crate::file::{Fault, Format, Parser};
use crate::registry::{FlagKind, Plan};

/// The most characters of a bad line that are told.
const SHOWN: usize = 80;

/// Reads answers to cases of a plan.
pub(crate) struct Reader {
    parser: Parser,
    operands: usize,
    flags: usize,
    line: String,
}

impl Reader {
    pub(crate) fn new(plan: &Plan) -> Self {
        let parser = Parser::new(Format::TestFloat, plan.op.link.among, Some(plan.clone()));
        let flags = usize::from(plan.op.flags != FlagKind::None);
        Self { parser, operands: plan.operands.len(), flags, line: String::new() }
    }

    /// The testfloat line of a case and its answer, without a line end.
    pub(super) fn read(&mut self, operands: &str, answer: &str) -> Result<&str, Why> {
        let words: Vec<&str> = answer.split_ascii_whitespace().collect();
        let unreadable = |what: String| Why::Unreadable { line: shown(answer), what };
        let whole = words.len() == self.operands + 1 + self.flags;
        let echoed = if whole { self.operands } else { 0 };
        for (own, echo) in operands.split(' ').zip(&words[..echoed]) {
            if !own.eq_ignore_ascii_case(echo) {
                return Err(unreadable(format!(
                    "it repeats the operand {} where {own} was asked",
                    shown(echo)
                )));
            }
        }
        self.line.clear();
        self.line.push_str(operands);
        for word in &words[echoed..] {
            self.line.push(' ');
            self.line.push_str(word);
        }
        if words.is_empty() {
            return Err(unreadable(
                "the line is empty\n  right: the result in hex, and the flags".to_owned(),
            ));
        }
        match self.parser.line(self.line.as_bytes()) {
            Ok(_) => Ok(&self.line),
            Err(fault) => {
                let Fault { what, .. } = *fault;
                Err(unreadable(what.to_string()))
            }
        }
    }

    /// The elements of the results alone; nothing where the line is no answer to these operands.
    pub(super) fn result(&mut self, operands: &str, answer: &str) -> Option<Vec<u64>> {
        self.answer(operands, answer).ok().map(|(out, _)| out)
    }

    /// The elements of the results, and the flags where there are any, of an answer to a case.
    pub(crate) fn answer(
        &mut self,
        operands: &str,
        answer: &str,
    ) -> Result<(Vec<u64>, Option<u8>), Why> {
        let line = self.read(operands, answer)?.to_owned();
        match self.parser.line(line.as_bytes()) {
            Ok(case) => Ok((case.out.to_vec(), case.flag)),
            Err(fault) => {
                Err(Why::Unreadable { line: shown(answer), what: fault.what.to_string() })
            }
        }
    }
}

/// The beginning of a long text.
fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
