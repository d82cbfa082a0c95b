//! The reference's terms in the library's, and every rule of rounding in one list.

use oracle::Rational;
use oracle::reference::engine::{self, Facts};
use softfloat::{Env, Flags, Format, IntegerRule, NanRule, Overflow, Rounded, Rounding};
use softfloat::{Tininess, Underflow, Unrounded, Value};

/// A format as the library and as the reference know it.
#[derive(Clone, Debug)]
pub struct Pair {
    /// As the library knows it.
    pub format: Format,
    /// As the reference knows it.
    pub facts: Facts,
}

impl Pair {
    /// The format of the facts table with this name.
    pub fn named(name: &str) -> Self {
        let format = *Format::by_name(name).unwrap_or_else(|| panic!("no format {name}"));
        let facts = engine::table().into_iter().find(|facts| facts.name == name);
        Self { format, facts: facts.unwrap_or_else(|| panic!("no row {name}")) }
    }

    /// The IEEE-like format with these widths.
    pub fn custom(exp_bits: u32, man_bits: u32) -> Self {
        let format = Format::ieee(exp_bits, man_bits).expect("the widths make a format");
        Self { format, facts: engine::custom(exp_bits, man_bits) }
    }

    /// Every code of a narrow format.
    pub fn codes(&self) -> std::ops::Range<u64> {
        assert!(self.format.width <= 16, "{} has too many codes", self.format.name);
        0..1 << self.format.width
    }
}

/// Every scalar format of the table.
pub fn all() -> Vec<Pair> {
    softfloat::format::ALL.iter().map(|f| Pair::named(f.name)).collect()
}

/// Every scalar format of at most `width` bits.
pub fn narrow(width: u32) -> Vec<Pair> {
    all().into_iter().filter(|pair| pair.format.width <= width).collect()
}

/// The floating-point formats of at most `width` bits: those of the table that have a sign, and some like IEEE's.
pub fn floats(width: u32) -> Vec<Pair> {
    let table = narrow(width).into_iter().filter(|f| f.format.sign && f.format.has_exponent());
    let custom = [(3, 2), (4, 3), (2, 1), (2, 5)].map(|(e, m)| Pair::custom(e, m));
    table.chain(custom.into_iter().filter(|f| f.format.width <= width)).collect()
}

/// What overflow may give.
pub const OVERFLOWS: [Overflow; 5] = [
    Overflow::Ieee,
    Overflow::Infinity,
    Overflow::Saturate,
    Overflow::SaturateFinite,
    Overflow::Nan,
];
/// What underflow may give.
pub const UNDERFLOWS: [Underflow; 3] =
    [Underflow::Gradual, Underflow::FlushSigned, Underflow::FlushPositive];
/// When tininess is detected.
pub const TININESSES: [Tininess; 2] = [Tininess::Before, Tininess::After];
const NAN_RULES: [NanRule; 2] = [NanRule::Canonical, NanRule::Propagate];

/// Every combination of rules: 6 x 2 x 5 x 3 x 2 = 360.
pub fn environments() -> Vec<Env> {
    let mut all = Vec::with_capacity(360);
    for nan in NAN_RULES {
        for overflow in OVERFLOWS {
            for underflow in UNDERFLOWS {
                for tininess in TININESSES {
                    let rules = Env { tininess, overflow, underflow, nan, ..Env::IEEE };
                    all.extend(Rounding::ALL.map(|r| rules.rounding(r)));
                }
            }
        }
    }
    all
}

/// The same rules for the reference.
pub fn rules(env: &Env) -> engine::Env {
    engine::Env {
        rounding: match env.rounding {
            Rounding::NearestEven => engine::Rounding::NearestEven,
            Rounding::NearestAway => engine::Rounding::NearestAway,
            Rounding::TowardZero => engine::Rounding::TowardZero,
            Rounding::Up => engine::Rounding::Up,
            Rounding::Down => engine::Rounding::Down,
            Rounding::ToOdd => engine::Rounding::ToOdd,
        },
        tininess: match env.tininess {
            Tininess::Before => engine::Tininess::Before,
            Tininess::After => engine::Tininess::After,
        },
        overflow: match env.overflow {
            Overflow::Ieee => engine::Overflow::Ieee,
            Overflow::Infinity => engine::Overflow::Infinity,
            Overflow::Saturate => engine::Overflow::Saturate,
            Overflow::SaturateFinite => engine::Overflow::SaturateFinite,
            Overflow::Nan => engine::Overflow::Nan,
        },
        underflow: match env.underflow {
            Underflow::Gradual => engine::Underflow::Gradual,
            Underflow::FlushSigned => engine::Underflow::FlushSigned,
            Underflow::FlushPositive => engine::Underflow::FlushPositive,
        },
        nan: match env.nan {
            // OFP8's rule is one of conversions by name; none of the environments above has it.
            NanRule::Canonical | NanRule::Ofp8 => engine::NanRule::Canonical,
            NanRule::Propagate => engine::NanRule::Propagate,
            NanRule::Sse => engine::NanRule::Sse,
            NanRule::Arm => engine::NanRule::Arm,
        },
        daz: env.daz,
        integer: match env.integer {
            IntegerRule::RiscV => engine::IntegerRule::RiscV,
            IntegerRule::Arm => engine::IntegerRule::Arm,
            IntegerRule::X86 => engine::IntegerRule::X86,
            IntegerRule::Wrap => engine::IntegerRule::Wrap,
        },
    }
}

/// What the reference reports, as a result of the library.
pub fn rounded((bits, flags): (u64, engine::Flags)) -> Rounded<u64> {
    let mut set = Flags::NONE;
    for (raised, flag) in [
        (flags.invalid, Flags::INVALID),
        (flags.divide_by_zero, Flags::DIVIDE_BY_ZERO),
        (flags.overflow, Flags::OVERFLOW),
        (flags.underflow, Flags::UNDERFLOW),
        (flags.inexact, Flags::INEXACT),
    ] {
        if raised {
            set |= flag;
        }
    }
    Rounded { bits, flags: set }
}

/// The reference's result of writing `value`, which came from `source`.
pub fn expected(to: &Pair, value: &engine::Value, source: &Pair, env: &Env) -> Rounded<u64> {
    rounded(engine::encode(&to.facts, value, Some(&source.facts), &rules(env)))
}

/// The magnitude of an unrounded value; what is sticky counts as a third of the last place.
pub fn magnitude(u: &Unrounded<u64>) -> Rational {
    let below = Rational::from((u32::from(u.sticky), 3));
    (Rational::from(u.significand) + below) << u.exponent
}

/// A value of the library, decoded from `source`, for the reference.
pub fn value(value: &Value<u64>, source: &Facts) -> engine::Value {
    match *value {
        Value::Finite(u) => engine::Value::Finite { sign: u.sign, magnitude: magnitude(&u) },
        Value::Infinite { sign } => engine::Value::Infinite { sign },
        Value::Nan { sign, signalling, payload } => {
            let unused = 64 - source.man_bits;
            let payload = payload.checked_shr(unused).unwrap_or(0);
            engine::Value::Nan { sign, signalling, payload }
        }
    }
}
