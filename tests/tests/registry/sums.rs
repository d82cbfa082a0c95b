//! The sums: every operation under every choice of options, and the presets that take any number of terms with other
//! numbers than the registry's.

use crate::compare::{AgainstReference, assert_all};
use oracle::reference;
use seeded::{Draw, Kind, Random, code, seed};
use softfloat::Format;
use softfloat::sum::{Addend, Count, Preset, Term};
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::Op;

fn operations() -> Vec<&'static Op> {
    vectors::operations().all().filter(|op| op.id.starts_with("sum.")).collect()
}

#[test]
fn each_preset_is_an_operation() {
    assert_eq!(operations().len(), Preset::all().count());
}

#[test]
fn corners() {
    let set = Set::new(&Request::new(operations(), Cover::Corner)).expect("a set");
    println!("{} cases", set.len());
    assert_all::<AgainstReference>(&set, "corner");
}

#[test]
fn every_choice_of_options() {
    let (count, seed) = (Kind::Operands.cases(), seed());
    for op in operations() {
        let choices = op.option_sets();
        let count = count.div_ceil(choices.len() as u64).max(8);
        for options in choices {
            let cover = Request::new(vec![op], Cover::Random);
            let request = Request { count, seed, options: Some(options), ..cover };
            let set = Set::new(&request).expect("a set");
            assert_all::<AgainstReference>(&set, &format!("{options} seed {seed} count {count}"));
        }
    }
}

/// Codes whose exponents lie within `reach` of a field, zeros among them; some are others of them with the sign
/// changed, so that sums cancel.
fn codes(random: &mut Random, f: &Format, field: u64, reach: u64, count: usize) -> Vec<u64> {
    let code = code!(f);
    let field = field % (code.top() + 1);
    let mut codes: Vec<u64> = Vec::with_capacity(count);
    for i in 0..count as u64 {
        let drawn = match random.below(8) {
            0 if i > 0 => codes[random.below(i) as usize] ^ 1 << (f.width - 1),
            1 => random.next() << (f.width - 1),
            _ if f.has_exponent() => {
                let field = (field + random.below(2 * reach + 1)).saturating_sub(reach);
                code.with_field(random, field)
            }
            _ => random.next(),
        };
        codes.push(drawn & code.mask());
    }
    codes
}

/// From one term over the ends of slices to several of them.
#[test]
fn any_number_of_terms() {
    let (cases, seed) = (Kind::Operands.cases().div_ceil(8), seed());
    let mut random = Random::new(seed);
    for preset in Preset::all().filter(|preset| matches!(preset.terms, Count::Any(_))) {
        let d = &preset.datapath;
        let id = format!("sum.{}.{}", preset.name, preset.types);
        for case in 0..cases {
            // A tree needs a neighbour for the first element.
            let count = 2 + random.below(if case % 8 == 0 { 70 } else { 9 }) as usize;
            let (field, reach) =
                (random.next(), random.below(2 * u64::from(d.result.format.man_bits) + 2));
            let mut operands = match &d.term {
                Term::Element(f) => vec![codes(&mut random, f, field, reach, count)],
                Term::Product { a, b, .. } => {
                    let other = random.next();
                    vec![
                        codes(&mut random, a.format(), field, reach, count),
                        codes(&mut random, b.format(), other, reach, count),
                    ]
                }
            };
            if d.addend != Addend::None {
                let addend = random.next();
                operands.push(codes(&mut random, &d.addend_format, addend, 1 << 12, 1));
            }
            let empty = Vec::new();
            let b = if matches!(d.term, Term::Product { .. }) { &operands[1] } else { &empty };
            let addend = if d.addend == Addend::None { 0 } else { operands[operands.len() - 1][0] };
            let ours = d.evaluate(&operands[0], b, addend);
            let theirs = reference::evaluate(&id, &[], &operands).expect("it has a reference");
            assert_eq!(
                (ours.bits, Some(ours.flags.bits())),
                (theirs.out[0], theirs.flag),
                "{id} of {operands:x?}, model left, seed {seed}"
            );
        }
    }
}
