//! Vector files as commands name them: their format by the name, and their lines.

use crate::failure::Failure;
use crate::{Remarks, input, printable};
use std::io::Read;
use std::path::Path;
use vectors::file::{self, Error, Format, npy};
use vectors::registry::Plan;

/// Endings of files that hold others, or that are not written here.
const OTHERS: [&str; 14] = [
    "parquet", "gz", "zst", "xz", "bz2", "zip", "h5", "hdf5", "feather", "arrow", "npz", "mat",
    "xlsx", "sqlite",
];

/// What is wrong where an array has no name.
pub(crate) const TWO: &str = "npy is two files, an array and its companion\n  right: -o FILE.npy, which has FILE.npy.json beside it";

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
pub(crate) fn output(
    asked: Option<Format>,
    path: &Path,
    remarks: Remarks,
) -> Result<Format, Failure> {
    if let Some(format) = asked {
        return Ok(format);
    }
    let told = told(path)?;
    if told.is_none() && path.extension().is_some() && !input::is_special(path) {
        remarks
            .say(format_args!("{}: its name tells no format, so it is csv", printable::path(path)));
    }
    Ok(told.unwrap_or(Format::Csv))
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
    let among = vectors::operations();
    if path != Path::new("-") {
        let size = path.metadata().map_or(0, |m| m.len());
        return Ok((file::lines(path, format, among, plan)?, size));
    }
    let input = std::io::stdin();
    match format {
        Format::Npy => Ok((Box::new(npy::Lines::new(input, None, among, plan)?), 0)),
        _ => Ok((Box::new(input), 0)),
    }
}
