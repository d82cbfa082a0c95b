//! Hidden datapaths are found again, from a family that has them and many others.

use seeded::Kind;
use vectors::diff::{Answer, Design};
use vectors::explain::value;
use vectors::file::Format;
use vectors::generate::{Request, Set};
use vectors::identify::{Asked, Identified, Settings, Source, identify};
use vectors::part::Cover;
use vectors::registry::{Answers, Op, Plan};

/// A design that is a plan under answers of its own.
struct Hidden {
    plan: Plan,
    answers: Answers,
    /// Whether it gives flags.
    flags: bool,
}

impl Hidden {
    fn new(op: &'static Op, options: &[&str], answers: &[&str]) -> Self {
        let options = op.parse_options(options.iter().copied()).unwrap();
        let answers =
            Answers::read(answers.iter().copied(), vectors::operations(), Some(op)).unwrap();
        Self { plan: op.plan(&options), answers, flags: true }
    }
}

impl Design for Hidden {
    fn ask(&mut self, asked: &Plan, cases: &[u64]) -> Vec<Answer> {
        let line = |x: &[u64]| {
            let outcome = self.plan.run_with(&self.answers, x);
            let out = value::results(asked, outcome.out());
            let flag = outcome.flag.filter(|_| self.flags).map(|flag| asked.op.flags.text(flag));
            let flag = flag.as_deref().and_then(|text| text.split(' ').next());
            Answer::Line([out.as_str(), flag.unwrap_or("")].join(" "))
        };
        cases.chunks(asked.elements()).map(line).collect()
    }
}

/// Random cases that a search takes beside the directed ones.
fn random() -> u64 {
    Kind::Text.cases() / 4
}

fn found(op: &str, design: &mut Hidden, seed: u64) -> Identified {
    let op = vectors::operations().find(op).unwrap();
    identify(
        op,
        &Settings { seed, random: random(), ..Settings::default() },
        Source::Design(design),
        &mut |_| {},
    )
    .unwrap()
}

/// A small generator of its own: xorshift.
struct Dice(u64);

impl Dice {
    fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        words[(self.0 >> 33) as usize % words.len()]
    }
}

/// The simplest candidate that is left answers like the hidden design, wherever it is looked at.
fn is_found(what: &str, id: &Identified, hidden: &Hidden) {
    assert!(id.complete && id.failed == 0, "{what}: {:?}", id.why);
    let name = id.left.first().unwrap_or_else(|| panic!("{what}: none is left"));
    let op = vectors::operations().find(&name.op).unwrap();
    let options = op.parse_options(name.options.split_whitespace()).unwrap();
    let answers =
        Answers::read(name.answers.iter().map(String::as_str), vectors::operations(), Some(op))
            .unwrap();
    let plan = op.plan(&options);
    let mut x = vec![0; plan.elements()];
    for cover in [Cover::Corner, Cover::Random] {
        let plain = Request::new(vec![hidden.plan.op], cover);
        let request = Request { options: Some(hidden.plan.options), count: random(), ..plain };
        let set = Set::new(&request).unwrap();
        for index in 0..set.len().min(2 * random()) {
            set.case(index, &mut x).unwrap();
            let (right, named) =
                (hidden.plan.run_with(&hidden.answers, &x), plan.run_with(&answers, &x));
            assert_eq!(named, right, "{what}: {name} is another: {x:x?}");
        }
    }
}

/// Twelve designs, drawn: operations under options, machines under other answers, sums.
#[rstest::rstest]
fn hidden_datapaths_are_named(#[values(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)] number: u64) {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ number << 32);
    let (op, id, options, answers) = match number {
        0..4 => ieee(&mut dice),
        4..6 => machine(&mut dice),
        _ => sum(&mut dice),
    };
    let words: Vec<&str> = options.iter().map(String::as_str).collect();
    let others: Vec<&str> = answers.iter().map(String::as_str).collect();
    let hidden_op = vectors::operations().find(&id).unwrap_or_else(|e| panic!("{e}"));
    let mut hidden = Hidden::new(hidden_op, &words, &others);
    let id = found(&op, &mut hidden, number);
    let what = format!("{number}: {} {} {}", hidden_op.id, words.join(" "), others.join(" "));
    is_found(&what, &id, &hidden);
    // Beside those of the search, some of all are asked again.
    let asked = id.asked - id.held;
    assert!(asked < 400 + 1024, "{what}: {asked} questions");
    assert!(id.is_named(), "{what}: {} left, {} not held", id.count, id.unheld);
}

