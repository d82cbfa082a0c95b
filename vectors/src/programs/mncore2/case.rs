//! Cases: the state that a short program can read, and the program.
//!
//! Elements differ in as few levels as possible, so that what a program leaves can be told in few names: PEs by their number in the
//! MAB, L1BMs by their number in the L2B, and so on.

use super::reads::Reads;
use super::values::Values;
use super::{Settings, Units, Weights};
use crate::programs::Draft;
use crate::programs::choices::{Choices, Seeded, chance, small};
use semantics::mncore2::check::{Checker, Rules, Severity};
use semantics::mncore2::isa::table::rows_of;
use semantics::mncore2::isa::{Bank, Expr, Memory, Side, Statement, Step, Width};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The case of a program.
pub(super) fn draft(data: &mut Seeded, program: Vec<Statement>, id: &str) -> Draft {
    let program = mended(program);
    let mut text = format!("test {id}\n");
    Init { text: &mut text, data }.all(&Reads::of(&program));
    for statement in &program {
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "code {statement}");
    }
    Draft { text, decisions: decisions(&program), also: &[] }
}

/// A program of one statement, half of the times of more. Most cases stay within PEs; the host's statements are left to the other
/// lines of a case.
pub(super) fn settings(c: &mut dyn Choices) -> Settings {
    let units = match c.below(16) {
        0 | 1 => Units::Mv,
        2 | 3 => Units::L2bm,
        4..=7 => Units::L1bm,
        _ => Units::Pe,
    };
    let statements = if units == Units::Mv { [2, 0, 1, 12, 0, 0] } else { [40, 6, 3, 0, 0, 0] };
    // What a level adds is drawn most where it is there.
    let groups = match units {
        Units::Pe => [10, 9, 4, 4, 0, 0, 0, 0],
        Units::L1bm => [3, 2, 1, 1, 12, 8, 0, 0],
        Units::L2bm | Units::Mv => [2, 2, 1, 1, 3, 2, 20, 3],
    };
    let most = if chance(c, 1, 2) { 2 + u32::from(small(c, 5)) } else { 1 };
    Settings {
        steps: most..=most,
        units,
        fill: false,
        dump: false,
        weights: Weights { statements, groups },
    }
}

/// With as many `nop` as the assembler's rules ask for; without what they cannot mend.
fn mended(program: Vec<Statement>) -> Vec<Statement> {
    let mut checker = Checker::with(Rules::ASSEMBLER);
    let mut done: Vec<Statement> = Vec::new();
    for statement in program {
        let errors = |checker: &Checker, line: usize| {
            let mut found = checker.clone().statement(line as u32, &statement);
            found.retain(|violation| violation.severity == Severity::Error);
            found
        };
        let needed = errors(&checker, done.len() + 1).iter().map(|v| v.nops).max().unwrap_or(0);
        let mut next = checker.clone();
        let nop = (needed > 0).then(|| {
            let nop = Statement::Step(Step { exprs: vec![Expr::Nop(needed)] });
            next.statement(done.len() as u32 + 1, &nop);
            nop
        });
        let line = done.len() + usize::from(nop.is_some()) + 1;
        if errors(&next, line).is_empty() {
            next.statement(line as u32, &statement);
            checker = next;
            done.extend(nop);
            done.push(statement);
        }
    }
    done
}

fn decisions(program: &[Statement]) -> Vec<&'static str> {
    let rows = program.iter().flat_map(rows_of);
    let named: BTreeSet<&str> =
        rows.flat_map(|row| row.decisions.split_ascii_whitespace()).collect();
    named.into_iter().collect()
}

/// The lines of a state.
struct Init<'a> {
    text: &'a mut String,
    data: &'a mut Seeded,
}

