//! Programs whose official words would settle what the table does not know.

mod compute;
mod operands;
mod transfer;

use crate::mncore2::Mode;
use crate::mncore2::code::setting::{Setting, Settings};
use crate::mncore2::code::{Standing, Table, canonical};
use crate::mncore2::isa::Step;
use std::collections::BTreeSet;

/// A program to be assembled by the official assembler; the last line is what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Its name, unique, fit for a file.
    pub id: String,
    /// Its lines.
    pub program: String,
    /// How it is to be assembled.
    pub mode: Mode,
    /// The fields and codes that its word would settle.
    pub settles: String,
    /// What the word has if the inferences hold; empty where there are none.
    pub expected: String,
}

impl Probe {
    /// The last line.
    #[must_use]
    pub fn line(&self) -> &str {
        self.program.lines().next_back().unwrap_or_default()
    }

    /// The step that its word stands for, with the mask of a setting before it; nothing for MV lines
    /// and flat words.
    #[must_use]
    pub fn step(&self) -> Option<Step> {
        match self.mode {
            Mode::Flat => None,
            Mode::AutoStride => super::mask::last_step(&self.program),
        }
    }
}

/// Collects probes; a statement is probed once.
#[derive(Default)]
struct List {
    seen: BTreeSet<(bool, String)>,
    probes: Vec<Probe>,
}

impl List {
    /// A statement alone.
    fn add(&mut self, id: impl Into<String>, statement: impl Into<String>) {
        self.push(id.into(), statement.into(), Mode::AutoStride);
    }

    /// With lines before it that make it a legal program.
    fn behind(&mut self, id: impl Into<String>, before: &str, statement: &str) {
        self.push(id.into(), format!("{before}\n{statement}"), Mode::AutoStride);
    }

    fn flat(&mut self, id: impl Into<String>, statement: &str) {
        self.push(id.into(), statement.to_owned(), Mode::Flat);
    }

    fn push(&mut self, id: String, program: String, mode: Mode) {
        if self.seen.insert((mode == Mode::Flat, program.clone())) {
            let (settles, expected) = (String::new(), String::new());
            self.probes.push(Probe { id, program, mode, settles, expected });
        }
    }
}

impl Table {
    /// One-line programs, in an order in which each leaves little open that an earlier one does not
    /// settle. What is observed already is not among them.
    ///
    /// ```
    /// use semantics::mncore2::code::Table;
    /// let probes = Table::known().probes();
    /// let xor = probes.iter().find(|p| p.id == "alu-lxor").unwrap();
    /// assert_eq!(xor.line(), "lxor $lr0v $lm0v $ls0v");
    /// assert_eq!(xor.settles, "alu_opcode of `xor`, alu_in2 of `lm0`");
    /// ```
    #[must_use]
    pub fn probes(&self) -> Vec<Probe> {
        let mut list = List::default();
        compute::alu(&mut list);
        operands::widths(&mut list);
        compute::mau(&mut list);
        compute::matrix(&mut list);
        operands::inputs(&mut list);
        operands::numbers(&mut list);
        operands::outputs(&mut list);
        operands::masks(&mut list);
        transfer::l1bm(&mut list);
        transfer::l2bm(&mut list);
        transfer::mv(&mut list);
        control(&mut list);
        pairs(&mut list);
        flat(&mut list);
        let mut probes = list.probes;
        for probe in &mut probes {
            self.tell(probe);
        }
        // An output of the official assembler has shown the others.
        probes.retain(|probe| !probe.settles.is_empty());
        probes
    }

    /// What a probe settles and what is expected.
    fn tell(&self, probe: &mut Probe) {
        let Some(step) = probe.step() else {
            probe.settles = match probe.mode {
                Mode::Flat => "the form of flat words".to_owned(),
                Mode::AutoStride => "the form of MV lines".to_owned(),
            };
            return;
        };
        let (mut settles, mut expected) = (Vec::new(), Vec::new());
        for setting in &Settings::of(&canonical::spelled(&step)).list {
            match (setting, self.values(setting)) {
                (Setting::Nowhere(what), _) => settles.push(what.to_string()),
                (_, Err(unknown)) => {
                    let field = unknown.field.map_or("", |f| f.name());
                    settles.push(format!("{field} of `{}`", unknown.value));
                }
                (_, Ok(values)) => {
                    for v in values.iter().filter(|v| v.standing == Standing::Inferred) {
                        settles.push(format!("{} of `{}`", v.field.name(), v.name));
                        expected.push(format!("{}={}", v.field.name(), v.value));
                    }
                }
            }
        }
        settles.dedup();
        expected.dedup();
        (probe.settles, probe.expected) = (settles.join(", "), expected.join(" "));
    }
}

// `wait`, `noforward`, expressions side by side, flat words.

/// What stands beside other expressions and what is done to whole steps.
fn control(list: &mut List) {
    for tag in ["01", "02", "04", "08", "10", "20", "40", "80"] {
        let mv = format!("mvp/n64i{tag} $p0@0 $lc0@0.0");
        list.behind(format!("wait-{tag}"), &mv, &format!("nop; wait i{tag}"));
        let step = format!("fvpassa $lr0v $ls0v; wait i{tag}");
        list.behind(format!("wait-{tag}-step"), &mv, &step);
    }
    list.add("noforward", "noforward; fvpassa $lr0v $ls0v");
    list.add("noforward-alone", "noforward");
}

/// Units side by side.
fn pairs(list: &mut List) {
    for (id, text) in [
        ("pair-mau-mread", "dmmulu $lx $lr0v $ls0v; dmread $ly0 $nowrite"),
        ("pair-mwrite-mread", "gmwrite $lm0v $lx0; gmread $ly4 $nowrite"),
        ("pair-alu-mread", "lpassa $lr0v $ls0v; dmread $ly0 $nowrite"),
        ("pair-l1bm-mread", "l1bmm@0 $lm0v $lb0; dmread $ly0 $nowrite"),
        ("pair-dmfmad-dmwrite", "dmfmad $lx $lr0v $ls0v $ln0v; dmwrite $lm0v $ly0"),
        ("pair-hmmul-hmwrite-ll", "hmmul $lx $lr0v $lln0v; hmwrite $llm0v $lly0"),
    ] {
        list.add(id, text);
    }
}

/// Statements of known auto-stride words in flat mode, and lists of addresses.
fn flat(list: &mut List) {
    for (id, text) in [
        ("flat-nop", "nop"),
        ("flat-passa", "lpassa $lr0v $lm0v"),
        ("flat-imm", "imm ui\"0x12345678\" $lr0v"),
        ("flat-l1bm", "l1bmm@0 $lm0v $lb0"),
    ] {
        list.flat(id, text);
    }
    for (bank, letter) in [("grf0", "r"), ("grf1", "s"), ("lm0", "m"), ("lm1", "n")] {
        let other = if letter == "n" { "m" } else { "n" };
        for cycle in 0..4usize {
            let mut at = [0u32; 4];
            at[cycle] = 2;
            let place = format!("$l{letter}[{},{},{},{}]", at[0], at[1], at[2], at[3]);
            let read = format!("fvpassa {place} $l{other}0v");
            list.flat(format!("flat-{bank}-read-{cycle}"), &read);
            let write = format!("fvpassa $l{other}0v {place}");
            list.flat(format!("flat-{bank}-write-{cycle}"), &write);
        }
    }
}
