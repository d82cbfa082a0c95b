//! The elements of a sum's operands, by the terms that they are to be.

use crate::cover::cross::Aim;
use crate::cover::exact::Real;
use crate::cover::port::Port;
use crate::cover::subject::{EXTENDED, Subject};
use crate::draw::rng::Rng;
use crate::registry::Terms;

/// The exponents that every term can have: the smallest and the largest.
pub(super) fn range(subject: &Subject, terms: Terms) -> (i64, i64) {
    let ports = &subject.operands;
    let factors = if terms.product { 2 } else { 1 };
    let (least, most) = ports[..factors]
        .iter()
        .fold((0, 0), |(low, high), port| (low + port.emin(), high + port.emax()));
    let last = &ports[ports.len() - 1];
    match terms.addend {
        true => (least.max(last.emin()), most.min(last.emax())),
        false => (least, most),
    }
}

/// An exponent from which there is room above for terms that cancel, and for their sum.
pub(super) fn middle(subject: &Subject) -> i64 {
    let r = &subject.result;
    let (least, most) = subject.terms.map_or((r.emin(), r.emax()), |terms| range(subject, terms));
    let (least, most) = (least.max(r.emin()), most.min(r.emax()));
    (most - 6).min(r.precision() + 4).min(most - r.precision() - 6).max(least + 4)
}

/// The exponents that a term can have: those of subnormal numbers too, and of the product of the largest numbers.
pub(super) fn reach(subject: &Subject, terms: Terms, at: usize) -> (i64, i64) {
    let least = |port: &Port| if subject.env.daz { port.emin() } else { port.least() };
    let (ports, z) = (&subject.operands, subject.operands.len() - 1);
    match at {
        at if at == terms.len => (least(&ports[z]), ports[z].emax()),
        _ if terms.product => {
            (least(&ports[0]) + least(&ports[1]), ports[0].emax() + ports[1].emax() + 1)
        }
        _ => (least(&ports[0]), ports[0].emax()),
    }
}

/// An exponent for a number and others so far above it, each of which has exponents from and to these.
pub(super) fn lowest(
    above: impl IntoIterator<Item = (i64, (i64, i64))>,
    rng: &mut Rng,
) -> Option<i64> {
    let each = above.into_iter().map(|(above, (low, high))| (low - above, high - above));
    let (low, high) = each.reduce(|a, b| (a.0.max(b.0), a.1.min(b.1)))?;
    (low <= high).then(|| low + rng.below((high - low + 1) as u64) as i64)
}

/// The exponents that a term's normal numbers have, of products those of powers of two.
pub(super) fn exponents(subject: &Subject, terms: Terms, at: usize) -> (i64, i64) {
    let ports = &subject.operands;
    let own = match at {
        at if at == terms.len => &ports[ports.len() - 1..],
        _ if terms.product => &ports[..2],
        _ => &ports[..1],
    };
    own.iter().fold((0, 0), |(low, high), port| (low + port.emin(), high + port.emax()))
}

/// Terms for numbers so far above a number's leading bit, and the exponent of that, where there are such: an addend takes the first. None of
/// blocks, whose terms have no exponents of their own.
pub(super) fn ladder(
    subject: &Subject,
    terms: Terms,
    above: &[i64],
    rng: &mut Rng,
) -> Option<(Vec<usize>, i64)> {
    let n = terms.count();
    if terms.shared.is_some() || above.len() > n {
        return None;
    }
    let first = if terms.addend { terms.len } else { rng.below(n as u64) as usize };
    // The others begin anywhere behind it.
    let turn = rng.below(n as u64 - 1) as usize;
    let other = |i: usize| (first + 1 + (turn + i) % (n - 1)) % n;
    let places: Vec<usize> = std::iter::once(first).chain((0..n - 1).map(other)).collect();
    let r = &subject.result;
    let own = above.iter().zip(&places).map(|(above, at)| (*above, exponents(subject, terms, *at)));
    let low = lowest(own.chain([(0, (r.emin(), r.emax() - 4))]), rng)?;
    Some((places, low))
}

