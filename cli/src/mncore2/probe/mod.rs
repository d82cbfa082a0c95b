//! `assay probe`: programs whose official words would settle what is not known.

mod learn;

use crate::Remarks;
use crate::asm;
use crate::diagnose::name;
use crate::failure::Failure;
use crate::input;
use crate::output::{self, Targets};
use semantics::mncore2::assembly::Probe as Program;
use semantics::mncore2::code::Table;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// List programs whose official machine words would settle what is not known, or learn from them
///
/// Each program differs from what was observed in little; its last line is what it is about. Without
/// --learn they are listed, or written to a folder: ID.vsm each, and index.csv with what each would
/// settle and what its word has if the inferences hold.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Assemble each ID.vsm with the official assembler (those of mode flat with --instruction-mode flat)
to ID.asm beside it; --learn then compares them with the table. A word confirms inferred codes,
contradicts them, or shows new ones, which are learned where nothing else in the word is left to
explain; the rest is told and kept as a note. Exits with 1 if something contradicts the table.

Examples:
  assay probe -o probes
  for f in probes/[!f]*.vsm; do assemble3 $f > ${f%.vsm}.asm; done
  for f in probes/flat-*.vsm; do assemble3 --instruction-mode flat $f > ${f%.vsm}.asm; done
  assay probe --learn probes -o table.csv
  assay asm program.vsm --table table.csv")]
pub(crate) struct Probe {
    /// Compare the official outputs in this folder with the table
    #[arg(long, value_name = "DIR")]
    learn: Option<PathBuf>,
    /// Write the programs to this folder; with --learn, the extended table to this file
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// The table to begin with, as --learn writes it [default: the built-in one]
    #[arg(long, value_name = "TABLE")]
    table: Option<PathBuf>,
}

impl Probe {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        let table = table(self.table.as_deref())?;
        match &self.learn {
            Some(folder) => {
                learn::learn(folder, table.into_owned(), self.output.as_deref(), remarks)
            }
            None => list(&table, self.output.as_deref(), remarks),
        }
    }
}

/// The table of a file, or the built-in one.
fn table(path: Option<&Path>) -> Result<Cow<'static, Table>, Failure> {
    let Some(path) = path else { return Ok(Cow::Borrowed(Table::known())) };
    let text = input::text(path, asm::MAX_TABLE)?;
    Table::read(&text)
        .map(Cow::Owned)
        .map_err(|e| Failure::input(format!("{}:{}: {}", name(path), e.line, e.message)))
}

const COLUMNS: [&str; 5] = ["id", "mode", "program", "settles", "expected"];

/// Writes the list, or the folder with the programs.
fn list(table: &Table, folder: Option<&Path>, remarks: Remarks) -> Result<(), Failure> {
    let probes = table.probes();
    let index = index(&probes);
    let Some(folder) = folder else { return output::print(&index) };
    std::fs::create_dir_all(folder).map_err(|e| Failure::write(folder, &e))?;
    for probe in &probes {
        let name = folder.join(&probe.id).with_extension("vsm");
        Targets::new(remarks).open(Some(&name))?.whole(format!("{}\n", probe.program))?;
    }
    // The index stands for the whole folder, so it comes last.
    Targets::new(remarks).open(Some(&folder.join("index.csv")))?.whole(&index)?;
    let count = probes.len();
    remarks.say(format_args!("{}: {count} programs and index.csv", folder.display()));
    Ok(())
}

fn index(probes: &[Program]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to a vector does not fail.
    drop(writer.write_record(COLUMNS));
    for Program { id, program, mode, settles, expected } in probes {
        drop(writer.write_record([id, mode.name(), program, settles, expected]));
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}
