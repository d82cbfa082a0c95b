//! The families of numbers step by step in arbitrary precision: what they share.
//!
//! Of a format only its facts are read (widths, bias, how specials are coded). Codes are taken
//! apart and put together here, and rounding is decided here from the bits kept and lost.

pub(crate) mod add;
pub(crate) mod code;
pub(crate) mod convert;
pub(crate) mod cut;
pub(crate) mod integral;
pub(crate) mod multiply;
pub(crate) mod nan;
pub(crate) mod operand;
pub(crate) mod p3109;
pub(crate) mod picture;
pub(crate) mod posit;
mod random;
pub(crate) mod round;

use crate::explain::Told;
use crate::explain::exact::shorten_runs;
use crate::explain::steps::{Steps, element_name, row};
use crate::registry::{FlagKind, Outcome, Plan};
use cut::{Cut, Exact, mode_name};
use num_bigint::BigUint;
use operand::Operand;
use softfloat::stochastic::Random;
use softfloat::{Env, Flags, Format};

/// A case under the rules of its plan: `make` goes from the operands' elements to those of the results;
/// exceptions and results are told behind it.
pub(crate) fn account(
    steps: &mut Steps,
    plan: &Plan,
    x: &[u64],
    make: impl FnOnce(&mut Work<'_>, &mut [Operand]) -> Vec<u64>,
) -> Told {
    let mut work = Work::new(steps, plan.env().copied().unwrap_or_default());
    let out = make(&mut work, &mut operand::elements(plan, x));
    let flags = match plan.op.flags {
        FlagKind::Exceptions => Some(exceptions(&mut work).bits()),
        FlagKind::None | FlagKind::Mask => None,
    };
    steps.begin("result");
    let names = plan.results.iter().flat_map(|s| (0..s.len).map(move |i| (i, s)));
    let made: Vec<Operand> = names
        .zip(&out)
        .map(|((i, shape), code)| Operand::of(element_name("out", shape, i), &shape.format, *code))
        .collect();
    operand::table(steps, &made);
    Told { outcome: Outcome::new(&out, flags), decisions: false }
}

/// Each exception.
const ALL: [Flags; 5] =
    [Flags::INVALID, Flags::DIVIDE_BY_ZERO, Flags::OVERFLOW, Flags::UNDERFLOW, Flags::INEXACT];

/// A case under way: where its steps go, its rules, and the exceptions so far with their reasons.
pub(crate) struct Work<'a> {
    pub(crate) steps: &'a mut Steps,
    pub(crate) env: Env,
    /// The random bits that take the place of the direction, where there are any.
    pub(crate) random: Option<Random>,
    raised: Vec<(Flags, String)>,
}

impl<'a> Work<'a> {
    pub(crate) fn new(steps: &'a mut Steps, env: Env) -> Self {
        Self { steps, env, random: None, raised: Vec::new() }
    }

    /// The direction in words.
    pub(crate) fn direction(&self) -> String {
        match self.random.map(Random::bits) {
            None => mode_name(self.env.rounding).to_owned(),
            Some(1) => "by a random bit".to_owned(),
            Some(bits) => format!("by {bits} random bits"),
        }
    }

    /// The multiple of `2^unit` that a value becomes, and why.
    pub(crate) fn rounded(&self, x: &Exact, unit: i64) -> (BigUint, String) {
        if let Some(random) = self.random {
            return random::rounded(random, x, unit);
        }
        let (rounded, why) = Cut::of(x, unit).rounded(self.env.rounding, x.negative);
        (rounded, why.to_owned())
    }

    /// Signals exceptions.
    pub(crate) fn raise(&mut self, flags: Flags, reason: impl Into<String>) {
        self.raised.push((flags, reason.into()));
    }

    /// Takes back exceptions that a unit does not signal.
    pub(crate) fn silence(&mut self, flags: Flags) {
        self.raised.iter_mut().for_each(|(raised, _)| *raised = raised.without(flags));
        self.raised.retain(|(raised, _)| !raised.is_empty());
    }

    /// A value worked out beside the case: no steps, its own exceptions.
    pub(crate) fn aside<T>(env: Env, f: impl FnOnce(&mut Work<'_>) -> T) -> (T, Flags) {
        let mut steps = Steps::default();
        let mut work = Work::new(&mut steps, env);
        let value = f(&mut work);
        (value, work.flags())
    }

    /// Signals the exceptions of many, each with the names of the first ones.
    pub(crate) fn raise_each(&mut self, signalled: &[(String, Flags)]) {
        const SHOWN: usize = 4;
        for flag in ALL {
            let names: Vec<&str> = signalled
                .iter()
                .filter(|(_, flags)| flags.contains(flag))
                .map(|(name, _)| name.as_str())
                .collect();
            if names.is_empty() {
                continue;
            }
            let first = names[..names.len().min(SHOWN)].join(", ");
            let more = match names.len().saturating_sub(SHOWN) {
                0 => String::new(),
                n => format!(" and {n} more"),
            };
            self.raise(flag, first + &more);
        }
    }

    /// The exceptions of the case.
    pub(crate) fn flags(&self) -> Flags {
        self.raised.iter().fold(Flags::NONE, |all, (flags, _)| all | *flags)
    }
}

/// A code in hex.
pub(crate) fn value_hex(format: &Format, code: u64) -> String {
    crate::explain::value::hex(format, code)
}

/// The hex digits of an integer: long runs of one digit shortened, of very many the first and last.
pub(crate) fn digits(n: &BigUint) -> String {
    const MOST: usize = 60;
    let text = shorten_runs(&format!("{n:x}"));
    match text.len() {
        0..=MOST => text,
        len => format!("{}...{}", &text[..24], &text[len - 24..]),
    }
}

/// The step "flags": each exception with its reasons.
pub(crate) fn exceptions(work: &mut Work<'_>) -> Flags {
    const NAMES: [(Flags, &str); 5] = [
        (Flags::INVALID, "invalid"),
        (Flags::DIVIDE_BY_ZERO, "infinite"),
        (Flags::OVERFLOW, "overflow"),
        (Flags::UNDERFLOW, "underflow"),
        (Flags::INEXACT, "inexact"),
    ];
    // Reasons that stand in one line.
    const ROOM: usize = 80;
    let flags = work.flags();
    work.steps.begin("flags");
    work.steps.item("byte", format!("{:02x}   ({flags})", flags.bits()));
    let mut rows = Vec::new();
    for (flag, name) in NAMES.iter().filter(|(f, _)| flags.contains(*f)) {
        let mut reasons: Vec<&str> = Vec::new();
        for (raised, reason) in &work.raised {
            if raised.contains(*flag) && !reasons.contains(&reason.as_str()) {
                reasons.push(reason);
            }
        }
        let joined = reasons.join("; ");
        let lines = if joined.len() > ROOM { reasons } else { vec![joined.as_str()] };
        let labels = std::iter::once(*name).chain(std::iter::repeat(""));
        rows.extend(labels.zip(lines).map(|(label, line)| row![label, line]));
    }
    work.steps.table(&rows);
    flags
}
