//! A program: words for each warp, the state before, parameters of the model; from text.

use super::parameters;
use super::targets::Target;
use super::text::{Line, Statement, lines, statement};
use crate::cores::{self, Part};
use crate::machine::Value;
use crate::source::{Errors, Fault, MAX_DIAGNOSTICS, MAX_STATEMENTS, Refusal};

/// A program.
pub type Program = cores::Program<u64, Held>;

/// Parts of the state before the run, in the order of the text.
#[derive(Debug, Default)]
pub struct Held(pub(super) Vec<(Target, Value)>);

impl Program {
    /// Reads a text.
    ///
    /// ```
    /// use semantics::tile::{Program, run::{Settings, Tile}};
    /// let program = Program::read("tmv.mv2t t3, #5, bc\ntalu.trans.e32.m8n32 t4, t3")?;
    /// let mut machine = Tile::new(Settings::default());
    /// machine.run(&program.words(), &mut |_, _, _, _| std::ops::ControlFlow::Continue(())).unwrap();
    /// assert_eq!(machine.thread(0).tile(4)[..8], [5, 0, 0, 0, 5, 0, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong in the text.
    pub fn read(source: &str) -> Result<Self, Errors> {
        let mut reader = Reader::default();
        for line in lines(source) {
            if let Err(fault) = reader.line(&line) {
                reader.keep(&line, *fault);
            }
        }
        if reader.errors.diagnostics.is_empty() { Ok(reader.program) } else { Err(reader.errors) }
    }
}

/// A program as far as it is read.
#[derive(Default)]
struct Reader {
    program: Program,
    warp: usize,
    errors: Errors,
}

impl Reader {
    fn keep(&mut self, line: &Line<'_>, fault: Fault) {
        if self.errors.diagnostics.len() < MAX_DIAGNOSTICS {
            self.errors.diagnostics.push(fault.place(line.number, line.text));
        } else {
            self.errors.more += 1;
        }
    }

    fn line(&mut self, line: &Line<'_>) -> Result<(), Box<Fault>> {
        let wrong = |span, refusal: Refusal| {
            let mut fault = Fault::error("syntax", "2.4", span, refusal.message);
            fault.help = refusal.help;
            Box::new(fault)
        };
        match statement(line)? {
            Statement::Empty => {}
            Statement::Instruction(i) => self.push(line, i.word())?,
            Statement::Word(word) => self.push(line, word)?,
            Statement::Warp(warp) => {
                self.warp = warp;
                self.program.code(warp);
            }
            Statement::Set(name, value) => {
                let twice = self.program.pairs().iter().any(|(known, _)| *known == name.text);
                let set = self.program.parameter(&parameters::ALL, name.text, value.to_owned());
                set.map_err(|e| wrong(name.span, e))?;
                if twice {
                    let refusal = Refusal::new(format!("`{}` is set twice", name.text));
                    return Err(wrong(name.span, refusal.help("once")));
                }
            }
            Statement::Init(target, value) => {
                let part = Target::parse(target.text).map_err(|e| wrong(target.span, e))?;
                let parsed = part.shape().parse(value.text).map_err(|e| wrong(value.span, e))?;
                self.program.held.0.push((part, parsed));
            }
        }
        Ok(())
    }

    fn push(&mut self, line: &Line<'_>, word: u64) -> Result<(), Box<Fault>> {
        let code = self.program.code(self.warp);
        if code.words.len() as u64 >= MAX_STATEMENTS as u64 {
            let text = format!("there are more than {MAX_STATEMENTS} instructions");
            return Err(Box::new(Fault::error("syntax", "2.4", line.span(), text)));
        }
        code.words.push(word);
        code.lines.push(line.number);
        Ok(())
    }
}
