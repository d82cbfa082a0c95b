//! `mncore2.mau.*v*`: x*y + z (s. 3.6.9.10 to 3.6.9.21, 4.3).

use crate::explain::exact::Dyadic;
use crate::explain::fields::Number;
use crate::explain::steps::Steps;
use crate::family::mncore2::explain::number::{hex, sign};
use crate::family::mncore2::explain::sum::{self, Names, Product};
use crate::registry::{Outcome, Plan};
use softfloat::Format;

const NAMES: Names = Names { product: "product", addend: "z" };

/// `y` and `z` tell which operands there are.
pub(crate) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64], y: bool, z: bool) -> Outcome {
    let format = plan.ported[0].format;
    let one = u64::from(format.bias as u32) << format.man_bits;
    let a = Number::of(&format, x[0]);
    let b = Number::of(&format, if y { x[1] } else { one });
    let addend = z.then(|| {
        let at = 1 + usize::from(y);
        Number::of(&plan.ported[at].format, x[at])
    });
    product(steps, &format, a, b, y);
    if !z {
        steps.item("z", "no operand: +0");
    }
    let zero = a.is_zero() || b.is_zero();
    let infinite = (a.is_infinite() || b.is_infinite()) && !zero;
    let negative = a.negative != b.negative;
    let z_infinite = addend.filter(Number::is_infinite);
    if infinite || z_infinite.is_some() {
        let signs = (infinite.then_some(negative), z_infinite.map(|z| z.negative));
        return sum::infinite(steps, NAMES, signs.0, signs.1, &plan.result().format);
    }
    let value = exact_product(a, b);
    sum::finite(steps, NAMES, &value, addend.as_ref(), &plan.result().format)
}

/// The product as the multiplier array forms it.
fn exact_product(a: Number, b: Number) -> Dyadic {
    let negative = a.negative != b.negative;
    if a.is_zero() || b.is_zero() {
        return Dyadic::zero(a.unit() + b.unit());
    }
    let p = Product::of(a.format.man_bits, a.significand(), b.significand());
    Dyadic::new(negative, p.value, a.unit() + b.unit())
}

/// The step "product"; `y` tells whether y is an operand.
fn product(steps: &mut Steps, format: &Format, a: Number, b: Number, y: bool) {
    steps.begin("product (s. 4.3)");
    if !y {
        steps.item("y", "no operand: 1 (s. 3.6.9.16, MN-D31)");
    }
    let negative = a.negative != b.negative;
    let zeros: Vec<&str> =
        [("x", a), ("y", b)].iter().filter(|(_, n)| n.is_zero()).map(|(name, _)| *name).collect();
    if let [zero, ..] = zeros[..] {
        steps.item(zero, "exponent field 0: value 0, whatever the mantissa (s. 1.3)");
        let beside = if a.is_infinite() || b.is_infinite() {
            "0, also beside an infinity (MN-D12)"
        } else {
            "0, without correction (MN-D27)"
        };
        steps.item("product", beside);
        return;
    }
    if a.is_infinite() || b.is_infinite() {
        let text =
            format!("{}infinity: an infinite factor absorbs (s. 1.3, MN-D14)", sign(negative));
        steps.item("product", text);
        return;
    }
    let unit = a.unit() + b.unit();
    let digits = format.precision().div_ceil(4) as usize;
    let factor = |n: Number| {
        let text = format!("{:0digits$x} * 2^{}", n.significand(), n.unit());
        format!("{text}   (hidden bit and mantissa; 2^({} - {}))", n.field, format.bias)
    };
    steps.item("A", factor(a));
    steps.item("B", factor(b));
    let p = Product::of(format.man_bits, a.significand(), b.significand());
    steps.item("A*B", format!("{}, in units of 2^{unit}", hex(&p.full, 1)));
    omitted(steps, &p, unit);
    let value = exact_product(a, b);
    let signs = format!("{} x {}", a.sign(), b.sign());
    steps.item("product", format!("{}   (signs {signs})", value.hex_float()));
}

/// What the multiplier leaves out, and what stands in its place.
fn omitted(steps: &mut Steps, p: &Product, unit: i64) {
    if p.low_bits == 0 {
        steps.item("omitted", "nothing in half precision: exact");
        return;
    }
    let [la, lb] = p.low;
    let text = format!("L = {la:x} * {lb:x} = {:x}, of the low {} bits", p.omitted, p.low_bits);
    if p.omitted == 0 {
        steps.item("omitted", text + ": nothing is lost, r = 0");
        return;
    }
    steps.item("omitted", text);
    let weight = p.correction.trailing_zeros();
    let share = if p.low_bits == 5 { "2^-38" } else { "2^-74" };
    let scale = unit + i64::from(weight);
    let scale = format!("2^{weight} units = 2^{scale}, {share} of significands 1.m");
    steps.item("correction", format!("r = {:x}, {scale}", p.correction));
    steps.item("P", format!("A*B - L + r = {}", hex(&p.value, 1)));
}
