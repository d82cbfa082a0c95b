//! The operations, exactly, up to the rounding that a design has: `None` where an operand is no finite
//! number, or the result not the one of numbers.

use super::exact::{Exact, fields};
use super::rounding::{Design, Fault};
use num_bigint::BigUint;
use softfloat::Format;
use vectors::registry::{Outcome, Plan};

/// What a design answers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Answer {
    pub(crate) out: Vec<u64>,
    pub(crate) flags: u8,
}

impl Answer {
    fn one((code, flags): (u64, u8)) -> Option<Self> {
        Some(Self { out: vec![code], flags })
    }
}

/// A case: the operation, its operands, and the right outcome.
pub(crate) struct Case<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) x: &'a [u64],
    pub(crate) right: &'a Outcome,
}

impl Case<'_> {
    /// The name of the operation behind its last dot.
    fn name(&self) -> &str {
        self.plan.op.id.rsplit('.').next().unwrap_or_default()
    }

    fn result(&self) -> &Format {
        &self.plan.results[self.plan.results.len() - 1].format
    }

    fn format(&self, operand: usize) -> &Format {
        &self.plan.operands[operand].format
    }

    /// The elements of an operand.
    fn codes(&self, operand: usize) -> &[u64] {
        let before: usize = self.plan.operands[..operand].iter().map(|shape| shape.len).sum();
        &self.x[before..before + self.plan.operands[operand].len]
    }

    /// The elements of an operand as numbers.
    fn numbers(&self, design: &Design, operand: usize) -> Option<Vec<Exact>> {
        let format = self.format(operand);
        self.codes(operand).iter().map(|code| design.read(format, *code)).collect()
    }
}

/// Operations of IEEE 754.
pub(crate) fn ieee(design: &Design, case: &Case<'_>) -> Option<Answer> {
    let operands = (0..case.plan.operands.len()).map(|i| Some(case.numbers(design, i)?.remove(0)));
    let mut x = operands.collect::<Option<Vec<Exact>>>()?;
    if let Some(at) = design.exchanged() {
        x.swap(at, (at + 1) % case.plan.operands.len());
    }
    let to = case.result();
    Answer::one(match (case.name(), &x[..]) {
        ("add", [x, y]) => design.sum(to, &[x.clone(), y.clone()]),
        ("sub", [x, y]) => design.sum(to, &[x.clone(), y.negated()]),
        ("mul", [x, y]) => design.alone(to, &x.times(y)),
        ("div", [x, y]) if !y.is_zero() => design.alone(to, &x.over(y)),
        ("sqrt", [x]) if x.is_zero() => (design.zero(to, x.negative, false), 0),
        ("sqrt", [x]) if !x.negative => design.encoded(to, &x.root()),
        ("fma", [x, y, z]) => design.sum(to, &[x.times(y), z.clone()]),
        _ => return None,
    })
}

/// Conversions between floating-point formats.
pub(crate) fn convert(design: &Design, case: &Case<'_>) -> Option<Answer> {
    Answer::one(design.alone(case.result(), &case.numbers(design, 0)?[0]))
}

/// What the product of two significands of MN-Core 2 leaves out: the low bits of each (s. 4.3).
fn omitted(f: &Format) -> u32 {
    match (f.width, f.man_bits) {
        (64, _) => 16,
        (32, 23) => 5,
        _ => 0,
    }
}

/// The product without the mutual product of the low bits, and the correction in its place. Numbers with
/// their last place as it stands in the code.
fn product(x: &Exact, y: &Exact, bits: u32) -> Exact {
    let exact = x.times(y);
    let low = |n: &BigUint| n & &((BigUint::from(1u8) << bits) - 1u8);
    let left_out = low(&x.magnitude) * low(&y.magnitude);
    if bits == 0 || left_out == BigUint::ZERO {
        return exact;
    }
    let magnitude = &exact.magnitude - left_out + (BigUint::from(1u8) << (2 * bits - 2));
    Exact { magnitude, ..exact }
}

