//! Operands for a result: from the number before it is rounded backwards. What comes out is a
//! proposal; whoever asked looks whether it is what was meant, and asks again.

use super::exact::Real;
use super::port::Port;
use super::subject::Subject;
use crate::draw::code::Value;
use crate::draw::rng::Rng;
use crate::registry::Arithmetic;

/// Operands whose result is likely to be, or to end like, `target`.
pub(crate) fn solve(subject: &Subject, target: &Real, rng: &mut Rng) -> [u64; 3] {
    let ports = &subject.operands;
    match subject.arithmetic {
        Some(Arithmetic::Sum { minus }) => {
            let [x, y] = sum([&ports[0], &ports[1]], target, rng);
            [x, ports[1].turned(y, minus), 0]
        }
        Some(Arithmetic::Product) => {
            let [x, y] = product([&ports[0], &ports[1]], target, rng);
            [x, y, 0]
        }
        Some(Arithmetic::Omitting { addend, .. }) => {
            let [x, y] = product([&ports[0], &ports[1]], target, rng);
            match addend && rng.one_in(2) {
                true => fused([&ports[0], &ports[1], &ports[2]], target, rng),
                false => [x, y, 0],
            }
        }
        Some(Arithmetic::Fused { minus_product, minus_addend, .. }) => {
            let [x, y, z] = fused([&ports[0], &ports[1], &ports[2]], target, rng);
            [ports[0].turned(x, minus_product), y, ports[2].turned(z, minus_addend)]
        }
        Some(Arithmetic::Quotient) => quotient([&ports[0], &ports[1]], target, rng),
        Some(Arithmetic::Root) => {
            let square = target.times(&cut_to(target, 64));
            let code = ports[0].toward_zero(square.signed(false).value());
            [ports[0].stepped(code, rng.around(1)), 0, 0]
        }
        Some(
            Arithmetic::Convert | Arithmetic::Integral | Arithmetic::Compare | Arithmetic::Order,
        )
        | None => {
            let code = ports[0].toward_zero(target.value());
            let more = i64::from(target.more);
            [ports[0].stepped(code, more), 0, 0]
        }
    }
}

/// The top bits of a number.
fn cut_to(r: &Real, bits: i64) -> Real {
    let bits = bits.clamp(1, 127) as u32;
    Real { significand: r.significand >> (128 - bits) << (128 - bits), more: false, ..*r }
}

/// A number of `bits` bits and this exponent, its last bit set.
fn odd(sign: bool, exponent: i64, bits: i64, rng: &mut Rng) -> Real {
    let bits = bits.clamp(1, 64) as u32;
    let random = u128::from(rng.next()) << 64 | 1 << 127;
    let significand = random >> (128 - bits) << (128 - bits) | 1 << (128 - bits);
    Real { sign, exponent, significand, more: false }
}

/// Two numbers whose sum is the target: the one is nearly all of it, the other the rest.
fn parts(ports: [&Port; 2], target: &Real, rng: &mut Rng) -> Option<[Real; 2]> {
    let bits = rng.below(ports[0].precision() as u64) as i64 + 1;
    let head = cut_to(target, bits);
    let unit = Real { significand: 1 << 127, ..head.scaled(1 - bits) };
    let head = if rng.one_in(2) { head } else { head.plus(&unit)? };
    let first = ports[0].value(ports[0].toward_zero(head.value())).and_then(Real::of)?;
    Some([first, target.plus(&first.signed(!first.sign))?])
}

