//! The candidates of a sum: what products keep, where terms are cut, in which order they meet, where sums are
//! rounded. Their numbers count through the lists of these choices.

use super::space::{Name, Space};
use crate::datapath::{Own, id};
use crate::registry::rules::{DAZ, FTZ, NAN, OPTIONS, RM, TININESS};
use crate::registry::{Options, Outcome};
use crate::variant::{Meeting, meetings, run};
use softfloat::sum::{Alignment, Cut, Exponent, Over, ProductRule, Target, Term, Width};
use softfloat::{Env, Format, Rounding, Underflow};

/// Bits of an alignment beside the result's precision.
const BELOW: u32 = 16;
const ABOVE: u32 = 24;

/// Places of a fixed-point accumulator that are tried, from the last place of the smallest term on.
const PLACES: i32 = 48;

/// What becomes of the bits below an alignment.
const CUTS: [Cut; 6] = [
    Cut::Round(Rounding::TowardZero),
    Cut::Round(Rounding::Down),
    Cut::Round(Rounding::NearestEven),
    Cut::Round(Rounding::ToOdd),
    Cut::Sticky,
    Cut::StickyFloor,
];

/// The structures of a sum of given formats.
pub(super) struct Structures {
    base: Own,
    meetings: Vec<Meeting>,
    products: Vec<Option<ProductRule>>,
    alignments: Vec<(Alignment, Option<Width>)>,
    directions: &'static [Rounding],
}

impl Structures {
    pub(super) fn new(base: &Own) -> Self {
        // What a preset has beside its structure is found out later.
        let plain = Own { partial: None, product: None, ..*base };
        Self {
            base: plain,
            meetings: meetings(base),
            products: products(base),
            alignments: if is_integer(base) { widths(base) } else { alignments(base) },
            // Integers are exact.
            directions: if is_integer(base) { &Rounding::ALL[..1] } else { &Rounding::ALL },
        }
    }

    /// A candidate, with its direction of rounding.
    pub(super) fn of(&self, candidate: u32) -> (Own, Rounding) {
        let mut at = candidate as usize;
        let mut next = |len: usize| {
            let place = at % len;
            at /= len;
            place
        };
        let direction = self.directions[next(self.directions.len())];
        let product = self.products[next(self.products.len())];
        let meeting = self.meetings[next(self.meetings.len())];
        let (alignment, width) = self.alignments[next(self.alignments.len())];
        let mut own = meeting.of(&self.base);
        let d = &mut own.datapath;
        (d.alignment, d.width) = (alignment, width);
        if let (Term::Product { rule, .. }, Some(product)) = (&mut d.term, product) {
            *rule = product;
        }
        (own, direction)
    }
}

impl Space for Structures {
    fn len(&self) -> u32 {
        let choices = [self.products.len(), self.meetings.len(), self.alignments.len()];
        let len = choices.iter().product::<usize>() * self.directions.len();
        u32::try_from(len).unwrap_or(u32::MAX)
    }

    fn run(&self, candidate: u32, x: &[u64]) -> Outcome {
        let (own, direction) = self.of(candidate);
        run(&own, own.env(Env::IEEE.rounding(direction)), x)
    }

    fn name(&self, candidate: u32) -> Name {
        let (own, direction) = self.of(candidate);
        name(&own, Env::IEEE.rounding(direction))
    }
}

/// A datapath of one's own with the options that these rules are.
pub(super) fn name(own: &Own, env: Env) -> Name {
    let options = Options::of(OPTIONS)
        .with(&RM, env.rounding)
        .with(&TININESS, env.tininess)
        .with(&NAN, env.nan)
        .with(&FTZ, env.underflow == Underflow::FlushSigned)
        .with(&DAZ, env.daz);
    Name { op: id(own), options: options.to_string(), answers: Vec::new(), instead: None }
}

/// What products may keep; nothing of elements.
fn products(base: &Own) -> Vec<Option<ProductRule>> {
    let Term::Product { a, rule, .. } = base.datapath.term else { return vec![None] };
    let rounded = |format| ProductRule::Rounded(Target::new(format, Env::IEEE));
    let mut all =
        vec![ProductRule::Exact, rounded(base.datapath.result.format), rounded(*a.format())];
    all.push(rule);
    let mut each: Vec<Option<ProductRule>> = Vec::new();
    for rule in all {
        let integer = matches!(rule, ProductRule::Rounded(to) if to.format.is_fixed());
        if !integer && !each.contains(&Some(rule)) {
            each.push(Some(rule));
        }
    }
    each
}

/// To which places terms may be cut.
fn alignments(base: &Own) -> Vec<(Alignment, Option<Width>)> {
    let mut all = vec![Alignment::Exact];
    let precision = base.datapath.result.format.precision();
    for bits in precision.saturating_sub(BELOW).max(2)..=precision + ABOVE {
        for exponent in [Exponent::Leading, Exponent::Field] {
            for over in [Over::All, Over::Terms] {
                all.extend(CUTS.map(|cut| Alignment::Largest {
                    exponent,
                    over,
                    bits,
                    least: None,
                    cut,
                }));
            }
        }
    }
    let last = |f: &Format| 1 - f.bias - f.man_bits as i32;
    let smallest = match &base.datapath.term {
        Term::Element(format) => last(format),
        Term::Product { a, b, .. } => last(a.format()) + last(b.format()),
    };
    for unit in smallest.max(-150)..smallest.max(-150) + PLACES {
        all.extend(CUTS[..2].iter().map(|&cut| Alignment::Fixed { unit, cut }));
    }
    let mut all: Vec<_> = all.into_iter().map(|alignment| (alignment, None)).collect();
    let own = (base.datapath.alignment, base.datapath.width);
    if !all.contains(&own) {
        all.push(own);
    }
    all
}

/// Whether the sum is of integers.
fn is_integer(base: &Own) -> bool {
    base.datapath.result.format.is_fixed()
}

/// The accumulators of integers.
fn widths(base: &Own) -> Vec<(Alignment, Option<Width>)> {
    let units = Alignment::Fixed { unit: 0, cut: CUTS[0] };
    let least = base.datapath.result.format.width / 2;
    let width = |bits, saturate| (units, Some(Width { bits, saturate }));
    let each = (least..=2 * least + 16).flat_map(|bits| [width(bits, false), width(bits, true)]);
    std::iter::once((Alignment::Exact, None)).chain(each).collect()
}
