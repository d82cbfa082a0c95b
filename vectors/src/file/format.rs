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
}

/// A name that is no format's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownFormat {
    /// A format of a later version.
    #[error(
        "format {0} is not available in this version; available are csv, jsonl, testfloat, memh, fptest"
    )]
    Unavailable(String),
    /// No format at all.
    #[error("unknown format `{0}`; right is csv, jsonl, testfloat, memh or fptest")]
    Unknown(String),
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 5] = [Self::Csv, Self::Jsonl, Self::TestFloat, Self::Memh, Self::Fptest];

    /// The format that a file's extension tells: `.csv`, `.jsonl`, `.tv` or `.txt` (testfloat), `.memh`, `.fptest`.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "csv" => Some(Self::Csv),
            "jsonl" => Some(Self::Jsonl),
            "tv" | "txt" => Some(Self::TestFloat),
            "memh" => Some(Self::Memh),
            "fptest" => Some(Self::Fptest),
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
        }
    }

    /// Whether its lines name neither operation nor options: all are of one plan.
    #[must_use]
    pub const fn is_bare(self) -> bool {
        matches!(self, Self::TestFloat | Self::Memh)
    }

    /// Whether it is written of one operation under one choice of options.
    #[must_use]
    pub const fn is_of_one(self) -> bool {
        self.is_bare() || matches!(self, Self::Fptest)
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
