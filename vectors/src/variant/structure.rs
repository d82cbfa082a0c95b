//! Structures: datapaths that compute the same operation in another way. A row is a text and what it gives;
//! `identify` has them as candidates and `check` as causes.

use super::bench::{Bench, Low};
use super::sketch::{Sketch, Tie};
use crate::formats::{self, SOURCES};
use crate::registry::{Arithmetic, Outcome};
use softfloat::{Format, Overflow, Rounding, Underflow};
use std::sync::LazyLock;

/// A datapath other than the operation's own.
pub(crate) struct Structure {
    /// What it does instead.
    pub(crate) text: &'static str,
    how: How,
}

/// What of the operation is otherwise.
enum How {
    /// How the exact number becomes the result.
    Rounds(fn(&Sketch<'_>) -> Option<Outcome>),
    /// The product of a fused operation is rounded, in this direction or the operation's own.
    Unfused(Option<Rounding>),
    /// Where the result is a zero, it is the other one.
    OtherZero,
    /// The zero that is left of numbers is +0, rounding down, too.
    PositiveZero,
    /// Of a converted NaN the highest bits of the fraction alone are kept: an infinity where they are 0.
    CutPayload,
    /// A conversion by way of this format.
    Through(Format),
    /// What stands in MN-Core 2's product for the one of the low bits, by how many they are: (s. 4.3).
    Omits(Low),
}

const fn rounds(text: &'static str, how: fn(&Sketch<'_>) -> Option<Outcome>) -> Structure {
    Structure { text, how: How::Rounds(how) }
}

const fn omits(text: &'static str, low: Low) -> Structure {
    Structure { text, how: How::Omits(low) }
}

/// All of them, of those that are alike the likelier first.
static ALL: LazyLock<Vec<Structure>> = LazyLock::new(|| {
    let sources = SOURCES.iter().map(|source| (source.name, source.format));
    let p3109 = formats::p3109().map(|source| (source.name, source.format));
    let ways = sources.chain(p3109).filter(|(_, format)| is_way(format));
    let ways = ways.map(|(name, format)| Structure {
        text: Box::leak(format!("first rounded to {name}").into_boxed_str()),
        how: How::Through(format),
    });
    ways.chain(ROWS).collect()
});

/// Those that are no matter of formats.
const ROWS: [Structure; 42] = [
    Structure { text: "the product is rounded before the addition", how: How::Unfused(None) },
    Structure {
        text: "the product is cut before the addition",
        how: How::Unfused(Some(Rounding::TowardZero)),
    },
    rounds("ties go toward zero", |s| s.tie(Tie::Zero)),
    rounds("ties go away from zero", |s| s.tie(Tie::Away)),
    rounds("ties go to odd", |s| s.tie(Tie::Odd)),
    rounds("ties go up", |s| s.tie(Tie::Up)),
    rounds("the sticky bit is dropped: a guard bit alone decides", |s| s.kept(1)),
    rounds("one bit behind the guard bit is kept, no sticky bit", |s| s.kept(2)),
    rounds("two bits behind the guard bit are kept, no sticky bit", |s| s.kept(3)),
    rounds("the smaller term is cut at the last place of the larger", |s| s.aligned(0)),
    rounds("the smaller term is cut behind one extra bit", |s| s.aligned(1)),
    rounds("the smaller term is cut behind two extra bits", |s| s.aligned(2)),
    rounds("the smaller term is cut behind three extra bits", |s| s.aligned(3)),
    rounds("the smaller term is cut behind four extra bits", |s| s.aligned(4)),
    rounds("a term below one extra bit of the larger is dropped", |s| s.near(1)),
    rounds("a term below two extra bits of the larger is dropped", |s| s.near(2)),
    rounds("a term below three extra bits of the larger is dropped", |s| s.near(3)),
    rounds("normalisation after cancellation is skipped", |s| s.unnormalised()),
    Structure { text: "what cancels is +0, rounding down, too", how: How::PositiveZero },
    Structure { text: "the sign of zero is turned", how: How::OtherZero },
    Structure {
        text: "NaN keeps the highest bits of its fraction alone, an infinity where they are 0",
        how: How::CutPayload,
    },
    rounds("the largest exponent overflows", |s| s.overflow_from(1)),
    rounds("the largest exponent is the largest number below it", |s| s.saturated_from(1)),
    rounds("a result is too large only beyond twice the largest number", |s| s.in_top_field()),
    rounds("what overflows becomes the largest number", |s| s.overflow(Overflow::Saturate)),
    rounds("what overflows becomes infinite in every direction", |s| {
        s.overflow(Overflow::Infinity)
    }),
    rounds("what overflows becomes NaN", |s| s.overflow(Overflow::Nan)),
    rounds("subnormal results are flushed to zero", |s| s.flushed_to(-1)),
    rounds("subnormal results are flushed to +0", |s| s.underflow(Underflow::FlushPositive)),
    rounds("the smallest normal exponent is flushed to zero, too", |s| s.flushed_to(0)),
    rounds("rounded twice, first to 53 bits", |s| s.through(53)),
    rounds("rounded twice, first to 64 bits", |s| s.through(64)),
    rounds("rounded twice, first with one bit more", |s| s.twice(1)),
    rounds("rounded twice, first with two bits more", |s| s.twice(2)),
    rounds("subnormal results are rounded twice, first as normal ones", |s| s.twice(0)),
    omits("the correction r of the omitted low product is missing", Low::Nothing),
    omits("the product of the low bits is not left out", Low::Whole),
    omits("the correction r is twice as large", Low::Corrected(1)),
    omits("the correction r is half as large", Low::Corrected(-1)),
    omits("the correction r is four times as large", Low::Corrected(2)),
    omits("the correction r is a quarter as large", Low::Corrected(-2)),
    omits("the correction r stands where nothing is left out, too", Low::Always),
];

impl Structure {
    /// Those that an operation may have instead of its own.
    pub(crate) fn of(bench: &Bench) -> impl Iterator<Item = &'static Self> + use<> {
        let (arithmetic, ends) = (bench.arithmetic(), bench.ends());
        ALL.iter().filter(move |s| match arithmetic {
            Some(arithmetic) => s.fits(arithmetic, ends),
            // To integers.
            None => s.is_way() && s.fits(Arithmetic::Convert, ends),
        })
    }

