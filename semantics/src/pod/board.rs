//! An array under its host as a machine's board.

use super::host::HostError;
use super::program::Program;
use super::targets::Target;
use super::timing::Parameters;
use super::{Array, Pod, differ, trace};
use crate::machine::{
    self, Differences, Each, Ran, Run, RunError, RunErrorKind, SaveError, Shape, Tell, Value,
};
use crate::source::Refusal;
use crate::source::number::number;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};

/// An array under its host.
#[derive(Debug)]
pub struct Board {
    pub(super) pod: Pod,
}

/// Bytes of system memory that are saved at once.
const PIECE: usize = 1 << 20;

/// Hazards that are told one by one.
const TOLD: usize = 10;

impl Board {
    /// A board with this array.
    #[must_use]
    pub const fn new(pod: Pod) -> Self {
        Self { pod }
    }

    /// The host.
    #[must_use]
    pub const fn pod(&self) -> &Pod {
        &self.pod
    }

    /// The host.
    pub const fn pod_mut(&mut self) -> &mut Pod {
        &mut self.pod
    }

    /// Counters and parameters, by name.
    pub(super) fn figures(&self) -> Vec<(String, String)> {
        let counters = self.pod.counters();
        let mhz = self.pod.parameters().clock;
        let per = |count: u64| match counters.cycles {
            0 => "0".to_owned(),
            cycles => format!("{:.3}", count as f64 / cycles as f64),
        };
        let gflops = match counters.cycles {
            0 => "0".to_owned(),
            cycles => format!("{:.3}", counters.flops as f64 * mhz as f64 / 1000.0 / cycles as f64),
        };
        let [n, e, w, s] = counters.links;
        let mut figures: Vec<(String, String)> = [
            ("packets", counters.packets),
            ("cycles", counters.cycles),
            ("stalls", counters.stalls),
            ("queue_waits", counters.queue_waits),
            ("host_waits", counters.host_waits),
            ("flops", counters.flops),
            ("links_n", n),
            ("links_e", e),
            ("links_w", w),
            ("links_s", s),
            ("sys_bytes", counters.sys_bytes),
            ("warnings", counters.warnings),
            ("hazards", counters.hazards),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_string()))
        .into();
        figures.push(("packets_per_cycle".into(), per(counters.packets)));
        figures.push(("gflops".into(), gflops));
        for parameter in Parameters::ALL {
            let value = match parameter.name {
                "f0" => self.pod.parameters().f0(self.pod.columns()),
                name => self.pod.parameters().get(name).unwrap_or(0),
            };
            let fixed = if parameter.fixed { " (fixed)" } else { "" };
            figures.push((parameter.name.into(), format!("{value}{fixed}")));
        }
        figures
    }

    fn remarks(&self, lines: &BTreeMap<u64, u32>) -> Vec<String> {
        let packet = |n: u64| match lines.get(&n) {
            Some(line) => format!("line {line}, packet {n}"),
            None => format!("packet {n}"),
        };
        let counters = self.pod.counters();
        let mut remarks: Vec<String> = self
            .pod
            .hazards()
            .iter()
            .take(TOLD)
            .map(|h| format!("{} waits {} cycles for {}", packet(h.packet), h.stalls, h.operand))
            .collect();
        let more = counters.hazards.saturating_sub(TOLD as u64);
        if more > 0 {
            remarks.push(format!("{more} more packets wait"));
        }
        remarks.extend(self.pod.warnings().map(|(kind, packets, first)| {
            let decision = kind.decision();
            format!("{kind} ({decision}): {packets} packets, first {}", packet(first))
        }));
        remarks
    }
}

impl From<HostError> for RunError {
    fn from(error: HostError) -> Self {
        match error {
            HostError::Fault { line, packet, fault } => {
                let text = format!("packet {packet}: {fault}");
                let kind = RunErrorKind::Machine(fault.kind.name(), text);
                Self { core: 0, line, at: None, kind }
            }
            HostError::Refused(refusal) => refusal.into(),
            HostError::Assembly(errors) => Refusal::new(errors.to_string()).into(),
        }
    }
}

impl machine::Board for Board {
    fn run(&mut self, program: &dyn machine::Program, run: Run<'_>) -> Result<Ran, RunError> {
        let program: &Program = program.own()?;
        let Run { limit, mut advance, .. } = run;
        let mut lines = BTreeMap::new();
        program.run(&mut self.pod, limit, &mut lines, &mut |done| {
            if let Some(advance) = &mut advance {
                advance(done);
            }
        })?;
        let counters = self.pod.counters();
        let counts = format!(
            "packets={} cycles={} stalls={} flops={}",
            counters.packets, counters.cycles, counters.stalls, counters.flops
        );
        Ok(Ran { counts, remarks: self.remarks(&lines) })
    }

