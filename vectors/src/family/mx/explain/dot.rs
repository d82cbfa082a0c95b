//! The dot product of two blocks and an addend (OCP MX 1.0, 6.1, 6.2): exact, rounded once.

use super::part::{power, scale_line, times};
use crate::explain::exact::Dyadic;
use crate::explain::steps::row;
use crate::family::number::explain::add::{self, Term};
use crate::family::number::explain::operand::{Operand, count};
use crate::family::number::explain::{Work, code, nan};
use softfloat::{Flags, Format, Rounding};

pub(crate) fn explain(work: &mut Work<'_>, to: &Format, operands: &[Operand]) -> u64 {
    let Some((z, blocks)) = operands.split_last() else { return 0 };
    let (a, b) = blocks.split_at(blocks.len() / 2);
    let (Some((scale_a, a)), Some((scale_b, b))) = (a.split_first(), b.split_first()) else {
        return 0;
    };
    work.steps.begin("scales (OCP MX 1.0, 5.4.1)");
    scale_line(work, scale_a);
    scale_line(work, scale_b);
    let (Some(p), Some(q)) = (power(scale_a), power(scale_b)) else {
        return nans(work, to, "a scale is NaN, and with it every product", &[z]);
    };
    let all: Vec<&Operand> = a.iter().chain(b).chain([z]).collect();
    let pairs: Vec<(&Operand, &Operand)> = a.iter().zip(b).collect();
    if all.iter().any(|x| !x.is_finite()) {
        return special(work, to, &pairs, z, &all);
    }
    let products = products(work, &pairs);
    work.steps
        .item("scaled", format!("times 2^({p} + {q}) = {}", times(&products, p + q).hex_float()));
    let products = Term { name: "x . y".to_owned(), value: times(&products, p + q) };
    add::sum(work, to, &products, &Term::of(z))
}

/// The default NaN; invalid where one of these is signalling.
fn nans(work: &mut Work<'_>, to: &Format, why: &str, all: &[&Operand]) -> u64 {
    work.steps.begin("NaN (IEEE 754, 6.2)");
    work.steps.item("why", why);
    if let Some(x) = all.iter().find(|x| x.is_signalling()) {
        work.raise(Flags::INVALID, format!("{} signalling (7.2)", x.name));
    }
    nan::default(work, to)
}

/// The sum where an element or the addend is no number.
fn special(
    work: &mut Work<'_>,
    to: &Format,
    pairs: &[(&Operand, &Operand)],
    z: &Operand,
    all: &[&Operand],
) -> u64 {
    let clash = |(x, y): &&(&Operand, &Operand)| {
        x.is_infinite() && y.is_zero() || x.is_zero() && y.is_infinite()
    };
    if let Some((x, y)) = pairs.iter().find(clash) {
        let why = format!("{} * {} is infinity times zero (7.2)", x.name, y.name);
        work.raise(Flags::INVALID, why.as_str());
        return nans(work, to, &why, all);
    }
    if let Some(x) = all.iter().find(|x| x.is_nan()) {
        return nans(work, to, &format!("{} is a {}", x.name, x.words()), all);
    }
    let products = pairs
        .iter()
        .filter(|(x, y)| x.is_infinite() || y.is_infinite())
        .map(|(x, y)| (format!("{} * {}", x.name, y.name), x.negative != y.negative));
    let addend = z.is_infinite().then(|| (z.name.clone(), z.negative));
    let infinite: Vec<(String, bool)> = products.chain(addend).collect();
    let of = |sign: bool| infinite.iter().find(|(_, negative)| *negative == sign);
    match (of(false), of(true)) {
        (Some((p, _)), Some((n, _))) => {
            let why = format!("{p} is +infinity, {n} -infinity: they have no sum (7.2)");
            nan::invalid(work, to, &why)
        }
        (found, other) => {
            let negative = found.is_none();
            let name = found.or(other).map_or("", |(name, _)| name);
            let s = if negative { "-" } else { "+" };
            work.steps.begin("sum with an infinity (IEEE 754, 6.1)");
            work.steps.item("result", format!("{s}infinity, exactly: {name} is infinite"));
            code::infinity(to, negative)
        }
    }
}

/// The step "products": their exact sum, before the scales.
fn products(work: &mut Work<'_>, pairs: &[(&Operand, &Operand)]) -> Dyadic {
    let mut rows = vec![row!["", ">x", ">y", ">x * y"]];
    let mut sum = Dyadic::zero(0);
    let (mut zeros, mut minus) = (0, 0);
    for (x, y) in pairs {
        let negative = x.negative != y.negative;
        let magnitude = &x.value.magnitude * &y.value.magnitude;
        let product = Dyadic::new(negative, magnitude, x.value.exponent + y.value.exponent);
        if product.is_zero() {
            zeros += 1;
            minus += usize::from(negative);
            continue;
        }
        rows.push(row![x.name, x.words(), y.words(), product.hex_float()]);
        sum = sum.plus(&product);
    }
    work.steps.begin("exact products and their sum, before the scales");
    if rows.len() > 1 {
        work.steps.table(&rows);
    }
    if zeros > 0 {
        work.steps.item("zero", format!("{}, {minus} of them -0", count(zeros, "product")));
    }
    if sum.is_zero() {
        // Zeros of one sign keep it; any other zero is -0 toward -infinity only (6.3).
        let (all, none) = (minus == pairs.len(), minus == 0 && zeros == pairs.len());
        sum.negative = all || !none && work.env.rounding == Rounding::Down;
    }
    work.steps.item("sum", sum.hex_float());
    sum
}
