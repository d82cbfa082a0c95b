//! The decisions that results of POD's instructions can depend on.

use crate::registry::Decision;

/// Each with what `explain` says and its row in `docs/decisions.md`.
pub(crate) static DECISIONS: &[Decision] = &[
    Decision::new(
        "POD-D12",
        "upper bits of narrow operands don't count; the result is extended",
        "Upper bits of operands of narrow arithmetic",
        "Don't count; the result is extended as the suffix says and does not saturate",
    )
    .standing("firm"),
    Decision::new(
        "POD-D13",
        "sums, compares, imul4, logic and shifts set C O S Z as x86",
        "Which instructions set flags, and where they stand",
        "Sums, differences, compares, `imul4`, logic and shifts, as on x86; in EFLAGS C is bit 0, Z 6, S 7, O 11",
    )
    .standing("firm"),
    Decision::new(
        "POD-D14",
        "logic clears C and O; S and Z are those of 64 bits",
        "Flags of `and`, `or`, `xor`",
        "C and O 0, S and Z of the 64 bits; `not` sets none",
    )
    .standing("plain"),
    Decision::new(
        "POD-D15",
        "shift counts are modulo 64; 0 sets no flag; O only for a count of 1",
        "Shifts",
        "64 bits, count modulo 64; a count of 0 sets no flag; C is the last bit out; O for a count of 1 that of x86 (`shl`: sign xor C; `shr`: the old sign; `sar`: 0), else 0",
    )
    .standing("plain"),
    Decision::new("POD-D16", "bt sets C alone", "`bt`", "C is the bit, the other flags stay")
        .standing("plain"),
    Decision::new(
        "POD-D17",
        "cmov takes r2 where the condition holds",
        "Which operand `cmov` takes",
        "`r2` where the condition holds, else the third",
    )
    .standing("plain"),
    Decision::new(
        "POD-D18",
        "imul4 keeps the low 32 bits; C and O where the product does not fit",
        "`imul4`",
        "The low 32 bits of the signed product, sign-extended; C and O where it does not fit, S and Z of the 32 bits",
    )
    .standing("plain"),
    Decision::new(
        "POD-D19",
        "shladd adds the whole register",
        "The second operand of `shladd`",
        "The whole register",
    )
    .standing("plain"),
    Decision::new(
        "POD-D20",
        "not complements the constant's sign extension",
        "`not` of a constant",
        "Of its sign extension",
    )
    .standing("plain"),
    Decision::new(
        "POD-D30",
        "MXCSR rules rounding, DAZ and FTZ; six sticky bits",
        "MXCSR",
        "One a PE, in ar2: rounding, DAZ and FTZ hold for all floating-point instructions, exceptions are masked, the six status bits accumulate over lanes",
    )
    .standing("plain"),
    Decision::new(
        "POD-D31",
        "the first NaN, made quiet; invalid operations give the negative NaN",
        "NaN",
        "Of two operands the first NaN, made quiet; of invalid operations the negative default NaN",
    )
    .standing("plain"),
    Decision::new(
        "POD-D32",
        "min and max give the second source on NaN and equality",
        "`pfpmin`, `pfpmax`",
        "The second source where either is NaN or both are equal; under DAZ a subnormal second source comes out as zero of its sign",
    )
    .standing("plain"),
    Decision::new(
        "POD-D33",
        "compares give lane masks",
        "Where compares go",
        "Lane masks in the destination, no flags; the second group printed as `le` is `eq`, and scalar `dp` rows are double",
    )
    .standing("firm"),
    Decision::new(
        "POD-D34",
        "fused sums round once; NaN of xmm2, xmm3, xmm1",
        "Fused sums",
        "One rounding; the group printed a second time as `+-` is `-+`; NaN of xmm2, xmm3, xmm1 in that order, with their own signs; infinity times zero beside a NaN addend is that NaN",
    )
    .standing("plain"),
    Decision::new(
        "POD-D35",
        "horizontal sums stand in the order of SSE3",
        "Order of horizontal sums",
        "Those of xmm2 in the low half, as SSE3; each is rounded once",
    )
    .standing("plain"),
    Decision::new(
        "POD-D36",
        "1/sqrt is rounded once",
        "`pfprcpsqrt`",
        "1/sqrt rounded once: infinity of a zero with its sign, the default NaN of negative operands, +0 of +infinity",
    )
    .standing("plain"),
    Decision::new(
        "POD-D37",
        "division and square root are rounded once",
        "Division and square root",
        "IEEE 754, rounded once",
    )
    .standing("plain"),
    Decision::new(
        "POD-D38",
        "conversions as x86; out of range is the most negative integer",
        "Conversions",
        "As x86; double goes to and from 64-bit integers; out of range and NaN give the most negative integer",
    )
    .standing("plain"),
    Decision::new(
        "POD-D39",
        "packed integers wrap; compares are signed",
        "Packed integers",
        "Wrap; compares are signed; `pintmul4` keeps the low half",
    )
    .standing("plain"),
    Decision::new(
        "POD-D40",
        "packed shifts by the width or more leave 0, or the sign",
        "Packed shifts by the width or more",
        "0, of `pintsar` the sign",
    )
    .standing("plain"),
    Decision::new(
        "POD-D41",
        "shuffles take lanes 0 and 1 from xmm2, 2 and 3 from xmm3",
        "`pfpshuffle`",
        "Letters a to d name source lanes, the first letter that of result lane 0; lanes 0 and 1 come from xmm2, 2 and 3 from xmm3",
    )
    .standing("plain"),
    Decision::new(
        "POD-D80",
        "1/sqrt sets the sticky bits of division and root",
        "Status bits of `pfprcpsqrt`",
        "As of division and root: invalid, divide by zero, denormal operand, inexact",
    )
    .standing("plain"),
];
