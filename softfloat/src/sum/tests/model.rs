//! Random datapaths over random terms against the description carried out in integers.
//!
//! Values are integers in units of 2^-80; what sinks below is left out.

use super::{below, one_of, random};
use crate::format::{Binary16, Fp4E2m1, Fp8E4m3Ocp, Fp8E5m2Ocp};
use crate::sum::*;
use crate::{Env, Flags, Format, Rounded, Rounding, StaticFormat, Unrounded};

const UNIT: i32 = -80;

/// An input of an adder.
#[derive(Clone, Copy)]
struct Input {
    value: i128,
    minus_zero: bool,
    field: i32,
    /// A running value or an addend.
    other: bool,
}

/// The value of a finite code by the definition of its format.
fn input(f: &Format, code: u64, other: bool) -> Input {
    let sign = code >> (f.width - 1) & 1 == 1;
    let e = (code >> f.man_bits & ((1 << f.exp_bits) - 1)) as i32;
    let fraction = (code & ((1 << f.man_bits) - 1)) as i128;
    let significand = if e == 0 { fraction } else { fraction + (1 << f.man_bits) };
    let field = e.max(1) - f.bias;
    let up = field - f.man_bits as i32 - UNIT;
    let magnitude = if up >= 0 { significand << up } else { significand >> -up.max(-100) };
    let value = if sign { -magnitude } else { magnitude };
    Input { value, minus_zero: sign && value == 0, field, other }
}

fn floor_log2(x: i128) -> i32 {
    x.unsigned_abs().ilog2() as i32 + UNIT
}

/// `x` as a multiple of `2^place`.
fn multiple(x: i128, place: i32, rounding: Rounding) -> i128 {
    let unit = 1i128 << (place - UNIT).max(0);
    let (q, r) = (x.div_euclid(unit), x.rem_euclid(unit));
    let up = match rounding {
        _ if r == 0 => false,
        Rounding::NearestEven => 2 * r > unit || 2 * r == unit && q % 2 != 0,
        Rounding::NearestAway => 2 * r > unit || 2 * r == unit && x > 0,
        Rounding::TowardZero => x < 0,
        Rounding::Up => true,
        Rounding::Down => false,
        Rounding::ToOdd => q % 2 == 0,
    };
    (q + i128::from(up)) * unit
}

/// The description, carried out.
struct Model {
    d: Datapath,
    flags: Flags,
    /// What the accumulator holds between chunks of a sequence that is not rounded.
    held: i128,
    reference: Option<i32>,
    lost: bool,
    seen: Vec<Input>,
    /// Whether a place lay below the unit: the model does not tell.
    below: bool,
}

impl Model {
    fn place(&mut self, inputs: &[Input]) -> Option<(i32, Cut)> {
        let (exponent, over, bits, cut) = match self.d.alignment {
            Alignment::Exact => return None,
            Alignment::Fixed { unit, cut } => return Some((unit, cut)),
            Alignment::Largest { exponent, over, bits, cut } => (exponent, over, bits, cut),
        };
        let mut exponents = Vec::new();
        for x in inputs.iter().filter(|x| x.value != 0 && (over == Over::All || !x.other)) {
            exponents.push(match exponent {
                Exponent::Field => x.field,
                Exponent::Leading => floor_log2(x.value),
            });
        }
        if over == Over::All {
            match exponent {
                Exponent::Field => exponents.extend(self.reference),
                Exponent::Leading if self.held != 0 => exponents.push(floor_log2(self.held)),
                Exponent::Leading => {}
            }
        }
        self.reference = exponents.into_iter().max();
        Some((self.reference? - bits as i32, cut))
    }

