//! Other names of number formats: those of IEEE 754, of languages and frameworks, of the operations of single systems.

use softfloat::Format;

/// A format's name in ids, and what others call it.
const NAMES: [(&str, &[&str]); 15] = [
    ("f16", &["float16", "fp16", "half", "binary16"]),
    ("bf16", &["bfloat16", "bfloat", "brain16"]),
    ("tf32", &["tensorfloat32", "tensor_float32", "tfloat32"]),
    ("f32", &["float32", "fp32", "single", "float", "binary32"]),
    ("f64", &["float64", "fp64", "double", "binary64"]),
    ("f80", &["float80", "fp80", "x86_fp80", "extended80"]),
    ("f128", &["float128", "fp128", "quad", "quadruple", "binary128"]),
    ("e4m3fn", &["float8_e4m3fn", "fp8_e4m3fn", "fp8_e4m3", "fp8e4m3fn", "fp8e4m3", "ofp8_e4m3"]),
    ("e5m2", &["float8_e5m2", "fp8_e5m2", "fp8e5m2", "ofp8_e5m2"]),
    ("e4m3fnuz", &["float8_e4m3fnuz", "fp8_e4m3fnuz", "fp8e4m3fnuz"]),
    ("e5m2fnuz", &["float8_e5m2fnuz", "fp8_e5m2fnuz", "fp8e5m2fnuz"]),
    ("e3m2fn", &["float6_e3m2fn", "fp6_e3m2fn", "fp6_e3m2", "fp6e3m2"]),
    ("e2m3fn", &["float6_e2m3fn", "fp6_e2m3fn", "fp6_e2m3", "fp6e2m3"]),
    ("e2m1fn", &["float4_e2m1fn", "fp4_e2m1fn", "fp4_e2m1", "fp4e2m1", "fp4"]),
    ("e8m0", &["float8_e8m0fnu", "fp8_e8m0fnu", "fp8_e8m0", "e8m0fnu", "ue8m0"]),
];

/// ml_dtypes names its IEEE-like formats so.
const LIKE_IEEE: [(&str, &str); 2] = [("float8_e4m3", "e4m3"), ("float8_e3m4", "e3m4")];

/// Integers of a width, as languages write them.
const INTEGERS: [(&str, &str); 4] = [("int", "i"), ("uint", "u"), ("sint", "i"), ("s", "i")];

/// Names of formats that stand for another in the ids of one system: the system, its name, and the format's.
const OWN: [(&str, &str, &str); 16] = [
    ("mx", "fp8e4m3", "e4m3fn"),
    ("mx", "fp8e5m2", "e5m2"),
    ("mx", "fp6e3m2", "e3m2fn"),
    ("mx", "fp6e2m3", "e2m3fn"),
    ("mx", "fp4e2m1", "e2m1fn"),
    ("mx", "int8", "i8"),
    ("mx", "int4", "i4"),
    ("silicon", "e4m3", "e4m3fn"),
    ("silicon", "e3m2", "e3m2fn"),
    ("silicon", "e2m3", "e2m3fn"),
    ("silicon", "e2m1", "e2m1fn"),
    ("silicon", "ue8m0", "e8m0"),
    ("tile", "e4m3", "e4m3fnuz"),
    ("tile", "e5m2", "e5m2fnuz"),
    ("tile", "s8", "i8"),
    ("tile", "s4", "i4"),
];

/// Names of formats whose elements share a scale, and the elements' format.
pub(crate) const BLOCKS: [(&str, &str); 9] = [
    ("mxfp8_e4m3", "e4m3fn"),
    ("mxfp8_e5m2", "e5m2"),
    ("mxfp8", "e4m3fn"),
    ("mxfp6_e3m2", "e3m2fn"),
    ("mxfp6_e2m3", "e2m3fn"),
    ("mxfp6", "e3m2fn"),
    ("mxfp4", "e2m1fn"),
    ("mxint8", "i8"),
    ("nvfp4", "e2m1fn"),
];

/// IEEE-like formats whose names are OCP's as well: in ids of conversions, functions and sums they have infinities.
const TWICE: [(&str, &str); 4] =
    [("e4m3", "e4m3fn"), ("e3m2", "e3m2fn"), ("e2m3", "e2m3fn"), ("e2m1", "e2m1fn")];

/// Names that stand for several formats.
const SEVERAL: [(&str, &[&str]); 3] =
    [("fp8", &["e4m3fn", "e5m2"]), ("float8", &["e4m3fn", "e5m2"]), ("fp6", &["e3m2fn", "e2m3fn"])];

