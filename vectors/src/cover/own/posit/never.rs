//! Why no unrounded result has these bits, or lies there.

use super::{Look, Posit, Real};
use crate::cover::never;
use crate::cover::port::Port;
use crate::cover::subject::Subject;
use crate::registry::Arithmetic;

type Reason = Option<&'static str>;

const ENDS: &str = "the last bit kept ends the regime";
const MULTIPLES: &str = "sums are whole multiples of the smallest number";
const LONG: &str = "a quotient of two numbers has no more bits than the longest one, or no end";
const HALFWAY: &str = "a root is never halfway between two numbers";
const SQUARE: &str = "the square of a number that uses its last bit is too long for an operand";
const FAR: &str = "the numbers at the ends lie so far apart that no two have this sum";
const ROOT: &str = "no number has this root";
const SOURCE: &str = "the operand's format has no such number";

/// The least posits and the largest ones, whose sums are tried: all others lie further apart than what is asked for.
const FEW: u64 = 64;

/// Results of a regime: last bit, guard and sticky bit.
pub(super) fn bits(
    subject: &Subject,
    posit: Posit,
    minus: bool,
    regime: i64,
    [lsb, guard, sticky]: [bool; 3],
) -> Reason {
    let kept = posit.kept(regime);
    if kept == 0 && lsb != (regime < 0) {
        return Some(ENDS);
    }
    let is = |look: &Look| {
        (look.regime, look.lsb, look.guard, look.sticky) == (regime, lsb, guard, sticky)
    };
    let Some(arithmetic) = subject.arithmetic else {
        return multiples(subject, posit, regime, guard, sticky);
    };
    let own = match arithmetic {
        Arithmetic::Sum { .. } => sums(subject, posit, regime, &is, guard, sticky),
        Arithmetic::Quotient if guard && !sticky => {
            let fraction = kept - i64::from(posit.es);
            (fraction + 2 > subject.result.precision()).then_some(LONG)
        }
        Arithmetic::Root => roots(subject, posit, regime, &is, [lsb, guard, sticky]),
        Arithmetic::Convert => converted(subject, posit, minus, regime, &is),
        _ => None,
    };
    never::sign(subject, minus).or(own)
}

/// Sums: about the ends they are tried, elsewhere they are multiples of the least posit.
fn sums(
    subject: &Subject,
    posit: Posit,
    regime: i64,
    is: &dyn Fn(&Look) -> bool,
    guard: bool,
    sticky: bool,
) -> Reason {
    if let Some(reason) = multiples(subject, posit, regime, guard, sticky) {
        return Some(reason);
    }
    let (port, kept) = (&subject.result, posit.kept(regime));
    let tie = guard && !sticky;
    let most = port.format.max_finite();
    let number = |code: u64| port.value(code).and_then(Real::of);
    let held = |real: &Real| {
        let found = number(port.toward_zero(real.signed(false).value()));
        found == Some(real.signed(false))
    };
    let found = match regime < 0 {
        true if kept <= 1 && (guard || sticky) => {
            let all: Vec<Real> = (1..=FEW.min(most)).filter_map(number).collect();
            let hits = |a: &Real, b: &Real| {
                let sums = [a.plus(b), a.plus(&b.signed(true))];
                sums.iter().flatten().any(|sum| posit.look(sum).as_ref().is_some_and(is))
            };
            all.iter().any(|a| all.iter().any(|b| hits(a, b)))
        }
        false if kept <= 1 && tie => {
            // The numbers halfway between two.
            let middles =
                (0..1 << kept).map(|head| posit.number(false, regime, head << 1 | 1, kept + 1));
            let middles = middles.filter(|middle| posit.look(middle).as_ref().is_some_and(is));
            let large = || (most.saturating_sub(FEW)..=most).filter_map(number);
            let mut middles = middles.collect::<Vec<_>>().into_iter();
            middles.any(|middle| {
                large().any(|a| middle.plus(&a.signed(true)).is_none_or(|rest| held(&rest)))
            })
        }
        _ => true,
    };
    (!found).then_some(FAR)
}

/// Sums of posits, not of products: bits below those of the least posit.
fn multiples(subject: &Subject, posit: Posit, regime: i64, guard: bool, sticky: bool) -> Reason {
    let fraction = posit.kept(regime) >= i64::from(posit.es);
    let last = subject.result.last(posit.exponents(regime).end - 1);
    let place = last - if sticky { 2 } else { 1 };
    let below = fraction && (guard || sticky) && place < -posit.reach();
    let products = subject.terms.is_some_and(|terms| terms.product);
    (below && !products).then_some(MULTIPLES)
}

