//! The operations of the registry on numbers of one format: `ieee.*`, `fp8.*`, `fp6.*`, `fp4.*`.

use super::augmented::augmented;
use super::{Choice, NanChoice, Operation, Order, Relation, Zeros};
use super::{boxed, class, constant, sign};
use crate::reference::engine::{Env, Facts, Flags};
use crate::reference::number::{OPTIONS, bits, codes, env, format, outcome};
use crate::reference::options::Options;
use crate::reference::{Outcome, Reference, ieee};

pub(in crate::reference) const REFERENCE: Reference = Reference { name: "ieee", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (system, operation) = id.split_once('.')?;
    if !matches!(system, "ieee" | "fp8" | "fp6" | "fp4") {
        return None;
    }
    let (name, operation) = operation.split_once('.')?;
    let f = format(system, name)?;
    if let Some((operation, from)) = operation.split_once(".from.") {
        let source = format("ieee", from).filter(|_| system == "ieee" && from != name)?;
        let env = env(options.only(&OPTIONS)?)?;
        return ieee::into(rounded(operation)?, source, f, &codes(operands), &env).map(outcome);
    }
    if let Some(width) = options.value("box").filter(|width| *width != "none") {
        let others = options.others("box");
        let alone = |x: &[Vec<u64>]| evaluate(id, Options::new(&others), x);
        return boxed::evaluate(f, operation, width, operands, alone);
    }
    if let Some(code) = of_codes(f, operation, options, &codes(operands)) {
        return Some(outcome((code, Flags::NONE)));
    }
    let options = options.only(&OPTIONS)?;
    if let Some(operation) = operation.strip_prefix("augmented_") {
        let operation = match operation {
            "addition" => Operation::Add,
            "subtraction" => Operation::Sub,
            "multiplication" => Operation::Mul,
            _ => return None,
        };
        let (x, env) = (codes(operands), env(options)?);
        let fits = system == "ieee" && x.len() == 2;
        let (out, flags) = fits.then(|| augmented(operation, f, &x, &env))?;
        return Some(Outcome { out, flag: Some(bits(flags)) });
    }
    of_one_format(f, operation, &codes(operands), options.has("exact"), &env(options)?).map(outcome)
}

/// What takes codes as they are: operations on signs, predicates, class. No rule applies, nothing is signalled.
fn of_codes(f: &Facts, name: &str, options: Options<'_>, x: &[u64]) -> Option<u64> {
    if name == "class" {
        let mask = options.only(&["fclass"])?.has("fclass");
        let &[a] = x else { return None };
        return Some(if mask { class::mask(f, a) } else { class::number(f, a) });
    }
    let _ = options.only(&[])?;
    match (name, x) {
        ("copy", &[a]) => Some(sign::with_sign(f, a, sign::negative(f, a))),
        ("negate", &[a]) => Some(sign::with_sign(f, a, !sign::negative(f, a))),
        ("abs", &[a]) => Some(sign::with_sign(f, a, false)),
        ("copy_sign", &[a, b]) => Some(sign::with_sign(f, a, sign::negative(f, b))),
        ("riscv_fli", &[a])
            if matches!(f.name.as_str(), "ieee_binary16" | "ieee_binary32" | "ieee_binary64") =>
        {
            constant::constant(f, a)
        }
        (_, &[a]) => class::predicate(f, name, a).map(u64::from),
        _ => None,
    }
}

/// An operation by its name on codes of one format.
fn of_one_format(f: &Facts, name: &str, x: &[u64], exact: bool, env: &Env) -> Option<(u64, Flags)> {
    if let Some(operation) = rounded(name) {
        return (x.len() == operation.arity()).then(|| ieee::evaluate(operation, f, x, env));
    }
    let truth = |holds: bool, flags| Some((u64::from(holds), flags));
    match (name, x) {
        ("round_to_integral", &[a]) => Some(ieee::round_to_integral(f, a, exact, env)),
        ("next_up", &[a]) => Some(ieee::next_up(f, a, env)),
        ("next_down", &[a]) => Some(ieee::next_down(f, a, env)),
        ("log_b_integer", &[a]) => Some(ieee::log_b_integer(f, a, env)),
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

/// An operation whose exact result is rounded, by its name.
fn rounded(name: &str) -> Option<Operation> {
    match name {
        "add" => Some(Operation::Add),
        "sub" => Some(Operation::Sub),
        "mul" => Some(Operation::Mul),
        "div" => Some(Operation::Div),
        "remainder" => Some(Operation::Remainder),
        "fmod" => Some(Operation::Fmod),
        "sqrt" => Some(Operation::Sqrt),
        "fma" => Some(Operation::Fma),
        _ => None,
    }
}

/// The relations of which a comparison holds, and whether a quiet NaN is invalid (IEEE 754-2019, tables 5.1 to 5.3).
fn predicate(name: &str) -> Option<(&'static [Relation], bool)> {
    use Relation::{Equal, Greater, Less, Unordered};
    match name {
        "unordered" => return Some((&[Unordered], false)),
        "ordered" => return Some((&[Less, Equal, Greater], false)),
        _ => {}
    }
    let (name, kind) = name.rsplit_once('_')?;
    let relations: &[Relation] = match name {
        "eq" => &[Equal],
        "lt" => &[Less],
        "le" => &[Less, Equal],
        "gt" => &[Greater],
        "ge" => &[Greater, Equal],
        "ne" => &[Less, Greater, Unordered],
        "not_gt" => &[Less, Equal, Unordered],
        "lt_unordered" => &[Less, Unordered],
        "not_lt" => &[Greater, Equal, Unordered],
        "gt_unordered" => &[Greater, Unordered],
        _ => return None,
    };
    match kind {
        "quiet" => Some((relations, false)),
        "signaling" => Some((relations, true)),
        _ => None,
    }
}

/// A variant of minimum or maximum by its name.
pub(in crate::reference) fn choice(name: &str) -> Option<Choice> {
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
