//! `assay cover --sv`: the covergroups' text is read and sampled as IEEE 1800 says, and every case hits the goals that the model says.

mod expression;
mod group;

use crate::common::Operands;
use group::Group;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use vectors::cover::{Model, Status, systemverilog};
use vectors::registry::rules::RM;
use vectors::registry::{FlagKind, Op, Options};

/// What the numbers of roundings mean.
const MODES: [&str; 6] = ["rne", "rtz", "rdn", "rup", "rna", "rto"];

/// What is compared.
struct Compared {
    models: Vec<Model>,
    text: String,
}

impl Compared {
    fn of(op: &'static Op, choices: &[Options]) -> Self {
        let models: Vec<Model> =
            choices.iter().map(|options| Model::new(&op.plan(options))).collect();
        let text = systemverilog(&models.iter().collect::<Vec<_>>()).expect("said");
        Self { models, text }
    }

    /// The cases of a model and random ones, at most so many of each.
    fn cases(model: &Model, most: usize) -> Vec<Vec<u64>> {
        let plan = model.plan();
        let own: Vec<&[u64]> = model.cases().chunks(plan.elements()).collect();
        let step = own.len().div_ceil(most).max(1);
        let mut all: Vec<Vec<u64>> = own.iter().step_by(step).map(|x| x.to_vec()).collect();
        let mut random = Operands::new(35);
        all.extend((0..most / 2).map(|_| random.of(plan)));
        all
    }

    /// Goals that the model and the text tell apart, and all that both hit.
    fn differences(&self, text: &str, most: usize) -> (Vec<String>, HashSet<String>) {
        let group = &Group::read(text)[0];
        let (mut different, mut hit) = (Vec::new(), HashSet::new());
        for model in &self.models {
            let plan = model.plan();
            let rounds = plan.op.options.iter().any(|spec| spec.row.name == "rm");
            let mode = rounds.then(|| RM.word(&plan.options.get(&RM)));
            let mut words: Vec<Option<String>> = vec![None; model.len()];
            for table in model.tables() {
                if !group.said.contains(&(table.name.to_owned(), table.what.to_owned())) {
                    continue;
                }
                for goal in table.goals {
                    let mode = mode.map_or_else(String::new, |mode| format!(" rm_{mode}"));
                    words[goal] = Some(format!("{} {}{mode}", table.name, model.goal(goal).values));
                }
            }
            for x in Self::cases(model, most) {
                let outcome = plan.run(&x);
                let mut case = Vec::new();
                let mut rest = &x[..];
                for shape in &plan.operands {
                    let (own, others) = rest.split_at(shape.len);
                    case.push(own.to_vec());
                    rest = others;
                }
                let mut rest = outcome.out();
                for shape in &plan.results {
                    let (own, others) = rest.split_at(shape.len);
                    case.push(own.to_vec());
                    rest = others;
                }
                if plan.op.flags == FlagKind::Exceptions {
                    case.push(vec![outcome.flag.unwrap_or(0).into()]);
                }
                case.extend(mode.map(|mode| {
                    vec![MODES.iter().position(|own| *own == mode).expect("a mode") as u64]
                }));
                let mut right = HashSet::new();
                model.hits(&x, outcome.out(), outcome.flag, |goal| {
                    if model.status(goal) == Status::Reachable {
                        right.extend(words[goal].clone());
                    }
                });
                let found = group.sample(&case);
                let odd = right.symmetric_difference(&found);
                different.extend(odd.map(|goal| format!("{} {x:x?}: {goal}", plan.op.id)));
                hit.extend(found);
            }
        }
        (different, hit)
    }
}

/// How many goals a text says that it says.
fn counted(text: &str) -> usize {
    let line = text.split_once("// Said as bins: ").expect("a count").1;
    line.split(' ').next().and_then(|n| n.parse().ok()).expect("a number")
}

fn is_same(id: &str, options: &str, most: usize) {
    let op = vectors::operations().find(id).expect("listed");
    let choices: Vec<Options> = match options {
        "all" => op.roundings(),
        words => vec![op.parse_options(words.split_whitespace()).expect("options")],
    };
    let compared = Compared::of(op, &choices);
    let (different, hit) = compared.differences(&compared.text, most);
    assert!(
        different.is_empty(),
        "{}: {:#?}",
        different.len(),
        &different[..different.len().min(12)]
    );
    let whole = compared.models.iter().all(|m| m.cases().len() / m.plan().elements() <= most);
    if whole {
        assert_eq!(
            hit.len(),
            counted(&compared.text),
            "{id} {options}: goals that are said and hit"
        );
    }
}

