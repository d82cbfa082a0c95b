//! Random numbers (XDSA-D67, D98): Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011).

use super::{unnamed, whole, word};
use crate::Rational;
use crate::interpreters::xdsa::case::Case;
use crate::interpreters::xdsa::element::{constant, truth};
use crate::interpreters::xdsa::value::{Function, Real, Value};
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Unit};

/// Ten rounds on a counter.
fn philox(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for round in 0..10 {
        if round > 0 {
            key = [key[0].wrapping_add(0x9e37_79b9), key[1].wrapping_add(0xbb67_ae85)];
        }
        let product = |m: u32, word: u32| {
            let product = u64::from(m) * u64::from(word);
            ((product >> 32) as u32, product as u32)
        };
        let (high0, low0) = product(0xd251_1f53, counter[0]);
        let (high1, low1) = product(0xcd9e_8d57, counter[2]);
        counter = [high1 ^ counter[1] ^ key[0], low1, high0 ^ counter[3] ^ key[1], low0];
    }
    counter
}

/// The word of an element.
fn draw(seed: u64, drawn: u64, element: u64) -> u32 {
    let halves = |n: u64| [n as u32, (n >> 32) as u32];
    let ([low, high], [s_low, s_high]) = (halves(element / 4), halves(drawn));
    philox([low, high, s_low, s_high], halves(seed))[(element % 4) as usize]
}

/// word 2^-32
fn unit_interval(word: u32) -> Value {
    whole(word.into()).scale(-32)
}

/// u of an element with the seed of the machine.
pub(super) fn uniform(case: &Case<'_>, element: u64) -> Value {
    unit_interval(draw(case.seed, case.drawn, element))
}

pub(in crate::interpreters::xdsa) fn random(case: &mut Case<'_>) -> Result<(), Kind> {
    if case.operation == Operation::MultiNomial {
        return categories(case);
    }
    let (unit, length) = (case.unit("unit"), case.length("len"));
    let unit = if case.operation == Operation::RandPerm { case.index_unit() } else { unit };
    let to = (case.address("d"), unit);
    case.tensor(to, length.into());
    case.check()?;
    let (seed, drawn) = (case.field("seed"), case.drawn);
    let word = |i| draw(seed, drawn, i);
    let [p0, p1] = ["p0", "p1"].map(|name| Value::of(Unit::Fp64, case.field(name)));
    let mut order: Vec<u64> = (0..length).collect();
    order.sort_by_key(|i| (word(*i), *i));
    for i in 0..length {
        let value = match case.operation {
            Operation::RandUniform => p0.add(&unit_interval(word(i)).mul(&p1.sub(&p0))),
            Operation::RandNormal => {
                let (even, odd) = (word(i / 2 * 2), word(i / 2 * 2 + 1));
                p0.add(&p1.mul(&radius(even)).mul(&direction(odd, i % 2 == 0)))
            }
            Operation::RandPerm => whole(order[i as usize]),
            _ => truth(unit_interval(word(i)).compare(&p0).is_some_and(|order| order.is_lt())),
        };
        case.put(to, i, &value);
    }
    Ok(())
}

/// sqrt(-2 ln((word + 1) 2^-32))
fn radius(word: u32) -> Value {
    let u = whole(u64::from(word) + 1).scale(-32);
    Value::from(-2).mul(&Function::Ln.of(&u)).sqrt()
}

/// cos(2 pi word 2^-32), or the sine
fn direction(word: u32, cosine: bool) -> Value {
    Value::real(Real::circle(&(Rational::from(word) >> 32), cosine))
}

/// MULTI_NOMIAL.
fn categories(case: &mut Case<'_>) -> Result<(), Kind> {
    unnamed(case, &[]);
    let weights = (case.address("p0"), case.unit("unit"));
    let to = (case.address("p1"), case.index_unit());
    let [categories, samples] = ["w0", "w1"].map(|name| case.size(name));
    case.tensor(weights, categories.into());
    case.tensor(to, samples.into());
    case.check()?;
    let values = case.values(weights, categories);
    let infinite = values.iter().any(|weight| matches!(weight, Value::Infinite(false)));
    let weight = |value: &Value| match value {
        Value::Infinite(false) => Rational::from(1),
        _ if infinite || value.is_nan() || value.negative() => Rational::new(),
        _ => value.exact().unwrap_or_default(),
    };
    let weights: Vec<Rational> = values.iter().map(weight).collect();
    let total: Rational = weights.iter().sum();
    let seed = case.field("w2") | case.field("w3") << 32;
    for i in 0..samples {
        let limit = (Rational::from(draw(seed, case.drawn, i)) >> 32) * &total;
        let mut sum = Rational::new();
        let first = weights.iter().position(|weight| {
            sum += weight;
            sum > limit
        });
        case.put(to, i, &whole(first.map_or(categories - 1, |first| first as u64)));
    }
    Ok(())
}

// DROPOUT and LABEL_SMOOTH (XDSA-D67, D98, section 2.5).

pub(in crate::interpreters::xdsa) fn dropout(case: &mut Case<'_>) -> Result<(), Kind> {
    if case.operation == Operation::LabelSmooth {
        return smooth(case);
    }
    let unit = case.unit("src_unit");
    let ratio = constant(case, "ratio", "ratio_unit", Value::ratio(1, 2));
    let length = case.length("len");
    let [from, to] = ["fm", "d"].map(|name| (case.address(name), unit));
    case.tensor(from, length.into());
    case.tensor(to, length.into());
    case.check()?;
    let rest = Value::from(1).sub(&ratio);
    for i in 0..length {
        let kept = uniform(case, i).compare(&ratio).is_some_and(|order| order.is_ge());
        let value = if kept { case.value(from, i).div(&rest) } else { Value::from(0) };
        case.put(to, i, &value);
    }
    Ok(())
}

/// (1 - e) x + e / K
fn smooth(case: &mut Case<'_>) -> Result<(), Kind> {
    unnamed(case, &[]);
    let unit = case.unit("unit");
    let [rows, classes] = ["w0", "w1"].map(|name| case.size(name));
    let [from, to] = ["p0", "p1"].map(|name| (case.address(name), unit));
    let count = u128::from(rows) * u128::from(classes);
    case.tensor(from, count);
    case.tensor(to, count);
    case.check()?;
    let share = word(case, "w2");
    let kept = Value::from(1).sub(&share);
    for i in 0..count as u64 {
        let value = kept.mul(&case.value(from, i)).add(&share.div(&whole(classes)));
        case.put(to, i, &value);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of `kat_vectors` of Random123, `philox4x32 10`.
    #[test]
    fn published_words() {
        assert_eq!(philox([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        assert_eq!(
            philox([u32::MAX; 4], [u32::MAX; 2]),
            [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]
        );
        assert_eq!(
            philox(
                [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
                [0xa409_3822, 0x299f_31d0]
            ),
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
        );
    }
}
