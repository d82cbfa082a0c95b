//! Subjects against the public Python model MMA-Sim, which runs in a process of its own behind a pipe
//! (`tests/python/mmasim_units.py`).

use super::compare::asked;
use super::subject::Subject;
use crate::Failure;
use softfloat::Category;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, BufWriter, Lines, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use vectors::registry::{Answers, Plan, split};

/// What is behind the pipe.
struct Model {
    child: Child,
    questions: BufWriter<ChildStdin>,
    answers: Lines<BufReader<ChildStdout>>,
}

/// What it answers of an operation.
enum Answer {
    /// It has none such, or fails.
    Not(String),
    /// Instruction and speed in words, and the codes.
    Is(String, Vec<u64>),
}

fn broken(e: impl std::fmt::Display) -> Failure {
    Failure(3, format!("the Python model: {e}"))
}

impl Model {
    fn start(python: &str) -> Result<Self, Failure> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/mmasim_units.py");
        let mut command = Command::new(python);
        command.arg("-W").arg("ignore").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|e| Failure(2, format!("{python}: {e}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(broken("no pipes"));
        };
        Ok(Self {
            child,
            questions: BufWriter::new(input),
            answers: BufReader::new(output).lines(),
        })
    }

    fn line(&mut self) -> Result<String, Failure> {
        self.answers.next().ok_or_else(|| broken("it has ended"))?.map_err(broken)
    }

    fn ask(&mut self, id: &str, cases: &[String]) -> Result<Answer, Failure> {
        writeln!(self.questions, "{id} {}\n{}", cases.len(), cases.join("\n")).map_err(broken)?;
        self.questions.flush().map_err(broken)?;
        let line = self.line()?;
        let Some(words) = line.strip_prefix("is ") else { return Ok(Answer::Not(line)) };
        let code = |_: &String| {
            let line = self.line()?;
            u64::from_str_radix(&line, 16).map_err(|_| broken(format!("`{line}` is no code")))
        };
        let codes = cases.iter().map(code).collect::<Result<_, _>>()?;
        Ok(Answer::Is(words.to_owned(), codes))
    }
}

/// Every corner case of each subject and so many others; a summary.
pub(crate) fn run(python: &str, subjects: &[Subject], cases: u64) -> Result<String, Failure> {
    let mut model = Model::start(python)?;
    let greeting = model.line()?;
    if let Some(why) = greeting.strip_prefix("missing ") {
        return Ok(format!("skipped: {python} has no model ({why})"));
    }
    println!("{greeting}");
    println!("  cases  differ  operation, instruction, elements/s of its tile and of 4096");
    let (mut have, mut all, mut unknown) = (0, 0, 0);
    for subject in subjects {
        let held = hold(&mut model, subject, cases)?;
        have += u64::from(held.cases > 0);
        all += held.cases;
        unknown += held.other;
        print!("{}", held.text);
    }
    drop(model.questions);
    let _ = model.child.wait();
    let text = format!(
        "{have} operations of {}, {all} cases, {unknown} differences that no open point explains",
        subjects.len()
    );
    if unknown == 0 { Ok(text) } else { Err(Failure(1, text)) }
}

/// What has come of an operation.
#[derive(Default)]
struct Held {
    text: String,
    cases: u64,
    /// Differences that nothing explains.
    other: u64,
}

fn hold(model: &mut Model, subject: &Subject, cases: u64) -> Result<Held, Failure> {
    let mut plans: Vec<(&Plan, Vec<u64>)> = Vec::new();
    let mut x = Vec::new();
    for number in 0..subject.corners() + cases {
        // The model knows no options.
        let plan = subject.case(number, &mut x).filter(|plan| plan.options.pairs().is_empty());
        plans.extend(plan.map(|plan| (plan, x.clone())));
    }
    let lines: Vec<String> = plans.iter().map(|(plan, x)| line(plan, x)).collect();
    let id = &subject.op.id;
    let (words, codes) = match model.ask(id, &lines)? {
        Answer::Is(words, codes) => (words, codes),
        Answer::Not(why) => {
            return Ok(Held { text: format!("      -       -  {id}: {why}\n"), ..Held::default() });
        }
    };
    let mut kinds: BTreeMap<String, (u64, String)> = BTreeMap::new();
    for ((plan, x), theirs) in plans.iter().zip(&codes) {
        let ours = plan.run(x).out()[0];
        if ours != *theirs {
            let example =
                || format!("assay eval {}: {ours:x}, by the model {theirs:x}", asked(plan, x));
            kinds.entry(kind(plan, x, ours, *theirs)).or_insert_with(|| (0, example())).0 += 1;
        }
    }
    let differ: u64 = kinds.values().map(|(count, _)| count).sum();
    let mut text = format!("{:>7}  {differ:>6}  {id}: {words}\n", plans.len());
    for (kind, (count, example)) in &kinds {
        let _ = writeln!(text, "{:>7}  {count:>6}    {kind}: {example}", "");
    }
    let other = kinds.get(OTHER).map_or(0, |(count, _)| *count);
    Ok(Held { text, cases: plans.len() as u64, other })
}

/// Operands in hexadecimal.
fn line(plan: &Plan, x: &[u64]) -> String {
    let operand =
        |codes: &[u64]| codes.iter().map(|c| format!("{c:x}")).collect::<Vec<_>>().join("_");
    split(&plan.operands, x).map(|(_, codes)| operand(codes)).collect::<Vec<_>>().join(" ")
}

const OTHER: &str = "other";

/// Operations, whether the result is no finite number, and where the model reads their devices otherwise (`docs/disagreements.md`).
type Known = (fn(&str, bool) -> bool, &'static str);

const KNOWN: &[Known] = &[
    (|id, _| id.ends_with(".f32.f16"), "a subnormal addend of binary16 has the exponent -14"),
    (|id, infinite| id.contains(".cdna3.") && infinite, "an addend that is no number"),
];

/// What explains a difference: two words for NaN, the answer to an open point that gives theirs, or an open point that the case
/// hangs on.
fn kind(plan: &Plan, x: &[u64], ours: u64, theirs: u64) -> String {
    let format = plan.result().format;
    let nan = |code| format.classify(code).category >= Category::QuietNan;
    if nan(ours) && nan(theirs) {
        return "words of NaN".to_owned();
    }
    let alternatives = plan.op.alternatives();
    let gives = |answers: &Answers| plan.run_with(answers, x).out()[0] == theirs;
    let one = |answer| Answers::DECIDED.with(answer);
    if let Some(answer) = alternatives.iter().find(|answer| gives(&one(answer))) {
        return format!("{} ({}={})", answer.decision, answer.name, answer.value);
    }
    let infinite = format.classify(ours).category >= Category::Infinite;
    if let Some((_, why)) = KNOWN.iter().find(|(of, _)| of(&plan.op.id, infinite)) {
        return (*why).to_owned();
    }
    for (at, first) in alternatives.iter().enumerate() {
        let others = &alternatives[at + 1..];
        if let Some(second) = others.iter().find(|second| gives(&one(first).with(second))) {
            return format!("{} and {}", first.decision, second.decision);
        }
    }
    match plan.provenance(x).open().first() {
        Some(decision) => format!("{decision}, by a third reading"),
        None => OTHER.to_owned(),
    }
}