/// Two numbers whose sum is the target.
fn sum(ports: [&Port; 2], target: &Real, rng: &mut Rng) -> [u64; 2] {
    if ports[0].format != ports[1].format && rng.one_in(2) {
        let mut turn = ports;
        if rng.one_in(2) {
            turn.swap(0, 1);
        }
        let whole = turn[0].toward_zero(target.value());
        let [mut x, mut y] = match parts(turn, target, rng) {
            Some([x, y]) => [turn[0].toward_zero(x.value()), turn[1].toward_zero(y.value())],
            None if target.more => [whole, tiny(turn[1], target, rng)],
            None => [whole, 0],
        };
        if turn[0].format != ports[0].format {
            std::mem::swap(&mut x, &mut y);
        }
        return [x, y];
    }
    let p = ports[0].precision();
    let wide = target.exponent - target.last() + 1;
    // One operand first, the other is what is missing.
    let first = match rng.below(4) {
        // The target's head, or the number beyond it.
        0 => cut_to(target, p),
        1 => {
            let head = cut_to(target, p);
            let unit = Real { significand: 1 << 127, ..head.scaled(1 - p) };
            head.plus(&unit).unwrap_or(head)
        }
        // Something of the size of the target or above, that ends no later.
        2 if wide <= p => {
            let up = rng.below((p - wide + 1).max(1) as u64) as i64;
            let exponent = target.exponent + up;
            let bits = (exponent - target.last() + 1).min(p);
            odd(rng.one_in(2), exponent, bits, rng)
        }
        // Something below it.
        _ => {
            let down = rng.below(p.max(1) as u64) as i64;
            let exponent = target.exponent - down;
            let bits = (exponent - target.last() + 1).clamp(1, p);
            odd(rng.one_in(2), exponent, bits, rng)
        }
    };
    let x = ports[0].toward_zero(first.value());
    let known = ports[0].value(x).and_then(Real::of);
    let rest = match known {
        Some(known) => target.plus(&known.signed(!known.sign)),
        None => Some(*target),
    };
    let y = match rest {
        Some(rest) => ports[1].toward_zero(rest.value()),
        None if target.more => tiny(ports[1], target, rng),
        None => ports[1].turned(0, rng.one_in(2)),
    };
    // A little more, where the rest leaves room for it.
    let y = if target.more && rest.is_some() { ports[1].stepped(y, 1) } else { y };
    if rng.one_in(2) && ports[0].format == ports[1].format { [y, x] } else { [x, y] }
}

/// 1.
fn one_of(port: &Port) -> u64 {
    port.toward_zero(Value { sign: false, exponent: 0, significand: 1 })
}

/// A number far below another, of its sign.
fn tiny(port: &Port, target: &Real, rng: &mut Rng) -> u64 {
    let down = 2 * port.precision() + rng.below(8) as i64;
    let exponent = (target.exponent - down).max(port.emin());
    port.toward_zero(odd(target.sign, exponent, port.precision(), rng).value())
}

/// Two factors whose exact product is likely to be, or to end like, the target.
pub(super) fn factors(subject: &Subject, target: &Real, rng: &mut Rng) -> [u64; 2] {
    product([&subject.operands[0], &subject.operands[1]], target, rng)
}

/// Two factors. Of a target of few bits they are exact; of many, either the product's last bits are
/// the target's (by an inverse modulo 2^k), or the product is near it.
fn product(ports: [&Port; 2], target: &Real, rng: &mut Rng) -> [u64; 2] {
    let p = [ports[0].precision(), ports[1].precision()];
    let wide = target.exponent - target.last() + 1;
    let plain = target.signed(false);
    let divided = if wide > p[0] && rng.one_in(4) { divided(&plain, p[1]) } else { None };
    let (a, b) = match rng.below(3) {
        _ if divided.is_some() => divided.unwrap_or((plain, plain)),
        0 if wide <= p[0] => (plain, odd(false, 0, 1, rng)),
        0 | 1 => {
            // a odd; b so that a * b ends like the target.
            let bits = if rng.one_in(2) { p[0] } else { rng.below(p[0] as u64) as i64 + 1 };
            let a = odd(false, 0, bits, rng);
            let low = target.value().significand as u64;
            let b = low.wrapping_mul(inverse(a.value().significand as u64));
            let most = p[1].min(63);
            let wanted = (wide - bits + rng.around(1)).clamp(1, most);
            let b = b & (u64::MAX >> (64 - most)) & (u64::MAX >> (64 - wanted));
            let Some(b) = Real::of(Value { sign: false, exponent: 0, significand: b.into() })
            else {
                return [0, 0];
            };
            (a, b.scaled(target.last() - a.last() - b.last()))
        }
        _ => {
            let a = odd(false, 0, p[0], rng);
            (a, plain.over(&a))
        }
    };
    let minus = rng.one_in(2);
    let up = share(ports, target.exponent, rng) - a.exponent;
    let x = ports[0].toward_zero(a.scaled(up).signed(minus).value());
    let y = ports[1].toward_zero(b.scaled(-up).signed(minus != target.sign).value());
    let step = if wide > p[1] && rng.one_in(2) { rng.around(1) } else { 0 };
    [x, ports[1].stepped(y, step)]
}

