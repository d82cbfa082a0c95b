//! What each decision of `docs/decisions.md` says, in one line, and what a case would be under the
//! alternatives.

use super::steps::Steps;
use super::value;
use crate::registry::{Outcome, Plan};
use softfloat::mncore::{Profile, Standing, Switch};

/// Id and answer of every decision that a registered operation names.
const TEXTS: &[(&str, &str)] = &[
    ("MN-D01", "extension carries the mantissa of a zero or infinity along"),
    ("MN-D02", "shortening at an input: zeros keep the sign, specials lose the mantissa"),
    ("MN-D03", "RRN fadd of +infinity and -infinity is +infinity"),
    ("MN-D04", "RRN fadd: an infinity absorbs finite elements"),
    ("MN-D05", "RRN alignment by exactly 4 places rounds to nearest even"),
    ("MN-D06", "an RRN fadd element with exponent field 0 is zero, whatever its mantissa"),
    ("MN-D07", "16 elements: MAB 0-3, 4-7, 8-11, 12-15 first"),
    ("MN-D08", "MV of 8: the two L2B of each group first, then the groups"),
    ("MN-D09", "RRN max/min with r: exponent re-biased and clamped, nothing normalised"),
    ("MN-D10", "true of the logical RRN reductions is 1"),
    ("MN-D11", "there are no reductions by integer maximum or minimum"),
    ("MN-D12", "MAU: infinity times zero is 0"),
    ("MN-D13", "MAU: an infinite product and an opposite infinite addend give +infinity"),
    ("MN-D14", "MAU: infinite operands absorb"),
    ("MN-D15", "the MAU flag looks at the sign of the written result"),
    ("MN-D16", "gbfn: the carry test looks at the upper 18 mantissa bits"),
    ("MN-D17", "an infinite block: infinite product of the sign common to all, else +"),
    ("MN-D18", "products of extended half elements are exact"),
    ("MN-D19", "a block with common exponent 0 is zero, whatever its mantissas"),
    ("MN-D20", "rsqrt: one table for all precisions; zero gives +infinity, infinity +0"),
    ("MN-D21", "signed ftoi below the range gives -2^(w-1)"),
    ("MN-D22", "of two -infinities the one with the larger mantissa is the smaller"),
    ("MN-D23", "lrelud, lreluo decrement the exponent field of an infinite y like any other"),
    ("MN-D24", "lrelud, lreluo of a zero y give -0"),
    ("MN-D25", "the flag of passa looks at the bits, not at the value"),
    ("MN-D26", "L1BM shortening orders its results as the exact inverse of extension"),
    ("MN-D27", "a MAU factor with exponent field 0 gives neither product nor correction"),
    ("MN-D28", "shortening at an input out of range gives infinity or zero"),
    ("MN-D29", "a result is rounded before it is tested for being too small"),
    ("MN-D30", "no range is checked between product and sum"),
    ("MN-D31", "the multiplier of vadd and vpassa is 1"),
    ("MN-D32", "a block with unequal exponents: the largest counts for all"),
    ("MN-D33", "the signed integer flag looks at the wrapped result"),
    ("MN-D34", "a shift amount is y modulo 2w"),
    ("MN-D35", "block conversion: all-zero block first, then infinite block, then zero elements"),
    ("MN-D36", "floor goes to an integer value; zeros and infinities pass"),
    ("MN-D37", "h\"...\" goes through single, then to half as at an input"),
    ("MN-D38", "hbfe: a zero element takes the common exponent, an underflown one takes 0"),
    ("MN-D39", "nan and trailing characters in literals are errors"),
    ("MN-D40", "half blocks: kept bits stand right-aligned under the raised exponent"),
    ("NUM-D01", "overflow without infinity is NaN, else the largest number"),
    ("NUM-D04", "infinity into a format without one is NaN and invalid"),
    ("NUM-D05", "NaN into a format without one is infinity, else the largest number"),
    ("NUM-D07", "zero and tiny values become the smallest scale, negative ones NaN"),
    ("NUM-D08", "ties of one significant bit go to the larger magnitude"),
    ("NUM-D13", "payloads are aligned at the fraction's top bit"),
    ("NUM-D14", "what an invalid operation yields"),
    ("NUM-D15", "infinity times zero plus a NaN"),
    ("NUM-D16", "division by zero without infinity is NaN, else the largest number"),
    ("NUM-D17", "subnormal operands under DAZ, tiny results under FTZ"),
    ("NUM-D18", "the neighbour beyond the largest number"),
    ("NUM-D19", "an integral value beyond the largest number overflows"),
    ("NUM-D20", "the single NaN is ordered by its sign bit"),
    ("NUM-D21", "minNum and maxNum of equal operands give the first"),
    ("NUM-D22", "FMIN and FMAX of two NaN give the canonical one"),
    ("NUM-D23", "integers out of range"),
    ("NUM-D24", "inexact only with the option exact"),
    ("NUM-D25", "integer division by zero"),
    ("NUM-D26", "shift amounts negative or beyond the width"),
    ("NUM-D31", "the scale rules of MX"),
    ("NUM-D32", "NaN and infinity in an MX block"),
    ("NUM-D33", "a block of zeros has scale 00"),
    ("NUM-D34", "MX elements beyond the largest are clamped"),
    ("NUM-D35", "NaN, infinities and zero signs of the MX dot product"),
    ("NUM-D36", "a subtracted NaN keeps its sign"),
    ("NUM-D38", "flags of integer operations"),
    ("NUM-D39", "what an alignment loses is inexact"),
    ("NUM-D40", "zero terms do not count in the alignment"),
    ("NUM-D41", "NaN among many terms"),
];

