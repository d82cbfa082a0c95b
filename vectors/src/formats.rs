//! The formats of number operations by the names that ids have for them.

use crate::registry::Refusal;
use softfloat::format::{
    ALL, Bf16, Binary16, Binary32, Binary64, Binary128, Declaration, E8m0, Extended80, Fp4E2m1,
    Fp6E2m3, Fp6E3m2, Fp8E4m3Fnuz, Fp8E4m3Ocp, Fp8E5m2Fnuz, Fp8E5m2Ocp, Int4, Int8, Int16, Int32,
    Int64, P3109, Posit8, Posit16, Posit32, Posit64, Tf32, Uint4, Uint8, Uint16, Uint32, Uint64,
};
use softfloat::{Format, StaticFormat};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A listed format as the operand of conversions.
pub(crate) struct Source {
    pub(crate) name: &'static str,
    pub(crate) format: Format,
}

/// Calls `$with!(context; (name, type)...)` with every format of conversions: those with operations,
/// the scale of MX blocks, integers.
macro_rules! with_formats {
    ($with:ident $context:tt) => {
        $with! { $context;
            ("f16", Binary16), ("f32", Binary32), ("f64", Binary64), ("bf16", Bf16),
            ("tf32", Tf32), ("e4m3fn", Fp8E4m3Ocp), ("e5m2", Fp8E5m2Ocp),
            ("e4m3fnuz", Fp8E4m3Fnuz), ("e5m2fnuz", Fp8E5m2Fnuz), ("e3m2fn", Fp6E3m2),
            ("e2m3fn", Fp6E2m3), ("e2m1fn", Fp4E2m1), ("e8m0", E8m0),
            ("i4", Int4), ("u4", Uint4), ("i8", Int8), ("u8", Uint8), ("i16", Int16),
            ("u16", Uint16), ("i32", Int32), ("u32", Uint32), ("i64", Int64), ("u64", Uint64)
        }
    };
}
pub(crate) use with_formats;

macro_rules! sources {
    ({}; $(($name:literal, $ty:ident)),*) => {
        /// The formats that are converted from and to; posits, whose width is known at run time, have no types here.
        pub(crate) static SOURCES: &[Source] = &[
            $(Source { name: $name, format: $ty::FORMAT },)*
            Source { name: "posit8", format: Posit8::FORMAT },
            Source { name: "posit16", format: Posit16::FORMAT },
            Source { name: "posit32", format: Posit32::FORMAT },
            Source { name: "posit64", format: Posit64::FORMAT },
        ];
    };
}
with_formats!(sources {});

/// The formats of more than 64 bits, by their names in ids and the systems that operations on them stand in.
pub(crate) static WIDE: [(&str, &str, Format); 2] =
    [("ieee", "f128", Binary128::FORMAT), ("x87", "f80", Extended80::FORMAT)];

/// P3109's formats that are listed. Conversions between them and others than a few are not: there are too many.
pub(crate) fn p3109() -> impl Iterator<Item = Source> {
    ALL.iter().filter(|f| f.is_p3109()).map(|f| Source { name: f.name, format: *f })
}

/// Every format of P3109 by its name: `binary8p3se`.
fn every_p3109() -> impl Iterator<Item = (String, Format)> {
    let widths = (3..=16).flat_map(|width| (1..=15).map(move |precision| (width, precision)));
    let kinds = [(true, true), (true, false), (false, true), (false, false)];
    let all = widths.flat_map(move |(width, precision)| {
        kinds.map(|(signed, extended)| P3109 { width, precision, signed, extended })
    });
    all.filter_map(|own| {
        let P3109 { width, precision, signed, extended } = own;
        let (sign, domain) = (if signed { 's' } else { 'u' }, if extended { 'e' } else { 'f' });
        Some((format!("binary{width}p{precision}{sign}{domain}"), own.format().ok()?))
    })
}

/// Formats that are not in [`SOURCES`]: `eXmY`, `iN`, `uN`, `positNeE`, `binaryKpPse`.
static UNLISTED: LazyLock<BTreeMap<&'static str, Format>> = LazyLock::new(|| {
    let floats = (2..=15).flat_map(|e| (1..=61).map(move |m| (e, m)));
    let floats = floats.filter_map(|(e, m)| Format::ieee(e, m).ok());
    let floats = floats.map(|f| (format!("e{}m{}", f.exp_bits, f.man_bits), f));
    let signs = [(true, 'i'), (false, 'u')];
    let integers = (2..=64).flat_map(|w| signs.map(|(sign, c)| (c, Format::integer(w, sign))));
    let integers = integers.filter_map(|(c, f)| f.ok().map(|f| (format!("{c}{}", f.width), f)));
    let posits = (3..=64).flat_map(|n| (0..=3).map(move |es| (n, es)));
    let posits = posits.filter_map(|(n, es)| Format::posit(n, es).ok().map(|f| (n, es, f)));
    let posits = posits.map(|(n, es, f)| (format!("posit{n}e{es}"), f));
    let named = floats.chain(integers).chain(posits).chain(every_p3109());
    named
        .map(|(name, format)| {
            let name: &'static str = name.leak();
            (name, format.named(name))
        })
        .collect()
});

/// A truth value: what comparisons yield.
pub(crate) const BOOL: Format = Format::declare(Declaration {
    name: "bool",
    width: 1,
    man_bits: 1,
    ..*Uint4::FORMAT.declared()
});

