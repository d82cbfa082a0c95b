//! TestFloat's function names, as `testfloat_gen -help` and `testfloat -list` have them.

use softfloat::Rounding;
use std::fmt;

/// TestFloat's name of a type, and ours in ids.
struct Name {
    theirs: &'static str,
    ours: &'static str,
    /// Whose operations are in ids those on it.
    system: &'static str,
}

const fn ieee(theirs: &'static str, ours: &'static str) -> Name {
    Name { theirs, ours, system: "ieee" }
}

/// The floating-point types. TestFloat has `bf16` in conversions; it is taken everywhere.
const FLOATS: [Name; 6] = [
    ieee("f16", "f16"),
    ieee("bf16", "bf16"),
    ieee("f32", "f32"),
    ieee("f64", "f64"),
    Name { theirs: "extF80", ours: "f80", system: "x87" },
    ieee("f128", "f128"),
];

/// What the types are called besides.
const ALIASES: [(&str, &str); 9] = [
    ("floatx80", "extF80"),
    ("float128", "f128"),
    ("float16", "f16"),
    ("float32", "f32"),
    ("float64", "f64"),
    ("int32", "i32"),
    ("int64", "i64"),
    ("uint32", "ui32"),
    ("uint64", "ui64"),
];

/// A name with the types as TestFloat's release 3 calls them.
fn renamed(name: &str) -> String {
    let part = |part| ALIASES.iter().find(|(alias, _)| *alias == part).map_or(part, |a| a.1);
    name.split('_').map(part).collect::<Vec<_>>().join("_")
}

/// The integer types.
const INTEGERS: [Name; 4] =
    [ieee("ui32", "u32"), ieee("ui64", "u64"), ieee("i32", "i32"), ieee("i64", "i64")];

/// The operations on one floating-point type.
const OPERATIONS: [(&str, &str); 14] = [
    ("roundToInt", "round_to_integral"),
    ("add", "add"),
    ("sub", "sub"),
    ("mul", "mul"),
    ("mulAdd", "fma"),
    ("div", "div"),
    ("rem", "remainder"),
    ("sqrt", "sqrt"),
    ("eq", "eq_quiet"),
    ("le", "le_signaling"),
    ("lt", "lt_signaling"),
    ("eq_signaling", "eq_signaling"),
    ("le_quiet", "le_quiet"),
    ("lt_quiet", "lt_quiet"),
];

/// TestFloat's rounding modes and ours.
pub(super) const MODES: [(&str, Rounding); 6] = [
    ("near_even", Rounding::NearestEven),
    ("near_maxMag", Rounding::NearestAway),
    ("minMag", Rounding::TowardZero),
    ("max", Rounding::Up),
    ("min", Rounding::Down),
    ("odd", Rounding::ToOdd),
];

/// A function of TestFloat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The operation's id.
    pub id: String,
    /// The rounding mode that the name fixes: `f32_to_i32_r_minMag`.
    pub rounding: Option<Rounding>,
    /// What the name says about signalling inexact: `_r_` no, `_rx_` yes.
    pub exact: Option<bool>,
}

/// A name that is no function's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotAFunction {
    /// Nothing of TestFloat's.
    #[error(
        "`{0}` is no function of TestFloat\n  right: TYPE_add, sub, mul, mulAdd, div, rem, sqrt, \
         roundToInt, eq, le, lt, eq_signaling, le_quiet, lt_quiet of f16, bf16, f32, f64, extF80 \
         (which has no mulAdd) or f128; TYPE_to_TYPE between these and ui32, ui64, i32, i64"
    )]
    Unknown(String),
}

fn ours(types: &[Name], theirs: &str) -> Option<&'static str> {
    types.iter().find(|t| t.theirs == theirs).map(|t| t.ours)
}

impl Function {
    /// The function of this name.
    ///
    /// # Errors
    /// Where TestFloat has no such function.
    pub fn find(name: &str) -> Result<Self, NotAFunction> {
        let shown: String = name.chars().take(80).collect();
        read(&renamed(name)).ok_or(NotAFunction::Unknown(shown))
    }

    /// Whether the rule of tininess can change the exceptions: of products, and between formats; of sums and quotients where they are
    /// rounded to fewer bits than the format has. Else no sum, quotient or root of one format lies where the rules differ.
    pub(super) fn depends_on_tininess(&self, shorter: bool) -> bool {
        if shorter && self.id.starts_with("x87.") {
            return true;
        }
        let last = self.id.rsplit('.').next().unwrap_or_default();
        let float = |name: &str| FLOATS.iter().any(|t| name == t.ours);
        match self.id.strip_prefix("cvt.").and_then(|id| id.split_once('.')) {
            Some((from, to)) => float(from) && float(to),
            None => ["mul", "fma"].contains(&last),
        }
    }

