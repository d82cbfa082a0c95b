//! Dumps by location and value.

use crate::machine::{Compare, CompareError, Compared, Comparison};
use crate::mncore2::{MnCore2, dump};
use std::io::BufRead;

impl Compare for MnCore2 {
    fn compare(
        &self,
        dumps: [&mut dyn BufRead; 2],
        how: &Comparison,
    ) -> Result<Compared, CompareError> {
        dump::compare(dumps, how)
    }

    fn lines(&self) -> &'static str {
        "lines that begin with DEBUG-, as `d get` prints them"
    }
}
