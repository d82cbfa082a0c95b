//! Which options operations take.

use crate::registry::OptionSpec;
use crate::registry::rules::RM;

const FIXED: &str = "Tile has one rule";

/// The options of what is rounded, and those without meaning.
pub(super) fn options(rounds: bool) -> (Vec<OptionSpec>, Vec<(&'static str, &'static str)>) {
    let senseless = ["tininess", "nan", "ftz", "daz", "sat"].map(|name| (name, FIXED)).to_vec();
    let options = rounds.then(|| RM.any()).into_iter().collect();
    (options, senseless)
}
