//! The functions of machine learning, by their limits at infinities and zeros. What holds e^x of a
//! number x other than 0 is irrational (Lindemann).

use crate::Rational;
use rug::Float;

use super::operand::{Operand, infinite, number, one, zero};
use super::target::Target;
use crate::reference::ieee::Exact;
use crate::reference::interval::Interval;

/// 1 / (1 + e^-z)
fn logistic(bits: u32, z: &Interval) -> Interval {
    let power = z.clone().neg().rising(Float::exp_round);
    Interval::integer(bits, 1).add(&power).recip()
}

pub(super) fn sigmoid(t: &Target, x: &Operand) -> Exact {
    match x {
        Operand::Zero(_) => number((1, 2)),
        Operand::Infinite(true) => zero(false),
        Operand::Infinite(false) => one(),
        Operand::Number(v) => t.within(|bits| logistic(bits, &Interval::new(bits, v))),
    }
}

/// A function that is about x for great x, about 0 for small ones, and keeps zeros.
fn gate(x: &Operand, of_number: impl FnOnce(&Rational) -> Exact) -> Exact {
    match x {
        Operand::Zero(sign) => zero(*sign),
        Operand::Infinite(true) => zero(true),
        Operand::Infinite(false) => infinite(false),
        Operand::Number(v) => of_number(v),
    }
}

pub(super) fn silu(t: &Target, x: &Operand) -> Exact {
    gate(x, |v| {
        t.within(|bits| Interval::new(bits, v).mul(&logistic(bits, &Interval::new(bits, v))))
    })
}

pub(super) fn swish(t: &Target, x: &Operand, beta: &Operand) -> Exact {
    let negative = beta.sign();
    match (x, beta) {
        (Operand::Zero(sign), _) => zero(*sign),
        (Operand::Infinite(_), Operand::Zero(_)) => x.kept(false),
        (Operand::Infinite(sign), _) => {
            if *sign == negative {
                infinite(*sign)
            } else {
                zero(*sign)
            }
        }
        (Operand::Number(v), Operand::Zero(_)) => number(v / 2),
        (Operand::Number(v), Operand::Infinite(_)) => {
            if negative == (*v < 0) {
                x.kept(false)
            } else {
                zero(*v < 0)
            }
        }
        (Operand::Number(v), Operand::Number(beta)) => {
            let z = v * beta;
            t.within(|bits| Interval::new(bits, v).mul(&logistic(bits, &Interval::new(bits, &z))))
        }
    }
}

/// Where gelu is below all formats: |x| e^(-x^2/2) is less than 2^-100000.
const GELU_ENDS: i32 = -400;

pub(super) fn gelu(t: &Target, x: &Operand) -> Exact {
    gate(x, |v| {
        if *v < GELU_ENDS {
            return t.tiny(true);
        }
        t.within(|bits| {
            // x/2 erfc(-x / sqrt(2))
            let root = Interval::integer(bits, 2).rising(Float::sqrt_round);
            let y = Interval::new(bits, v).neg().div(&root);
            let half = v / 2;
            y.falling(Float::erfc_round).mul(&Interval::new(bits, &half))
        })
    })
}

pub(super) fn gelu_tanh(t: &Target, x: &Operand) -> Exact {
    // x/2 (1 + tanh u) = x / (1 + e^-2u), u = sqrt(2/pi) (x + 0.044715 x^3)
    gate(x, |v| {
        let cube = v * v * v * Rational::from((44_715, 1_000_000));
        let sum = cube + v;
        t.within(|bits| {
            let two = Interval::integer(bits, 2);
            let root = two.div(&Interval::pi(bits)).rising(Float::sqrt_round);
            let z = two.mul(&root).mul(&Interval::new(bits, &sum));
            Interval::new(bits, v).mul(&logistic(bits, &z))
        })
    })
}

pub(super) fn softplus(t: &Target, x: &Operand) -> Exact {
    match x {
        Operand::Infinite(true) => zero(false),
        Operand::Infinite(false) => infinite(false),
        Operand::Zero(_) | Operand::Number(_) => {
            let v = x.finite().expect("a number");
            t.within(|bits| {
                let x = Interval::new(bits, &v);
                // ln(1 + e^x) = x + ln(1 + e^-x)
                let log = |z: Interval| z.rising(Float::exp_round).rising(Float::ln_1p_round);
                if v > 0 { x.add(&log(x.clone().neg())) } else { log(x) }
            })
        }
    }
}

/// -softplus(-x)
pub(super) fn log_sigmoid(t: &Target, x: &Operand) -> Exact {
    let negative = match x {
        Operand::Zero(sign) => Operand::Zero(!sign),
        Operand::Infinite(sign) => Operand::Infinite(!sign),
        Operand::Number(v) => Operand::Number(-v),
    };
    match softplus(t, &negative) {
        Exact::Number { sign, magnitude } => Exact::Number { sign: !sign, magnitude },
        Exact::Zero { sign } => zero(!sign),
        Exact::Infinite { sign } => infinite(!sign),
        other => other,
    }
}

