//! The array by the names that case files use (POD-D87).

use super::Machine;
use crate::interpreters::judge::{
    Judge, Name, State, image, number, runs, scalar, sparse, stopped,
};
use semantics::machine::{self, Run, RunError, RunErrorKind, Value};
use semantics::pod::isa::Slot;
use semantics::pod::{PodMachine, Program};
use semantics::source::Refusal;
use std::ops::Range;

/// The flags and their bits.
const FLAGS: [(&str, u32); 4] = [("CF", 0), ("ZF", 6), ("SF", 7), ("OF", 11)];

impl Machine {
    /// The PEs that a name means.
    fn named(&self, name: &Name<'_>) -> Range<usize> {
        name.of.map_or(0..self.pes.len(), |pe| pe..pe + 1)
    }

    /// What is the array's and no PE's.
    fn shared(&self, name: &Name<'_>, units: usize) -> Option<Value> {
        let byte = |i| self.system.get(&name.address().wrapping_add(i)).copied().unwrap_or(0);
        let count = match name.stem {
            "sys" => return Some(Value::Image((0..units as u64).map(byte).collect())),
            "drb" => self.buffer,
            "flags" => self.or_flags().into(),
            "packets" => self.counters.packets,
            "cycles" => self.counters.cycles,
            "stalls" => self.counters.stalls,
            "flops" => self.counters.flops,
            "warnings" => self.counters.warnings,
            _ => return None,
        };
        Some(Value::Number(count.into(), 64))
    }

    fn own(&self, pe: usize, name: &Name<'_>, units: usize) -> Option<Value> {
        let state = &self.pes[pe];
        let (value, bits) = match name.stem {
            "mem" => {
                let at = name.address() as usize;
                return Some(Value::Image(state.sram.get(at..at + units)?.to_vec()));
            }
            "r" => (state.general[name.number].into(), 64),
            "xmm" => (state.xmm[name.number], 128),
            "ar" => (state.ar(name.number as u8).into(), 64),
            "mask" => (state.mask.into(), 64),
            flag => {
                let (_, bit) = FLAGS.iter().find(|(name, _)| *name == flag)?;
                ((state.flags >> bit & 1).into(), 1)
            }
        };
        Some(Value::Number(value, bits))
    }
}

impl Judge for Machine {
    const MACHINE: &'static dyn machine::Machine = &PodMachine;
    type Program = Program;

    fn at_reset(parameters: &[(&str, &str)]) -> Result<Self, Refusal> {
        let (mut columns, mut rows, mut sram) = (1, 1, 131_072);
        for (name, value) in parameters {
            let numbers: Vec<u32> =
                value.split('x').filter_map(|n| Some(number(n)? as u32)).collect();
            match (*name, &numbers[..]) {
                ("array", [x, y]) => (columns, rows) = (*x, *y),
                ("sram", [bytes]) => sram = *bytes,
                _ => return Err(Refusal::new(format!("the judge has no parameter `{name}`"))),
            }
        }
        Ok(Self::new(columns, rows, sram))
    }

    fn run(&mut self, programs: &[&Program], run: Run<'_>) -> Result<(), RunError> {
        for (done, issue) in (0..).zip(programs.iter().flat_map(|program| program.issues())) {
            if let Some(most) = run.limit.filter(|most| done >= *most) {
                let kind = RunErrorKind::Limit(most);
                return Err(RunError { kind, ..stopped(issue.line(Slot::G), "") });
            }
            self.step(&issue.packet)
                .map_err(|stop| stopped(issue.line(stop.slot), stop.kind.name()))?;
        }
        Ok(())
    }

    fn get(&self, name: &str, units: usize) -> Option<Vec<(String, Value)>> {
        let parsed = Name::of(name);
        if let Some(value) = self.shared(&parsed, units) {
            return Some(vec![(name.to_owned(), value)]);
        }
        let part = name.rsplit_once('.').map_or(name, |(_, part)| part);
        let of = |pe| Some((format!("pe{pe}.{part}"), self.own(pe, &parsed, units)?));
        self.named(&parsed).map(of).collect()
    }

    fn set(&mut self, name: &str, value: &Value) -> Option<()> {
        let name = Name::of(name);
        let at = name.address();
        match name.stem {
            "drb" => self.buffer = scalar(value)? as u64,
            "sys" => {
                let places = (0..).map(|i| at.wrapping_add(i));
                self.system.extend(places.zip(image(value)?.iter().copied()));
            }
            _ => {}
        }
        for pe in self.named(&name) {
            let pe = &mut self.pes[pe];
            match name.stem {
                "mem" => {
                    let bytes = image(value)?;
                    pe.sram.get_mut(at as usize..at as usize + bytes.len())?.copy_from_slice(bytes);
                }
                "r" => pe.general[name.number] = scalar(value)? as u64,
                "xmm" => pe.xmm[name.number] = scalar(value)?,
                "ar" => pe.set_ar(name.number as u8, scalar(value)? as u64),
                "mask" => pe.set_ar(0, scalar(value)? as u64),
                "drb" | "sys" => {}
                flag => {
                    let (_, bit) = FLAGS.iter().find(|(name, _)| *name == flag)?;
                    pe.flags = pe.flags & !(1 << bit) | (scalar(value)? as u32 & 1) << bit;
                }
            }
        }
        Some(())
    }

    fn state(&self) -> State {
        let mut state = State::new();
        for (n, pe) in self.pes.iter().enumerate() {
            let mut note = |name: &str, list: &mut dyn Iterator<Item = u128>, bits| {
                let parts = (0..).zip(list).filter(|(_, value)| *value != 0);
                state
                    .extend(parts.map(|(i, value)| {
                        (format!("pe{n}.{name}{i}"), Value::Number(value, bits))
                    }));
            };
            note("r", &mut pe.general.iter().map(|value| (*value).into()), 64);
            note("xmm", &mut pe.xmm.iter().copied(), 128);
            note("ar", &mut (0..32).map(|i| pe.ar(i).into()), 64);
            runs(&pe.sram, &mut state, |at| format!("pe{n}.mem[{at:#x}]"));
        }
        state.insert("drb".into(), Value::Number(self.buffer.into(), 64));
        let system = self.system.iter().map(|(at, byte)| (*at, *byte));
        sparse(system, &mut state, |at| format!("sys[{at:#x}]"));
        state
    }
}
