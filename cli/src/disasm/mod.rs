//! `assay disasm`: assembled text as a program.

use crate::Remarks;
use crate::asm::table;
use crate::diagnose::name;
use crate::failure::Failure;
use crate::output::{self, Targets};
use crate::source::Source;
use crate::system::{self, System, any};
use semantics::mncore2::MnCore2;
use semantics::mncore2::assembly::{DisassembleError, Disassembler};
use semantics::mncore2::check::Rules;
use std::io::BufWriter;
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
        if !machine.is::<MnCore2>() {
            system::refuse(machine, &[("--table", self.table.is_some())])?;
            return any::disassemble(machine, &self.file, output, remarks);
        }
        let table = table(self.table.as_deref())?;
        let source = Source::new(&self.file, Rules::NONE);
        let disassembler = Disassembler { table: &table };
        // With errors nothing of the program is written.
        let mut output = BufWriter::with_capacity(1 << 16, output.held());
        let (found, kept) =
            source.read_by(remarks, |text| disassembler.translate(text, &mut output))?;
        let inferred = match found {
            Ok(inferred) => inferred,
            Err(DisassembleError::Write(e)) => return Err(output.into_parts().0.failure(&e)),
            Err(DisassembleError::Read(e)) => {
                return source.judge(Err(e), &kept, false, remarks).map(drop);
            }
        };
        output::complete(output)?;
        if inferred > 0 {
            remarks.say(format_args!("{name}: lines of inferred codes: {inferred}"));
        }
        Ok(())
    }
}
