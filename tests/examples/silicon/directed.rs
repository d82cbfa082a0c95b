//! Operands directed at what goes wrong in datapaths, each kind once in eight: terms at every distance from the largest, terms
//! that cancel, ties, special values in every place, the two ends of the range; and related or any codes.

use seeded::{Code, Draw, Random, code};
use vectors::registry::Plan;

/// Further below the largest term than any unit looks.
const FAR: u64 = 70;

/// Fills a case.
pub(crate) fn draw(random: &mut Random, plan: &Plan, x: &mut [u64]) {
    let sum = Sum::of(plan);
    let kind = random.below(8);
    match (sum, kind) {
        (Some(sum), 0..6) => {
            sum.scales(random, x);
            match kind {
                0 => sum.aligned(random, x),
                1 => sum.cancelled(random, plan, x),
                2 => sum.tied(random, x),
                3 => sum.special(random, plan, x),
                4 => sum.ended(random, x, true),
                _ => sum.ended(random, x, false),
            }
        }
        (_, kind) => any(random, plan, x, kind % 2 == 0),
    }
}

/// Any codes, related ones where asked for.
fn any(random: &mut Random, plan: &Plan, x: &mut [u64], related: bool) {
    let mut at = 0;
    for shape in &plan.operands {
        let code = code!(shape.format);
        for _ in 0..shape.len {
            x[at] = match at.checked_sub(1) {
                Some(before) if related => code.second(random, x[before]) & code.mask(),
                _ => code.any(random),
            };
            at += 1;
        }
    }
}

/// A sum of products and an addend.
struct Sum {
    a: Code,
    b: Code,
    c: Code,
    n: usize,
    scale: Option<Code>,
}

impl Sum {
    fn of(plan: &Plan) -> Option<Self> {
        let [a, b, c, scales @ ..] = &plan.operands[..] else { return None };
        let float = |shape: &&vectors::registry::Shape| code!(shape.format).has_exponent();
        let sum = [a, b, c].iter().all(float) && a.len == b.len && c.len == 1;
        sum.then(|| Self {
            a: code!(a.format),
            b: code!(b.format),
            c: code!(c.format),
            n: a.len,
            scale: scales.first().map(|side| code!(side.format)),
        })
    }

    /// Scales near 1, mostly.
    fn scales(&self, random: &mut Random, x: &mut [u64]) {
        let Some(code) = self.scale else { return };
        for scale in &mut x[2 * self.n + 1..] {
            let field = (code.bias + 4).saturating_sub(random.below(9));
            *scale = match random.below(8) {
                0 => code.any(random),
                _ => number(random, &code, field as i64 - code.bias as i64, 2) & !code.sign_bit(),
            };
        }
    }

    /// A place among the products.
    fn place(&self, random: &mut Random) -> usize {
        random.below(self.n as u64) as usize
    }

    /// A product of about this exponent, which its factors share as they can.
    fn product(&self, random: &mut Random, x: &mut [u64], at: usize, exponent: i64, style: u64) {
        let least = [least(&self.a), least(&self.b)];
        let (low, high) =
            ((exponent - most(&self.b)).max(least[0]), (exponent - least[1]).min(most(&self.a)));
        let own = low + random.below((high - low + 1).max(1) as u64) as i64;
        x[at] = number(random, &self.a, own, style);
        x[self.n + at] = number(random, &self.b, exponent - own, style);
    }

    /// An exponent that some product has.
    fn middle(&self, random: &mut Random) -> i64 {
        let (low, high) = (least(&self.a) + least(&self.b), most(&self.a) + most(&self.b));
        let near = (random.below(24) as i64 - 12).clamp(low, high);
        match random.below(3) {
            0 => low + random.below((high - low + 1) as u64) as i64,
            _ => near,
        }
    }

    /// One large term, others at every distance below it.
    fn aligned(&self, random: &mut Random, x: &mut [u64]) {
        let (top, large) = (self.middle(random), self.place(random));
        let style = random.below(4);
        let crowded = random.below(2) == 0;
        for at in 0..self.n {
            if at == large {
                self.product(random, x, at, top, style);
            } else if crowded || random.below(self.n as u64) == 0 {
                let distance = random.below(FAR) as i64;
                self.product(random, x, at, top - distance, style);
            }
        }
        let distance = random.below(FAR) as i64;
        x[2 * self.n] = match random.below(4) {
            0 => 0,
            1 => number(random, &self.c, top + distance, style),
            _ => number(random, &self.c, top - distance, style),
        };
    }

    /// Products and their opposites in other places, what is left far below; or an addend that is all but the opposite of the rest.
    fn cancelled(&self, random: &mut Random, plan: &Plan, x: &mut [u64]) {
        let (n, top) = (self.n, self.middle(random));
        for _ in 0..n / 2 {
            let (at, to) = (self.place(random), self.place(random));
            let distance = random.below(4) as i64;
            self.product(random, x, at, top - distance, 0);
            x[to] = x[at] ^ self.a.sign_bit();
            x[n + to] = x[n + at];
        }
        let at = self.place(random);
        let distance = random.below(FAR) as i64;
        self.product(random, x, at, top - distance, 0);
        let far = random.below(FAR) as i64;
        let own = self.c.width == code!(plan.result().format).width;
        x[2 * n] = match random.below(3) {
            0 if own => {
                let sum = plan.run(x).out()[0] ^ self.c.sign_bit();
                if random.below(2) == 0 { sum } else { self.c.near(random, sum) }
            }
            1 => number(random, &self.c, top - far, 0),
            _ => 0,
        };
    }

