//! What was found, in words and columns.

use super::group::Group;
use super::{Difference, Element, Location, Number, Word};
use crate::machine::{self, Apart, Printed, Spot};
use crate::mncore2::isa::Dtype;
use crate::mncore2::memory::{Level, Place, Store};
use std::fmt::Write;

/// The statements of both dumps.
pub(super) struct Statements(pub(super) [Vec<String>; 2]);

impl Statements {
    fn printed(&self, side: usize, at: &Location, word: &Word) -> Printed {
        let bits = hex(word.bits, at.single);
        let short = match at.store {
            Store::Mask => format!("{:04b}", word.bits),
            _ => bits.clone(),
        };
        Printed { bits, short, line: word.line, statement: self.0[side][word.statement].clone() }
    }

    pub(super) fn apart(&self, difference: &Difference) -> Apart {
        let Difference { location: at, words: [a, b], .. } = difference;
        Apart {
            spot: spot(at, a.dtype),
            words: [self.printed(0, at, a), self.printed(1, at, b)],
            precision: difference.number.map(Number::letter),
            kind: difference.apart.to_string(),
        }
    }

    /// Words of one dump alone.
    pub(super) fn lone(&self, side: usize, words: &[(Location, Word)]) -> Vec<(Spot, Printed)> {
        let told =
            |(at, word): &(Location, Word)| (spot(at, word.dtype), self.printed(side, at, word));
        words.iter().map(told).collect()
    }
}

fn spot(at: &Location, dtype: Dtype) -> Spot {
    let (unit, number) = address(at, dtype);
    Spot {
        memory: at.store.to_string(),
        short: short(at.store),
        place: at.place.name(at.store.level()),
        path: tree(at),
        unit,
        number,
        part: match at.store {
            Store::Matrix(_) => Some(("long_word", at.word % 4)),
            Store::Mask => Some(("cycle", at.word % 4)),
            _ => None,
        },
        beside: beside(at),
    }
}

pub(super) fn group(group: &Group) -> machine::Group {
    let number = |word| {
        let at = Location { store: group.store, place: Place::default(), word, single: None };
        address(&at, group.dtype).1
    };
    machine::Group {
        memory: group.store.to_string(),
        short: short(group.store),
        precision: group.number.map(Number::letter),
        kind: group.apart.to_string(),
        looks_like: group.apart.looks_like(),
        words: group.words,
        places: group.places,
        pattern: group.pattern(),
        levels: group.varying().iter().map(ToString::to_string).collect(),
        range: [group.range.0, group.range.1].map(number),
    }
}

/// What a location's number counts, and the number: addresses and rows as programs write them, rows of
/// a matrix register by the type that they are printed with.
fn address(at: &Location, dtype: Dtype) -> (&'static str, u32) {
    let Location { store, word, single, .. } = *at;
    match store {
        Store::Bank(_) => ("address", 2 * word + u32::from(single.unwrap_or(0))),
        Store::T => ("word", word),
        Store::Matrix(_) => ("row", word / 4 / Number::of(dtype).map_or(1, Number::rows_apart)),
        Store::Mask => ("entry", word / 4),
        _ => ("address", word),
    }
}

/// What the address does not say.
fn beside(at: &Location) -> String {
    match at.store {
        Store::T => {
            let side = if at.word.is_multiple_of(2) { "upper" } else { "lower" };
            format!(", cycle {}, {side} long word", at.word / 2)
        }
        Store::Matrix(_) => format!(", long word {}", at.word % 4),
        Store::Mask => format!(", cycle {}", at.word % 4),
        _ if at.single.is_some() => " (a single word)".into(),
        _ => String::new(),
    }
}

/// The element of the tree in words.
fn tree(at: &Location) -> String {
    let named = Level::ALL.iter().zip(at.place.numbers()).take(at.store.level() as usize + 1);
    let parts: Vec<String> = named.map(|(level, number)| format!("{level} {number}")).collect();
    parts.join(", ")
}

fn short(store: Store) -> String {
    store.to_string().replace(" register", "").replace("matrix x", "X").replace("matrix y", "Y")
}

/// The first difference bit by bit, and as numbers. Writing to a string does not fail.
pub(super) fn details(first: &Difference) -> String {
    let (at, mut out) = (&first.location, String::new());
    let [a, b] = first.words.map(|word| word.bits);
    if at.store == Store::Mask {
        let _ = writeln!(out, "  A      {a:04b}\n  B      {b:04b}\n  xor    {:04b}", a ^ b);
        return out;
    }
    for (label, bits) in [("A", a), ("B", b), ("xor", a ^ b)] {
        let _ = writeln!(out, "  {label:<6} {}", hex(bits, at.single));
    }
    for number in Number::ALL {
        let shown = |word| {
            let texts: Vec<String> =
                elements(number, word, at.single).map(|(_, code)| number.text(code)).collect();
            format!("({})", texts.join(", "))
        };
        if number != Number::D || at.single.is_none() {
            let _ = writeln!(out, "  as {}   {} against {}", number.letter(), shown(a), shown(b));
        }
    }
    // Words printed without a type are looked at in every precision, and as integers; others as
    // printed, and as what they look like.
    let printed = first.words.iter().find_map(|word| Number::of(word.dtype));
    if printed.is_none() {
        let [a, b] = [a, b].map(|word| word as i64);
        let _ = writeln!(out, "  as l   {a} against {b}");
    }
    for number in Number::ALL
        .into_iter()
        .filter(|n| printed.is_none_or(|p| p == *n || first.number == Some(*n)))
    {
        if number != Number::D || at.single.is_none() {
            fields(number, at, [a, b], &mut out);
        }
    }
    out
}

/// A line for each element that differs.
fn fields(number: Number, at: &Location, [a, b]: [u64; 2], out: &mut String) {
    let digits = number.fields().0 as usize / 4;
    let both = elements(number, a, at.single).zip(elements(number, b, at.single));
    for ((n, a), (_, b)) in both.filter(|((_, a), (_, b))| a != b) {
        let apart = Element::of(number, a, b);
        let parts = [
            (apart.sign, "sign"),
            (apart.exponent, "exponent"),
            (apart.significand, "significand"),
        ];
        let parts: Vec<&str> =
            parts.into_iter().filter_map(|(differs, name)| differs.then_some(name)).collect();
        let ulp = apart.ulp.map_or(String::new(), |ulp| format!(", {ulp} ulp"));
        let _ = writeln!(
            out,
            "  {}[{n}]   0x{a:0digits$x} against 0x{b:0digits$x}{ulp}; {} differ{}: {}",
            number.letter(),
            parts.join(" and "),
            if parts.len() == 1 { "s" } else { "" },
            apart.apart.looks_like(),
        );
    }
}

/// The elements of a word that a location has, with their numbers.
fn elements(number: Number, word: u64, single: Option<u8>) -> impl Iterator<Item = (usize, u64)> {
    let all = number.elements(word);
    let count = all.len();
    all.into_iter()
        .enumerate()
        .filter(move |(n, _)| single.is_none_or(|half| n * 2 / count.max(1) == usize::from(half)))
}

/// The digits of a word, or of one single word.
fn hex(bits: u64, single: Option<u8>) -> String {
    match single {
        None => format!("0x{bits:016x}"),
        Some(half) => format!("0x{:08x}", bits >> (32 * (1 - half)) & 0xffff_ffff),
    }
}
