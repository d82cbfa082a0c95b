//! What was tried, and what was found.

use super::round::{Fault, Told};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What a fault did to a command.
#[derive(Default)]
struct Cell {
    rounds: u64,
    findings: u64,
    /// The round, what was run, and what is wrong.
    first: Option<(u64, String, String)>,
}

/// Commands by faults.
#[derive(Default)]
pub(super) struct Table(BTreeMap<(&'static str, Fault), Cell>);

impl Table {
    pub(super) fn add(&mut self, number: u64, told: Told) {
        let cell = self.0.entry((told.command, told.fault)).or_default();
        cell.rounds += 1;
        if let Some(wrong) = told.wrong {
            cell.findings += 1;
            cell.first.get_or_insert((number, told.how, wrong));
        }
    }

    pub(super) fn findings(&self) -> u64 {
        self.0.values().map(|cell| cell.findings).sum()
    }

    /// Rounds of each fault and command, those with findings as `FINDINGS!ROUNDS`; then the first finding of each.
    pub(super) fn shown(&self, seed: u64) -> String {
        let mut text = line("command", Fault::ALL.map(|fault| fault.name().to_owned()));
        let mut commands: Vec<&str> = self.0.keys().map(|(command, _)| *command).collect();
        commands.dedup();
        for command in commands {
            let cells = Fault::ALL.map(|fault| match self.0.get(&(command, fault)) {
                None => "-".to_owned(),
                Some(cell) if cell.findings > 0 => format!("{}!{}", cell.findings, cell.rounds),
                Some(cell) => cell.rounds.to_string(),
            });
            text += &line(command, cells);
        }
        let of = |fault| self.0.iter().filter(move |((_, own), _)| *own == fault);
        let sums = Fault::ALL.map(|fault| of(fault).map(|(_, cell)| cell.rounds).sum::<u64>());
        text += &line("all", sums.map(|sum| sum.to_string()));
        if self.findings() == 0 {
            return text + "all clean\n";
        }
        for ((command, fault), cell) in &self.0 {
            if let Some((number, how, wrong)) = &cell.first {
                let _ = writeln!(
                    text,
                    "{}, {command}: {wrong}\n    {how}\n    again: cargo xtask faults --seed {seed} --round {number}",
                    fault.name()
                );
            }
        }
        text
    }
}

fn line(first: &str, cells: [String; Fault::ALL.len()]) -> String {
    let cells: String = cells.iter().map(|cell| format!(" {cell:>9}")).collect();
    format!("{first:<15}{cells}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_is_told_with_its_round() {
        let told = |wrong: Option<&str>| Told {
            fault: Fault::Kill,
            command: "gen csv",
            how: "assay gen".to_owned(),
            wrong: wrong.map(str::to_owned),
        };
        let mut table = Table::default();
        table.add(0, told(None));
        assert!(table.shown(5).ends_with("all clean\n"));
        table.add(8, told(Some("r.csv is half")));
        let text = table.shown(5);
        assert!(text.contains("1!2") && text.contains("r.csv is half"), "{text}");
        assert!(text.contains("--seed 5 --round 8") && !text.contains("all clean"), "{text}");
        assert_eq!(table.findings(), 1);
    }
}
