//! What was decided on P3109's formats.

use crate::registry::Decision;

pub(super) const DECISIONS: &[Decision] = &[
    Decision::new(
        "P3109-D01",
        "P3109 by its report 4.0",
        "Which text of P3109 counts",
        "The working group's Interim Report 4.0 of 26 June 2026. Listed are formats of 8 bits that gfloat 0.5.2 names, too; on demand every format of 3 to 16 bits and a precision of 1 to 15, with a sign below the bits",
    ),
    Decision::new(
        "P3109-D02",
        "the one NaN and the one zero of P3109",
        "NaN and zero",
        "There is one of each: the sign of a zero, and sign, payload and quietness of a NaN that is converted are lost (4.7.2, 4.7.6)",
    ),
    Decision::new(
        "P3109-D03",
        "P3109's projection",
        "Projection: rounding and saturation",
        "`rm=rne, rna, rtz, rup, rdn, rto` (4.7.4); a tie goes to the even code, and to odd is to the odd code, with one bit of precision too. Beyond the range (4.7.5): `sat=1` (SatFinite) gives the end of it, for infinities as well; `sat=keepinf` (SatPropagate) the end for numbers, and keeps infinities where there are any; `sat=0` (SatNone) an infinity, where there is none the end, in directions toward the range the end for numbers, and to odd the largest number of an extended format without a sign. Random bits have no direction. There are no flags",
    ),
    Decision::new(
        "P3109-D04",
        "negative numbers without a sign in P3109",
        "Negative numbers and minus infinity in a format without a sign",
        "Rounded as if there were a sign: what becomes 0 is 0. Everything else lies below the range: 0 with saturation and, for numbers, in directions toward it (`rtz`, `rup`), else NaN (4.7.5)",
    ),
    Decision::new(
        "P3109-D05",
        "P3109 to other formats and integers",
        "From P3109's formats to others",
        "As every floating-point format is converted (IEEE 754-2019, 5.4), with options and flags; NaN becomes the canonical quiet one. A negative number that is rounded to zero keeps its sign, where the report has +0 (4.8.2)",
    ),
    Decision::new(
        "P3109-D06",
        "arithmetic on P3109's formats",
        "Arithmetic",
        "The exact result on numbers and infinities, projected once. NaN among the operands makes it NaN, and so do infinities that cancel, 0 times an infinity, an infinity by an infinity, and the root of a negative number",
    ),
    Decision::new(
        "P3109-D07",
        "division by zero in P3109",
        "Division by 0, `recip` of 0",
        "NaN: 0 has no sign, so that neither infinity is nearer",
    ),
    Decision::new(
        "P3109-D08",
        "comparisons, minimum and maximum of P3109",
        "Comparisons, minima and maxima",
        "Comparisons with NaN do not hold, save `compare_not_equal`. Minimum and maximum are NaN where an operand is; of those of numbers and of finite numbers NaN gives way, of those of finite numbers an infinity, too (4.11.2, 4.11.3). Of equal magnitudes the lesser is the minimum, the larger the maximum",
    ),
    Decision::new(
        "P3109-D09",
        "what yields codes alone in P3109",
        "`negate`, `abs`, minima and maxima, `next`, `prior`",
        "Exact, without projection: infinities stay; `negate` into a format without a sign is projected, as it lies below the range (P3109-D04). Beyond the largest number `next` is an infinity, where there is none NaN; `prior` alike, and of 0 without a sign it is NaN; of an infinity outward NaN (4.16)",
    ),
    Decision::new(
        "P3109-D10",
        "P3109's operations on several formats",
        "Operands and result of several formats",
        "`p3109.R.NAME.from.X.Y.Z`: each a format of P3109 or an external one, binary64, binary32, binary16 or bfloat16 (4.14). The exact result is rounded and saturated as in a format of P3109 with a sign and infinities; to odd, what lies beyond the largest external number is an infinity, as that number is odd (4.7.5). A zero is positive and NaN the canonical one (4.8.2); there are no flags, and subnormal numbers are not flushed",
    ),
    Decision::new(
        "P3109-O1",
        "beyond the range of a finite format is its end",
        "Overflow without saturation where there are no infinities",
        "The end of the range, infinities too (report 4.0, 4.7.5). Drafts of July 2026 have NaN instead: `sat=nan`",
    ),
];