/// MN-Core 2's vector unit.
pub(crate) fn vector(design: &Design, case: &Case<'_>) -> Option<Answer> {
    let operands = (0..case.plan.operands.len()).map(|i| Some(case.numbers(design, i)?.remove(0)));
    let mut x = operands.collect::<Option<Vec<Exact>>>()?;
    if let Some(at) = design.exchanged() {
        x.swap(at, (at + 1) % case.plan.operands.len());
    }
    let bits = omitted(case.format(0));
    let terms = match (&case.name()[1..], &x[..]) {
        ("vadd", [x, z]) => vec![x.clone(), z.clone()],
        ("vmul", [x, y]) => vec![product(x, y, bits)],
        ("vfma", [x, y, z]) => vec![product(x, y, bits), z.clone()],
        ("vpassa", [x]) => vec![x.clone()],
        _ => return None,
    };
    masked(design.sum(case.result(), &terms), case)
}

/// A result and the mask flag, which is its inverted sign.
fn masked((code, _): (u64, u8), case: &Case<'_>) -> Option<Answer> {
    let negative = code >> (case.result().width - 1) & 1;
    Some(Answer { out: vec![code], flags: 1 - negative as u8 })
}

/// The elements of a block under its common exponent; `None` of an infinite one.
fn block(f: &Format, codes: &[u64]) -> Option<Vec<Exact>> {
    let parts: Vec<_> = codes.iter().map(|code| fields(f, *code)).collect();
    let common = parts.iter().map(|part| part.1).max()?;
    let unit = i64::from(f.bias) + i64::from(f.man_bits) - 1;
    let number = |(negative, field, mantissa): &(bool, i64, u64)| {
        let lower = if f.width == 16 && *field == 0 { 6 } else { 0 };
        match common {
            0 => Exact::zero(*negative),
            _ => Exact::new(*negative, *mantissa, common - lower - unit),
        }
    };
    (common != (1 << f.exp_bits) - 1).then(|| parts.iter().map(number).collect())
}

/// MN-Core 2's products of blocks, in its own operations and as `sum.mncore2.mau.matrix.*`.
pub(crate) fn matrix(design: &Design, case: &Case<'_>) -> Option<Answer> {
    let (x, mut y) = (block(case.format(0), case.codes(0))?, block(case.format(1), case.codes(1))?);
    if let Some(at) = design.exchanged() {
        y.swap(at, (at + 1) % x.len());
    }
    let bits = omitted(case.format(0));
    let mut terms: Vec<Exact> = x.iter().zip(&y).map(|(x, y)| product(x, y, bits)).collect();
    if case.plan.operands.len() > 2 {
        terms.extend(case.numbers(design, 2)?);
    }
    let answer = design.sum(case.result(), &terms);
    match case.right.flag {
        Some(_) => masked(answer, case),
        None => Answer::one(answer),
    }
}

/// How many elements each circuit of a network's first stage takes, and the circuits' format.
fn circuits(case: &Case<'_>) -> (usize, Format) {
    let words: Vec<&str> = case.plan.op.id.split('.').collect();
    let net = words.iter().find(|word| {
        word.starts_with("l1bm") || word.starts_with("l2bm") || word.starts_with("mv")
    });
    let net = net.expect("a network");
    let first = match *net {
        "l1bm16" => 4,
        "mv8" => 2,
        _ => case.plan.operands[0].len,
    };
    let circuit = match (net.starts_with("l1bm"), case.format(0).width) {
        (true, 16) => softfloat::Format::by_name("mncore2_single").copied().expect("a format"),
        _ => *case.format(0),
    };
    (first, circuit)
}

/// One circuit: each element rounded to three guard bits below the largest one's last place, then the
/// sum once. An infinity is `None`.
fn circuit(design: &Design, f: &Format, to: &Format, elements: &[Exact]) -> Option<(u64, u8)> {
    let numbers = elements.iter().filter(|element| !element.is_zero());
    let Some(top) = numbers.map(Exact::lead).max() else {
        return Some((design.zero(to, false, false), 0));
    };
    let place = top - i64::from(f.man_bits) - 3;
    let aligned: Vec<Exact> = elements
        .iter()
        .map(|element| {
            let whole = design.rounded(element, place).0;
            Exact::new(element.negative, whole, place)
        })
        .collect();
    Some(design.sum(to, &aligned))
}

