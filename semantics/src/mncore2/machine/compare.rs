//! Dumps by location and value.

use crate::machine::{Compare, CompareError, Compared, Comparison};
use crate::mncore2::MnCore2;
use crate::mncore2::dump::{self, Number};
use std::io::BufRead;

impl Compare for MnCore2 {
    fn compare(
        &self,
        dumps: [&mut dyn BufRead; 2],
        how: &Comparison<'_>,
    ) -> Result<Compared, CompareError> {
        dump::compare(dumps, how)
    }

    fn precisions(&self) -> Vec<&'static str> {
        Number::ALL.map(Number::letter).into()
    }

    fn lines(&self) -> &'static str {
        "lines that begin with DEBUG-, as `d get` prints them"
    }
}
