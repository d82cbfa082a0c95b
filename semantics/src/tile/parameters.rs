//! Parameters of the model by name: `set` of case files, `--set`, `.set` of programs (TILE-D34, D49, D69, D82).

use super::exec::product::Profile;
use super::run::{Moving, Schedule, Settings};
use crate::machine::{self, Asked, Parameter};
use crate::source::Refusal;
use crate::source::number::c_number;

/// Every parameter.
pub(super) const ALL: [Parameter<Settings>; 6] = [
    ("profile", |s, asked| profile(asked).map(|one| s.profile = one)),
    ("ext", |s, asked| extended(asked).map(|on| s.extended = on)),
    ("gmem", |s, asked| bytes(asked).map(|bytes| s.global = bytes)),
    ("smem", |s, asked| bytes(asked).map(|bytes| s.shared = bytes)),
    ("async", |s, asked| moving(asked).map(|one| s.moving = one)),
    ("schedule", |s, asked| schedule(asked).map(|one| s.schedule = one)),
];

/// Settings from parameters.
pub(super) fn settings(parameters: &[Asked<'_>]) -> Result<Settings, Refusal> {
    machine::settings(&ALL, parameters, "there is")
}

/// The most bytes of a memory.
const LARGEST: u64 = 1 << 32;

fn wrong((name, value): Asked<'_>, right: &str) -> Refusal {
    Refusal::new(format!("{name} cannot be `{value}`")).help(right)
}

fn extended(asked: Asked<'_>) -> Result<bool, Refusal> {
    match asked.1 {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(wrong(asked, "0 or 1")),
    }
}

fn moving(asked: Asked<'_>) -> Result<Moving, Refusal> {
    match asked.1 {
        "off" => Ok(Moving::AtOnce),
        "late" => Ok(Moving::Late),
        _ => seed(asked, "off, late, or a seed").map(Moving::Random),
    }
}

fn schedule(asked: Asked<'_>) -> Result<Schedule, Refusal> {
    match asked.1 {
        "round-robin" => Ok(Schedule::RoundRobin),
        _ => seed(asked, "round-robin, or a seed").map(Schedule::Random),
    }
}

fn seed(asked: Asked<'_>, right: &str) -> Result<u64, Refusal> {
    c_number(asked.1).ok_or_else(|| wrong(asked, right))
}

fn bytes(asked: Asked<'_>) -> Result<usize, Refusal> {
    let bytes = c_number(asked.1).filter(|bytes: &u64| *bytes <= LARGEST);
    let bytes = bytes.and_then(|bytes| usize::try_from(bytes).ok());
    bytes.ok_or_else(|| wrong(asked, "a number of bytes, at most 2^32"))
}

fn profile(asked: Asked<'_>) -> Result<Profile, Refusal> {
    let found = match asked.1.split_once(':') {
        Some(("align", bits)) => {
            c_number(bits).filter(|bits: &u32| *bits <= 1000).map(Profile::Align)
        }
        Some(_) => None,
        None => [("slice", Profile::Slice), ("chain", Profile::Chain), ("full", Profile::Full)]
            .into_iter()
            .find_map(|(name, profile)| (name == asked.1).then_some(profile)),
    };
    found.ok_or_else(|| wrong(asked, "slice, chain, full, or align:BITS with BITS up to 1000"))
}
