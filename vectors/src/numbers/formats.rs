//! The formats of number operations by the names that ids have for them.

use super::{convert, kernels, operation::Operation};
use crate::registry::NumberKernel;
use softfloat::format::{
    Bf16, Binary16, Binary32, Binary64, E8m0, Fp4E2m1, Fp6E2m3, Fp6E3m2, Fp8E4m3Ocp, Fp8E4m3Seed,
    Fp8E5m2Ocp, Fp8E5m2Seed, Int4, Int8, Int16, Int32, Int64, Kind, Nonfinite, Tf32, Uint4, Uint8,
    Uint16, Uint32, Uint64,
};
use softfloat::{Format, StaticFormat};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A listed floating-point format.
pub(super) struct Listed {
    /// The first part of its operations' ids.
    pub(super) system: &'static str,
    /// Its name in ids.
    pub(super) name: &'static str,
    pub(super) format: Format,
    /// The evaluator of an operation, with or without `exact`.
    pub(super) kernel: fn(Operation, bool) -> NumberKernel,
}

/// A listed format as the operand of conversions.
pub(super) struct Source {
    pub(super) name: &'static str,
    pub(super) format: Format,
    /// The evaluator of the conversion to a listed format of this name, with or without `exact`,
    /// where there is one of its own.
    pub(super) to: fn(&str, bool) -> Option<NumberKernel>,
}

macro_rules! listed {
    ($($system:literal $name:literal $ty:ident),* $(,)?) => {
        /// The formats that have operations.
        pub(super) static FLOATS: &[Listed] = &[$(Listed {
            system: $system,
            name: $name,
            format: $ty::FORMAT,
            kernel: kernels::typed::<$ty>,
        }),*];
    };
}

listed! {
    "ieee" "f16" Binary16, "ieee" "f32" Binary32, "ieee" "f64" Binary64,
    "ieee" "bf16" Bf16, "ieee" "tf32" Tf32,
    "fp8" "e4m3fn" Fp8E4m3Ocp, "fp8" "e5m2" Fp8E5m2Ocp,
    "fp8" "e4m3fnuz" Fp8E4m3Seed, "fp8" "e5m2fnuz" Fp8E5m2Seed,
    "fp6" "e3m2fn" Fp6E3m2, "fp6" "e2m3fn" Fp6E2m3, "fp4" "e2m1fn" Fp4E2m1,
}

/// Calls `$with!(context; (name, type)...)` with every format of conversions: those with operations,
/// the scale of MX blocks, integers.
macro_rules! with_formats {
    ($with:ident $context:tt) => {
        $with! { $context;
            ("f16", Binary16), ("f32", Binary32), ("f64", Binary64), ("bf16", Bf16),
            ("tf32", Tf32), ("e4m3fn", Fp8E4m3Ocp), ("e5m2", Fp8E5m2Ocp),
            ("e4m3fnuz", Fp8E4m3Seed), ("e5m2fnuz", Fp8E5m2Seed), ("e3m2fn", Fp6E3m2),
            ("e2m3fn", Fp6E2m3), ("e2m1fn", Fp4E2m1), ("e8m0", E8m0),
            ("i4", Int4), ("u4", Uint4), ("i8", Int8), ("u8", Uint8), ("i16", Int16),
            ("u16", Uint16), ("i32", Int32), ("u32", Uint32), ("i64", Int64), ("u64", Uint64)
        }
    };
}

macro_rules! sources {
    ({}; $(($name:literal, $ty:ident)),*) => {
        /// The formats that are converted from and to.
        pub(super) static SOURCES: &[Source] = &[$(Source {
            name: $name,
            format: $ty::FORMAT,
            to: if matches!($name.as_bytes(), b"f32") { from_single } else { to::<$ty> },
        }),*];
    };
}
with_formats!(sources {});

