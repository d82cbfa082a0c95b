//! The candidates of a sum whose structure is known: zeros, infinities, NaN, subnormal numbers, overflow, flags.

use super::space::{Name, Space};
use super::structures::name;
use crate::datapath::Own;
use crate::registry::Outcome;
use crate::variant::run;
use softfloat::sum::{Alignment, Opposite, Term, TimesZero, ZeroSum};
use softfloat::{Env, IntegerRule, NanRule, Overflow, Rounding, Tininess, Underflow};

const NANS: [NanRule; 4] = [NanRule::Canonical, NanRule::Sse, NanRule::Arm, NanRule::Propagate];
const UNDERFLOWS: [Underflow; 3] =
    [Underflow::Gradual, Underflow::FlushSigned, Underflow::FlushPositive];
const OVERFLOWS: [Overflow; 3] = [Overflow::Ieee, Overflow::Infinity, Overflow::Saturate];
const ZEROS: [ZeroSum; 2] = [ZeroSum::Ieee, ZeroSum::Plus];
const OPPOSITES: [Opposite; 5] = [
    Opposite::Invalid,
    Opposite::InvalidBesideNan,
    Opposite::Plus,
    Opposite::Minus,
    Opposite::Zero,
];
const TIMES_ZERO: [TimesZero; 3] = [TimesZero::Invalid, TimesZero::Zero, TimesZero::Infinite];
const INTEGERS: [IntegerRule; 4] =
    [IntegerRule::RiscV, IntegerRule::Arm, IntegerRule::X86, IntegerRule::Wrap];
const BOTH: [bool; 2] = [false, true];

/// Rules beside structures.
pub(super) struct Specials {
    structures: Vec<(Own, Rounding)>,
    /// Rules for integers that are tried.
    integers: usize,
}

impl Specials {
    pub(super) fn new(structures: Vec<(Own, Rounding)>) -> Self {
        let integer =
            structures.first().is_some_and(|(own, _)| own.datapath.result.format.is_fixed());
        Self { structures, integers: if integer { INTEGERS.len() } else { 1 } }
    }

    /// A candidate. What a structure does not have stays usual.
    fn of(&self, candidate: u32) -> (Own, Env) {
        let mut at = candidate as usize;
        let mut next = |len: usize| {
            let place = at % len;
            at /= len;
            place
        };
        let integer = INTEGERS[next(self.integers)];
        let nan = NANS[next(NANS.len())];
        let tininess = [Tininess::After, Tininess::Before][next(2)];
        let daz = BOTH[next(2)];
        let underflow = UNDERFLOWS[next(UNDERFLOWS.len())];
        let overflow = OVERFLOWS[next(OVERFLOWS.len())];
        let zero = ZEROS[next(ZEROS.len())];
        let opposite = OPPOSITES[next(OPPOSITES.len())];
        let times_zero = TIMES_ZERO[next(TIMES_ZERO.len())];
        let reports_cut = !BOTH[next(2)];
        let (mut own, rounding) = self.structures[next(self.structures.len().max(1))];
        let d = &mut own.datapath;
        (d.zero, d.opposite) = (zero, opposite);
        if matches!(d.term, Term::Product { .. }) {
            d.times_zero = times_zero;
        }
        if d.alignment != Alignment::Exact {
            d.reports_cut = reports_cut;
        }
        if self.integers > 1 {
            own.integer = integer;
        }
        own.overflow = overflow;
        let flush = underflow == Underflow::FlushSigned;
        own.underflow = if flush { Underflow::Gradual } else { underflow };
        let underflow = if flush { underflow } else { Underflow::Gradual };
        (own, Env { rounding, nan, tininess, daz, underflow, ..Env::IEEE })
    }
}

impl Space for Specials {
    fn len(&self) -> u32 {
        let rules = NANS.len() * 4 * UNDERFLOWS.len() * OVERFLOWS.len() * ZEROS.len();
        let len =
            rules * OPPOSITES.len() * TIMES_ZERO.len() * 2 * self.integers * self.structures.len();
        u32::try_from(len).unwrap_or(u32::MAX)
    }

    fn run(&self, candidate: u32, x: &[u64]) -> Outcome {
        let (own, env) = self.of(candidate);
        run(&own, own.env(env), x)
    }

    fn name(&self, candidate: u32) -> Name {
        let (own, env) = self.of(candidate);
        name(&own, env)
    }
}
