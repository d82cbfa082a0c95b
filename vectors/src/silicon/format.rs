//! Formats by the names that ids of units and of conversions have for them.

use crate::family::silicon::rows;
use crate::formats::SOURCES;
use crate::registry::names::formats;
use softfloat::Format;

/// The format of a name: those in ids of units (`e4m3`, `xf32`), then those of conversions (`e4m3fn`, `i8`) and others' for these (`float16`, `fp8_e4m3`). TF32 has the
/// words of binary32, as units take them.
#[must_use]
pub fn format(name: &str) -> Option<Format> {
    let listed =
        |name: &str| SOURCES.iter().find(|source| source.name == name).map(|source| source.format);
    let known = |name: &str| rows::format(name).or_else(|| listed(name));
    known(name).or_else(|| known(&formats::own(&name.to_lowercase())?)).map(rows::word)
}

/// The name that conversions have for a format.
#[must_use]
pub fn format_name(format: &Format) -> &'static str {
    SOURCES.iter().find(|source| source.format == *format).map_or(format.name, |source| source.name)
}
