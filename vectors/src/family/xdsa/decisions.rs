//! The decisions that results of xDSA's instructions can depend on.

use crate::registry::Decision;
use semantics::xdsa::isa::{Group, Operation, Unit};

/// Each with what `explain` says and its row in `docs/decisions.md`.
pub(crate) static DECISIONS: &[Decision] = &[
    Decision::new(
        "XDSA-D26",
        "the formula holds exactly for the sources, its result is rounded once",
        "Where instructions round",
        "Once: the formula holds exactly for the values of the sources, its result is rounded into the destination unit. Exceptions: ASUM, optimizers, recurrent cells. All units integers: the integer domain, else the real one; functions of XDSA-D31, RECIPROCAL and COS_SIM are real in any case (`number`)",
    )
    .standing("plain"),
    Decision::new(
        "XDSA-D27",
        "integers out of range: sat=1 clamps, 0 keeps the low bits; real numbers clamp",
        "Integer results out of range",
        "Integer domain: `sat=1` clamps, 0 keeps the low bits. Real domain: clamps, NaN is 0. Without `sat`: clamps, but DATA_CONVERT, MATRIX_MUL, REDUCE_SUM, REDUCE_PROD keep the low bits of integers, so do shifts but ASL and NSR; NSR clamps",
    )
    .standing("plain"),
    Decision::new(
        "XDSA-D28",
        "real numbers become integers half to even; DATA_CONVERT toward zero",
        "Real numbers to integers",
        "Half to even; DATA_CONVERT toward zero",
    )
    .standing("plain"),
    Decision::new(
        "XDSA-D29",
        "nearest even, subnormals kept, one NaN; exact zero sums are +0",
        "Floating point",
        "Nearest even, subnormal numbers kept, overflow to infinity. Every NaN that is computed is 7E00, 7FC00000, 7FF8000000000000; movers copy bits. An exact zero sum is +0 unless all terms are -0. Flags are for diagnosis",
    )
    .standing("plain"),
    Decision::new(
        "XDSA-D30",
        "MAX and MIN of IEEE 754-2019: NaN wins, -0 < +0",
        "MAX, MIN, MAXSI, MINSI",
        "IEEE 754-2019 maximum and minimum: NaN wins, -0 < +0. The index is 0 where source 0 is chosen or equal, or both are NaN",
    )
    .standing("plain"),
    Decision::new(
        "XDSA-D31",
        "functions are correctly rounded",
        "Functions",
        "Correctly rounded; exact cases first. A value nearer to a border between two results than 2^-1200 of itself (at least 2^-1200) counts as the border. A border 0 has the sign of the exact value if that is known (SWISH and GELU far below 0: -0), else it is +0. Special values of IEEE 754 clause 9.2 (`functions::real`)",
    )
    .standing("plain"),
    Decision::new(
        "XDSA-D32",
        "sums are exact and rounded once; ASUM rounds at each step",
        "Sums",
        "ASUM is a loop from +0 that rounds into `des` at each step. All others are exact with one rounding, whatever the order; infinities of both signs and 0 x infinity are NaN. `sums=fp32`: convolutions and products round each step, in the order kernel row, column, channel",
    )
    .standing("switch `sums`"),
    Decision::new(
        "XDSA-D33",
        "a rounding shift adds half and shifts: half goes up",
        "Rounding shift",
        "RoundShift(x, s) = floor((x + 2^(s-1)) / 2^s), x for s = 0, x 2^-s below: half goes up. ASR with `rnd=0`: floor",
    )
    .standing("plain"),
    Decision::new(
        "XDSA-D39",
        "DIV and MOD of integers toward zero; by 0 -1 or the largest, and the dividend",
        "DIV and MOD",
        "Integers: toward zero, MOD has the dividend's sign; by 0 DIV is -1 if either source is signed, else the largest of source 0's unit, MOD the dividend. Real: one rounding; MOD is C's fmod, a zero of it with the dividend's sign",
    )
    .standing("plain"),
    Decision::new(
        "XDSA-D42",
        "shifts: negative amounts go the other way; the width or more gives 0 or the sign",
        "Shifts",
        "An amount for each element; negative ones go the other way. LSR, LSL, ROR shift the code, ASR and ASL the number. By the width or more: 0, the sign (with `rnd=1` RoundShift), ROR modulo the width. NSR: RoundShift, clamped, into half the width. SXT and UXT read the code as signed and unsigned, `des` is wider. ABS takes no unsigned source",
    )
    .standing("plain"),
    Decision::new(
        "XDSA-D47",
        "reductions: SUM and PROD of integers keep the low bits, MEAN and VAR clamp",
        "Reductions",
        "The dimension becomes 1. ALL, ANY: an element is true if it is not 0, NaN is. VAR divides by n. MEAN, VAR of integers half to even, clamped; SUM, PROD keep the low bits",
    )
    .standing("plain"),
    Decision::new(
        "XDSA-D52",
        "DATA_CONVERT to integers toward zero, clamped; between integers the low bits",
        "DATA_CONVERT",
        "To integers toward zero, clamped, NaN 0; between integers the low bits; to floating point one rounding",
    )
    .standing("plain"),
    Decision::new(
        "XDSA-D53",
        "MATRIX_MUL of 1 x 1 kernels is a product; integers keep the low bits",
        "MATRIX_MUL",
        "A product for kernels of 1 x 1 (rows are positions, columns filters), else a convolution without requantisation. The result is uint32, sint32 (low bits) or fp32. `result=any` takes any unit",
    )
    .standing("switch `result`"),
];

/// Those of an instruction on elements of a unit.
pub(super) fn of(operation: Operation, unit: Unit) -> Vec<&'static str> {
    let mut ids = vec!["XDSA-D26"];
    let mut add = |holds: bool, id| ids.extend(holds.then_some(id));
    // Any unit may be the destination's.
    add(true, "XDSA-D27");
    add(unit.is_float(), "XDSA-D28");
    add(unit.is_float(), "XDSA-D29");
    let group = operation.row().group;
    let of = |groups: &[Group]| groups.contains(&group);
    let is = |operations: &[Operation]| operations.contains(&operation);
    add(is(&[Operation::Max, Operation::Min, Operation::Maxsi, Operation::Minsi]), "XDSA-D30");
    let functions = [
        Group::Trigonometric,
        Group::Hyperbolic,
        Group::Exponential,
        Group::Activation,
        Group::Loss,
        Group::Norm,
        Group::Signal,
        Group::Recurrent,
        Group::Optimizer,
    ];
    add(of(&functions), "XDSA-D31");
    let sums = [
        Group::Reduction,
        Group::Convolution,
        Group::Matrix,
        Group::Pooling,
        Group::Norm,
        Group::Loss,
    ];
    add(of(&sums) || is(&[Operation::Asum, Operation::CosSim]), "XDSA-D32");
    add(
        of(&[Group::Quantised, Group::Convolution])
            || is(&[Operation::Nsr, Operation::Asr, Operation::Prelu]),
        "XDSA-D33",
    );
    add(of(&[Group::Division]), "XDSA-D39");
    add(of(&[Group::Shift, Group::Narrow]), "XDSA-D42");
    add(of(&[Group::Reduction]), "XDSA-D47");
    add(of(&[Group::Conversion]), "XDSA-D52");
    add(is(&[Operation::MatrixMul]), "XDSA-D53");
    ids
}