    /// Whether an operation of this arithmetic may be built so; `ends` are the formats of a conversion.
    fn fits(&self, arithmetic: Arithmetic, ends: Option<(Format, Format)>) -> bool {
        use Arithmetic::{Convert, Fused, Omitting, Product, Quotient, Root, Sum};
        match self.how {
            How::Rounds(_) | How::OtherZero => {
                matches!(
                    arithmetic,
                    Sum { .. } | Product | Fused { .. } | Quotient | Root | Convert
                ) || matches!(arithmetic, Omitting { .. })
            }
            How::PositiveZero => matches!(arithmetic, Sum { .. } | Fused { .. }),
            How::CutPayload => arithmetic == Convert,
            How::Unfused(_) => matches!(arithmetic, Fused { .. }),
            How::Through(way) => arithmetic == Convert && is_between(&way, ends),
            How::Omits(_) => matches!(arithmetic, Omitting { .. }),
        }
    }

    /// Whether it is a way by another format, which a part of the results alone does not go.
    pub(crate) const fn is_way(&self) -> bool {
        matches!(self.how, How::Through(_))
    }

    /// What it gives; nothing where it says nothing of a case, or what the operation itself gives.
    pub(crate) fn run(&self, bench: &Bench, x: &[u64]) -> Option<Outcome> {
        match self.how {
            How::Rounds(how) => how(&bench.sketch(x)?),
            How::OtherZero => bench.other_zero(x),
            How::PositiveZero => bench.positive_zero(x),
            How::CutPayload => bench.cut_payload(x),
            How::Unfused(direction) => bench.unfused(x, direction),
            How::Through(way) => bench.through(x, &way),
            How::Omits(low) => bench.omitting(x, low),
        }
    }
}

/// Whether conversions may go by way of a format: floating point with a fraction.
fn is_way(f: &Format) -> bool {
    !f.is_fixed() && !f.is_posit() && f.precision() > 1
}

/// Significant bits, and the exponents of the smallest and the largest power of two.
fn reach(f: &Format) -> (u32, i32, i32) {
    if f.is_fixed() {
        let bits = f.width - u32::from(f.sign);
        return (bits, 0, bits as i32 - 1);
    }
    let (least, most) = f.exponents();
    (f.precision(), least, most)
}

/// Whether a format holds more than the result's and less than the operand's, so that results may be rounded twice.
fn is_between(way: &Format, ends: Option<(Format, Format)>) -> bool {
    let more = |a: (u32, i32, i32), b: (u32, i32, i32)| a.0 > b.0 || a.1 < b.1 || a.2 > b.2;
    ends.is_some_and(|(from, to)| more(reach(way), reach(&to)) && more(reach(&from), reach(way)))
}