/// What a decision says, in one line; for ids that are not in the table, nothing.
#[must_use]
pub fn text(id: &str) -> &'static str {
    TEXTS.iter().find(|(known, _)| *known == id).map_or("", |(_, text)| text)
}

/// How a decision stands to a case.
const fn standing(s: Standing) -> &'static str {
    match s {
        Standing::Unspecified => "unspecified",
        Standing::FlagOnly => "flag open",
        Standing::RestsOn => "rests on",
    }
}

/// The step "decisions": those that the case hangs on, with what their alternatives would give.
pub(super) fn step(steps: &mut Steps, plan: &Plan, x: &[u64]) {
    let decided = plan.run(x);
    let p = plan.provenance(x);
    steps.begin("decisions that the result hangs on (docs/decisions.md)");
    let ids: Vec<&str> = p.open().into_iter().chain(p.rests_on.iter().copied()).collect();
    if ids.is_empty() {
        steps.say("none: no other reading of an open question changes this case");
        return;
    }
    let mut named: Vec<&str> = Vec::new();
    for id in ids {
        for switch in plan.op.switches().into_iter().filter(|s| s.decision == id) {
            let mut profile = Profile::DECIDED;
            (switch.select)(&mut profile);
            let other = plan.run_with(&profile, x);
            if other == decided {
                continue;
            }
            if !named.contains(&id) {
                steps.item(id, format!("{}: {}", standing(switch.standing), text(id)));
                named.push(id);
            }
            steps.item("", alternative(plan, switch, &decided, &other));
        }
    }
}

fn alternative(plan: &Plan, switch: &Switch, decided: &Outcome, other: &Outcome) -> String {
    let format = &plan.result().format;
    let mut found: Vec<String> = Vec::new();
    for (i, (a, b)) in decided.out().iter().zip(other.out()).enumerate() {
        if a != b {
            let at = if plan.result().len > 1 { format!("element {i} ") } else { String::new() };
            found.push(format!("{at}{}", value::hex(format, *b)));
        }
    }
    if found.len() > 3 {
        let more = found.len() - 2;
        found.truncate(2);
        found.push(format!("and {more} more"));
    }
    if decided.flag != other.flag {
        found.push(format!("flag {}", other.flag.unwrap_or(0)));
    }
    format!("{}={} would give {}", switch.name, switch.value, found.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    #[test]
    fn every_decision_of_an_operation_has_a_text() {
        for op in registry::all() {
            for id in &op.decisions {
                assert!((1..=80).contains(&text(id).len()), "{} names {id}", op.id);
            }
        }
    }
}
