//! FP4: groups of exact products under scales.

use super::shared::{split, word};
use crate::explain::exact::Dyadic;
use crate::explain::steps::row;
use crate::family::number::explain::Work;
use crate::family::number::explain::operand::Operand;
use crate::family::sum::explain::Item;
use crate::family::sum::explain::adder::{self, Rule};
use softfloat::format::{Binary32, Fp4E2m1};
use softfloat::silicon::{Four, Scale};
use softfloat::sum::{Datapath, Exponent, ZeroSum, plain};
use softfloat::{Env, Format, Overflow, Rounding, StaticFormat};

const F32: Format = Binary32::FORMAT;
const F4: Format = Fp4E2m1::FORMAT;
const NAN: u64 = 0x7fff_ffff;

/// Products of a group.
const GROUP: usize = 16;
/// The exponent of a zero.
const ZERO: i64 = -126;

/// The groups and the addend, cut at the largest exponent.
pub(super) fn explain(work: &mut Work<'_>, four: &Four, k: usize, x: &[Operand]) -> u64 {
    let (a, b, rest) = split(x, k);
    let Some((c, scales)) = rest.split_first() else { return 0 };
    let scales: Vec<Operand> = scales.iter().map(|scale| read(four, scale)).collect();
    if let Some(nan) = scales.iter().chain([c]).find(|own| own.is_nan()) {
        work.steps.begin("NaN");
        work.steps.item(&nan.name, "NaN");
        return word(work, &F32, NAN, NAN);
    }
    if c.is_infinite() {
        work.steps.begin("sum with an infinity");
        work.steps.item("result", format!("{}, exactly", c.words()));
        return c.code;
    }
    let (first, second) = scales.split_at(scales.len() / 2);
    let mut rows = vec![row!["", ">exact sum", ">scales", ">* 2^", ">scaled"]];
    let mut items: Vec<Item> = Vec::new();
    for (i, (a, b)) in a.chunks(GROUP).zip(b.chunks(GROUP)).enumerate() {
        let of = |side: &[Operand]| {
            side.get(i * GROUP / four.block).map_or_else(|| (Dyadic::zero(0), ZERO), scale)
        };
        let exact = products(a, b);
        let [(p, e), (q, f)] = [of(first), of(second)];
        let value = times(&times(&exact, &p), &q);
        let name = format!("k < {}", (i + 1) * GROUP);
        let both = format!("{} * {}", p.decimal(10), q.decimal(10));
        rows.push(row![name, exact.decimal(10), both, e + f, value.hex_float()]);
        items.push(Item::new(name, value, e + f));
    }
    work.steps
        .begin(format!("groups of {GROUP} products, exact, counted by their scales' exponents"));
    work.steps.table(&rows);
    let addend = Item::of(c);
    items.push(match c.is_zero() {
        true => Item::new(c.name.clone(), c.value.clone(), ZERO),
        false => addend,
    });
    rounded(work, four, &items)
}

fn rounded(work: &mut Work<'_>, four: &Four, items: &[Item]) -> u64 {
    let rule = Rule {
        exponent: Exponent::Field,
        bits: four.bits.into(),
        least: None,
        direction: Rounding::TowardZero,
        zeros: true,
    };
    let aligned = adder::cut_all(work, "result", items, rule, false);
    let datapath =
        Datapath { zero: ZeroSum::Plus, ..plain::exact_dot(F4, F4, F32, Rounding::TowardZero) };
    work.env = Env { overflow: Overflow::Infinity, ..Env::IEEE.rounding(Rounding::TowardZero) };
    let code = adder::finish(work, &datapath, "result", items, &aligned, &F32);
    if code == 1 << 31 {
        work.steps.begin("zero");
        work.steps.item("", "every zero is +0");
        return 0;
    }
    code
}

/// A scale; of E4M3 without its sign.
fn read(four: &Four, x: &Operand) -> Operand {
    let code = if four.scale == Scale::Ue4m3 { x.code & 0x7f } else { x.code };
    Operand::of(x.name.clone(), &x.format, code)
}

/// A scale's value and exponent.
fn scale(x: &Operand) -> (Dyadic, i64) {
    let field = if x.is_zero() { ZERO } else { Item::of(x).field() };
    (x.value.clone(), field)
}

fn products(a: &[Operand], b: &[Operand]) -> Dyadic {
    let each = a.iter().zip(b).map(|(a, b)| times(&a.value, &b.value));
    each.fold(Dyadic::zero(0), |sum, product| sum.plus(&product))
}

fn times(x: &Dyadic, y: &Dyadic) -> Dyadic {
    let magnitude = &x.magnitude * &y.magnitude;
    Dyadic::new(x.negative != y.negative, magnitude, x.exponent + y.exponent)
}
