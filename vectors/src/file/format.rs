//! The formats of vector files.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// A format of vector files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A header line, one case a line, comma-separated.
    Csv,
    /// One JSON object a line.
    Jsonl,
    /// Operands, result and flag separated by spaces, for one operation.
    TestFloat,
    /// A number a line for `$readmemh`, the fields packed, for one operation ([`super::memh`]).
    Memh,
    /// IBM's `.fptest` ([`super::fptest`]): operation and direction on each line.
    Fptest,
    /// A NumPy array of records, for one operation ([`super::npy`]).
    Npy,
}

/// A name that is no format's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownFormat {
    /// A format of a later version.
    #[error(
        "format {0} is not available in this version; available are csv, jsonl, testfloat, memh, fptest, npy"
    )]
    Unavailable(String),
    /// No format at all.
    #[error("unknown format `{0}`; right is csv, jsonl, testfloat, memh, fptest or npy")]
    Unknown(String),
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 6] =
        [Self::Csv, Self::Jsonl, Self::TestFloat, Self::Memh, Self::Fptest, Self::Npy];

    /// The format that a file's extension tells: `.csv`, `.jsonl` or `.json` (lines), `.tv` or `.txt` (testfloat), `.memh` or `.hex`,
    /// `.fptest`, `.npy`.
    ///
    /// ```
    /// use std::path::Path;
    /// use vectors::file::Format;
    /// assert_eq!(Format::of_path(Path::new("add.tv")), Some(Format::TestFloat));
    /// assert_eq!(Format::of_path(Path::new("add.pdf")), None);
    /// ```
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "csv" => Some(Self::Csv),
            "jsonl" | "json" => Some(Self::Jsonl),
            "tv" | "txt" => Some(Self::TestFloat),
            "memh" | "hex" => Some(Self::Memh),
            "fptest" => Some(Self::Fptest),
            "npy" => Some(Self::Npy),
            _ => None,
        }
    }

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
            Self::TestFloat => "testfloat",
            Self::Memh => "memh",
            Self::Fptest => "fptest",
            Self::Npy => "npy",
        }
    }

    /// The format of the lines that are read: of arrays the CSV files that they stand for ([`super::npy::Lines`]).
    #[must_use]
    pub const fn lines(self) -> Self {
        match self {
            Self::Npy => Self::Csv,
            other => other,
        }
    }

    /// Whether its lines name neither operation nor options: all are of one plan.
    #[must_use]
    pub const fn is_bare(self) -> bool {
        matches!(self, Self::TestFloat | Self::Memh)
    }

    /// Whether a file ends with the digest of what it asks.
    pub(super) const fn has_digest(self) -> bool {
        matches!(self, Self::Csv | Self::Jsonl | Self::Memh | Self::Npy)
    }

    /// Whether classes and seals stand in its lines.
    pub(super) const fn has_seals(self) -> bool {
        matches!(self, Self::Csv | Self::Jsonl)
    }

    /// Whether it is written of one operation under one choice of options.
    #[must_use]
    pub const fn is_of_one(self) -> bool {
        self.is_bare() || matches!(self, Self::Fptest | Self::Npy)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        match name {
            "parquet" => Err(UnknownFormat::Unavailable(name.to_owned())),
            _ => Self::ALL
                .into_iter()
                .find(|f| f.name() == name)
                .ok_or_else(|| UnknownFormat::Unknown(name.to_owned())),
        }
    }
}

/// The header of a CSV file with this many operand columns.
pub(super) fn header_of(columns: usize) -> String {
    let operands: String = (0..columns).map(|i| format!("in{i},")).collect();
    format!("op,opts,{operands}out,flags,class,unspecified")
}
