//! Shards by job arrays: which task of how many this is, as Slurm, LSF and SGE tell it.
//!
//! | system | number of the task | first | last | step | tasks |
//! | --- | --- | --- | --- | --- | --- |
//! | Slurm | `SLURM_ARRAY_TASK_ID` | `SLURM_ARRAY_TASK_MIN` | `SLURM_ARRAY_TASK_MAX` | `SLURM_ARRAY_TASK_STEP` | `SLURM_ARRAY_TASK_COUNT` |
//! | LSF | `LSB_JOBINDEX` | 1 | `LSB_JOBINDEX_END` | `LSB_JOBINDEX_STEP` | |
//! | SGE | `SGE_TASK_ID` | `SGE_TASK_FIRST` | `SGE_TASK_LAST` | `SGE_TASK_STEPSIZE` | |
//!
//! Where no step is told, it is 1. LSF tells no first number: an array begins at 1 there.

use crate::part::Error;
use crate::part::Shard;
use std::fmt::Display;
use std::str::FromStr;

/// The part that a call makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It was named.
    Named(Shard),
    /// The job array's variables tell it.
    OfArray,
}

impl FromStr for Part {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text {
            "auto" => Ok(Self::OfArray),
            _ => text.parse().map(Self::Named),
        }
    }
}

impl Part {
    /// The shard; the environment is asked where none was named.
    ///
    /// # Errors
    /// What the environment lacks, or has wrong, and what would be right.
    pub fn shard(self) -> Result<Shard, String> {
        match self {
            Self::Named(shard) => Ok(shard),
            Self::OfArray => of_array(&|name| {
                std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
            })
            .map_err(|why| format!("--shard auto: {why}")),
        }
    }
}

/// The variables of a system.
struct System {
    name: &'static str,
    task: &'static str,
    /// What a job that is no task of an array has there.
    no_array: &'static str,
    first: Option<&'static str>,
    last: &'static str,
    /// Whether there is always a last number.
    needs_last: bool,
    step: &'static str,
    tasks: Option<&'static str>,
}

const SYSTEMS: [System; 3] = [
    System {
        name: "Slurm",
        task: "SLURM_ARRAY_TASK_ID",
        no_array: "",
        first: Some("SLURM_ARRAY_TASK_MIN"),
        last: "SLURM_ARRAY_TASK_MAX",
        needs_last: false,
        step: "SLURM_ARRAY_TASK_STEP",
        tasks: Some("SLURM_ARRAY_TASK_COUNT"),
    },
    System {
        name: "LSF",
        task: "LSB_JOBINDEX",
        no_array: "0",
        first: None,
        last: "LSB_JOBINDEX_END",
        needs_last: true,
        step: "LSB_JOBINDEX_STEP",
        tasks: None,
    },
    System {
        name: "SGE",
        task: "SGE_TASK_ID",
        no_array: "undefined",
        first: Some("SGE_TASK_FIRST"),
        last: "SGE_TASK_LAST",
        needs_last: true,
        step: "SGE_TASK_STEPSIZE",
        tasks: None,
    },
];

/// The environment: the value of a variable.
type Get<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The shard that the variables tell.
fn of_array(get: Get<'_>) -> Result<Shard, String> {
    let set = |system: &&System| get(system.task).is_some_and(|id| id != system.no_array);
    let found: Vec<&System> = SYSTEMS.iter().filter(set).collect();
    match found[..] {
        [system] => system.shard(get),
        [] => Err(none(get)),
        [one, other, ..] => Err(format!(
            "both {} and {} are set, of two job arrays\n  right: those of one, or --shard I/N",
            one.task, other.task
        )),
    }
}

