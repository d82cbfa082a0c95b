//! How long sources and lists may be.

/// The longest line, in bytes.
pub const MAX_LINE: usize = 1 << 20;
/// The longest source, in bytes.
pub const MAX_SOURCE: u64 = 1 << 28;
/// The most statements of a source.
pub const MAX_STATEMENTS: usize = 1 << 22;
/// The most errors that are kept, and the most warnings.
pub const MAX_DIAGNOSTICS: usize = 1000;
