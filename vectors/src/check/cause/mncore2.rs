//! Variants of MN-Core 2's vector multiply-add: the product without its correction, or whole (s. 4.3).

use super::variant::Variant;
use crate::cover::{Port, Real};
use crate::generate::code::Value;
use crate::registry::{Outcome, Plan};
use softfloat::Rounding;

/// What becomes of the low bits' mutual product L: it is left out, and r stands in its place where it is
/// not 0.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Low {
    /// L is left out, and nothing stands for it.
    Nothing,
    /// The product is exact.
    Whole,
}

/// The variants of an operation whose product leaves something out; none of others.
pub(super) fn variants(plan: &Plan) -> Vec<Variant> {
    let name = plan.op.id.strip_prefix("mncore2.mau.").unwrap_or_default();
    // Low bits whose product is left out.
    let omitted = match name {
        "fvfma" | "fvmul" => 5,
        "dvfma" | "dvmul" => 16,
        _ => return Vec::new(),
    };
    let of = |text: &str, low: Low| {
        Variant::new(text, move |plan, x| {
            result(plan, x, omitted, low).map(|code| Outcome::new(&[code], None))
        })
    };
    vec![
        of("the correction r of the omitted low product is missing", Low::Nothing),
        of("the product of the low bits is not left out", Low::Whole),
    ]
}

fn result(plan: &Plan, x: &[u64], omitted: u32, low: Low) -> Option<u64> {
    if plan.options.ports() || x.len() < 2 {
        return None;
    }
    let ports: Vec<Port> = plan.operands.iter().map(|s| Port::of(&s.format)).collect();
    let to = Port::of(&plan.result().format);
    let factors = [0, 1].map(|i| ports[i].value(x[i]));
    let [Some(a), Some(b)] = factors else { return None };
    let product = Real::of(a).zip(Real::of(b)).map(|(a, b)| a.times(&b));
    let rest = |v: &Value| v.significand & ((1 << omitted) - 1);
    let left_out = Real::of(Value {
        sign: a.sign == b.sign,
        exponent: a.exponent + b.exponent,
        significand: rest(&a) * rest(&b),
    });
    let product = match (product, left_out) {
        (Some(product), Some(left_out)) if low == Low::Nothing => product.plus(&left_out),
        (product, _) => product,
    };
    let addend = match x.get(2) {
        Some(code) => Real::of(ports[2].value(*code)?),
        None => None,
    };
    let sum = match (product, addend) {
        (Some(product), Some(addend)) => product.plus(&addend),
        (product, addend) => product.or(addend),
    };
    let rounded = to.rounded(&sum?, Rounding::NearestEven)?;
    let f = &to.format;
    if rounded.exponent < to.emin() {
        return Some(0);
    }
    let infinity = u64::from(rounded.sign) << (f.width - 1) | (f.top() as u64) << f.man_bits;
    Some(if rounded.exponent > to.emax() { infinity } else { to.toward_zero(rounded.value()) })
}
