//! Random cases of the operations on numbers, their explanations compared with the evaluator, and
//! texts that stay as they are.

use seeded::{Draw, Kind, Random, code};
use std::path::Path;
use vectors::explain::explain;
use vectors::registry::{Op, Plan};

/// Operands of all kinds.
pub(crate) fn operands(r: &mut Random, plan: &Plan) -> Vec<u64> {
    let shapes = plan.operands.iter().flat_map(|shape| std::iter::repeat_n(shape, shape.len));
    if plan.is_wide() {
        return wide(r, plan);
    }
    let mut x: Vec<u64> = shapes.map(|shape| code!(shape.format).any(r)).collect();
    // Now and then equal operands, or opposite ones, or the addend that cancels a product.
    let f = plan.operands[0].format;
    let pair = plan.operands.len() > 1 && plan.operands[1].format == f;
    if x.len() == plan.operands.len() && pair && r.below(6) == 0 {
        x[1] = x[0] ^ r.below(2) << (f.width - 1);
    }
    if let ([_, _, z], true) = (&mut x[..], r.below(3) == 0) {
        *z = 0;
        let product = plan.run(&x).out()[0];
        x[2] = product ^ 1 << (f.width - 1) ^ r.below(2) << f.pad;
    }
    x
}

/// The same of elements of several words.
fn wide(r: &mut Random, plan: &Plan) -> Vec<u64> {
    let shapes = plan.operands.iter().flat_map(|shape| std::iter::repeat_n(shape, shape.len));
    let mut x: Vec<u64> = shapes.flat_map(|shape| code!(shape.format).words(r)).collect();
    let words = plan.operands[0].words_per_element();
    let pair = plan.operands.len() > 1 && plan.operands[1].format == plan.operands[0].format;
    if pair && r.below(6) == 0 {
        x.copy_within(..words, words);
        x[words] ^= r.below(2);
    }
    x
}

/// A choice of the operation's options, each at random.
fn options(r: &mut Random, op: &Op) -> Vec<String> {
    let mut chosen = Vec::new();
    for spec in &op.options {
        let words: Vec<&str> = spec.choices().map(|(_, word)| word).collect();
        let word = match words[..] {
            [] => continue,
            ["0", "1"] => words[usize::from(r.below(3) == 0)],
            _ => words[r.below(words.len() as u64) as usize],
        };
        chosen.push(format!("{}={word}", spec.row.name));
    }
    chosen
}

/// Lines have at most 100 columns, except some of doubles in a table.
const WIDEST: usize = 114;

/// Explains cases of an operation under `rounds` choices of its options, of `count` cases a quarter at the quick level.
pub(crate) fn agree(
    op: &'static Op,
    rounds: u64,
    count: u64,
    operands: fn(&mut Random, &Plan) -> Vec<u64>,
) {
    let mut r = Random::new(op.id.bytes().fold(1, |h, b| h.wrapping_mul(31) ^ u64::from(b)));
    for _ in 0..rounds {
        let words = options(&mut r, op);
        let plan = op.plan(&op.parse_options(words.iter().map(String::as_str)).unwrap());
        for _ in 0..(count * Kind::Explanation.cases()).div_ceil(256) {
            let x = operands(&mut r, &plan);
            explained(&plan, &x, WIDEST);
        }
    }
}

/// Compares with `tests/explain/NAME.txt`; `BLESS=1` rewrites it.
pub(crate) fn golden(name: &str, op: &str, options: &[&str], x: &[u64]) {
    let op = vectors::operations().find(op).unwrap();
    let plan = op.plan(&op.parse_options(options.iter().copied()).unwrap());
    assert_eq!(x.len(), plan.elements());
    let text = explain(&plan, x).to_string();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/explain/{name}.txt"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    assert!(text == expected, "{}: BLESS=1 rewrites it; now:\n{text}", path.display());
}

/// An explanation ends with the model's answer, in ASCII of at most so many columns.
pub(crate) fn explained(plan: &Plan, x: &[u64], most: usize) {
    let e = explain(plan, x);
    let run = plan.run(x);
    assert!(e.outcome == run && e.contradicted_by.is_none(), "{run:x?} for {x:x?}\n{e}");
    let text = e.to_string();
    assert!(text.is_ascii(), "{text}");
    let widest = text.lines().map(str::len).max().unwrap_or(0);
    assert!(widest <= most, "{widest} columns\n{text}");
}
