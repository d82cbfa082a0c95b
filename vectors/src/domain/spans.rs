//! The codes that are allowed, as spans of neighbouring ones.

use super::bound::Bound;
use super::code::{Code, parts};
use crate::draw::rng::Rng;
use crate::registry::{Shape, parted};
use softfloat::Format;
use std::cmp::Ordering;
use std::ops::RangeInclusive;

/// Codes of at most so many bits are all looked at.
const ALL: u32 = 16;

/// Codes that are proposed before the first of a span is taken.
const TRIES: usize = 32;

/// Spans in the order of codes.
#[derive(Clone, Debug)]
pub(crate) struct Spans {
    all: Vec<RangeInclusive<u128>>,
    /// The last code of the format.
    last: u128,
}

/// Where spans begin or end: the numbers of ranges, and codes.
#[derive(Default)]
pub(super) struct Cuts {
    pub(super) bounds: Vec<Bound>,
    pub(super) codes: Vec<u128>,
}

impl Spans {
    /// Those that `takes` allows. Within a sign, codes of wider formats go through the categories one after the other, and numbers grow or
    /// shrink with the code: they are cut where a category ends or a bound lies, and what is between has one answer.
    pub(super) fn of(shape: &Shape, cuts: &Cuts, takes: &dyn Fn(&[u64]) -> bool) -> Self {
        let (format, words) = (&shape.format, shape.words_per_element());
        let takes = |code: u128| takes(&parts(code, words));
        let last = u128::MAX >> (128 - format.width);
        let pieces = if format.width <= ALL {
            (0..=last).map(|code| code..=code).collect()
        } else {
            pieces(format, words, cuts, last)
        };
        let mut all: Vec<RangeInclusive<u128>> = Vec::new();
        for piece in pieces {
            let (first, end) = (*piece.start(), *piece.end());
            if !takes(first) || !takes(end) {
                continue;
            }
            match all.last_mut() {
                Some(before) if before.end() + 1 == first => *before = *before.start()..=end,
                _ => all.push(piece),
            }
        }
        Self { all, last }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// How many codes there are; the most that can be counted where all of 128 bits are.
    pub(crate) fn count(&self) -> u128 {
        let size = |span: &RangeInclusive<u128>| (span.end() - span.start()).saturating_add(1);
        self.all.iter().map(size).fold(0, u128::saturating_add)
    }

    /// The code of a number below the count.
    pub(crate) fn code(&self, mut number: u128) -> u128 {
        for span in &self.all {
            let size = span.end() - span.start();
            if number <= size {
                return span.start() + number;
            }
            number -= size + 1;
        }
        self.all.first().map_or(0, |span| *span.start())
    }

    /// The first and last codes, and those next to them.
    pub(super) fn ends(&self) -> Vec<u128> {
        /// Spans whose ends are taken: of words there are a few, of codes one by one perhaps many.
        const SPANS: usize = 8;
        let step = self.all.len().div_ceil(SPANS).max(1);
        let of = |span: &RangeInclusive<u128>| {
            let (first, last) = (*span.start(), *span.end());
            [first, last.min(first + 1), last.saturating_sub(1).max(first), last]
        };
        let mut all: Vec<u128> = self.all.iter().step_by(step).flat_map(of).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Draws a code: of any span alike, at its ends or anywhere, or next to another code.
    pub(super) fn draw(
        &self,
        rng: &mut Rng,
        like: Option<u128>,
        element: &mut [u64],
        takes: &dyn Fn(&[u64]) -> bool,
    ) {
        for attempt in 0..TRIES {
            let code = match like.filter(|_| attempt == 0) {
                Some(code) => (code ^ u128::from(rng.below(8))) & self.last,
                None => self.propose(rng),
            };
            parted(code, element);
            if takes(element) {
                return;
            }
        }
        let first = self.all.first().map_or(0, |span| *span.start());
        parted(first, element);
    }

    fn propose(&self, rng: &mut Rng) -> u128 {
        let Some(span) = self.all.get(rng.below(self.all.len() as u64) as usize) else { return 0 };
        let size = span.end() - span.start();
        let near = u128::from(rng.below(16)).min(size);
        match rng.below(6) {
            0 => span.start() + near,
            1 => span.end() - near,
            _ => {
                let random = u128::from(rng.next()) << 64 | u128::from(rng.next());
                span.start() + size.checked_add(1).map_or(random, |count| random % count)
            }
        }
    }
}

/// The codes of the x87's format that are numbers, infinities and NaN: of each sign and exponent those with the leading one.
fn extended() -> Vec<(u128, u128)> {
    let of = |head: u128| {
        let leading = if head & 0x7fff == 0 { 0 } else { 1 << 63 };
        (head << 64 | leading, head << 64 | u128::from(u64::MAX))
    };
    (0..1 << 16).map(of).collect()
}

/// Codes cut where a sign, a category or a side of a bound ends.
fn pieces(format: &Format, words: usize, cuts: &Cuts, last: u128) -> Vec<RangeInclusive<u128>> {
    let key = |code: u128| {
        let own = Code::of(format, &parts(code, words));
        let sides: Vec<Option<Ordering>> =
            cuts.bounds.iter().map(|bound| bound.compare(own.value())).collect();
        let beside: Vec<Ordering> = cuts.codes.iter().map(|cut| code.cmp(cut)).collect();
        (own.kind(), sides, beside)
    };
    let half = last / 2;
    let mut all = Vec::new();
    let parts = match format.width {
        // The x87's numbers have their leading one in the code: others are no numbers, at every exponent.
        80 => extended(),
        _ => vec![(0, half), (half + 1, last)],
    };
    for (mut first, end) in parts {
        loop {
            let (mut same, mut other) = (first, end);
            let own = key(first);
            if key(end) != own {
                // The last code like the first lies from `same` on and below `other`.
                while other - same > 1 {
                    let middle = same + (other - same) / 2;
                    if key(middle) == own { same = middle } else { other = middle }
                }
                all.push(first..=same);
                first = same + 1;
                continue;
            }
            all.push(first..=end);
            break;
        }
    }
    all
}
