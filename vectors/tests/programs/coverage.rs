//! Every opcode and every row of the instruction set occurs.

use crate::programs::{PROGRAMS, drawn, programs};
use semantics::mncore2::isa::table::{Form, opcode_words, rows, rows_of};
use semantics::mncore2::isa::{
    AluForm, AluOp, Expr, L1bmPlace, L2bm, Precision, Source, Statement, Target,
};
use std::collections::{BTreeSet, HashMap};
use vectors::programs::mncore2::Settings;

/// The opcode words of a statement.
fn words(statement: &Statement) -> Vec<String> {
    let word = |text: String| {
        let end = text.find(['/', '@', '+', ' ']).unwrap_or(text.len());
        text[..end].to_owned()
    };
    match statement {
        Statement::Step(step) => step.exprs.iter().map(|e| word(e.to_string())).collect(),
        Statement::Mv(_) | Statement::Quit => vec![word(statement.to_string())],
        _ => Vec::new(),
    }
}

#[test]
fn every_opcode() {
    let mut missing: BTreeSet<&str> = opcode_words().iter().copied().collect();
    missing.remove("quit");
    for statement in programs(0..4 * PROGRAMS, &drawn()).flatten() {
        for word in words(&statement) {
            missing.remove(word.as_str());
        }
        if missing.is_empty() {
            return;
        }
    }
    panic!("{missing:?}");
}

#[test]
fn every_row() {
    let mut seen: HashMap<*const _, u32> = HashMap::new();
    for statement in programs(0..PROGRAMS / 10, &Settings::default()).flatten() {
        for row in rows_of(&statement) {
            *seen.entry(std::ptr::from_ref(row)).or_default() += 1;
        }
    }
    for row in rows().filter(|r| r.form != Form::Comment) {
        let count = seen.get(&std::ptr::from_ref(row)).copied().unwrap_or_default();
        assert!(count >= 3, "{} {} -> {}: {count}", row.opcode, row.inputs, row.outputs);
    }
}

/// Every pair of groups of table 3.6 that may be issued together is.
#[test]
fn every_pair() {
    let group = |expr: &Expr| match expr {
        Expr::Nop(_) => "nop",
        Expr::Noforward => "noforward",
        Expr::Wait(_) => "wait",
        Expr::L2bm(L2bm::Darw) => "l2bmdarw",
        Expr::L2bm(_) => "l2bm",
        Expr::Down(down) if down.from.place == L1bmPlace::Turnaround => "l1bm-turnaround",
        Expr::Down(_) | Expr::Up(_) => "l1bm",
        Expr::Mau(_) => "mau-calc",
        Expr::Mwrite(_) => "mau-mwrite",
        Expr::Mread(_) => "mau-mread",
        Expr::Alu(_) => "alu",
    };
    let mut seen = BTreeSet::new();
    for statement in programs(0..PROGRAMS, &drawn()).flatten() {
        let Statement::Step(step) = statement else { continue };
        for (i, a) in step.exprs.iter().enumerate() {
            seen.extend(
                step.exprs[..i].iter().map(|b| (group(a).min(group(b)), group(a).max(group(b)))),
            );
        }
    }
    // Ten groups beside nop, in pairs; nop goes with wait.
    assert_eq!(seen.len(), 10 * 9 / 2 + 1, "{seen:?}");
}

/// Programs of the matrix registers: every precision of a product meets a block of its own.
#[test]
fn products_of_blocks() {
    let mut met = BTreeSet::new();
    for program in programs(0..PROGRAMS / 10, &Settings::default()) {
        let mut blocks = Vec::new();
        for statement in program {
            let Statement::Step(step) = statement else { continue };
            for expr in &step.exprs {
                if let Expr::Mau(mau) = expr
                    && mau.matrix.is_some()
                    && let Some(Source::Memory(x)) = mau.inputs.first().map(|x| x.source)
                    && blocks.contains(&(mau.precision, x))
                {
                    met.insert(mau.precision);
                }
                if let Expr::Alu(alu) = expr
                    && let AluForm::Element { precision, op: AluOp::Bfn, .. } = alu.form
                {
                    blocks.extend(alu.dests.iter().filter_map(|d| match d.target {
                        Target::Memory(access) => Some((precision, access)),
                        _ => None,
                    }));
                }
            }
        }
    }
    let all = [Precision::D, Precision::F, Precision::G, Precision::H];
    assert_eq!(met.into_iter().collect::<Vec<_>>(), all);
}
