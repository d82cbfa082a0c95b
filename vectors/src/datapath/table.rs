//! The table of fields: name, values, how they are read and written. Fields stand in the order in
//! which they are read: one may lean on those before it.

use super::forms::{
    can_be_factor, cut_of, read_alignment, read_order, read_product, write_alignment, write_order,
    write_product,
};
use super::model::{MOST, Own};
use super::words::{CUTS, List, factor, factor_text, format, name, number, target, target_text};
use softfloat::sum::{
    Addend, Alignment, Join, Normalise, Operand, Opposite, Over, ProductRule, Term, TimesZero,
    Width, ZeroSum,
};
use softfloat::{IntegerRule, Overflow, Underflow};

/// A field.
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) right: &'static str,
    pub(super) read: fn(&mut Own, &str) -> Option<()>,
    /// Nothing where the datapath does not have it.
    pub(super) write: fn(&Own) -> Option<String>,
}

/// A field that is one of a list of words.
macro_rules! listed {
    ($name:literal, $right:literal, $list:expr, $($place:ident).+) => {
        Field {
            name: $name,
            right: $right,
            read: |own, text| {
                own.$($place).+ = $list.read(text)?;
                Some(())
            },
            write: |own| $list.write(own.$($place).+),
        }
    };
}

const ADDEND: List<Addend> = List(&[
    ("none", Addend::None),
    ("first", Addend::First),
    ("last", Addend::Last),
    ("after", Addend::After),
]);
const JOIN: List<Join> = List(&[("term", Join::Term), ("after", Join::After)]);
const NORMALISE: List<Normalise> = List(&[
    ("addition", Normalise::Addition),
    ("chunk", Normalise::Chunk),
    ("end", Normalise::End),
]);
const SWITCH: List<bool> = List(&[("1", true), ("0", false)]);
const ZERO: List<ZeroSum> = List(&[("ieee", ZeroSum::Ieee), ("plus", ZeroSum::Plus)]);
const OPPOSITE: List<Opposite> = List(&[
    ("invalid", Opposite::Invalid),
    ("invalid_beside_nan", Opposite::InvalidBesideNan),
    ("plus", Opposite::Plus),
    ("minus", Opposite::Minus),
    ("zero", Opposite::Zero),
]);
const TIMES_ZERO: List<TimesZero> = List(&[
    ("invalid", TimesZero::Invalid),
    ("zero", TimesZero::Zero),
    ("infinite", TimesZero::Infinite),
]);
const OVERFLOW: List<Overflow> = List(&[
    ("ieee", Overflow::Ieee),
    ("infinity", Overflow::Infinity),
    ("saturate", Overflow::Saturate),
    ("saturate_finite", Overflow::SaturateFinite),
    ("nan", Overflow::Nan),
]);
const UNDERFLOW: List<Underflow> = List(&[
    ("gradual", Underflow::Gradual),
    ("flush", Underflow::FlushSigned),
    ("flush_positive", Underflow::FlushPositive),
]);
const INTEGER: List<IntegerRule> = List(&[
    ("riscv", IntegerRule::RiscV),
    ("arm", IntegerRule::Arm),
    ("x86", IntegerRule::X86),
    ("wrap", IntegerRule::Wrap),
]);

const FORMAT: &str = "a format such as f16, bf16, e4m3fn, i8, e6m9 or mncore2_half";
const FACTOR: &str = "a format such as f16, bf16, e4m3fn, i8, e6m9 or mncore2_half, or \
                      shared.LEN.FORMAT with one that has a common exponent (mncore2_bf_half)";

