//! Vector files as commands name them: their format by the name, and their lines.

use crate::failure::Failure;
use crate::output::{Output, Targets};
use crate::{Remarks, input, printable};
use std::io::Read;
use std::path::{Path, PathBuf};
use vectors::file::npy::Companion;
use vectors::file::{self, Error, Format, npy};
use vectors::registry::Plan;

/// Endings of files that hold others, or that are not written here.
const OTHERS: [&str; 14] = [
    "parquet", "gz", "zst", "xz", "bz2", "zip", "h5", "hdf5", "feather", "arrow", "npz", "mat",
    "xlsx", "sqlite",
];

/// The format of a file: what is asked for, else what its name tells, else CSV.
///
/// # Errors
/// A name of what is neither read nor written.
pub(crate) fn format(asked: Option<Format>, path: &Path) -> Result<Format, Failure> {
    Ok(asked.or(told(path)?).unwrap_or(Format::Csv))
}

/// The format that a name tells.
pub(crate) fn told(path: &Path) -> Result<Option<Format>, Failure> {
    let extension = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
    match extension.filter(|own| OTHERS.contains(&own.as_str())) {
        Some(own) => Err(Failure::input(format!(
            "{}: .{own} files are neither read nor written\n  right: a name that ends in .csv, .jsonl, .tv, .memh, .fptest or .npy; \
             or --format",
            printable::path(path)
        ))),
        None => Ok(Format::of_path(path)),
    }
}

/// The same of an output; a name that tells nothing is remarked on.
pub(crate) fn output(path: &Path, remarks: Remarks) -> Result<Format, Failure> {
    let told = told(path)?;
    if told.is_none() && path.extension().is_some() && !input::is_special(path) {
        remarks
            .say(format_args!("{}: its name tells no format, so it is csv", printable::path(path)));
    }
    Ok(told.unwrap_or(Format::Csv))
}

/// What is read of files: of arrays their companions, too.
pub(crate) fn read_of(files: &[PathBuf]) -> Vec<PathBuf> {
    let is_array = |path: &&PathBuf| Format::of_path(path) == Some(Format::Npy);
    let beside = files.iter().filter(is_array).map(|path| Companion::beside(path));
    files.iter().cloned().chain(beside).collect()
}

/// Opens the companion of an array that is written, which must have a name.
pub(crate) fn companion(path: Option<&Path>, targets: &mut Targets) -> Result<Output, Failure> {
    let named = path.filter(|path| *path != Path::new("-"));
    let path = named.ok_or_else(|| {
        Failure::input(
            "npy is two files, an array and its companion\n  right: -o FILE.npy, which has FILE.npy.json beside it",
        )
    })?;
    targets.open(Some(&Companion::beside(path)))
}

/// The lines of a file, `-` is standard input, and its bytes; `plan` is what an array without a companion holds.
///
/// # Errors
/// What keeps it from being opened.
pub(crate) fn open(
    path: &Path,
    format: Format,
    plan: Option<Plan>,
) -> Result<(Box<dyn Read>, u64), Error> {
    let input: Box<dyn Read> = match format {
        Format::Npy => Box::new(array(path, plan)?),
        _ if is_stdin(path) => Box::new(std::io::stdin()),
        _ => Box::new(file::open(path)?),
    };
    Ok((input, size(path)))
}

/// Opens an array in the same way.
///
/// # Errors
/// What keeps it from being opened.
pub(crate) fn array(path: &Path, plan: Option<Plan>) -> Result<npy::Lines<Box<dyn Read>>, Error> {
    let among = vectors::operations();
    match is_stdin(path) {
        true => npy::Lines::new(Box::new(std::io::stdin()), None, among, plan),
        false => npy::lines(path, among, plan),
    }
}

/// The bytes of a file; 0 where nothing tells.
pub(crate) fn size(path: &Path) -> u64 {
    if is_stdin(path) { 0 } else { path.metadata().map_or(0, |m| m.len()) }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}