    fn add(&mut self, inputs: &[Input]) {
        self.seen.extend(inputs);
        let Some((place, cut)) = self.place(inputs) else {
            self.held += inputs.iter().map(|x| x.value).sum::<i128>();
            return;
        };
        let rounding = match cut {
            Cut::Round(rounding) => rounding,
            Cut::Sticky => Rounding::TowardZero,
            Cut::StickyFloor => Rounding::Down,
        };
        if place <= UNIT {
            self.below = true;
            return;
        }
        let mut lost = false;
        let mut sum = 0;
        for value in inputs.iter().map(|x| x.value).chain([self.held]) {
            let kept = multiple(value, place, rounding);
            lost |= kept != value;
            sum += kept;
        }
        self.held = sum;
        self.lost |= lost;
        if let Some(Width { bits, saturate }) = self.d.width {
            let half = 1i128 << (bits as i32 - 1 + place - UNIT);
            let one = 1i128 << (place - UNIT);
            if !(-half..half).contains(&sum) {
                self.flags |= Flags::OVERFLOW | Flags::INEXACT;
                if saturate {
                    self.held = sum.clamp(-half, half - one);
                    return;
                }
                self.held = (sum + half).rem_euclid(2 * half) - half;
            }
        }
        let below = 1i128 << (place - 1 - UNIT);
        match cut {
            Cut::Sticky if lost => self.held += if self.held < 0 { -below } else { below },
            Cut::StickyFloor if lost => self.held += below,
            _ => {}
        }
    }

    fn finish(&mut self, target: &Target) -> u64 {
        let sum = std::mem::take(&mut self.held);
        let seen = std::mem::take(&mut self.seen);
        if std::mem::take(&mut self.lost) {
            self.flags |= Flags::INEXACT;
        }
        self.reference = None;
        let minus = if seen.iter().any(|x| x.value != 0) || seen.is_empty() {
            !seen.is_empty() && target.env.rounding == Rounding::Down
        } else if seen.iter().all(|x| x.minus_zero) {
            true
        } else {
            target.env.rounding == Rounding::Down && seen.iter().any(|x| x.minus_zero)
        };
        let minus = if sum == 0 { minus && self.d.zero == ZeroSum::Ieee } else { sum < 0 };
        let exact = Unrounded::exact(minus, UNIT, sum.unsigned_abs());
        let r: Rounded<u128> = target.format.round_pack(&target.env, exact);
        self.flags |= r.flags;
        r.bits as u64
    }

    fn round(&mut self, inputs: &[Input], target: &Target) -> u64 {
        self.add(inputs);
        self.finish(target)
    }

    /// One adder inside: an input of the next one.
    fn partial(&mut self, inputs: &[Input]) -> Input {
        let target = self.d.partial;
        let code = self.round(inputs, &target);
        Input { other: false, ..input(&target.format, code, false) }
    }

    fn evaluate(&mut self, terms: &[Input], addend: Input) -> u64 {
        let result = self.d.result;
        match self.d.addend {
            Addend::After => {
                let to = self.d.partial;
                let sum = self.ordered(terms, None, &to);
                let sum = input(&self.d.partial.format, sum, true);
                self.round(&[addend, sum], &result)
            }
            Addend::None => self.ordered(terms, None, &result),
            _ => self.ordered(terms, Some(addend), &result),
        }
    }

    fn ordered(&mut self, terms: &[Input], addend: Option<Input>, last: &Target) -> u64 {
        let first = self.d.addend == Addend::First;
        match self.d.order {
            Order::Sequential { chunk } => {
                let chunks: Vec<Vec<Input>> = match terms {
                    [] => vec![vec![]],
                    _ => terms.chunks(chunk).map(<[Input]>::to_vec).collect(),
                };
                self.sequence(chunks, addend, last)
            }
            Order::Tree { fan_in } => {
                let mut level = terms.to_vec();
                if let Some(addend) = addend {
                    level.insert(
                        if first { 0 } else { level.len() },
                        Input { other: false, ..addend },
                    );
                }
                while level.len() > fan_in {
                    level = level
                        .chunks(fan_in)
                        .map(|x| if x.len() == 1 { x[0] } else { self.partial(x) })
                        .collect();
                }
                self.round(&level, last)
            }
            Order::Groups { size, strided } => {
                let n = terms.len().div_ceil(size);
                let mut inputs: Vec<Input> = (0..n)
                    .map(|k| {
                        let member = |i: usize| if strided { i % n == k } else { i / size == k };
                        let group: Vec<Input> =
                            (0..terms.len()).filter(|&i| member(i)).map(|i| terms[i]).collect();
                        self.partial(&group)
                    })
                    .collect();
                inputs.extend(addend);
                self.round(&inputs, last)
            }
        }
    }