/// The evaluator of the conversion from `A` to the listed format of this name, for the formats that
/// nearly all conversions are from or to; the others are not worth an evaluator each.
fn to<A: StaticFormat>(target: &str, exact: bool) -> Option<NumberKernel> {
    match target {
        "f16" => convert::typed::<A, Binary16>(exact),
        "f32" => convert::typed::<A, Binary32>(exact),
        "f64" => convert::typed::<A, Binary64>(exact),
        "bf16" => convert::typed::<A, Bf16>(exact),
        _ => None,
    }
}

macro_rules! targets {
    ({ $target:ident $exact:ident }; $(($name:literal, $ty:ident)),*) => {
        match $target {
            $($name => convert::typed::<Binary32, $ty>($exact),)*
            _ => None,
        }
    };
}

/// The same from binary32 to all.
fn from_single(target: &str, exact: bool) -> Option<NumberKernel> {
    with_formats!(targets { target exact })
}

/// Formats that are not listed: `eXmY`, `iN`, `uN`.
static UNLISTED: LazyLock<BTreeMap<&'static str, Format>> = LazyLock::new(|| {
    let floats = (2..=15).flat_map(|e| (1..=61).map(move |m| (e, m)));
    let floats = floats.filter_map(|(e, m)| Format::ieee(e, m).ok());
    let floats = floats.map(|f| (format!("e{}m{}", f.exp_bits, f.man_bits), f));
    let signs = [(true, 'i'), (false, 'u')];
    let integers = (4..=64).flat_map(|w| signs.map(|(sign, c)| (c, Format::integer(w, sign))));
    let integers = integers.filter_map(|(c, f)| f.ok().map(|f| (format!("{c}{}", f.width), f)));
    floats
        .chain(integers)
        .map(|(name, format)| {
            let name: &'static str = name.leak();
            (name, Format { name, ..format })
        })
        .collect()
});

/// A truth value: what comparisons yield.
pub(super) const BOOL: Format = Format { name: "bool", width: 1, man_bits: 1, ..Uint4::FORMAT };

/// The format that conversions have under this name.
pub(super) fn named(name: &str) -> Option<Format> {
    let listed = SOURCES.iter().find(|s| s.name == name).map(|s| s.format);
    listed.or_else(|| UNLISTED.get(name).copied())
}

/// The IEEE-like format `eXmY`.
pub(super) fn custom(name: &str) -> Option<Format> {
    UNLISTED.get(name).copied().filter(is_float)
}

/// Whether a format is floating-point.
pub(super) fn is_float(f: &Format) -> bool {
    !matches!(f.kind, Kind::Fixed { .. })
}

/// Whether results of this format saturate where that is asked for: the formats of 8 bits.
pub(super) fn saturates(f: &Format) -> bool {
    is_float(f) && f.width == 8 && f.name.starts_with("fp8")
}

/// Whether a format has neither infinity nor NaN, so that every overflow saturates.
pub(super) fn finite_only(f: &Format) -> bool {
    f.nonfinite == Nonfinite::None
}

/// A section, and the sources of formats that are not IEEE 754's.
pub(super) fn cited(section: &str, formats: &[Format]) -> String {
    let sources = [
        ("fp8_e4m3_ocp", "OCP FP8 1.0"),
        ("fp8_e5m2_ocp", "OCP FP8 1.0"),
        ("fp8_e4m3_seed", "RISC-V Tile, table 29"),
        ("fp8_e5m2_seed", "RISC-V Tile, table 29"),
        ("fp6_e3m2", "OCP MX 1.0"),
        ("fp6_e2m3", "OCP MX 1.0"),
        ("fp4_e2m1", "OCP MX 1.0"),
        ("e8m0", "OCP MX 1.0"),
    ];
    let mut text = section.to_owned();
    for f in formats {
        let source = sources.iter().find(|(name, _)| *name == f.name).map(|(_, source)| *source);
        if let Some(source) = source.filter(|s| !text.contains(s)) {
            text = format!("{text}; {source}");
        }
    }
    text
}