    /// Half of a last place beside the largest, and now and then a breaker of the tie far below; as often as not where the
    /// result's last place is that of subnormal numbers.
    fn tied(&self, random: &mut Random, x: &mut [u64]) {
        let (low, high) = (least(&self.a) + least(&self.b), most(&self.a) + most(&self.b));
        let end = least(&self.c);
        let top = match random.below(2) {
            0 => (end + random.below(16) as i64).clamp(low, high),
            _ => self.middle(random),
        };
        // What results and intermediate sums keep.
        let kept = *random.pick(&[10, 13, 23, 24, 25, 31, 35]);
        let last = (top - kept).max(end);
        let (half, odd, breaker) = (self.place(random), self.place(random), self.place(random));
        self.product(random, x, half, last - 1, 1);
        if random.below(2) == 0 {
            let style = 2 + random.below(2);
            x[2 * self.n] = number(random, &self.c, top, style);
            if odd != half {
                self.product(random, x, odd, last, 1);
            }
        } else {
            self.product(random, x, odd, top, 1);
            x[2 * self.n] = number(random, &self.c, last, 1);
        }
        if random.below(2) == 0 && breaker != half && breaker != odd {
            let below = 2 + random.below(40) as i64;
            self.product(random, x, breaker, last - below, 1);
        }
    }

    /// Special values in one place or two, of ordinary operands.
    fn special(&self, random: &mut Random, plan: &Plan, x: &mut [u64]) {
        for at in 0..self.n {
            let exponent = random.below(6) as i64 - 3;
            self.product(random, x, at, exponent, 0);
        }
        x[2 * self.n] = number(random, &self.c, 0, 0);
        for _ in 0..=random.below(3) {
            let place = random.below(x.len() as u64) as usize;
            let mut first = 0;
            let shape = plan.operands.iter().find(|shape| {
                first += shape.len;
                place < first
            });
            let Some(shape) = shape else { continue };
            x[place] = extreme(random, &code!(shape.format));
        }
    }

    /// Sums near the largest number, or near the least.
    fn ended(&self, random: &mut Random, x: &mut [u64], large: bool) {
        let end = if large { most(&self.c) } else { least(&self.c) };
        let (low, high) = (least(&self.a) + least(&self.b), most(&self.a) + most(&self.b));
        let count = 1 + random.below(self.n as u64);
        for _ in 0..count {
            let exponent = (end + 2 - random.below(6) as i64).clamp(low, high);
            let (at, style) = (self.place(random), random.below(4));
            self.product(random, x, at, exponent, style);
        }
        let (style, near) = (random.below(4), end + 1 - random.below(4) as i64);
        x[2 * self.n] = match random.below(4) {
            0 => 0,
            1 => number(random, &self.c, (low + high) / 2, style),
            _ => number(random, &self.c, near, style),
        };
    }
}

/// The exponent of the least number of a format.
fn least(code: &Code) -> i64 {
    1 - code.bias as i64 - i64::from(code.man_bits)
}

/// That of its largest one, infinities aside.
fn most(code: &Code) -> i64 {
    code.top() as i64 - code.bias as i64 - i64::from(code.exp_bits > 4)
}

/// A number of this exponent, or of the nearest that there is, of any sign. Style 1 is a power of two, 2 has few bits, 3 all.
fn number(random: &mut Random, code: &Code, exponent: i64, style: u64) -> u64 {
    let sign = code.sign_bit() * random.below(2);
    let fraction = match style {
        1 => 0,
        2 => {
            (1 << code.man_bits) >> random.below(4).min(code.man_bits.into())
                & seeded::ones(code.man_bits)
        }
        3 => seeded::ones(code.man_bits),
        _ => seeded::bits(random, code.man_bits),
    };
    let field = exponent.clamp(least(code), most(code)) + code.bias as i64;
    let body = match u64::try_from(field) {
        Ok(field @ 1..) => field << code.man_bits | fraction,
        // Below the normal numbers the leading one stands in the fraction.
        _ => (1 << code.man_bits | fraction) >> (1 - field).min(63),
    };
    sign | body << code.pad
}

/// Zero, the least and largest numbers, what stands above them, the borders of subnormal and normal.
fn extreme(random: &mut Random, code: &Code) -> u64 {
    let (one, top) = (1u64 << code.body(), code.top() << code.body());
    let body = match random.below(12) {
        0 | 1 => 0,
        2 => 1 << code.pad,
        3 => one - (1 << code.pad),
        4 => one,
        5 => top - (1 << code.pad),
        6 | 7 => top,
        8 => top | 1 << code.pad,
        9 => top | one >> 1,
        10 => top | (one - 1),
        _ => top | seeded::bits(random, code.body()),
    };
    ((code.sign_bit() * random.below(2)) | body) & code.mask()
}