    fn sequence(&mut self, chunks: Vec<Vec<Input>>, addend: Option<Input>, last: &Target) -> u64 {
        let at_end = self.d.addend == Addend::Last;
        let mut running = if at_end { None } else { addend };
        let count = chunks.len();
        for (k, mut chunk) in chunks.into_iter().enumerate() {
            let done = k + 1 == count;
            let target = if done { *last } else { self.d.partial };
            if self.d.normalise == Normalise::End {
                chunk.extend(running.take());
                chunk.extend(addend.filter(|_| done && at_end));
                self.add(&chunk);
                if done {
                    return self.finish(last);
                }
                continue;
            }
            let extra = addend.filter(|_| done && at_end);
            let code = self.joined(chunk, running, extra, &target);
            if done {
                return code;
            }
            running = Some(input(&target.format, code, true));
        }
        unreachable!()
    }

    fn joined(
        &mut self,
        mut chunk: Vec<Input>,
        running: Option<Input>,
        extra: Option<Input>,
        target: &Target,
    ) -> u64 {
        let after = self.d.join == Join::After && running.is_some() && !chunk.is_empty();
        let (inside, outside) = if after { (None, running) } else { (running, None) };
        if self.d.normalise == Normalise::Addition {
            // A list of additions, each of two inputs.
            let mut steps: Vec<Vec<Input>> = chunk.into_iter().map(|x| vec![x]).collect();
            match (steps.first_mut(), inside) {
                (Some(first), Some(inside)) => first.push(inside),
                (None, _) => steps.push(inside.into_iter().collect()),
                _ => {}
            }
            steps.extend(extra.map(|x| vec![x]));
            steps.extend(outside.map(|x| vec![x]));
            let last = steps.len() - 1;
            let mut before: Option<Input> = None;
            for step in &mut steps[..last] {
                step.extend(before);
                before = Some(Input { other: true, ..self.partial(step) });
            }
            steps[last].extend(before);
            return self.round(&steps[last], target);
        }
        chunk.extend(inside);
        chunk.extend(extra);
        match outside {
            None => self.round(&chunk, target),
            Some(outside) => {
                let sum = Input { other: true, ..self.partial(&chunk) };
                self.round(&[outside, sum], target)
            }
        }
    }
}

fn product(d: &Datapath, a: &Format, b: &Format, x: u64, y: u64, flags: &mut Flags) -> Input {
    let Term::Product { rule, .. } = d.term else { return input(a, x, false) };
    let (u, v) = (input(a, x, false), input(b, y, false));
    // Both values are multiples of 2^-40.
    let value = (u.value >> 40) * (v.value >> 40);
    let minus = (u.value < 0 || u.minus_zero) != (v.value < 0 || v.minus_zero);
    let exact =
        Input { value, minus_zero: value == 0 && minus, field: u.field + v.field, other: false };
    match rule {
        ProductRule::Rounded(to) => {
            let unrounded = Unrounded::exact(minus, UNIT, value.unsigned_abs());
            let r: Rounded<u128> = to.format.round_pack(&to.env, unrounded);
            *flags |= r.flags;
            input(&to.format, r.bits as u64, false)
        }
        ProductRule::Precision { bits, rounding } if value != 0 => {
            let kept = multiple(value, floor_log2(value) + 1 - bits as i32, rounding);
            if kept != value {
                *flags |= Flags::INEXACT;
            }
            Input { value: kept, ..exact }
        }
        _ => exact,
    }
}

const SMALL: [Format; 3] = [Fp8E4m3Ocp::FORMAT, Fp8E5m2Ocp::FORMAT, Fp4E2m1::FORMAT];

fn wide(man_bits: u32) -> Format {
    Format::ieee(8, man_bits).unwrap()
}

fn target(state: &mut u64, formats: &[Format]) -> Target {
    let tininess = one_of(state, &[crate::Tininess::Before, crate::Tininess::After]);
    Target::new(
        one_of(state, formats),
        Env { tininess, ..Env::IEEE.rounding(one_of(state, &Rounding::ALL)) },
    )
}

