//! How units come to their results: alignment, what is cut, each sum and each rounding. Of those without a description of
//! their own, what the sum is behind each group.

use super::case::operands;
use super::rows::Unit;
use crate::explain::Told;
use crate::explain::steps::{self, Steps, row};
use crate::family::number::explain::operand::{self, Operand};
use crate::family::number::explain::{Work, account, add, value_hex};
use crate::family::sum::explain::{Item, adder, code, term};
use crate::registry::Plan;
use softfloat::format::{Binary16, Binary32, E8m0};
use softfloat::silicon::{Cdna2, Cdna3, Datapath, Halves, Operands, Output, Profile, Truncated};
use softfloat::sum::Datapath as Sum;
use softfloat::{Category, Env, Format, StaticFormat, convert_any};

/// Explains a case of a unit.
pub(super) fn explain(
    unit: &Unit,
    datapath: &Datapath,
    steps: &mut Steps,
    plan: &Plan,
    x: &[u64],
) -> Told {
    let k = unit.a.1;
    let told = |steps: &mut Steps, make: &dyn Fn(&mut Work<'_>, &mut [Operand]) -> u64| {
        let make = |work: &mut Work<'_>, operands: &mut [Operand]| {
            operand::show_elements(work, operands);
            vec![make(work, operands)]
        };
        Told { decisions: true, ..account(steps, plan, x, make) }
    };
    match *datapath {
        Datapath::Truncated(sum) => told(steps, &|work, x| truncated(work, &sum, k, x, 0)),
        Datapath::Scaled(sum) => told(steps, &|work, x| scaled(work, &sum, k, x)),
        Datapath::Halves(sum) => told(steps, &|work, x| halves(work, &sum, k, x)),
        Datapath::Chain(sum) => told(steps, &|work, x| described(work, &sum.datapath(), k, x)),
        Datapath::Cdna1(sum) => told(steps, &|work, x| described(work, &sum.datapath(), k, x)),
        other => {
            steps::operands(steps, plan, x);
            stages(unit, steps, plan, x, &other);
            let outcome = plan.run(x);
            steps::result(steps, plan, &outcome);
            Told { outcome, decisions: true }
        }
    }
}

/// A sum that a description says all of, but the word of a NaN.
fn described(work: &mut Work<'_>, sum: &Sum, k: usize, x: &mut [Operand]) -> u64 {
    let result = code(work, sum, k, x);
    let nan = if sum.result.format.width == 64 { 0x7ff8 << 48 } else { 0x7fc0_0000 };
    word(work, &sum.result.format, result, nan)
}

/// A NaN is one word.
fn word(work: &mut Work<'_>, format: &Format, code: u64, nan: u64) -> u64 {
    if !Operand::of("", format, code).is_nan() {
        return code;
    }
    work.steps.begin("NaN");
    work.steps.item("", format!("every NaN is {}", value_hex(format, nan)));
    nan
}

/// Groups that are cut at an alignment, one after the other.
fn truncated(work: &mut Work<'_>, sum: &Truncated, k: usize, x: &[Operand], scale: i64) -> u64 {
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
fn scaled(work: &mut Work<'_>, sum: &Truncated, k: usize, x: &[Operand]) -> u64 {
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
fn halves(work: &mut Work<'_>, sum: &Halves, k: usize, x: &[Operand]) -> u64 {
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

/// What the sum is behind each group.
fn stages(unit: &Unit, steps: &mut Steps, plan: &Plan, x: &[u64], datapath: &Datapath) {
    let (k, whole) = (unit.a.1, operands(&plan.operands, x));
    let (group, what) = match datapath {
        Datapath::Cdna2(Cdna2 { group, .. }) => (*group, "rounded at each step"),
        Datapath::Cdna3(Cdna3 { group, apart, .. }) => (
            *group,
            match apart {
                false => "cut 24 bits below the products' reference, then brought down",
                true => "even and odd products cut apart, then brought down",
            },
        ),
        Datapath::Bfdot | Datapath::BfdotExtended(_) => (2, "pairs in turn"),
        _ => return,
    };
    let mut rows = vec![row!["", "", ""]];
    for n in (0..=k).step_by(group) {
        let part = Operands { a: &whole.a[..n], b: &whole.b[..n], ..whole };
        let code = if n == 0 { whole.c } else { datapath.evaluate(&Profile::DECIDED, &part) };
        let shown = Operand::of("", &unit.out, code);
        let name = if n == 0 { "c".to_owned() } else { format!("with k < {n}") };
        rows.push(row![name, shown.hex(), shown.words()]);
    }
    steps.begin(format!("groups of {group}, {what}"));
    steps.table(&rows);
}