/// A number of more bits than a factor has, as the product of a small number and one of so many bits.
fn divided(target: &Real, bits: i64) -> Option<(Real, Real)> {
    let Value { significand, .. } = target.value();
    let fits = |d: &u128| significand.is_multiple_of(*d) && (significand / d) >> bits.min(127) == 0;
    let small = (3..1 << 10).step_by(2).find(fits)?;
    let real = |significand| Real::of(Value { sign: false, exponent: 0, significand });
    let (a, b) = (real(small)?, real(significand / small)?);
    Some((a, b.scaled(target.last() - a.last() - b.last())))
}

/// The exponent of the first factor, so that both are normal where that is possible.
fn share(ports: [&Port; 2], exponent: i64, rng: &mut Rng) -> i64 {
    let least = ports[0].emin().max(exponent - ports[1].emax());
    let most = ports[0].emax().min(exponent - ports[1].emin());
    if most < least {
        return exponent / 2;
    }
    near(ports[0], exponent, rng)
        .map(|own| own.clamp(least, most))
        .unwrap_or_else(|| least + rng.below((most - least + 1) as u64) as i64)
}

/// An exponent about 1 or about half of another: the numbers of a posit's format have most bits there.
fn near(port: &Port, exponent: i64, rng: &mut Rng) -> Option<i64> {
    if !port.format.is_posit() {
        return None;
    }
    match rng.below(3) {
        0 => Some(rng.around(4)),
        1 => Some(exponent / 2 + rng.around(4)),
        _ => None,
    }
}

/// The inverse of an odd number modulo 2^64 (Newton).
const fn inverse(a: u64) -> u64 {
    let mut x = a;
    let mut i = 0;
    while i < 5 {
        x = x.wrapping_mul(2u64.wrapping_sub(a.wrapping_mul(x)));
        i += 1;
    }
    x
}

/// Two factors and an addend.
fn fused(ports: [&Port; 3], target: &Real, rng: &mut Rng) -> [u64; 3] {
    let one = |rng: &mut Rng| odd(rng.one_in(2), rng.around(3), 1, rng);
    if ports[0].format != ports[2].format && rng.one_in(2) {
        // The addend nearly all, and the product the rest, or the other way round.
        let whole = ports[2].toward_zero(target.value());
        if rng.one_in(2) {
            let own = ports[2].value(whole).and_then(Real::of);
            let rest = own.and_then(|own| target.plus(&own.signed(!own.sign)));
            let [x, y] = match rest {
                Some(rest) => product([ports[0], ports[1]], &rest, rng),
                None if target.more => [tiny(ports[0], target, rng), one_of(ports[1])],
                None => [0, one_of(ports[1])],
            };
            return [x, y, whole];
        }
        if let Some([head, rest]) = parts([ports[0], ports[2]], target, rng) {
            let [x, y] = product([ports[0], ports[1]], &head, rng);
            return [x, y, ports[2].toward_zero(rest.value())];
        }
    }
    match rng.below(3) {
        // A sum, one operand of which is multiplied by a power of two.
        0 => {
            let [a, z] = sum([ports[0], ports[2]], target, rng);
            let factor = one(rng);
            let y = ports[1].toward_zero(factor.value());
            let Some(a) = ports[0].value(a).and_then(Real::of) else { return [a, y, z] };
            let x = a.signed(a.sign != factor.sign).scaled(-factor.exponent);
            [ports[0].toward_zero(x.value()), y, z]
        }
        // The product alone, and an addend next to nothing.
        1 => {
            let [x, y] = product([ports[0], ports[1]], target, rng);
            let z =
                if target.more { tiny(ports[2], target, rng) } else { u64::from(rng.one_in(4)) };
            [x, y, ports[2].turned(z, z <= 1 && rng.one_in(2))]
        }
        _ => {
            let up = rng.around(2 * ports[2].precision());
            ending_alike(ports, target, up, rng)
        }
    }
}