/// The elements of terms of these exponents and signs; other terms are 0.
pub(super) struct Elements<'a> {
    subject: &'a Subject,
    terms: Terms,
    x: Vec<u64>,
    /// The products of blocks, which are made together.
    products: Vec<Option<Real>>,
}

impl<'a> Elements<'a> {
    pub(super) fn new(subject: &'a Subject, terms: Terms) -> Self {
        let products = vec![None; terms.len];
        Self { subject, terms, x: vec![0; subject.plan.elements()], products }
    }

    /// Elements that make every term a positive 0.
    pub(super) fn zeros(mut self, rng: &mut Rng) -> Option<Vec<u64>> {
        let made = self.terms.shared.is_none() || self.blocks(rng);
        // Blocks give the elements of 0 any sign.
        for (x, shape) in self
            .x
            .iter_mut()
            .zip(self.subject.plan.operands.iter().flat_map(|s| std::iter::repeat_n(s, s.len)))
        {
            *x &= u64::MAX >> (65 - shape.format.width);
        }
        made.then_some(self.x)
    }

    /// The case, where every term had room.
    pub(super) fn aim(mut self, put: bool, rng: &mut Rng) -> Aim {
        match put && (self.terms.shared.is_none() || self.blocks(rng)) {
            true => Aim::Elements(self.x),
            false => Aim::Any,
        }
    }

    /// A term `significand * 2^exponent` of a few bits; whether there is room for it.
    pub(super) fn put(&mut self, at: usize, real: Real, rng: &mut Rng) -> bool {
        let ports = &self.subject.operands;
        if at == self.terms.len {
            let z = self.x.len() - 1;
            let port = &ports[ports.len() - 1];
            self.x[z] = port.toward_zero(real.value());
            return holds(port, self.x[z], &real);
        }
        if self.terms.shared.is_some() {
            self.products[at] = Some(real);
            return true;
        }
        if !self.terms.product {
            self.x[at] = ports[0].toward_zero(real.value());
            return holds(&ports[0], self.x[at], &real);
        }
        // A power of two is the other factor.
        let (a, b) = (&ports[0], &ports[1]);
        let within = |least: [i64; 2]| {
            let low = least[0].max(real.exponent - b.emax());
            let high = a.emax().min(real.exponent - least[1]);
            (low <= high).then_some((low, high))
        };
        let below = |port: &Port| match port.format.subnormal {
            true => port.emin() - (port.precision() - 1),
            false => port.emin(),
        };
        let room = within([a.emin(), b.emin()]).or_else(|| within([below(a), below(b)]));
        let Some((low, high)) = room else { return false };
        let own = low + rng.below((high - low + 1) as u64) as i64;
        let one = Real { sign: rng.one_in(2), exponent: own, significand: 1 << 127, more: false };
        let other = real.signed(real.sign != one.sign).scaled(-own);
        self.x[at] = a.toward_zero(one.value());
        self.x[self.terms.len + at] = b.toward_zero(other.value());
        holds(b, self.x[self.terms.len + at], &other)
    }

    /// A term of a few bits with this exponent, where only the largest numbers have it their product.
    pub(super) fn put_at(&mut self, at: usize, exponent: i64, rng: &mut Rng) -> bool {
        let real = few(self.subject, exponent, rng);
        self.put(at, real, rng)
            || self.put_largest(at, rng.one_in(2)).is_some_and(|real| real.exponent == exponent)
    }

    /// The largest term of a sign; none of blocks.
    pub(super) fn put_largest(&mut self, at: usize, sign: bool) -> Option<Real> {
        let (ports, z) = (&self.subject.operands, self.x.len() - 1);
        let mut put = |place: usize, port: &Port, sign: bool| {
            let largest = port.largest()?.signed(sign);
            self.x[place] = port.toward_zero(largest.value());
            Some(largest)
        };
        match at {
            _ if self.terms.shared.is_some() => None,
            at if at == self.terms.len => put(z, &ports[ports.len() - 1], sign),
            _ if self.terms.product => {
                let first = put(at, &ports[0], sign)?;
                Some(first.times(&put(self.terms.len + at, &ports[1], false)?))
            }
            _ => put(at, &ports[0], sign),
        }
    }

