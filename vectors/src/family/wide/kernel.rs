//! What operations on one format compute.

use super::options::PRECISION;
use crate::family::ieee::Operation;
use crate::registry::rules::EXACT;
use crate::registry::{DynamicKernel, Options, joined, parted};
use softfloat::ieee::{Predicate, Relation, SignOp};
use softfloat::wide::{Rules, Wide};
use softfloat::{Category, Flags, Format, Rounded};
use std::cmp::Ordering;
use std::sync::Arc;

/// The evaluator of an operation.
pub(super) fn of(format: &Format, operation: Operation, o: &Options) -> DynamicKernel {
    let (format, precision, exact) = (*format, o.get(&PRECISION), o.get(&EXACT));
    let Some(wide) = format.wide() else { return Arc::new(|_, _, _| Flags::NONE) };
    Arc::new(move |env, x, out| {
        let rules = Rules { env: *env, precision };
        // Of an integer there is one word.
        let mut codes = x.chunks(2).map(joined);
        let codes = [(); 3].map(|()| codes.next().unwrap_or(0));
        let r = run(&wide, &format, (operation, exact), &rules, codes);
        parted(r.bits, out);
        r.flags
    })
}

fn run(
    wide: &Wide,
    format: &Format,
    (operation, exact): (Operation, bool),
    rules: &Rules,
    [x, y, z]: [u128; 3],
) -> Rounded<u128> {
    use Operation as O;
    let quiet = |bits| Rounded { bits, flags: Flags::NONE };
    let widened = |r: Rounded<u32>| Rounded { bits: r.bits.into(), flags: r.flags };
    match operation {
        O::Add => wide.add(x, y, rules),
        O::Sub => wide.sub(x, y, rules),
        O::Mul => wide.mul(x, y, rules),
        O::Div => wide.div(x, y, rules),
        O::Remainder => wide.remainder(x, y, rules),
        O::Fmod => wide.fmod(x, y, rules),
        O::Sqrt => wide.sqrt(x, rules),
        O::Fma => wide.fma(x, y, z, rules),
        O::RoundToIntegral => wide.round_to_integral(x, exact, rules),
        O::Compare(comparison, signaling) => {
            let (order, flags) = wide.compare(x, y, signaling);
            Rounded { bits: comparison.holds(relation(order)).into(), flags }
        }
        O::Sign(sign) => quiet(signed(wide, sign, x, y)),
        O::Class => quiet(class(format, x)),
        O::Is(predicate) => quiet(is(format, predicate, x).into()),
        O::TotalOrder => quiet(wide.total_order(x, y).into()),
        O::TotalOrderMagnitude => quiet(wide.total_order_magnitude(x, y).into()),
        O::MinMax(variant) => wide.min_max(variant, x, y, rules),
        O::NextUp => wide.next_up(x, rules),
        O::NextDown => wide.next_down(x, rules),
        O::ScaleB => wide.scale_b(x, i64::from(y as u32 as i32), rules),
        O::LogB => wide.log_b(x, rules),
        O::LogBInteger => widened(wide.log_b_integer(x, rules)),
    }
}

const fn relation(order: Option<Ordering>) -> Relation {
    match order {
        Some(Ordering::Less) => Relation::Less,
        Some(Ordering::Equal) => Relation::Equal,
        Some(Ordering::Greater) => Relation::Greater,
        None => Relation::Unordered,
    }
}

const fn signed(wide: &Wide, sign: SignOp, x: u128, y: u128) -> u128 {
    let minus = 1 << (wide.width - 1);
    match sign {
        SignOp::Copy => x,
        SignOp::Negate => x ^ minus,
        SignOp::Abs => x & !minus,
        SignOp::CopySign => x & !minus | y & minus,
    }
}

/// 0 to 9 in the order of 5.7.2.
fn class(format: &Format, x: u128) -> u128 {
    let softfloat::Class { sign, category } = format.classify(x);
    let magnitude = match category {
        Category::SignallingNan => return 0,
        Category::QuietNan => return 1,
        Category::Zero => 0,
        Category::Subnormal => 1,
        Category::Normal => 2,
        Category::Infinite => 3,
    };
    if sign { 5 - magnitude } else { 6 + magnitude }
}

fn is(format: &Format, predicate: Predicate, x: u128) -> bool {
    let softfloat::Class { sign, category } = format.classify(x);
    let finite = [Category::Zero, Category::Subnormal, Category::Normal];
    match predicate {
        Predicate::SignMinus => sign,
        Predicate::Normal => category == Category::Normal,
        Predicate::Finite => finite.contains(&category),
        Predicate::Zero => category == Category::Zero,
        Predicate::Subnormal => category == Category::Subnormal,
        Predicate::Infinite => category == Category::Infinite,
        Predicate::Nan => [Category::QuietNan, Category::SignallingNan].contains(&category),
        Predicate::Signaling => category == Category::SignallingNan,
        Predicate::Canonical => true,
    }
}