type Drawn = (String, String, Vec<String>, Vec<String>);

fn ieee(dice: &mut Dice) -> Drawn {
    let format = dice.of(&["f16", "f32", "bf16", "f64", "e4m3fn", "e5m2"]);
    let op = format!("ieee.{format}.{}", dice.of(&["add", "mul", "fma", "div", "sqrt"]));
    let mut options = vec![
        format!("rm={}", dice.of(&["rne", "rna", "rtz", "rup", "rdn", "rto"])),
        format!("tininess={}", dice.of(&["after", "before"])),
        format!("nan={}", dice.of(&["riscv", "sse", "arm", "ieee"])),
    ];
    options.extend(["ftz", "daz"].map(|name| format!("{name}={}", dice.of(&["0", "1"]))));
    (op.clone(), op, options, Vec::new())
}

fn machine(dice: &mut Dice) -> Drawn {
    let op = dice.of(&["mncore2.mau.fvfma", "mncore2.mau.hvfma", "mncore2.rrn.l1bm16.ffadd"]);
    let known = vectors::operations().find(op).unwrap();
    let answers = known.questions().into_iter().filter_map(|question| {
        let others: Vec<&str> = known
            .alternatives()
            .into_iter()
            .filter(|a| a.name == question.name)
            .map(|a| a.value)
            .collect();
        (dice.of(&["own", "other"]) == "other")
            .then(|| format!("{}={}", question.name, dice.of(&others)))
    });
    let answers = answers.collect();
    (op.to_owned(), op.to_owned(), Vec::new(), answers)
}

fn sum(dice: &mut Dice) -> Drawn {
    let (x, result) = match dice.of(&["f16", "e4m3fn", "bf16", "e5m2"]) {
        "f16" => ("f16", dice.of(&["f16", "f32"])),
        other => (other, "f32"),
    };
    let mut fields = vec![format!("x={x}"), format!("y={x}"), format!("result={result}")];
    fields.push(format!(
        "order={}",
        dice.of(&["all", "chunks.1", "chunks.4", "tree.2", "groups.2", "strided.4"])
    ));
    fields.push(format!("addend={}", dice.of(&["first", "last", "after"])));
    if dice.of(&["cut", "cut", "exact"]) == "cut" {
        let bits = dice.of(&["13", "16", "21", "24", "25", "26"]);
        fields.push(format!("alignment={}.{bits}", dice.of(&["leading", "field"])));
        fields.push(format!("cut={}", dice.of(&["rtz", "rdn", "rne", "sticky"])));
    }
    fields.push(format!("zero={}", dice.of(&["ieee", "plus"])));
    fields.push(format!("opposite={}", dice.of(&["invalid", "plus", "zero"])));
    fields.push(format!("times_zero={}", dice.of(&["invalid", "zero"])));
    let options = vec![
        format!("rm={}", dice.of(&["rne", "rtz", "rna"])),
        format!("nan={}", dice.of(&["riscv", "sse"])),
        format!("ftz={}", dice.of(&["0", "1"])),
        format!("daz={}", dice.of(&["0", "1"])),
    ];
    let asked = match (x, result) {
        ("f16", "f16") => "sum.plain.fma.f16.f16".to_owned(),
        _ => format!("sum.plain.fma.{x}.f32"),
    };
    (asked, format!("sum.own:{}", fields.join(":")), options, Vec::new())
}

/// The proof alone, as a file of results, names the same.
#[test]
fn a_proof_proves_it() {
    let op = vectors::operations().find("ieee.f16.fma").unwrap();
    let mut design = Hidden::new(op, &["rm=rdn", "nan=sse", "tininess=before"], &[]);
    let first = found(&op.id, &mut design, 3);
    assert_eq!(first.left[0].to_string(), "ieee.f16.fma rm=rdn tininess=before nan=sse");
    assert!(first.proof.len() <= 8, "{}", first.proof.len());
    let again =
        identify(op, &Settings::default(), Source::Recorded(first.proof.clone()), &mut |_| {})
            .unwrap();
    assert_eq!(again.left, first.left);
    let lines =
        String::from_utf8(first.lines(vectors::operations(), Format::Csv).unwrap()).unwrap();
    assert_eq!(lines.lines().count(), first.proof.len() + 1);
    assert!(lines.contains("ieee.f16.fma,rm=rdn tininess=before nan=sse,"), "{lines}");
}