/// The name in ids of what others call so; upper-case letters count as lower-case ones.
pub(crate) fn own(name: &str) -> Option<String> {
    let name = &name.to_lowercase();
    let name = name.strip_prefix("ieee_").unwrap_or(name);
    let known = NAMES.iter().find(|(_, others)| others.contains(&name)).map(|(own, _)| *own);
    let like = || LIKE_IEEE.iter().find(|(other, _)| *other == name).map(|(_, own)| *own);
    if let Some(own) = known.or_else(like) {
        return Some(own.to_owned());
    }
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let integer = INTEGERS.iter().find_map(|(prefix, own)| {
        name.strip_prefix(prefix).filter(|w| digits(w)).map(|width| format!("{own}{width}"))
    });
    integer.or_else(|| bits(name))
}

/// `float8_e4m3`, `fp9_e5m3`: an IEEE-like format by its widths.
fn bits(name: &str) -> Option<String> {
    let (_, fields) = ["float", "fp"].iter().find_map(|p| name.strip_prefix(p))?.split_once('_')?;
    let (exponent, fraction) = fields.strip_prefix('e')?.split_once('m')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (digits(exponent) && digits(fraction)).then(|| fields.to_owned())
}

/// What others call the format of this name.
pub(crate) fn others(name: &str) -> &'static [&'static str] {
    NAMES.iter().find(|(own, _)| *own == name).map_or(&[], |(_, others)| others)
}

/// The names that a part of an id may stand for in a system: itself, the system's own, the general one.
pub(super) fn alternatives(system: &str, part: &str) -> Vec<String> {
    let mut all = vec![part.to_owned()];
    let block = BLOCKS.iter().find(|(name, _)| *name == part).filter(|_| system == "mx");
    let general = own(part).or_else(|| block.map(|(_, own)| (*own).to_owned()));
    let general = general.unwrap_or_else(|| part.to_owned());
    for (_, name, _) in OWN.iter().filter(|(of, _, own)| *of == system && *own == general) {
        all.push((*name).to_owned());
    }
    all.push(general);
    all.dedup();
    all
}

/// The general name of what a system calls so.
pub(super) fn general(system: &str, part: &str) -> Option<&'static str> {
    OWN.iter().find(|(of, name, _)| *of == system && *name == part).map(|(.., own)| *own)
}

/// The format of OCP that has the same name as an IEEE-like one.
///
/// ```
/// assert_eq!(vectors::registry::names::ocp("e4m3"), Some("e4m3fn"));
/// assert_eq!(vectors::registry::names::ocp("e4m3fn"), None);
/// ```
#[must_use]
pub fn ocp(name: &str) -> Option<&'static str> {
    TWICE.iter().find(|(own, _)| *own == name).map(|(_, other)| *other)
}

/// What to say of an IEEE-like format whose name is also OCP's.
///
/// ```
/// let note = vectors::registry::names::note("e2m1").unwrap();
/// assert_eq!(note, "e2m1 is IEEE-like, with infinities; OCP's is e2m1fn");
/// ```
#[must_use]
pub fn note(name: &str) -> Option<String> {
    let other = ocp(name)?;
    Some(format!("{name} is IEEE-like, with infinities; OCP's is {other}"))
}

/// The notes on the formats in an operation's id.
#[must_use]
pub fn notes(id: &str) -> Vec<String> {
    const IEEE_LIKE: [&str; 4] = ["cvt", "elem", "sr", "sum"];
    let system = id.split('.').next().unwrap_or_default();
    if !IEEE_LIKE.contains(&system) {
        return Vec::new();
    }
    let parts = id.split(['.', ':', '=']);
    let mut all: Vec<String> = parts.filter_map(note).collect();
    all.dedup();
    all
}

/// Why a name is no format, where it stands for several or for blocks of one.
pub(crate) fn reason(name: &str) -> Option<String> {
    let name = &name.to_lowercase();
    if let Some((_, all)) = SEVERAL.iter().find(|(own, _)| own == name) {
        return Some(format!("`{name}` stands for several formats\n  help: {}", all.join(", ")));
    }
    let (_, element) = BLOCKS.iter().find(|(own, _)| own == name)?;
    Some(format!(
        "`{name}` is a format of blocks, whose elements share a scale\n  help: {element} for an element; `assay ops {name}` lists the operations on blocks"
    ))
}

/// Whether two formats hold the same numbers in the same codes.
pub(crate) fn same(a: &Format, b: &Format) -> bool {
    a.named("") == b.named("")
}
