//! The machine of Tile against the plain interpreter on random programs over every row: registers, side scales, CSRs, flags,
//! memories, semaphores, kind and place of errors.
//!
//! `ASSAY_TILE_PROGRAMS=200000` runs more of them.

mod drawn;
mod several;
mod words;

use semantics::tile::isa::{Instruction, rows};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use tests::budget::Budget;
use tests::tile::{compared, settings, shortened};
use vectors::programs::Seeded;
use vectors::programs::tile::{Program, program};

/// The row that a program ends with.
fn last(program: &Program) -> String {
    let instruction = program.words.last().map(|word| Instruction::decode(*word));
    match instruction {
        Some(Ok(instruction)) => instruction.row().mnemonic.clone(),
        _ => "no instruction".to_owned(),
    }
}

/// The differences by the row that shows them: how many, and the shortest case.
type Differences = BTreeMap<String, (u64, String)>;

#[test]
fn machine_and_plain_interpreter_agree() {
    let all = Mutex::new((Differences::new(), BTreeMap::<&str, u64>::new()));
    Budget::of("ASSAY_TILE_PROGRAMS", 2_000, 0).run("Tile programs", |seed| {
        let program = program(&mut Seeded::new(seed), &settings(seed));
        let found = compared(&program);
        let shown = found.difference.as_ref().map(|_| shortened(&program));
        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
        found.ran.iter().for_each(|row| *all.1.entry(&row.mnemonic).or_default() += 1);
        let Some(shown) = shown else { return };
        let difference = compared(&shown).difference.unwrap_or_default();
        let text = format!("{difference}\n{}", shown.case(&format!("seed-{seed}")));
        let entry = all.0.entry(last(&shown)).or_insert_with(|| (0, text.clone()));
        entry.0 += 1;
        if text.len() < entry.1.len() {
            entry.1 = text;
        }
    });
    let (differences, ran) = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    for (row, (count, shortest)) in &differences {
        println!("{row}: {count} differ; {shortest}");
    }
    let names: Vec<&String> = differences.keys().collect();
    assert!(names.is_empty(), "{names:?} differ, the shortest of each above");
    // Fewer programs than usual need not have all.
    if seeded::number("ASSAY_TILE_PROGRAMS").is_some_and(|programs| programs >= 10_000) {
        let never: Vec<&str> = rows()
            .iter()
            .map(|row| row.mnemonic.as_str())
            .filter(|name| !ran.contains_key(name))
            .collect();
        assert!(never.is_empty(), "{never:?} never ran");
    }
}
