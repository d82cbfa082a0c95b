//! Random datapaths over random terms against the model in integers.

use super::model::{Input, Model, UNIT, floor_log2, input, multiple};
use super::one_of;
use crate::format::{Binary16, Fp4E2m1, Fp8E4m3Ocp, Fp8E5m2Ocp};
use crate::sum::*;
use crate::{Env, Flags, Format, Rounded, Rounding, StaticFormat, Unrounded};
use seeded::{Draw, Random};

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

fn target(state: &mut Random, formats: &[Format]) -> Target {
    let tininess = one_of(state, &[crate::Tininess::Before, crate::Tininess::After]);
    Target::new(
        one_of(state, formats),
        Env { tininess, ..Env::IEEE.rounding(one_of(state, &Rounding::ALL)) },
    )
}

fn datapath(state: &mut Random) -> Datapath {
    let (a, b) = (one_of(state, &SMALL), one_of(state, &SMALL));
    let partials = [wide(2), wide(3), wide(7), wide(12)];
    let partial = target(state, &partials);
    let operand = Operand::Scalar;
    let rounding = one_of(state, &Rounding::ALL);
    let rule = match state.below(4) {
        0 => ProductRule::Rounded(target(state, &partials)),
        1 => ProductRule::Precision { bits: 1 + state.below(6) as u32, rounding },
        _ => ProductRule::Exact,
    };
    let cut = one_of(state, &[Cut::Round(rounding), Cut::Sticky, Cut::StickyFloor]);
    let bits = state.below(13) as u32;
    let alignment = match state.below(6) {
        0 | 1 => Alignment::Exact,
        2 => Alignment::Fixed { unit: state.below(20) as i32 - 16, cut },
        _ => Alignment::Largest {
            exponent: one_of(state, &[Exponent::Field, Exponent::Leading]),
            over: one_of(state, &[Over::Terms, Over::All]),
            bits,
            least: (state.below(3) == 0).then(|| state.below(24) as i32 - 20),
            cut,
        },
    };
    let width = Width { bits: 1 + state.below(16) as u32, saturate: state.below(2) == 0 };
    let limited = alignment != Alignment::Exact && state.below(3) == 0;
    let size = 1 + state.below(5) as usize;
    let mut d = Datapath {
        term: one_of(
            state,
            &[Term::Element(a), Term::Product { a: operand(a), b: operand(b), rule }],
        ),
        addend_format: one_of(state, &[a, Binary16::FORMAT]),
        addend: one_of(state, &[Addend::None, Addend::First, Addend::Last, Addend::After]),
        order: match state.below(4) {
            0 => Order::Tree { fan_in: size + 1 },
            1 => Order::Groups { size, strided: state.below(2) == 0 },
            _ => Order::Sequential { chunk: size },
        },
        join: one_of(state, &[Join::Term, Join::After]),
        normalise: one_of(state, &[Normalise::Addition, Normalise::Chunk, Normalise::End]),
        alignment,
        reports_cut: state.below(2) == 0,
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

fn finite(state: &mut Random, f: &Format) -> u64 {
    loop {
        let code = state.next() & ((1 << f.width) - 1);
        if state.below(6) == 0 {
            return code & 1 << (f.width - 1);
        }
        if matches!(f.decode(code), crate::Value::Finite(_)) {
            return code;
        }
    }
}

#[test]
fn every_description_is_carried_out() {
    let mut state = Random::new(5);
    let (mut inexact, mut below_unit) = (0, 0);
    for round in 0..400_000 {
        let d = datapath(&mut state);
        assert_eq!(d.check(), Ok(()));
        let (a, b) = match &d.term {
            Term::Element(a) => (*a, *a),
            Term::Product { a, b, .. } => (*a.format(), *b.format()),
        };
        let n = state.below(14);
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