/// What to say outside of an array.
fn none(get: Get<'_>) -> String {
    let jobs = SYSTEMS.iter().find(|system| get(system.task).is_some());
    let found = match jobs {
        Some(System { name, task, no_array, .. }) => {
            format!("{task} is `{no_array}`: the job of {name} is no array")
        }
        None => {
            let names: Vec<String> =
                SYSTEMS.iter().map(|s| format!("{} ({})", s.task, s.name)).collect();
            format!("no job array: none of {} is set", names.join(", "))
        }
    };
    format!("{found}\n  right: a task of an array, or --shard I/N")
}

impl System {
    fn shard(&self, get: Get<'_>) -> Result<Shard, String> {
        let task = self.need(get, self.task)?;
        let first = self.first.map_or(Ok(1), |name| self.need(get, name))?;
        let last = match self.needs_last {
            true => Some(self.need(get, self.last)?),
            false => number(get, self.last)?,
        };
        let step = number(get, self.step)?.unwrap_or(1);
        let told = self.tasks.map(|name| self.need(get, name)).transpose()?;
        if step == 0 {
            return Err(wrong(self.step, step, "a step from 1 on"));
        }
        let steps = |to: u64| to.checked_sub(first).map(|way| (way / step, way % step));
        let tasks = match (told, last.map(|last| (last, steps(last)))) {
            (None, None) => return Err(missing(self.last, self.name)),
            (Some(tasks), None) => tasks,
            (_, Some((last, None))) => {
                return Err(wrong(self.last, last, format_args!("{first} at least, the first")));
            }
            (None, Some((_, Some((all, _))))) => all.saturating_add(1),
            (Some(tasks), Some((last, Some((all, _))))) => {
                // A list such as 1,2,9 has neither step nor end that would tell a task's place.
                if all.checked_add(1) != Some(tasks) {
                    let right = format!(
                        "{}, the tasks from {first} to {last} by steps of {step}: in a list no number tells a place",
                        all.saturating_add(1)
                    );
                    return Err(wrong(self.tasks.unwrap_or_default(), tasks, right));
                }
                tasks
            }
        };
        let right = format!("{first} and steps of {step} from there, {tasks} tasks");
        match steps(task) {
            Some((index, 0)) if index < tasks => {
                Shard::new(index + 1, tasks).map_err(|e| e.to_string())
            }
            _ => Err(wrong(self.task, task, right)),
        }
    }

    fn need(&self, get: Get<'_>, name: &str) -> Result<u64, String> {
        number(get, name)?.ok_or_else(|| missing(name, self.name))
    }
}

/// The number in a variable, if that is set.
fn number(get: Get<'_>, name: &str) -> Result<Option<u64>, String> {
    let read = |text: String| text.parse().map_err(|_| wrong(name, text, "a whole number"));
    get(name).map(read).transpose()
}

fn missing(name: &str, system: &str) -> String {
    format!("{name} is not set, which {system} sets for a task of an array\n  or: --shard I/N")
}

