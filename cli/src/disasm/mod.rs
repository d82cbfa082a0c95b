//! `assay disasm`: assembled text as a program.

use crate::Remarks;
use crate::asm::table;
use crate::diagnose::{self, Text, name};
use crate::failure::Failure;
use crate::output::{self, Output};
use semantics::mncore2::words::Disassembler;
use std::io::Write;
use std::path::PathBuf;

/// Write assembled text as a program
///
/// Every line as its statement, in canonical text; `nop` words in a row as one `nop/n`. A word whose
/// statement is not known is an error that names the field.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Not in a word, and written in one way: the spelling of an immediate (ui\"0x...\"), the order of outputs
and expressions, the letters of T ($lt), dpassa for lpassa and the like, the `mask` lines.

Examples:
  assay disasm program.asm -o program.vsm
  assay asm program.vsm | assay disasm -")]
pub(crate) struct Disasm {
    /// The assembled text; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write to this file, which appears when it is complete [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The table of what is known, as `assay probe --learn` writes it [default: the built-in one]
    #[arg(long, value_name = "TABLE")]
    table: Option<PathBuf>,
}

impl Disasm {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let name = name(&self.file);
        output::stand_apart(&self.output, [&self.file].into_iter().chain(&self.table))?;
        let table = table(self.table.as_deref())?;
        let text = Text::read(&self.file)?;
        let disassembler = Disassembler { table: &table };
        let found = match disassembler.disassemble(&String::from_utf8_lossy(&text.bytes)) {
            Ok(found) => found,
            Err(errors) => {
                diagnose::tell(&name, &text, &errors);
                return Err(Failure::Told(2));
            }
        };
        let mut output = Output::new(self.output.as_deref())?;
        output.write_all(found.text.as_bytes()).map_err(|e| output.failure(&e))?;
        output.finish()?;
        if found.inferred > 0 {
            remarks.say(format_args!("{name}: lines of inferred codes: {}", found.inferred));
        }
        Ok(())
    }
}
