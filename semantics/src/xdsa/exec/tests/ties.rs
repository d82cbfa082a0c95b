//! The fast sums against the general numbers of `xdsa::number`, on elements of every unit, NaN, infinities and zeros among them.

use super::naive::next;
use crate::xdsa::exec::exact::{Amount, encode};
use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit;
use crate::xdsa::number::{Fit, Number, round, round_shift};

/// An element; every fourth is a special one, or small.
fn element(state: &mut u64, unit: Unit) -> u64 {
    let word = next(state, 1 << 31) << 33 ^ next(state, 1 << 31) << 11 ^ next(state, 1 << 11);
    let Some(format) = unit.format() else {
        return word & unit.mask() >> (next(state, 2) * u64::from(unit.bits() / 2));
    };
    let sign = (word & 1) << (unit.bits() - 1);
    let infinity = (unit.mask() >> 1) >> format.man_bits << format.man_bits;
    match next(state, 16) {
        0 => sign,
        1 => sign | 1,
        2 if next(state, 8) == 0 => sign | infinity,
        3 if next(state, 8) == 0 => infinity | 1,
        4..=9 => sign | one_to_two(unit) | word & ((1 << format.man_bits) - 1),
        _ if next(state, 8) == 0 => word & unit.mask() & !(1 << (unit.bits() - 2)),
        _ => sign | one_to_two(unit),
    }
}

fn one_to_two(unit: Unit) -> u64 {
    crate::xdsa::exec::exact::one(unit)
}

fn unit(state: &mut u64) -> Unit {
    Unit::ALL[next(state, 13) as usize]
}

#[test]
fn conversions() {
    let mut state = 1;
    for _ in 0..20_000 {
        let (from, to) = (unit(&mut state), unit(&mut state));
        let code = element(&mut state, from);
        let found = encode(to, Amount::of(from, code).value()).0;
        assert_eq!(found, round(&Number::of(from, code), to, Fit::Clamp).0, "{from} {code:x} {to}");
    }
}

#[test]
fn reductions() {
    let mut state = 2;
    for i in 0..3000 {
        let from = unit(&mut state);
        let n = next(&mut state, 6) + 1;
        let codes: Vec<u64> = (0..n).map(|_| element(&mut state, from)).collect();
        let mut trial = Trial::default();
        trial.put_codes(0x200, from, &codes);
        let fields = format!("s=0x200 d=0x300 src_unit={from} axis=7 fc=1 fh=1 fw={n}");
        let mut found = |name: &str| trial.run(name, &fields).unwrap().codes(0x300, from, 1)[0];
        let numbers: Vec<Number> = codes.iter().map(|code| Number::of(from, *code)).collect();
        let count = Number::integer(n.into());
        let sum = Number::sum(numbers.clone());
        let mean = sum.div(&count);
        let squares = numbers.iter().map(|x| {
            let distance = x.sub(&mean);
            distance.mul(&distance)
        });
        let variance = Number::sum(squares).div(&count);
        let context = format!("round {i}: {from} {codes:x?}");
        assert_eq!(found("base.reduce_mean"), round(&mean, from, Fit::Clamp).0, "{context}");
        assert_eq!(found("base.reduce_var"), round(&variance, from, Fit::Clamp).0, "{context}");
        let fit = if from.is_float() { Fit::Clamp } else { Fit::Wrap };
        assert_eq!(found("base.reduce_sum"), round(&sum, from, fit).0, "{context}");
        let product = numbers.iter().fold(Number::integer(1), |product, x| product.mul(x));
        assert_eq!(found("base.reduce_prod"), round(&product, from, fit).0, "{context}");
    }
}

#[test]
fn convolutions() {
    let mut state = 3;
    for i in 0..4000 {
        let units: [Unit; 6] = std::array::from_fn(|_| unit(&mut state));
        let [map, weight, bias, mul, scale, result] = units;
        let n = next(&mut state, 5) + 1;
        let mut trial = Trial::wide();
        let mut list = |unit| -> Vec<u64> { (0..n).map(|_| element(&mut state, unit)).collect() };
        let (a, b) = (list(map), list(weight));
        trial.put_codes(0x200, map, &a).put_codes(0x280, weight, &b);
        let [c, m, s] = [bias, mul, scale].map(|unit| element(&mut state, unit));
        let shift = next(&mut state, 12) as i64 - 4;
        let fields = format!(
            "fm=0x200 kernel=0x280 d=0x300 fm_unit={map} w_unit={weight} bias_unit={bias} mul_unit={mul} scale_unit={scale} result_unit={result} bias={c} mul={m} scale_o={s} shift={} fm_c={n} fm_h=1 fm_w=1 k_h=1 k_w=1 k_num=1 h_stride=1 v_stride=1",
            shift as u64 & 0xff
        );
        let found = trial.run("ai.conv2d", &fields).unwrap().codes(0x300, result, 1)[0];
        let of = |unit: Unit| move |code: &u64| Number::of(unit, *code);
        let (a, b): (Vec<_>, Vec<_>) =
            (a.iter().map(of(map)).collect(), b.iter().map(of(weight)).collect());
        let sum = Number::dot(a.iter().zip(&b)).add(&Number::of(bias, c));
        let product = sum.mul(&Number::of(mul, m));
        let shifted = if [map, weight, bias, mul].into_iter().any(Unit::is_float) {
            product.mul(&Number::ratio(1_i64 << (8 - shift), 256_i64))
        } else {
            round_shift(&product, shift)
        };
        let expected = round(&shifted.mul(&Number::of(scale, s)), result, Fit::Clamp).0;
        assert_eq!(found, expected, "round {i}: {fields}");
    }
}
