//! The operations of the library and of the reference, side by side.

use oracle::reference::engine::Flags as Raised;
use oracle::reference::ieee::{self, Choice, NanChoice, Operation, Order, Zeros};
use softfloat::ieee::{MinMax, Relation};
use softfloat::{Env, Flags, Format, Rounded};
use tests::bridge::{Pair, rounded, rules};

/// An operation that rounds, in the library.
pub(crate) fn ours(operation: Operation, f: &Format, x: &[u64], env: &Env) -> Rounded<u64> {
    match (operation, x) {
        (Operation::Add, &[a, b]) => f.add(a, b, env),
        (Operation::Sub, &[a, b]) => f.sub(a, b, env),
        (Operation::Mul, &[a, b]) => f.mul(a, b, env),
        (Operation::Div, &[a, b]) => f.div(a, b, env),
        (Operation::Remainder, &[a, b]) => f.remainder(a, b, env),
        (Operation::Fmod, &[a, b]) => f.fmod(a, b, env),
        (Operation::Sqrt, &[a]) => f.sqrt(a, env),
        (Operation::Fma, &[a, b, c]) => f.fma(a, b, c, env),
        _ => panic!("{operation:?} of {} operands", x.len()),
    }
}

/// The same by the reference.
pub(crate) fn theirs(operation: Operation, f: &Pair, x: &[u64], env: &Env) -> Rounded<u64> {
    rounded(ieee::evaluate(operation, &f.facts, x, &rules(env)))
}

/// Fails where library and reference differ.
#[track_caller]
pub(crate) fn agree(
    what: impl std::fmt::Debug,
    f: &Pair,
    x: &[u64],
    env: &Env,
    ours: Rounded<u64>,
    theirs: Rounded<u64>,
) {
    assert!(
        ours == theirs,
        "{} {what:?} {x:x?}: {ours:x?}, by the reference {theirs:x?}; {env:?}, seed {}",
        f.facts.name,
        crate::random::seed()
    );
}

/// Every variant of minimum and maximum with its definition.
pub(crate) const MIN_MAX: [(MinMax, Choice); 16] = {
    use NanChoice as N;
    use Order::{Greatest, GreatestMagnitude, Least, LeastMagnitude};
    use Zeros::{First, Ordered, Second};
    const fn of(order: Order, nan: NanChoice, zeros: Zeros) -> Choice {
        Choice { order, nan, zeros }
    }
    [
        (MinMax::MinNum, of(Least, N::NumberUnlessSignalling, First)),
        (MinMax::MaxNum, of(Greatest, N::NumberUnlessSignalling, First)),
        (MinMax::MinNumMag, of(LeastMagnitude, N::NumberUnlessSignalling, First)),
        (MinMax::MaxNumMag, of(GreatestMagnitude, N::NumberUnlessSignalling, First)),
        (MinMax::Minimum, of(Least, N::Nan, Ordered)),
        (MinMax::Maximum, of(Greatest, N::Nan, Ordered)),
        (MinMax::MinimumNumber, of(Least, N::Number, Ordered)),
        (MinMax::MaximumNumber, of(Greatest, N::Number, Ordered)),
        (MinMax::MinimumMagnitude, of(LeastMagnitude, N::Nan, Ordered)),
        (MinMax::MaximumMagnitude, of(GreatestMagnitude, N::Nan, Ordered)),
        (MinMax::MinimumMagnitudeNumber, of(LeastMagnitude, N::Number, Ordered)),
        (MinMax::MaximumMagnitudeNumber, of(GreatestMagnitude, N::Number, Ordered)),
        (MinMax::SseMin, of(Least, N::Second, Second)),
        (MinMax::SseMax, of(Greatest, N::Second, Second)),
        (MinMax::RiscVMin, of(Least, N::NumberOrCanonical, Ordered)),
        (MinMax::RiscVMax, of(Greatest, N::NumberOrCanonical, Ordered)),
    ]
};

/// Every minimum and maximum of two codes.
pub(crate) fn check_min_max(f: &Pair, a: u64, b: u64, env: &Env) {
    for (variant, choice) in MIN_MAX {
        let ours = f.format.min_max(variant, a, b, env);
        let theirs = rounded(ieee::min_max(&f.facts, choice, a, b, &rules(env)));
        agree(variant, f, &[a, b], env, ours, theirs);
    }
}

/// Every comparison of two codes.
pub(crate) fn check_compare(f: &Pair, a: u64, b: u64, env: &Env) {
    let name = &f.facts.name;
    for signalling in [false, true] {
        let ours = f.format.compare(a, b, signalling, env);
        let theirs = ieee::compare(&f.facts, a, b, signalling, &rules(env));
        let theirs = (relation(theirs.0), flags(theirs.1));
        assert_eq!(ours, theirs, "{name}: {a:x} and {b:x}, signalling {signalling}, {env:?}");
    }
    let ours = [f.format.total_order(a, b), f.format.total_order_magnitude(a, b)];
    let theirs = [ieee::total_order(&f.facts, a, b), ieee::total_order_magnitude(&f.facts, a, b)];
    assert_eq!(ours, theirs, "{name}: total order and that of magnitudes of {a:x} and {b:x}");
}

fn relation(relation: ieee::Relation) -> Relation {
    match relation {
        ieee::Relation::Less => Relation::Less,
        ieee::Relation::Equal => Relation::Equal,
        ieee::Relation::Greater => Relation::Greater,
        ieee::Relation::Unordered => Relation::Unordered,
    }
}

fn flags(raised: Raised) -> Flags {
    rounded((0, raised)).flags
}

/// Every operation on one code that has a function of its own, but for the integers.
pub(crate) fn check_unary(f: &Pair, a: u64, env: &Env) {
    let rules = rules(env);
    for exact in [false, true] {
        let ours = f.format.round_to_integral(a, exact, env);
        let theirs = rounded(ieee::round_to_integral(&f.facts, a, exact, &rules));
        agree(("round_to_integral", exact), f, &[a], env, ours, theirs);
    }
    let ours = f.format.next_up(a, env);
    agree("next_up", f, &[a], env, ours, rounded(ieee::next_up(&f.facts, a, &rules)));
    let ours = f.format.next_down(a, env);
    agree("next_down", f, &[a], env, ours, rounded(ieee::next_down(&f.facts, a, &rules)));
    let ours = f.format.log_b(a, env);
    agree("log_b", f, &[a], env, ours, rounded(ieee::log_b(&f.facts, a, &rules)));
}

/// A code times a power of two.
pub(crate) fn check_scale(f: &Pair, a: u64, n: i64, env: &Env) {
    let ours = f.format.scale_b(a, n, env);
    let theirs = rounded(ieee::scale_b(&f.facts, a, n, &rules(env)));
    agree(("scale_b", n), f, &[a], env, ours, theirs);
}

/// A code as an integer.
pub(crate) fn check_integer(f: &Pair, to: &Pair, a: u64, env: &Env) {
    for exact in [false, true] {
        let ours = f.format.to_integer(&to.format, a, exact, env);
        let theirs = rounded(ieee::to_integer(&f.facts, &to.facts, a, exact, &rules(env)));
        agree(("to_integer", &to.facts.name, exact), f, &[a], env, ours, theirs);
    }
}
