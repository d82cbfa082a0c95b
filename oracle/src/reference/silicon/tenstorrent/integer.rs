//! Integer mode of the matrix unit, in magnitudes with sign (SIL-D33).

/// The products of a phase's parts, added to Dst.
pub(super) fn multiplied(name: &str, phase: i32, operands: &[Vec<u64>]) -> Option<u64> {
    let [a, b, c] = operands else { return None };
    let &[c] = &c[..] else { return None };
    let count = if name == "mvmul_int" { 16 } else { 1 };
    if a.len() != count || b.len() != count {
        return None;
    }
    // The parts keep their weight; the top two bits of SrcA are in neither.
    let a_part = if phase % 2 == 1 { 0x01f } else { 0x0e0 };
    let b_part = if phase >= 2 { 0x00f } else { 0x3f0 };
    let product = |(&a, &b): (&u64, &u64)| signed(a, 10, a_part) * signed(b, 10, b_part);
    let sum: i64 = a.iter().zip(b).map(product).sum();
    Some(saturated(dst(c) + sum))
}

/// a + b, added to Dst or in its place.
pub(super) fn added(a: u64, b: u64, c: u64, assign: bool) -> u64 {
    let sum = signed(a, 10, 0x3ff) + signed(b, 10, 0x3ff);
    saturated(if assign { sum } else { dst(c) + sum })
}

/// The bits `mask` of a magnitude, with the sign that stands above so many bits.
fn signed(code: u64, bits: u32, mask: u64) -> i64 {
    let magnitude = (code & mask) as i64;
    if code >> bits & 1 == 1 { -magnitude } else { magnitude }
}

fn dst(code: u64) -> i64 {
    signed(code, 31, 0x7fff_ffff)
}

/// The code of an integer brought back to 31 bits of magnitude.
fn saturated(value: i64) -> u64 {
    let magnitude = value.unsigned_abs().min(0x7fff_ffff);
    if value < 0 { 1 << 31 | magnitude } else { magnitude }
}
