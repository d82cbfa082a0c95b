//! Operands near the hard cases of the functions, drawn at random.

use crate::random::{Codes, Draw, Random};
use functions::{Row, Shape};
use seeded::code;
use softfloat::{Env, Rounding, StaticFormat, convert_any, format::Binary64};
use std::f64::consts::{FRAC_PI_2, LN_2, LOG10_2};
use tests::bridge::Pair;

/// Zeros of the logarithm of the gamma function, and the least value of gamma.
const GAMMA: [f64; 9] = [
    -2.457_024_738_220_800_6,
    -2.747_682_646_727_413,
    -3.143_580_888_349_98,
    -3.955_294_284_858_598,
    -4.039_361_839_740_337,
    -4.991_544_640_560_048,
    -5.008_218_168_322_593,
    -5.999_999_999_999_999,
    1.461_632_144_968_362_3,
];

/// Numbers at which some function turns, ends, or is exact, of a format of this precision and these exponents.
fn centre(random: &mut Random, precision: f64, least: f64, most: f64) -> f64 {
    let small = |random: &mut Random, n: u64| random.below(n) as f64;
    let ends = [most + 1.0, least, least - precision, precision, precision / 2.0];
    let end = *random.pick(&ends);
    match random.below(12) {
        // Where powers overflow, vanish, or are 1 but for the last place.
        0 => end,
        1 => end * LN_2,
        2 => end * LOG10_2,
        3 => (end.abs() * LN_2).sqrt(),
        4 => (2.0 * end.abs() * LN_2).sqrt(),
        5 => *random.pick(&GAMMA),
        6 => FRAC_PI_2 * small(random, 4000),
        7 => small(random, 200),
        8 => small(random, 64) / f64::from(1 << random.below(8)),
        9 => 1.0 + (-small(random, 60)).exp2(),
        10 => (-precision / f64::from(1 + random.below(4) as u32) + small(random, 4)).exp2(),
        _ => *random.pick(&[1.0, 0.5, 2.0, 3.0, 10.0, 1000.0, 1e5, 171.624, 35.04, 0.346_6]),
    }
}

/// An operand of a function.
fn number(random: &mut Random, f: &Pair) -> u64 {
    let mask = u64::MAX >> (64 - f.format.width);
    let code = code!(f.format);
    let (precision, bias) = (f.facts.precision(), i64::from(f.facts.bias));
    let any = match random.below(8) {
        0 => code.any(random),
        1 => random.code(&f.format, &f.format),
        2..5 => {
            let most = (1 << f.facts.exp_bits) - 2 - bias;
            let at = centre(random, precision.into(), (1 - bias) as f64, most as f64);
            let at = if random.below(2) == 0 { at } else { -at };
            let env = Env::IEEE.rounding(*random.pick(&Rounding::ALL));
            let near = convert_any(&Binary64::FORMAT, &f.format, &env, at.to_bits()).bits;
            code.near(random, near)
        }
        // Where functions are neither trivial nor out of range.
        _ => {
            let reach = precision as u64 + 20;
            let field = (bias as u64 + 14).saturating_sub(random.below(reach));
            code.with_field(random, field) ^ (random.next() & ((1 << code.body()) - 1))
        }
    };
    any & mask
}

/// An integer operand: small ones, powers of two and their neighbours, the ends, any.
fn integer(random: &mut Random) -> u64 {
    let n = match random.below(8) {
        0..4 => random.below(40) as i32 - 20,
        4 => (1i32 << random.below(31)).wrapping_add(random.below(3) as i32 - 1),
        5 => *random.pick(&[0, 1, -1, i32::MAX, i32::MIN, i32::MIN + 1]),
        6 => random.below(4000) as i32 - 2000,
        _ => random.next() as i32,
    };
    u64::from(n as u32)
}

