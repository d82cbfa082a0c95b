//! The sums: every operation under every choice of options, and the presets that take any number of terms with other
//! numbers than the registry's.

use crate::compare::{AgainstReference, assert_all};
use crate::{reference, setting};
use softfloat::Format;
use softfloat::sum::{Addend, Preset, Term};
use vectors::generate::{Cover, Request, Set};
use vectors::registry::{self, Op};

fn operations() -> Vec<&'static Op> {
    registry::all().iter().filter(|op| op.id.starts_with("sum.")).collect()
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
    let (count, seed) = (setting("ASSAY_CASES", 1 << 10), setting("ASSAY_SEED", 1));
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

/// A SplitMix64 stream.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// Codes whose exponents lie within `reach` of a field, zeros among them; some are others of them with the sign
    /// changed, so that sums cancel.
    fn codes(&mut self, f: &Format, field: u64, reach: u64, count: usize) -> Vec<u64> {
        let mask = u64::MAX >> (64 - f.width);
        let mut codes: Vec<u64> = Vec::with_capacity(count);
        for i in 0..count as u64 {
            let code = match self.below(8) {
                0 if i > 0 => codes[self.below(i) as usize] ^ 1 << (f.width - 1),
                1 => self.next() << (f.width - 1),
                _ if f.exp_bits > 0 => self.near(f, field, reach),
                _ => self.next(),
            };
            codes.push(code & mask);
        }
        codes
    }

    fn near(&mut self, f: &Format, field: u64, reach: u64) -> u64 {
        let top = (1 << f.exp_bits) - 1;
        let body = f.man_bits + f.pad;
        let field = (field % (top + 1)) + self.below(2 * reach + 1);
        let field = field.saturating_sub(reach).min(top);
        let ones = u64::MAX >> self.below(64);
        let fraction = [0, 1 << f.pad, ones, !ones, self.0, self.0][self.below(6) as usize];
        self.next() << (f.width - 1) | field << body | fraction & !(u64::MAX << body)
    }
}

/// From one term over the ends of slices to several of them.
#[test]
fn any_number_of_terms() {
    let (cases, seed) = (setting("ASSAY_CASES", 1 << 10).div_ceil(8), setting("ASSAY_SEED", 1));
    let mut random = Random(seed);
    for preset in Preset::all().filter(|preset| preset.terms.is_none()) {
        let d = &preset.datapath;
        let id = format!("sum.{}.{}", preset.name, preset.types);
        for case in 0..cases {
            // A tree needs a neighbour for the first element.
            let count = 2 + random.below(if case % 8 == 0 { 70 } else { 9 }) as usize;
            let (field, reach) =
                (random.next(), random.below(2 * u64::from(d.result.format.man_bits) + 2));
            let mut operands = match &d.term {
                Term::Element(f) => vec![random.codes(f, field, reach, count)],
                Term::Product { a, b, .. } => {
                    let other = random.next();
                    vec![
                        random.codes(a.format(), field, reach, count),
                        random.codes(b.format(), other, reach, count),
                    ]
                }
            };
            if d.addend != Addend::None {
                let addend = random.next();
                operands.push(random.codes(&d.addend_format, addend, 1 << 12, 1));
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
