//! The word against the bits that it meets.

use super::{Cross, Look, Rule, SOURCE, Subject};
use crate::cover::bins::UNROUNDED;
use crate::cover::cross::Axis;
use crate::draw::rng::Rng;

/// The sum of bits and word against the next place.
const SUMS: [&str; 5] = ["below", "one below", "equal", "one above", "above"];

const WORDS: [&str; 3] = ["zeros", "ones", "other"];

fn goal(rule: Rule, look: &Look) -> [usize; 5] {
    let next = rule.ones() + 1;
    let sum = match look.sum() {
        sum if sum + 1 < next => 0,
        sum if sum + 1 == next => 1,
        sum if sum == next => 2,
        sum if sum == next + 1 => 3,
        _ => 4,
    };
    let word = match look.word {
        0 => 0,
        word if word == rule.ones() => 1,
        _ => 2,
    };
    [usize::from(look.below), usize::from(look.sign), (look.kept & 1) as usize, sum, word]
}

/// Whole places and the value of the last one, of numbers of this region and with this last bit.
fn numbers(subject: &Subject, below: bool, sign: bool, odd: bool) -> Vec<(bool, u128, i64)> {
    let (from, to) = (&subject.operands[0], &subject.result);
    let last = u128::from(odd);
    if to.is_fixed() {
        return vec![(sign, last, to.unit()), (sign, 2 + last, to.unit())];
    }
    let (emin, p) = (to.emin(), to.precision());
    if below {
        return vec![(sign, last, to.last(emin)), (sign, 2 + last, to.last(emin))];
    }
    let lead = if p == 1 { 1 } else { 1 << (p - 1) | last };
    let exponents = [emin, emin.max(from.emin()), to.emax().min(from.emax() - 1), 0];
    let own = exponents.into_iter().filter(|e| (emin..=to.emax()).contains(e));
    own.map(|exponent| (sign, lead, to.last(exponent))).collect()
}

pub(super) fn cross(subject: &Subject, rule: Rule) -> Cross {
    let float = !subject.result.is_fixed();
    let ranges: &[&str] = if float { &["normal", "subnormal"] } else { &["normal"] };
    let found = move |subject: &Subject, wanted: &[usize], rng: &mut Rng| {
        let is = |look: &Look| goal(rule, look)[..] == *wanted;
        let all = numbers(subject, wanted[0] == 1, wanted[1] == 1, wanted[2] == 1);
        rule.found(subject, &all, &is, rng)
    };
    Cross {
        name: "random",
        bins: UNROUNDED,
        what: "the random word and the bits that it meets, against the next place; the word; the last bit kept",
        axes: vec![
            Axis::new("range", ranges),
            Axis::sign("sign"),
            Axis::bit("lsb"),
            Axis::new("sum", &SUMS),
            Axis::new("word", &WORDS),
        ],
        hits: Box::new(move |view, hit| {
            if let Some(look) = rule.seen(view.subject, view.elements) {
                hit(&goal(rule, &look));
            }
        }),
        aims: Box::new(move |subject, wanted, rng| {
            found(subject, wanted, rng).map(|case| case.aim(subject))
        }),
        never: Box::new(move |subject, wanted| {
            let none = found(subject, wanted, &mut Rng::new(0, 0)).is_none();
            none.then_some(SOURCE)
        }),
    }
}