    fn dump(&self, out: &mut dyn Write) -> io::Result<()> {
        let reset = Array::new(self.pod.array().shape());
        let found = differ::differences(self.pod.array(), &reset, usize::MAX);
        for part in found.first {
            writeln!(out, "{}={}", part.name, part.own)?;
        }
        self.figures().iter().try_for_each(|(name, value)| writeln!(out, "{name}={value}"))
    }

    /// `sys@ADDRESS` or `pe3.mem@ADDRESS`; without an address from 0 on, `mem` is that of all PEs.
    fn load(&mut self, memory: &str, input: &mut dyn Read) -> Result<(), Refusal> {
        // More system memory is not simulated (POD-D102), and no SRAM is larger.
        let bytes = machine::file(input, 30)?;
        let (target, _) = self.place(memory)?;
        if bytes.is_empty() {
            return Ok(());
        }
        target.set(&mut self.pod, &Value::Image(bytes))
    }

    /// `sys@ADDRESS:BYTES` or `pe3.mem@ADDRESS:BYTES`; of an SRAM without a length the rest of it.
    fn save(&self, memory: &str, out: &mut dyn Write) -> Result<(), SaveError> {
        let (target, bytes) = self.place(memory)?;
        let sram = u64::from(self.pod.array().shape().sram);
        let rest = target.start().map(|start| sram - start);
        let bytes = bytes.or(rest).ok_or_else(|| {
            Refusal::new("how much of system memory is saved?").help("sys@ADDRESS:BYTES")
        })?;
        let bytes = Some(bytes).filter(|bytes: &u64| *bytes <= 1 << 32);
        let bytes = bytes.and_then(|bytes| usize::try_from(bytes).ok());
        let bytes = bytes.ok_or_else(|| Refusal::new("at most 2^32 bytes are saved"))?;
        if let Some(address) = target.system() {
            for done in (0..bytes).step_by(PIECE) {
                let mut piece = vec![0; PIECE.min(bytes - done)];
                // Addresses go on modulo 2^64 (POD-D76).
                self.pod.sys_read(address.wrapping_add(done as u64), &mut piece);
                out.write_all(&piece)?;
            }
            return Ok(());
        }
        for (_, value) in target.get(&self.pod, "mem", bytes)? {
            if let Value::Image(bytes) = value {
                out.write_all(&bytes)?;
            }
        }
        Ok(())
    }

    fn shape(&self, target: &str) -> Result<Shape, Refusal> {
        Target::parse(&self.pod, target).map(Target::shape)
    }

    fn get(&self, target: &str, units: usize) -> Result<Vec<(String, Value)>, Refusal> {
        Target::parse(&self.pod, target)?.get(&self.pod, target, units)
    }

    fn set(&mut self, target: &str, value: &Value) -> Result<(), Refusal> {
        Target::parse(&self.pod, target)?.set(&mut self.pod, value)
    }

    fn differences(&self, other: &dyn machine::Board, most: usize) -> Result<Differences, Refusal> {
        let other: &Self = other.own()?;
        if self.pod.array().shape() != other.pod.array().shape() {
            return Err(Refusal::new("an array of another size"));
        }
        Ok(differ::differences(self.pod.array(), other.pod.array(), most))
    }
}

impl Tell for Board {
    fn tell(
        &mut self,
        program: &dyn machine::Program,
        pes: Option<&str>,
        run: Run<'_>,
        each: &mut Each<'_>,
    ) -> Result<(), RunError> {
        let program: &Program = program.own()?;
        let pes = trace::pes(pes, &self.pod)?;
        trace::trace(&mut self.pod, program, &pes, run.limit, each)
    }
}

impl Board {
    /// `MEM@ADDRESS:BYTES`
    fn place(&self, memory: &str) -> Result<(Target, Option<u64>), Refusal> {
        let wrong = || {
            Refusal::new(format!("`{memory}` is no memory"))
                .help("sys@ADDRESS, mem@ADDRESS or pe3.mem@ADDRESS, to save with :BYTES")
        };
        let (place, bytes) = match memory.split_once(':') {
            Some((place, bytes)) => (place, Some(number(bytes).ok_or_else(wrong)?)),
            None => (memory, None),
        };
        let (name, address) = place.split_once('@').unwrap_or((place, "0"));
        if !matches!(name.rsplit('.').next(), Some("sys" | "mem")) {
            return Err(wrong());
        }
        Ok((Target::parse(&self.pod, &format!("{name}[{address}]"))?, bytes))
    }
}
