//! The number formats there are, and what is asked for by name.
//!
//! ```
//! let f16 = vectors::known::find("f16", vectors::operations()).unwrap();
//! assert_eq!((f16.name, f16.exp_bits, f16.man_bits), ("f16", 5, 10));
//! ```

use crate::formats::{SOURCES, WIDE, named};
use crate::registry::{Operations, Options, names};
use softfloat::Format;
use softfloat::format::ALL;

use names::formats::same;

/// There is no such format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unknown(String);

/// The most names that are told as near.
const NEAR: usize = 4;

/// The longest name that is looked at.
const LONGEST: usize = 64;

/// All listed formats, each once: those of conversions under the names that ids have for them, then the others of
/// operands and results under their own.
#[must_use]
pub fn all(operations: &'static Operations) -> Vec<Format> {
    let mut all: Vec<Format> = SOURCES.iter().map(|s| s.format.named(s.name)).collect();
    all.extend(WIDE.map(|(_, name, format)| format.named(name)));
    let mut add = |format: &Format| {
        if !all.iter().any(|known| same(known, format)) {
            all.push(*format);
        }
    };
    ALL.iter().for_each(&mut add);
    for op in operations.all() {
        let plan = op.plan(&op.option_sets().first().copied().unwrap_or(Options::NONE));
        plan.operands.iter().chain(plan.results.iter()).for_each(|s| add(&by_width(&s.format)));
    }
    all
}

/// An integer under the name that says its width.
fn by_width(format: &Format) -> Format {
    let name = format!("{}{}", if format.sign { 'i' } else { 'u' }, format.width);
    named(&name).filter(|own| format.is_integer() && same(own, format)).unwrap_or(*format)
}

/// The format of this name: a listed one, by the table's name and by others' (`float32`, `fp8_e4m3`); `eXmY`, `iN`, `uN`, `positNeE` of
/// any width, every one of P3109's.
///
/// ```
/// let format = vectors::known::find("e6m9", vectors::operations()).unwrap();
/// assert_eq!((format.width, format.precision()), (16, 10));
/// assert!(vectors::known::find("f31", vectors::operations()).is_err());
/// ```
///
/// # Errors
/// Where there is none: the names that are near.
pub fn find(name: &str, operations: &'static Operations) -> Result<Format, Unknown> {
    if let Some(source) = SOURCES.iter().find(|source| source.name == name) {
        return Ok(source.format.named(source.name));
    }
    if let Some(format) = named(name) {
        return Ok(format);
    }
    if let Some(format) = Format::by_name(name) {
        return Ok(*format);
    }
    let all = all(operations);
    if let Some(format) = all.iter().find(|format| format.name == name) {
        return Ok(*format);
    }
    if let Some(reason) = names::formats::reason(name) {
        return Err(Unknown(reason));
    }
    match names::formats::own(name).or_else(|| Some(name.to_lowercase())).filter(|n| n != name) {
        Some(own) => find(&own, operations).map_err(|_| unknown(name, &all)),
        None => Err(unknown(name, &all)),
    }
}

fn unknown(name: &str, all: &[Format]) -> Unknown {
    Unknown(format!("there is no format `{name}`\n  right: {}", near(name, all)))
}

fn near(name: &str, all: &[Format]) -> String {
    let name: String = name.to_lowercase().chars().take(LONGEST).collect();
    let names = all.iter().chain(ALL).map(|format| format.name);
    let mut scored: Vec<(usize, &str)> = names
        .map(|own| (strsim::damerau_levenshtein(&name, own), own))
        .filter(|(distance, own)| *distance <= 2 || !name.is_empty() && own.contains(&name))
        .collect();
    scored.sort_unstable();
    scored.dedup();
    let near: Vec<&str> = scored.into_iter().take(NEAR).map(|(_, own)| own).collect();
    let others = "eXmY, iN and uN with widths of up to 64 bits, positNeE with 3 to 64 bits and up to 3 exponent bits, \
         binaryKpP with 3 to 16 bits, up to 15 of precision and se, sf, ue or uf behind them, and those that `assay formats` lists";
    if near.is_empty() { others.to_owned() } else { format!("{}; {others}", near.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations;

    #[test]
    fn every_format_of_an_operation_is_listed_once_and_found() {
        let all = all(operations());
        for op in operations().all() {
            let plan = op.plan(&op.option_sets().first().copied().unwrap_or(Options::NONE));
            for shape in plan.operands.iter().chain(plan.results.iter()) {
                let own = |known: &&Format| same(known, &shape.format);
                assert_eq!(all.iter().filter(own).count(), 1, "{} of {}", shape.format.name, op.id);
            }
        }
        for format in &all {
            assert_eq!(find(format.name, operations()).as_ref(), Ok(format));
        }
    }

    #[test]
    fn formats_have_other_names() {
        let name = |name| find(name, operations()).map(|format| format.name);
        for (other, own) in [
            ("float32", "f32"),
            ("Half", "f16"),
            ("bfloat16", "bf16"),
            ("float8_e4m3fn", "e4m3fn"),
            ("fp8_e4m3", "e4m3fn"),
            ("float8_e4m3", "e4m3"),
            ("float8_e8m0fnu", "e8m0"),
            ("float4_e2m1fn", "e2m1fn"),
            ("x86_fp80", "f80"),
            ("ieee_binary16", "ieee_binary16"),
            ("int13", "i13"),
            ("F32", "f32"),
        ] {
            assert_eq!(name(other), Ok(own), "{other}");
        }
        let told = |name| find(name, operations()).unwrap_err().to_string();
        assert!(told("nvfp4").contains("e2m1fn for an element"), "{}", told("nvfp4"));
        assert!(told("fp8").contains("help: e4m3fn, e5m2"), "{}", told("fp8"));
    }

    #[test]
    fn unknown_names_have_near_ones() {
        let told = |name| find(name, operations()).unwrap_err().to_string();
        assert!(told("f33").contains("right: f32"), "{}", told("f33"));
        assert!(told("e4m3fnn").contains("e4m3fn"), "{}", told("e4m3fnn"));
        assert!(told("").contains("eXmY"), "{}", told(""));
    }
}