pub(super) fn mish(t: &Target, x: &Operand) -> Exact {
    // tanh(ln(1 + u)) = w / (w + 2) = 1 / (1 + 2/w), w = u (u + 2), u = e^x
    gate(x, |v| {
        t.within(|bits| {
            let x = Interval::new(bits, v);
            let (one, two) = (Interval::integer(bits, 1), Interval::integer(bits, 2));
            let u = x.clone().rising(Float::exp_round);
            let w = u.mul(&u.add(&two));
            x.mul(&one.add(&two.div(&w)).recip())
        })
    })
}

/// e^z - 1
fn minus_one(z: Interval) -> Interval {
    z.rising(Float::exp_m1_round)
}

pub(super) fn elu(t: &Target, x: &Operand, a: &Operand) -> Exact {
    match (x, a) {
        (Operand::Zero(_), _) => x.kept(false),
        _ if !x.sign() => x.kept(false),
        (_, Operand::Infinite(_) | Operand::Zero(_)) | (Operand::Infinite(_), _) => a.kept(true),
        (Operand::Number(v), Operand::Number(a)) => {
            t.within(|bits| Interval::new(bits, a).mul(&minus_one(Interval::new(bits, v))))
        }
    }
}

/// A number of binary32.
fn single(v: f32) -> Rational {
    Rational::from_f32(v).expect("finite")
}

pub(super) fn selu(t: &Target, x: &Operand) -> Exact {
    // The fractions 0x3fd62d7d and 0x3f867d5f.
    let (alpha, gamma) = (single(1.673_263_2), single(1.050_701));
    let both = &alpha * &gamma;
    match x {
        Operand::Zero(sign) => zero(*sign),
        Operand::Infinite(true) => number(-both),
        Operand::Infinite(false) => infinite(false),
        Operand::Number(v) if *v > 0 => number(gamma * v),
        Operand::Number(v) => {
            t.within(|bits| Interval::new(bits, &both).mul(&minus_one(Interval::new(bits, v))))
        }
    }
}

pub(super) fn celu(t: &Target, x: &Operand, a: &Operand) -> Exact {
    match (x, a) {
        (_, Operand::Zero(_)) => Exact::Invalid,
        (_, Operand::Infinite(_)) | (Operand::Zero(_), _) => x.kept(false),
        _ if !x.sign() => x.kept(false),
        (Operand::Infinite(_), Operand::Number(a)) => {
            if *a < 0 {
                infinite(true)
            } else {
                number(-a)
            }
        }
        (Operand::Number(v), Operand::Number(a)) => {
            let z = v / a;
            t.within(|bits| {
                let is_small = z.clone().abs() << bits < 1;
                if is_small {
                    // a (e^z - 1) = x (1 + z/2 + z^2/6 + ...), and the sum lies between 1 and 1 + z.
                    let one = Rational::from(1);
                    let sum = Interval::between(bits, &one, &(&z + 1));
                    Interval::new(bits, v).mul(&sum)
                } else {
                    Interval::new(bits, a).mul(&minus_one(Interval::new(bits, &z)))
                }
            })
        }
    }
}

pub(super) fn softsign(_: &Target, x: &Operand) -> Exact {
    match x {
        Operand::Zero(sign) => zero(*sign),
        Operand::Infinite(sign) => number(if *sign { -1 } else { 1 }),
        Operand::Number(v) => number(v / (v.clone().abs() + 1u32)),
    }
}

/// x/6 + 1/2 cut to 0..1
fn ramp(v: &Rational) -> Rational {
    let line = (v + 3) / 6;
    Ord::clamp(line, Rational::new(), Rational::from(1))
}

pub(super) fn hard_sigmoid(_: &Target, x: &Operand) -> Exact {
    match x {
        Operand::Infinite(true) => zero(false),
        Operand::Infinite(false) => one(),
        Operand::Zero(_) => number((1, 2)),
        Operand::Number(v) => match ramp(v) {
            below if below == 0 => zero(false),
            value => number(value),
        },
    }
}

pub(super) fn hard_swish(_: &Target, x: &Operand) -> Exact {
    gate(x, |v| match ramp(v) {
        below if below == 0 => zero(true),
        value => number(value * v),
    })
}

pub(super) fn hard_tanh(_: &Target, x: &Operand) -> Exact {
    match x {
        Operand::Zero(sign) => zero(*sign),
        Operand::Number(v) if *v > -1 && *v < 1 => x.kept(false),
        _ => number(if x.sign() { -1 } else { 1 }),
    }
}

pub(super) fn hard_shrink(_: &Target, x: &Operand) -> Exact {
    match x {
        Operand::Infinite(_) => x.kept(false),
        Operand::Number(v) if v.clone().abs() > Rational::from((1, 2)) => x.kept(false),
        _ => zero(false),
    }
}

pub(super) fn tanh_shrink(t: &Target, x: &Operand) -> Exact {
    match x {
        Operand::Number(v) => t.within(|bits| {
            // About x^3/3: as many bits go as x is below 1, twice.
            let x = super::target::float(v);
            let below = -x.get_exp().expect("not 0");
            if below > bits as i32 {
                // Of the sign of x, between x^3/3 (1 - x^2) and x^3/3.
                let cube = v * v * v / 3;
                let least = Rational::from(1) - v * v;
                return Interval::between(bits, &(&cube * least), &cube);
            }
            let bits = bits + 2 * below.max(0).unsigned_abs();
            let x = Interval::new(bits, v);
            x.sub(&x.clone().rising(Float::tanh_round))
        }),
        _ => x.kept(false),
    }
}