/// Reduction networks.
pub(crate) fn network(design: &Design, case: &Case<'_>) -> Option<Answer> {
    let mut x = case.numbers(design, 0)?;
    let (first, f) = circuits(case);
    if let Some(at) = design.exchanged() {
        let other = (at + first) % x.len();
        x.swap(at, other);
    }
    if first == x.len() {
        return Answer::one(circuit(design, &f, case.result(), &x)?);
    }
    let sums: Vec<u64> = x
        .chunks(first)
        .map(|part| circuit(design, &f, &f, part).map(|sum| sum.0))
        .collect::<Option<_>>()?;
    let numbers: Option<Vec<Exact>> =
        sums.iter().map(|code| super::exact::number(&f, *code)).collect();
    if let Some(numbers) = numbers {
        return Answer::one(circuit(design, &f, case.result(), &numbers)?);
    }
    // Infinities of one sign are that, of both the positive one.
    let infinite = |code: &&u64| super::exact::number(&f, **code).is_none();
    let positive = sums.iter().filter(infinite).any(|code| !fields(&f, *code).0);
    let to = case.result();
    let top = ((1u64 << to.exp_bits) - 1) << to.man_bits;
    Answer::one((top | u64::from(!positive) << (to.width - 1), 0))
}

/// Sums of many terms: exact, one after the other, or in a tree of pairs.
pub(crate) fn sum(design: &Design, case: &Case<'_>) -> Option<Answer> {
    let mut terms = case.numbers(design, 0)?;
    let n = terms.len();
    let product = case.plan.operands.len() > 1 && case.plan.operands[1].len == n;
    let mut flags = 0;
    let to = case.result();
    if let Some(at) = design.exchanged() {
        terms.swap(at, (at + 1) % n);
    }
    if product {
        let y = case.numbers(design, 1)?;
        terms = terms.iter().zip(&y).map(|(x, y)| x.times(y)).collect();
    }
    let addend = match case.plan.operands.last() {
        Some(shape) if shape.len == 1 => {
            Some(case.numbers(design, case.plan.operands.len() - 1)?.remove(0))
        }
        _ => None,
    };
    let id = &case.plan.op.id;
    if id.contains(".exact") || id.contains("order=all") {
        terms.extend(addend);
        return Answer::one(design.sum(to, &terms));
    }
    let mut last = 0;
    let mut add = |x: &Partial, y: &Partial| match (x, y) {
        (Partial::Number(x), Partial::Number(y)) => {
            let (code, own) = design.sum(to, &[x.clone(), y.clone()]);
            (flags, last) = (flags | own, code);
            Some(Partial::of(to, code))
        }
        (Partial::Infinite(x), Partial::Infinite(y)) if x != y => None,
        (Partial::Infinite(code), _) | (_, Partial::Infinite(code)) => {
            Some(Partial::Infinite(*code))
        }
    };
    let mut terms: Vec<Partial> = addend.into_iter().chain(terms).map(Partial::Number).collect();
    if id.contains(".tree2.") {
        while terms.len() > 1 {
            let pairs = terms.chunks(2).map(|pair| match pair {
                [x, y] => add(x, y),
                _ => Some(pair[0].clone()),
            });
            terms = pairs.collect::<Option<Vec<_>>>()?;
        }
    }
    let mut running = terms[0].clone();
    for term in &terms[1..] {
        running = add(&running, term)?;
    }
    let out = if let Partial::Infinite(code) = running { code } else { last };
    Some(Answer { out: vec![out], flags })
}

/// A sum on its way: a number, or the code of an infinity.
#[derive(Clone, Debug)]
enum Partial {
    Number(Exact),
    Infinite(u64),
}

impl Partial {
    fn of(f: &Format, code: u64) -> Self {
        super::exact::number(f, code).map_or(Self::Infinite(code), Self::Number)
    }
}

/// Numbers to a scale and elements; the scale is the reference's, which is no rounding.
pub(crate) fn quantize(design: &Design, case: &Case<'_>) -> Option<Answer> {
    let x = case.numbers(design, 0)?;
    let scale = i64::from(case.right.out()[0] as u32) - 127;
    let mut flags = 0;
    let mut out: Vec<u64> = x
        .iter()
        .map(|x| {
            let (code, own) = design.alone(case.result(), &x.scaled(-scale));
            flags |= own;
            code
        })
        .collect();
    if let Some(at) = design.exchanged() {
        let other = (at + 1) % x.len();
        out.swap(at, other);
    }
    out.insert(0, case.right.out()[0]);
    Some(Answer { out, flags })
}

