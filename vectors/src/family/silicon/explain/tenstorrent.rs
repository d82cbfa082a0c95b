//! `SFPMAD`: a product of 28 bits, the last of them sticky, and an addend (SIL-D34).

use crate::explain::steps::row;
use crate::family::number::explain::operand::{Operand, sign};
use crate::family::number::explain::{Work, value_hex};
use softfloat::format::Binary32;
use softfloat::silicon::tenstorrent::Chip;
use softfloat::{Format, StaticFormat};

const F32: Format = Binary32::FORMAT;
const INFINITY: u64 = 0x7f80_0000;
const NAN: u64 = 0x7fc0_0000;
const SIGN: u64 = 1 << 31;

/// A number of three bits more than binary32 has: `magnitude * 2^(field - 153)`.
#[derive(Clone, Copy)]
struct Wide {
    negative: bool,
    field: i64,
    magnitude: u128,
}

impl Wide {
    fn sign(self) -> u64 {
        u64::from(self.negative) << 31
    }

    fn text(self) -> String {
        format!("{}{:x}", sign(self.negative), self.magnitude)
    }
}

/// The code of x y + z.
pub(super) fn explain(work: &mut Work<'_>, chip: Chip, negated: u32, operands: &[Operand]) -> u64 {
    work.steps.begin("operands as they are read");
    let [x, y, z] = [0, 1, 2].map(|i| {
        let own = &operands[i];
        let code = own.code ^ u64::from(negated >> i & 1) << 31;
        let field = (code >> 23 & 0xff) as i64;
        let magnitude = if field == 0 { 0 } else { u128::from(code & 0x7f_ffff | 1 << 23) };
        let number = Wide { negative: code & SIGN != 0, field, magnitude };
        let zero = if field == 0 { ", a zero" } else { "" };
        work.steps.item(&own.name, format!("{} field {field}{zero}", number.text()));
        (code, number)
    });
    let product = product(work, x.1, y.1);
    let beyond = product.field >= 255;
    let mut leaks = 0;
    if beyond || [x.1, y.1, z.1].iter().any(|own| own.field == 255) {
        work.steps.begin("infinities, NaN, and products beyond the exponents");
        let (code, ends) = special(chip, [x, y, z], product, beyond);
        if ends {
            work.steps.item("result", value_hex(&F32, code));
            return code;
        }
        work.steps.item("NaN", format!("{}: the sum's bits leak into it", value_hex(&F32, code)));
        leaks = code;
    }
    sum(work, chip, product, z, leaks)
}

/// 28 bits of the product.
fn product(work: &mut Work<'_>, x: Wide, y: Wide) -> Wide {
    let exact = x.magnitude * y.magnitude;
    let kept = exact >> 20;
    let lost = exact != kept << 20;
    let magnitude = kept | u128::from(lost);
    let product =
        Wide { negative: x.negative != y.negative, field: x.field + y.field - 127, magnitude };
    work.steps.begin("product, cut to 28 bits");
    work.steps.item("exact", format!("{exact:x}"));
    let sticky = if lost { ": bits are lost, and the last one is 1" } else { "" };
    work.steps.item("kept", format!("{}, field {}{sticky}", product.text(), product.field));
    product
}

/// What there is in the place of a sum, and whether that is the result.
fn special(chip: Chip, [x, y, z]: [(u64, Wide); 3], product: Wide, beyond: bool) -> (u64, bool) {
    let infinite = |(code, _): (u64, Wide)| code & !SIGN == INFINITY;
    let nan = |(code, _): (u64, Wide)| code & !SIGN > INFINITY;
    let zero = |(_, own): (u64, Wide)| own.field == 0;
    let invalid = nan(x) || nan(y) || infinite(x) && zero(y) || infinite(y) && zero(x);
    let large = infinite(x) || infinite(y);
    let opposite = infinite(z) && product.negative != z.1.negative;
    match chip {
        Chip::Blackhole if invalid || nan(z) || opposite && large => (NAN, true),
        Chip::Wormhole if invalid || opposite && (large || beyond) => {
            (product.sign() | INFINITY | 1, false)
        }
        Chip::Wormhole if nan(z) => (z.1.sign() | INFINITY | 1, false),
        _ if infinite(z) => (z.0, true),
        _ => (product.sign() | INFINITY, true),
    }
}

