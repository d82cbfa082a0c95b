//! Reductions: alignment with guard bits, cancellation, positions and stages; selections.

use crate::draw::Cases;
use crate::draw::code::Float;
use crate::draw::corner::codes::codes;
use crate::registry::Shape;

/// Elements that are mostly alike.
struct Elements<'a> {
    len: usize,
    /// Moves through the pairs of positions.
    turn: usize,
    cases: &'a mut Cases,
}

impl Elements<'_> {
    /// Every element `fill`, but for these positions.
    fn push(&mut self, fill: u64, set: &[(usize, u64)]) {
        let mut x = vec![fill; self.len];
        for &(at, code) in set {
            x[at % self.len] = code;
        }
        self.cases.push(&x);
    }

    /// The next pair of different positions.
    fn pair(&mut self) -> (usize, usize) {
        let turn = self.turn % (self.len * (self.len - 1));
        self.turn += 1;
        // Consecutive pairs differ in both positions.
        let i = turn % self.len;
        (i, (i + 1 + turn / self.len) % self.len)
    }

    /// Pairs of positions, in both orders: neighbours, and places 2, 4 and half the length apart, so
    /// that both members of a pair are in one first-stage group, and in two.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let n = self.len;
        let mut apart = vec![1, 2, 4, n / 2, n - 1];
        apart.retain(|d| (1..n).contains(d));
        apart.sort_unstable();
        apart.dedup();
        (0..n).flat_map(|i| apart.iter().map(move |d| (i, (i + d) % n))).collect()
    }
}

pub(crate) fn addition(shape: &Shape, cases: &mut Cases) {
    let Some(f) = Float::of(&shape.format) else { return };
    let mut e = Elements { len: shape.len, turn: 0, cases };
    alignment(&f, &mut e);
    carries(&f, &mut e);
    cancellation(&f, &mut e);
    specials(&f, &mut e);
    stages(&f, &mut e);
    if f.width == 16 && shape.len == 16 {
        second_stage(&f, &mut e);
    }
    positions(&codes(&shape.format), &[f.code(false, 0, 0), f.at(false, 0, 1)], &mut e);
}

/// Mantissas that end in half a guard unit when moved down by `distance` places (s. 4.2.1): ties to
/// an even and an odd neighbour, a little less and more; and such as bring the sum's own rounding,
/// three guard bits higher, to a tie or just off it.
fn ties(f: &Float, distance: i64) -> Vec<u64> {
    let at = |b: i64| if (0..i64::from(f.body)).contains(&b) { 1 << b } else { 0u64 };
    let (half, unit) = (at(distance - 4), at(distance - 3));
    let tie = half | unit;
    let mut all = vec![half, tie, half.wrapping_sub(1) & f.ones(), (tie + 1) & f.ones()];
    all.extend([0, f.ones(), (half * 7) & f.ones(), (half * 8) & f.ones(), (half * 9) & f.ones()]);
    all
}

/// A large element and a small one at every distance.
fn alignment(f: &Float, e: &mut Elements<'_>) {
    for distance in 0..=i64::from(f.body) + 6 {
        for (k, mantissa) in ties(f, distance).into_iter().enumerate() {
            for sign in [false, true] {
                let small = f.at(sign, 3 - distance, mantissa);
                // Ties of the sum need an even and an odd last place.
                let large = if k < 6 { &[1, f.ones(), 0][k % 3..][..1] } else { &[0, 1] };
                for &large in large {
                    beside(f, f.at(false, 3, large), small, e);
                }
            }
        }
    }
}

/// A large element, a small one, and others: zeros, small ones too, or the large one again with the
/// other sign, which leaves the rounded small one alone.
fn beside(f: &Float, large: u64, small: u64, e: &mut Elements<'_>) {
    let zero = f.code(false, 0, 0);
    let (i, j) = e.pair();
    e.push(zero, &[(i, large), (j, small)]);
    if e.len > 2 {
        if large & 1 == 1 {
            e.push(small, &[(i, large)]);
        }
        let third = (0..e.len).find(|p| *p != i && *p != j).unwrap_or(0);
        let minus = large ^ 1 << (f.width - 1);
        e.push(zero, &[(i, large), (j, minus), (third, small)]);
    }
}

/// As many equal elements as there are places: sums that carry by one bit and more, also past the
/// range.
fn carries(f: &Float, e: &mut Elements<'_>) {
    let zero = f.code(true, 0, 0);
    for field in [1, 2, f.bias, f.top - 4, f.top - 3, f.top - 2, f.top - 1] {
        for mantissa in [0, 1, f.ones(), f.ones() - 1] {
            for sign in [false, true] {
                let code = f.code(sign, field, mantissa);
                for count in 1..=e.len {
                    let (first, _) = e.pair();
                    let set: Vec<_> = (0..count).map(|k| (first + k, code)).collect();
                    e.push(zero, &set);
                }
            }
        }
    }
}

