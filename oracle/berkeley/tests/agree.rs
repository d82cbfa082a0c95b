//! Berkeley SoftFloat against the model: every operation that it has, every rounding direction, both tininess rules, bits and flags.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

use berkeley::{Design, FUNCTIONS};
use vectors::check::Settings;
use vectors::diff::{self, Answer, Limits, Questions, diff};
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{Options, Plan};

/// Random cases of each operation under each choice of options.
const RANDOM: u64 = 300;

struct Child(Design);

impl diff::Design for Child {
    fn ask(&mut self, plan: &Plan, cases: &[u64]) -> Vec<Answer> {
        let line = |x| match self.0.answer(&plan.texts(x).join(" ")) {
            Ok(line) => Answer::Line(line),
            Err(why) => Answer::Ended(why),
        };
        cases.chunks(plan.elements()).map(line).collect()
    }
}

/// Every choice of the options that SoftFloat has.
fn choices(id: &str) -> Vec<String> {
    let op = vectors::operations().find(id).expect("an operation");
    let mut choices = vec![String::new()];
    for (name, values) in [
        ("rm", &["rne", "rna", "rtz", "rup", "rdn", "rto"][..]),
        ("tininess", &["after", "before"]),
        ("exact", &["", "1"]),
    ] {
        if op.options.iter().any(|option| option.row.name == name) {
            let with = |choice: &String| -> Vec<String> {
                let words = values.iter().filter(|value| !value.is_empty());
                let mut with: Vec<String> =
                    words.map(|value| format!("{choice} {name}={value}").trim().into()).collect();
                with.extend((values[0].is_empty()).then(|| choice.clone()));
                with
            };
            choices = choices.iter().flat_map(with).collect();
        }
    }
    choices
}

#[test]
fn not_one_result_differs() {
    let (mut runs, mut asked) = (0, 0);
    for id in FUNCTIONS.iter().map(|function| function.id) {
        let op = vectors::operations().find(id).expect("an operation");
        for choice in choices(id) {
            let options: Options =
                op.parse_options(choice.split_ascii_whitespace()).expect("options");
            let set = |cover| {
                let request = Request {
                    options: Some(options),
                    count: RANDOM,
                    ..Request::new(vec![op], cover)
                };
                Set::new(&request).expect("a set")
            };
            let sets = [set(Cover::Corner), set(Cover::Random)];
            let settings = Settings { op: Some(op), options, threads: 1, ..Settings::default() };
            let questions = Questions { first: &[], sets: &sets };
            let told = op.plan(&options).options.to_string();
            let mut design = Child(Design::new(id, &told).expect("a design"));
            let found = diff(&mut design, &questions, &settings, &Limits::default(), &mut |_| {});
            let found = found.expect("cases");
            assert!(found.agrees(), "{id} {choice}\n{found}");
            (runs, asked) = (runs + 1, asked + found.asked);
        }
    }
    assert!(runs > 400 && asked > 400 * RANDOM, "{runs} runs, {asked} cases");
}

/// A design that answers under another direction is found.
#[test]
fn another_direction_differs() {
    let op = vectors::operations().find("ieee.f32.add").expect("an operation");
    let sets = [Set::new(&Request::new(vec![op], Cover::Corner)).expect("a set")];
    let settings = Settings { op: Some(op), ..Settings::default() };
    let questions = Questions { first: &[], sets: &sets };
    let mut design = Child(Design::new("ieee.f32.add", "rm=rtz").expect("a design"));
    let found = diff(&mut design, &questions, &settings, &Limits::default(), &mut |_| {});
    assert!(!found.expect("cases").agrees());
}

#[test]
fn what_it_does_not_have_is_refused() {
    assert!(Design::new("ieee.bf16.add", "").is_err());
    assert!(Design::new("ieee.f32.add", "nan=sse").is_err());
    let design = Design::new("ieee.f32.add", "").expect("a design");
    assert_eq!(design.answer("3f800000 3f800000").as_deref(), Ok("40000000 00"));
    assert!(design.answer("3f800000").is_err() && design.answer("x y").is_err());
}