/// Roots: those of the few numbers about the ends are tried.
fn roots(
    subject: &Subject,
    posit: Posit,
    regime: i64,
    is: &dyn Fn(&Look) -> bool,
    [lsb, guard, sticky]: [bool; 3],
) -> Reason {
    let port = &subject.operands[0];
    let exponents = posit.exponents(regime);
    let (least, most) = never::roots(subject);
    if exponents.end <= least || exponents.start > most {
        return Some(ROOT);
    }
    if posit.kept(regime) > i64::from(posit.es) {
        let exact = !guard && !sticky;
        let reason = [(guard && !sticky, HALFWAY), (exact && lsb, SQUARE)];
        if let Some((_, reason)) = reason.into_iter().find(|(holds, _)| *holds) {
            return Some(reason);
        }
    }
    let first = |exponent: i64| {
        let reach = posit.reach();
        let power = Real { sign: false, exponent, significand: 1 << 127, more: false };
        match exponent {
            e if e <= -reach => 1,
            e if e >= reach => port.format.max_finite(),
            _ => port.toward_zero(power.value()),
        }
    };
    // Rounded to nearest: one more at each end.
    let (low, high) = (first(2 * exponents.start), first(2 * exponents.end));
    if high - low > 4096 {
        return None;
    }
    let mut codes = low.saturating_sub(1).max(1)..=(high + 1).min(port.format.max_finite());
    let root = |code: u64| port.value(code).and_then(Real::of).map(|real| real.root());
    let found =
        codes.any(|code| root(code).and_then(|root| posit.look(&root)).as_ref().is_some_and(is));
    (!found).then_some(ROOT)
}

/// Conversions: of every exponent of the regime the numbers of the fewest bits.
fn converted(
    subject: &Subject,
    posit: Posit,
    minus: bool,
    regime: i64,
    is: &dyn Fn(&Look) -> bool,
) -> Reason {
    let (kept, es) = (posit.kept(regime), i64::from(posit.es));
    let places = [kept - 1, kept, (kept + 1).max(es)];
    let found = posit.exponents(regime).any(|exponent| {
        (0..8).any(|chosen| {
            let own = (0..3).filter(|at| chosen >> at & 1 == 1).map(|at| places[at]);
            // The bit at a place of the string, if that is one of the fraction.
            let bits = own.map(|place| (place >= es).then(|| 1 << (126 - (place - es).min(126))));
            let Some(bits) = bits.collect::<Option<Vec<u128>>>() else { return false };
            let significand = bits.iter().fold(1 << 127, |all, bit| all | bit);
            let real = Real { sign: minus, exponent, significand, more: false };
            posit.look(&real).as_ref().is_some_and(is) && holds(subject, &real)
        })
    });
    (!found).then_some(SOURCE)
}

/// Whether the operand's format has this number.
fn holds(subject: &Subject, real: &Real) -> bool {
    never::operand(subject, &real.value(), false).is_none()
}

/// Numbers whose kept bits are all ones: sign, guard and sticky bit.
pub(super) fn carry(subject: &Subject, posit: Posit, [minus, guard, sticky]: [bool; 3]) -> Reason {
    let own = match subject.arithmetic {
        Some(Arithmetic::Root) if guard => {
            Some("the largest root below a power of two lies more than half a place below it")
        }
        Some(Arithmetic::Root) if !sticky => Some(SQUARE),
        Some(Arithmetic::Convert) => {
            let (first, last) = posit.regimes();
            let tail = u128::from(guard) << 1 | u128::from(sticky);
            let own = |regime: i64| {
                let kept = posit.kept(regime);
                let ones = ((1 << kept) - 1) << 2;
                kept > 0 && holds(subject, &posit.number(minus, regime, ones | tail, kept + 2))
            };
            (!(first..=last).any(own)).then_some(SOURCE)
        }
        _ => None,
    };
    never::sign(subject, minus).or(own)
}

/// Numbers of this exponent, powers of two or others.
pub(super) fn beyond(
    subject: &Subject,
    posit: Posit,
    minus: bool,
    exponent: i64,
    more: bool,
) -> Reason {
    let reach = posit.reach();
    let own = match subject.arithmetic {
        None if subject.terms.is_some_and(|terms| !terms.product) => {
            (exponent < -reach).then_some(MULTIPLES)
        }
        Some(Arithmetic::Root) => {
            let (least, most) = never::roots(subject);
            (!(least..=most).contains(&exponent)).then_some(ROOT)
        }
        Some(Arithmetic::Sum { .. }) => {
            let unit = subject.operands.iter().map(Port::unit).min().unwrap_or_default();
            (exponent < unit).then_some(MULTIPLES)
        }
        Some(Arithmetic::Convert) => {
            let real = |exponent| {
                let significand = if more { 3 << 126 } else { 1 << 127 };
                Real { sign: minus, exponent, significand, more: false }
            };
            // Beyond both ends there may be others.
            let further = match exponent {
                e if e < -reach - 1 => e - 64..=e,
                e if e > reach => e..=e + 64,
                e => e..=e,
            };
            let mut all = further.map(real);
            (!all.any(|real| holds(subject, &real))).then_some(SOURCE)
        }
        _ => None,
    };
    never::sign(subject, minus).or(own)
}