/// Operands of a function of numbers.
pub(crate) fn draw(random: &mut Random, row: &Row, f: &Pair) -> Vec<u64> {
    let x = number(random, f);
    match row.shape {
        Shape::Unary => vec![x],
        Shape::Power => {
            let n = integer(random);
            let x = if random.below(6) == 0 { power_of_integer(random, f, n) } else { x };
            vec![x, n]
        }
        Shape::Power64 => {
            // As many as of 32 bits, else of any size, the base beside 1 or small, so that the power is neither.
            if random.below(3) == 0 {
                let n = integer(random);
                return vec![x, i64::from(n as u32 as i32).cast_unsigned()];
            }
            let size = random.below(64);
            let n = (random.next() as i64) >> size;
            let away = (random.below(65) as f64 - 64.0).exp2();
            let centre = if row.name == "compound64" { 0.0 } else { 1.0 };
            let near = of(f, if random.below(2) == 0 { centre + away } else { centre - away });
            vec![if random.below(4) == 0 { x } else { near }, n.cast_unsigned()]
        }
        _ if random.below(8) == 0 => pair(random, f),
        _ => {
            let y = match random.below(3) {
                0 => code!(f.format).second(random, x),
                _ => number(random, f),
            };
            vec![x, y & u64::MAX >> (64 - f.format.width)]
        }
    }
}

/// A number as a code.
fn of(f: &Pair, v: f64) -> u64 {
    convert_any(&Binary64::FORMAT, &f.format, &Env::IEEE, v.to_bits()).bits
}

/// A power of a small integer or one less, over a power of two: what has rational roots.
fn power_of_integer(random: &mut Random, f: &Pair, n: u64) -> u64 {
    let n = n as u32 as i32;
    let power = f64::from(random.below(12) as u32).powi(n.clamp(-16, 16));
    let less = random.below(2) as f64;
    let sign = if random.below(3) == 0 { -1.0 } else { 1.0 };
    of(f, sign * (power - less) * f64::from(n.clamp(-8, 8) * random.below(3) as i32).exp2())
}

/// Two numbers of which a function is rational: of right-angled triangles, squares of squares with
/// fractions of a power of two.
fn pair(random: &mut Random, f: &Pair) -> Vec<u64> {
    let [a, b] = [(); 2].map(|()| f64::from(1 + random.below(30) as u32));
    let scale = f64::from(random.below(20) as i32 - 10).exp2();
    let pair = match random.below(3) {
        0 => [(a * a - b * b) * scale, 2.0 * a * b * scale],
        1 => [a.powi(1 << random.below(5)), b / f64::from(1 << random.below(6))],
        _ => [(a / 8.0).powi(2) * scale, b * scale],
    };
    pair.map(|v| of(f, v)).to_vec()
}

/// A block: of any numbers, of numbers near each other, of few that differ, of subnormal ones, also beside numbers far
/// below, of exponents over the whole range.
pub(crate) fn block(random: &mut Random, f: &Pair, length: usize) -> Vec<u64> {
    let first = number(random, f);
    let code = code!(f.format);
    let sign = u64::from(f.facts.sign) << (f.format.width - 1);
    let kind = random.below(8);
    let fields = (1 << f.facts.exp_bits) - 1;
    let element = |random: &mut Random| match kind {
        0 => number(random, f),
        1 => code.near(random, first),
        2 => first ^ (sign * random.below(2)),
        3 => code.at_distance(random, first),
        4 => code.with_field(random, 0),
        5 if random.below(2) == 0 => of(f, -f64::from(random.below(100) as u32)),
        5 => code.with_field(random, 0),
        6 => {
            let field = random.below(fields);
            code.with_field(random, field)
        }
        _ => of(f, f64::from(random.below(64) as i32 - 32) / 8.0),
    };
    let mut all: Vec<u64> = (0..length).map(|_| element(random) & code.mask()).collect();
    if random.below(8) == 0 {
        let at = random.below(length as u64) as usize;
        all[at] = code.any(random) & code.mask();
    }
    all
}
