//! The operations of the registry on numbers of one format: `ieee.*`, `fp8.*`, `fp6.*`, `fp4.*`.

use super::{Choice, NanChoice, Operation, Order, Relation, Zeros};
use crate::reference::engine::{Env, Facts, Flags};
use crate::reference::number::{OPTIONS, codes, env, format, outcome};
use crate::reference::options::Options;
use crate::reference::{Outcome, Reference, ieee};

pub(in crate::reference) const REFERENCE: Reference = Reference { name: "ieee", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (system, operation) = id.split_once('.')?;
    if !matches!(system, "ieee" | "fp8" | "fp6" | "fp4") {
        return None;
    }
    let (name, operation) = operation.split_once('.')?;
    let options = options.only(&OPTIONS)?;
    let (f, env) = (format(system, name)?, env(options)?);
    of_one_format(f, operation, &codes(operands), options.has("exact"), &env).map(outcome)
}

/// An operation by its name on codes of one format.
fn of_one_format(f: &Facts, name: &str, x: &[u64], exact: bool, env: &Env) -> Option<(u64, Flags)> {
    let rounded = match name {
        "add" => Some(Operation::Add),
        "sub" => Some(Operation::Sub),
        "mul" => Some(Operation::Mul),
        "div" => Some(Operation::Div),
        "remainder" => Some(Operation::Remainder),
        "fmod" => Some(Operation::Fmod),
        "sqrt" => Some(Operation::Sqrt),
        "fma" => Some(Operation::Fma),
        _ => None,
    };
    if let Some(operation) = rounded {
        return (x.len() == operation.arity()).then(|| ieee::evaluate(operation, f, x, env));
    }
    let truth = |holds: bool, flags| Some((u64::from(holds), flags));
    match (name, x) {
        ("round_to_integral", &[a]) => Some(ieee::round_to_integral(f, a, exact, env)),
        ("next_up", &[a]) => Some(ieee::next_up(f, a, env)),
        ("next_down", &[a]) => Some(ieee::next_down(f, a, env)),
        ("log_b", &[a]) => Some(ieee::log_b(f, a, env)),
        // The second operand is an integer of 32 bits.
        ("scale_b", &[a, n]) => Some(ieee::scale_b(f, a, i64::from(n as u32 as i32), env)),
        ("total_order", &[a, b]) => truth(ieee::total_order(f, a, b), Flags::NONE),
        ("total_order_magnitude", &[a, b]) => {
            truth(ieee::total_order_magnitude(f, a, b), Flags::NONE)
        }
        (_, &[a, b]) => match choice(name) {
            Some(choice) => Some(ieee::min_max(f, choice, a, b, env)),
            None => {
                let (relations, signalling) = predicate(name)?;
                let (relation, flags) = ieee::compare(f, a, b, signalling, env);
                truth(relations.contains(&relation), flags)
            }
        },
        _ => None,
    }
}

/// The relations of which a comparison holds, and whether a quiet NaN is invalid (IEEE 754-2019, tables 5.1 to 5.3).
fn predicate(name: &str) -> Option<(&'static [Relation], bool)> {
    use Relation::{Equal, Greater, Less, Unordered};
    if name == "unordered" {
        return Some((&[Unordered], false));
    }
    let (name, kind) = name.split_once('_')?;
    let relations: &[Relation] = match name {
        "eq" => &[Equal],
        "lt" => &[Less],
        "le" => &[Less, Equal],
        "gt" => &[Greater],
        "ge" => &[Greater, Equal],
        _ => return None,
    };
    match kind {
        "quiet" => Some((relations, false)),
        "signaling" => Some((relations, true)),
        _ => None,
    }
}

/// A variant of minimum or maximum by its name.
fn choice(name: &str) -> Option<Choice> {
    use Order::{Greatest, GreatestMagnitude, Least, LeastMagnitude};
    let (order, nan, zeros) = match name {
        "min_num" => (Least, NanChoice::NumberUnlessSignalling, Zeros::First),
        "max_num" => (Greatest, NanChoice::NumberUnlessSignalling, Zeros::First),
        "min_num_mag" => (LeastMagnitude, NanChoice::NumberUnlessSignalling, Zeros::First),
        "max_num_mag" => (GreatestMagnitude, NanChoice::NumberUnlessSignalling, Zeros::First),
        "minimum" => (Least, NanChoice::Nan, Zeros::Ordered),
        "maximum" => (Greatest, NanChoice::Nan, Zeros::Ordered),
        "minimum_number" => (Least, NanChoice::Number, Zeros::Ordered),
        "maximum_number" => (Greatest, NanChoice::Number, Zeros::Ordered),
        "minimum_magnitude" => (LeastMagnitude, NanChoice::Nan, Zeros::Ordered),
        "maximum_magnitude" => (GreatestMagnitude, NanChoice::Nan, Zeros::Ordered),
        "minimum_magnitude_number" => (LeastMagnitude, NanChoice::Number, Zeros::Ordered),
        "maximum_magnitude_number" => (GreatestMagnitude, NanChoice::Number, Zeros::Ordered),
        "sse_min" => (Least, NanChoice::Second, Zeros::Second),
        "sse_max" => (Greatest, NanChoice::Second, Zeros::Second),
        "riscv_min" => (Least, NanChoice::NumberOrCanonical, Zeros::Ordered),
        "riscv_max" => (Greatest, NanChoice::NumberOrCanonical, Zeros::Ordered),
        _ => return None,
    };
    Some(Choice { order, nan, zeros })
}
