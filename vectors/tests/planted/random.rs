//! Faults planted in roundings by random words.

use super::exact::{Exact, number};
use super::rounding::{Design, Overflow};
use num_bigint::BigUint;
use softfloat::Rounding;
use vectors::cover::Model;
use vectors::registry::Plan;

/// What is wrong with a design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// One less than the next place carries, too.
    Early,
    /// The next place itself does not carry.
    Late,
    /// The lowest bit of the word is not looked at.
    Word,
    /// The lowest of the bits that meet the word is not looked at.
    Met,
    /// What lies behind the bits that meet the word makes them one more.
    Behind,
    /// Of numbers below the smallest normal one the word is not looked at.
    Subnormal,
    /// Negative numbers are not rounded up.
    Negative,
}

const FAULTS: [Fault; 7] = [
    Fault::Early,
    Fault::Late,
    Fault::Word,
    Fault::Met,
    Fault::Behind,
    Fault::Subnormal,
    Fault::Negative,
];

/// What a design answers; nothing where the operand is no number, or 0.
fn answer(plan: &Plan, x: &[u64], fault: Option<Fault>) -> Option<u64> {
    let (from, to) = (&plan.operands[0].format, &plan.result().format);
    let v = number(from, x[0]).filter(|v| !v.is_zero())?;
    let bits = plan.operands[1].format.width;
    let is = |own: Fault| fault == Some(own);
    let emin = 1 - i64::from(to.bias);
    let place = v.lead().max(emin) - i64::from(to.man_bits);
    let (whole, guard, others) = v.cut(place - i64::from(bits));
    let next = 1 << bits;
    let low = whole.iter_u64_digits().next().unwrap_or(0) & (next - 1);
    let met = if is(Fault::Met) { low & !1 } else { low };
    let met = met + u64::from(is(Fault::Behind) && (guard || others));
    let word = match () {
        () if is(Fault::Word) => x[1] & !1,
        () if is(Fault::Subnormal) && v.lead() < emin || is(Fault::Negative) && v.negative => 0,
        () => x[1],
    };
    let carries = match met + word {
        sum if is(Fault::Early) => sum + 1 >= next,
        sum if is(Fault::Late) => sum > next,
        sum => sum >= next,
    };
    let kept: BigUint = (whole >> bits) + u8::from(carries);
    let design = Design {
        rounding: Rounding::TowardZero,
        overflow: Overflow::Infinity,
        positive_zeros: false,
        planted: None,
    };
    Some(design.alone(to, &Exact::new(v.negative, kept, place)).0)
}

#[test]
fn faults_of_random_words() {
    let mut wrong = Vec::new();
    for (id, options) in [
        ("sr.f32.bf16", ""),
        ("sr.f32.f16", "bits=3"),
        ("sr.f32.e5m2", "bits=2"),
        ("sr.f64.f32", "bits=13"),
        ("sr.f16.e4m3fn", "bits=3"),
    ] {
        let op = vectors::operations().find(id).expect("listed");
        let plan = op.plan(&op.parse_options(options.split_whitespace()).expect("options"));
        let model = Model::new(&plan);
        let differs = |fault: Option<Fault>| {
            let mut cases = model.cases().chunks(plan.elements());
            cases.find(|x| {
                answer(&plan, x, fault).is_some_and(|answer| answer != plan.run(x).out()[0])
            })
        };
        wrong.extend(differs(None).map(|x| format!("{id}: without a fault {x:x?}")));
        let alive = FAULTS.into_iter().filter(|fault| differs(Some(*fault)).is_none());
        wrong.extend(alive.map(|fault| format!("{id}: {fault:?} survives")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