pub(super) static FIELDS: &[Field] = &[
    Field {
        name: "terms",
        right: "a number from 1 to 4096",
        read: |own, text| {
            own.terms = number(text).filter(|n| (1..=MOST).contains(n))?;
            Some(())
        },
        write: |own| Some(own.terms.to_string()),
    },
    Field {
        name: "x",
        right: FACTOR,
        read: |own, text| {
            let a = factor(text).filter(can_be_factor)?;
            own.datapath.term = match (own.datapath.term, a) {
                (Term::Product { b, rule, .. }, _) => Term::Product { a, b, rule },
                (Term::Element(_), Operand::Scalar(element)) => Term::Element(element),
                // Read again when `y` is.
                (Term::Element(_), shared) => {
                    Term::Product { a: shared, b: shared, rule: ProductRule::Exact }
                }
            };
            Some(())
        },
        write: |own| {
            Some(match &own.datapath.term {
                Term::Element(element) => name(element),
                Term::Product { a, .. } => factor_text(a),
            })
        },
    },
    Field {
        name: "y",
        right: FACTOR,
        read: |own, text| {
            let b = factor(text).filter(can_be_factor)?;
            own.datapath.term = match own.datapath.term {
                Term::Product { a, rule, .. } => Term::Product { a, b, rule },
                Term::Element(element) => {
                    let a = Operand::Scalar(element);
                    Term::Product { a, b, rule: ProductRule::Exact }
                }
            };
            Some(())
        },
        write: |own| match &own.datapath.term {
            Term::Element(_) => None,
            Term::Product { b, .. } => Some(factor_text(b)),
        },
    },
    Field {
        name: "product",
        right: "exact, FORMAT, FORMAT.DIRECTION, bits.N.DIRECTION or omitted.BITS.CORRECTION, where y is given",
        read: read_product,
        write: write_product,
    },
    Field {
        name: "result",
        right: FORMAT,
        read: |own, text| {
            let to = format(text)?;
            own.datapath.result.format = to;
            own.datapath.partial.format = to;
            own.datapath.addend_format = to;
            Some(())
        },
        write: |own| Some(name(&own.datapath.result.format)),
    },
    Field {
        name: "partial",
        right: "a format such as f32, and perhaps a direction, such as f32.rtz",
        read: |own, text| {
            (own.datapath.partial.format, own.partial) = target(text)?;
            Some(())
        },
        write: |own| Some(target_text(&own.datapath.partial.format, own.partial)),
    },
    Field {
        name: "z",
        right: FORMAT,
        read: |own, text| {
            own.datapath.addend_format = format(text)?;
            Some(())
        },
        write: |own| Some(name(&own.datapath.addend_format)),
    },
    listed!("addend", "none, first, last or after", ADDEND, datapath.addend),
    Field {
        name: "order",
        right: "all, chunks.N, tree.N with N from 2 to 16, groups.N or strided.N",
        read: read_order,
        write: |own| Some(write_order(own.datapath.order)),
    },
    listed!("join", "term or after", JOIN, datapath.join),
    listed!("normalise", "addition, chunk or end", NORMALISE, datapath.normalise),
    Field {
        name: "alignment",
        right: "exact, fixed.UNIT, leading.BITS or field.BITS",
        read: read_alignment,
        write: |own| Some(write_alignment(own.datapath.alignment)),
    },
    Field {
        name: "cut",
        right: "rtz, rdn, rne, rna, rup, rto, sticky or stickyfloor, where an alignment cuts",
        read: |own, text| {
            *cut_of(&mut own.datapath.alignment)? = CUTS.read(text)?;
            Some(())
        },
        write: |own| {
            let mut alignment = own.datapath.alignment;
            cut_of(&mut alignment).and_then(|cut| CUTS.write(*cut))
        },
    },
    Field {
        name: "over",
        right: "all or terms, where the largest exponent is the reference",
        read: |own, text| match &mut own.datapath.alignment {
            Alignment::Largest { over, .. } => {
                *over = OVER.read(text)?;
                Some(())
            }
            _ => None,
        },
        write: |own| match own.datapath.alignment {
            Alignment::Largest { over, .. } => OVER.write(over),
            _ => None,
        },
    },
    Field {
        name: "least",
        right: "none or an exponent from -32768 to 32768, where the largest exponent is the reference",
        read: |own, text| match &mut own.datapath.alignment {
            Alignment::Largest { least, .. } => {
                *least = match text {
                    "none" => None,
                    text => Some(number(text).filter(|n: &i32| n.abs() <= Alignment::MAX_UNIT)?),
                };
                Some(())
            }
            _ => None,
        },
        write: |own| match own.datapath.alignment {
            Alignment::Largest { least, .. } => {
                Some(least.map_or("none".to_owned(), |least| least.to_string()))
            }
            _ => None,
        },
    },
    listed!("reports_cut", "0 or 1", SWITCH, datapath.reports_cut),
    Field {
        name: "width",
        right: "none, wrap.BITS or clamp.BITS",
        read: |own, text| {
            own.datapath.width = match text.split_once('.') {
                None if text == "none" => None,
                Some((kind @ ("wrap" | "clamp"), bits)) => {
                    Some(Width { bits: number(bits)?, saturate: kind == "clamp" })
                }
                _ => return None,
            };
            Some(())
        },
        write: |own| {
            Some(match own.datapath.width {
                None => "none".to_owned(),
                Some(Width { bits, saturate: true }) => format!("clamp.{bits}"),
                Some(Width { bits, saturate: false }) => format!("wrap.{bits}"),
            })
        },
    },
    listed!("zero", "ieee or plus", ZERO, datapath.zero),
    listed!(
        "opposite",
        "invalid, invalid_beside_nan, plus, minus or zero",
        OPPOSITE,
        datapath.opposite
    ),
    listed!("times_zero", "invalid, zero or infinite", TIMES_ZERO, datapath.times_zero),
    listed!("overflow", "ieee, infinity, saturate, saturate_finite or nan", OVERFLOW, overflow),
    listed!("underflow", "gradual, flush or flush_positive", UNDERFLOW, underflow),
    listed!("integer", "riscv, arm, x86 or wrap", INTEGER, integer),
];

const OVER: List<Over> = List(&[("all", Over::All), ("terms", Over::Terms)]);
