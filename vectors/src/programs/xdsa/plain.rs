//! Instructions on lines of elements: element-wise ones, searches, copies, transforms.

use super::draw::{ALL, Draw, FLOATS, INTEGERS};
use super::values::quarter;
use crate::programs::choices::{chance, pick};
use semantics::xdsa::isa::{Group, Operation, Unit};

/// Lengths of what is computed by series.
const SHORT: u64 = 4;
/// Lengths of everything else.
const LONG: u64 = 12;

/// Units of a width, of either sign.
fn integers(bits: u32) -> Vec<Unit> {
    INTEGERS.iter().copied().filter(|unit| unit.bits() == bits).collect()
}

fn wider(unit: Unit) -> Vec<Unit> {
    INTEGERS.iter().copied().filter(|other| other.bits() > unit.bits()).collect()
}

fn pair(d: &mut Draw<'_>, units: &[Unit]) -> [Unit; 3] {
    let first = d.unit("src0", units);
    let same = chance(d.c, 1, 2);
    let one = [first];
    let second = d.unit("src1", if same { &one } else { units });
    let same = same && chance(d.c, 2, 3);
    let des = d.unit("des", if same { &one } else { units });
    [first, second, des]
}

/// L-BIN
pub(super) fn binary(d: &mut Draw<'_>) {
    use Operation::{Asr, Lsl, Lsr, Nsr, Pow, Ror, Sxt, Unsqueeze, Uxt};
    let group = d.operation.row().group;
    let [first, second, des] = match d.operation {
        Pow => pair(d, INTEGERS),
        _ if group == Group::Shift => pair(d, INTEGERS),
        Nsr => {
            let first = d.unit("src0", &INTEGERS[1..5]);
            let first = if chance(d.c, 1, 2) { first } else { d.unit("src0", &INTEGERS[6..]) };
            let des = integers(first.bits() / 2);
            [first, d.unit("src1", INTEGERS), d.unit("des", &des)]
        }
        Sxt | Uxt => {
            let narrow = [&INTEGERS[..4], &INTEGERS[5..9]].concat();
            let first = d.unit("src0", &narrow);
            [first, d.unit("src1", ALL), d.unit("des", &wider(first))]
        }
        _ => pair(d, ALL),
    };
    let length = d.length("len", LONG);
    d.source("s0", first, length);
    let amounts = group == Group::Shift || d.operation == Nsr;
    if amounts || d.operation == Pow {
        let elements: Vec<u64> = (0..length)
            .map(|_| match chance(d.c, 1, 12) && amounts {
                true => d.element(second),
                false if amounts => (d.c.below(80) as i64 - 8) as u64 & second.mask(),
                false if second.is_signed() => (d.c.below(14) as i64 - 3) as u64 & second.mask(),
                false => d.c.below(12),
            })
            .collect();
        d.given("s1", second, &elements);
    } else {
        d.source("s1", second, length);
    }
    let count = if d.operation == Operation::CosSim { 1 } else { length };
    let unit = if d.operation == Unsqueeze { first } else { des };
    d.destination("d", unit, count, true);
    if d.operation != Unsqueeze {
        d.code("sat", 2);
    }
    if d.operation == Asr {
        d.code("rnd", 2);
    }
    if matches!(d.operation, Lsl | Lsr | Ror) && chance(d.c, 1, 2) {
        d.set("sat", 0);
    }
}

/// L-UN and L-CLIP
pub(super) fn unary(d: &mut Draw<'_>) {
    use Operation::{
        Abs, ArgMax, ArgMin, Asum, DataConvert, Fft, HasInf, HasNan, Ifft, IsFinite, NonZero, Thres,
    };
    let group = d.operation.row().group;
    let copy = matches!(group, Group::Indexing | Group::Create);
    let search = matches!(d.operation, ArgMax | ArgMin | NonZero);
    let transform = matches!(d.operation, Fft | Ifft);
    let src = match d.operation {
        Abs => d.unit("src", &Unit::ALL[5..]),
        _ if transform => d.unit("src", FLOATS),
        _ => d.unit("src", ALL),
    };
    let same = [src];
    let des = match chance(d.c, 1, 2) {
        _ if transform => d.unit("des", &[FLOATS, &[Unit::Uint4]].concat()),
        true => d.unit("des", &same),
        false => d.unit("des", ALL),
    };
    let des = if transform && !des.is_float() { src } else { des };
    let series = matches!(group, Group::Trigonometric | Group::Hyperbolic | Group::Exponential);
    let length = d.length("len", if series { SHORT } else { LONG });
    let pairs = if transform { 2 * length } else { length };
    d.source("s", src, pairs);
    let index = d.table.width().index();
    let (unit, count) = match d.operation {
        _ if copy => (src, length),
        NonZero => (index, length),
        _ if search => (index, 1),
        Asum | IsFinite | HasInf | HasNan => (des, 1),
        _ => (des, pairs),
    };
    d.destination("d", unit, count, true);
    let query = matches!(group, Group::Query);
    if !(copy || search || transform || query || d.operation == DataConvert) {
        d.code("sat", 2);
    }
    if d.operation == Thres {
        d.code("dir", 2);
        if !src.is_float() {
            d.code("tsgn", 2);
        }
        let value = if src.is_float() { d.element(Unit::Fp16) } else { d.element(Unit::Sint16) };
        d.set("imm16", value);
    }
    clip(d, des);
}

/// The borders of a clip.
pub(super) fn clip(d: &mut Draw<'_>, unit: Unit) {
    if !d.has("clip_min") || chance(d.c, 1, 3) {
        return;
    }
    for name in ["clip_min", "clip_max"] {
        let border = if unit.is_float() { Unit::Fp16 } else { Unit::Sint16 };
        let value = d.element(border);
        d.set(name, value);
    }
}

