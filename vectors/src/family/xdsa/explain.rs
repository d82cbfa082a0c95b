//! Sums and products step by step: the exact terms, their exact sum, the one rounding into the unit of the destination (XDSA-D26 to D29,
//! D32), from the formula and not through the machine.

use crate::explain::exact::Dyadic;
use crate::explain::steps::{Steps, row};
use crate::family::number::explain::cut::{Cut, Exact};
use crate::family::number::explain::operand::{Operand, elements};
use crate::family::number::explain::{Work, code, digits, round};
use crate::registry::rules::SAT;
use crate::registry::{Outcome, Plan};
use num_bigint::BigUint;
use semantics::xdsa::isa::Operation;
use softfloat::{Env, Format, NanRule, Overflow, Rounding};

/// How a result is a sum of products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Formula {
    Add,
    Subtract,
    Multiply,
    /// All elements of the one operand.
    Total,
    /// The products of two operands, element by element.
    Dot,
}

impl Formula {
    const fn of(operation: Operation) -> Option<Self> {
        Some(match operation {
            Operation::Add => Self::Add,
            Operation::Sub => Self::Subtract,
            Operation::Mul => Self::Multiply,
            Operation::ReduceSum => Self::Total,
            Operation::MatrixMul => Self::Dot,
            _ => return None,
        })
    }

    /// Whether integers keep their low bits where they are out of range (XDSA-D27, D47, D53).
    fn wraps(self, plan: &Plan) -> bool {
        match self {
            Self::Total | Self::Dot => true,
            Self::Add | Self::Subtract | Self::Multiply => plan.options.get(&SAT) == Overflow::Ieee,
        }
    }
}

