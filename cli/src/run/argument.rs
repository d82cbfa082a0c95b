//! `MEM=FILE`, `LAYOUT=FILE`: options that are repeated.

use crate::failure::Failure;

/// What each argument of an option says.
pub(super) fn each<T>(
    option: &str,
    arguments: &[String],
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, Failure> {
    let wrong = |argument: &String, why| Failure::input(format!("{option} {argument}: {why}"));
    arguments.iter().map(|a| parse(a).map_err(|why| wrong(a, why))).collect()
}
