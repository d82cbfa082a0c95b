//! Elementwise instructions: the worked cases of the source's conformance list, and every mix of units against fractions of big integers.

use crate::xdsa::exec::trial::Trial;
use crate::xdsa::isa::Unit;
use num_bigint::{BigInt, Sign};
use seeded::{Draw, Random};

/// The result of an instruction of one or two sources, at 0x300.
fn run(name: &str, fields: &str, sources: &[(Unit, &[u64])], des: Unit, count: u64) -> Vec<u64> {
    let mut trial = Trial::default();
    for (at, (unit, elements)) in sources.iter().enumerate() {
        trial.put_codes(0x200 + 0x40 * at as u64, *unit, elements);
    }
    let addresses = match (sources.len(), name) {
        (1, "base.sxt" | "base.uxt") => "s0=0x200 d=0x300",
        (1, _) => "s=0x200 d=0x300",
        (2, _) => "s0=0x200 s1=0x240 d=0x300",
        _ => "s0=0x200 s1=0x240 s2=0x280 d=0x300",
    };
    let units: String = match sources {
        [(unit, _)] if fields.contains("src0") => format!("src0={unit}"),
        [(unit, _)] => format!("src={unit}"),
        [(a, _), (b, _)] => format!("src0={a} src1={b}"),
        [(a, _), (b, _), (c, _)] => format!("src0={a} src1={b} src2={c}"),
        _ => String::new(),
    };
    let units = if fields.contains("src0=") { String::new() } else { units };
    let len = sources[0].1.len();
    let line = format!("{addresses} {units} des={des} len={len} {fields}");
    let result = trial.run(name, &line);
    result.unwrap_or_else(|kind| panic!("{name} {line}: {kind}")).codes(0x300, des, count)
}

use Unit::{Fp16, Fp32, Fp64};

/// A fraction.
type Fraction = (BigInt, BigInt);

/// The value of a finite element, by the bits of its format.
fn value(unit: Unit, element: u64) -> Option<Fraction> {
    let one = BigInt::from(1);
    let (exponent_bits, bits) = match unit {
        Fp16 => (5, 10),
        Fp32 => (8, 23),
        Fp64 => (11, 52),
        _ => return Some((unit.integer(element).into(), one)),
    };
    let (field, fraction) =
        (element >> bits & ((1 << exponent_bits) - 1), element & ((1 << bits) - 1));
    if field == (1 << exponent_bits) - 1 {
        return None;
    }
    let (significand, field) =
        if field == 0 { (fraction, 1) } else { (fraction | 1 << bits, field) };
    let n = BigInt::from(significand) << field;
    let n = if element >> (unit.bits() - 1) == 1 { -n } else { n };
    Some((n, one << ((1 << (exponent_bits - 1)) - 1 + bits)))
}

/// Which of two fractions is larger.
fn order(a: &Fraction, b: &Fraction) -> std::cmp::Ordering {
    (&a.0 * &b.1).cmp(&(&b.0 * &a.1))
}

/// Whether an element is the exact value rounded to nearest: the middles to both neighbours enclose it.
fn is_nearest(unit: Unit, element: u64, exact: &Fraction) -> bool {
    let sign = element >> (unit.bits() - 1) == 1;
    let code = element & (unit.mask() >> 1);
    let exact = if sign { (-&exact.0, exact.1.clone()) } else { exact.clone() };
    if exact.0.sign() == Sign::Minus {
        return false;
    }
    // The infinity stands where the next number would.
    let at = |code: u64| -> Fraction {
        value(unit, code).unwrap_or_else(|| {
            let (below, most) = (value(unit, code - 2).unwrap(), value(unit, code - 1).unwrap());
            (&most.0 * 2 - below.0, most.1)
        })
    };
    let middle =
        |a: Fraction, b: Fraction| -> Fraction { (&a.0 * &b.1 + &b.0 * &a.1, a.1 * b.1 * 2) };
    let infinite = value(unit, code).is_none();
    let from = code == 0 || {
        let order = order(&exact, &middle(at(code - 1), at(code)));
        order.is_gt() || order.is_eq() && code & 1 == 0
    };
    let to = infinite || {
        let order = order(&exact, &middle(at(code), at(code + 1)));
        order.is_lt() || order.is_eq() && code & 1 == 0
    };
    from && to
}

/// Half to even.
fn whole((n, d): &Fraction) -> BigInt {
    let floor = |n: &BigInt, d: &BigInt| {
        let q = n / d;
        if n.sign() == Sign::Minus && &(&q * d) != n { q - 1 } else { q }
    };
    let up = floor(&(n * 2 + d), &(d * 2));
    let tie = &up * d * 2 == n * 2 + d;
    if tie && up.bit(0) { up - 1 } else { up }
}

fn clamped(unit: Unit, n: &BigInt) -> u64 {
    let [least, most] = unit.range();
    let n = n.clone().clamp(least.into(), most.into());
    i128::try_from(n).unwrap() as u64 & unit.mask()
}

fn wrapped(unit: Unit, n: &BigInt) -> u64 {
    let modulus = BigInt::from(1u128 << unit.bits());
    let n = ((n % &modulus) + &modulus) % modulus;
    u64::try_from(n).unwrap()
}

