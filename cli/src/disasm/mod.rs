//! `assay disasm`: assembled text as a program.

use crate::Remarks;
use crate::asm;
use crate::diagnose::{self, Text, name};
use crate::failure::Failure;
use crate::output::{self, Output, Targets};
use crate::source::Source;
use crate::system::{self, System};
use semantics::machine::{Assemble, DisassembleError, How, Machine};
use semantics::source::ReadError;
use std::io::BufWriter;
use std::path::PathBuf;

/// Write assembled text as a program
///
/// Every line as its statement, in canonical text; `nop` words in a row as one `nop/n`. A word whose
/// statement is not known is an error that names the field.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Not in a word, and written in one way: the spelling of an immediate (ui\"0x...\"), the order of
outputs and expressions, the letters of T ($lt), dpassa for lpassa and the like, the `mask` lines.

Examples:
  assay disasm program.asm -o program.vsm
  assay asm program.vsm | assay disasm -")]
pub(crate) struct Disasm {
    /// What `asm` writes: assembled text of MN-Core 2, words of the others; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write to this file, which appears when it is complete [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The table of what is known, as `assay probe --learn` writes it [default: the built-in one]
    #[arg(long, value_name = "TABLE")]
    table: Option<PathBuf>,
    #[command(flatten)]
    system: System,
}

impl Disasm {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let name = name(&self.file);
        let mut targets = Targets::new(remarks);
        targets.reads([&self.file].into_iter().chain(&self.table));
        let output = targets.open(self.output.as_deref())?;
        let machine = self.system.machine(&self.file)?;
        let assemble = asm::capability(machine)?;
        // With errors nothing of the program is written.
        let mut output = BufWriter::with_capacity(1 << 16, output.held());
        let said = match assemble.learned() {
            Some(learned) => {
                let words = asm::by(learned, self.table.as_deref(), false)?;
                self.by_line(machine, &*words, &mut output, remarks)
            }
            None => {
                system::refuse(machine, &[("--table", self.table.is_some())])?;
                self.whole(assemble, &mut output)
            }
        }?;
        output::complete(output)?;
        said.iter().for_each(|remark| remarks.say(format_args!("{name}: {remark}")));
        Ok(())
    }

    /// Words in text that is a program, too: no more than a line is held, and it is told like one.
    fn by_line(
        &self,
        machine: &dyn Machine,
        words: &dyn Assemble,
        output: &mut BufWriter<Output>,
        remarks: Remarks,
    ) -> Result<Vec<String>, Failure> {
        let source = Source::of(machine, &self.file, How::default());
        let (found, kept) = source.read_by(remarks, |text| words.disassemble(text, output))?;
        found.or_else(|e| match e {
            DisassembleError::Write(e) => Err(output.get_ref().failure(&e)),
            DisassembleError::Read(e) => {
                source.judge(Err(e), &kept, false, remarks).map(|_| Vec::new())
            }
        })
    }

    fn whole(
        &self,
        words: &dyn Assemble,
        output: &mut BufWriter<Output>,
    ) -> Result<Vec<String>, Failure> {
        let (name, text) = (name(&self.file), Text::read(&self.file)?);
        words.disassemble(&mut &text.bytes[..], output).map_err(|e| match e {
            DisassembleError::Write(e) => output.get_ref().failure(&e),
            DisassembleError::Read(ReadError::Errors(errors)) => {
                diagnose::tell(&name, &text, &errors);
                Failure::Told(2)
            }
            DisassembleError::Read(e) => Failure::input(format!("{name}: {e}")),
        })
    }
}
