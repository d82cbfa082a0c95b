//! A board of which one PE is looked at, with all that its values come from: the judge of programs and case files.

use super::place::places;
use super::scope::printed;
use super::{Element, Machine, Scope, statements};
use crate::interpreters::judge::{Judge, State, number, stopped};
use semantics::machine::{self, Run, RunError, RunErrorKind, Value};
use semantics::mncore2::MnCore2;
use semantics::mncore2::isa::{Get, Levels, Memory, Statement, Width};
use semantics::mncore2::text::{Program, parse_line};
use semantics::source::Refusal;

/// The board around a PE.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// Which PE, where one is chosen; what is beyond it has no verdict then.
    pe: Option<u16>,
    /// What is set before programs tell which elements there are.
    before: Vec<(String, Value)>,
    machine: Option<Machine>,
}

/// A memory and its places, as `d get` names them; single words, and T by its upper words, are not asked for.
fn named(name: &str) -> Option<(Memory, Levels)> {
    // Every memory can be read as numbers of half precision.
    match parse_line(&format!("d geth {name} 1")) {
        Ok(Some(Statement::Get(Get { memory, levels, .. }))) => match memory {
            Memory::Pe(Width::Single, ..) | Memory::T(Width::Single | Width::Long) => None,
            _ => Some((memory, levels)),
        },
        _ => None,
    }
}

/// Words of a value, of flags cycle 0 first.
fn words(value: &Value) -> Vec<u64> {
    match value {
        Value::Number(flags, _) => [12, 8, 4, 0].map(|shift| (flags >> shift & 15) as u64).into(),
        Value::Image(bytes) => {
            bytes.as_chunks().0.iter().map(|word| u64::from_be_bytes(*word)).collect()
        }
        Value::None => Vec::new(),
    }
}

impl Judge for Observed {
    const MACHINE: &'static dyn machine::Machine = &MnCore2;
    const OWN: &'static [&'static str] = &["pe"];
    type Program = Program;

    fn at_reset(parameters: &[(&str, &str)]) -> Result<Self, Refusal> {
        let mut judge = Self::default();
        for (name, value) in parameters {
            match (*name, number(value)) {
                ("pe", Some(pe)) => judge.pe = Some(pe as u16),
                _ => return Err(Refusal::new(format!("the judge has no {name}={value}"))),
            }
        }
        Ok(judge)
    }

    fn prepare(&mut self, programs: &[&Program]) {
        let all = programs.iter().flat_map(|program| statements(program));
        let pe = self.pe.unwrap_or_default();
        let (mab, l1b) = (pe / 4, (pe / 64) as u8);
        let path =
            [Element::Group(l1b / 16), Element::L2b(l1b / 8), Element::L1b(l1b), Element::Mab(mab)];
        let observed = printed(all.clone()).into_iter().chain(path);
        self.machine = Some(Machine::new(Scope::with(all, observed)));
        for (name, value) in std::mem::take(&mut self.before) {
            let set = self.set(&name, &value);
            set.unwrap_or_else(|| panic!("{name} cannot be set"));
        }
    }

    fn run(&mut self, programs: &[&Program], run: Run<'_>) -> Result<(), RunError> {
        let machine = self.machine.as_mut().expect("programs are known");
        for line in programs.iter().flat_map(|program| program.lines()) {
            let stopped = |kind| RunError { kind, ..stopped(line.number, "") };
            let ran = machine.statement(line.statement());
            ran.map_err(|stop| stopped(RunErrorKind::Machine("stop", stop.to_string())))?;
            let dump = std::mem::take(&mut machine.dump);
            run.out
                .write_all(dump.as_bytes())
                .map_err(|error| stopped(RunErrorKind::Write(error)))?;
        }
        Ok(())
    }

    fn get(&self, name: &str, units: usize) -> Option<Vec<(String, Value)>> {
        let (memory, levels) = named(name)?;
        let machine = self.machine.as_ref()?;
        let value = |number| -> Option<Value> {
            let word = |n| machine.word_of(memory, number, n);
            Some(match memory {
                Memory::Mask(_) => {
                    let flags: Option<Vec<u64>> = (0..4).map(word).collect();
                    Value::Number(flags?.iter().fold(0, |all, n| all << 4 | u128::from(*n)), 16)
                }
                _ => {
                    let words: Option<Vec<u64>> = (0..units).map(word).collect();
                    Value::Image(words?.iter().flat_map(|word| word.to_be_bytes()).collect())
                }
            })
        };
        let known = places(memory, levels).filter_map(|place| {
            Some((format!("{memory}{}", place.label()), value(place.number())?))
        });
        let known: Vec<_> = known.collect();
        (self.pe.is_some() || !known.is_empty()).then_some(known)
    }

    fn set(&mut self, name: &str, value: &Value) -> Option<()> {
        let Some(machine) = &mut self.machine else {
            self.before.push((name.to_owned(), value.clone()));
            return Some(());
        };
        let (memory, levels) = named(name)?;
        let words = words(value);
        places(memory, levels)
            .try_for_each(|place| machine.put(memory, place.number(), &words).map(drop))
            .ok()
    }

    fn state(&self) -> State {
        let words = self.machine.iter().flat_map(Machine::state_words);
        words
            .map(|((name, number, at), word)| {
                (format!("{name} {number} {at}"), Value::Number(word.into(), 64))
            })
            .collect()
    }
}
