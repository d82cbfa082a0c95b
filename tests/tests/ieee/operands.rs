//! Random operands near the hard cases of an operation.

use crate::ieee::Operation;
use crate::random::Random;
use softfloat::{Env, Format, Rounding};

/// Operands of an operation in a format.
pub(crate) fn draw(random: &mut Random, operation: Operation, f: &Format) -> Vec<u64> {
    let mask = u64::MAX >> (64 - f.width);
    let a = random.code(f, f);
    let b = second(random, f, a);
    let mut x = match operation {
        Operation::Sqrt => vec![radicand(random, f, a)],
        Operation::Div => vec![dividend(random, f, a, b), b],
        Operation::Fma => vec![a, b, addend(random, f, a, b)],
        _ => vec![a, b],
    };
    x.iter_mut().for_each(|code| *code &= mask);
    x
}

/// An operand to go with another.
pub(crate) fn second(random: &mut Random, f: &Format, a: u64) -> u64 {
    let sign = 1 << (f.width - 1);
    match random.below(5) {
        // The same or a neighbour, of either sign.
        0 => {
            let flipped = a ^ (random.next() & sign);
            beside(random, flipped, f)
        }
        // An exponent less than two precisions away.
        1 | 2 => at_distance(random, f, a),
        _ => random.code(f, f),
    }
}

/// A code some steps away.
fn beside(random: &mut Random, code: u64, f: &Format) -> u64 {
    let steps = (random.next() % 5) << f.pad;
    code.wrapping_add(steps).wrapping_sub(2 << f.pad)
}

/// A code whose exponent differs by less than about two precisions.
fn at_distance(random: &mut Random, f: &Format, a: u64) -> u64 {
    let body = f.man_bits + f.pad;
    let top = f.top() as u64;
    let reach = 2 * u64::from(f.precision()) + 5;
    let field = a >> body & top;
    let field = (field + random.next() % reach).saturating_sub(reach / 2).min(top);
    let ones = u64::MAX >> random.below(64);
    let fraction = *random.pick(&[0, 1, ones, !ones, random.0, random.0]);
    let sign = random.next() << (f.width - 1);
    sign | field << body | fraction & !(u64::MAX << body)
}

/// A square or a neighbour of one, or any code.
fn radicand(random: &mut Random, f: &Format, a: u64) -> u64 {
    if random.below(2) == 0 {
        return a;
    }
    let square = f.mul(a, a, &env(random)).bits;
    beside(random, square, f)
}

/// A product with the divisor or a neighbour of one, or any code.
fn dividend(random: &mut Random, f: &Format, a: u64, divisor: u64) -> u64 {
    if random.below(2) == 0 {
        return a;
    }
    let product = f.mul(a, divisor, &env(random)).bits;
    beside(random, product, f)
}

/// What cancels the product to a few bits, what lies near its last places, or any code.
fn addend(random: &mut Random, f: &Format, a: u64, b: u64) -> u64 {
    let product = f.mul(a, b, &env(random)).bits;
    match random.below(4) {
        0 => beside(random, product ^ 1 << (f.width - 1), f),
        1 | 2 => at_distance(random, f, product),
        _ => random.code(f, f),
    }
}

fn env(random: &mut Random) -> Env {
    Env::IEEE.rounding(*random.pick(&Rounding::ALL))
}
