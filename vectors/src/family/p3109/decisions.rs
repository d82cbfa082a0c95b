//! What was decided on P3109's formats.

use crate::registry::Decision;

pub(super) const DECISIONS: &[Decision] = &[
    Decision::new(
        "P3109-D01",
        "P3109 by gfloat",
        "What stands for P3109, whose text was not read",
        "gfloat 0.5.2: `format_info_p3109`, `decode_float`, `round_float`, `encode_float`. Listed are the formats of its `p3109_binary8_formats`; on demand every format of 3 to 16 bits and a precision of 1 to 15. With a sign the precision is below the bits: gfloat also makes formats of a sign and no exponent field, which are left out, and so is `binary16p1u`, whose exponents have 16 bits: texts have no room for its numbers. Formats whose numbers binary64 does not hold follow the same formula; gfloat has no values of them",
    ),
    Decision::new(
        "P3109-D02",
        "the one NaN and the one zero of P3109",
        "NaN and zero",
        "There is one of each: the sign of a zero, and sign, payload and quietness of a NaN that is converted are lost",
    ),
    Decision::new(
        "P3109-D03",
        "P3109's projection",
        "Projection: rounding and saturation",
        "`rm=rne, rna, rtz, rup, rdn`, as gfloat's TiesToEven, TiesToAway, TowardZero, TowardPositive, TowardNegative; a tie goes to the even code, with one bit of precision too. Beyond the largest number: with `sat=1` that, for infinities as well; else in directions toward it that number, for numbers alone; else an infinity, where there is none NaN. The operations `sr` have gfloat's stochastic kinds. There are no flags. Other directions (to odd) and saturations, which gfloat lacks, are left out",
    ),
    Decision::new(
        "P3109-D04",
        "negative numbers without a sign in P3109",
        "Negative numbers and minus infinity in a format without a sign",
        "Rounded as if there were a sign: what becomes 0 is 0, everything else NaN, with every saturation; minus infinity too, minus zero is 0. gfloat has no rule for all of it: extended formats refuse such numbers, finite ones have NaN, minus infinity counts as the positive one, and toward zero is down (`docs/disagreements.md`)",
    ),
    Decision::new(
        "P3109-D05",
        "P3109 to other formats and integers",
        "From P3109's formats to others",
        "As every floating-point format is converted (IEEE 754-2019, 5.4), with options and flags; NaN becomes the canonical quiet one",
    ),
    Decision::new(
        "P3109-D06",
        "arithmetic on P3109's formats",
        "Arithmetic, of which gfloat has none",
        "The exact result on numbers and infinities, projected once. NaN among the operands makes it NaN, and so do infinities that cancel, 0 times an infinity, an infinity by an infinity, and the root of a negative number",
    ),
    Decision::new(
        "P3109-D07",
        "division by zero in P3109",
        "Division by 0",
        "NaN: 0 has no sign, so that neither infinity is nearer",
    ),
    Decision::new(
        "P3109-D08",
        "comparisons, minimum and maximum of P3109",
        "Comparisons, `min`, `max`",
        "Comparisons with NaN do not hold, save `compare_not_equal`. Minimum and maximum are NaN where an operand is",
    ),
    Decision::new(
        "P3109-D09",
        "what yields codes alone in P3109",
        "`negate`, `abs`, `min`, `max`, `next`, `prior`",
        "Exact, without projection: infinities stay. Beyond the largest number `next` is an infinity, where there is none NaN; `prior` alike, and of 0 without a sign it is NaN; of an infinity outward itself. `negate` and `abs` stand for formats with a sign alone",
    ),
];