impl Init<'_> {
    fn all(&mut self, reads: &Reads) {
        for bank in Bank::ALL {
            let name = |word| Memory::Pe(Width::Long, bank, 2 * word);
            self.each(&reads.banks[bank as usize], name, &single(places("p", 4)));
        }
        if reads.t {
            places("p", 4).iter().for_each(|place| self.t(place));
        }
        for entry in &reads.masks {
            for place in places("p", 4) {
                let flags = self.data.bits() as u16;
                self.line(
                    &format!("{}{place}", Memory::Mask(u32::from(*entry))),
                    &format!("{flags:#06x}"),
                );
            }
        }
        for side in [Side::X, Side::Y].into_iter().filter(|side| reads.sides[*side as usize]) {
            let words = hex(&Values::new(self.data).words(64));
            self.line(&Memory::Matrix(side, 0).to_string(), &words);
        }
        // Of many words all have the same but two.
        let l1bms: Vec<Vec<String>> = match reads.l1bm.len() {
            0..=32 => places("b", 8).iter().map(|b| of_groups(b)).collect(),
            _ => vec![vec![String::new()], of_groups("b1"), of_groups("b6")],
        };
        self.each(&reads.l1bm, |word| Memory::L1bm(Width::Long, word), &l1bms);
        self.upper(reads);
    }

    /// What lies above L1BM.
    fn upper(&mut self, reads: &Reads) {
        let l2bs = ["c0", "c1"].map(of_groups);
        let l2bms: Vec<Vec<String>> = match reads.by_group {
            true => single(l2bs.concat()),
            false => l2bs.to_vec(),
        };
        self.each(&reads.l2bm, Memory::L2bm, &l2bms);
        for (first, count) in runs(&reads.dar) {
            let words = (0..count).map(|_| self.data.below(64) << 32 | self.data.below(64));
            let words: Vec<u64> = words.collect();
            self.line(&Memory::L2bm(first).to_string(), &hex(&words));
        }
        for (n, place) in places("n", 4).into_iter().enumerate() {
            let places = single(vec![place]);
            self.each(&reads.pdm[n], Memory::Pdm, &places);
            self.each(&reads.dram[n], Memory::Dram, &places);
        }
    }

    /// Words of a memory; the places of a list have the same.
    fn each(
        &mut self,
        words: &BTreeSet<u32>,
        name: impl Fn(u32) -> Memory,
        places: &[Vec<String>],
    ) {
        for (first, count) in runs(words) {
            for list in places {
                let words = hex(&Values::new(self.data).words(count as usize));
                list.iter().for_each(|place| self.line(&format!("{}{place}", name(first)), &words));
            }
        }
    }

    /// T serves as an address too: small numbers in its upper long words.
    fn t(&mut self, place: &str) {
        let word = |i| if i % 2 == 0 { self.data.below(64) } else { Values::new(self.data).word() };
        let words: Vec<u64> = (0..8).map(word).collect();
        self.line(&format!("{}{place}", Memory::T(Width::Double)), &hex(&words));
    }

    fn line(&mut self, target: &str, value: &str) {
        let _ = writeln!(self.text, "init {target}={value}");
    }
}

/// The names of so many elements of a level.
fn places(level: &str, count: u32) -> Vec<String> {
    (0..count).map(|number| format!("{level}{number}")).collect()
}

/// The same of each group: L2Bs and L1Bs are named behind their group alone.
fn of_groups(level: &str) -> Vec<String> {
    places("n", 4).into_iter().map(|group| group + level).collect()
}

/// Lists of one.
fn single(places: Vec<String>) -> Vec<Vec<String>> {
    places.into_iter().map(|place| vec![place]).collect()
}

fn hex(words: &[u64]) -> String {
    words.iter().map(|word| format!("{word:016x}")).collect()
}

/// First and count of consecutive numbers.
fn runs(words: &BTreeSet<u32>) -> Vec<(u32, u32)> {
    let list: Vec<u32> = words.iter().copied().collect();
    list.chunk_by(|a, b| a + 1 == *b).map(|run| (run[0], run.len() as u32)).collect()
}
