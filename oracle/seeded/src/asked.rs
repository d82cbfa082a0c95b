//! What the caller of a test asks for in the environment.

/// The seed of a run: `ASSAY_SEED`, or 1.
#[must_use]
pub fn seed() -> u64 {
    number("ASSAY_SEED").unwrap_or(1)
}

/// Random cases of a test: `ASSAY_CASES`, or this many.
#[must_use]
pub fn cases(usual: u64) -> u64 {
    number("ASSAY_CASES").unwrap_or(usual)
}

/// A number in the environment.
///
/// # Panics
/// Where something else stands there: a run with other numbers than asked for would be worse.
#[must_use]
pub fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number, not {text}")))
}