/// The file of one operation of each family, and of every format of IEEE 754's operations, is SystemVerilog.
#[test]
fn files_are_systemverilog() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let python = here.join("target/pyslang/bin/python");
    if !here.join("target/pyslang/ready").exists() {
        return needs::skip_tool("pyslang");
    }
    let reader = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/covergroups/read.py");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("covergroups");
    std::fs::create_dir_all(&folder).expect("a folder");
    let read = |files: &[PathBuf]| needs::output(Command::new(&python).arg(&reader).args(files));
    let mut families = HashSet::new();
    let ieee = |op: &Op| {
        op.id.starts_with("ieee.") && [".add", ".le_quiet"].iter().any(|end| op.id.ends_with(end))
    };
    let mut files = Vec::new();
    for op in vectors::operations().all() {
        let plan = op.plan(&op.roundings()[0]);
        if plan.is_wide() {
            // What has no goals has no groups.
            assert!(systemverilog(&[&Model::new(&plan)]).is_err(), "{}", op.id);
            continue;
        }
        if families.insert(op.family()) || ieee(op) {
            let text = Compared::of(op, &op.roundings()[..1]).text;
            files.push(folder.join(format!("{}.sv", op.id)));
            std::fs::write(files.last().expect("a file"), &text).expect("written");
        }
    }
    let output = read(&files);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let wrong = folder.join("wrong.sv");
    let text = std::fs::read_to_string(&files[0]).expect("a file");
    std::fs::write(&wrong, text.replace("goals.sample(", "goals.sample(1'b0, ")).expect("written");
    assert!(!read(&[wrong]).status.success(), "an argument too many");
}

/// A bin that takes a value more or less than it must is seen.
#[test]
fn shifted_bins_are_seen() {
    let op = vectors::operations().find("fp8.e5m2.div").expect("listed");
    let compared = Compared::of(op, &op.roundings()[..1]);
    let (mut seen, mut all) = (0, 0);
    let lines: Vec<&str> = compared.text.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let Some((head, rest)) = line.split_once("bins ").and(line.split_once(":8'h")) else {
            continue;
        };
        let (last, rest) = rest.split_once(']').expect("a span");
        let next = (u64::from_str_radix(last, 16).expect("a number") + 1) & 0xff;
        let shifted = format!("{head}:8'h{next:x}]{rest}");
        if next == 0 {
            continue;
        }
        let text = [&lines[..at], &[&*shifted], &lines[at + 1..]].concat().join("\n");
        all += 1;
        seen += usize::from(!compared.differences(&text, 1000).0.is_empty());
    }
    assert!(all > 5 && seen == all, "{seen} of {all}");
}

#[test]
fn arithmetic() {
    for (id, options) in [
        ("ieee.f16.add", "all"),
        ("ieee.f16.mul", "rm=rup"),
        ("ieee.bf16.sub", "daz=1"),
        ("ieee.f32.add", ""),
        ("ieee.f64.mul", "rm=rtz"),
        ("ieee.tf32.div", "ftz=1 daz=1"),
        ("ieee.f32.sqrt", "all"),
        ("fp8.e4m3fn.add", "all"),
        ("fp8.e4m3fnuz.div", ""),
        ("fp8.e5m2.div", "all"),
        ("fp4.e2m1fn.mul", ""),
        ("fp6.e3m2fn.sub", ""),
        ("ieee.f16.fma", ""),
        // Lanes, comparisons, conversions of all kinds, scales, blocks, integers, machines' formats.
        ("pod.pfpadd.4s", ""),
        ("pod.pfpfma+-.2d", ""),
        ("ieee.f32.le_quiet", ""),
        ("ieee.f64.total_order", ""),
        ("fp8.e4m3fn.eq_signaling", ""),
        ("ieee.f32.scale_b", "daz=1"),
        ("fp8.e5m2.scale_b", ""),
        ("ieee.f64.round_to_integral", "rm=rup"),
        ("fp6.e2m3fn.round_to_integral", ""),
        ("cvt.f32.f16", "all"),
        ("cvt.f16.f32", ""),
        ("cvt.f64.e4m3fn", "daz=1"),
        ("cvt.bf16.e5m2fnuz", ""),
        ("cvt.e4m3fnuz.f16", ""),
        ("cvt.f64.i64", "rm=rdn"),
        ("cvt.f32.u8", ""),
        ("cvt.u64.f32", "rm=rtz"),
        ("cvt.i64.bf16", ""),
        ("cvt.i8.e2m1fn", ""),
        ("cvt.e8m0.f32", ""),
        ("p3109.binary8p3se.add", ""),
        ("p3109.binary8p4uf.div", "all"),
        ("p3109.binary8p1ue.mul", ""),
        ("p3109.binary8p7sf.compare_less", ""),
        ("p3109.binary8p3ue.sub", "sat=1"),
        ("cvt.f16.binary8p3se", ""),
        ("cvt.binary8p3uf.f16", ""),
        ("cvt.binary8p3se.i8", ""),
        ("posit.8.mul", ""),
        ("posit.16.nearest_int", ""),
        ("cvt.posit16.f32", ""),
        ("cvt.i16.posit16", ""),
        ("sr.f32.bf16", ""),
        ("ieee.f16.add", "box=32"),
        ("mncore2.mau.hvadd", ""),
        ("mncore2.mau.dvmul", ""),
        ("mncore2.mau.fvfma", "neg=0"),
        ("mncore2.rrn.mv8.hfadd", ""),
        ("mncore2.convert.d_to_h", ""),
    ] {
        is_same(id, options, 1000);
    }
}
