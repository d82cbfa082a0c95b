//! The terms: elements and products, with what is kept of a product.

use super::digits::short;
use super::order::READ_AS_ZERO;
use super::{Item, Number};
use crate::explain::exact::Dyadic;
use crate::explain::fields::{self, EXTENDED};
use crate::explain::steps::row;
use crate::family::number::explain::code::low_bits;
use crate::family::number::explain::operand::count;
use crate::family::number::explain::operand::{Operand, sign};
use crate::family::number::explain::{Work, convert, nan, round};
use num_bigint::BigUint;
use softfloat::sum::{Datapath, Operand as Factor, ProductRule, Target, Term, TimesZero};
use softfloat::{Flags, Format};

/// The terms of a sum; products with a step.
pub(crate) fn terms(
    work: &mut Work<'_>,
    datapath: &Datapath,
    a: &[Operand],
    b: &[Operand],
) -> Vec<Item> {
    let Term::Product { a: first, b: second, rule } = datapath.term else {
        return a.iter().map(Item::of).collect();
    };
    let (x, y) = (factors(work, first, a), factors(work, second, b));
    let mut rows = vec![row!["", ">", ""]];
    let (mut items, mut signalled) = (Vec::new(), Vec::new());
    for ((x, a), (y, b)) in x.iter().zip(a).zip(y.iter().zip(b)) {
        let exact = product(datapath, x, y);
        let (item, remark, flags) = kept(&rule, exact, a, b);
        if !item.is_zero() || !remark.is_empty() {
            let words = match item.value() {
                Some(value) if a.format.is_fixed() => value.decimal(20),
                _ => item.words(),
            };
            let words = if remark.is_empty() { words } else { short(&words) };
            rows.push(row![item.name, words, remark]);
        }
        signalled.push((item.name.clone(), flags));
        items.push(item);
    }
    let what = match rule {
        ProductRule::Exact => "products, exact".to_owned(),
        ProductRule::Rounded(to) => {
            format!("products, rounded to {}", round::format_name(&to.format))
        }
        ProductRule::Precision { bits, .. } => format!("products, rounded to {bits} bits"),
        ProductRule::Omitted { bits, .. } => {
            format!("products, without that of the factors' low {bits} bits (s. 4.3)")
        }
    };
    work.steps.begin(what);
    if rows.len() > 1 {
        work.steps.table(&rows);
    }
    let zeros = items.len() + 1 - rows.len();
    if zeros > 0 {
        work.steps.item("zero", count(zeros, "product"));
    }
    work.raise_each(&signalled);
    items
}

/// The factors of an operand.
fn factors(work: &mut Work<'_>, factor: Factor, codes: &[Operand]) -> Vec<Item> {
    match factor {
        Factor::Scalar(_) => codes.iter().map(Item::of).collect(),
        Factor::Shared { element, len } => {
            codes.chunks(len).flat_map(|block| shared(work, &element, block)).collect()
        }
    }
}

/// The elements of a block under the largest exponent field among them.
fn shared(work: &mut Work<'_>, format: &Format, block: &[Operand]) -> Vec<Item> {
    let fields: Vec<fields::Number> =
        block.iter().map(|x| fields::Number::of(format, x.code)).collect();
    let common = fields.iter().map(|n| n.field).max().unwrap_or(0);
    let name = block.first().map_or("", |x| x.name.as_str());
    let unit = fields::unit(format, common);
    let infinite = common == i64::from(format.top());
    let text = match (common, infinite) {
        (0, _) => "0: every element is zero".to_owned(),
        (_, true) => format!("{common} (top): every element is infinite"),
        _ => format!("{common}: mantissas are multiples of 2^{unit}"),
    };
    work.steps.begin("common exponent field (s. 4.4)");
    work.steps.item(name.split('[').next().unwrap_or(name), text);
    let element = |(x, n): (&Operand, &fields::Number)| {
        let lower = if format.subnormal && n.field == 0 { EXTENDED } else { 0 };
        let mantissa = if common == 0 { 0 } else { n.mantissa };
        let number = match infinite {
            true => Number::Infinite(n.negative),
            false => Number::Finite(Dyadic::new(n.negative, mantissa, unit - lower)),
        };
        Item { name: x.name.clone(), number, field: common - i64::from(format.bias) }
    };
    block.iter().zip(&fields).map(element).collect()
}

