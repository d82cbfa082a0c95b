//! The operands of functions: of every function, in formats of every kind.

use std::collections::HashSet;
use vectors::explain::explain;
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::split;

/// Formats with few bits, with many, of few exponents, of many; without infinity, without NaN, without
/// sign.
const FORMATS: [&str; 10] =
    ["f16", "f64", "e4m3fn", "e2m1fn", "e8m0", "mnhalf", "mndouble", "e2m1", "e2m61", "e15m48"];

/// Every code fits its format, directed cases are not the same over and over, and blocks have as many
/// elements as `n` says.
#[test]
fn operands_are_codes() {
    for format in FORMATS {
        for op in vectors::operations().select(&format!("elem.{format}.*")).expect("functions") {
            for cover in [Cover::Corner, Cover::Random] {
                let request = Request { count: 300, seed: 3, ..Request::new(vec![op], cover) };
                let set = Set::new(&request).expect("a set");
                let mut seen = HashSet::new();
                set.for_each(0..set.len().min(4000), |plan, x| {
                    for (shape, own) in split(&plan.operands, x) {
                        let held = own.iter().all(|code| shape.format.holds(*code));
                        assert!(held, "{} {cover} {x:x?}", op.id);
                    }
                    seen.insert(x.to_vec());
                });
                let least = if set.len() > 1000 { 8 } else { 4 };
                assert!(seen.len() >= least, "{} {cover}: {} different", op.id, seen.len());
            }
        }
    }
}

/// What is hardest to round is among the corners: lines of `data/elem/hardest.csv`.
#[test]
fn the_hardest_arguments_are_corners() {
    for (id, code) in
        [("elem.f16.exp", 0x13ff), ("elem.bf16.sin", 0x5cbd), ("elem.tf32.exp", 0x407b_2000)]
    {
        let op = vectors::operations().find(id).expect("a function");
        let request = Request { count: 1_000_000, ..Request::new(vec![op], Cover::Corner) };
        let set = Set::new(&request).expect("a set");
        let mut found = [false; 2];
        set.for_each(0..set.len(), |plan, x| {
            let sign = 1 << (plan.operands[0].format.width - 1);
            found[0] |= x == [code];
            found[1] |= x == [code ^ sign];
        });
        assert_eq!(found, [true; 2], "{id}");
    }
}

/// The steps come to the result of the evaluator, and say something of every case.
#[test]
fn explanations_agree() {
    for format in ["f32", "f16", "e4m3fn", "e8m0", "mnhalf"] {
        for op in vectors::operations().select(&format!("elem.{format}.*")).expect("functions") {
            let request = Request { count: 12, seed: 5, ..Request::new(vec![op], Cover::Random) };
            let set = Set::new(&request).expect("a set");
            set.for_each(0..set.len(), |plan, x| {
                if plan.run(x).undecided.is_some() {
                    return;
                }
                let told = explain(plan, x);
                let case = plan.case(x);
                assert_eq!(told.contradicted_by, None, "{case}\n{told}");
                assert!(told.steps.len() >= 3, "{case}\n{told}");
            });
        }
    }
}

#[test]
fn blocks_have_as_many_elements_as_asked_for() {
    for (n, id) in [("1", "softmax"), ("2", "norm"), ("4", "mean"), ("4096", "cosine")] {
        let op = vectors::operations().find(&format!("elem.f32.{id}")).expect("a function");
        let word = format!("n={n}");
        let plan = op.plan(&op.parse_options([word.as_str()]).expect("a number"));
        let all = n.parse::<usize>().unwrap() * op.operands.len();
        assert_eq!(plan.elements(), all);
        assert_eq!(plan.options.to_string(), if n == "4" { "" } else { &word });
        assert!(op.takes(&plan.options));
    }
    let op = vectors::operations().find("elem.f32.softmax").expect("a function");
    for bad in ["n=0", "n=4097", "n=04", "n=-1", "n", "n=65537", "n=1.5"] {
        assert!(op.parse_options([bad]).is_err(), "{bad}");
    }
}