fn wrong(name: &str, found: impl Display, right: impl Display) -> String {
    format!("{name} is `{found}`, right is {right}\n  or: --shard I/N")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shard, or the first line of what is wrong.
    fn of(variables: &[(&str, &str)]) -> Result<String, String> {
        let get = |name: &str| {
            variables.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned())
        };
        let shard = of_array(&get).map(|shard| shard.to_string());
        shard.map_err(|why| why.lines().next().unwrap_or_default().to_owned())
    }

    const SLURM: [&str; 5] = ["ID", "COUNT", "MIN", "MAX", "STEP"];

    fn slurm(values: [&str; 5]) -> Result<String, String> {
        let names = SLURM.map(|name| format!("SLURM_ARRAY_TASK_{name}"));
        let all: Vec<_> = names.iter().map(String::as_str).zip(values).collect();
        of(&all.into_iter().filter(|(_, value)| *value != "-").collect::<Vec<_>>())
    }

    #[test]
    fn every_task_of_an_array_has_its_shard() {
        for (id, right) in [("0", "1/4"), ("1", "2/4"), ("3", "4/4")] {
            assert_eq!(slurm([id, "4", "0", "3", "1"]).as_deref(), Ok(right));
        }
        // --array=1-10:4 are 1, 5 and 9; the last number told may be 9 or 10.
        for last in ["9", "10", "-"] {
            assert_eq!(slurm(["9", "3", "1", last, "4"]).as_deref(), Ok("3/3"));
        }
        let lsf = |index, end, step| {
            of(&[("LSB_JOBINDEX", index), ("LSB_JOBINDEX_END", end), ("LSB_JOBINDEX_STEP", step)])
        };
        assert_eq!(lsf("7", "20", "1").as_deref(), Ok("7/20"));
        assert_eq!(lsf("5", "10", "2").as_deref(), Ok("3/5"));
        let sge = [("SGE_TASK_ID", "12"), ("SGE_TASK_FIRST", "10"), ("SGE_TASK_LAST", "15")];
        assert_eq!(of(&sge).as_deref(), Ok("3/6"));
        let step = [&sge[..], &[("SGE_TASK_STEPSIZE", "2")]].concat();
        assert_eq!(of(&step).as_deref(), Ok("2/3"));
        // A job of another system that is no array says nothing.
        let both = [&sge[..], &[("LSB_JOBINDEX", "0")]].concat();
        assert_eq!(of(&both).as_deref(), Ok("3/6"));
    }

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        for (values, right) in [
            (["1", "-", "1", "4", "1"], "SLURM_ARRAY_TASK_COUNT is not set"),
            (["1", "4", "-", "4", "1"], "SLURM_ARRAY_TASK_MIN is not set"),
            (["x", "4", "1", "4", "1"], "SLURM_ARRAY_TASK_ID is `x`, right is a whole number"),
            (["5", "4", "1", "4", "1"], "SLURM_ARRAY_TASK_ID is `5`, right is 1 and steps of 1"),
            (["0", "4", "1", "4", "1"], "SLURM_ARRAY_TASK_ID is `0`, right is 1 and steps of 1"),
            (["2", "2", "1", "3", "2"], "SLURM_ARRAY_TASK_ID is `2`, right is 1 and steps of 2"),
            // --array=1,2,9
            (
                ["2", "3", "1", "9", "1"],
                "SLURM_ARRAY_TASK_COUNT is `3`, right is 9, the tasks from",
            ),
            (["2", "3", "4", "3", "1"], "SLURM_ARRAY_TASK_MAX is `3`, right is 4 at least"),
            (["1", "4", "1", "4", "0"], "SLURM_ARRAY_TASK_STEP is `0`, right is a step from 1 on"),
            (["1", "0", "1", "-", "1"], "SLURM_ARRAY_TASK_ID is `1`, right is"),
            (["-1", "1", "0", "0", "1"], "SLURM_ARRAY_TASK_ID is `-1`, right is a whole number"),
        ] {
            let why = slurm(values).expect_err("no shard");
            assert!(why.starts_with(right), "{values:?}: {why}");
        }
        let why = |variables| of(variables).expect_err("no shard");
        assert!(why(&[]).starts_with("no job array: none of SLURM_ARRAY_TASK_ID (Slurm)"));
        assert!(why(&[("LSB_JOBINDEX", "3")]).starts_with("LSB_JOBINDEX_END is not set"));
        assert!(why(&[("LSB_JOBINDEX", "0")]).starts_with("LSB_JOBINDEX is `0`: the job"));
        assert!(why(&[("SGE_TASK_ID", "undefined")]).contains("is `undefined`: the job of SGE"));
        let max = u64::MAX.to_string();
        let endless =
            [("SGE_TASK_ID", "1"), ("SGE_TASK_FIRST", "0"), ("SGE_TASK_LAST", max.as_str())];
        assert!(of(&endless).is_ok());
        let two = [("SGE_TASK_ID", "1"), ("LSB_JOBINDEX", "1")];
        assert!(why(&two).starts_with("both LSB_JOBINDEX and SGE_TASK_ID are set"));
    }
}