    /// Makes the blocks of the products: whether there are such.
    fn blocks(&mut self, rng: &mut Rng) -> bool {
        let (a, b) = (&self.subject.operands[0], &self.subject.operands[1]);
        let (Some(of_a), Some(of_b)) = (&a.float, &b.float) else { return false };
        let m = i64::from(a.format.man_bits);
        let lower: &[i64] = if a.format.subnormal { &[0, EXTENDED, 2 * EXTENDED] } else { &[0] };
        let omitted = self.terms.shared.map_or(0, |shared| i64::from(shared.omitted));
        let reals = || self.products.iter().flatten();
        let top = reals().map(|r| r.exponent).max().unwrap_or(0);
        let low = reals().map(Real::last).min().unwrap_or(0);
        // The weight of the products' last place.
        let (first, last) = (top - (2 * m - 2), low - omitted + lower[lower.len() - 1]);
        if first > last {
            return false;
        }
        let unit = first + rng.below((last - first + 1) as u64) as i64;
        let fields = unit - 2 + of_a.bias + of_b.bias + 2 * m;
        let (first, last) = ((fields - of_b.largest).max(1), (fields - 1).min(of_a.largest));
        if first > last {
            return false;
        }
        let field = first + rng.below((last - first + 1) as u64) as i64;
        for (at, product) in self.products.iter().enumerate() {
            let turn = rng.one_in(2);
            let (x, y, extended) = match product {
                None => (0, 0, 0),
                Some(real) => {
                    let ways = lower.iter().filter_map(|lower| {
                        let factors = factors(real, unit - lower, m, omitted, rng)?;
                        Some((factors.0, factors.1, lower / EXTENDED))
                    });
                    let ways: Vec<_> = ways.collect();
                    match ways.get(rng.below(ways.len().max(1) as u64) as usize) {
                        Some(way) => *way,
                        None => return false,
                    }
                }
            };
            let sign = product.is_some_and(|real| real.sign);
            let one = extended == 2 || extended == 1 && turn;
            let other = extended == 2 || extended == 1 && !turn;
            let of = |own: i64, extended: bool| if extended { 0 } else { own };
            self.x[at] = of_a.code(turn, of(field, one), x) << a.format.pad;
            self.x[self.terms.len + at] =
                of_b.code(turn != sign, of(fields - field, other), y) << b.format.pad;
        }
        true
    }
}

/// A number in units of 2^unit as a power of two and a factor, of so many bits each; no mutual product of
/// so many low bits is left out.
fn factors(real: &Real, unit: i64, bits: i64, omitted: i64, rng: &mut Rng) -> Option<(u64, u64)> {
    let (up, length) = (real.last() - unit, real.exponent - real.last() + 1);
    let (first, last) = ((length + up - bits).max(0), up.min(bits - 1));
    let whole = |power: &i64| *power >= omitted || up - power >= omitted;
    let ways: Vec<i64> = (first..=last).filter(whole).collect();
    let power = ways.get(rng.below(ways.len().max(1) as u64) as usize)?;
    let factor = real.value().significand as u64;
    Some((1 << power, factor << (up - power)))
}

fn holds(port: &Port, code: u64, real: &Real) -> bool {
    port.value(code).and_then(Real::of).is_some_and(|held| held == *real)
}

/// The bits that every factor and addend has.
pub(super) fn least(subject: &Subject) -> u64 {
    subject.operands.iter().map(Port::precision).min().unwrap_or(1).clamp(1, 60) as u64
}

/// A number of so few bits that every factor has them.
pub(super) fn few(subject: &Subject, exponent: i64, rng: &mut Rng) -> Real {
    let bits = rng.below(least(subject)) as u32 + 1;
    let significand = (u128::from(rng.next()) << 64 | 1 << 127) >> (128 - bits) << (128 - bits);
    Real { sign: rng.one_in(2), exponent, significand, more: false }
}