/// What comes of terms.
#[derive(Clone, Debug)]
enum Exactly {
    Nan(&'static str),
    Infinite(bool),
    Number(Dyadic),
}

/// The steps of an instruction whose result is a sum of products, and its result; none of another.
pub(super) fn sum(
    steps: &mut Steps,
    operation: Operation,
    plan: &Plan,
    x: &[u64],
) -> Option<Outcome> {
    let formula = Formula::of(operation)?;
    let [result] = &plan.results[..] else { return None };
    let mut all = elements(plan, x);
    let half = all.len() / 2;
    if formula == Formula::Subtract {
        let other = &mut all[1];
        other.name = format!("-{}", other.name);
        other.negative = !other.negative;
        other.value.negative = other.negative;
    }
    let terms: Vec<Vec<&Operand>> = match formula {
        Formula::Multiply => vec![all.iter().collect()],
        Formula::Dot => all[..half].iter().zip(&all[half..]).map(|(a, b)| vec![a, b]).collect(),
        Formula::Add | Formula::Subtract | Formula::Total => all.iter().map(|a| vec![a]).collect(),
    };
    let value = total(steps, &terms);
    let integers = all.iter().all(|a| is_integer(&a.format));
    let code = if is_integer(&result.format) {
        let wraps = integers && formula.wraps(plan);
        whole(steps, &result.format, &value, wraps)
    } else {
        rounded(steps, &result.format, &value)
    };
    Some(Outcome::new(&[code], None))
}

const fn is_integer(format: &Format) -> bool {
    format.is_fixed()
}

/// The exact terms and their sum.
fn total(steps: &mut Steps, terms: &[Vec<&Operand>]) -> Exactly {
    steps.begin("exact terms (XDSA-D26, D32)");
    let mut rows = Vec::new();
    let mut values = Vec::with_capacity(terms.len());
    for factors in terms {
        let value = product(factors);
        let text = match &value {
            Exactly::Nan(why) => format!("NaN: {why}"),
            Exactly::Infinite(negative) => if *negative { "-inf" } else { "+inf" }.to_owned(),
            Exactly::Number(number) => format!("{} = {}", number.hex_float(), number.decimal(10)),
        };
        let name: Vec<&str> = factors.iter().map(|f| &*f.name).collect();
        rows.push(row![name.join(" * "), text]);
        values.push(value);
    }
    steps.table(&rows);
    let sum = add(&values);
    if values.len() > 1 {
        steps.begin("exact sum");
        match &sum {
            Exactly::Nan(why) => steps.say(format!("NaN: {why}")),
            Exactly::Infinite(_) => steps.say("an infinity among the terms"),
            Exactly::Number(n) if n.is_zero() => {
                steps.say("0: -0 where all terms are -0, else +0 (XDSA-D29)");
            }
            Exactly::Number(n) => steps.say(format!("{} = {}", n.hex_float(), n.decimal(20))),
        }
    }
    sum
}

fn product(factors: &[&Operand]) -> Exactly {
    if factors.iter().any(|f| f.is_nan()) {
        return Exactly::Nan("a source is NaN");
    }
    let negative = factors.iter().filter(|f| f.negative).count() % 2 == 1;
    if factors.iter().any(|f| f.is_infinite()) {
        return match factors.iter().any(|f| f.is_zero()) {
            true => Exactly::Nan("zero times infinity"),
            false => Exactly::Infinite(negative),
        };
    }
    let magnitude = factors.iter().map(|f| &f.value.magnitude).product::<BigUint>();
    let exponent = factors.iter().map(|f| f.value.exponent).sum();
    Exactly::Number(Dyadic { negative, magnitude, exponent })
}

fn add(values: &[Exactly]) -> Exactly {
    let mut infinite = None;
    let mut sum: Option<Dyadic> = None;
    for value in values {
        match (value, infinite) {
            (Exactly::Nan(why), _) => return Exactly::Nan(why),
            (Exactly::Infinite(negative), None) => infinite = Some(*negative),
            (Exactly::Infinite(negative), Some(other)) if *negative != other => {
                return nan_of(values);
            }
            (Exactly::Infinite(_), Some(_)) => {}
            (Exactly::Number(n), _) => {
                sum = Some(match sum {
                    None => n.clone(),
                    // Both -0.
                    Some(s) if s.is_zero() && n.is_zero() && s.negative && n.negative => s,
                    Some(s) => s.plus(n),
                });
            }
        }
    }
    match infinite {
        Some(negative) => Exactly::Infinite(negative),
        None => Exactly::Number(sum.unwrap_or_else(|| Dyadic::zero(0))),
    }
}

/// The NaN of infinities of both signs, unless a term is NaN itself.
fn nan_of(values: &[Exactly]) -> Exactly {
    let own = values.iter().find(|v| matches!(v, Exactly::Nan(_)));
    own.cloned().unwrap_or(Exactly::Nan("infinities of both signs"))
}

/// Into a floating-point unit.
fn rounded(steps: &mut Steps, format: &Format, value: &Exactly) -> u64 {
    let mut work = Work::new(steps, Env { nan: NanRule::Canonical, ..Env::IEEE });
    match value {
        Exactly::Nan(_) => code::nan(format, false, 0),
        Exactly::Infinite(negative) => code::infinity(format, *negative),
        Exactly::Number(n) => round::round_number(&mut work, format, n),
    }
}

/// Into an integer unit: half to even, then the low bits or the nearest end (XDSA-D27, D28).
fn whole(steps: &mut Steps, format: &Format, value: &Exactly, wraps: bool) -> u64 {
    let mask = u64::MAX >> (64 - format.width);
    let most = mask >> u32::from(format.sign);
    let end = |negative: bool| match (negative, format.sign) {
        (true, true) => most + 1,
        (true, false) => 0,
        (false, _) => most,
    };
    let name = round::format_name(format);
    steps.begin(format!(
        "to {name}: half to even, then {} (XDSA-D27, D28)",
        if wraps { "the low bits" } else { "the nearest end" }
    ));
    let number = match value {
        Exactly::Nan(_) => {
            steps.say("NaN gives 0");
            return 0;
        }
        Exactly::Infinite(negative) => {
            steps.say("an infinity gives the nearest end");
            return end(*negative);
        }
        Exactly::Number(number) => number,
    };
    let cut = Cut::of(&Exact::of(number), 0);
    let (n, _) = cut.rounded(Rounding::NearestEven, number.negative);
    let negative = number.negative && n.bits() > 0;
    let sign = if negative { "-" } else { "" };
    steps.item("integer", format!("{sign}{n}"));
    let largest = if negative { end(true) } else { most };
    let largest = if negative && !format.sign { 0 } else { largest };
    if n <= BigUint::from(largest) {
        let n = n.iter_u64_digits().next().unwrap_or(0);
        return if negative { n.wrapping_neg() & mask } else { n };
    }
    if !wraps {
        steps.item("beyond", "the nearest end of the range");
        return end(negative);
    }
    let low = n.iter_u64_digits().next().unwrap_or(0);
    let low = if negative { low.wrapping_neg() } else { low } & mask;
    steps.item("low bits", digits(&BigUint::from(low)));
    low
}

#[cfg(test)]
mod tests {
    use crate::explain::explain;
    use crate::generate::{Request, Set};
    use crate::part::Cover;

    /// Every unit of source and destination, with and without SAT: the steps come to what the machine writes.
    #[test]
    fn sums_and_products_come_to_the_results() {
        let mut cases = 0;
        for name in ["base.add", "base.sub", "base.mul", "base.reduce_sum", "base.matrix_mul"] {
            let ops = crate::operations().select(&format!("xdsa.{name}.*")).expect("listed");
            assert!(ops.len() > 10, "{name}");
            for op in ops {
                let set = |cover, count| {
                    Set::new(&Request { count, seed: 5, ..Request::new(vec![op], cover) })
                        .expect("a set")
                };
                let (corner, random) = (set(Cover::Corner, 0), set(Cover::Random, 300));
                for (set, step) in [(corner, 37), (random, 1)] {
                    let mut x = vec![0; set.elements()];
                    for index in (0..set.len()).step_by(step) {
                        let plan = set.case(index, &mut x).expect("a case");
                        let told = explain(plan, &x[..plan.elements()]);
                        assert!(told.contradicted_by.is_none(), "{told}");
                        assert!(told.steps.len() >= 4, "{told}");
                        cases += 1;
                    }
                }
            }
        }
        assert!(cases > 10_000, "{cases}");
    }
}