/// The exact product, or what stands for it.
fn product(datapath: &Datapath, x: &Item, y: &Item) -> Item {
    let number = match (&x.number, &y.number) {
        (Number::Finite(u), Number::Finite(v)) => Number::Finite(Dyadic::new(
            u.negative != v.negative,
            &u.magnitude * &v.magnitude,
            u.exponent + v.exponent,
        )),
        (Number::Nan(p), Number::Nan(q)) => Number::Nan([p.clone(), q.clone()].concat()),
        (nan @ Number::Nan(_), _) | (_, nan @ Number::Nan(_)) => nan.clone(),
        (Number::Infinite(p), Number::Infinite(q)) => Number::Infinite(p != q),
        (Number::Infinite(s), Number::Finite(u)) | (Number::Finite(u), Number::Infinite(s)) => {
            match datapath.times_zero {
                TimesZero::Invalid if u.is_zero() => Number::Invalid,
                TimesZero::Zero if u.is_zero() => Number::Finite(Dyadic::zero(0)),
                _ => Number::Infinite(*s != u.negative),
            }
        }
        (Number::Invalid, _) | (_, Number::Invalid) => Number::Invalid,
    };
    Item { name: format!("{}*{}", x.name, y.name), number, field: x.field + y.field }
}

/// What the rule keeps of a product, with a remark and the exceptions.
fn kept(rule: &ProductRule, exact: Item, a: &Operand, b: &Operand) -> (Item, String, Flags) {
    match rule {
        ProductRule::Rounded(target) => rounded(target, exact),
        ProductRule::Omitted { bits, correction } => (omitted(*bits, *correction, &exact, a, b))
            .unwrap_or((exact, String::new(), Flags::NONE)),
        _ => (exact, String::new(), Flags::NONE),
    }
}

fn rounded(target: &Target, exact: Item) -> (Item, String, Flags) {
    let format = &target.format;
    let (code, flags) = Work::aside(target.env, |work| match &exact.number {
        Number::Finite(value) => round::round_number(work, format, value),
        Number::Infinite(negative) => convert::infinite(work, format, *negative),
        Number::Nan(list) => nan::chosen(work, format, &list.iter().collect::<Vec<_>>()),
        Number::Invalid => nan::invalid(work, format, "zero times infinity (7.2)"),
    });
    let item = Item::rounded(target.env, &exact.name, format, code);
    let mut remark = match exact.value() {
        Some(value) if !flags.is_empty() => {
            format!("{flags}  of {}", short(&value.hex_float()))
        }
        Some(_) => String::new(),
        None => format!("{flags}  {}", exact.words()),
    };
    if item.is_zero() && !Operand::of("", format, code).is_zero() {
        remark = format!("{remark}  {READ_AS_ZERO}");
    }
    (item, remark, flags)
}

/// The product without the mutual product of the low significand bits, and the correction in its
/// place (MN-Core 2, s. 4.3); nothing where that product is 0.
fn omitted(
    bits: u32,
    correction: u64,
    exact: &Item,
    a: &Operand,
    b: &Operand,
) -> Option<(Item, String, Flags)> {
    let value = exact.value().filter(|v| !v.is_zero())?;
    let significand = |x: &Operand| {
        let fraction = x.code >> x.format.pad & low_bits(x.format.man_bits);
        fraction & low_bits(bits)
    };
    let (p, q) = (significand(a), significand(b));
    let lost = BigUint::from(p) * q;
    if lost.bits() == 0 {
        return None;
    }
    let magnitude = &value.magnitude - &lost + correction;
    let remark = format!(
        "{}({:x} - {p:x} * {q:x} + {correction:x}) * 2^{}",
        sign(value.negative),
        value.magnitude,
        value.exponent
    );
    let number = Number::Finite(Dyadic { magnitude, ..value.clone() });
    Some((Item { number, ..exact.clone() }, remark, Flags::NONE))
}
