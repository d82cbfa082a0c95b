//! Parameters of the model by name: `set` of case files, `--set`, `.set` of programs (XDSA-D81, D72).

use super::exec::SumRule;
use super::isa::Unit;
use super::{Schedule, Settings};
use crate::source::near::near;
use crate::source::{Refusal, number};

/// Every parameter.
pub(super) const NAMES: [&str; 17] = [
    "defaults", "lenient", "seed", "steps", "key0", "key1", "key2", "key3", "schedule", "keys",
    "logic", "sums", "scale_o", "result", "largest", "elements", "points",
];

/// Settings from parameters.
pub(super) fn settings(parameters: &[(&str, &str)]) -> Result<Settings, Refusal> {
    let mut settings = Settings::default();
    for (name, value) in parameters {
        set(&mut settings, name, value)?;
    }
    Ok(settings)
}

fn set(settings: &mut Settings, name: &str, value: &str) -> Result<(), Refusal> {
    let profile = &mut settings.profile;
    match name {
        "defaults" => settings.defaults = switch(name, value, "off", "on")?,
        "lenient" => settings.lenient = switch(name, value, "off", "on")?,
        "seed" => settings.seed = number(name, value)?,
        "steps" => settings.steps = Some(number(name, value)?),
        "key0" | "key1" | "key2" | "key3" => {
            let table = usize::from(name.as_bytes()[3] - b'0');
            settings.mapped[table] = Some(number(name, value)?);
        }
        "schedule" if value == "round-robin" => settings.schedule = Schedule::RoundRobin,
        "schedule" => {
            let seed = number(name, value)
                .map_err(|e| e.help("round-robin, or the seed of a random one"))?;
            settings.schedule = Schedule::Random(seed);
        }
        "keys" => profile.key_bits = switch(name, value, "counters", "bits")?,
        "logic" => profile.logic_by_name = switch(name, value, "expression", "name")?,
        "sums" => {
            profile.sums = match (value, Unit::by_name(value)) {
                ("exact", _) => SumRule::Exact,
                (_, Some(unit)) if unit.is_float() => SumRule::Sequential(unit),
                _ => {
                    return Err(wrong(
                        name,
                        value,
                        "exact, or fp16, fp32, fp64 for steps in that unit",
                    ));
                }
            };
        }
        "scale_o" => profile.scale_adds = switch(name, value, "factor", "zero-point")?,
        "result" => profile.any_result = switch(name, value, "32-bit", "any")?,
        "largest" => {
            let most = number(name, value)?;
            profile.largest =
                u32::try_from(most).map_err(|_| wrong(name, value, "the side of a matrix"))?;
        }
        "elements" => profile.elements = number(name, value)?,
        "points" => profile.points = number(name, value)?,
        _ => {
            let known = near(name, NAMES.into_iter()).unwrap_or_else(|| NAMES.join(", "));
            return Err(Refusal::new(format!("xDSA has no parameter `{name}`")).help(known));
        }
    }
    Ok(())
}

fn wrong(name: &str, value: &str, right: &str) -> Refusal {
    Refusal::new(format!("{name}={value}: no such value")).help(right)
}

fn switch(name: &str, value: &str, off: &str, on: &str) -> Result<bool, Refusal> {
    match value {
        _ if value == off => Ok(false),
        _ if value == on => Ok(true),
        _ => Err(wrong(name, value, &format!("{off} or {on}"))),
    }
}

fn number(name: &str, value: &str) -> Result<u64, Refusal> {
    number::number(value).ok_or_else(|| wrong(name, value, "a number of at most 64 bits"))
}
