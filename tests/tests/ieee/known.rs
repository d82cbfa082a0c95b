//! Lists of rules, and the reference's results under a list, each worked out once.

use crate::ieee::operations::{agree, ours};
use crate::random::{Draw, Random};
use oracle::reference::ieee::{Exact, Operation, exact};
use softfloat::{Env, IntegerRule, NanRule, Overflow, Rounded, Rounding, Underflow};
use std::collections::HashMap;
use tests::bridge::{OVERFLOWS, Pair, TININESSES, UNDERFLOWS, rounded, rules};

pub(crate) const NAN_RULES: [NanRule; 4] =
    [NanRule::Canonical, NanRule::Propagate, NanRule::Sse, NanRule::Arm];
pub(crate) const INTEGER_RULES: [IntegerRule; 4] =
    [IntegerRule::RiscV, IntegerRule::Arm, IntegerRule::X86, IntegerRule::Wrap];

/// These rules in every direction, with both kinds of tininess.
pub(crate) fn directions(env: Env) -> Vec<Env> {
    let each = |tininess| Rounding::ALL.map(|r| Env { tininess, ..env }.rounding(r));
    TININESSES.into_iter().flat_map(each).collect()
}

/// IEEE's rules, flush to zero, saturation, subnormal operands as zeros, in every direction.
pub(crate) fn every_direction() -> Vec<Env> {
    let plain = Env::IEEE;
    let kinds = [
        plain,
        Env { underflow: Underflow::FlushSigned, ..plain },
        Env { overflow: Overflow::Saturate, ..plain },
        Env { daz: true, ..plain },
    ];
    kinds.into_iter().flat_map(directions).collect()
}

/// Every NaN rule.
pub(crate) fn every_nan() -> Vec<Env> {
    NAN_RULES.into_iter().map(|nan| Env { nan, ..Env::IEEE }).collect()
}

/// Rules drawn one by one.
pub(crate) fn any(random: &mut Random) -> Env {
    Env {
        rounding: *random.pick(&Rounding::ALL),
        tininess: *random.pick(&TININESSES),
        overflow: if random.below(2) == 0 { Overflow::Ieee } else { *random.pick(&OVERFLOWS) },
        underflow: if random.below(2) == 0 {
            Underflow::Gradual
        } else {
            *random.pick(&UNDERFLOWS)
        },
        nan: *random.pick(&NAN_RULES),
        daz: random.below(4) == 0,
        integer: *random.pick(&INTEGER_RULES),
    }
}

/// The reference's results in one format under a list of rules.
pub(crate) struct Known<'a> {
    f: &'a Pair,
    environments: &'a [Env],
    /// Exact results, and where their rounded ones begin.
    known: HashMap<Exact, usize>,
    /// Those of an exact result under all rules of the list, one after the other.
    results: Vec<Rounded<u64>>,
    /// Results compared.
    pub(crate) count: u64,
}

impl<'a> Known<'a> {
    pub(crate) fn new(f: &'a Pair, environments: &'a [Env]) -> Self {
        Self { f, environments, known: HashMap::new(), results: Vec::new(), count: 0 }
    }

    /// Compares an operation under all rules of the list.
    pub(crate) fn check(&mut self, operation: Operation, x: &[u64]) {
        let mut start_by_daz = [None; 2];
        for (at, env) in self.environments.iter().enumerate() {
            let start = *start_by_daz[usize::from(env.daz)]
                .get_or_insert_with(|| self.start(exact(operation, &self.f.facts, x, &rules(env))));
            let theirs = self.results[start + at];
            agree(operation, self.f, x, env, ours(operation, &self.f.format, x, env), theirs);
            self.count += 1;
        }
    }

    /// Where the rounded results begin.
    fn start(&mut self, exact: Exact) -> usize {
        let (f, environments, results) = (self.f, self.environments, &mut self.results);
        *self.known.entry(exact).or_insert_with_key(|exact| {
            let start = results.len();
            let all = environments.iter();
            results.extend(all.map(|env| rounded(exact.round(&f.facts, &rules(env)))));
            start
        })
    }
}