/// ADD, SUB, MUL, DIV, MOD, MAX, MIN of every three units against fractions.
#[test]
fn every_mix_of_units_is_rounded_once() {
    let mut random = Random::of("xdsa units");
    for src0 in Unit::ALL {
        for src1 in Unit::ALL {
            for des in Unit::ALL {
                for name in ["add", "sub", "mul", "div", "mod", "max", "min"] {
                    let sat = random.one_in(2);
                    let draw = |random: &mut Random, unit: Unit| {
                        let near = match unit {
                            Fp16 => 0x3c00 + (random.below(1 << 13)) - (1 << 12),
                            Fp32 => (0x3f80_0000u64 + random.below(1 << 28)).wrapping_sub(1 << 27),
                            Fp64 => 0x3ff0_0000_0000_0000u64 + random.below(1 << 58) - (1 << 57),
                            _ => random.below(20).wrapping_sub(10),
                        };
                        let any = random.next();
                        (if random.one_in(2) { any } else { near | any & 1 << (unit.bits() - 1) })
                            & unit.mask()
                    };
                    let a: Vec<u64> = (0..3).map(|_| draw(&mut random, src0)).collect();
                    let b: Vec<u64> = (0..3).map(|_| draw(&mut random, src1)).collect();
                    let fields = if sat { "sat=1" } else { "" };
                    let found =
                        run(&format!("base.{name}"), fields, &[(src0, &a), (src1, &b)], des, 3);
                    let integers = ![src0, src1, des].iter().any(|unit| unit.is_float());
                    for i in 0..3 {
                        let (Some(x), Some(y)) = (value(src0, a[i]), value(src1, b[i])) else {
                            continue;
                        };
                        let zero = y.0.sign() == Sign::NoSign;
                        if zero && matches!(name, "div" | "mod") {
                            continue;
                        }
                        let cross = (&x.0 * &y.1, &y.0 * &x.1, &x.1 * &y.1);
                        let mut exact = match name {
                            "add" => (cross.0 + cross.1, cross.2),
                            "sub" => (cross.0 - cross.1, cross.2),
                            "mul" => (&x.0 * &y.0, cross.2),
                            "div" if integers => (x.0 / y.0, 1.into()),
                            "div" => (cross.0, cross.1),
                            "mod" => (&cross.0 - (&cross.0 / &cross.1) * &cross.1, cross.2),
                            "max" if order(&x, &y).is_lt() => y,
                            "min" if order(&x, &y).is_gt() => y,
                            _ => x,
                        };
                        if exact.1.sign() == Sign::Minus {
                            exact = (-exact.0, -exact.1);
                        }
                        let right = match (integers, sat) {
                            _ if des.is_float() => is_nearest(des, found[i], &exact),
                            (true, false) => found[i] == wrapped(des, &exact.0),
                            (true, true) => found[i] == clamped(des, &exact.0),
                            (false, _) => found[i] == clamped(des, &whole(&exact)),
                        };
                        let (a, b, found) = (a[i], b[i], found[i]);
                        assert!(
                            right,
                            "{name} {src0} {a:x} {src1} {b:x} {des} {fields}: {found:x}"
                        );
                    }
                }
            }
        }
    }
}

/// The quick ways (one floating-point unit) give what exact numbers give.
#[test]
fn quick_ways_are_exact() {
    use crate::xdsa::number::{Fit, Number, round};
    use functions::Function;
    type Exact = fn(&Number, &Number) -> Number;
    let pairs: [(&str, Exact); 4] = [
        ("base.add", Number::add),
        ("base.sub", Number::sub),
        ("base.mul", Number::mul),
        ("base.div", Number::div),
    ];
    let functions = [
        ("base.exp", Function::Exp),
        ("base.sin", Function::Sin),
        ("base.acos", Function::Acos),
        ("base.log2", Function::Log2),
        ("base.atanh", Function::Atanh),
        ("base.loglp", Function::Log1p),
        ("base.cosh", Function::Cosh),
        ("base.tan", Function::Tan),
    ];
    let mut random = Random::of("xdsa quick");
    for round_of in 0..60 {
        let unit = [Fp16, Fp32, Fp64][round_of % 3];
        let format = unit.format().unwrap();
        let code = seeded::code!(format);
        let mut draw = || -> Vec<u64> { (0..7).map(|_| code.any(&mut random)).collect() };
        let (a, b) = (draw(), draw());
        for (name, exact) in pairs {
            let found = run(name, "", &[(unit, &a), (unit, &b)], unit, 7);
            for i in 0..7 {
                let value = exact(&Number::of(unit, a[i]), &Number::of(unit, b[i]));
                assert_eq!(
                    found[i],
                    round(&value, unit, Fit::Clamp).0,
                    "{name} {unit} {:x} {:x}",
                    a[i],
                    b[i]
                );
            }
        }
        for (name, function) in functions {
            let found = run(name, "", &[(unit, &a)], unit, 7);
            for i in 0..7 {
                let value = Number::function(function, unit, a[i]);
                assert_eq!(found[i], round(&value, unit, Fit::Clamp).0, "{name} {unit} {:x}", a[i]);
            }
        }
    }
}
