//! Vector files: the line of a case, written and read.
//!
//! A case is its operation, options, operands, results, flags, the classes of its operands, and
//! the decisions that leave it open. CSV has one column for each, JSON lines the same names,
//! `testfloat` only operands, results and flags, [`memh`] the same packed. Several results are joined by `;`. The mask flag
//! is one digit, exceptions are TestFloat's byte in two. Behind the classes stands a [`seal`] over
//! what no recomputation can check, and around the cases of a generated file [`Mark`]s tell what no
//! line can: whether it is whole.
//!
//! ```
//! use vectors::file::{Format, Writer};
//! use vectors::registry::Options;
//! let plan = vectors::operations().find("mncore2.mau.fvfma").unwrap().plan(&Options::NONE);
//! let mut writer = Writer::new(Format::Csv, 3);
//! let mut file = writer.header();
//! writer.write(&plan, &[0x4980_0008, 0x4980_0008, 0xd380_0000], &mut file);
//! assert_eq!(
//!     String::from_utf8(file).unwrap(),
//!     "op,opts,in0,in1,in2,out,flags,class,unspecified\n\
//!      mncore2.mau.fvfma,,49800008,49800008,d3800000,4a000010,1,+norm*+norm*-pow2#01c6,\n"
//! );
//! ```

mod asked;
pub(crate) mod chunks;
mod classes;
mod csv;
mod digest;
mod error;
mod field;
mod form;
mod format;
pub mod fptest;
mod hex;
mod jsonl;
mod layout;
mod mark;
pub mod memh;
pub mod npy;
mod opening;
mod packed;
mod parse;
mod plans;
mod quick;
mod reading;
pub(crate) mod record;
pub mod seal;
mod sums;
mod tear;
mod testfloat;
mod whole;
mod words;
mod write;

pub use asked::Asked;
pub(crate) use asked::formats;
pub use digest::Digest;
pub use error::{Error, Fault, MAX_LINE, What};
pub use format::{Format, UnknownFormat};
pub use mark::{About, Mark};
pub(crate) use mark::{Frame, member_text};
pub use opening::open;
pub use parse::{Case, Parser};
pub(crate) use reading::{Marks, UNMARKED};
pub use seal::sealed_class;
pub use tear::{Tear, Torn};
pub use whole::Places;
pub(crate) use whole::{Stretch, Watch, Whole};
pub use words::class_words;
pub use write::Writer;

use crate::registry::{Operations, Plan};
use std::io::Read;
use std::path::Path;

/// Whether a format has a name for an operation under a choice of options: [`Format::Fptest`] for some alone.
#[must_use]
pub fn names(format: Format, plan: &Plan) -> bool {
    format != Format::Fptest || fptest::head(plan).is_some()
}

/// Opens a vector file as the lines that it is read as; `plan` is what an array without a companion holds.
///
/// # Errors
/// [`Error::Directory`], or what keeps it from being opened.
pub fn lines(
    path: &Path,
    format: Format,
    among: &'static Operations,
    plan: Option<Plan>,
) -> Result<Box<dyn Read>, Error> {
    match format {
        Format::Npy => Ok(Box::new(npy::lines(path, among, plan)?)),
        _ => Ok(Box::new(open(path)?)),
    }
}
