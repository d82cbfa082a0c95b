//! Parameters of the model by name: `set` of case files, `--set`, `.set` of programs (XDSA-D81, D72).

use super::exec::SumRule;
use super::isa::Unit;
use super::{Schedule, Settings};
use crate::machine::{self, Asked, Parameter};
use crate::source::{Refusal, number};

/// Every parameter.
pub(super) const ALL: [Parameter<Settings>; 17] = [
    ("defaults", |s, asked| switch(asked, "off", "on").map(|on| s.defaults = on)),
    ("lenient", |s, asked| switch(asked, "off", "on").map(|on| s.lenient = on)),
    ("seed", |s, asked| number(asked).map(|n| s.seed = n)),
    ("steps", |s, asked| number(asked).map(|n| s.steps = Some(n))),
    ("key0", |s, asked| number(asked).map(|n| s.mapped[0] = Some(n))),
    ("key1", |s, asked| number(asked).map(|n| s.mapped[1] = Some(n))),
    ("key2", |s, asked| number(asked).map(|n| s.mapped[2] = Some(n))),
    ("key3", |s, asked| number(asked).map(|n| s.mapped[3] = Some(n))),
    ("schedule", |s, asked| schedule(asked).map(|one| s.schedule = one)),
    ("keys", |s, asked| switch(asked, "counters", "bits").map(|on| s.profile.key_bits = on)),
    ("logic", |s, asked| {
        switch(asked, "expression", "name").map(|on| s.profile.logic_by_name = on)
    }),
    ("sums", |s, asked| sums(asked).map(|rule| s.profile.sums = rule)),
    ("scale_o", |s, asked| {
        switch(asked, "factor", "zero-point").map(|on| s.profile.scale_adds = on)
    }),
    ("result", |s, asked| switch(asked, "32-bit", "any").map(|on| s.profile.any_result = on)),
    ("largest", |s, asked| largest(asked).map(|n| s.profile.largest = n)),
    ("elements", |s, asked| number(asked).map(|n| s.profile.elements = n)),
    ("points", |s, asked| number(asked).map(|n| s.profile.points = n)),
];

/// Settings from parameters.
pub(super) fn settings(parameters: &[Asked<'_>]) -> Result<Settings, Refusal> {
    machine::settings(&ALL, parameters, "xDSA has")
}

fn schedule(asked: Asked<'_>) -> Result<Schedule, Refusal> {
    match asked.1 {
        "round-robin" => Ok(Schedule::RoundRobin),
        _ => number(asked)
            .map(Schedule::Random)
            .map_err(|e| e.help("round-robin, or the seed of a random one")),
    }
}

fn sums(asked: Asked<'_>) -> Result<SumRule, Refusal> {
    match (asked.1, Unit::by_name(asked.1)) {
        ("exact", _) => Ok(SumRule::Exact),
        (_, Some(unit)) if unit.is_float() => Ok(SumRule::Sequential(unit)),
        _ => Err(wrong(asked, "exact, or fp16, fp32, fp64 for steps in that unit")),
    }
}

fn largest(asked: Asked<'_>) -> Result<u32, Refusal> {
    u32::try_from(number(asked)?).map_err(|_| wrong(asked, "the side of a matrix"))
}

fn wrong((name, value): Asked<'_>, right: &str) -> Refusal {
    Refusal::new(format!("{name}={value}: no such value")).help(right)
}

fn switch(asked: Asked<'_>, off: &str, on: &str) -> Result<bool, Refusal> {
    match asked.1 {
        value if value == off => Ok(false),
        value if value == on => Ok(true),
        _ => Err(wrong(asked, &format!("{off} or {on}"))),
    }
}

fn number(asked: Asked<'_>) -> Result<u64, Refusal> {
    number::number(asked.1).ok_or_else(|| wrong(asked, "a number of at most 64 bits"))
}
