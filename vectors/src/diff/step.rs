//! Whether answers are those to their questions. A process that leaves an answer out, or gives one twice, goes on with answers that
//! belong to other questions: each of them would be a mismatch, and none of these is its fault.

use super::Answer;
use super::answer::Reader;
use crate::registry::Plan;

/// So many questions away an answer's own is looked for.
const NEAR: usize = 8;

/// Where nothing has stopped, so many answers at the end are looked at: who is out of step stays so.
const LAST: usize = 64;

/// Whether most answers that are wrong are right for a question near to theirs. `stopped`: the design stopped among these cases, so
/// that it may be in step again at their end.
pub(super) fn is_lost(
    plan: &Plan,
    reader: &mut Reader,
    cases: &[u64],
    answers: &[Answer],
    stopped: bool,
) -> bool {
    let elements = plan.elements().max(1);
    let skipped = if stopped { 0 } else { answers.len().saturating_sub(LAST) };
    let cases: Vec<&[u64]> = cases.chunks(elements).skip(skipped).collect();
    let texts: Vec<String> = cases.iter().map(|x| plan.texts(x).join(" ")).collect();
    let right: Vec<Vec<u64>> = cases.iter().map(|x| plan.run(x).out().to_vec()).collect();
    let (mut wrong, mut shifted) = (0, 0);
    for (i, answer) in answers.iter().skip(skipped).enumerate() {
        let Answer::Line(line) = answer else { continue };
        let found = reader.result(&texts[i], line);
        if found.as_ref() == Some(&right[i]) {
            continue;
        }
        wrong += 1;
        let mut near = i.saturating_sub(NEAR)..(i + NEAR + 1).min(right.len());
        shifted += usize::from(match found {
            Some(found) => right[near].contains(&found),
            // It may repeat the operands of another question.
            None => near.any(|other| line.starts_with(&texts[other])),
        });
    }
    2 * shifted > wrong
}