/// x and -x, or their neighbours, at pairs of positions; at the lower limit the difference is
/// out of range.
fn cancellation(f: &Float, e: &mut Elements<'_>) {
    let zero = f.code(false, 0, 0);
    for (i, j) in e.pairs() {
        for (field, mantissa) in [(f.bias, 1), (1, 0), (1, f.ones()), (f.top - 1, f.ones())] {
            let x = f.code(false, field, mantissa);
            for step in [-1, 0, 1] {
                let minus = f.stepped(x ^ 1 << (f.width - 1), step);
                e.push(zero, &[(i, x), (j, minus)]);
            }
        }
    }
}

/// Infinities of both signs at pairs of positions; elements with exponent field 0 and a
/// mantissa beside numbers.
fn specials(f: &Float, e: &mut Elements<'_>) {
    let (plus, minus) = (f.code(false, f.top, 0), f.code(true, f.top, 0));
    let one = f.at(false, 0, 0);
    for (i, j) in e.pairs() {
        e.push(one, &[(i, plus), (j, minus)]);
        e.push(one, &[(i, plus), (j, f.code(false, f.top, f.ones()))]);
        e.push(one, &[(i, f.code(true, 0, f.ones())), (j, f.code(false, 1, 0))]);
    }
    for fill in [f.code(true, 0, 0), f.code(false, 0, f.ones()), plus, minus, one] {
        e.push(fill, &[]);
    }
}

/// A sum whose bits depend on who is added first: large, its negative, and small ones in every
/// rotation.
fn stages(f: &Float, e: &mut Elements<'_>) {
    let reach = i64::from(f.body).min(f.bias - 2);
    for distance in [4, reach / 2, reach - 1] {
        let large = f.at(false, 0, 1);
        let small = f.at(false, -distance, f.ones() >> 1);
        let minus = f.at(true, 0, 1);
        for (i, j) in e.pairs() {
            e.push(small, &[(i, large), (j, minus)]);
            e.push(small, &[(i, large), (j, f.at(true, 1, 0))]);
        }
    }
}

/// Halves in the single circuit of L1BM lose nothing in the first stage; their partial sums do in the
/// second, where a last half guard unit can decide a tie of the result.
fn second_stage(f: &Float, e: &mut Elements<'_>) {
    const LOW: [i64; 4] = [0, -25, -26, -27];
    let code = |sign: bool, exponent: i64| match exponent {
        0 => f.code(sign, 0, 0),
        _ => f.at(sign, exponent, 0),
    };
    for (a, b, c) in (0..64).map(|i| (LOW[i & 3], LOW[i >> 2 & 3], LOW[i >> 4])) {
        for signs in 0..8 {
            let sign = |i: u32| signs >> i & 1 == 1;
            let parts = [(4, code(false, -4)), (5, code(false, -10))];
            let low = [(6, code(sign(0), a)), (7, code(sign(1), b)), (8, code(sign(2), c))];
            let set: Vec<_> =
                [(0, f.at(false, 0, 0))].into_iter().chain(parts).chain(low).collect();
            e.push(f.code(false, 0, 0), &set);
        }
    }
}

/// Every code at every position.
fn positions(codes: &[u64], fills: &[u64], e: &mut Elements<'_>) {
    for &code in codes {
        for &fill in fills {
            for at in 0..e.len {
                e.push(fill, &[(at, code)]);
            }
        }
    }
}

pub(crate) fn selection(shape: &Shape, cases: &mut Cases) {
    let mut e = Elements { len: shape.len, turn: 0, cases };
    let codes = codes(&shape.format);
    let float = Float::of(&shape.format);
    let ones = u64::MAX >> (64 - shape.format.width);
    // The identities: nothing is below all ones as a maximum, nothing above 0 and ones as a minimum.
    let fills = if float.is_some() { [ones, ones >> 1] } else { [0, ones] };
    for fill in fills {
        e.push(fill, &[]);
    }
    positions(&codes, &fills, &mut e);
    for &a in &codes {
        for &b in &codes {
            let (_, j) = e.pair();
            e.push(a, &[(j, b)]);
        }
    }
    if let Some(f) = float {
        zeros_and_infinities(&f, &mut e);
    }
}

/// Both zeros, and infinities that differ in their mantissas, in both orders at each position.
fn zeros_and_infinities(f: &Float, e: &mut Elements<'_>) {
    let codes = [(0, 0), (0, 1), (f.top, 0), (f.top, 1), (f.top, f.ones())];
    for (i, j) in e.pairs() {
        for (field, mantissa) in codes {
            let (plus, minus) = (f.code(false, field, mantissa), f.code(true, field, mantissa));
            e.push(plus, &[(i, minus)]);
            e.push(minus, &[(i, plus), (j, f.code(true, field, 0))]);
        }
    }
}
