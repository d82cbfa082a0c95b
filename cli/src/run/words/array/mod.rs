//! `--export` and `--import`: arrays of a layout in files that other programs read.

mod bound;
mod csv;
mod json;
mod npy;
#[cfg(test)]
mod tests;

use crate::failure::Failure;
use crate::input::Input;
use crate::output::Output;
use crate::printable;
use bound::{elements, index};
use semantics::machine::{Board, Layout, Layouts};
use semantics::source::Diagnostic;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::PathBuf;

/// Bytes of an NPY file: the DRAM of a group.
const MOST_BYTES: u64 = 1 << 32;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Npy,
    Csv,
    Json,
}

impl Format {
    /// How many elements it is made for. Of JSON all codes are kept.
    const fn most(self) -> u64 {
        match self {
            Self::Npy => u64::MAX,
            Self::Csv => 1 << 24,
            Self::Json => 1 << 22,
        }
    }
}

/// A layout and the file of its array.
pub(super) struct Array {
    /// The layout as it was written.
    name: String,
    layout: Box<dyn Layout>,
    pub(super) file: PathBuf,
    format: Format,
}

impl Array {
    /// Takes `LAYOUT=FILE` apart.
    pub(super) fn parse(argument: &str, of: &dyn Layouts) -> Result<Self, String> {
        let Some((name, file)) = argument.split_once('=').filter(|(_, file)| !file.is_empty())
        else {
            return Err("right: LAYOUT=FILE, e.g. (4_PE:1, 8:2)@LM0:d=data.npy".into());
        };
        let layout = of.layout(name).map_err(|e| told(&e))?;
        let file = PathBuf::from(file);
        let extension = file.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
        let format = match extension.as_deref() {
            Some("npy") => Format::Npy,
            Some("csv") => Format::Csv,
            Some("json") => Format::Json,
            _ => {
                let right = "a name that ends in .npy, .csv or .json";
                return Err(format!("the file's name does not tell its format\n  right: {right}"));
            }
        };
        let array = Self { name: name.into(), layout, file, format };
        array.fits()?;
        Ok(array)
    }

    /// Whether the format is made for so many elements.
    fn fits(&self) -> Result<(), String> {
        let elements = elements(&*self.layout);
        let bytes = elements.saturating_mul(self.layout.element().number().bytes as u64);
        if bytes > MOST_BYTES {
            let right = "a layout of a part, e.g. of one group";
            Err(format!("its {bytes} bytes are more than {MOST_BYTES}\n  right: {right}"))
        } else if elements > self.format.most() {
            let (most, right) = (self.format.most(), "an .npy file, or a layout of a part");
            Err(format!("its {elements} elements are more than {most}\n  right: {right}"))
        } else {
            Ok(())
        }
    }

    fn wrong(&self, why: impl std::fmt::Display) -> Failure {
        Failure::input(format!("{}{why}", printable::path(&self.file)))
    }
}

/// Refuses layouts that cannot be written.
pub(super) fn check_imports(imports: &[Array]) -> Result<(), Failure> {
    for Array { name, layout, file, .. } in imports {
        if let Some([one, other]) = layout.clash() {
            return Err(Failure::input(format!(
                "--import {name}={}: the indices {one:?} and {other:?} live in one place\n  right: a \
                 layout with a place for each",
                file.display()
            )));
        }
    }
    Ok(())
}

/// What is wrong with the text of a layout, which has one line.
pub(crate) fn told(error: &Diagnostic) -> String {
    let help = error.help.as_deref().unwrap_or_default();
    format!("column {}: {}\n  right: {help}", error.column, error.message)
}

/// Fills the places of a layout from its file.
pub(super) fn import(board: &mut dyn Board, from: &Array, round: bool) -> Result<(), Failure> {
    let input = Input::open(&from.file).map_err(|e| Failure::read(&from.file, &e))?;
    let layout = &*from.layout;
    let input = BufReader::with_capacity(1 << 16, input);
    let read = match from.format {
        Format::Npy => npy::read(input, layout, round, board),
        Format::Csv => csv::read(input, layout, round, board),
        Format::Json => json::read(input, layout, round, board),
    };
    read.map_err(|why| from.wrong(why))
}

/// Writes all arrays. A file appears when it is complete, and none where copies are not alike.
pub(super) fn export(
    board: &dyn Board,
    exports: &[Array],
    outputs: Vec<Output>,
) -> Result<(), Failure> {
    for export in exports {
        agree(board, export)?;
    }
    exports.iter().zip(outputs).try_for_each(|(export, output)| write(board, export, output))
}

/// Whether the copies of each element are alike.
fn agree(board: &dyn Board, export: &Array) -> Result<(), Failure> {
    let Array { name, layout, file, .. } = export;
    layout.agree(board).map_err(|(n, differ)| {
        // Nowhere is left to report a failing standard error.
        let _ = writeln!(
            io::stderr(),
            "assay: --export {name}={}: index {:?}: {differ}\n  right: copies that are alike, or a \
             layout without B@[..]",
            file.display(),
            index(&**layout, n)
        );
        Failure::Told(1)
    })
}

fn write(board: &dyn Board, to: &Array, mut output: Output) -> Result<(), Failure> {
    let mut buffer = BufWriter::with_capacity(1 << 16, &mut output);
    let written = match to.format {
        Format::Npy => npy::write(board, &*to.layout, &mut buffer),
        Format::Csv => csv::write(board, &*to.layout, &mut buffer),
        Format::Json => json::write(board, &*to.layout, &mut buffer),
    };
    let written = written.and_then(|()| buffer.flush());
    drop(buffer);
    written.map_err(|e| output.failure(&e))?;
    output.finish()
}