/// L-TRI: MEDIAN, WHERE
pub(super) fn ternary(d: &mut Draw<'_>) {
    let length = d.length("len", LONG);
    let common = pick(d.c, ALL);
    for (unit, source) in [("src0", "s0"), ("src1", "s1"), ("src2", "s2")] {
        let any = d.unit(unit, ALL);
        let chosen = if chance(d.c, 1, 2) { any } else { d.unit(unit, &[common]) };
        d.source(source, chosen, length);
    }
    let des = d.unit("des", ALL);
    let des = if chance(d.c, 1, 2) { des } else { d.unit("des", &[common]) };
    d.code("sat", 2);
    d.destination("d", des, length, true);
}

/// L-LOG
pub(super) fn logic(d: &mut Draw<'_>) {
    let length = d.length("len", LONG);
    d.source("s0", Unit::Uint8, length);
    d.source("s1", Unit::Uint8, length);
    d.destination("d", Unit::Uint8, length, true);
}

/// L-SRT
pub(super) fn sort(d: &mut Draw<'_>) {
    let unit = d.unit("src_unit", ALL);
    let length = d.length("len", LONG);
    let count = if d.has("k") { d.length("k", length) } else { length };
    d.source("s", unit, length);
    d.destination("d0", unit, count, false);
    let index = d.table.width().index();
    d.destination("d1", index, count, false);
}

/// L-SGN
pub(super) fn signs(d: &mut Draw<'_>) {
    let unit = d.unit("src_unit", ALL);
    let length = d.length("len", LONG);
    d.source("s", unit, length);
    d.destination("d", unit, length, true);
}

/// L-ACT, L-ELU, L-ACT2
pub(super) fn activation(d: &mut Draw<'_>) {
    let unit = d.unit("src_unit", ALL);
    let length = d.length("len", SHORT);
    d.source("s", unit, length);
    d.destination("d", unit, length, true);
    for (field, name) in
        [("alpha", "a_unit"), ("a", "a_unit"), ("b", "b_unit"), ("gamma", "g_unit")]
    {
        if d.has(field) {
            let unit = d.unit(name, &[Unit::Uint4, Unit::Fp16, Unit::Fp32]);
            d.immediate(field, if unit.is_float() { unit } else { Unit::Uint32 });
        }
    }
}

/// L-PRELU
pub(super) fn prelu(d: &mut Draw<'_>) {
    let unit = d.unit("src_unit", ALL);
    let shift = d.unit("s_unit", if unit.is_float() { ALL } else { INTEGERS });
    let slope = d.unit("m_unit", ALL);
    let [length, per] = channels(d);
    d.source("s", unit, length);
    d.source("mul", slope, per);
    let shifts: Vec<u64> = (0..per).map(|_| shift_amount(d, shift)).collect();
    d.given("shift", shift, &shifts);
    d.destination("d", unit, length, true);
}

fn shift_amount(d: &mut Draw<'_>, unit: Unit) -> u64 {
    let low = if unit.is_signed() { 3 } else { 0 };
    (d.c.below(10) as i64 - low) as u64 & unit.mask()
}

/// LEN, `i`, `b`, Valid_length; how many elements the other operand has.
fn channels(d: &mut Draw<'_>) -> [u64; 2] {
    d.code("data_format", 2);
    let (i, b) = (d.code("i", 2), d.code("b", 2));
    let channels = d.size("valid_length");
    if (i, b) == (0, 1) {
        let length = channels * (1 + d.c.below(4));
        d.set("len", length);
        return [length, channels];
    }
    if chance(d.c, 1, 2) {
        d.set("valid_length", 0);
    }
    let length = d.length("len", LONG);
    [length, if i == 1 { 1 } else { length }]
}

/// L-ELE
pub(super) fn quantised(d: &mut Draw<'_>) {
    let [first, second, des] = pair(d, ALL);
    let multiplier = d.unit("m_unit", ALL);
    let [length, per] = channels(d);
    d.source("s0", first, length);
    d.source("s1", second, per);
    d.immediate("mul", multiplier);
    let shift = shift_amount(d, Unit::Sint8);
    d.set("shift", shift);
    for name in ["izero_imm", "ozero_imm"] {
        let zero = d.element(Unit::Sint8);
        d.set(name, zero);
    }
    clip(d, des);
    d.destination("d", des, length, true);
}

/// L-FILL, L-RNG, L-RAND
pub(super) fn create(d: &mut Draw<'_>) {
    use Operation::{RandBernoulli, RandBernoulliB, RandPerm};
    let unit = d.unit("unit", ALL);
    let length = d.length("len", LONG);
    for name in ["value", "start", "step"] {
        if d.has(name) {
            d.immediate(name, unit);
        }
    }
    if d.has("seed") {
        let probability = matches!(d.operation, RandBernoulli | RandBernoulliB);
        let quarters = if probability { d.c.below(6) as i64 - 1 } else { d.c.below(20) as i64 - 8 };
        let p0 =
            if chance(d.c, 1, 12) { d.element(Unit::Fp64) } else { quarter(Unit::Fp64, quarters) };
        let p1 = d.element(Unit::Fp64);
        d.set("p0", p0);
        d.set("p1", p1);
        let seed = d.c.bits();
        d.set("seed", seed);
    }
    let index = d.table.width().index();
    let unit = if d.operation == RandPerm { index } else { unit };
    d.destination("d", unit, length, true);
}
