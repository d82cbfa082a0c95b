//! What can be wrong with a generated file as a whole.

use std::fmt;

/// What is wrong with a generated file as a whole. Displays as what follows `FILE:LINE: `.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// The line where it shows.
    pub line: u64,
    /// What is wrong.
    pub what: Tear,
}

/// What a generated file lacks, or has too much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tear {
    /// Lines were lost, or stand twice.
    Cases {
        /// How many there are.
        found: u64,
        /// How many were written.
        written: u64,
    },
    /// As many cases as were written, but others.
    Questions,
    /// Classes without a seal.
    Unsealed {
        /// How many.
        cases: u64,
    },
    /// The file ends before its cases do.
    Cut {
        /// How many there are.
        found: u64,
        /// How many were written.
        written: u64,
    },
    /// Cases begin where others have not ended.
    Begun,
    /// Cases end that have not begun.
    Ended,
    /// Cases behind the end of others, of no mark.
    Behind {
        /// How many.
        cases: u64,
    },
    /// Cases before the first mark.
    Before {
        /// How many.
        cases: u64,
    },
    /// What the first mark says cannot be, or this version does not know it.
    Header(String),
    /// A case is not what the first mark says of all.
    Contradicts(String),
}

impl fmt::Display for Torn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.what.fmt(f)
    }
}

impl fmt::Display for Tear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tear::Cases { found, written } if found < written => {
                let missing = written - found;
                write!(f, "{found} cases, right are the {written} that were written: {missing} ")?;
                f.write_str(if missing == 1 { "is missing" } else { "are missing" })
            }
            Tear::Cases { found, written } => {
                let more = found - written;
                write!(f, "{found} cases, right are the {written} that were written: {more} ")?;
                f.write_str(if more == 1 { "stands" } else { "stand" })?;
                f.write_str(" twice, or came from elsewhere")
            }
            Tear::Behind { cases } => {
                let (plural, stand) = if *cases == 1 { ("", "stands") } else { ("s", "stand") };
                write!(
                    f,
                    "{cases} case{plural} {stand} behind the end mark, right is another file for them"
                )
            }
            Tear::Before { cases } => {
                let (plural, stand) = if *cases == 1 { ("", "stands") } else { ("s", "stand") };
                write!(
                    f,
                    "{cases} case{plural} {stand} before the header `# assay`, right is another file for them"
                )
            }
            Tear::Questions => f.write_str(
                "as many cases as were written, but others: the digest of what they ask differs, \
                 so lines are missing, and others stand twice or came from elsewhere",
            ),
            Tear::Unsealed { cases } => {
                let plural = if *cases == 1 { "" } else { "s" };
                write!(
                    f,
                    "class has no seal, in {cases} case{plural} of a generated file, right is the \
                     class as it was written, or a file without the lines `# assay`"
                )
            }
            Tear::Cut { found, written } => write!(
                f,
                "the file ends after {found} of {written} cases, right is all that was written, \
                 with the last line, `# assay end`"
            ),
            Tear::Begun => f.write_str(
                "cases begin where those before have not ended, right is `# assay end` between",
            ),
            Tear::Ended => f.write_str(
                "cases end that have not begun, right is the line `# assay VERSION cases=N` \
                 before them",
            ),
            Tear::Header(why) => f.write_str(why),
            Tear::Contradicts(how) => write!(f, "{how}, as the file's first mark says"),
        }
    }
}