    /// Every function by its plain name, in TestFloat's order.
    pub fn all() -> impl Iterator<Item = Self> {
        let between = |from: &'static [Name], to: &'static [Name]| {
            from.iter().flat_map(|a| to.iter().map(|b| (a.theirs, b.theirs)))
        };
        let conversions = between(&INTEGERS, &FLOATS)
            .chain(between(&FLOATS, &INTEGERS))
            .chain(between(&FLOATS, &FLOATS).filter(|(a, b)| a != b))
            .map(|(a, b)| format!("{a}_to_{b}"));
        let operations = FLOATS
            .iter()
            .flat_map(|t| OPERATIONS.iter().map(|(op, _)| format!("{}_{op}", t.theirs)));
        conversions.chain(operations).filter_map(|name| read(&name))
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The function of this name, if there is one.
fn read(name: &str) -> Option<Function> {
    let (plain, rounding, exact) = suffix(name);
    let to_integer = |ty: &str| ours(&INTEGERS, ty).is_some();
    let (first, rest) = plain.split_once('_')?;
    let (id, rounds) = if let Some(target) = rest.strip_prefix("to_") {
        let a = ours(&FLOATS, first).or_else(|| ours(&INTEGERS, first))?;
        let b = ours(&FLOATS, target).or_else(|| ours(&INTEGERS, target))?;
        if a == b || to_integer(first) && to_integer(target) {
            return None;
        }
        (format!("cvt.{a}.{b}"), to_integer(target))
    } else {
        let (_, op) = OPERATIONS.iter().find(|(theirs, _)| *theirs == rest)?;
        let Name { ours, system, .. } = FLOATS.iter().find(|t| t.theirs == first)?;
        // The x87 has no fused operation.
        if *system == "x87" && *op == "fma" {
            return None;
        }
        (format!("{system}.{ours}.{op}"), rest == "roundToInt")
    };
    let fixed = rounding.is_some() || exact.is_some();
    (rounds || !fixed).then(|| Function { name: name.to_owned(), id, rounding, exact })
}

/// The name without `_r_MODE`, `_rx_MODE` or `_x`, and what they fix.
fn suffix(name: &str) -> (&str, Option<Rounding>, Option<bool>) {
    for (mark, exact) in [("_r_", false), ("_rx_", true)] {
        if let Some((plain, mode)) = name.split_once(mark)
            && let Some((_, ours)) = MODES.iter().find(|(theirs, _)| *theirs == mode)
        {
            return (plain, Some(*ours), Some(exact));
        }
    }
    match name.strip_suffix("_x") {
        Some(plain) => (plain, None, Some(true)),
        None => (name, None, None),
    }
}

/// A type whose operands alone are generated: `testfloat_gen f32 2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// An operation with these operands.
    pub id: String,
}

impl Type {
    /// The type of this name with a number of operands: 1 to 3, of integers 1.
    #[must_use]
    pub fn find(name: &str, operands: u64) -> Option<Self> {
        let name = &*renamed(name);
        if let Some(ty) = ours(&INTEGERS, name) {
            return (operands == 1).then(|| Self { id: format!("cvt.{ty}.f64") });
        }
        let Name { ours, system, .. } = FLOATS.iter().find(|t| t.theirs == name)?;
        let op = match operands {
            1 => "sqrt",
            2 => "add",
            3 if *system == "ieee" => "fma",
            _ => return None,
        };
        Some(Self { id: format!("{system}.{ours}.{op}") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_release_3e() {
        for (name, id) in [
            ("ui32_to_f16", "cvt.u32.f16"),
            ("i64_to_f64", "cvt.i64.f64"),
            ("f16_to_f32", "cvt.f16.f32"),
            ("f64_to_ui64", "cvt.f64.u64"),
            ("bf16_to_f32", "cvt.bf16.f32"),
            ("f32_mulAdd", "ieee.f32.fma"),
            ("f64_rem", "ieee.f64.remainder"),
            ("f16_roundToInt", "ieee.f16.round_to_integral"),
            ("f32_le", "ieee.f32.le_signaling"),
            ("f32_le_quiet", "ieee.f32.le_quiet"),
            ("f32_eq", "ieee.f32.eq_quiet"),
        ] {
            let f = Function::find(name).unwrap();
            assert_eq!((f.id.as_str(), f.rounding, f.exact), (id, None, None), "{name}");
        }
        let f = Function::find("f32_to_i64_r_minMag").unwrap();
        assert_eq!(
            (f.id.as_str(), f.rounding, f.exact),
            ("cvt.f32.i64", Some(Rounding::TowardZero), Some(false))
        );
        let f = Function::find("f16_to_ui32_rx_near_maxMag").unwrap();
        assert_eq!(
            (f.id.as_str(), f.rounding, f.exact),
            ("cvt.f16.u32", Some(Rounding::NearestAway), Some(true))
        );
        for (alias, name) in [
            ("float32_add", "f32_add"),
            ("float16_to_float64", "f16_to_f64"),
            ("uint64_to_float32", "ui64_to_f32"),
            ("float64_to_int32_r_minMag", "f64_to_i32_r_minMag"),
            ("int64_to_f16", "i64_to_f16"),
        ] {
            assert_eq!(Function::find(alias), Function::find(name));
            assert_eq!(Function::find(alias).unwrap().name, name);
        }
        assert_eq!(Type::find("float32", 2), Type::find("f32", 2));
        assert_eq!(Type::find("uint32", 1), Type::find("ui32", 1));
        let f = Function::find("f64_roundToInt_x").unwrap();
        assert_eq!((f.rounding, f.exact), (None, Some(true)));
    }

    #[test]
    fn other_names_are_refused() {
        for name in
            ["f32", "f32_", "f32_to_f32", "i32_to_ui32", "f32_fma", "f32_add_r_min", "f8_add", ""]
        {
            assert!(matches!(Function::find(name), Err(NotAFunction::Unknown(_))), "{name}");
        }
        for (name, id) in [
            ("extF80_add", "x87.f80.add"),
            ("f128_mulAdd", "ieee.f128.fma"),
            ("f128_to_f32", "cvt.f128.f32"),
            ("ui64_to_extF80", "cvt.u64.f80"),
            ("extF80_to_f128", "cvt.f80.f128"),
            ("floatx80_roundToInt", "x87.f80.round_to_integral"),
        ] {
            assert_eq!(Function::find(name).unwrap().id, id, "{name}");
        }
        assert!(Function::find("extF80_mulAdd").is_err());
    }

    #[test]
    fn all_are_found_by_their_names() {
        assert_eq!(Function::all().count(), 24 + 24 + 30 + 6 * 14 - 1);
        assert!(Function::all().all(|f| Function::find(&f.name) == Ok(f.clone())));
    }
}