/// The format that conversions have under this name.
pub(crate) fn named(name: &str) -> Option<Format> {
    let listed = SOURCES.iter().find(|s| s.name == name).map(|s| s.format);
    listed.or_else(|| UNLISTED.get(name).copied())
}

/// The IEEE-like format `eXmY`.
pub(crate) fn custom(name: &str) -> Option<Format> {
    UNLISTED.get(name).copied().filter(Format::has_fields)
}

/// Whether a format is one that is made when asked for.
fn is_unlisted(name: &str) -> bool {
    UNLISTED.contains_key(name)
        && !SOURCES.iter().any(|s| s.name == name)
        && !p3109().any(|s| s.name == name)
}

/// The formats in a pattern that are made when asked for: the names between its dots.
pub(crate) fn unlisted_in(pattern: &str) -> impl Iterator<Item = &str> {
    pattern.split('.').filter(|name| is_unlisted(name))
}

/// The part of a system's id that names a format beyond the limits, and what would be right.
pub(crate) fn beyond_limits(system: &str, id: &str) -> Option<Refusal> {
    let (own, rest) = id.split_once('.')?;
    let names = (own == system || own.contains(['*', '?'])).then(|| rest.split('.').take(3))?;
    names.into_iter().find_map(|name| Some(Refusal::Limits(name.to_owned(), limits(name)?)))
}

/// What is right where a name has the form of an unlisted format, and its numbers are beyond the limits.
fn limits(name: &str) -> Option<&'static str> {
    // A number with more digits than any limit is beyond it, too.
    let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    let float = name.strip_prefix('e').and_then(|rest| rest.split_once('m'));
    let integer = name.strip_prefix(['i', 'u']).is_some_and(digits);
    match float {
        _ if named(name).is_some() => None,
        Some((e, m)) if digits(e) && digits(m) => {
            Some("eXmY with X from 2 to 15 and Y from 1 on, at most 64 bits with the sign")
        }
        _ if integer => Some("iN and uN with N from 2 to 64"),
        _ if is_p3109(name) => Some(P3109S),
        _ if name.strip_prefix("posit").is_some_and(is_posit) => Some(POSITS),
        _ => None,
    }
}

/// The names of posits.
pub(crate) const POSITS: &str = "8, 16, 32 and 64 (with the 2 exponent bits of the standard of 2022), or NeE with N from 3 to 64 bits and \
    E from 0 to 3 exponent bits: 8e0, 16e1, 32e2";

/// Whether a word has the form of a posit's widths: digits, or digits, `e` and digits.
pub(crate) fn is_posit(widths: &str) -> bool {
    let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    let (width, exponent) = widths.split_once('e').unwrap_or((widths, "0"));
    digits(width) && digits(exponent)
}

/// The names of P3109's formats.
pub(crate) const P3109S: &str = "binaryKpP with K from 3 to 16 and P from 1 to 15, at most K, then se, sf (signed; P below K), ue or uf: \
    binary8p3se";

/// Whether a word has the form of a P3109 format's name: `binary`, digits, `p`, and more.
pub(crate) fn is_p3109(name: &str) -> bool {
    let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    let widths = name.strip_prefix("binary").and_then(|rest| rest.split_once('p'));
    widths.is_some_and(|(width, _)| digits(width))
}

/// Whether a format is floating-point.
pub(crate) fn is_float(f: &Format) -> bool {
    !f.is_fixed()
}

/// Whether results of this format saturate where that is asked for: the listed formats of 8 bits.
pub(crate) fn saturates(f: &Format) -> bool {
    [Fp8E4m3Ocp::FORMAT, Fp8E5m2Ocp::FORMAT, Fp8E4m3Fnuz::FORMAT, Fp8E5m2Fnuz::FORMAT].contains(f)
}

/// Whether a format has neither infinity nor NaN, so that every overflow saturates.
pub(crate) fn finite_only(f: &Format) -> bool {
    !f.has_infinity() && !f.has_nan()
}

/// A section, and the sources of formats that are not IEEE 754's.
pub(crate) fn cited(section: &str, formats: &[Format]) -> String {
    let sources = [
        (Fp8E4m3Ocp::FORMAT, "OCP FP8 1.0"),
        (Fp8E5m2Ocp::FORMAT, "OCP FP8 1.0"),
        (Fp8E4m3Fnuz::FORMAT, "RISC-V Tile, table 29"),
        (Fp8E5m2Fnuz::FORMAT, "RISC-V Tile, table 29"),
        (Fp6E3m2::FORMAT, "OCP MX 1.0"),
        (Fp6E2m3::FORMAT, "OCP MX 1.0"),
        (Fp4E2m1::FORMAT, "OCP MX 1.0"),
        (E8m0::FORMAT, "OCP MX 1.0"),
    ];
    let p3109 = formats.iter().any(Format::is_p3109).then_some("P3109, report 4.0, 3");
    let posits = formats.iter().any(Format::is_posit).then_some("Posit standard 2022, 3");
    let mut text = section.to_owned();
    if let Some(source) = posits.filter(|_| !section.contains("Posit standard")) {
        text = format!("{text}; {source}");
    }
    if let Some(source) =
        p3109.filter(|_| !["P3109", "gfloat"].iter().any(|own| section.contains(own)))
    {
        text = format!("{text}; {source}");
    }
    for f in formats {
        let source = sources.iter().find(|(own, _)| own == f).map(|(_, source)| *source);
        if let Some(source) = source.filter(|s| !text.contains(s)) {
            text = format!("{text}; {source}");
        }
    }
    text
}
