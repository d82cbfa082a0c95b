//! CDNA3: products are cut at their own reference, then products and addend are brought down to a common one.

use super::shared::{split, word};
use crate::explain::exact::Dyadic;
use crate::family::number::explain::operand::{Operand, sign};
use crate::family::number::explain::{Work, code, convert, nan};
use crate::family::sum::explain::adder::{self, Aligned, Rule};
use crate::family::sum::explain::{Item, term};
use softfloat::format::Binary32;
use softfloat::silicon::Cdna3;
use softfloat::sum::{Datapath, Exponent, ZeroSum, plain};
use softfloat::{Env, Format, Rounding, StaticFormat};

const F32: Format = Binary32::FORMAT;
const NAN: u64 = 0x7fc0_0000;

/// Bits kept of the products and of the addend, and those that the products' sum keeps below the common reference.
const BITS: i64 = 24;
const GUARD: i64 = 31;
/// The exponent of a zero addend.
const ZERO: i64 = -126;

/// A sum of products, and the reference that they were cut at.
struct Partial {
    item: Item,
    reference: Option<i64>,
}

/// Each group, the sum of one the addend of the next.
pub(super) fn explain(work: &mut Work<'_>, sum: &Cdna3, k: usize, x: &[Operand]) -> u64 {
    let (a, b, rest) = split(x, k);
    let Some(c) = rest.first() else { return 0 };
    let [p, q] = sum.factors;
    let exact = plain::exact_dot(p, q, F32, Rounding::NearestEven);
    let datapath = Datapath { zero: ZeroSum::Plus, ..exact };
    let read = |side: &[Operand], i: usize| -> Vec<Operand> {
        let own = side.iter();
        own.map(|x| Operand::of(x.name.clone(), &sum.factors[i], x.code)).collect()
    };
    let (a, b) = (read(a, 0), read(b, 1));
    let groups = k.div_ceil(sum.group);
    let mut running = c.clone();
    for (i, (a, b)) in a.chunks(sum.group).zip(b.chunks(sum.group)).enumerate() {
        let name = if i + 1 == groups { "result".to_owned() } else { format!("s{}", i + 1) };
        let products = term::terms(work, &datapath, a, b);
        let own = group(work, &datapath, &name, sum.apart, (&products, &running));
        running = Operand::of(name, &F32, own);
    }
    word(work, &F32, running.code, NAN)
}

fn group(
    work: &mut Work<'_>,
    datapath: &Datapath,
    name: &str,
    apart: bool,
    (products, c): (&[Item], &Operand),
) -> u64 {
    work.env = Env::IEEE;
    let addend = Item::of(c);
    let inputs: Vec<Item> = products.iter().cloned().chain([addend.clone()]).collect();
    if inputs.iter().any(|item| item.value().is_none()) {
        return adder::add(work, datapath, name, &inputs, &F32);
    }
    let beyond: Vec<&Item> = products.iter().filter(|item| is_beyond(item)).collect();
    if !beyond.is_empty() {
        return infinite(work, &beyond);
    }
    let sum = match apart {
        false => cut(work, "products", products),
        true => {
            let [even, odd] = [(0, "even products"), (1, "odd products")].map(|(from, name)| {
                let own: Vec<Item> = products.iter().skip(from).step_by(2).cloned().collect();
                cut(work, name, &own)
            });
            joined(work, even, odd)
        }
    };
    common(work, datapath, name, apart, (sum, addend))
}

fn is_beyond(item: &Item) -> bool {
    item.value().is_some_and(|value| !value.is_zero() && value.lead() >= 128)
}

/// Products of 2^128 and more are infinities.
fn infinite(work: &mut Work<'_>, beyond: &[&Item]) -> u64 {
    work.steps.begin("products beyond binary32");
    let minus = |item: &&&Item| item.value().is_some_and(|value| value.negative);
    for item in beyond {
        let s = sign(minus(&item));
        work.steps.item(item.name(), format!("{}: {s}infinity", item.words()));
    }
    match beyond.iter().filter(minus).count() {
        0 => convert::infinite(work, &F32, false),
        n if n == beyond.len() => convert::infinite(work, &F32, true),
        _ => nan::invalid(work, &F32, "infinities of opposite signs have no sum (7.2)"),
    }
}

/// The sum of products cut toward zero at their largest exponent.
fn cut(work: &mut Work<'_>, name: &str, products: &[Item]) -> Partial {
    let rule = Rule {
        exponent: Exponent::Field,
        bits: BITS,
        least: None,
        direction: Rounding::TowardZero,
        zeros: false,
    };
    let aligned = adder::cut_all(work, name, products, rule, false);
    let sum = adder::total(work, name, &F32, products, &aligned);
    adder::draw(work, name, products, &aligned, &sum, None);
    let reference = aligned.places.map(|[reference, _]| reference);
    Partial { item: Item::new(name, sum, reference.unwrap_or_default()), reference }
}

/// Both in the unit of the larger reference, down.
fn joined(work: &mut Work<'_>, x: Partial, y: Partial) -> Partial {
    let (Some(e), Some(f)) = (x.reference, y.reference) else {
        return if x.reference.is_some() { x } else { y };
    };
    let (name, reference) = ("products", e.max(f));
    let inputs = [x.item, y.item];
    let places = [BITS; 2].map(|bits| Some(reference - bits));
    let aligned = brought(work, name, &inputs, reference, places);
    let sum = adder::total(work, name, &F32, &inputs, &aligned);
    adder::draw(work, name, &inputs, &aligned, &sum, None);
    Partial { item: Item::new(name, sum, reference), reference: Some(reference) }
}

/// Inputs brought down to places below a reference, toward minus infinity; without a place nothing is left.
fn brought(
    work: &mut Work<'_>,
    name: &str,
    inputs: &[Item],
    reference: i64,
    places: [Option<i64>; 2],
) -> Aligned {
    work.steps.begin(format!("{name}: brought down to 2^{reference}"));
    let each = inputs.iter().zip(places).filter_map(|(item, place)| {
        let value = item.value()?;
        let own =
            place.map_or_else(|| Dyadic::zero(0), |p| adder::at_place(value, p, Rounding::Down));
        let text = match place {
            _ if value.is_zero() => "0".to_owned(),
            None => {
                format!("{}: below the last bit of the products: nothing is left", item.words())
            }
            Some(place) => {
                let lost = if code::compare(&own, value).is_eq() { "" } else { ", rounded down" };
                format!("{} in units of 2^{place}: {}{lost}", item.words(), own.hex_float())
            }
        };
        work.steps.item(item.name(), text);
        Some(own)
    });
    let values = each.collect();
    Aligned { values, places: Some([reference, reference - BITS]) }
}

/// The products' sum and the addend, rounded.
fn common(
    work: &mut Work<'_>,
    datapath: &Datapath,
    name: &str,
    apart: bool,
    (sum, addend): (Partial, Item),
) -> u64 {
    let own = if addend.is_zero() { ZERO } else { addend.field() };
    let reference = sum.reference.map_or(own, |e| e.max(own));
    let absorbed = apart && own < reference - BITS - 1;
    let places = [Some(reference - GUARD), (!absorbed).then_some(reference - BITS)];
    let inputs = [sum.item, addend];
    let aligned = brought(work, name, &inputs, reference, places);
    adder::finish(work, datapath, name, &inputs, &aligned, &F32)
}
