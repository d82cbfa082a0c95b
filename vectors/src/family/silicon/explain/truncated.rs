//! NVIDIA: groups that are cut at an alignment, scaled ones, and FP8 through binary16.

use super::shared::word;
use crate::family::number::explain::operand::Operand;
use crate::family::number::explain::{Work, add};
use crate::family::sum::explain::{Item, adder, term};
use softfloat::format::{Binary16, Binary32, E8m0};
use softfloat::silicon::{Halves, Output, Truncated};
use softfloat::{Category, Env, Format, StaticFormat, convert_any};

/// Groups that are cut at an alignment, one after the other.
pub(super) fn truncated(
    work: &mut Work<'_>,
    sum: &Truncated,
    k: usize,
    x: &[Operand],
    scale: i64,
) -> u64 {
    let (a, rest) = x.split_at(k.min(x.len()));
    let (b, rest) = rest.split_at(k.min(rest.len()));
    let Some(c) = rest.first() else { return 0 };
    let pairs = a.chunks(sum.group).zip(b.chunks(sum.group));
    let (groups, to) = (k.div_ceil(sum.group), sum.output.format());
    let mut running = converted(c, &to);
    for (i, (a, b)) in pairs.enumerate() {
        let name = if i + 1 == groups { "result".to_owned() } else { format!("s{}", i + 1) };
        let own = group(work, sum, &name, [a, b], &running, scale);
        running = Operand::of(name, &to, own);
    }
    running.code
}

/// The same number in another format that holds it.
fn converted(x: &Operand, to: &Format) -> Operand {
    if x.format == *to || x.is_nan() || x.is_infinite() {
        let code = convert_any(&x.format, to, &Env::IEEE, x.code).bits;
        return Operand::of(x.name.clone(), to, code);
    }
    Operand::of(x.name.clone(), to, convert_any(&x.format, to, &Env::IEEE, x.code).bits)
}

/// One group.
fn group(
    work: &mut Work<'_>,
    sum: &Truncated,
    name: &str,
    sides: [&[Operand]; 2],
    c: &Operand,
    scale: i64,
) -> u64 {
    let datapath = sum.datapath();
    let read = |i: usize| -> Vec<Operand> {
        let own = sides[i].iter();
        own.map(|x| Operand::of(x.name.clone(), &sum.factors[i], x.code)).collect()
    };
    let products = term::terms(work, &datapath, &read(0), &read(1));
    let moved = products.into_iter().map(|item| item.scaled(scale));
    // The addend counts by its exponent in binary32.
    let inputs: Vec<Item> = moved.chain([Item::of(&converted(c, &Binary32::FORMAT))]).collect();
    work.env = datapath.result.env;
    let made = adder::add(work, &datapath, name, &inputs, &datapath.result.format);
    let (format, nan, places) = match sum.output {
        Output::Single => (Binary32::FORMAT, 0x7fff_ffff, 0),
        Output::E8m13 => (Binary32::FORMAT, 0x7fff_ffff, 10),
        Output::Half => (Binary16::FORMAT, 0x7fff, 0),
    };
    let code = word(work, &format, made << places, nan);
    if code == 1 << (format.width - 1) {
        work.steps.begin("zero");
        work.steps.item("", "every zero is +0");
        return 0;
    }
    code
}

/// A truncated sum whose products are moved by a scale a side.
pub(super) fn scaled(work: &mut Work<'_>, sum: &Truncated, k: usize, x: &[Operand]) -> u64 {
    let scales = &x[x.len().min(2 * k + 1)..];
    if scales.iter().any(|scale| scale.class == Category::QuietNan) {
        work.steps.begin("NaN");
        work.steps.item("", "a scale is NaN");
        return word(work, &Binary32::FORMAT, 0x7fff_ffff, 0x7fff_ffff);
    }
    let one = i64::from(E8m0::FORMAT.bias);
    let places = scales.iter().map(|scale| scale.code as i64 - one).sum();
    work.steps.begin("scales");
    work.steps.item("", format!("move each product by 2^{places}"));
    truncated(work, sum, k, x, places)
}

/// Two sums of binary16 and an addition.
pub(super) fn halves(work: &mut Work<'_>, sum: &Halves, k: usize, x: &[Operand]) -> u64 {
    let unit = sum.unit(k);
    let of = |half: usize, side: usize| -> Vec<Operand> {
        let own = x.iter().skip(side * k).take(k).enumerate().filter(|(i, _)| i % 4 / 2 == half);
        own.map(|(_, x)| converted(x, &Binary16::FORMAT)).collect()
    };
    let to = sum.output.format();
    let mut running = Operand::of("+0", &to, 0);
    for half in 0..2 {
        let name = format!("s{}", half + 1);
        let own = group(work, &unit, &name, [&of(half, 0), &of(half, 1)], &running, 0);
        running = Operand::of(name, &to, own);
    }
    let Some(c) = x.get(2 * k) else { return running.code };
    work.env = Env::IEEE;
    let added = add::explain(work, &to, &running, c, false);
    let nan = if to.width == 16 { 0x7fff } else { 0x7fff_ffff };
    word(work, &to, added, nan)
}
