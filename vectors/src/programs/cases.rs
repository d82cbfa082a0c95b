//! Random cases: a state, a short program, what the machine leaves.

use super::{ALL, Draft, Programs, Seeded};
use semantics::cases::{Case, read};
use semantics::machines;
use semantics::source::Refusal;

/// The most steps of a case.
const STEPS: u64 = 1 << 16;

/// Programs that are drawn at most for a case: one may change only what no name is for.
const DRAWS: u32 = 16;

/// The random programs of a machine that has cases.
///
/// # Errors
/// A machine without.
pub fn of(system: &str) -> Result<&'static Programs, Refusal> {
    let found = ALL.iter().find(|programs| programs.system == system && programs.case.is_some());
    found.ok_or_else(|| {
        let systems: Vec<&str> =
            ALL.iter().filter(|p| p.case.is_some()).map(|p| p.system).collect();
        Refusal::new(format!("there are no random cases of `{system}`")).help(systems.join(", "))
    })
}

/// Case `number` of a seed: the same whatever else is drawn.
///
/// ```
/// use vectors::programs::cases;
/// let case = cases::case(cases::of("pod")?, 7, 3)?;
/// assert_eq!(case.id, "pod-7-3");
/// assert!(case.rest.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Where the machine does not take what was drawn, which would be an error of ours.
pub fn case(programs: &Programs, seed: u64, number: u64) -> Result<Case, Refusal> {
    let wrong = |why: String| Refusal::new(format!("case {number} of seed {seed}: {why}"));
    let draft = programs.case.ok_or_else(|| wrong("the machine has no cases".into()))?;
    let machine = machines::named(programs.system).ok_or_else(|| wrong("no machine".into()))?;
    let mut choices = Seeded::of_case(seed, number);
    let id = format!("{}-{seed}-{number}", programs.system);
    for _ in 0..DRAWS {
        let Draft { text, decisions, also } = draft(&mut choices, &id);
        // A reader insists on something that is expected.
        let text = format!("system {}\n{text}expect rest=same\n", programs.system);
        let mut file = read(text.as_bytes()).map_err(|e| wrong(e.to_string()))?;
        let mut case = file.cases.pop().ok_or_else(|| wrong("no case".into()))?;
        case.record(machine, also, Some(STEPS)).map_err(|e| wrong(e.to_string()))?;
        case.notes.insert("seed", seed.to_string());
        if !decisions.is_empty() {
            case.notes.insert("decisions", decisions.join(" "));
        }
        if case.expects() {
            return Ok(case);
        }
    }
    Err(wrong(format!("none of {DRAWS} programs leaves anything that a case can expect")))
}
