//! `--profile NAME=VALUE`: other answers to what the manual leaves open.

use crate::failure::Failure;
use softfloat::mncore::{DEFAULTS, Profile, SWITCHES};

/// Other answers than the decided ones to the questions that the manual leaves open
#[derive(Debug, clap::Args)]
pub(crate) struct Profiled {
    /// Answer an open question of the manual differently, e.g. `inf_times_zero=inf` (repeatable);
    /// docs/decisions.md lists the questions
    #[arg(long = "profile", value_name = "NAME=VALUE")]
    answers: Vec<String>,
}

impl Profiled {
    /// The profile with these answers.
    pub(crate) fn profile(&self) -> Result<Profile, Failure> {
        let mut profile = Profile::DECIDED;
        let mut seen: Vec<&str> = Vec::new();
        for answer in &self.answers {
            let Some((name, value)) = answer.split_once('=') else {
                return Err(Failure::input(format!(
                    "--profile: `{answer}` has no `=`\n  right: NAME=VALUE, e.g. inf_times_zero=inf"
                )));
            };
            if seen.contains(&name) {
                return Err(Failure::input(format!("--profile: {name} is given twice")));
            }
            seen.push(name);
            set(&mut profile, name, value).map_err(Failure::Input)?;
        }
        Ok(profile)
    }
}

fn set(profile: &mut Profile, name: &str, value: &str) -> Result<(), String> {
    let Some(default) = DEFAULTS.iter().find(|d| d.name == name) else {
        let names: Vec<&str> = DEFAULTS.iter().map(|d| d.name).collect();
        return Err(format!(
            "--profile: there is no question `{name}`\n  right: one of {}",
            names.join(", ")
        ));
    };
    if value == default.value {
        return Ok(());
    }
    match SWITCHES.iter().find(|s| s.name == name && s.value == value) {
        Some(switch) => {
            (switch.select)(profile);
            Ok(())
        }
        None => {
            let others = SWITCHES.iter().filter(|s| s.name == name).map(|s| s.value);
            let values: Vec<&str> = std::iter::once(default.value).chain(others).collect();
            Err(format!(
                "--profile: {name} does not take `{value}`\n  right: {}",
                values.join(" or ")
            ))
        }
    }
}