fn datapath(state: &mut u64) -> Datapath {
    let (a, b) = (one_of(state, &SMALL), one_of(state, &SMALL));
    let partials = [wide(2), wide(3), wide(7), wide(12)];
    let partial = target(state, &partials);
    let operand = Operand::Scalar;
    let rounding = one_of(state, &Rounding::ALL);
    let rule = match below(state, 4) {
        0 => ProductRule::Rounded(target(state, &partials)),
        1 => ProductRule::Precision { bits: 1 + below(state, 6) as u32, rounding },
        _ => ProductRule::Exact,
    };
    let cut = one_of(state, &[Cut::Round(rounding), Cut::Sticky, Cut::StickyFloor]);
    let bits = below(state, 13) as u32;
    let alignment = match below(state, 6) {
        0 | 1 => Alignment::Exact,
        2 => Alignment::Fixed { unit: below(state, 20) as i32 - 16, cut },
        _ => Alignment::Largest {
            exponent: one_of(state, &[Exponent::Field, Exponent::Leading]),
            over: one_of(state, &[Over::Terms, Over::All]),
            bits,
            cut,
        },
    };
    let width = Width { bits: 1 + below(state, 16) as u32, saturate: below(state, 2) == 0 };
    let limited = alignment != Alignment::Exact && below(state, 3) == 0;
    let size = 1 + below(state, 5) as usize;
    let mut d = Datapath {
        term: one_of(
            state,
            &[Term::Element(a), Term::Product { a: operand(a), b: operand(b), rule }],
        ),
        addend_format: one_of(state, &[a, Binary16::FORMAT]),
        addend: one_of(state, &[Addend::None, Addend::First, Addend::Last, Addend::After]),
        order: match below(state, 4) {
            0 => Order::Tree { fan_in: size + 1 },
            1 => Order::Groups { size, strided: below(state, 2) == 0 },
            _ => Order::Sequential { chunk: size },
        },
        join: one_of(state, &[Join::Term, Join::After]),
        normalise: one_of(state, &[Normalise::Addition, Normalise::Chunk, Normalise::End]),
        alignment,
        width: limited.then_some(width),
        partial,
        result: target(state, &[wide(3), wide(10), a, Binary16::FORMAT]),
        zero: one_of(state, &[ZeroSum::Ieee, ZeroSum::Plus]),
        opposite: Opposite::Invalid,
        times_zero: TimesZero::Invalid,
    };
    if !matches!(d.order, Order::Sequential { .. }) {
        d.normalise = Normalise::Chunk;
    } else if d.normalise == Normalise::End {
        d.join = Join::Term;
    }
    d
}

fn finite(state: &mut u64, f: &Format) -> u64 {
    loop {
        let code = random(state) & ((1 << f.width) - 1);
        if below(state, 6) == 0 {
            return code & 1 << (f.width - 1);
        }
        if matches!(f.decode(code), crate::Value::Finite(_)) {
            return code;
        }
    }
}

#[test]
fn every_description_is_carried_out() {
    let mut state = 5;
    let (mut inexact, mut below_unit) = (0, 0);
    for round in 0..400_000 {
        let d = datapath(&mut state);
        assert_eq!(d.check(), Ok(()));
        let (a, b) = match &d.term {
            Term::Element(a) => (*a, *a),
            Term::Product { a, b, .. } => (*a.format(), *b.format()),
        };
        let n = below(&mut state, 14);
        let x: Vec<u64> = (0..n).map(|_| finite(&mut state, &a)).collect();
        let y: Vec<u64> = (0..n).map(|_| finite(&mut state, &b)).collect();
        let c = finite(&mut state, &d.addend_format);
        let mut flags = Flags::NONE;
        let terms: Vec<Input> =
            x.iter().zip(&y).map(|(&x, &y)| product(&d, &a, &b, x, y, &mut flags)).collect();
        let mut model = Model {
            d,
            flags,
            held: 0,
            reference: None,
            lost: false,
            seen: Vec::new(),
            below: false,
        };
        let bits = model.evaluate(&terms, input(&d.addend_format, c, true));
        if model.below {
            below_unit += 1;
            continue;
        }
        let expected = Rounded { bits, flags: model.flags };
        let got = d.evaluate(&x, &y, c);
        assert_eq!(got, expected, "{round}: {x:x?} {y:x?} {c:x}\n{d:#?}");
        inexact += u32::from(got.flags.contains(Flags::INEXACT));
    }
    assert!(inexact > 100_000 && below_unit < 4000, "{inexact} {below_unit}");
}