/// The number of a scale.
fn scale(code: u64) -> Option<i64> {
    (code != 0xff).then_some(code as i64 - 127)
}

/// A scale and elements to numbers.
pub(crate) fn dequantize(design: &Design, case: &Case<'_>) -> Option<Answer> {
    let scale = scale(case.codes(0)[0])?;
    let mut x = case.numbers(design, 1)?;
    if let Some(at) = design.exchanged() {
        let other = (at + 1) % x.len();
        x.swap(at, other);
    }
    let mut flags = 0;
    let out = x.iter().map(|x| {
        let (code, own) = design.alone(case.result(), &x.scaled(scale));
        flags |= own;
        code
    });
    Some(Answer { out: out.collect(), flags })
}

/// The products of two blocks, summed with an addend.
pub(crate) fn dot(design: &Design, case: &Case<'_>) -> Option<Answer> {
    let by = scale(case.codes(0)[0])? + scale(case.codes(2)[0])?;
    let (x, mut y) = (case.numbers(design, 1)?, case.numbers(design, 3)?);
    if let Some(at) = design.exchanged() {
        let other = (at + 1) % y.len();
        y.swap(at, other);
    }
    let mut terms: Vec<Exact> = x.iter().zip(&y).map(|(x, y)| x.times(y).scaled(by)).collect();
    terms.extend(case.numbers(design, 4)?);
    Answer::one(design.sum(case.result(), &terms))
}

/// Numbers to a block under a common exponent (s. 4.4).
pub(crate) fn common(design: &Design, case: &Case<'_>) -> Option<Answer> {
    let f = case.format(0);
    let m = f.man_bits;
    let (pseudo, extends) = (case.name() == "gbfn", case.name() == "hbfe");
    let kept = if pseudo { 18 } else { m };
    let n = case.plan.options.pairs().into_iter().find(|(name, _)| name == "n");
    let cut = n.map_or(0, |(_, n)| m - n.parse::<u32>().expect("a number"));
    let ignored = if pseudo { 5 } else { cut };
    let parts: Vec<_> = case.codes(0).iter().map(|code| fields(f, *code)).collect();
    let ones = |mantissa: u64| mantissa >> ignored == (1 << (m - ignored)) - 1;
    let largest = parts.iter().map(|part| part.1).max()?;
    let carries = parts.iter().any(|(sign, field, mantissa)| {
        *field == largest && ones(*mantissa) && !design.has(Fault::Carry, *sign)
    });
    let top = (1 << f.exp_bits) - 1;
    let limit = if design.planted.is_some_and(|p| p.fault == Fault::Limit) { top + 1 } else { top };
    let shared = largest + i64::from(carries) + i64::from(cut);
    let zero_block = largest == 0;
    let code = |(negative, field, mantissa): &(bool, i64, u64)| {
        let sign = u64::from(*negative) << (f.width - 1);
        let place = |field: i64, mantissa: u64| sign | (field as u64) << m | mantissa;
        if zero_block {
            return place(0, 0)
                ^ (u64::from(design.has(Fault::ZeroOfZeros, *negative)) << (f.width - 1));
        }
        if shared >= limit {
            return place(top, 0);
        }
        if *field == 0 {
            let turned = u64::from(design.has(Fault::ZeroOfZeros, *negative)) << (f.width - 1);
            return place(shared.min(top), 0) ^ turned;
        }
        let apart = shared - field;
        let bound = 6 + i64::from(cut);
        let extended = extends && apart >= bound && !(apart == bound && ones(*mantissa));
        let down = apart - if extended { 6 } else { 0 } + 1 + i64::from(m - kept);
        let exact = Exact::new(*negative, mantissa | 1 << m, 0);
        let whole = design.rounded(&exact, down).0.to_u64_digits().first().copied().unwrap_or(0);
        let whole = (whole << (m - kept)) & ((1 << m) - 1);
        let field = if extended || extends && whole == 0 { 0 } else { shared.min(top) };
        place(field, whole)
    };
    let mut out: Vec<u64> = parts.iter().map(code).collect();
    if let Some(at) = design.exchanged() {
        let other = (at + 1) % out.len();
        out.swap(at, other);
    }
    Some(Answer { out, flags: 0 })
}