/// Product and addend at the larger exponent.
fn sum(
    work: &mut Work<'_>,
    chip: Chip,
    mut product: Wide,
    (code, z): (u64, Wide),
    leaks: u64,
) -> u64 {
    let mut z = Wide { magnitude: z.magnitude << 3, ..z };
    let zero = match chip {
        Chip::Wormhole => leaks,
        Chip::Blackhole => product.sign() & z.sign(),
    };
    product.field = product.field.min(255);
    if product.magnitude == 0 || product.field < 0 {
        work.steps.begin("a product that is zero, or below the exponents");
        if leaks == 0 {
            let result = if z.magnitude > 0 { code } else { zero };
            work.steps.item("result", value_hex(&F32, result));
            return result;
        }
        work.steps.say("counts as zero");
        (product.field, product.magnitude) = (0, 0);
    }
    let field = product.field.max(z.field);
    work.steps.begin(format!("sum at exponent field {field}"));
    let mut rows = vec![row!["", ">", ""]];
    for (name, own) in [("product", &mut product), ("addend", &mut z)] {
        let (moved, lost) = aligned(own.magnitude, field - own.field);
        own.magnitude = moved;
        let remark = if lost { "bits are lost: the last one is 1, or all is gone" } else { "" };
        rows.push(row![name, own.text(), remark]);
    }
    let [p, q] = [product, z].map(|own| {
        let value = own.magnitude as i128;
        if own.negative { -value } else { value }
    });
    // Of equal magnitudes the product's sign counts.
    let negative = if product.magnitude >= z.magnitude { product.negative } else { z.negative };
    let total = Wide { negative, field, magnitude: (p + q).unsigned_abs() };
    rows.push(row!["sum", total.text(), ""]);
    work.steps.table(&rows);
    if total.magnitude == 0 {
        work.steps.item("result", value_hex(&F32, zero));
        return zero;
    }
    rounded(work, chip, total, leaks)
}

/// Shifted right with a sticky last bit, which there is not where everything is gone.
fn aligned(x: u128, places: i64) -> (u128, bool) {
    let places = places.clamp(0, 63);
    let kept = x >> places;
    let lost = kept << places != x;
    (kept | u128::from(lost && kept != 0), lost)
}

/// The sum in 24 bits to nearest even; small ones are zeros.
fn rounded(work: &mut Work<'_>, chip: Chip, sum: Wide, leaks: u64) -> u64 {
    // The leading one belongs at bit 26.
    let mut right = i64::from(sum.magnitude.ilog2()) - 26;
    let mut field = sum.field + right;
    work.steps.begin("rounding to binary32: 24 bits, to nearest, ties to even");
    work.steps.item("exponent field", field.to_string());
    if field >= 255 {
        let code = if leaks != 0 { leaks } else { sum.sign() | INFINITY };
        work.steps.item("result", format!("beyond: {}", value_hex(&F32, code)));
        return code;
    }
    let sticky = match chip {
        Chip::Wormhole if field < 0 => {
            work.steps.item("result", "below: a zero");
            return leaks;
        }
        // Of two bits that are shifted out the upper one is lost.
        Chip::Wormhole => sum.magnitude & 1,
        Chip::Blackhole => {
            if field <= 0 {
                (field, right) = (0, right + 1);
            }
            let mask = (right | 1) as u128;
            u128::from(sum.magnitude & mask != 0)
        }
    };
    let kept = match right > 0 {
        true => sum.magnitude >> right | sticky,
        false => sum.magnitude << -right,
    };
    let (whole, rest) = (kept >> 3, kept & 7);
    let fraction = (whole & 0x7f_ffff) as u64;
    let mut code = ((field as u64) << 23) + fraction;
    let up = rest > 4 || rest == 4 && code & 1 == 1;
    code += u64::from(up);
    let direction = if up { "up" } else { "down" };
    work.steps.item("kept | lost", format!("{whole:x} | {rest:03b}, {direction}"));
    if code < 1 << 23 {
        work.steps.item("result", "below 2^-126: a zero");
        return if chip == Chip::Wormhole { leaks } else { sum.sign() };
    }
    if leaks != 0 {
        work.steps.item("NaN", "the bits of the sum leak into it");
        return leaks | code;
    }
    sum.sign() | code
}
