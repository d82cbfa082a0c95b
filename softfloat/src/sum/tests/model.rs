//! A datapath's description carried out in integers.
//!
//! Values are integers in units of 2^-80; what sinks below is left out.

use crate::sum::*;
use crate::{Flags, Format, Rounded, Rounding, Unrounded};

pub(super) const UNIT: i32 = -80;

/// An input of an adder.
#[derive(Clone, Copy)]
pub(super) struct Input {
    pub(super) value: i128,
    pub(super) minus_zero: bool,
    pub(super) field: i32,
    /// A running value or an addend.
    pub(super) other: bool,
}

/// The value of a finite code by the definition of its format.
pub(super) fn input(f: &Format, code: u64, other: bool) -> Input {
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

pub(super) fn floor_log2(x: i128) -> i32 {
    x.unsigned_abs().ilog2() as i32 + UNIT
}

/// `x` as a multiple of `2^place`.
pub(super) fn multiple(x: i128, place: i32, rounding: Rounding) -> i128 {
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
pub(super) struct Model {
    pub(super) d: Datapath,
    pub(super) flags: Flags,
    /// What the accumulator holds between chunks of a sequence that is not rounded.
    pub(super) held: i128,
    pub(super) reference: Option<i32>,
    pub(super) lost: bool,
    pub(super) seen: Vec<Input>,
    /// Whether a place lay below the unit: the model does not tell.
    pub(super) below: bool,
}

impl Model {
    fn place(&mut self, inputs: &[Input]) -> Option<(i32, Cut)> {
        let (exponent, over, bits, least, cut) = match self.d.alignment {
            Alignment::Exact => return None,
            Alignment::Fixed { unit, cut } => return Some((unit, cut)),
            Alignment::Largest { exponent, over, bits, least, cut } => {
                (exponent, over, bits, least, cut)
            }
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
        self.reference = exponents.into_iter().max().map(|e| e.max(least.unwrap_or(e)));
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
        if std::mem::take(&mut self.lost) && self.d.reports_cut {
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

    pub(super) fn evaluate(&mut self, terms: &[Input], addend: Input) -> u64 {
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