/// Operands of a fused operation whose product is so many places above the result.
pub(super) fn apart(subject: &Subject, target: &Real, up: i64, rng: &mut Rng) -> [u64; 3] {
    let ports = &subject.operands;
    let [x, y, z] = ending_alike([&ports[0], &ports[1], &ports[2]], target, up, rng);
    let (minus_product, minus_addend) = subject.fused().unwrap_or_default();
    [ports[0].turned(x, minus_product), y, ports[2].turned(z, minus_addend)]
}

/// A product that ends like the target, its leading bit so many places above, and the rest as the
/// addend.
fn ending_alike(ports: [&Port; 3], target: &Real, up: i64, rng: &mut Rng) -> [u64; 3] {
    let exponent = (target.exponent + up).max(target.last());
    let wanted = Real { exponent, sign: rng.one_in(2), ..ending(target, exponent, rng) };
    let [x, y] = product([ports[0], ports[1]], &wanted, rng);
    let factors = ports[0].value(x).and_then(Real::of).zip(ports[1].value(y).and_then(Real::of));
    let product = factors.map(|(x, y)| x.times(&y));
    let rest = match product {
        Some(product) => target.plus(&product.signed(!product.sign)),
        None => Some(*target),
    };
    [x, y, rest.map_or(0, |rest| ports[2].toward_zero(rest.value()))]
}

/// A number of another exponent that ends like this one.
fn ending(target: &Real, exponent: i64, rng: &mut Rng) -> Real {
    let wide = (exponent - target.last() + 1).clamp(1, 127) as u32;
    let low = target.value().significand & ((1 << wide) - 1);
    let random = (u128::from(rng.next()) << 64 | u128::from(rng.next())) & ((1 << wide) - 1);
    let same = rng.below(u64::from(wide) + 1) as u32;
    let kept = (1u128 << same) - 1;
    let bits = low & kept | random & !kept | 1 << (wide - 1);
    Real { significand: bits << (128 - wide), more: false, ..*target }
}

/// A dividend and a divisor: exact where both are short enough, else the dividend nearest.
fn quotient(ports: [&Port; 2], target: &Real, rng: &mut Rng) -> [u64; 3] {
    let wide = target.exponent - target.last() + 1;
    let (most, p) = ((ports[0].precision() - wide).max(1), ports[1].precision());
    let bits = match rng.below(3) {
        0 => most.min(p),
        1 => rng.below(p as u64) as i64 + 1,
        _ => p,
    };
    // x = target * y: both in range.
    let least = ports[1].emin().max(ports[0].emin() - target.exponent);
    let top = ports[1].emax().min(ports[0].emax() - target.exponent);
    let exponent = match top - least {
        0.. => near(ports[1], -target.exponent, rng)
            .map(|own| own.clamp(least, top))
            .unwrap_or_else(|| least + rng.below((top - least + 1) as u64) as i64),
        _ => -target.exponent / 2,
    };
    let y = odd(rng.one_in(2), exponent, bits, rng);
    let y = ports[1].toward_zero(y.value());
    let Some(divisor) = ports[1].value(y).and_then(Real::of) else { return [0, y, 0] };
    let x = ports[0].toward_zero(cut_to(target, 64).times(&divisor).value());
    let step = if wide <= most || !target.more { 0 } else { rng.around(1) };
    [ports[0].stepped(x, step), y, 0]
}