/// A design that is none of the candidates is no candidate.
#[test]
fn what_no_candidate_does_is_said() {
    let op = vectors::operations().find("ieee.f16.add").unwrap();
    let wrong = Asked { x: vec![0x3c00, 0x3c00], out: vec![0x4001], flag: None };
    let id = identify(op, &Settings::default(), Source::Recorded(vec![wrong.clone()]), &mut |_| {})
        .unwrap();
    assert!(id.left.is_empty() && id.count == 0 && !id.is_named());
    let nearest = id.nearest.unwrap();
    assert_eq!((nearest.name.to_string().as_str(), nearest.agrees), ("ieee.f16.add", (0, 1)));
    assert_eq!((&nearest.refuted[0].asked, nearest.refuted[0].out[0]), (&wrong, 0x4000));
}

/// A file names a unit of a family where no case tells others apart that fit it, too.
#[test]
fn few_results_name_no_unit() {
    let settings = Settings { family: Some("silicon".into()), ..Settings::default() };
    let op = vectors::operations().find("silicon.nvidia.ampere.mma.k16.f16.f16.f32").unwrap();
    let plan = op.plan(&op.option_sets()[0]);
    let told = |all: &[Vec<u64>]| {
        let recorded =
            all.iter().map(|x| Asked { x: x.clone(), out: plan.run(x).out().to_vec(), flag: None });
        identify(op, &settings, Source::Recorded(recorded.collect()), &mut |_| {}).unwrap()
    };
    let ones = [vec![0x3c00; 32], vec![0x3f80_0000]].concat();
    let mut id = told(std::slice::from_ref(&ones));
    assert!(!id.is_named() && id.count > 10 && !id.next.is_empty());
    // The cases that it asks for, again and again, lead to the end.
    let mut all = vec![ones];
    for _ in 0..20 {
        all.append(&mut id.next);
        id = told(&all);
        if id.is_named() {
            break;
        }
    }
    let mut units: Vec<&str> = id.left.iter().map(|name| name.op.as_str()).collect();
    units.sort_unstable();
    units.dedup();
    assert!(id.is_named(), "{units:?}");
    assert_eq!(
        units,
        ["silicon.nvidia.ada.mma.k16.f16.f16.f32", "silicon.nvidia.ampere.mma.k16.f16.f16.f32"]
    );
}

/// A design that answers so many cases and then none.
struct Dying {
    left: usize,
    failed: usize,
    /// Questions behind a hundred failures.
    beyond: usize,
    own: Hidden,
}

impl Design for Dying {
    fn ask(&mut self, asked: &Plan, cases: &[u64]) -> Vec<Answer> {
        let mut answers = self.own.ask(asked, cases);
        self.beyond += usize::from(self.failed >= 100);
        for answer in &mut answers {
            match self.left.checked_sub(1) {
                Some(left) => self.left = left,
                None => {
                    *answer = Answer::Ended("killed".into());
                    self.failed += 1;
                }
            }
        }
        answers
    }
}

#[test]
fn a_design_that_dies_is_not_asked_on_and_on() {
    for left in [0, 40, 5000] {
        let op = vectors::operations().find("ieee.f16.fma").unwrap();
        let own = Hidden::new(op, &["rm=rdn"], &[]);
        let mut design = Dying { left, failed: 0, beyond: 0, own };
        let settings = Settings { random: 2000, ..Settings::default() };
        let id = identify(op, &settings, Source::Design(&mut design), &mut |_| {}).unwrap();
        assert!(!id.is_named() && id.failed >= 100, "{left}");
        assert_eq!(design.beyond, 0, "{left}");
    }
}

#[test]
fn what_is_left_when_the_time_is_over_is_inconclusive() {
    let op = vectors::operations().find("ieee.f32.add").unwrap();
    let found = |over: bool| {
        let until = over.then(std::time::Instant::now);
        let settings = Settings { random: 1000, until, ..Settings::default() };
        let mut design = Hidden::new(op, &["rm=rtz"], &[]);
        identify(op, &settings, Source::Design(&mut design), &mut |_| {}).unwrap()
    };
    let (late, in_time) = (found(true), found(false));
    assert!(late.over && late.is_inconclusive() && !late.is_named(), "{late:?}");
    assert!(!in_time.over && in_time.is_named() && !in_time.is_inconclusive(), "{in_time:?}");
}
